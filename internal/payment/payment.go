// Package payment holds the ways to pay for an order: manual, where the
// operator confirms, and sandbox, whose outcomes the customer picks and where
// no money moves.
//
// A provider says what a customer's choice on the checkout page leads to. The
// order's state follows the payment that shop records, never the customer's
// way back. The package knows nothing of stores, pages or HTTP.
package payment

import (
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
	// Decide says what a choice on the checkout page leads to; Invalid when the
	// page has no such choice, Conflict when it doesn't take any.
	Decide(choice string) (Decision, error)
}

// Outcome is what became of a try to pay.
type Outcome int

// The outcomes.
const (
	Confirmed Outcome = iota // paid
	Declined                 // not paid; the customer may try again
)

// Decision is an outcome, now or after some time.
type Decision struct {
	Outcome Outcome
	After   time.Duration // 0: now
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

// Manual leaves payments to the operator, who confirms them by hand.
type Manual struct{}

// Name is "manual".
func (Manual) Name() string { return "manual" }

// Live is true: the operator takes money.
func (Manual) Live() bool { return true }

// Decide takes no choice.
func (Manual) Decide(string) (Decision, error) {
	return Decision{}, vitrine.Errorf(vitrine.Conflict, "payments are confirmed by the operator of this marketplace, not on this page")
}

// SandboxDelay is after how long a delayed sandbox payment is confirmed.
const SandboxDelay = 3 * time.Second

// Sandbox plays payments. No money moves.
type Sandbox struct{}

// Name is "sandbox".
func (Sandbox) Name() string { return "sandbox" }

// Live is false.
func (Sandbox) Live() bool { return false }

// Decide takes pay, decline and delay.
func (Sandbox) Decide(choice string) (Decision, error) {
	switch choice {
	case "pay":
		return Decision{Outcome: Confirmed}, nil
	case "decline":
		return Decision{Outcome: Declined}, nil
	case "delay":
		return Decision{Outcome: Confirmed, After: SandboxDelay}, nil
	}
	return Decision{}, vitrine.Errorf(vitrine.Invalid, "the outcome is pay, decline or delay")
}
