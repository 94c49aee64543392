package vitrine

import (
	"fmt"
	"strconv"
	"strings"
)

// Share is what a marketplace keeps of a price, in hundredths of a percent: 1250 is 12.5 %.
type Share int64

// WholePrice is the share that leaves nothing.
const WholePrice Share = 10_000

// Of is the share of a price, rounded half up to a whole number of the steps of its currency (StepOf).
func (s Share) Of(price, step Amount) Amount {
	whole := Amount(WholePrice) * step
	return (price*Amount(s) + whole/2) / whole * step
}

// Rest is what is left of a price for who sells.
func (s Share) Rest(price, step Amount) Amount { return price - s.Of(price, step) }

// String writes the share in percent, such as "12.5".
func (s Share) String() string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%d.%02d", s/100, s%100), "0"), ".")
}

// ParseShare reads a share in percent, with a comma or a point before at most two decimals.
// Nothing is none. Invalid for all else.
func ParseShare(text string) (Share, error) {
	whole, part, _ := strings.Cut(strings.Replace(strings.TrimSpace(text), ",", ".", 1), ".")
	if whole+part == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(whole+(part + "00")[:max(2, len(part))], 10, 32)
	if err != nil || len(part) > 2 || Share(n) > WholePrice {
		return 0, Errorf(Invalid, "write percent from 0 to 100 with at most two decimals, such as 12.5")
	}
	return Share(n), nil
}
