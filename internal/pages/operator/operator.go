// Package operator holds the pages of the operator's desk: what happens today and what
// waits for a person, all orders with what may be done with each, and the audit log.
//
// They are there for operators alone: for all others nothing is at their addresses.
package operator

import (
	"embed"
	"html/template"
	"net/http"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/pages"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// The paths of the desk.
const (
	todayPath  = "/desk"
	ordersPath = "/desk/orders"
	auditPath  = "/desk/audit"

	categoriesPath = "/desk/categories"
)

// Pages serves the pages.
type Pages struct {
	*pages.Room
	shop  *shop.Shop
	db    *store.DB
	now   func() time.Time
	today recent
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
	room, err := o.Shell.Room(files, template.FuncMap{
		"money":   func(o *vitrine.Order) string { return pages.Price(o.Price, o.Currency) },
		"capital": pages.Capitalize,
		"words":   wordsOf,
	})
	return &Pages{Room: room, shop: o.Shop, db: o.DB, now: o.Now}, err
}

// page is a page for an operator.
type page func(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error

// Register adds the pages to a mux.
func (p *Pages) Register(mux *http.ServeMux) {
	for _, route := range []struct {
		pattern string
		page    page
	}{
		{"GET " + todayPath, p.showToday},
		{"GET " + ordersPath, p.orders},
		{"GET " + ordersPath + "/{id}", p.order},
		{"POST " + ordersPath + "/{id}/confirm", p.confirm},
		{"POST " + ordersPath + "/{id}/cancel", p.cancel},
		{"POST " + ordersPath + "/{id}/refund", p.refund},
		{"POST " + ordersPath + "/{id}/receipt", p.receipt},
		{"POST " + ordersPath + "/{id}/note", p.note},
		{"GET " + jobsPath, p.jobs},
		{"POST " + jobsPath + "/{id}/retry", p.retryJob},
		{"POST " + jobsPath + "/{id}/give-up", p.giveUpJob},
		{"GET " + categoriesPath, p.categories},
		{"POST " + categoriesPath, p.makeCategory},
		{"GET " + categoriesPath + "/{id}", p.category},
		{"POST " + categoriesPath + "/{id}", p.changeCategory},
		{"POST " + categoriesPath + "/{id}/remove", p.removeCategory},
		{"GET " + auditPath, p.audit},
		{"GET " + auditPath + "/csv", p.auditCSV},
		{"GET " + auditPath + "/json", p.auditJSON},
	} {
		p.Handle(mux, route.pattern, p.Limited(web.PageViews, operators(route.page)))
		if form, ok := strings.CutPrefix(route.pattern, "POST "); ok && !there(form) {
			back := pages.Page(pages.LeadUp) // who had to sign in first comes back by GET
			if strings.HasPrefix(form, jobsPath) {
				back = pages.LeadTo(jobsPath) // which have no pages of their own
			}
			came := func(w http.ResponseWriter, r *http.Request, _ shop.SignedIn) error { return back(w, r) }
			p.Handle(mux, "GET "+form, p.Limited(web.PageViews, operators(came)))
		}
	}
	p.AddDesk(pages.Link{Text: "Today", Path: todayPath})
	p.AddDesk(pages.Link{Text: "Orders", Path: ordersPath})
	p.AddDesk(pages.Link{Text: "Jobs", Path: jobsPath})
	p.AddDesk(pages.Link{Text: "Categories", Path: categoriesPath})
	p.AddDesk(pages.Link{Text: "Audit log", Path: auditPath})
}

// there reports whether a page is at the address that its form is sent to.
func there(form string) bool { return form == categoriesPath || form == categoriesPath+"/{id}" }

// operators is a page for operators.
func operators(next page) pages.Page {
	return pages.Private(func(w http.ResponseWriter, r *http.Request) error {
		in, err := session.Operator(r)
		if err != nil {
			return err
		}
		return next(w, r, in)
	})
}

// show renders a page of a section of the desk.
func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, name string, v pages.View) error {
	v.Hidden = true
	return p.Render(w, r, status, name, v)
}
