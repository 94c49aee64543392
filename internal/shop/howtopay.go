package shop

import (
	"vitrine/internal/markdown"
	"vitrine/internal/payment"
)

// headingsUnder is the level of the heading that the text stands under.
const headingsUnder = 3

// HowToPay is the operator's text about payments by hand, as HTML that may hold
// what a description may; "" when there is none, or when payments are not made
// by hand.
func (s *Shop) HowToPay() string { return s.howToPay }

func howToPay(by payment.Provider, source string) string {
	if by == nil || by.Name() != (payment.Manual{}).Name() {
		return ""
	}
	clean, plain := sanitize(markdown.Notice{Under: headingsUnder}.HTML(source))
	if plain == "" {
		return ""
	}
	return clean
}
