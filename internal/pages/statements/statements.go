// Package statements holds the pages that account for a seller's money month by month: to
// sellers for themselves, to operators for anybody. Each is a page, a table and, in languages
// that it can be written in, a PDF.
package statements

import (
	"embed"
	"net/http"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/pdf"
	"vitrine/internal/session"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/web"
)

//go:embed templates/*.html
var files embed.FS

// The paths of the pages.
const (
	ownPath  = "/sell/statements"
	deskPath = "/desk/statements"
)

// Pages serves the pages.
type Pages struct {
	*pages.Room
	shop *shop.Shop
	db   *store.DB
}

// Options is what the pages are made from.
type Options struct {
	Shell *pages.Shell
	Shop  *shop.Shop
	DB    *store.DB
}

// New reads the templates.
func New(o Options) (*Pages, error) {
	room, err := o.Shell.SpokenRoom(files, pages.PayoutFunctions())
	return &Pages{Room: room, shop: o.Shop, db: o.DB}, err
}

// Register adds the pages to a mux.
func (p *Pages) Register(mux *http.ServeMux) {
	for at, page := range map[string]func(w http.ResponseWriter, r *http.Request, who reader) error{
		"": p.list, "/{month}": p.month, "/{month}/csv": p.csv, "/{month}/pdf": p.pdf,
	} {
		p.Handle(mux, "GET "+ownPath+at, p.Limited(web.PageViews, pages.Private(p.own(page))))
		p.Handle(mux, "GET "+deskPath+"/{seller}"+at, p.Limited(web.PageViews, pages.Private(p.desk(page))))
	}
}

// reader is who reads the statements of a seller.
type reader struct {
	seller vitrine.User
	path   string // of the list
	desk   bool   // an operator, and not the seller
	house  vitrine.House
}

// own is a page for the seller.
func (p *Pages) own(next func(http.ResponseWriter, *http.Request, reader) error) pages.Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		in, err := session.Required(r)
		if err != nil {
			return err
		}
		return next(w, r, reader{seller: in.User, path: ownPath, house: in.House})
	}
}

// desk is a page for operators.
func (p *Pages) desk(next func(http.ResponseWriter, *http.Request, reader) error) pages.Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		in, err := session.Operator(r)
		if err != nil {
			return err
		}
		id, err := pages.Number(r, "seller")
		if err != nil {
			return err
		}
		seller, err := p.db.User(r.Context(), id)
		if err != nil {
			return err
		}
		return next(w, r, reader{seller: *seller, path: deskPath + "/" + strconv.FormatInt(id, 10), desk: true, house: in.House})
	}
}

// section is the part of the site that the pages are in.
func (who reader) section() string {
	if who.desk {
		return "/desk/payouts"
	}
	return "/sell"
}

// months is what the list shows.
type months struct {
	Path, Seller string
	Desk         bool
	Months       []shop.StatementMonth
	Printed      bool // there are PDFs in the language
	language     *locale.Language
}

// Name says which month it is.
func (m *months) Name(month shop.StatementMonth) string { return named(m.language, month.Month) }

// named is a month in words: from its first to its last day.
func named(l *locale.Language, month time.Time) string {
	return l.T("{first} to {last}", l.Day(month), l.Day(month.AddDate(0, 1, -1)))
}

func (p *Pages) list(w http.ResponseWriter, r *http.Request, who reader) error {
	found, err := p.shop.StatementMonths(r.Context(), who.seller.ID)
	if err != nil {
		return err
	}
	l := locale.Of(r.Context())
	m := &months{Path: who.path, Seller: who.seller.Username, Desk: who.desk, Months: found, Printed: pdf.Speaks(l.Tag), language: l}
	return p.Render(w, r, http.StatusOK, "list", pages.View{Title: l.T("Statements"), Hidden: true, Section: who.section(), Content: m})
}

// monthPage is what the page of a month shows.
type monthPage struct {
	reader
	Month      shop.StatementMonth
	Statements []statement
	Printed    bool
	language   *locale.Language
}

// statement is one of a currency, as pages and PDFs show it.
type statement struct {
	vitrine.SellerStatement
	Rows []row
}

// row is a group of it.
type row struct {
	What                   string
	Gross, Tax, Share, Net string
}

// Name says which month it is.
func (m *monthPage) Name() string { return named(m.language, m.Month.Month) }

// Path is the address of the page.
func (m *monthPage) Path() string { return m.path + "/" + m.Month.Name() }

// Back is the address of the list.
func (m *monthPage) Back() string { return m.path }

// groups are what they are called.
var groups = map[vitrine.StatementGroup]locale.Phrase{
	vitrine.StatementSales: locale.Text("statement|Sales"), vitrine.StatementRefunds: locale.Text("statement|Refunds"),
	vitrine.StatementDisputes: locale.Text("statement|Disputes"), vitrine.StatementPayouts: locale.Text("statement|Payouts"),
	vitrine.StatementOther: locale.Text("statement|Put right by the marketplace"),
}

// read reads the statements of the month that an address names.
func (p *Pages) read(r *http.Request, who reader, each func(vitrine.StatementEntry) error) (*monthPage, error) {
	month, err := vitrine.ParseMonth(r.PathValue("month"))
	if err != nil {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no statement of %s", r.PathValue("month"))
	}
	found, err := p.shop.Statements(r.Context(), who.seller.ID, month, each)
	if err != nil {
		return nil, err
	}
	l := locale.Of(r.Context())
	m := &monthPage{reader: who, language: l, Printed: pdf.Speaks(l.Tag), Month: shop.StatementMonth{Month: month,
		Final: p.shop.MonthIsOver(month)}}
	for _, one := range found {
		m.Statements = append(m.Statements, statement{one, rowsOf(l, &one)})
	}
	return m, nil
}

func rowsOf(l *locale.Language, s *vitrine.SellerStatement) (rows []row) {
	said := func(a vitrine.Amount) string { return amount(l, a, s.Currency) }
	add := func(what string, sum vitrine.StatementSum) {
		rows = append(rows, row{what, said(sum.Gross), said(sum.Tax), said(sum.Share), said(sum.Net)})
	}
	for _, group := range vitrine.StatementGroups() {
		if sum, ok := s.Sums[group]; ok {
			add(l.Say(groups[group])+" ("+l.Number(sum.Count)+")", sum)
		}
	}
	return rows
}

// amount writes an amount, with a minus before one below zero.
func amount(l *locale.Language, a vitrine.Amount, currency string) string {
	if a < 0 {
		return "−" + l.Priced((-a).String(), currency)
	}
	return l.Priced(a.String(), currency)
}

// Said writes an amount of a statement.
func (m *monthPage) Said(a vitrine.Amount, currency string) string {
	return amount(m.language, a, currency)
}

// Seller is whose statement it is.
func (m *monthPage) Seller() string { return m.seller.Username }

// Desk reports whether an operator reads it.
func (m *monthPage) Desk() bool { return m.desk }

func (p *Pages) month(w http.ResponseWriter, r *http.Request, who reader) error {
	m, err := p.read(r, who, nil)
	if err != nil {
		return err
	}
	title := m.language.T("Statement, {month}", m.Name())
	return p.Render(w, r, http.StatusOK, "month", pages.View{Title: title, Hidden: true, Section: who.section(), Content: m})
}
