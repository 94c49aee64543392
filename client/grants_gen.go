// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"time"
)

// ListGrants: what the caller allows applications. The applications that act for the caller, with
// what each may do.
//
// GET /v1/grants, with the scope grants:read.
func (c *Client) ListGrants(ctx context.Context, options ...CallOption) (*GrantList, error) {
	return ask[GrantList](ctx, c, &request{method: http.MethodGet, path: "/v1/grants"}, options)
}

// RevokeGrant: take back what an application may do. Takes back what the caller allowed an
// application. All tokens that it got by that end.
//
// DELETE /v1/grants/{id}, with the scope grants:write.
func (c *Client) RevokeGrant(ctx context.Context, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/grants/" + segment(id)}, options)
}

// Grant is what the caller allows an application.
type Grant struct {
	// Names the grant in addresses.
	ID int64 `json:"id"`
	// Which application it is.
	Application Application `json:"application"`
	// What it may do.
	Scopes []Scope `json:"scopes"`
	// When the user first said yes.
	CreatedAt time.Time `json:"created_at"`
	// When the application last got a token by it.
	UpdatedAt time.Time `json:"updated_at"`
}

// GrantList is what the caller allows applications.
type GrantList struct {
	// How many there are.
	Total int64 `json:"total"`
	// All of them, the newest first.
	Grants []Grant `json:"grants"`
}
