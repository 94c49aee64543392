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

// Begin accepts the choices pay, decline and delay. An order made for real money
// can't be paid here.
func (Sandbox) Begin(_ context.Context, o *vitrine.Order, choice string) (Attempt, error) {
	if o.Live {
		return Attempt{}, vitrine.Errorf(vitrine.Conflict, "this order was made for real money: it can't be paid in the sandbox")
	}
	switch choice {
	case "pay":
		return Attempt{Outcome: Confirmed}, nil
	case "decline":
		return Attempt{Outcome: Declined}, nil
	case "delay":
		return Attempt{Outcome: Confirmed, After: SandboxDelay}, nil
	}
	return Attempt{}, vitrine.Errorf(vitrine.Invalid, "the outcome is pay, decline or delay")
}
