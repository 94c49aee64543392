package payment

import (
	"context"
	"time"

	"vitrine"
)

// Manual leaves payments to the operator, who confirms them by hand.
type Manual struct{}

// Name is "manual".
func (Manual) Name() string { return "manual" }

// Live is true: the operator takes money.
func (Manual) Live() bool { return true }

// PaysAt is empty: nobody is sent anywhere.
func (Manual) PaysAt() string { return "" }

// Begin accepts no choice: the checkout page has none.
func (Manual) Begin(context.Context, Bill, string) (Progress, error) {
	return nil, vitrine.Errorf(vitrine.Conflict, "payments are confirmed by the operator of this marketplace, not on this page")
}

// Verify finds nothing: nobody but the operator tells of payments.
func (m Manual) Verify(Message) ([]Notice, error) { return sendsNone(m.Name()) }

// Read knows nothing: there are no notices.
func (Manual) Read(context.Context, Notice) ([]Event, error) { return nil, nil }

// Since finds none.
func (Manual) Since(context.Context, time.Time) ([]Notice, error) { return nil, nil }

// Refund takes the operator's word that the money went back.
func (Manual) Refund(_ context.Context, o *vitrine.Order, r Repayment) (Progress, error) {
	return Happened(RefundByOperator(o, r)), nil
}

// Lookup knows nothing: the operator will tell.
func (Manual) Lookup(context.Context, Bill) (Progress, error) { return Pending{}, nil }
