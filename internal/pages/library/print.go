package library

import (
	"net/http"
	"strings"
	"time"

	"vitrine"
	"vitrine/internal/locale"
	"vitrine/internal/pages"
	"vitrine/internal/pdf"
	"vitrine/internal/receipt"
	"vitrine/internal/shop"
)

// printReceipt sends a receipt as a PDF in the language of who asks, with the signed one attached. NotFound where that
// is a language that it can't be written in.
func printReceipt(w http.ResponseWriter, r *http.Request, o *vitrine.Order, signed shop.SignedReceipt) error {
	l := locale.Of(r.Context())
	return pages.SendPDF(w, r, l, receiptName(o), func() ([]byte, error) { return printed(l, o, signed) })
}

// printed writes what a receipt says, the licence in full and how to check it.
func printed(l *locale.Language, o *vitrine.Order, signed shop.SignedReceipt) ([]byte, error) {
	c := signed.Claims
	title := l.T("Receipt: {title}", c.Model.Title)
	d := pdf.New(pdf.Options{Title: title, Language: l.Tag, Author: c.Marketplace, At: time.Unix(c.IssuedAt, 0),
		Foot: func(page, all string) string { return l.T("{name}, page {page} of {pages}", c.Marketplace, page, all) }})
	d.Heading(1, title)
	if !c.Live {
		d.Text(l.T("SANDBOX: NO MONEY MOVED"))
	}
	d.Facts(said(l, o, c)...)
	d.Table(filesOf(l, c))
	d.Heading(2, l.T("Licence: {name}", pages.LicenseName(l, o.License)))
	d.Text(o.License.Text)
	d.Heading(2, l.T("Proof of your licence"))
	d.Text(l.T("The signed receipt is attached to this document, as {file}. It proves to anybody what you bought, and under which "+
		"licence: {address} checks it.", receiptName(o)+".jwt", c.Issuer+verifyPath))
	d.Attach(receiptName(o)+".jwt", []byte(signed.Text+"\n"))
	return d.Bytes()
}

// said are what a receipt says, but for its files.
func said(l *locale.Language, o *vitrine.Order, c *receipt.Claims) []pdf.Fact {
	license := pages.LicenseName(l, o.License)
	if c.License.Version > 0 {
		license += ", " + l.T("Version {version}", c.License.Version)
	}
	facts := []pdf.Fact{
		{Name: l.T("Marketplace"), Value: c.Marketplace + " (" + c.Issuer + ")"},
		{Name: l.T("noun|Order"), Value: c.Order.ID + " (" + c.Order.UUID + ")"},
		{Name: l.T("Buyer"), Value: c.Buyer},
		{Name: l.T("receipt|Model"), Value: c.Model.Title + " (" + l.T("by {author}", c.Model.Author) + ")"},
		{Name: l.T("Price"), Value: l.Money(o.Price, o.Currency)},
		{Name: l.T("when|Paid"), Value: l.Moment(o.PaidAt)},
		{Name: l.T("when|Signed"), Value: l.Moment(time.Unix(c.IssuedAt, 0))},
		{Name: l.T("Licence"), Value: license + "\n" + digest(c.License.TextHash)},
	}
	if c.Buyer == "" {
		facts = append(facts[:2], facts[3:]...)
	}
	return facts
}

// filesOf are the files of a receipt.
func filesOf(l *locale.Language, c *receipt.Claims) pdf.Table {
	table := pdf.Table{Columns: []pdf.Column{{Title: l.T("File"), Share: 4}, {Title: l.T("Size"), Share: 1.2, Right: true},
		{Title: "SHA-256", Share: 5}}}
	for _, f := range c.Files {
		table.Rows = append(table.Rows, []string{f.Name, l.Bytes(f.Size), halved(f.SHA256)})
	}
	return table
}

// digest is a SHA-256 as people compare it.
func digest(hex string) string { return "SHA-256 " + strings.ReplaceAll(halved(hex), " ", "\n") }

// halved is a SHA-256 with a gap, at which it may be broken.
func halved(hex string) string {
	if len(hex) != 64 {
		return hex
	}
	return hex[:32] + " " + hex[32:]
}
