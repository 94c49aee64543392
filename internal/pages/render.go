package pages

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"

	"vitrine"
	"vitrine/internal/web"
)

// siteName is in titles and on every page.
const siteName = "Vitrine"

// view is what every page shows around its own content.
type view struct {
	Title       string
	Description string // for search engines and previews of links
	Canonical   string // path of the page's one address, "" for none
	Hidden      bool   // from search engines
	Adult       bool
	Picture     *picture // that represents the page
	Kind        string   // of Open Graph, "" for website
	Next        string   // path of the list's next page
	Refresh     int      // seconds until the page asks again; 0: never
	Keywords    string   // in the search field
	Section     string   // path of the part of the site that the page is in
	Structured  any      // data for search engines, schema.org as JSON-LD
	Script      string   // path of a module
	Style       string   // path of a further stylesheet
	Policy      policy
	Content     any
}

// SiteName is the name of the marketplace.
func (v view) SiteName() string { return siteName }

// pageCache lets browsers and proxies keep a page that is the same for
// everybody for a moment; after that they ask whether it has changed.
const pageCache = "public, max-age=30"

// render writes a page into a buffer first, so that a fault in a template never
// sends half of one. Pages that may be kept get an ETag.
func (p *Pages) render(w http.ResponseWriter, r *http.Request, status int, name string, v view) error {
	var page bytes.Buffer
	if err := p.templates[name].Execute(&page, v); err != nil {
		return fmt.Errorf("render the page %s: %w", name, err)
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", v.Policy.String())
	header.Set("Vary", "Accept-Language")
	if header.Get("Cache-Control") == "" {
		header.Set("Cache-Control", "no-cache")
	}
	if v.Hidden {
		header.Set("X-Robots-Tag", "noindex")
	}
	if status == http.StatusOK && header.Get("Cache-Control") != "no-store" {
		etag := `"` + strconv.FormatUint(xxhash.Sum64(page.Bytes()), 36) + `"`
		header.Set("ETag", etag)
		if web.ETagMatches(r.Header["If-None-Match"], etag) {
			w.WriteHeader(http.StatusNotModified)
			return nil
		}
	}
	w.WriteHeader(status)
	_, err := page.WriteTo(w)
	return err
}

// fail shows an error as a page, with the status that the interface would
// answer. What is not for the visitor goes to the log.
func (p *Pages) fail(w http.ResponseWriter, r *http.Request, err error) {
	problem := web.ProblemOf(r, err)
	content := failure{Heading: "That did not work", Message: problem.Detail, RequestID: problem.RequestID}
	if problem.Status == http.StatusNotFound {
		content.Heading = "Nothing is here"
		content.Message = sentence(content.Message)
	}
	p.failAs(w, r, problem, content)
}

func (p *Pages) failAs(w http.ResponseWriter, r *http.Request, problem *web.Problem, content failure) {
	for name, values := range problem.GetHeaders() {
		w.Header()[name] = values
	}
	w.Header().Del("WWW-Authenticate")
	w.Header().Set("Cache-Control", "no-store")
	if rendered := p.render(w, r, problem.Status, "failure", view{Title: content.Heading, Hidden: true, Content: content}); rendered != nil {
		web.WriteProblem(w, r, rendered)
	}
}

// failure is a page that says what did not work.
type failure struct {
	Heading   string
	Message   string
	Faults    []fault
	Links     []link
	RequestID string
}

// fault is one thing that is wrong with an address, and the address without it.
type fault struct {
	Name    string // of the parameter
	Label   string // of its field, for people
	Detail  string
	Without string
}

type link struct{ Text, Path string }

// sentence begins a text with a capital and ends it with a full stop.
func sentence(text string) string {
	if text == "" || text[0] >= 0x80 {
		return text
	}
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."
}

// Missing answers a request that no route takes: a browser with a page, a
// program with a problem.
func (p *Pages) Missing(w http.ResponseWriter, r *http.Request, err error) {
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		web.WriteProblem(w, r, err)
		return
	}
	p.fail(w, r, err)
}

func (p *Pages) functions() template.FuncMap {
	return template.FuncMap{
		"money":   func(o *vitrine.Order) string { return price(o.Price, o.Currency) },
		"bytes":   byteSize,
		"count":   grouped,
		"needs":   needs,
		"asset":   p.assets.path,
		"lines":   func(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") },
		"nth":     func(i int) int { return i + 1 },
		"capital": sentenceCase,
		"last":    func(i int, list []link) bool { return i == len(list)-1 },
		"deref":   func(b *bool) bool { return *b },
		"base":    func(path string) string { return p.baseURL + path },
	}
}

// price tells an amount for people.
func price(amount vitrine.Amount, currency string) string {
	if amount == 0 {
		return "Free"
	}
	return figure(amount.String()) + " " + currency
}

// grouped writes a number for people.
func grouped(n int64) string { return figure(strconv.FormatInt(n, 10)) }

// figure writes a decimal number with a comma before every three digits of its
// whole part.
func figure(decimal string) string {
	whole, _, _ := strings.Cut(decimal, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		decimal = decimal[:i] + "," + decimal[i:]
	}
	return decimal
}

// byteSize writes a size for people, in decimal units.
func byteSize(n int64) string {
	const unit = 1000
	if n < unit {
		return fmt.Sprintf("%d bytes", n)
	}
	size, suffix := float64(n)/unit, "kB"
	for _, next := range []string{"MB", "GB", "TB"} {
		if size < unit {
			break
		}
		size, suffix = size/unit, next
	}
	return fmt.Sprintf("%.1f %s", size, suffix)
}
