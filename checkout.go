package vitrine

import (
	"net/url"
	"slices"
	"strconv"
	"time"
)

// MaxCheckout is how many orders can be paid by one payment, and how many models a cart holds.
const MaxCheckout = 50

// Checkout is several orders of one buyer, in one currency, that are paid by one payment: all of them or
// none. What happens to money happens to each order; a checkout has no state of its own but that it was
// called off, or that its payment came.
type Checkout struct {
	ID            int64
	UUID          string // the caller's own identifier, unique among the caller's checkouts
	UserID        int64  // who made it
	ApplicationID int64  // that made it for its owner; 0 for a user's own token
	Orders        []*Order
	Currency      string
	Live          bool
	ReturnURL     string
	Handle        string // what the secret is derived from
	Key           string // secret in the address of its page
	PaymentID     string // the provider's name of the payment that was begun last
	Version       int64
	CreatedAt     time.Time
	UpdatedAt     time.Time
	PaidAt        time.Time // when its payment came; zero: it has not
	CanceledAt    time.Time // zero: nobody called it off
}

// Sum is what the orders cost together.
func (c *Checkout) Sum() (sum Amount) {
	for _, o := range c.Orders {
		sum += o.Price
	}
	return sum
}

// ExpiresAt is until when all of it can be paid.
func (c *Checkout) ExpiresAt() (until time.Time) {
	for _, o := range c.Orders {
		if until.IsZero() || o.ExpiresAt.Before(until) {
			until = o.ExpiresAt
		}
	}
	return until
}

// Path is the path of the page on which it is paid.
func (c *Checkout) Path() string { return "/checkouts/" + url.PathEscape(c.Key) }

// Paying reports whether a payment has begun and may still come to its outcome.
func (c *Checkout) Paying(now time.Time) bool {
	return slices.ContainsFunc(c.Orders, func(o *Order) bool { return o.Paying(now) })
}

// Confirming reports whether its customer has paid elsewhere, and their bank has not confirmed it yet.
func (c *Checkout) Confirming() bool {
	return slices.ContainsFunc(c.Orders, func(o *Order) bool { return o.Status == Unpaid && o.Confirming })
}

// StatusAt is where the checkout stands, in the words of orders. Of one whose orders went different
// ways it is paid when money came for any, and unpaid while any can be paid.
func (c *Checkout) StatusAt(now time.Time) OrderStatus {
	states := map[OrderStatus]int{}
	for _, o := range c.Orders {
		states[o.StatusAt(now)]++
	}
	switch open := states[Unpaid] > 0; {
	case c.PaidAt.IsZero() && !c.CanceledAt.IsZero() && !c.Paying(now):
		return Canceled
	case open && c.PaidAt.IsZero():
		return Unpaid
	case states[Paid]+states[Disputed] > 0:
		return Paid
	case states[Refunded] > 0:
		return Refunded
	case states[Expired] > 0:
		return Expired
	default:
		return Canceled
	}
}

// Unpayable are the orders that can't be paid any more: somebody has to say that the others are to be
// paid without them.
func (c *Checkout) Unpayable(now time.Time) (found []*Order) {
	for _, o := range c.Orders {
		if !o.Payable(now) && !o.Paying(now) {
			found = append(found, o)
		}
	}
	return found
}

// ReturnTo is the address that the customer comes back to, with the id, uuid and status of the checkout
// added; "" when the caller gave none.
func (c *Checkout) ReturnTo(now time.Time) string {
	return returnTo(c.ReturnURL, url.Values{"id": {strconv.FormatInt(c.ID, 10)}, "uuid": {c.UUID}, "status": {string(c.StatusAt(now))}})
}

// CheckoutQuery asks for checkouts of one who made them.
type CheckoutQuery struct {
	UserID        int64
	ApplicationID int64 // 0: whichever made them
	UUID          string
	Page          Page
}

// CartItem is a model that somebody means to buy, with what it cost when they put it into their cart.
type CartItem struct {
	ModelID int64
	Price   Amount
}
