// Package tax finds the tax of a sale, by what the operator says, what the buyer says and rates with
// dates; it says which evidence shows where a buyer lives, and whether a VAT ID can be one.
//
// All that is sold is an electronically supplied service (Directive 2006/112/EC, article 58): it is
// taxed where the buyer lives. The package is pure: it knows no stores, requests or providers, asks
// nobody and has no clock. It is no advice: docs/law.md says what it does not know.
package tax

import (
	"cmp"
	"time"

	"vitrine"
)

// Supplier is who sells, as far as tax goes.
type Supplier struct {
	Country string
	Exempt  bool // charges no tax, such as a small business
}

// Sale is what has to be known of a sale to tax it.
type Sale struct {
	Rules    vitrine.TaxRules
	Supplier Supplier
	Rates    []Rate // of the operator, which win over the shipped ones
	Price    vitrine.Amount
	Step     vitrine.Amount // the smallest sum that the currency has
	Kind     string         // of good
	Buyer    vitrine.Billing
	At       time.Time
}

// Tax is the tax of a sale, which is part of its price.
func (s Sale) Tax() vitrine.OrderTax {
	t := vitrine.OrderTax{Mode: s.Rules.Mode, Seller: s.Rules.Seller, Kind: s.Kind, Country: s.Buyer.Country, At: s.At,
		Evidence: Evidence(s.Buyer)}
	switch {
	case s.Rules.Mode == vitrine.TaxOff:
		return vitrine.OrderTax{}
	case s.Rules.Mode == vitrine.TaxStripe:
		t.Code = cmp.Or(s.Rules.Code, vitrine.DefaultTaxCode)
		return t // Stripe says the rest when it was paid
	case s.Rules.Mode == vitrine.TaxNone || s.Supplier.Exempt:
		t.Treatment = vitrine.Exempt
		return t
	}
	t.Treatment, t.Country = s.place()
	if t.Treatment == vitrine.Reversed {
		return t
	}
	rate, known := Find(s.Rates, t.Country, s.Kind, s.Rules.Day(s.At))
	if !known {
		t.Treatment = vitrine.OutOfReach
		return t
	}
	t.Rate, t.Amount = rate.Rate, Included(s.Price, rate.Rate, s.Step)
	return t
}

// place says whose tax it is, and how the sale is treated there.
func (s Sale) place() (vitrine.Treatment, string) {
	home, theirs := Territory(s.Supplier.Country), Territory(s.Buyer.Country)
	switch {
	case theirs == "":
		return vitrine.TaxedAtHome, home
	case s.Buyer.VATID != "" && theirs != home && IsMember(theirs):
		return vitrine.Reversed, theirs
	case s.Buyer.VATID == "" && s.Rules.HomeRate && IsMember(home) && IsMember(theirs):
		return vitrine.Taxed, home
	}
	return vitrine.Taxed, theirs
}

// Included is the tax that is part of a price, rounded half up to the step of its currency.
func Included(price vitrine.Amount, rate vitrine.TaxRate, step vitrine.Amount) vitrine.Amount {
	const whole = vitrine.Amount(vitrine.WholePrice)
	step = max(step, 1)
	parts := (whole + vitrine.Amount(rate)) * step
	return (2*price*vitrine.Amount(rate) + parts) / (2 * parts) * step
}

// Territory is the country whose tax a country has: Monaco is as France (Directive 2006/112/EC,
// article 7).
func Territory(country string) string {
	if country == "MC" {
		return "FR"
	}
	return country
}
