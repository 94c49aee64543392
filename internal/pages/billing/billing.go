// Package billing holds the pages about tax and invoices: at the operator's desk what is said of tax,
// the rates, reports and all documents; for sellers who they are on invoices, and for buyers their
// documents.
package billing

import (
	"embed"
	"html/template"
	"net/http"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// The paths of the room.
const (
	taxPath   = "/desk/tax"
	rulesPath = taxPath + "/settings"
	ratesPath = taxPath + "/rates"
	sellPath  = "/sell/tax"

	reportPath   = taxPath + "/report"
	invoicesPath = "/desk/invoices"
	soldPath     = "/sell/invoices"
)

// maxForm is how long a form is.
const maxForm = 32 << 10

// Pages serves the pages.
type Pages struct {
	*pages.Room
	shop *shop.Shop
	now  func() time.Time
}

// New reads the templates.
func New(shell *pages.Shell, s *shop.Shop, now func() time.Time) (*Pages, error) {
	room, err := shell.SpokenRoom(files, template.FuncMap{
		"line":    line,
		"country": pages.Spoken(func(l *locale.Language) any { return l.Country }),
		"percent": pages.Spoken(func(l *locale.Language) any {
			return func(r vitrine.TaxRate) string { return l.Percent(r.String()) }
		}),
		"written": pages.Spoken(func(l *locale.Language) any { return func(day string) string { return written(l, day) } }),
		"treated": pages.Spoken(func(l *locale.Language) any { return func(t vitrine.Treatment) string { return treated(l, t) } }),
		"kind":    pages.Spoken(func(l *locale.Language) any { return func(kind string) string { return kindOf(l, kind) } }),
	})
	if now == nil {
		now = time.Now
	}
	return &Pages{Room: room, shop: s, now: now}, err
}

// Register adds the pages to a mux.
func (p *Pages) Register(mux *http.ServeMux) {
	for pattern, next := range map[string]pages.InPage{
		"GET " + taxPath: p.rates, "GET " + rulesPath: p.rules, "POST " + rulesPath: p.saveRules,
		"GET " + reportPath: p.report, "GET " + reportPath + "/csv": p.reportCSV,
		"GET " + invoicesPath: p.documents, "GET " + invoicesPath + "/csv": p.export(invoicesPath, p.shop.InvoicesAtDesk),
		"GET " + invoicesPath + "/{number}": p.atDesk(""), "GET " + invoicesPath + "/{number}/xml": p.atDesk("xml"),
		"GET " + invoicesPath + "/{number}/pdf": p.atDesk("pdf"),
		"POST " + ratesPath:                     p.addRate, "POST " + ratesPath + "/{id}/end": p.endRate,
	} {
		p.Handle(mux, pattern, p.Limited(web.PageViews, pages.ForOperators(next)))
	}
	for _, form := range []string{ratesPath, ratesPath + "/{id}/end"} { // who had to sign in first comes back by GET
		p.Handle(mux, "GET "+form, p.Limited(web.PageViews, pages.ForOperators(pages.Came(pages.LeadTo(taxPath)))))
	}
	for pattern, next := range map[string]pages.InPage{
		"GET " + sellPath: p.profile, "POST " + sellPath: p.saveProfile,
		"GET " + soldPath: p.sold, "GET " + soldPath + "/csv": p.export(soldPath, p.shop.SoldInvoices),
		"GET " + soldPath + "/{number}": p.ofSeller(""), "GET " + soldPath + "/{number}/xml": p.ofSeller("xml"),
		"GET " + soldPath + "/{number}/pdf": p.ofSeller("pdf"),
	} {
		p.Handle(mux, pattern, p.Limited(web.PageViews, pages.ForSignedIn(next)))
	}
	for pattern, next := range map[string]pages.Page{
		"GET /receipt/{key}/invoices/{number}": p.ofReceipt(""), "GET /receipt/{key}/invoices/{number}/xml": p.ofReceipt("xml"),
		"GET /receipt/{key}/invoices/{number}/pdf": p.ofReceipt("pdf"),
	} {
		p.Handle(mux, pattern, p.Limited(web.PageViews, next))
	}
	p.AddDesk(locale.Text("Invoices"), invoicesPath)
	p.AddDesk(locale.Text("Tax"), taxPath)
}

// show renders a page that belongs to a section.
func (p *Pages) show(w http.ResponseWriter, r *http.Request, status int, name string, v pages.View) error {
	v.Hidden = true
	return p.Render(w, r, status, name, v)
}

// field is a line of text that a form asks for.
type field struct {
	ID, Name, Label, Value, Hint, Fault string
	Most                                int
	Required                            bool
}

// line makes a field in a template. name is where it stands in what is said, such as house/name.
func line(name, label, value string, most int, faults map[string]string, hint ...string) field {
	f := field{ID: fieldID(name), Name: name, Label: label, Value: value, Most: most, Fault: faults[name]}
	if len(hint) > 0 {
		f.Hint = hint[0]
	}
	return f
}

// fieldID is a name as it may stand in ids.
func fieldID(name string) string {
	id := []byte(name)
	for i, b := range id {
		if b == '/' {
			id[i] = '-'
		}
	}
	return string(id)
}

// Needed says that the field can't be left empty.
func (f field) Needed() field {
	f.Required = true
	return f
}

// About is the ids of what describes the field.
func (f field) About() (ids string) {
	if f.Hint != "" {
		ids = f.ID + "-hint"
	}
	if f.Fault != "" {
		ids += " " + f.ID + "-fault"
	}
	return ids
}
