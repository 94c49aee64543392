package stripe

import (
	"slices"
	"strings"

	"vitrine"
)

// whole are the currencies whose smallest unit is the currency itself, to Stripe, and
// thousandths those that have three decimals. https://docs.stripe.com/currencies
var (
	whole       = []string{"BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "VND", "VUV", "XAF", "XOF", "XPF"}
	thousandths = []string{"BHD", "JOD", "KWD", "OMR", "TND"}
	// Stripe counts these in hundredths, which must be whole ones.
	wholeHundredths = []string{"ISK", "UGX"}
)

// smallest returns an amount in the units that Stripe counts in; Conflict for one that the
// currency has no coins for.
func smallest(a vitrine.Amount, currency string) (int64, error) {
	hundredth := a%100 != 0
	switch {
	case hundredth && (slices.Contains(whole, currency) || slices.Contains(wholeHundredths, currency)):
		return 0, vitrine.Errorf(vitrine.Conflict, "the price is %s %s, and %s has no decimals: the seller must change it", a, currency, currency)
	case slices.Contains(whole, currency):
		return int64(a / 100), nil
	case slices.Contains(thousandths, currency):
		return int64(a) * 10, nil
	default:
		return int64(a), nil
	}
}

// amountOf is the contrary of smallest. What is less than a hundredth, of a fee, is rounded up.
func amountOf(units int64, currency string) vitrine.Amount {
	switch {
	case slices.Contains(whole, currency):
		return vitrine.Amount(units * 100)
	case slices.Contains(thousandths, currency):
		return vitrine.Amount((units + 9) / 10)
	default:
		return vitrine.Amount(units)
	}
}

// currencyOf is the code of a currency, which Stripe writes in small letters.
func currencyOf(code string) string { return strings.ToUpper(code) }

// stepOf is the least that there is of a currency.
func stepOf(currency string) vitrine.Amount {
	if slices.Contains(whole, currency) || slices.Contains(wholeHundredths, currency) {
		return 100
	}
	return 1
}
