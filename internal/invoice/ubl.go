// Package invoice writes documents for programs: invoices and credit notes as XML of EN 16931, in the
// syntax of UBL 2.1 (ISO/IEC 19845).
//
// It is a file of its own beside the document for people. Factur-X, the same inside of a PDF/A-3, needs a
// library that writes PDF/A-3 and is looked after; there is none in Go. The package knows no stores and no requests.
package invoice

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"strings"

	"vitrine"
)

// The names of UBL.
const (
	invoiceSpace = "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
	creditSpace  = "urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"
	partsSpace   = "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
	basicSpace   = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"
	profile      = "urn:cen.eu:en16931:2017"
)

// The codes of kinds of documents (UNTDID 1001), of a piece (UN/ECE recommendation 20), and of paid in advance.
const (
	codeInvoice = "380"
	codeCredit  = "381"
	onePiece    = "C62"
)

type document struct {
	XMLName   xml.Name
	Space     string `xml:"xmlns,attr"`
	Parts     string `xml:"xmlns:cac,attr"`
	Basic     string `xml:"xmlns:cbc,attr"`
	Profile   string `xml:"cbc:CustomizationID"`
	ID        string `xml:"cbc:ID"`
	Day       string `xml:"cbc:IssueDate"`
	Invoice   string `xml:"cbc:InvoiceTypeCode,omitempty"`
	Credit    string `xml:"cbc:CreditNoteTypeCode,omitempty"`
	Note      string `xml:"cbc:Note,omitempty"`
	Currency  string `xml:"cbc:DocumentCurrencyCode"`
	Of        *of    `xml:"cac:BillingReference>cac:InvoiceDocumentReference"`
	Seller    party  `xml:"cac:AccountingSupplierParty>cac:Party"`
	Buyer     party  `xml:"cac:AccountingCustomerParty>cac:Party"`
	Delivered string `xml:"cac:Delivery>cbc:ActualDeliveryDate"`
	Tax       taxes  `xml:"cac:TaxTotal"`
	Totals    totals `xml:"cac:LegalMonetaryTotal"`
	Invoiced  *item  `xml:"cac:InvoiceLine"`
	Credited  *item  `xml:"cac:CreditNoteLine"`
}

type of struct {
	ID  string `xml:"cbc:ID"`
	Day string `xml:"cbc:IssueDate"`
}

type party struct {
	Address address     `xml:"cac:PostalAddress"`
	Taxed   []taxNumber `xml:"cac:PartyTaxScheme"`
	Name    string      `xml:"cac:PartyLegalEntity>cbc:RegistrationName"`
	Mail    string      `xml:"cac:Contact>cbc:ElectronicMail,omitempty"`
}

type address struct {
	Street  string `xml:"cbc:StreetName,omitempty"`
	More    string `xml:"cbc:AdditionalStreetName,omitempty"`
	Rest    string `xml:"cac:AddressLine>cbc:Line,omitempty"`
	Country string `xml:"cac:Country>cbc:IdentificationCode"`
}

type taxNumber struct {
	ID     string `xml:"cbc:CompanyID"`
	Scheme string `xml:"cac:TaxScheme>cbc:ID"`
}

type amount struct {
	Currency string `xml:"currencyID,attr"`
	Value    string `xml:",chardata"`
}

type quantity struct {
	Unit  string `xml:"unitCode,attr"`
	Value string `xml:",chardata"`
}

type taxes struct {
	Amount amount   `xml:"cbc:TaxAmount"`
	Part   subtotal `xml:"cac:TaxSubtotal"`
}

type subtotal struct {
	Base     amount   `xml:"cbc:TaxableAmount"`
	Amount   amount   `xml:"cbc:TaxAmount"`
	Category category `xml:"cac:TaxCategory"`
}

type category struct {
	ID      string `xml:"cbc:ID"`
	Percent string `xml:"cbc:Percent,omitempty"`
	Reason  string `xml:"cbc:TaxExemptionReason,omitempty"`
	Scheme  string `xml:"cac:TaxScheme>cbc:ID"`
}

type totals struct {
	Lines   amount `xml:"cbc:LineExtensionAmount"`
	Without amount `xml:"cbc:TaxExclusiveAmount"`
	With    amount `xml:"cbc:TaxInclusiveAmount"`
	Paid    amount `xml:"cbc:PrepaidAmount"`
	Due     amount `xml:"cbc:PayableAmount"`
}

type item struct {
	ID       string    `xml:"cbc:ID"`
	Invoiced *quantity `xml:"cbc:InvoicedQuantity"`
	Credited *quantity `xml:"cbc:CreditedQuantity"`
	Net      amount    `xml:"cbc:LineExtensionAmount"`
	About    string    `xml:"cac:Item>cbc:Description,omitempty"`
	Name     string    `xml:"cac:Item>cbc:Name"`
	Category category  `xml:"cac:Item>cac:ClassifiedTaxCategory"`
	Price    amount    `xml:"cac:Price>cbc:PriceAmount"`
}

// XML writes a document. Conflict where it lacks what EN 16931 asks for: the country of both, the seller's tax number, and a
// tax that is VAT.
func XML(i *vitrine.Invoice) ([]byte, error) {
	switch {
	case i.Buyer.Country == "" || i.Seller.Country == "":
		return nil, vitrine.Errorf(vitrine.Conflict,
			"EN 16931 asks for the country of the seller and of the buyer, and this document does not have both")
	case !vitrine.IsVAT(i.TaxParts):
		return nil, vitrine.Errorf(vitrine.Conflict, "EN 16931 is about VAT, and the tax of this document is another one")
	case i.Seller.VATID == "" && (i.Seller.TaxID == "" || i.Treatment == vitrine.Reversed):
		return nil, vitrine.Errorf(vitrine.Conflict, "EN 16931 asks for a tax number of the seller, and this document has none")
	}
	text, err := xml.MarshalIndent(documentOf(i), "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write %s as XML: %w", i.Number, err)
	}
	return bytes.Join([][]byte{[]byte(xml.Header), text, []byte("\n")}, nil), nil
}

func documentOf(i *vitrine.Invoice) document {
	sum := func(a vitrine.Amount) amount { return amount{i.Currency, a.String()} }
	d := document{
		XMLName: xml.Name{Local: "Invoice"}, Space: invoiceSpace, Parts: partsSpace, Basic: basicSpace, Profile: profile,
		ID: i.Number, Day: i.Day, Note: i.Note, Currency: i.Currency, Seller: sellerOf(i), Buyer: buyerOf(i), Delivered: i.PaidDay,
		Tax: taxes{sum(i.Tax), subtotal{sum(i.Net), sum(i.Tax), categoryOf(i, true)}},
		// All of it is paid, or was given back, when the document is written.
		Totals: totals{Lines: sum(i.Net), Without: sum(i.Net), With: sum(i.Gross), Paid: sum(i.Gross), Due: sum(0)},
	}
	line := &item{ID: "1", Net: sum(i.Net), About: i.License, Name: i.What, Category: categoryOf(i, false), Price: sum(i.Net)}
	one := &quantity{onePiece, "1"}
	if i.Kind == vitrine.Credited {
		d.XMLName.Local, d.Space, d.Credit = "CreditNote", creditSpace, codeCredit
		d.Of, line.Credited, d.Credited = &of{i.Of, i.OfDay}, one, line
		return d
	}
	d.Invoice, line.Invoiced, d.Invoiced = codeInvoice, one, line
	return d
}

func sellerOf(i *vitrine.Invoice) party {
	p := party{Address: addressOf(i.Seller.Address, i.Seller.Country), Name: i.Seller.Name, Mail: i.Seller.Email}
	if i.Seller.VATID != "" && i.Treatment != vitrine.OutOfReach { // BR-O-02
		p.Taxed = append(p.Taxed, taxNumber{i.Seller.VATID, "VAT"})
	}
	if number := cmp.Or(i.Seller.TaxID, i.Seller.VATID); len(p.Taxed) == 0 {
		p.Taxed = append(p.Taxed, taxNumber{number, "TAX"})
	}
	return p
}

func buyerOf(i *vitrine.Invoice) party {
	p := party{Address: addressOf(i.Buyer.Address, i.Buyer.Country), Name: cmp.Or(i.Buyer.Name, i.Buyer.Email, "—"), Mail: i.Buyer.Email}
	if i.Buyer.VATID != "" && i.Treatment != vitrine.OutOfReach {
		p.Taxed = append(p.Taxed, taxNumber{i.Buyer.VATID, "VAT"})
	}
	return p
}

func addressOf(lines, country string) address {
	a := address{Country: country}
	a.Street, lines, _ = strings.Cut(lines, "\n")
	a.More, lines, _ = strings.Cut(lines, "\n")
	a.Rest = strings.ReplaceAll(lines, "\n", ", ")
	return a
}

// categoryOf is how a document is taxed (UNCL 5305), with the reason where that is asked for.
func categoryOf(i *vitrine.Invoice, reasoned bool) category {
	c := category{ID: "S", Percent: i.Rate.String(), Scheme: "VAT"}
	reason := ""
	switch {
	case i.Treatment == vitrine.Reversed:
		c.ID, reason = "AE", "Reverse charge"
	case i.Treatment == vitrine.OutOfReach:
		c.ID, c.Percent, reason = "O", "", "Not subject to VAT"
	case i.Treatment == vitrine.Exempt:
		c.ID, reason = "E", cmp.Or(i.Note, "Exempt")
	case i.Rate == 0:
		c.ID = "Z"
	}
	if reasoned {
		c.Reason = reason
	}
	return c
}
