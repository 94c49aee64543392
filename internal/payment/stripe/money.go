package stripe

import (
	"slices"
	"strings"

	"vitrine"
)

// What Stripe counts in: https://docs.stripe.com/currencies. thousandths are of the currencies that have three
// decimals; of those that have none here (vitrine.StepOf), it counts some in hundredths, which must be whole ones.
var (
	thousandths     = []string{"BHD", "JOD", "KWD", "OMR", "TND"}
	wholeHundredths = []string{"ISK", "UGX"}
)

// whole reports whether Stripe counts in the currency itself.
func whole(currency string) bool {
	return vitrine.StepOf(currency) > 1 && !slices.Contains(wholeHundredths, currency)
}

// smallest returns an amount in the units that Stripe counts in; Conflict for one that the
// currency has no coins for.
func smallest(a vitrine.Amount, currency string) (int64, error) {
	switch {
	case vitrine.CheckStep(a, currency) != nil:
		return 0, vitrine.Errorf(vitrine.Conflict, "the price is %s %s, and %s has no decimals: the seller must change it", a, currency, currency)
	case whole(currency):
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
	case whole(currency):
		return vitrine.Amount(units * 100)
	case slices.Contains(thousandths, currency):
		return vitrine.Amount((units + 9) / 10)
	default:
		return vitrine.Amount(units)
	}
}

// currencyOf is the code of a currency, which Stripe writes in small letters.
func currencyOf(code string) string { return strings.ToUpper(code) }
