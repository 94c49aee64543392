// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"time"
)

// ListTokens: the caller's own access tokens. The access tokens that the caller made and that still
// work. Tokens of applications are not among them: [Client.ListGrants] has those.
//
// GET /v1/tokens, with the scope tokens:read.
func (c *Client) ListTokens(ctx context.Context, options ...CallOption) (*TokenList, error) {
	return ask[TokenList](ctx, c, &request{method: http.MethodGet, path: "/v1/tokens"}, options)
}

// CreateToken: make an access token, or replace one. Makes an access token that permits nothing
// which the token of this request does not. With replaces it takes the place of another one, which
// is revoked in the same moment. The secret is shown here alone.
//
// POST /v1/tokens, with the scope tokens:write.
func (c *Client) CreateToken(ctx context.Context, body NewToken, options ...CallOption) (*CreatedToken, error) {
	return ask[CreatedToken](ctx, c, &request{method: http.MethodPost, path: "/v1/tokens", body: body, keyed: true}, options)
}

// RevokeToken: revoke an access token. Ends an access token of the caller's own, also the one of
// this request. Nothing is answered to it any more.
//
// DELETE /v1/tokens/{id}, with the scope tokens:write.
func (c *Client) RevokeToken(ctx context.Context, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/tokens/" + segment(id)}, options)
}

// CreatedToken is the access token that was made, with its secret.
type CreatedToken struct {
	Token

	// The secret, shown here and never again.
	AccessToken string `json:"access_token"`
	// Sent as Authorization: Bearer.
	TokenType string `json:"token_type"`
}

// NewToken is an access token to make.
type NewToken struct {
	// Seconds; when absent it does not expire, or lives as long as the token that it replaces did.
	ExpiresIn int64 `json:"expires_in,omitzero"`
	// The id of a token that is revoked by this, at once.
	Replaces int64 `json:"replaces,omitzero"`
	// What it permits, nothing that the token of this request does not; the first four scopes when
	// absent, or those of the token that it replaces.
	Scopes []Scope `json:"scopes,omitzero"`
}

// Token is an access token of the caller's own, without its secret.
type Token struct {
	// Names the token in addresses.
	ID int64 `json:"id"`
	// What it permits.
	Scopes []Scope `json:"scopes"`
	// Whether it is the one of this request.
	Current bool `json:"current"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// The same: a token does not change.
	UpdatedAt time.Time `json:"updated_at"`
	// Until when it works; null: until it is revoked.
	ExpiresAt *time.Time `json:"expires_at"`
}

// TokenList is the access tokens of the caller.
type TokenList struct {
	// How many there are.
	Total int64 `json:"total"`
	// All of them, the oldest first.
	Tokens []Token `json:"tokens"`
}
