// Package operator holds the pages of the operator's desk: what happens today and what
// waits for a person, all orders with what may be done with each, and the audit log.
//
// They are there for operators alone: for all others nothing is at their addresses.
package operator

import (
	"embed"
	"html/template"
	"net/http"
	"strconv"
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
		"moment":  moment,
		"money":   func(o *vitrine.Order) string { return pages.Price(o.Price, o.Currency) },
		"capital": pages.Capitalize,
		"words":   wordsOf,
	})
	return &Pages{Room: room, shop: o.Shop, db: o.DB, now: o.Now}, err
}

func moment(t time.Time) string { return t.UTC().Format("2 January 2006, 15:04") + " UTC" }

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
		{"GET " + auditPath, p.audit},
		{"GET " + auditPath + "/csv", p.auditCSV},
		{"GET " + auditPath + "/json", p.auditJSON},
	} {
		p.Handle(mux, route.pattern, p.Limited(web.PageViews, operators(route.page)))
		if form, ok := strings.CutPrefix(route.pattern, "POST "); ok {
			back := up // who had to sign in first comes back by GET
			if strings.HasPrefix(form, jobsPath) {
				back = toJobs // which have no pages of their own
			}
			p.Handle(mux, "GET "+form, p.Limited(web.PageViews, operators(back)))
		}
	}
	p.AddDesk(pages.Link{Text: "Today", Path: todayPath})
	p.AddDesk(pages.Link{Text: "Orders", Path: ordersPath})
	p.AddDesk(pages.Link{Text: "Jobs", Path: jobsPath})
	p.AddDesk(pages.Link{Text: "Audit log", Path: auditPath})
}

// operators is a page for operators.
func operators(next page) pages.Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Robots-Tag", "noindex")
		in, err := session.Operator(r)
		if err != nil {
			return err
		}
		return next(w, r, in)
	}
}

// up leads from the address of a button to the page that it is on.
func up(w http.ResponseWriter, r *http.Request, _ shop.SignedIn) error {
	path := r.URL.Path
	http.Redirect(w, r, path[:strings.LastIndexByte(path, '/')], http.StatusSeeOther)
	return nil
}

// show renders a page of a section of the desk.
func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, name string, v pages.View) error {
	v.Hidden = true
	return p.Render(w, r, status, name, v)
}

// idOf is the number in an address.
func idOf(r *http.Request) (int64, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil || id < 1 {
		return 0, vitrine.Errorf(vitrine.NotFound, "nothing is at this address")
	}
	return id, nil
}
