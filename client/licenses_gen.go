// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"time"
)

// ListLicenses: all licenses. What models can be sold under, without the texts: the three of every
// marketplace, and those that its operators have made. What is retired stays for the models that
// have it.
//
// GET /v1/licenses.
func (c *Client) ListLicenses(ctx context.Context, options ...CallOption) (*LicenseList, error) {
	return ask[LicenseList](ctx, c, &request{method: http.MethodGet, path: "/v1/licenses"}, options)
}

// CreateLicense: make a license. Makes a license that models can be sold under, as version 1. There
// are at most 200.
//
// POST /v1/licenses, with the scope admin.
func (c *Client) CreateLicense(ctx context.Context, body NewLicense, options ...CallOption) (*License, error) {
	return ask[License](ctx, c, &request{method: http.MethodPost, path: "/v1/licenses", body: body, keyed: true}, options)
}

// License: one license. A license with its text, as models are sold under it now. That of custom is
// empty: each model brings its own.
//
// GET /v1/licenses/{type}.
func (c *Client) License(ctx context.Context, kind string, options ...CallOption) (*License, error) {
	return ask[License](ctx, c, &request{method: http.MethodGet, path: "/v1/licenses/" + segment(kind)}, options)
}

// UpdateLicense: write a license anew. Writes a license anew, in full: what is absent is empty, or
// left to its text. Another text, or other terms, are a new version; orders keep the one that they
// were made with. Of general and editorial it writes the text of this marketplace.
//
// PUT /v1/licenses/{type}, with the scope admin.
func (c *Client) UpdateLicense(ctx context.Context, kind string, body LicenseChange, options ...CallOption) (*License, error) {
	return ask[License](ctx, c, &request{method: http.MethodPut, path: "/v1/licenses/" + segment(kind), body: body}, options)
}

// RemoveLicense: remove a license that nothing had. Removes a license that no model and no order
// ever had: one that was used is retired instead.
//
// DELETE /v1/licenses/{type}, with the scope admin.
func (c *Client) RemoveLicense(ctx context.Context, kind string, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/licenses/" + segment(kind)}, options)
}

// OfferLicense: offer a license again. Offers a license that was retired to models again.
//
// POST /v1/licenses/{type}/offer, with the scope admin.
func (c *Client) OfferLicense(ctx context.Context, kind string, options ...CallOption) (*License, error) {
	return ask[License](ctx, c, &request{method: http.MethodPost, path: "/v1/licenses/" + segment(kind) + "/offer", keyed: true}, options)
}

// RetireLicense: offer a license no more. Takes a license from those that models can get. Models
// that have it keep it, and are sold under it.
//
// POST /v1/licenses/{type}/retire, with the scope admin.
func (c *Client) RetireLicense(ctx context.Context, kind string, options ...CallOption) (*License, error) {
	return ask[License](ctx, c, &request{method: http.MethodPost, path: "/v1/licenses/" + segment(kind) + "/retire", keyed: true}, options)
}

// LicenseChange is what a license says from now on.
type LicenseChange struct {
	// The one that was read: where somebody has written another one since, nothing is changed.
	Version int64 `json:"version"`
	// Name for people, one line of at most 60 characters.
	Name string `json:"name"`
	// In full, at most 64 KiB.
	Text string `json:"text"`
	// Whether work that contains the model may be sold.
	CommercialUse bool `json:"commercial_use"`
	// Whether the files may be passed on.
	Redistribution bool `json:"redistribution"`
	// Summary of at most 1000 characters.
	Description *string `json:"description,omitzero"`
	// What else it allows; what is absent its text alone tells.
	Terms *LicenseSays `json:"terms,omitzero"`
}

// LicenseEntry is a license in a list: without its text.
type LicenseEntry struct {
	// Which license it is: general and editorial are the operator's texts, custom is the seller's own;
	// there can be others.
	Type string `json:"type"`
	// Name for people.
	Name string `json:"name"`
	// Summary.
	Description string `json:"description"`
	// Of its text and terms, from 1 on: /licenses/{type}/{version} has both. null for a custom
	// license.
	Version *int64 `json:"version"`
	// Whether the text is the seller's own.
	Custom bool `json:"custom"`
	// Whether work that contains the model may be sold; null for a custom license, whose text says so.
	CommercialUse *bool `json:"commercial_use"`
	// Whether the files may be passed on; null for a custom license.
	Redistribution *bool `json:"redistribution"`
	// What else it allows; null where its text alone tells.
	Terms LicenseTerms `json:"terms"`
	// Since when no model takes it any more; null while it is offered.
	RetiredAt *time.Time `json:"retired_at"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// LicenseList is the licenses of the marketplace.
type LicenseList struct {
	// general, editorial and custom, then the operator's own as they were made.
	Licenses []LicenseEntry `json:"licenses"`
}

// LicenseSays is what a license allows, as an operator writes it.
type LicenseSays struct {
	// Whether generating systems may be trained with the model.
	AITraining *bool `json:"ai_training,omitzero"`
	// Whether the author has to be named.
	CreditRequired *bool `json:"credit_required,omitzero"`
	// How many copies of a work or printed objects there may be; absent for no limit.
	MaxCopies *int64 `json:"max_copies,omitzero"`
	// How many people may work with the files; absent for no limit.
	MaxSeats *int64 `json:"max_seats,omitzero"`
	// Whether printed objects may be sold.
	PrintSale *bool `json:"print_sale,omitzero"`
	// Whether the model may be changed and built on.
	Remix *bool `json:"remix,omitzero"`
}

// NewLicense is a license that models can be sold under from now on.
type NewLicense struct {
	// Names it in addresses and for models, for ever: 1 to 40 characters of a–z and 0–9, with
	// single dashes between.
	Type string `json:"type"`
	// Name for people, one line of at most 60 characters.
	Name string `json:"name"`
	// In full, at most 64 KiB.
	Text string `json:"text"`
	// Whether work that contains the model may be sold.
	CommercialUse bool `json:"commercial_use"`
	// Whether the files may be passed on.
	Redistribution bool `json:"redistribution"`
	// Summary of at most 1000 characters.
	Description string `json:"description,omitzero"`
	// What else it allows; what is absent its text alone tells.
	Terms *LicenseSays `json:"terms,omitzero"`
}
