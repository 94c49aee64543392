// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// CheckoutsQuery is what [Client.ListCheckouts] can be asked for. What is zero is left out.
type CheckoutsQuery struct {
	// Numbered page; reaches the first 10,000 results.
	Page int64
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
	// Only the checkout with this identifier of its caller's own.
	UUID string
}

func (q CheckoutsQuery) values() url.Values {
	v := values{}
	v.add("page", q.Page)
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	v.add("uuid", q.UUID)
	return url.Values(v)
}

// ListCheckouts: the caller's checkouts. The checkouts that the caller made, newest first.
//
// GET /v1/checkouts, with the scope orders:read.
func (c *Client) ListCheckouts(ctx context.Context, query CheckoutsQuery, options ...CallOption) (*CheckoutList, error) {
	return ask[CheckoutList](ctx, c, &request{method: http.MethodGet, path: "/v1/checkouts", query: query.values()}, options)
}

// Checkouts goes through all pages of [Client.ListCheckouts], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) Checkouts(ctx context.Context, query CheckoutsQuery, options ...CallOption) iter.Seq2[Checkout, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]Checkout, error) {
		query := query
		if cursor != "" {
			query.Page = 0
		}
		query.Cursor = cursor
		list, err := c.ListCheckouts(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Checkouts, nil
	})
}

// CreateCheckout: have several orders paid at once. Has unpaid orders of one buyer paid by one
// payment, all of them or none. Send the customer to checkout_url; [Client.Checkout] tells when it
// is paid. An order that can't be paid any more is named there before anything is paid. Orders of
// another checkout of yours leave it, and it is canceled, unless its payment has begun. The same
// uuid with the same content gives the same checkout again.
//
// POST /v1/checkouts, with the scope orders:write.
func (c *Client) CreateCheckout(ctx context.Context, body NewCheckout, options ...CallOption) (*Checkout, error) {
	return ask[Checkout](ctx, c, &request{method: http.MethodPost, path: "/v1/checkouts", body: body, keyed: true}, options)
}

// Checkout: one checkout. A checkout of one's own; for admins, any.
//
// GET /v1/checkouts/{id}, with the scope orders:read.
func (c *Client) Checkout(ctx context.Context, id string, options ...CallOption) (*Checkout, error) {
	return ask[Checkout](ctx, c, &request{method: http.MethodGet, path: "/v1/checkouts/" + segment(id)}, options)
}

// UpdateCheckout: confirm the payment of a checkout. Says that the money of a checkout came: all of
// its orders that cost something are paid by it, or none. With If-Match, of two who say so of one
// version the second gets 412. For operators.
//
// PUT /v1/checkouts/{id}, with the scope admin.
func (c *Client) UpdateCheckout(ctx context.Context, id string, body CheckoutChange, options ...CallOption) (*Checkout, error) {
	return ask[Checkout](ctx, c, &request{method: http.MethodPut, path: "/v1/checkouts/" + segment(id), body: body}, options)
}

// CancelCheckout: cancel a checkout with its orders. Cancels a checkout that is not paid, and its
// unpaid orders. Its page says so from then on. A payment that its customer has begun with the
// payment service and not made is ended there; where it was made meanwhile, or the bank has still
// to confirm it, the answer is 409.
//
// DELETE /v1/checkouts/{id}, with the scope orders:write.
func (c *Client) CancelCheckout(ctx context.Context, id string, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/checkouts/" + segment(id)}, options)
}

// Checkout is several orders that are paid by one payment.
type Checkout struct {
	// Names the checkout in addresses.
	ID string `json:"id"`
	// The caller's own id of the checkout, made when none was sent.
	UUID string `json:"uuid"`
	// paid once money came, refunded when all of it went back. Each order has a status of its own.
	Status CheckoutStatus `json:"status"`
	// In the order in which they were named.
	Orders []CheckoutOrder `json:"orders"`
	// What the orders cost together.
	Sum Amount `json:"sum"`
	// What bundles and coupons took off their prices: sum is what is left.
	Discount Amount `json:"discount"`
	// The bundles whose prices orders have.
	BundleIDs []int64 `json:"bundle_ids"`
	// The codes that did.
	Coupons []string `json:"coupons"`
	// ISO 4217 code of the marketplace's currency.
	Currency string `json:"currency"`
	// Where the customer comes back to; null without one.
	ReturnURL *string `json:"return_url"`
	// Where to send the customer; null when it can't be paid any more.
	CheckoutURL *string `json:"checkout_url"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it last changed; its orders have times of their own.
	UpdatedAt time.Time `json:"updated_at"`
	// When its payment came; null before.
	PaidAt *time.Time `json:"paid_at"`
	// Until when all of it can be paid.
	ExpiresAt time.Time `json:"expires_at"`
	// false: orders of a sandbox, for which no money moves.
	Livemode bool `json:"livemode"`
}

// CheckoutChange is what an operator saw of the money of a checkout.
type CheckoutChange struct {
	// paid: the money of all of it came, as the operator saw.
	Status string `json:"status"`
	// When the money came, by which its tax is of a quarter: a day in the time zone of the tax rules,
	// or a moment in RFC 3339, since the checkout was made and not ahead. Now when absent or null.
	PaidAt Nullable[string] `json:"paid_at,omitzero"`
}

// CheckoutList is a page of checkouts.
type CheckoutList struct {
	// How many checkouts there are, exact up to 10,000.
	Total int64 `json:"total"`
	// gte: there are at least so many.
	TotalRelation TotalRelation `json:"total_relation"`
	// Those of this page, newest first.
	Checkouts []Checkout `json:"checkouts"`
}

// CheckoutOrder is an order of a checkout, in short.
type CheckoutOrder struct {
	// Names the order in addresses: getOrder has all of it.
	ID string `json:"id"`
	// The caller's own order id.
	UUID string `json:"uuid"`
	// Where the order stands. One that can't be paid any more keeps the others from being paid until
	// the customer goes on without it.
	Status OrderStatus `json:"status"`
	// The model that was ordered.
	ModelID int64 `json:"model_id"`
	// As it was when it was ordered.
	Model OrderModel `json:"model"`
	// As it was when it was ordered, less what a bundle and a coupon take off.
	Price Amount `json:"price"`
	// The bundle that its price is a part of, as long as all of that is paid at once; null without
	// one.
	BundleID *int64 `json:"bundle_id"`
	// Why the order was canceled when nobody asked for it: model_gone, the model left the catalogue.
	CanceledBecause *string `json:"canceled_because"`
}

// CheckoutStatus: unpaid becomes paid, canceled or expired; paid becomes refunded once all of the
// money went back.
type CheckoutStatus string

// What CheckoutStatus can be. A later server may say more.
const (
	CheckoutStatusUnpaid   CheckoutStatus = "unpaid"
	CheckoutStatusPaid     CheckoutStatus = "paid"
	CheckoutStatusCanceled CheckoutStatus = "canceled"
	CheckoutStatusExpired  CheckoutStatus = "expired"
	CheckoutStatusRefunded CheckoutStatus = "refunded"
)

// NewCheckout is what is to be paid at once.
type NewCheckout struct {
	// Unpaid orders of yours, for one buyer and in one currency.
	OrderIDs []string `json:"order_ids"`
	// Bundles whose prices the orders shall have. Each has an order of all its models, but of those
	// that the buyer has already; else it is refused.
	BundleIDs []int64 `json:"bundle_ids,omitzero"`
	// A code that lowers orders of it; the customer can enter one, too.
	Coupon string `json:"coupon,omitzero"`
	// Where the customer comes back to, with id, uuid and status of the checkout added.
	ReturnURL string `json:"return_url,omitzero"`
	// Your own id of the checkout, unique among yours; made when absent.
	UUID string `json:"uuid,omitzero"`
}
