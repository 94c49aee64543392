// Package payment holds the ways to pay for an order: manual, where the
// operator confirms, and sandbox, whose outcomes the customer picks and where
// no money moves.
//
// A provider begins a payment when the customer has chosen on the checkout
// page. It reports the result by events, each with its own identifier: an
// order's state follows the events that shop records, never the customer's
// return to the page. The package knows nothing of stores, pages or HTTP.
package payment

import (
	"context"
	"fmt"
	"time"

	"vitrine"
)

// Provider is a way to pay.
type Provider interface {
	// Name is its stable name, such as "manual".
	Name() string
	// Live says whether real money moves.
	Live() bool
	// Begin begins a payment as the customer chose on the checkout page; Invalid
	// when the page has no such choice, Conflict when the order can't be paid that
	// way. It may call other services, so it runs outside of transactions.
	Begin(ctx context.Context, o *vitrine.Order, choice string) (Attempt, error)
}

// Outcome is the result of an attempt to pay.
type Outcome int

// The outcomes.
const (
	Confirmed Outcome = iota // paid
	Declined                 // not paid; the customer may try again
)

// Attempt is a payment that was begun, with its outcome and when that is due.
type Attempt struct {
	Outcome Outcome
	After   time.Duration // 0: now
}

// Kind says what happened to the payment of an order.
type Kind string

// The kinds of events.
const (
	Paid        Kind = "paid"
	Refunded    Kind = "refunded"     // the money went back; also a dispute that was lost
	Disputed    Kind = "disputed"     // the customer's bank asks for the money back
	DisputeOver Kind = "dispute_over" // the money stays
)

// Event is a provider's report about an order's payment. The same event may be
// reported many times; it counts once.
type Event struct {
	Provider string
	ID       string // unique among the provider's events
	OrderID  int64
	Kind     Kind
}

// ByName gives the provider of a name.
func ByName(name string) (Provider, error) {
	for _, provider := range []Provider{Manual{}, Sandbox{}} {
		if provider.Name() == name {
			return provider, nil
		}
	}
	return nil, fmt.Errorf("there are no payments named %q: use manual or sandbox", name)
}
