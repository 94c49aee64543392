package billing

import (
	"net/http"
	"strings"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/pdf"
)

// Printed reports whether there is a PDF of the document: in languages whose letters it would not have
// as they are, the page is printed.
func (s *shown) Printed() bool { return pdf.Speaks(s.language.Tag) }

// sendPDF sends a document as a PDF in the language of its buyer, the same each time. NotFound where that is
// a language that it can't be written in.
func sendPDF(w http.ResponseWriter, r *http.Request, i *vitrine.Invoice) error {
	s := &shown{Invoice: i, language: locale.Best(i.Language)}
	return pages.SendPDF(w, r, s.language, i.Number, s.pdf)
}

// pdf writes the document.
func (s *shown) pdf() ([]byte, error) {
	l := s.language
	title := l.T("Invoice {number}", s.Number)
	if s.Credits() {
		title = l.T("Credit note {number}", s.Number)
	}
	d := pdf.New(pdf.Options{Title: title, Language: l.Tag, Author: s.Seller.Name, At: s.IssuedAt, Foot: func(page, all string) string {
		return l.T("{name}, page {page} of {pages}", s.Seller.Name, page, all)
	}})
	d.Heading(1, title)
	if !s.Live {
		d.Text(l.T("SANDBOX: NO MONEY MOVED"))
	}
	d.Facts(s.facts()...)
	d.Table(pdf.Table{
		Columns: []pdf.Column{{Title: l.T("What"), Share: 5}, {Title: s.Without(), Share: 2, Right: true},
			{Title: s.Taxed(), Share: 2, Right: true}, {Title: s.With(), Share: 2, Right: true}},
		Rows: [][]string{{s.What + "\n" + l.T("by {author}", s.Author), s.Sum(s.Net),
			s.Sum(s.Tax) + " (" + l.Percent(s.Rate.String()) + ")", s.Sum(s.Gross)}},
	})
	for _, text := range append(s.Shares(), s.Why(), s.Note) {
		if text != "" {
			d.Text(text)
		}
	}
	if s.Credits() {
		d.Text(l.T("The amount was given back."))
	} else {
		d.Text(l.T("The amount is paid."))
	}
	return d.Bytes()
}

// facts are what stands above the sums.
func (s *shown) facts() []pdf.Fact {
	l := s.language
	lines := func(list ...string) string {
		said := make([]string, 0, len(list))
		for _, one := range list {
			if one != "" {
				said = append(said, one)
			}
		}
		return strings.Join(said, "\n")
	}
	named := func(name, value string) string {
		if value == "" {
			return ""
		}
		return name + " " + value
	}
	land := func(code string) string {
		if code == "" {
			return ""
		}
		return l.Country(code)
	}
	facts := []pdf.Fact{{Name: l.T("Day"), Value: written(l, s.Day)}}
	if s.Credits() {
		facts = append(facts, pdf.Fact{Name: l.T("Takes back"), Value: l.T("Invoice {number}", s.Of) + ", " + written(l, s.OfDay)})
	}
	return append(facts,
		pdf.Fact{Name: l.T("noun|Order"), Value: l.Number(s.OrderID) + " (" + s.OrderUUID + ")"},
		pdf.Fact{Name: l.T("Supplied and paid on"), Value: written(l, s.PaidDay)},
		pdf.Fact{Name: l.T("invoice|From"), Value: lines(s.Seller.Name, s.Seller.Address, land(s.Seller.Country),
			named(l.T("VAT ID"), s.Seller.VATID), named(l.T("Tax number"), s.Seller.TaxID), s.Seller.Email)},
		pdf.Fact{Name: l.T("invoice|To"), Value: lines(s.Buyer.Name, s.Buyer.Address, land(s.Buyer.Country),
			named(l.T("VAT ID"), s.Buyer.VATID), s.Buyer.Email)})
}
