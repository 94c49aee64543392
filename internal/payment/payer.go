package payment

import (
	"context"

	"vitrine"
)

// Payer is a Provider that also pays sellers: each has an account of their own with it, to which the money of their
// sales is moved, and from which the provider pays them by itself. As those of a Provider, its methods may be called
// again, and each counts once. They are Unavailable where it is not known whether the provider did what it was asked
// for: all other errors say that it did nothing.
type Payer interface {
	Provider
	// OpenAccount makes an account for a seller, the same one for the same name, and returns its name.
	OpenAccount(ctx context.Context, seller NewSeller) (string, error)
	// Onboard returns the address at which the seller tells the provider what it asks, and comes back from to a path
	// of the marketplace. It works for minutes, and once.
	Onboard(ctx context.Context, account, back string) (string, error)
	// Account says how an account stands now.
	Account(ctx context.Context, account string) (SellerAccount, error)
	// Transfer moves some of the money of an order's payment to an account. What was moved by the same key before is
	// returned as it was.
	Transfer(ctx context.Context, t Transfer) (Moved, error)
	// Reverse moves some of a transfer back. Conflict where the account has too little.
	Reverse(ctx context.Context, r Reversal) (Moved, error)
	// OnboardsAt is the origin of the pages that Onboard leads to.
	OnboardsAt() string
}

// NewSeller is a seller who gets an account.
type NewSeller struct {
	Name  string // that the marketplace knows them by, and no other does
	Email string // "" where it is not known to be theirs
}

// SellerAccount is how a seller's account stands.
type SellerAccount struct {
	Active bool   // money can be moved to it
	Reason string // why not, where the provider says so
	Fault  string // why its last payout to the seller failed; "" where it did not
}

// Moved is what a provider moved.
type Moved struct {
	Name   string // the provider's
	Amount vitrine.Amount
	// Settled is, in the currency Into, what that came to in the account, where it is not in the currency of the order; Into is "" else.
	Settled vitrine.Amount
	Into    string
}

// Arrived writes what was settled in another currency, such as "11.33 EUR"; "" where it was in the currency of the order.
func (m Moved) Arrived() string {
	if m.Into == "" {
		return ""
	}
	return m.Settled.String() + " " + m.Into
}

// Transfer is money of an order for its seller.
type Transfer struct {
	Key     string // counts it once
	Order   *vitrine.Order
	Account string
	Amount  vitrine.Amount
}

// Reversal is money of a transfer that goes back.
type Reversal struct {
	Key      string
	Transfer string
	Amount   vitrine.Amount
	Currency string
}

// SellerReference names a seller of a marketplace, which has a secret of its own, to a provider.
func SellerReference(secret, username string) string {
	return referenceOf("seller " + username + " of " + secret)
}
