// Package operator holds the pages of the operator's desk: what happens today and what
// waits for a person, all orders with what may be done with each, and the audit log.
//
// They are there for operators alone: for all others nothing is at their addresses, but that the
// first one leads those who act for the marketplace to the desk that is theirs.
package operator

import (
	"embed"
	"html/template"
	"maps"
	"net/http"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// The paths of the desk.
const (
	todayPath  = pages.DeskPath
	ordersPath = "/desk/orders"
	auditPath  = "/desk/audit"

	requestsPath = "/desk/refund-requests" // a room of its own

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
	functions := pages.OrderFunctions()
	maps.Copy(functions, pages.PayoutFunctions())
	maps.Copy(functions, template.FuncMap{
		"category": pages.CategoryFunction(),
		"words":    pages.Spoken(func(l *locale.Language) any { return func(act vitrine.Act) string { return wordsOf(l, act) } }),
		"about":    pages.Spoken(func(l *locale.Language) any { return func(e entry) template.HTML { return e.about(l) } }),
		"who":      pages.Spoken(func(l *locale.Language) any { return func(e entry) string { return e.who(l) } }),
		"fault":    pages.Spoken(func(l *locale.Language) any { return l.FaultHTML }),
		"weekday":  pages.Spoken(func(l *locale.Language) any { return l.Weekday }),
		"sum": pages.Spoken(func(l *locale.Language) any {
			return func(d day) string { return l.Priced(d.Sales.String(), d.Currency) }
		}),
		"of": pages.Spoken(func(l *locale.Language) any {
			return func(amount vitrine.Amount, currency string) string { return l.Priced(amount.String(), currency) }
		}),
		"stands": pages.Spoken(func(l *locale.Language) any {
			return func(status vitrine.DisputeStatus) string { return l.Say(standings[status]) }
		}),
		"code": func(text string) template.HTML {
			return template.HTML("<code>" + template.HTMLEscapeString(text) + "</code>")
		},
	})
	room, err := o.Shell.SpokenRoom(files, functions)
	return &Pages{Room: room, shop: o.Shop, db: o.DB, now: o.Now}, err
}

// Register adds the pages to a mux.
func (p *Pages) Register(mux *http.ServeMux) {
	for _, route := range []struct {
		pattern string
		page    pages.InPage
	}{
		{"GET " + ordersPath, p.orders},
		{"GET " + ordersPath + "/{id}", p.order},
		{"POST " + ordersPath + "/{id}/confirm", p.confirm},
		{"POST " + ordersPath + "/{id}/cancel", p.cancel},
		{"POST " + ordersPath + "/{id}/refund", p.refund},
		{"POST " + ordersPath + "/{id}/receipt", p.receipt},
		{"POST " + ordersPath + "/{id}/note", p.note},
		{"POST " + ordersPath + "/{id}/tax", p.checkTax},
		{"GET " + refundsPath, p.refunds},
		{"POST " + refundsPath + "/{id}/settle", p.settle},
		{"GET " + disputesPath, p.disputes},
		{"GET " + disputesPath + "/{id}", p.dispute},
		{"POST " + disputesPath + "/{id}/evidence", p.answer},
		{"GET " + jobsPath, p.jobs},
		{"POST " + jobsPath + "/{id}/retry", p.retryJob},
		{"POST " + jobsPath + "/{id}/give-up", p.giveUpJob},
		{"GET " + categoriesPath, p.categories},
		{"POST " + categoriesPath, p.makeCategory},
		{"GET " + categoriesPath + "/{id}", p.category},
		{"POST " + categoriesPath + "/{id}", p.changeCategory},
		{"POST " + categoriesPath + "/{id}/remove", p.removeCategory},
		{"POST " + categoriesPath + "/{id}/merge", p.mergeCategory},
		{"GET " + storagePath, p.storage},
		{"GET " + storagePath + "/{id}", p.oneStorage},
		{"POST " + storagePath + "/{id}", p.limitStorage},
		{"GET " + applicationsPath, p.applications},
		{"GET " + applicationsPath + "/{id}", p.application},
		{"POST " + applicationsPath + "/{id}/remove", p.removeApplication},
		{"POST " + applicationsPath + "/{id}/revoke", p.endGrant},
		{"GET " + tokensPath, p.tokens},
		{"POST " + tokensPath + "/{id}/revoke", p.endToken},
		{"GET " + taxPath, p.taxReports},
		{"POST " + taxPath, p.taxReport},
		{"GET " + payoutsPath, p.payouts},
		{"POST " + payoutsPath, p.makeBatch},
		{"GET " + payoutsPath + "/{id}", p.batch},
		{"POST " + payoutsPath + "/{id}/file", p.batchFile},
		{"POST " + payoutsPath + "/{id}/send", p.sendBatch},
		{"POST " + payoutsPath + "/{id}/cancel", p.cancelBatch},
		{"POST " + payoutsPath + "/{id}/arrived", p.batchArrived},
		{"POST " + payoutsPath + "/{id}/bounce", p.payoutBounced},
		{"POST " + payoutsPath + "/{id}/withdraw", p.cancelPayout},
		{"GET " + auditPath, p.audit},
		{"GET " + auditPath + "/csv", p.auditCSV},
		{"GET " + auditPath + "/json", p.auditJSON},
	} {
		p.Handle(mux, route.pattern, p.Limited(web.PageViews, pages.ForOperators(route.page)))
		if form, ok := strings.CutPrefix(route.pattern, "POST "); ok && !there(form) {
			back := pages.Page(pages.LeadUp) // who had to sign in first comes back by GET
			for _, list := range []string{jobsPath, tokensPath, refundsPath} {
				if strings.HasPrefix(form, list) {
					back = pages.LeadTo(list) // which have no pages of their own
				}
			}
			p.Handle(mux, "GET "+form, p.Limited(web.PageViews, pages.ForOperators(pages.Came(back))))
		}
	}
	p.Handle(mux, "GET "+todayPath, p.Limited(web.PageViews, pages.ForStaff(p.first)))
	p.AddDesk(locale.Text("Today"), todayPath)
	p.AddDesk(locale.Text("Orders"), ordersPath)
	p.AddDesk(locale.Text("Payouts"), payoutsPath)
	p.AddDesk(locale.Text("Refund requests"), requestsPath)
	p.AddDesk(locale.Text("Refunds"), refundsPath)
	p.AddDesk(locale.Text("Disputes"), disputesPath)
	p.AddDesk(locale.Text("Jobs"), jobsPath)
	p.AddDesk(locale.Text("Categories"), categoriesPath)
	p.AddDesk(locale.Text("Storage"), storagePath)
	p.AddDesk(locale.Text("Applications"), applicationsPath)
	p.AddDesk(locale.Text("Audit log"), auditPath)
}

// there reports whether a page is at the address that its form is sent to.
func there(form string) bool {
	return form == payoutsPath || form == taxPath || form == categoriesPath || form == categoriesPath+"/{id}" || form == storagePath+"/{id}"
}

// show renders a page of a section of the desk.
func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, name string, v pages.View) error {
	v.Hidden = true
	return p.Render(w, r, status, name, v)
}
