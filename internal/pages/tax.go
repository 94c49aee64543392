package pages

import (
	"vitrine"
	"vitrine/internal/locale"
)

// TaxLine says in a sentence what tax a price has in it, or why it has none; "" where the marketplace
// says nothing of tax.
func TaxLine(l *locale.Language, t vitrine.OrderTax, currency string) string {
	switch t.Treatment {
	case vitrine.Taxed, vitrine.TaxedAtHome:
		return l.T("Includes {amount} of VAT ({rate}, {country}).",
			l.Priced(t.Amount.String(), currency), l.Percent(t.Rate.String()), l.Country(t.Country))
	case vitrine.Reversed:
		return l.T("No VAT is charged: the buyer owes it (reverse charge).")
	case vitrine.OutOfReach:
		return l.T("No VAT is charged for buyers in {country}.", l.Country(t.Country))
	case vitrine.Exempt:
		return l.T("No VAT is charged.")
	}
	return ""
}
