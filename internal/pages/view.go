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
	"vitrine/internal/locale"
	"vitrine/internal/session"
	"vitrine/internal/web"
)

// View is what every page shows around its own content.
type View struct {
	Title       string
	Description string // for search engines and previews of links
	Canonical   string // path of the page's one address, "" for none
	Hidden      bool   // from search engines
	Adult       bool
	Reserved    bool     // nobody may train machines with what it shows
	Picture     *Picture // that represents the page
	Kind        string   // of Open Graph, "" for website
	Next        string   // path of the list's next page
	Refresh     int      // seconds until the page asks again; 0: never
	Onward      string   // address that the page leads on to at once, "" for none
	Keywords    string   // in the search field
	Section     string   // path of the part of the site that the page is in
	Structured  any      // data for search engines, schema.org as JSON-LD
	Script      string   // path of a module
	Completes   bool     // what is typed into the search field
	Keeps       bool     // it has buttons to like models
	Style       string   // path of a further stylesheet
	Policy      Policy
	Content     any

	Speaks     *locale.Language // in which the page is; Render fills it in, as all below
	Foreign    bool             // the content is in English, whatever the page around it
	Alternates template.HTML    // links to the addresses of the page in each language
	Back       string           // where the choice of a language leads back to, "" on answers to forms and on failures

	Guest      session.Guest // for whom it is made
	Desk       []Link        // the pages of the desk that Guest may enter
	HouseStyle string        // path of the stylesheet of the marketplace's colours, "" for none
}

// SiteName is the name of the marketplace.
func (v View) SiteName() string { return v.Guest.House.Name }

// CartCount is how many models the guest's cart has, as the header says it.
func (v View) CartCount() string {
	if v.Guest.Cart >= session.CartShown {
		return strconv.Itoa(session.CartShown-1) + "+"
	}
	return strconv.Itoa(v.Guest.Cart)
}

// AtDesk reports whether the page is one of the operator's.
func (v View) AtDesk() bool { return v.Section == "/desk" || strings.HasPrefix(v.Section, "/desk/") }

// Robots is what the page asks of robots, "" for nothing.
func (v View) Robots() string {
	switch {
	case v.Hidden && v.Reserved:
		return "noindex, " + web.NoAI
	case v.Hidden:
		return "noindex"
	case v.Reserved:
		return web.NoAI
	default:
		return ""
	}
}

// PolicyOf is the address of the terms under which machines may read what is reserved; ""
// where the marketplace has none.
func PolicyOf(baseURL string, house vitrine.House) string {
	if !house.Papers.Terms.Shown() {
		return ""
	}
	return baseURL + vitrine.TermsPaper.Path()
}

// PageCache lets browsers and proxies keep a page that is the same for
// everybody for a moment; after that they ask whether it has changed.
const PageCache = "public, max-age=30"

// GuestCache is PageCache of a page for somebody who is signed in, said to be of age, or has something in their cart.
const GuestCache = "private, no-cache"

// Render writes a page into a buffer first, so that a fault in a template never
// sends half of one. Pages that may be kept get an ETag.
func (room *Room) Render(w http.ResponseWriter, r *http.Request, status int, name string, v View) error {
	var err error
	if v.Guest, err = room.sessions.GuestOf(r.Context()); err != nil {
		return err
	}
	v.HouseStyle = room.stylePath(v.Guest.House)
	if v.Completes || v.Keeps && v.Guest.SignedIn {
		v.Policy.Script, v.Policy.Asks = true, true
	}
	v.Speaks = locale.Of(r.Context())
	v.Foreign = !room.spoken && !v.Speaks.English()
	v.Desk = room.desksOf(v.Guest, v.Speaks)
	if v.Foreign { // they stand where the content does
		v.Desk = room.desksOf(v.Guest, locale.English())
	}
	room.address(&v, r)
	spoken, err := room.pages[spokenPage{name, v.Speaks}]()
	if err != nil {
		return err
	}
	var page bytes.Buffer
	if err := spoken.Execute(&page, v); err != nil {
		return fmt.Errorf("render the page %s: %w", name, err)
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", v.Policy.String())
	header.Set("Vary", "Accept-Language, Cookie")
	if header.Get("Content-Language") == "" {
		header.Set("Content-Language", v.Speaks.Tag)
	}
	switch {
	case header.Get("Cache-Control") == "":
		header.Set("Cache-Control", "no-cache")
	case header.Get("Cache-Control") == PageCache && (v.Guest.SignedIn || v.Guest.Grown || v.Guest.Cart > 0):
		header.Set("Cache-Control", GuestCache)
	}
	if v.Hidden {
		header.Set("X-Robots-Tag", "noindex")
	}
	if v.Reserved {
		web.Reserve(header, PolicyOf(room.baseURL, v.Guest.House))
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
	_, err = page.WriteTo(w)
	return err
}

// Part is a template of a page alone, for scripts that show it in the page.
func (room *Room) Part(r *http.Request, page, name string, content any) ([]byte, error) {
	spoken, err := room.pages[spokenPage{page, locale.Of(r.Context())}]()
	if err != nil {
		return nil, err
	}
	var part bytes.Buffer
	if err := spoken.ExecuteTemplate(&part, name, content); err != nil {
		return nil, fmt.Errorf("render %s of the page %s: %w", name, page, err)
	}
	return part.Bytes(), nil
}

// Picture is an image with smaller renditions.
type Picture struct {
	Src    string // path of the rendition that stands for it
	Srcset string
	Width  int // pixels of Src
	Height int
	Full   string // path of the whole image
	Small  string // path of the smallest rendition
}
