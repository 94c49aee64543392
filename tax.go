package vitrine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// TaxMode says how the tax of a sale is found.
type TaxMode string

// The ways to find the tax of a sale.
const (
	TaxOff    TaxMode = ""       // nothing is said of tax, and no invoices are written
	TaxNone   TaxMode = "none"   // who sells is exempt, such as a small business
	TaxTable  TaxMode = "table"  // by the rates of the buyer's country
	TaxStripe TaxMode = "stripe" // Stripe Tax finds it while the buyer pays
)

// TaxSeller says who sells to the buyer, and owes the tax.
type TaxSeller string

// Who sells.
const (
	ShopSells   TaxSeller = "shop"   // as if it had bought from the author (Regulation 282/2011, article 9a)
	AuthorSells TaxSeller = "seller" // the marketplace is an agent
)

// TaxRate is in hundredths of a percent: 2550 is 25.5 %.
type TaxRate int64

// String writes the rate in percent, such as "25.5".
func (r TaxRate) String() string { return Share(r).String() }

// ParseTaxRate reads a rate in percent as ParseShare does, but takes nothing for no rate.
func ParseTaxRate(text string) (TaxRate, error) {
	rate, err := ParseShare(text)
	if strings.TrimSpace(text) == "" {
		err = Errorf(Invalid, "write percent from 0 to 100 with at most two decimals, such as 12.5")
	}
	return TaxRate(rate), err
}

// Treatment says why a sale is taxed as it is.
type Treatment string

// The treatments.
const (
	Taxed       Treatment = "taxed"
	Exempt      Treatment = "exempt"         // who sells charges no tax, such as a small business
	Reversed    Treatment = "reverse_charge" // the buyer, a business in another member state, owes it
	OutOfReach  Treatment = "outside"        // the buyer lives where who sells owes no tax
	TaxedAtHome Treatment = "unknown_place"  // nobody said where the buyer lives: taxed as at home
)

// Evidence is one piece of what says where a buyer lives (Regulation 282/2011, article 24f).
type Evidence struct {
	Kind    EvidenceKind `json:"kind"`
	Country string       `json:"country"` // ISO 3166-1
	At      time.Time    `json:"at"`
}

// EvidenceKind is what a piece of evidence is.
type EvidenceKind string

// The kinds of evidence.
const (
	SaysBilling EvidenceKind = "billing_address" // what the buyer says
	SaysNetwork EvidenceKind = "network"         // of the address that they came from
	SaysCard    EvidenceKind = "card"            // where it was issued, as the provider says
	SaysVATID   EvidenceKind = "vat_id"          // of a business
	SaysAgain   EvidenceKind = "confirmation"    // that the buyer was asked for, as nothing else agrees
)

// OrderTax is the tax of an order, pinned when its payment begins. The zero value is that of an
// order of a marketplace that says nothing of tax.
type OrderTax struct {
	Mode      TaxMode    `json:"mode"`
	Seller    TaxSeller  `json:"seller"`
	Treatment Treatment  `json:"treatment"`
	Amount    Amount     `json:"amount"` // part of the price
	Rate      TaxRate    `json:"rate"`
	Country   string     `json:"country"`        // ISO 3166-1, whose tax it is; "" where nobody said where the buyer lives
	Kind      string     `json:"kind"`           // of good: the product type of the model
	Code      string     `json:"code,omitempty"` // of good, as Stripe Tax names it, where that is asked
	Parts     []TaxPart  `json:"parts,omitempty"`
	Evidence  []Evidence `json:"evidence,omitempty"`
	Fallback  bool       `json:"fallback,omitempty"` // by the table, since Stripe Tax was to find it and did not
	At        time.Time  `json:"at"`
}

// TaxPart is what one authority has of a tax, as Stripe Tax found it: the state and the city of a buyer may each have
// one. Those of a tax come to its amount.
type TaxPart struct {
	Type    string `json:"type"`    // as Stripe names it: vat, sales_tax, gst, …; "" where no tax is known
	Place   string `json:"place"`   // whose tax it is, such as Germany or New York
	Percent string `json:"percent"` // such as 8.875
	Amount  Amount `json:"amount"`
	Base    Amount `json:"base"`   // that it is of
	Reason  string `json:"reason"` // why, as Stripe says it: standard_rated, reverse_charge, …
}

// Pending reports whether the tax is known only once the order was paid.
func (t OrderTax) Pending() bool { return t.Mode == TaxStripe && t.Treatment == "" }

// IsVAT reports whether a tax of these parts is called VAT: all are that Stripe Tax did not find.
func IsVAT(parts []TaxPart) bool {
	return !slices.ContainsFunc(parts, func(p TaxPart) bool { return p.Type != "" && p.Type != "vat" })
}

// Home is the country in which the buyer lives, as the first piece of evidence says; "" where there is none.
// It is another one than that of the tax where all buyers are taxed as at the seller's home.
func (t OrderTax) Home() string {
	if len(t.Evidence) == 0 {
		return ""
	}
	return t.Evidence[0].Country
}

// Owed is the part of the tax that the marketplace owes: that of an author is theirs to pay.
func (t OrderTax) Owed() Amount {
	if t.Seller == AuthorSells {
		return 0
	}
	return t.Amount
}

// Billing is what the buyer of an order says of themselves for its invoice.
type Billing struct {
	Name    string `json:"name,omitempty"`
	Address string `json:"address,omitempty"` // lines, without the country
	Country string `json:"country,omitempty"` // ISO 3166-1
	VATID   string `json:"vat_id,omitempty"`  // of the European Union, with its letters
	// Checked says by what the VAT ID was found good.
	Checked VATCheck `json:"checked,omitempty"`
	// Network is the country of the buyer's network, where the operator named a source.
	Network string    `json:"network,omitempty"`
	Sure    bool      `json:"sure,omitempty"` // the buyer was asked for the country once more, and confirmed it
	At      time.Time `json:"at,omitzero"`
}

// VATCheck is by what a VAT ID was found good.
type VATCheck string

// The checks of VAT IDs.
const (
	ByForm VATCheck = "form" // by its form and check digits alone
	ByVIES VATCheck = "vies" // by the register of the European Union
)

// Party is who an invoice is from.
type Party struct {
	Name    string `json:"name"` // legal
	Address string `json:"address"`
	Country string `json:"country"`
	VATID   string `json:"vat_id,omitempty"`
	TaxID   string `json:"tax_id,omitempty"` // a national number, where there is no VAT ID
	Email   string `json:"email,omitempty"`
}

// TaxProfile is who a seller is on invoices, where sellers sell themselves.
type TaxProfile struct {
	Party
	Exempt bool   // they charge no tax, such as a small business
	Note   string // why
}

// Check returns what is wrong with a profile, but for country and VAT ID.
func (p *TaxProfile) Check() []Field {
	faults := append(p.Party.Check(""), checkNote("/note", p.Note)...)
	if p.Exempt && strings.TrimSpace(p.Note) == "" {
		faults = append(faults, Field{Pointer: "/note", Code: "required", Detail: "invoices without tax say why there is none"})
	}
	return faults
}

// The most characters of what people say for invoices.
const (
	MaxPartyName    = 120
	MaxPartyAddress = 400
	MaxTaxNote      = 400
	MaxSeries       = 20
)

// TaxRules are what an operator says of tax and invoices.
type TaxRules struct {
	Mode   TaxMode   `json:"mode"`
	Seller TaxSeller `json:"seller"`
	House  Party     `json:"house"`
	Note   string    `json:"note"`   // on invoices without tax: why there is none
	Series string    `json:"series"` // what the numbers of the marketplace's invoices begin with
	Zone   string    `json:"zone"`   // of days and quarters, such as Europe/Berlin; "" for UTC
	// TwoPieces says that two pieces of evidence have to agree on where a buyer lives: one is enough up to
	// 100,000 EUR a year (article 24b).
	TwoPieces bool `json:"two_pieces"`
	// HomeRate says that consumers of other member states pay the rate of the seller's country, as they may up
	// to 10,000 EUR a year (Directive 2006/112/EC, article 59c).
	HomeRate bool `json:"home_rate"`
	// NetworkHeader is the header in which a proxy of the operator's says in which country a request was made; "" for none.
	NetworkHeader string `json:"network_header"`
	VIES          bool   `json:"vies"` // VAT IDs are looked up
	// Code is what Stripe Tax takes all that is sold for; "" for DefaultTaxCode.
	Code string `json:"code,omitempty"`
}

// DefaultTaxCode is Stripe Tax's "General - Electronically Supplied Services".
// https://docs.stripe.com/tax/tax-codes
const DefaultTaxCode = "txcd_10000000"

// DefaultSeries is what the numbers of invoices begin with where an operator says nothing else.
const DefaultSeries = "INV-"

// Location is the zone of days and quarters.
func (r *TaxRules) Location() *time.Location {
	zone, err := time.LoadLocation(cmp.Or(r.Zone, "UTC"))
	if err != nil {
		return time.UTC // a machine without its name: Check refuses it where it is set
	}
	return zone
}

// Day is the day on which a moment is, such as 2026-07-01.
func (r *TaxRules) Day(t time.Time) string { return t.In(r.Location()).Format(time.DateOnly) }

// Begins is the first moment of a day such as 2026-07-01; Invalid for what is none.
func (r *TaxRules) Begins(day string) (time.Time, error) {
	at, err := time.ParseInLocation(time.DateOnly, day, r.Location())
	if err != nil {
		return at, Errorf(Invalid, "write a day as 2026-01-31")
	}
	return at, nil
}

// Check returns what is wrong with the rules, but for countries and VAT IDs.
func (r *TaxRules) Check() (faults []Field) {
	wrong := func(pointer, code, detail string) {
		faults = append(faults, Field{Pointer: pointer, Code: code, Detail: detail})
	}
	switch r.Mode {
	case TaxOff, TaxNone, TaxTable, TaxStripe:
	default:
		wrong("/mode", "not_allowed", "tax is none, table or stripe, or nothing")
	}
	if r.Seller != ShopSells && r.Seller != AuthorSells {
		wrong("/seller", "not_allowed", "the shop sells, or the seller")
	}
	if r.Mode == TaxStripe && r.Seller == AuthorSells {
		wrong("/seller", "not_allowed", "Stripe Tax knows where this marketplace is registered, and not where each seller is: the shop sells")
	}
	if r.Code != "" && !isTaxCode(r.Code) {
		wrong("/code", "bad_format", "a tax code of Stripe is txcd_ and eight digits, such as txcd_10000000")
	}
	if r.Mode != TaxOff {
		faults = append(faults, r.House.Check("/house")...)
	}
	faults = append(faults, checkNote("/note", r.Note)...)
	if r.Mode == TaxNone && strings.TrimSpace(r.Note) == "" {
		wrong("/note", "required", "invoices without tax say why there is none")
	}
	if !isSeries(r.Series) {
		wrong("/series", "bad_format", "numbers of invoices begin with at most 20 of A to Z, 0 to 9 and -")
	}
	if _, err := time.LoadLocation(r.Zone); err != nil || r.Zone == "Local" {
		wrong("/zone", "not_allowed", "name a time zone such as Europe/Berlin")
	}
	if !isHeader(r.NetworkHeader) {
		wrong("/network_header", "bad_format", "the name of a header has letters, digits and -")
	}
	return faults
}

// Check returns what is wrong with who an invoice is from. pointer is where it stands.
func (p *Party) Check(pointer string) (faults []Field) {
	if !isLine(p.Name, MaxPartyName) {
		faults = append(faults, Field{Pointer: pointer + "/name", Code: "bad_length", Detail: "a legal name has 1 to 120 characters in one line"})
	}
	if !isLines(p.Address, MaxPartyAddress) || strings.TrimSpace(p.Address) == "" {
		faults = append(faults, Field{Pointer: pointer + "/address", Code: "bad_length", Detail: "an address has 1 to 400 characters"})
	}
	if p.TaxID != "" && !isLine(p.TaxID, MaxPartyName) {
		faults = append(faults, Field{Pointer: pointer + "/tax_id", Code: "bad_length",
			Detail: "a tax number has at most 120 characters in one line"})
	}
	if p.Email != "" {
		faults = append(faults, CheckEmail(pointer+"/email", p.Email)...)
	}
	return faults
}

// Check returns what is wrong with what a buyer says, but for country and VAT ID.
func (b *Billing) Check() (faults []Field) {
	if b.Name != "" && !isLine(b.Name, MaxPartyName) {
		faults = append(faults, Field{Pointer: "/name", Code: "bad_length", Detail: "a name has at most 120 characters in one line"})
	}
	if !isLines(b.Address, MaxPartyAddress) {
		faults = append(faults, Field{Pointer: "/address", Code: "bad_length", Detail: "an address has at most 400 characters"})
	}
	if b.VATID == "" {
		return faults
	}
	if b.Name == "" {
		faults = append(faults, Field{Pointer: "/name", Code: "required", Detail: "the invoice of a business needs its name"})
	}
	if strings.TrimSpace(b.Address) == "" {
		faults = append(faults, Field{Pointer: "/address", Code: "required", Detail: "the invoice of a business needs its address"})
	}
	return faults
}

func checkNote(pointer, text string) []Field {
	if isLines(text, MaxTaxNote) {
		return nil
	}
	return []Field{{Pointer: pointer, Code: "bad_length", Detail: "write at most 400 characters"}}
}

// isLines reports whether a text has at most n characters, all of which can be seen but ends of lines.
func isLines(text string, n int) bool {
	unseen := func(r rune) bool { return r != '\n' && unicode.In(r, unicode.Cc, unicode.Co, unicode.Zl, unicode.Zp) }
	return utf8.ValidString(text) && utf8.RuneCountInString(text) <= n && strings.IndexFunc(text, unseen) < 0
}

func isSeries(text string) bool {
	return len(text) <= MaxSeries && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") == ""
}

func isTaxCode(text string) bool {
	digits, ok := strings.CutPrefix(text, "txcd_")
	return ok && len(digits) == 8 && strings.Trim(digits, "0123456789") == ""
}

func isHeader(text string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"
	return len(text) <= 60 && strings.Trim(text, letters) == ""
}

// Quarter is three months of a year, in which tax is reported.
type Quarter struct{ Year, Number int }

// QuarterOf is the quarter that a moment is in, in a zone.
func QuarterOf(t time.Time, zone *time.Location) Quarter {
	t = t.In(zone)
	return Quarter{t.Year(), (int(t.Month()) + 2) / 3}
}

// Begin is its first moment.
func (q Quarter) Begin(zone *time.Location) time.Time {
	return time.Date(q.Year, time.Month(3*q.Number-2), 1, 0, 0, 0, 0, zone)
}

// End is the first moment behind it.
func (q Quarter) End(zone *time.Location) time.Time { return q.Next().Begin(zone) }

// Due is the first moment after the month in which its report is given, by the rules of the One Stop Shop.
func (q Quarter) Due(zone *time.Location) time.Time { return q.End(zone).AddDate(0, 1, 0) }

// Next is the quarter that follows.
func (q Quarter) Next() Quarter {
	if q.Number == 4 {
		return Quarter{q.Year + 1, 1}
	}
	return Quarter{q.Year, q.Number + 1}
}

// Before is the quarter before it.
func (q Quarter) Before() Quarter {
	if q.Number == 1 {
		return Quarter{q.Year - 1, 4}
	}
	return Quarter{q.Year, q.Number - 1}
}

// String writes it as 2026-Q3.
func (q Quarter) String() string { return fmt.Sprintf("%04d-Q%d", q.Year, q.Number) }

// ParseQuarter reads what String writes.
func ParseQuarter(text string) (Quarter, error) {
	var q Quarter
	if n, err := fmt.Sscanf(text, "%4d-Q%1d", &q.Year, &q.Number); n != 2 || err != nil || q.String() != text ||
		q.Number < 1 || q.Number > 4 || q.Year < 2000 {
		return Quarter{}, Errorf(Invalid, "a quarter is written as 2026-Q3")
	}
	return q, nil
}
