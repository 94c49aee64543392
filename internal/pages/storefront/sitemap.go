package storefront

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/record"
	"vitrine/internal/store"
)

// sitemapSize is how many identifiers of models a sitemap spans, so that it has
// no more addresses than the protocol (sitemaps.org) allows.
const sitemapSize = 49_000

const (
	sitemapCache     = "public, max-age=3600"
	sitemapNamespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
	// sitemapRows is how many models are held at once.
	sitemapRows = 1000
)

// sitemap lists all pages for search engines, or where there are too many the
// sitemaps of their parts.
func (p *Pages) sitemap(w http.ResponseWriter, r *http.Request) error {
	last, err := p.db.LastListed(r.Context())
	if err != nil {
		return err
	}
	parts := (last + p.sitemapSize - 1) / p.sitemapSize
	if parts <= 1 {
		return p.writeSitemap(w, r, 1)
	}
	startXML(w)
	var index strings.Builder
	fmt.Fprintf(&index, "%s<sitemapindex xmlns=%q>\n", xml.Header, sitemapNamespace)
	for part := range parts {
		fmt.Fprintf(&index, "<sitemap><loc>%s/sitemaps/%d.xml</loc></sitemap>\n", escapeXML(p.Address("")), part+1)
	}
	index.WriteString("</sitemapindex>\n")
	_, err = io.WriteString(w, index.String())
	return err
}

func (p *Pages) sitemapPart(w http.ResponseWriter, r *http.Request) error {
	text, ok := strings.CutSuffix(r.PathValue("number"), ".xml")
	number, err := strconv.ParseInt(text, 10, 64)
	last, errLast := p.db.LastListed(r.Context())
	if errLast != nil {
		return errLast
	}
	if !ok || err != nil || number < 1 || number-1 > (last-1)/p.sitemapSize {
		return vitrine.Errorf(vitrine.NotFound, "there is no such sitemap")
	}
	return p.writeSitemap(w, r, number)
}

func startXML(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", sitemapCache)
}

// writeSitemap writes a part of the catalogue, some models at a time. The first
// part has the lists too.
func (p *Pages) writeSitemap(w http.ResponseWriter, r *http.Request, number int64) error {
	all, err := p.tree.tree(r.Context())
	if err != nil {
		return err
	}
	after, upTo := (number-1)*p.sitemapSize, number*p.sitemapSize
	// The first rows before the first byte: until then a failure can still be answered as one.
	found, err := p.db.ListedAfter(r.Context(), after, upTo, sitemapRows)
	if err != nil {
		return err
	}
	startXML(w)
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s<urlset xmlns=%q>\n", xml.Header, sitemapNamespace)
	if number == 1 {
		for _, path := range all.paths() {
			fmt.Fprintf(out, "<url><loc>%s</loc></url>\n", escapeXML(p.Address(path)))
		}
	}
	for len(found) > 0 {
		p.writeListed(out, found)
		if len(found) < sitemapRows {
			break
		}
		if found, err = p.db.ListedAfter(r.Context(), found[len(found)-1].ModelID, upTo, sitemapRows); err != nil {
			panic(http.ErrAbortHandler) // a part must not be taken for the whole
		}
	}
	fmt.Fprint(out, "</urlset>\n")
	return out.Flush()
}

func (p *Pages) writeListed(out io.Writer, found []store.Listed) {
	for _, listed := range found {
		path := record.Path(&vitrine.Model{
			ProductType: listed.ProductType, Slug: listed.Slug,
			Category: vitrine.Category{Slug: listed.Category}, Subcategory: vitrine.Category{Slug: listed.Subcategory},
		})
		fmt.Fprintf(out, "<url><loc>%s</loc><lastmod>%s</lastmod></url>\n", escapeXML(p.Address(path)),
			listed.UpdatedAt.UTC().Format("2006-01-02T15:04:05Z"))
	}
}

// paths are the pages that are always there, and the lists of the categories
// that have models.
func (t *tree) paths() []string {
	paths := []string{"/"}
	for _, s := range shelves() {
		paths = append(paths, s.Path)
		for i := range t.all {
			for _, kind := range t.all[i].ProductTypes {
				if kind == s.Type && t.all[i].ModelsCount > 0 {
					paths = append(paths, t.path(s, &t.all[i]))
				}
			}
		}
	}
	return paths
}

func escapeXML(text string) string {
	var escaped strings.Builder
	_ = xml.EscapeText(&escaped, []byte(text)) // a builder takes all
	return escaped.String()
}

// robots keeps search engines away from what is not for them.
func (p *Pages) robots(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", sitemapCache)
	_, err := fmt.Fprintf(w, `User-agent: *
Disallow: /v1/
Disallow: /blobs/
Disallow: /checkout/
Disallow: /receipt/
Disallow: /free/
Disallow: /library
Disallow: /orders/
Disallow: /search
Disallow: /facets
Disallow: /suggest

Sitemap: %s/sitemap.xml
`, p.Address(""))
	return err
}
