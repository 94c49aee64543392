// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// CouponsQuery is what [Client.ListCoupons] can be asked for. What is zero is left out.
type CouponsQuery struct {
	// Whose coupons: one's own, or those of the whole marketplace, which take the scope admin.
	Covers WebhookCoverage
}

func (q CouponsQuery) values() url.Values {
	v := values{}
	v.add("covers", q.Covers)
	return url.Values(v)
}

// ListCoupons: codes that lower what is paid, of the caller or of the whole marketplace. The codes
// that the caller has made, or with covers=marketplace those that operators have made for the
// models of all sellers who take part.
//
// GET /v1/coupons, with the scope models:read.
func (c *Client) ListCoupons(ctx context.Context, query CouponsQuery, options ...CallOption) (*CouponList, error) {
	return ask[CouponList](ctx, c, &request{method: http.MethodGet, path: "/v1/coupons", query: query.values()}, options)
}

// CreateCoupon: make a code that lowers what is paid. Makes a code that buyers enter at the
// checkout, or a program in [Client.CreateCheckout]: orders that it is for cost less, never below
// 0. It is counted when a payment begins, and asked for once more then: where it is not good any
// more the order costs what it did before, and the buyer is told so. Of several codes each lowers
// what no other one lowers more.
//
// POST /v1/coupons, with the scope models:write.
func (c *Client) CreateCoupon(ctx context.Context, body NewCoupon, options ...CallOption) (*Coupon, error) {
	return ask[Coupon](ctx, c, &request{method: http.MethodPost, path: "/v1/coupons", body: body, keyed: true}, options)
}

// Coupon: one code that lowers what is paid. A coupon of the caller's own, for operators also one
// of the whole marketplace.
//
// GET /v1/coupons/{id}, with the scope models:read.
func (c *Client) Coupon(ctx context.Context, id int64, options ...CallOption) (*Coupon, error) {
	return ask[Coupon](ctx, c, &request{method: http.MethodGet, path: "/v1/coupons/" + segment(id)}, options)
}

// UpdateCoupon: change a code that lowers what is paid. Changes what is sent and leaves the rest.
// Orders that it was entered for keep their price while it is good.
//
// PUT /v1/coupons/{id}, with the scope models:write.
func (c *Client) UpdateCoupon(ctx context.Context, id int64, body CouponChange, options ...CallOption) (*Coupon, error) {
	return ask[Coupon](ctx, c, &request{method: http.MethodPut, path: "/v1/coupons/" + segment(id), body: body}, options)
}

// EndCoupon: end a code that lowers what is paid. Ends a coupon: it lowers nothing any more, and
// its code can be given to another one.
//
// DELETE /v1/coupons/{id}, with the scope models:write.
func (c *Client) EndCoupon(ctx context.Context, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/coupons/" + segment(id)}, options)
}

// Coupon is a code that lowers what is paid.
type Coupon struct {
	// Names the coupon in addresses.
	ID int64 `json:"id"`
	// own: one's own models. marketplace: those of all sellers who take part.
	Covers WebhookCoverage `json:"covers"`
	// What buyers enter, in capital letters; small ones are the same.
	Code string `json:"code"`
	// One line, for who made it.
	Name string `json:"name"`
	// By how much each order is lowered; null where amount says it.
	Percent *int64 `json:"percent"`
	// By how much a purchase is lowered, never below 0; null where percent says it.
	Amount *Amount `json:"amount"`
	// The models that it is for; null: all.
	ModelIDs []int64 `json:"model_ids"`
	// How many purchases it is good for; null: any number.
	Uses *int64 `json:"uses"`
	// And how many of one buyer; null: any number.
	UsesEach *int64 `json:"uses_each"`
	// How many purchases it was used for, those that are being paid included.
	Used int64 `json:"used"`
	// ended: its time is over, or somebody ended it.
	State CouponState `json:"state"`
	// From when on it is good.
	BeginsAt time.Time `json:"begins_at"`
	// Until when; null: until somebody ends it.
	EndsAt *time.Time `json:"ends_at"`
	// In which begin and end were said.
	TimeZone string `json:"time_zone"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// CouponChange is what shall be changed of a coupon.
type CouponChange struct {
	// By how much a purchase is lowered, divided among its orders by their prices; either this or
	// percent.
	Amount *Amount `json:"amount,omitzero"`
	// From when on it is good. Now, where a new one does not say it.
	BeginsAt *time.Time `json:"begins_at,omitzero"`
	// Letters of A to Z, digits and hyphens, at least four letters or digits. Short ones are guessed:
	// 30 tries of a network are let through, then one each 10 seconds.
	Code *string `json:"code,omitzero"`
	// Until when; null: until somebody ends it.
	EndsAt *time.Time `json:"ends_at,omitzero"`
	// The models that it is for; absent: all.
	ModelIDs []int64 `json:"model_ids,omitzero"`
	// One line, for who makes it.
	Name *string `json:"name,omitzero"`
	// By how much each order is lowered; either this or amount.
	Percent *int64 `json:"percent,omitzero"`
	// The name of the time zone that begin and end are said in, for people who read them. UTC where a
	// new one does not say it.
	TimeZone *string `json:"time_zone,omitzero"`
	// How many purchases it is good for; null: any number.
	Uses *int64 `json:"uses,omitzero"`
	// How many purchases of one buyer it is good for; null: any number.
	UsesEach *int64 `json:"uses_each,omitzero"`
}

// CouponList: codes that lower what is paid.
type CouponList struct {
	// How many there are.
	Total int64 `json:"total"`
	// The 1,000 that were made last, the newest first.
	Coupons []Coupon `json:"coupons"`
}

// CouponState is how far a coupon has come; ended: its time is over, or somebody ended it.
type CouponState string

// What CouponState can be. A later server may say more.
const (
	CouponStatePlanned CouponState = "planned"
	CouponStateValid   CouponState = "valid"
	CouponStateEnded   CouponState = "ended"
)

// NewCoupon is a coupon to be.
type NewCoupon struct {
	// By how much a purchase is lowered, divided among its orders by their prices; either this or
	// percent.
	Amount Amount `json:"amount,omitzero"`
	// From when on it is good. Now, where a new one does not say it.
	BeginsAt time.Time `json:"begins_at,omitzero"`
	// Letters of A to Z, digits and hyphens, at least four letters or digits. Short ones are guessed:
	// 30 tries of a network are let through, then one each 10 seconds.
	Code string `json:"code,omitzero"`
	// marketplace takes the scope admin.
	Covers WebhookCoverage `json:"covers,omitzero"`
	// Until when; null: until somebody ends it.
	EndsAt time.Time `json:"ends_at,omitzero"`
	// The models that it is for; absent: all.
	ModelIDs []int64 `json:"model_ids,omitzero"`
	// One line, for who makes it.
	Name string `json:"name,omitzero"`
	// By how much each order is lowered; either this or amount.
	Percent int64 `json:"percent,omitzero"`
	// The name of the time zone that begin and end are said in, for people who read them. UTC where a
	// new one does not say it.
	TimeZone string `json:"time_zone,omitzero"`
	// How many purchases it is good for; null: any number.
	Uses int64 `json:"uses,omitzero"`
	// How many purchases of one buyer it is good for; null: any number.
	UsesEach int64 `json:"uses_each,omitzero"`
}
