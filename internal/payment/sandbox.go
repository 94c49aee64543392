package payment

import (
	"context"
	"time"

	"vitrine"
)

// SandboxDelay is how long a delayed sandbox payment takes to be confirmed.
const SandboxDelay = 3 * time.Second

// Sandbox simulates payments. No money moves.
type Sandbox struct{}

// Name is "sandbox".
func (Sandbox) Name() string { return "sandbox" }

// Live is false.
func (Sandbox) Live() bool { return false }

// PaysAt is empty: the outcome is chosen on the checkout page.
func (Sandbox) PaysAt() string { return "" }

// Begin accepts the choices pay, decline and delay. Orders made for real money
// can't be paid here.
func (s Sandbox) Begin(_ context.Context, b Bill, choice string) (Progress, error) {
	if err := b.Check(s.Live()); err != nil {
		return nil, err
	}
	switch choice {
	case "pay":
		return s.settled(b, Paid, func(o *vitrine.Order) string { return eventID("paid", o) }), nil
	case "decline":
		// An order can be declined many times: each beginning makes a version of it.
		return s.settled(b, Failed, func(o *vitrine.Order) string { return repeatableID("failed", o) }), nil
	case "delay":
		return Pending{AskAfter: SandboxDelay}, nil
	}
	return nil, vitrine.Errorf(vitrine.Invalid, "the outcome is pay, decline or delay")
}

// Verify finds nothing: no service stands behind the sandbox.
func (s Sandbox) Verify(Message) ([]Notice, error) { return sendsNone(s.Name()) }

// Read knows nothing: there are no notices.
func (Sandbox) Read(context.Context, Notice) ([]Event, error) { return nil, nil }

// Since finds none.
func (Sandbox) Since(context.Context, time.Time) ([]Notice, error) { return nil, nil }

// Refund gives back what never moved.
func (s Sandbox) Refund(_ context.Context, o *vitrine.Order, r Repayment) (Progress, error) {
	e := RefundByOperator(o, r)
	e.Provider = s.Name()
	return Happened(e), nil
}

// Lookup confirms a delayed payment, and none of orders that were made for real money: it
// was begun elsewhere.
func (s Sandbox) Lookup(_ context.Context, b Bill) (Progress, error) {
	if b.Check(s.Live()) != nil {
		return Pending{}, nil
	}
	return s.settled(b, Paid, func(o *vitrine.Order) string { return eventID("delayed", o) }), nil
}

func (s Sandbox) settled(b Bill, kind Kind, id func(*vitrine.Order) string) Settled {
	events := make([]Event, len(b.Orders))
	for i, o := range b.Orders {
		events[i] = Event{Provider: s.Name(), ID: id(o), OrderID: o.ID, Kind: kind, CheckoutID: b.Checkout}
	}
	return Happened(events...)
}
