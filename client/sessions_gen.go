// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"time"
)

// ListSessions: where the caller is signed in. The browsers at which the caller is signed in to the
// pages.
//
// GET /v1/sessions, with the scope sessions:read.
func (c *Client) ListSessions(ctx context.Context, options ...CallOption) (*SessionList, error) {
	return ask[SessionList](ctx, c, &request{method: http.MethodGet, path: "/v1/sessions"}, options)
}

// EndSessions: sign the caller out everywhere. Signs the caller out of the pages at all browsers.
// Access tokens go on working.
//
// DELETE /v1/sessions, with the scope sessions:write.
func (c *Client) EndSessions(ctx context.Context, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/sessions"}, options)
}

// EndSession: sign the caller out at one browser. Signs the caller out of the pages at one browser.
//
// DELETE /v1/sessions/{id}, with the scope sessions:write.
func (c *Client) EndSession(ctx context.Context, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/sessions/" + segment(id)}, options)
}

// Session is a browser at which the caller is signed in.
type Session struct {
	// Names the session in addresses.
	ID int64 `json:"id"`
	// What the browser says of itself.
	Agent string `json:"agent"`
	// How the user signed in.
	Method SignInMethod `json:"method"`
	// Whether a passkey or a second factor was shown.
	Strong bool `json:"strong"`
	// When it began.
	CreatedAt time.Time `json:"created_at"`
	// When it was last used, give or take a minute.
	UpdatedAt time.Time `json:"updated_at"`
}

// SessionList is where the caller is signed in.
type SessionList struct {
	// How many there are.
	Total int64 `json:"total"`
	// All of them, the one used last first.
	Sessions []Session `json:"sessions"`
}

// SignInMethod is how somebody showed who they are.
type SignInMethod string

// What SignInMethod can be. A later server may say more.
const (
	SignInMethodPassword SignInMethod = "password"
	SignInMethodPasskey  SignInMethod = "passkey"
	SignInMethodMail     SignInMethod = "mail"
	SignInMethodProvider SignInMethod = "provider"
	SignInMethodSetup    SignInMethod = "setup"
	SignInMethodRecovery SignInMethod = "recovery"
)
