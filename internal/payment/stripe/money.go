package stripe

import (
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/payment"
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

// coinOf is the smallest amount that Stripe moves of a currency, in its units: what has three decimals ends with a 0.
func coinOf(currency string) int64 {
	switch {
	case slices.Contains(thousandths, currency):
		return 10
	case slices.Contains(wholeHundredths, currency):
		return 100
	default:
		return 1
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

// leastOf are the least that Stripe charges, in hundredths, where the marketplace's account is in the same
// currency: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
var leastOf = map[string]vitrine.Amount{
	"AED": 2_00, "AUD": 50, "BRL": 50, "CAD": 50, "CHF": 50, "CZK": 15_00, "DKK": 2_50, "EUR": 50, "GBP": 30, "HKD": 4_00, "HUF": 175_00,
	"INR": 50, "JPY": 50_00, "MXN": 10_00, "MYR": 2_00, "NOK": 3_00, "NZD": 50, "PLN": 2_00, "RON": 2_00, "SEK": 3_00, "SGD": 50,
	"THB": 10_00, "USD": 50,
}

// Least is the least that Stripe charges; 0 for a currency of which it does not say.
func (*Provider) Least(currency string) vitrine.Amount { return leastOf[currency] }

// checkLeast refuses what Stripe takes no payment of.
func checkLeast(b payment.Bill) error {
	if least := leastOf[b.Currency()]; b.Sum() < least {
		return vitrine.Errorf(vitrine.Conflict, "the sum is %s %s, and no card is charged less than %s %s: buy something else with it",
			b.Sum(), b.Currency(), least, b.Currency())
	}
	return nil
}
