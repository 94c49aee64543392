package invoice_test

import (
	"encoding/xml"
	"math"
	"strconv"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/invoice"
	"vitrine/internal/tax"
)

// bill is an invoice of 12.50 with a rate.
func bill(gross vitrine.Amount, rate vitrine.TaxRate) *vitrine.Invoice {
	i := &vitrine.Invoice{
		Number: "INV-000007", Kind: vitrine.Billed, Day: "2026-07-01", PaidDay: "2026-07-01", Currency: "EUR", What: `Oak <chair> & "table"`,
		Seller: vitrine.Party{Name: "Vitrine GmbH", Address: "Marktplatz 1\n10115 Berlin", Country: "DE", VATID: "DE136695976"},
		Buyer:  vitrine.InvoiceTo{Name: "Ada", Address: "Oak 1\nStair 2\nDoor 3\nWien", Country: "AT"},
		Gross:  gross, Rate: rate, Country: "AT", Treatment: vitrine.Taxed, License: "General license",
	}
	i.Tax = tax.Included(gross, rate, 1)
	i.Net = i.Gross - i.Tax
	return i
}

// node is a piece of XML.
type node struct {
	XMLName xml.Name
	Text    string `xml:",chardata"`
	Nodes   []node `xml:",any"`
}

// at is the text at a path, "" where nothing is there.
func (n node) at(path string) string {
	name, rest, more := strings.Cut(path, "/")
	for _, child := range n.Nodes {
		if child.XMLName.Local == name {
			if !more {
				return strings.TrimSpace(child.Text)
			}
			return child.at(rest)
		}
	}
	return ""
}

func (n node) sum(t *testing.T, path string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(n.at(path), 64)
	if err != nil {
		t.Errorf("%s is %q", path, n.at(path))
	}
	return v
}

func read(t *testing.T, i *vitrine.Invoice) node {
	t.Helper()
	text, err := invoice.XML(i)
	if err != nil {
		t.Fatal(err)
	}
	var root node
	if err := xml.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	return root
}

// TestArithmetic holds documents of many prices and rates against the rules of EN 16931 about sums.
func TestArithmetic(t *testing.T) {
	t.Parallel()
	const cent = 0.004
	for _, rate := range []vitrine.TaxRate{0, 810, 1700, 1900, 2000, 2550, 2700} {
		for _, kind := range []vitrine.InvoiceKind{vitrine.Billed, vitrine.Credited} {
			for gross := vitrine.Amount(1); gross < 20_000; gross += 37 {
				i := bill(gross, rate)
				i.Kind = kind
				d := read(t, i)
				const all = "LegalMonetaryTotal/"
				line := map[vitrine.InvoiceKind]string{vitrine.Billed: "InvoiceLine/", vitrine.Credited: "CreditNoteLine/"}[kind]
				near := func(rule string, got, want, room float64) {
					if math.Abs(got-want) > room {
						t.Fatalf("%s of %s at %s %%: %g, want %g", rule, gross, rate, got, want)
					}
				}
				near("BR-CO-10", d.sum(t, all+"LineExtensionAmount"), d.sum(t, line+"LineExtensionAmount"), cent)
				near("BR-CO-13", d.sum(t, all+"TaxExclusiveAmount"), d.sum(t, all+"LineExtensionAmount"), cent)
				near("BR-CO-14", d.sum(t, "TaxTotal/TaxAmount"), d.sum(t, "TaxTotal/TaxSubtotal/TaxAmount"), cent)
				near("BR-CO-15", d.sum(t, all+"TaxInclusiveAmount"), d.sum(t, all+"TaxExclusiveAmount")+d.sum(t, "TaxTotal/TaxAmount"), cent)
				near("BR-CO-16", d.sum(t, all+"PayableAmount"), d.sum(t, all+"TaxInclusiveAmount")-d.sum(t, all+"PrepaidAmount"), cent)
				// Prices have the tax in them: a cent either way, well within the room that the rules of CEN leave.
				near("BR-CO-17", d.sum(t, "TaxTotal/TaxSubtotal/TaxAmount"),
					d.sum(t, "TaxTotal/TaxSubtotal/TaxableAmount")*d.sum(t, "TaxTotal/TaxSubtotal/TaxCategory/Percent")/100, 0.011)
			}
		}
	}
}

// TestCategories says how each treatment is told, and what goes with it.
func TestCategories(t *testing.T) {
	t.Parallel()
	const category = "TaxTotal/TaxSubtotal/TaxCategory/"
	for name, c := range map[string]struct {
		change                           func(*vitrine.Invoice)
		id, percent, reason, sell, other string
	}{
		"taxed": {func(*vitrine.Invoice) {}, "S", "20", "", "DE136695976", ""},
		"reverse": {func(i *vitrine.Invoice) {
			i.Treatment, i.Rate, i.Buyer.VATID = vitrine.Reversed, 0, "ATU13585627"
		}, "AE", "0", "Reverse charge", "DE136695976", "ATU13585627"},
		"exempt": {func(i *vitrine.Invoice) {
			i.Treatment, i.Rate, i.Note = vitrine.Exempt, 0, "§ 19 UStG"
		}, "E", "0", "§ 19 UStG", "DE136695976", ""},
		"outside": {func(i *vitrine.Invoice) {
			i.Treatment, i.Rate, i.Seller.TaxID = vitrine.OutOfReach, 0, "30/123"
		}, "O", "", "Not subject to VAT", "30/123", ""},
		"zero": {func(i *vitrine.Invoice) { i.Rate = 0 }, "Z", "0", "", "DE136695976", ""},
	} {
		i := bill(1200, 2000)
		c.change(i)
		d := read(t, i)
		const line = "InvoiceLine/Item/ClassifiedTaxCategory/"
		for path, want := range map[string]string{
			category + "ID": c.id, category + "Percent": c.percent, category + "TaxExemptionReason": c.reason,
			line + "ID": c.id, line + "Percent": c.percent,
			"AccountingSupplierParty/Party/PartyTaxScheme/CompanyID": c.sell, "AccountingCustomerParty/Party/PartyTaxScheme/CompanyID": c.other,
			"AccountingCustomerParty/Party/PostalAddress/AddressLine/Line": "Door 3, Wien",
			"InvoiceLine/Item/Name": i.What, "InvoiceTypeCode": "380",
		} {
			if got := d.at(path); got != want {
				t.Errorf("%s: %s is %q, want %q", name, path, got, want)
			}
		}
	}
	note := bill(1200, 2000)
	note.Kind, note.Of, note.OfDay = vitrine.Credited, "INV-000001", "2026-06-30"
	d := read(t, note)
	if d.XMLName.Local != "CreditNote" || d.at("CreditNoteTypeCode") != "381" ||
		d.at("BillingReference/InvoiceDocumentReference/ID") != "INV-000001" {
		t.Errorf("a credit note is %+v", d)
	}
	for _, lack := range []func(*vitrine.Invoice){
		func(i *vitrine.Invoice) { i.Buyer.Country = "" }, func(i *vitrine.Invoice) { i.Seller.VATID = "" },
	} {
		i := bill(1200, 2000)
		lack(i)
		if _, err := invoice.XML(i); vitrine.CodeOf(err) != vitrine.Conflict {
			t.Errorf("what lacks something is written: %v", err)
		}
	}
}
