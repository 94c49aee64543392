package shop

import (
	"context"
	"time"

	"vitrine"
)

// Paying tells a seller how they are paid.
type Paying struct {
	Account vitrine.PayoutAccount // its version is 0 where they have not said it
	Next    time.Time             // when payouts are made; zero where operators say so
	From    time.Time             // from when on something is sent to the account
	Why     Unpayable             // they would not be paid what is available now
	Least   vitrine.Amount        // what a payout is at least
	// Connected is the seller's own account with the provider; its version is 0 where they have none.
	Connected vitrine.ConnectedAccount
	CanOpen   bool      // they can have one
	FreeFrom  time.Time // when the first of what is on hold is available; zero where nothing is
}

// PayingOf tells a seller how they are paid.
func (s *Shop) PayingOf(ctx context.Context, userID int64) (p Paying, err error) {
	house, err := s.House(ctx)
	if err != nil {
		return p, err
	}
	p.Next, p.Least = house.Payouts.NextRun(s.now()), house.Payouts.Least
	p.Account, err = s.db.PayoutAccount(ctx, userID)
	switch {
	case vitrine.CodeOf(err) == vitrine.NotFound:
		p.Why = NoAccount
	case err != nil:
		return p, err
	default:
		p.From = p.Account.ChangedAt.Add(house.Payouts.Cooling())
	}
	p.CanOpen = s.OnboardsAt() != ""
	if p.Connected, err = s.Connected(ctx, userID); err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return p, err
	}
	since, err := s.db.HeldSince(ctx, userID)
	if err != nil {
		return p, err
	}
	if !since.IsZero() {
		p.FreeFrom = since.Add(house.HoldTime())
	}
	owed, err := s.db.OwedTo(ctx, userID)
	byHand := false // something is available that does not go to the account with the provider
	for _, o := range owed {
		p.Why, byHand = whyUnpaid(&o, &house.Payouts, s.now()), byHand || o.Amount > 0
	}
	if p.Connected.Status == vitrine.ConnectActive && p.Why == NoAccount && !byHand {
		p.Why = PayableNow // by the provider
	}
	return p, err
}
