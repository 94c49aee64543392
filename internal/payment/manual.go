package payment

import (
	"context"

	"vitrine"
)

// Manual leaves payments to the operator, who confirms them by hand.
type Manual struct{}

// Name is "manual".
func (Manual) Name() string { return "manual" }

// Live is true: the operator takes money.
func (Manual) Live() bool { return true }

// Begin accepts no choice: the checkout page has none.
func (Manual) Begin(context.Context, *vitrine.Order, string) (Attempt, error) {
	return Attempt{}, vitrine.Errorf(vitrine.Conflict, "payments are confirmed by the operator of this marketplace, not on this page")
}
