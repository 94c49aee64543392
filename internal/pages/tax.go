package pages

import (
	"vitrine"
	"vitrine/internal/locale"
)

// TaxLine says in a sentence what tax a price has in it, or why it has none; "" where the marketplace
// says nothing of tax.
func TaxLine(l *locale.Language, t vitrine.OrderTax, currency string) string {
	if t.Pending() {
		return l.T("Tax is part of the price: how much is found by where you live, which our payment service asks.")
	}
	switch vat := vitrine.IsVAT(t.Parts); t.Treatment {
	case vitrine.Taxed, vitrine.TaxedAtHome:
		if !vat {
			return l.T("Includes {amount} of tax ({rate}, {country}).",
				l.Priced(t.Amount.String(), currency), l.Percent(t.Rate.String()), l.Country(t.Country))
		}
		return l.T("Includes {amount} of VAT ({rate}, {country}).",
			l.Priced(t.Amount.String(), currency), l.Percent(t.Rate.String()), l.Country(t.Country))
	case vitrine.Reversed:
		return l.T("No VAT is charged: the buyer owes it (reverse charge).")
	case vitrine.OutOfReach:
		if t.Country == "" {
			return l.T("No VAT is charged.")
		}
		return l.T("No VAT is charged for buyers in {country}.", l.Country(t.Country))
	case vitrine.Exempt:
		return l.T("No VAT is charged.")
	}
	return ""
}
