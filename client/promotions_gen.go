// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// Part: whether the caller takes part in what the whole marketplace lowers. Promotions of the whole
// marketplace lower prices of sellers alone who take part.
//
// GET /v1/promotion-part, with the scope models:read.
func (c *Client) Part(ctx context.Context, options ...CallOption) (*Part, error) {
	return ask[Part](ctx, c, &request{method: http.MethodGet, path: "/v1/promotion-part"}, options)
}

// TakePart: take part in what the whole marketplace lowers, or no longer. Says whether the caller
// takes part. What runs already goes on to its end.
//
// PUT /v1/promotion-part, with the scope models:write.
func (c *Client) TakePart(ctx context.Context, body Part, options ...CallOption) (*Part, error) {
	return ask[Part](ctx, c, &request{method: http.MethodPut, path: "/v1/promotion-part", body: body}, options)
}

// PromotionsQuery is what [Client.ListPromotions] can be asked for. What is zero is left out.
type PromotionsQuery struct {
	// Whose promotions: one's own, or those of the whole marketplace, which take the scope admin.
	Covers WebhookCoverage
}

func (q PromotionsQuery) values() url.Values {
	v := values{}
	v.add("covers", q.Covers)
	return url.Values(v)
}

// ListPromotions: discounts for a time, of the caller or of the whole marketplace. What the caller
// has planned, or with covers=marketplace what operators have planned for the models of all sellers
// who take part.
//
// GET /v1/promotions, with the scope models:read.
func (c *Client) ListPromotions(ctx context.Context, query PromotionsQuery, options ...CallOption) (*PromotionList, error) {
	return ask[PromotionList](ctx, c, &request{method: http.MethodGet, path: "/v1/promotions", query: query.values()}, options)
}

// CreatePromotion: plan a discount for a time. Plans lower prices from a begin to an end, of some
// models or of all that are published when it begins. Meanwhile a model costs the lower price, and
// prices.original is the one of before. A change of its price by its author, and taking it off,
// ends that for the model. A model is in one promotion at a time: two of the same seller may not
// meet, and of one by the seller and one of the whole marketplace the first has it until it ends.
//
// POST /v1/promotions, with the scope models:write.
func (c *Client) CreatePromotion(ctx context.Context, body NewPromotion, options ...CallOption) (*Promotion, error) {
	return ask[Promotion](ctx, c, &request{method: http.MethodPost, path: "/v1/promotions", body: body, keyed: true}, options)
}

// Promotion: one discount for a time. A promotion of the caller's own, for operators also one of
// the whole marketplace.
//
// GET /v1/promotions/{id}, with the scope models:read.
func (c *Client) Promotion(ctx context.Context, id int64, options ...CallOption) (*Promotion, error) {
	return ask[Promotion](ctx, c, &request{method: http.MethodGet, path: "/v1/promotions/" + segment(id)}, options)
}

// UpdatePromotion: change a discount for a time. Changes what is sent and leaves the rest. Of a
// promotion that runs the name and the end can be changed.
//
// PUT /v1/promotions/{id}, with the scope models:write.
func (c *Client) UpdatePromotion(ctx context.Context, id int64, body PromotionChange, options ...CallOption) (*Promotion, error) {
	return ask[Promotion](ctx, c, &request{method: http.MethodPut, path: "/v1/promotions/" + segment(id), body: body}, options)
}

// EndPromotion: cancel a discount for a time, or end it now. Cancels a promotion that has not
// begun, and ends one that runs: prices are those of before when this is answered.
//
// DELETE /v1/promotions/{id}, with the scope models:write.
func (c *Client) EndPromotion(ctx context.Context, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/promotions/" + segment(id)}, options)
}

// NewPromotion is a promotion to be.
type NewPromotion struct {
	// From when on prices are lower. Now, where a new one does not say it.
	BeginsAt time.Time `json:"begins_at,omitzero"`
	// marketplace takes the scope admin.
	Covers WebhookCoverage `json:"covers,omitzero"`
	// When prices are those of before again: at most 366 days after the begin.
	EndsAt time.Time `json:"ends_at,omitzero"`
	// The models that it is of; absent: all.
	ModelIDs []int64 `json:"model_ids,omitzero"`
	// One line, for who plans it.
	Name string `json:"name,omitzero"`
	// By how much prices are lowered; either this or price.
	Percent int64 `json:"percent,omitzero"`
	// What models cost that cost more; either this or percent.
	Price Amount `json:"price,omitzero"`
	// The name of the time zone that begin and end are said in, for people who read them. UTC where a
	// new one does not say it.
	TimeZone string `json:"time_zone,omitzero"`
}

// Part is whether a seller takes part in what the whole marketplace lowers.
type Part struct {
	// Whether promotions of the whole marketplace lower the prices of the caller's models, too.
	TakesPart bool `json:"takes_part"`
}

// Promotion is a discount from a begin to an end.
type Promotion struct {
	// Names the promotion in addresses.
	ID int64 `json:"id"`
	// own: one's own models. marketplace: those of all sellers who take part.
	Covers WebhookCoverage `json:"covers"`
	// One line, for who planned it.
	Name string `json:"name"`
	// By how much prices are lowered; null where price says what they become.
	Percent *int64 `json:"percent"`
	// What models cost that cost more; null where percent says it.
	Price *Amount `json:"price"`
	// The models that it is of; null: all that are published when it begins.
	ModelIDs []int64 `json:"model_ids"`
	// canceled: before it began.
	State PromotionState `json:"state"`
	// From when on prices are lower.
	BeginsAt time.Time `json:"begins_at"`
	// When prices are those of before again.
	EndsAt time.Time `json:"ends_at"`
	// In which begin and end were said.
	TimeZone string `json:"time_zone"`
	// When it was planned.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// PromotionChange is what shall be changed of a promotion.
type PromotionChange struct {
	// From when on prices are lower. Now, where a new one does not say it.
	BeginsAt *time.Time `json:"begins_at,omitzero"`
	// When prices are those of before again: at most 366 days after the begin.
	EndsAt *time.Time `json:"ends_at,omitzero"`
	// The models that it is of; absent: all.
	ModelIDs []int64 `json:"model_ids,omitzero"`
	// One line, for who plans it.
	Name *string `json:"name,omitzero"`
	// By how much prices are lowered; either this or price.
	Percent *int64 `json:"percent,omitzero"`
	// What models cost that cost more; either this or percent.
	Price *Amount `json:"price,omitzero"`
	// The name of the time zone that begin and end are said in, for people who read them. UTC where a
	// new one does not say it.
	TimeZone *string `json:"time_zone,omitzero"`
}

// PromotionList: discounts from a begin to an end.
type PromotionList struct {
	// How many there are.
	Total int64 `json:"total"`
	// The 500 that were planned last, the newest first.
	Promotions []Promotion `json:"promotions"`
}

// PromotionState is how far a discount has come; canceled: before it began.
type PromotionState string

// What PromotionState can be. A later server may say more.
const (
	PromotionStatePlanned  PromotionState = "planned"
	PromotionStateRunning  PromotionState = "running"
	PromotionStateEnded    PromotionState = "ended"
	PromotionStateCanceled PromotionState = "canceled"
)
