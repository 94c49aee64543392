// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"time"
)

// Mails: which mails about what they keep the caller gets. For which mails about what they keep the
// caller asked. There are none by default.
//
// GET /v1/users/me/mails, with the scope keeping:read.
func (c *Client) Mails(ctx context.Context, options ...CallOption) (*KeptMails, error) {
	return ask[KeptMails](ctx, c, &request{method: http.MethodGet, path: "/v1/users/me/mails"}, options)
}

// UpdateMails: ask for mails about what the caller keeps. Asks for mails about what the caller
// keeps, or for none. At most one a day comes, with what happens from now on, and a link that stops
// them. It needs a confirmed address.
//
// PUT /v1/users/me/mails, with the scope keeping:write.
func (c *Client) UpdateMails(ctx context.Context, body KeptMailsChange, options ...CallOption) (*KeptMails, error) {
	return ask[KeptMails](ctx, c, &request{method: http.MethodPut, path: "/v1/users/me/mails", body: body}, options)
}

// KeptMails: which mails about what they keep somebody gets.
type KeptMails struct {
	// Whether they tell of new models of those whom the caller follows.
	NewModels bool `json:"new_models"`
	// Whether they tell of other prices of models that the caller likes.
	Prices bool `json:"prices"`
	// When the caller stopped them by the link in one; null: they did not.
	StoppedAt *time.Time `json:"stopped_at"`
}

// KeptMailsChange: for which mails about what they keep somebody asks.
type KeptMailsChange struct {
	// Whether to tell of new models of those whom the caller follows.
	NewModels bool `json:"new_models"`
	// Whether to tell of other prices of models that the caller likes.
	Prices bool `json:"prices"`
}
