// Package money holds the pages at which operators look after the marketplace's money: what stands on
// the accounts of the ledger, what has moved it, and which share is kept of what.
//
// They are there for operators alone: for all others nothing is at their addresses.
package money

import (
	"embed"
	"net/http"
	"strings"
	"time"

	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// The paths of the room.
const (
	root       = "/desk/money"
	sharesPath = root + "/shares"
)

// maxForm is how many bytes a form has at most.
const maxForm = 64 << 10

// Pages serves the pages.
type Pages struct {
	*pages.Room
	shop *shop.Shop
	db   *store.DB
	now  func() time.Time
}

// Options is what the pages are made from.
type Options struct {
	Shell *pages.Shell
	Shop  *shop.Shop
	DB    *store.DB
	Now   func() time.Time // nil: time.Now
}

// New reads the templates.
func New(o Options) (*Pages, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	room, err := o.Shell.SpokenRoom(files, nil)
	return &Pages{Room: room, shop: o.Shop, db: o.DB, now: o.Now}, err
}

// Register adds the pages to a mux. Who had to sign in before a form was sent comes back by GET: to the
// page of the form.
func (p *Pages) Register(mux *http.ServeMux) {
	for _, route := range []struct {
		pattern string
		page    pages.InPage
		back    string // where the address of a button leads that has no page of its own
	}{
		{"GET " + root, p.money, ""},
		{"POST " + root + "/adjust", p.adjust, root},
		{"POST " + root + "/bank", p.bank, root},
		{"GET " + entriesPath, p.entries, ""},
		{"GET " + entriesPath + "/csv", p.exportEntries, ""},
		{"GET " + entriesPath + "/{id}", p.entry, ""},
		{"GET " + reportPath, p.report, ""},
		{"POST " + reportPath + "/{id}", p.explain, reportPath},
		{"GET " + sharesPath, p.shares, ""},
		{"POST " + sharesPath, p.setShare, ""},
		{"POST " + sharesPath + "/{about}/{id}/end", p.endShare, sharesPath},
	} {
		p.Handle(mux, route.pattern, p.Limited(web.PageViews, pages.ForOperators(route.page)))
		if route.back == "" {
			continue
		}
		back := pages.Came(pages.LeadTo(route.back))
		p.Handle(mux, strings.Replace(route.pattern, "POST", "GET", 1), p.Limited(web.PageViews, pages.ForOperators(back)))
	}
	p.AddDesk(locale.Text("Money"), root)
	p.AddDesk(locale.Text("Shares"), sharesPath)
}

// show renders a page of the room.
func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, name string, v pages.View) error {
	v.Hidden = true
	return p.Render(w, r, status, name, v)
}
