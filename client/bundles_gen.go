// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// BundlesQuery is what [Client.ListBundles] can be asked for. What is zero is left out.
type BundlesQuery struct {
	// The bundles with this model that are sold now, whoever's they are, instead of those that you
	// made.
	ModelID int64
	// Everybody's bundles; for admins.
	All bool
}

func (q BundlesQuery) values() url.Values {
	v := values{}
	v.add("model_id", q.ModelID)
	v.add("all", q.All)
	return url.Values(v)
}

// ListBundles: models that are sold together, of the caller or with a model. The bundles that the
// caller has made. With model_id those that are sold now with a model, whoever's they are; with
// all=true everybody's, for operators.
//
// GET /v1/bundles, with the scope models:read.
func (c *Client) ListBundles(ctx context.Context, query BundlesQuery, options ...CallOption) (*BundleList, error) {
	return ask[BundleList](ctx, c, &request{method: http.MethodGet, path: "/v1/bundles", query: query.values()}, options)
}

// CreateBundle: sell models together. Sells published models of the caller together, for less than
// they cost one by one. Each model is an order of its own, with its licence:
// [Client.CreateCheckout] with bundle_ids divides the price among the orders by what they cost one
// by one, and so does the cart of the storefront by itself. A model that the buyer has already is
// left out with its part of the price. The orders have these prices as long as all of them are paid
// at once; coupons lower them further. What is changed later changes nothing for a checkout that is
// made. A bundle is not sold while a model of it is no longer published, or while one by one its
// models cost no more.
//
// POST /v1/bundles, with the scope models:write.
func (c *Client) CreateBundle(ctx context.Context, body NewBundle, options ...CallOption) (*Bundle, error) {
	return ask[Bundle](ctx, c, &request{method: http.MethodPost, path: "/v1/bundles", body: body, keyed: true}, options)
}

// Bundle: models that are sold together. A bundle that is sold now, or one of the caller's own; for
// operators any.
//
// GET /v1/bundles/{id}, with the scope models:read.
func (c *Client) Bundle(ctx context.Context, id int64, options ...CallOption) (*Bundle, error) {
	return ask[Bundle](ctx, c, &request{method: http.MethodGet, path: "/v1/bundles/" + segment(id)}, options)
}

// UpdateBundle: change which models are sold together, or for how much. Changes what is sent and
// leaves the rest. Checkouts that have its price keep it.
//
// PUT /v1/bundles/{id}, with the scope models:write.
func (c *Client) UpdateBundle(ctx context.Context, id int64, body BundleChange, options ...CallOption) (*Bundle, error) {
	return ask[Bundle](ctx, c, &request{method: http.MethodPut, path: "/v1/bundles/" + segment(id), body: body}, options)
}

// EndBundle: sell models together no more. Ends a bundle, for operators anybody's: it is sold no
// more. Checkouts that have its price keep it.
//
// DELETE /v1/bundles/{id}, with the scope models:write.
func (c *Client) EndBundle(ctx context.Context, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/bundles/" + segment(id)}, options)
}

// Bundle is several models that are sold together for one price.
type Bundle struct {
	// Names the bundle in addresses.
	ID int64 `json:"id"`
	// One line, which buyers see.
	Name string `json:"name"`
	// The username of who sells it.
	AuthorName string `json:"author_name"`
	// What the models cost together.
	Price Amount `json:"price"`
	// What they cost now one by one.
	Singly Amount `json:"singly"`
	// ISO 4217 code of the marketplace's currency.
	Currency string `json:"currency"`
	// The models, in ascending order.
	ModelIDs []int64 `json:"model_ids"`
	// The same as they are now.
	Models []BundledModel `json:"models"`
	// Others than its seller and operators see it while it is offered.
	State BundleState `json:"state"`
	// What its seller has to mend before it is sold: model_gone, a model has left the catalogue;
	// no_lower, one by one the models cost no more. null for nothing.
	WithheldBecause *BundleFault `json:"withheld_because"`
	// From when on it is sold.
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

// BundleChange is what shall be changed of a bundle.
type BundleChange struct {
	// From when on it is sold. Now, where a new one does not say it.
	BeginsAt *time.Time `json:"begins_at,omitzero"`
	// Until when; null: until somebody ends it.
	EndsAt *time.Time `json:"ends_at,omitzero"`
	// Published models of yours that cost something.
	ModelIDs []int64 `json:"model_ids,omitzero"`
	// One line, which buyers see.
	Name *string `json:"name,omitzero"`
	// What the models cost together: less than one by one.
	Price *Amount `json:"price,omitzero"`
	// The name of the time zone that begin and end are said in, for people who read them. UTC where a
	// new one does not say it.
	TimeZone *string `json:"time_zone,omitzero"`
}

// BundleFault is what keeps a bundle from being sold: a model has left the catalogue, or one by one
// the models cost no more.
type BundleFault string

// What BundleFault can be. A later server may say more.
const (
	BundleFaultModelGone BundleFault = "model_gone"
	BundleFaultNoLower   BundleFault = "no_lower"
)

// BundleList: bundles.
type BundleList struct {
	// How many there are.
	Total int64 `json:"total"`
	// The 1,000 that were made last, the newest first.
	Bundles []Bundle `json:"bundles"`
}

// BundleState is how far a bundle has come; withheld: withheld_because says why it is not sold;
// ended: its time is over, or somebody ended it.
type BundleState string

// What BundleState can be. A later server may say more.
const (
	BundleStatePlanned  BundleState = "planned"
	BundleStateOffered  BundleState = "offered"
	BundleStateWithheld BundleState = "withheld"
	BundleStateEnded    BundleState = "ended"
)

// BundledModel is a model of a bundle as it is now.
type BundledModel struct {
	// The model's id.
	ID int64 `json:"id"`
	// In the model's first language.
	Title string `json:"title"`
	// What it costs now by itself.
	Price Amount `json:"price"`
	// false: it has left the catalogue.
	Sold bool `json:"sold"`
}

// NewBundle is a bundle to be.
type NewBundle struct {
	// From when on it is sold. Now, where a new one does not say it.
	BeginsAt time.Time `json:"begins_at,omitzero"`
	// Until when; null: until somebody ends it.
	EndsAt time.Time `json:"ends_at,omitzero"`
	// Published models of yours that cost something.
	ModelIDs []int64 `json:"model_ids,omitzero"`
	// One line, which buyers see.
	Name string `json:"name,omitzero"`
	// What the models cost together: less than one by one.
	Price Amount `json:"price,omitzero"`
	// The name of the time zone that begin and end are said in, for people who read them. UTC where a
	// new one does not say it.
	TimeZone string `json:"time_zone,omitzero"`
}
