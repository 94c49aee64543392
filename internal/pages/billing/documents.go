package billing

import (
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"vitrine"
	"vitrine/internal/invoice"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// perPage is how many documents a page of a list has.
const perPage = 50

// shown is a document as its page shows it, in the language of its buyer.
type shown struct {
	*vitrine.Invoice
	Path, Back string
	language   *locale.Language
}

// Sum writes an amount of the document.
func (s *shown) Sum(a vitrine.Amount) string {
	return s.language.Priced((a * s.Sign()).String(), s.Currency)
}

// Why says in a sentence why there is no tax; "" where there is.
func (s *shown) Why() string {
	if s.Treatment == vitrine.Taxed || s.Treatment == vitrine.TaxedAtHome || s.Note != "" {
		return ""
	}
	return pages.TaxLine(s.language, vitrine.OrderTax{Treatment: s.Treatment, Country: s.Country}, s.Currency)
}

// Taxed is what the tax is called: sales tax and the like are no VAT.
func (s *shown) Taxed() string {
	l := s.language
	if vitrine.IsVAT(s.TaxParts) {
		return l.T("VAT")
	}
	return l.T("tax|Tax")
}

// Without is what the sum is called that has no tax.
func (s *shown) Without() string {
	l := s.language
	if vitrine.IsVAT(s.TaxParts) {
		return l.T("tax|Without VAT")
	}
	return l.T("tax|Without tax")
}

// With is what the sum is called that has the tax.
func (s *shown) With() string {
	l := s.language
	if vitrine.IsVAT(s.TaxParts) {
		return l.T("tax|With VAT")
	}
	return l.T("tax|With tax")
}

// Shares say what each of several authorities has of the tax; none where it is one's.
func (s *shown) Shares() (lines []string) {
	if len(s.TaxParts) < 2 {
		return nil
	}
	l := s.language
	for _, part := range s.TaxParts {
		lines = append(lines, l.T("{place}: {amount} ({rate})", part.Place, s.Sum(part.Amount), l.Percent(part.Percent)))
	}
	return lines
}

// Lines are the lines of a text.
func (s *shown) Lines(text string) []string { return strings.Split(text, "\n") }

// Credits reports whether the document takes back.
func (s *shown) Credits() bool { return s.Kind == vitrine.Credited }

// Written reports whether there is XML of the document.
func (s *shown) Written() bool {
	_, err := invoice.XML(s.Invoice)
	return err == nil
}

// showDocument shows a document in the language of its buyer.
func (p *Pages) showDocument(w http.ResponseWriter, r *http.Request, i *vitrine.Invoice, at, back, section string) error {
	l := locale.Best(i.Language)
	r = r.WithContext(locale.With(r.Context(), l))
	title := l.T("Invoice {number}", i.Number)
	if i.Kind == vitrine.Credited {
		title = l.T("Credit note {number}", i.Number)
	}
	w.Header().Set("Cache-Control", "no-store")
	content := &shown{Invoice: i, Path: at, Back: back, language: l}
	return p.show(w, r, http.StatusOK, "document", pages.View{Title: title, Section: section, Content: content})
}

// sendXML sends a document as programs read it.
func sendXML(w http.ResponseWriter, r *http.Request, i *vitrine.Invoice) error {
	text, err := invoice.XML(i)
	if err != nil {
		return err
	}
	return web.Download{Name: i.Number + ".xml", Type: "application/xml"}.Send(w, r, func(to io.Writer) error {
		_, err := to.Write(text)
		return err
	})
}

// as are the forms of a document but for its page.
var as = map[string]func(http.ResponseWriter, *http.Request, *vitrine.Invoice) error{"xml": sendXML, "pdf": sendPDF}

// ofReceipt answers with a document of the order of a receipt page.
func (p *Pages) ofReceipt(form string) pages.Page {
	return func(w http.ResponseWriter, r *http.Request) error {
		i, err := p.shop.InvoiceOfCheckout(r.Context(), r.PathValue("key"), r.PathValue("number"))
		if err != nil {
			return err
		}
		if send := as[form]; send != nil {
			return send(w, r, i)
		}
		receipt := "/receipt/" + url.PathEscape(r.PathValue("key"))
		return p.showDocument(w, r, i, receipt+"/invoices/"+i.Number, receipt, "")
	}
}

// atDesk answers with a document to operators.
func (p *Pages) atDesk(form string) pages.InPage {
	return func(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
		i, err := p.shop.InvoiceAtDesk(r.Context(), in, r.PathValue("number"))
		if err != nil {
			return err
		}
		if send := as[form]; send != nil {
			return send(w, r, i)
		}
		return p.showDocument(w, r, i, invoicesPath+"/"+i.Number, invoicesPath, invoicesPath)
	}
}

// ofSeller answers with a document to the author whom it is from.
func (p *Pages) ofSeller(form string) pages.InPage {
	return func(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
		i, err := p.shop.SoldInvoice(r.Context(), in, r.PathValue("number"))
		if err != nil {
			return err
		}
		if send := as[form]; send != nil {
			return send(w, r, i)
		}
		return p.showDocument(w, r, i, soldPath+"/"+i.Number, soldPath, "/sell")
	}
}

// listed is what a list of documents shows.
type listed struct {
	Path   string
	Desk   bool
	Find   string
	From   string
	Until  string
	List   []*shown
	Next   string // path, "" for none
	Export string // path of the same as CSV
	Faults map[string]string
}

// asked reads which documents are asked for.
func (p *Pages) asked(r *http.Request, path string) (*listed, vitrine.InvoiceQuery, error) {
	rules, err := p.shop.TaxRules(r.Context())
	if err != nil {
		return nil, vitrine.InvoiceQuery{}, err
	}
	sent, l := r.URL.Query(), locale.Of(r.Context())
	shown := &listed{Path: path, Find: strings.ToUpper(strings.TrimSpace(sent.Get("find"))), From: strings.TrimSpace(sent.Get("from")),
		Until: strings.TrimSpace(sent.Get("until")), Faults: map[string]string{}}
	q := vitrine.InvoiceQuery{Text: shown.Find, Size: perPage}
	wrong := l.T("Write a day as 2026-01-31.")
	if q.Since, err = dayIn(shown.From, rules, 0); err != nil {
		shown.Faults["from"] = wrong
	}
	if q.Until, err = dayIn(shown.Until, rules, 1); err != nil {
		shown.Faults["until"] = wrong
	}
	q.Before, _ = strconv.ParseInt(sent.Get("before"), 10, 64) // what is none is the first page
	sent.Del("before")
	shown.Export = (&url.URL{Path: path + "/csv", RawQuery: sent.Encode()}).String()
	return shown, q, nil
}

func (p *Pages) showList(w http.ResponseWriter, r *http.Request, s *listed, found []*vitrine.Invoice, more bool) error {
	l := locale.Of(r.Context())
	for _, i := range found {
		s.List = append(s.List, &shown{Invoice: i, Path: s.Path + "/" + url.PathEscape(i.Number), language: l})
	}
	if more {
		sent := r.URL.Query()
		sent.Set("before", strconv.FormatInt(found[len(found)-1].ID, 10))
		s.Next = (&url.URL{Path: s.Path, RawQuery: sent.Encode()}).String()
	}
	section := s.Path
	if !s.Desk {
		section = "/sell"
	}
	status := http.StatusOK
	if len(s.Faults) > 0 {
		status = http.StatusUnprocessableEntity
	}
	return p.show(w, r, status, "documents", pages.View{Title: l.T("Invoices"), Section: section, Content: s})
}

func (p *Pages) documents(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	s, q, err := p.asked(r, invoicesPath)
	if err != nil {
		return err
	}
	s.Desk = true
	found, more, err := p.shop.InvoicesAtDesk(r.Context(), in, q)
	if err != nil {
		return err
	}
	return p.showList(w, r, s, found, more)
}

func (p *Pages) sold(w http.ResponseWriter, r *http.Request, in shop.SignedIn) error {
	s, q, err := p.asked(r, soldPath)
	if err != nil {
		return err
	}
	found, more, err := p.shop.SoldInvoices(r.Context(), in, q)
	if err != nil {
		return err
	}
	return p.showList(w, r, s, found, more)
}
