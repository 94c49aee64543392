package vitrine

import (
	"strings"
	"time"
)

// SellerFacts is what a tax office asks a marketplace about a seller: the Directive (EU) 2021/514 (DAC7), and the form
// 1099-K of the United States. What a seller has not said is "".
type SellerFacts struct {
	Entity       bool   `json:"entity,omitempty"` // a company, and not a person
	LegalName    string `json:"legal_name,omitempty"`
	Street       string `json:"street,omitempty"` // with the number
	Postcode     string `json:"postcode,omitempty"`
	City         string `json:"city,omitempty"`
	Region       string `json:"region,omitempty"`
	Country      string `json:"country,omitempty"` // ISO 3166-1, such as DE
	TaxNumber    string `json:"tax_number,omitempty"`
	TaxCountry   string `json:"tax_country,omitempty"` // that has given it
	VATID        string `json:"vat_id,omitempty"`
	Born         string `json:"born,omitempty"`         // of a person: such as 1990-05-31
	Registration string `json:"registration,omitempty"` // of a company: its number in the register of companies
}

// MaxTaxLine is how many characters a line of it has at most.
const MaxTaxLine = 120

// Tidied is a profile as it was typed, without spaces around it. Of what is a person's or a company's alone, that of
// the other is left out.
func (p SellerFacts) Tidied() SellerFacts {
	for _, line := range p.lines() {
		*line.text = strings.Join(strings.Fields(*line.text), " ")
	}
	p.Country, p.TaxCountry = strings.ToUpper(p.Country), strings.ToUpper(p.TaxCountry)
	p.VATID = strings.ToUpper(strings.ReplaceAll(p.VATID, " ", ""))
	if p.Entity {
		p.Born = ""
	} else {
		p.Registration = ""
	}
	return p
}

type taxLine struct {
	pointer string
	text    *string
}

func (p *SellerFacts) lines() []taxLine {
	return []taxLine{{"/legal_name", &p.LegalName}, {"/street", &p.Street}, {"/postcode", &p.Postcode}, {"/city", &p.City}, {"/region",
		&p.Region},
		{"/country", &p.Country}, {"/tax_number", &p.TaxNumber}, {"/tax_country", &p.TaxCountry}, {"/vat_id", &p.VATID}, {"/born", &p.Born},
		{"/registration", &p.Registration}}
}

// Check returns what is wrong with a profile at a time. All of it may be left out.
func (p SellerFacts) Check(now time.Time) (faults []Field) {
	for _, line := range p.lines() {
		if *line.text != "" && !isLine(*line.text, MaxTaxLine) {
			faults = append(faults, Field{Pointer: line.pointer, Code: "bad_length", Detail: "this has up to 120 characters in one line"})
		}
	}
	for pointer, country := range map[string]string{"/country": p.Country, "/tax_country": p.TaxCountry} {
		if country != "" && (len(country) != 2 || strings.Trim(country, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "") {
			faults = append(faults, Field{Pointer: pointer, Code: "bad_format", Detail: "a country is two letters, such as DE or US"})
		}
	}
	if p.Born != "" {
		if born, err := time.Parse(time.DateOnly, p.Born); err != nil || born.After(now) || born.Year() < 1900 {
			faults = append(faults, Field{Pointer: "/born", Code: "bad_format",
				Detail: "a date of birth is a year, month and day, such as 1990-05-31"})
		}
	}
	return faults
}

// Missing names what a tax office asks for and was not said, by the pointers of Check.
func (p SellerFacts) Missing() (pointers []string) {
	for _, line := range p.lines() {
		optional := line.pointer == "/region" || line.pointer == "/vat_id" || p.Entity && line.pointer == "/born" ||
			!p.Entity && line.pointer == "/registration"
		if *line.text == "" && !optional {
			pointers = append(pointers, line.pointer)
		}
	}
	return pointers
}

// TaxKept is how many years after the last one in which somebody sold something their profile is kept though their
// account was erased: what law asks of platforms, at most.
const TaxKept = 10

// StoredSellerFacts is a profile as it is stored.
type StoredSellerFacts struct {
	SellerFacts
	UserID    int64
	Version   int64
	ChangedAt time.Time
}

// TaxYear is what a seller has earned in a year, of one currency, of real money alone.
type TaxYear struct {
	SellerID int64
	Year     int
	Currency string
	Months   [12]TaxSums
}

// TaxSums is what a tax office is told of a time.
type TaxSums struct {
	Sales int64  // that were paid
	Paid  Amount // by buyers, before anything went back: gross
	Net   Amount // credited to the seller, less what went back
	Share Amount // kept by the marketplace, likewise
	Tax   Amount // owed to the state by the marketplace, likewise
}

// Add adds sums up.
func (s *TaxSums) Add(o TaxSums) {
	s.Sales, s.Paid, s.Net, s.Share, s.Tax = s.Sales+o.Sales, s.Paid+o.Paid, s.Net+o.Net, s.Share+o.Share, s.Tax+o.Tax
}

// Quarter is what a quarter, 1 to 4, comes to.
func (y *TaxYear) Quarter(n int) (sum TaxSums) {
	for _, month := range y.Months[3*(n-1) : 3*n] {
		sum.Add(month)
	}
	return sum
}

// Whole is what the year comes to.
func (y *TaxYear) Whole() (sum TaxSums) {
	for _, month := range y.Months {
		sum.Add(month)
	}
	return sum
}

// Take adds an entry of the ledger to its month. What is no matter of sales changes nothing.
func (y *TaxYear) Take(e StatementEntry) {
	month := &y.Months[e.At.UTC().Month()-1]
	switch e.Kind.Group() {
	case StatementSales:
		month.Add(TaxSums{Sales: 1, Paid: e.Gross(), Net: e.Net, Share: e.Share, Tax: e.Tax})
	case StatementRefunds, StatementDisputes:
		month.Add(TaxSums{Net: e.Net, Share: e.Share, Tax: e.Tax})
	}
}

// ReportedSeller is a seller as a tax office is told of them.
type ReportedSeller struct {
	TaxYear
	Username string
	Profile  SellerFacts
	Account  string // IBAN that they are paid to; "" where it is not known
}
