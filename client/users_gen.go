// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"time"
)

// Storage: how much the caller's files take, and may. How many bytes the files of the caller's
// models take, and how many they may: what is sent beyond that is refused as too_large.
//
// GET /v1/storage, with the scope models:read.
func (c *Client) Storage(ctx context.Context, options ...CallOption) (*Storage, error) {
	return ask[Storage](ctx, c, &request{method: http.MethodGet, path: "/v1/storage"}, options)
}

// CreateUser: create a user with an access token. Makes an account for somebody else. The operator
// grants the scope that it needs. The access token is shown here alone.
//
// POST /v1/users, with the scope users:create.
func (c *Client) CreateUser(ctx context.Context, body NewUser, options ...CallOption) (*CreatedUser, error) {
	return ask[CreatedUser](ctx, c, &request{method: http.MethodPost, path: "/v1/users", body: body, keyed: true}, options)
}

// CurrentUser: the user that the access token stands for. Who the token stands for, and what it
// permits. For the token of an application this is its owner.
//
// GET /v1/users/me.
func (c *Client) CurrentUser(ctx context.Context, options ...CallOption) (*CurrentUser, error) {
	return ask[CurrentUser](ctx, c, &request{method: http.MethodGet, path: "/v1/users/me"}, options)
}

// UpdateCurrentUser: change what the caller says of themselves. Changes what the user says of
// themselves to everybody. Address, password and username are changed on the pages of the account,
// which ask who it is.
//
// PUT /v1/users/me, with the scope profile:write.
func (c *Client) UpdateCurrentUser(ctx context.Context, body ProfileChange, options ...CallOption) (*CurrentUser, error) {
	return ask[CurrentUser](ctx, c, &request{method: http.MethodPut, path: "/v1/users/me", body: body}, options)
}

// AccessToken is an access token, as OAuth answers it.
type AccessToken struct {
	// Shown here and never again.
	AccessToken string `json:"access_token"`
	// Sent as Authorization: Bearer.
	TokenType string `json:"token_type"`
	// Seconds; null: it does not expire.
	ExpiresIn *int64 `json:"expires_in"`
	// null: there is none.
	RefreshToken *string `json:"refresh_token"`
	// What the token permits, separated by spaces.
	Scope string `json:"scope"`
}

// CreatedUser is the user that was made, with an access token.
type CreatedUser struct {
	// The user's id.
	ID int64 `json:"id"`
	// Name that others see; made up when none was sent.
	Username string `json:"username"`
	// Address of the account.
	Email string `json:"email"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
	// Acts for the user.
	AccessToken AccessToken `json:"access_token"`
}

// CurrentUser is who the access token stands for.
type CurrentUser struct {
	// The user's id.
	ID int64 `json:"id"`
	// Name that others see.
	Username string `json:"username"`
	// Address of the account.
	Email string `json:"email"`
	// Whether the user may act as operator, with a token of the scope admin.
	IsAdmin bool `json:"is_admin"`
	// Name for people; empty when none was said.
	Name string `json:"name"`
	// What the user says of themselves, as HTML.
	About string `json:"about"`
	// The same in plain text.
	Description string `json:"description"`
	// Where more of the user is to be found.
	Links []string `json:"links"`
	// Address of the user's picture; null without one.
	AvatarURL *string `json:"avatar_url"`
	// Address of the picture above the user's page; null without one.
	CoverURL *string `json:"cover_url"`
	// The last day of the user's holidays, in UTC, which may be over; null for none.
	AwayUntil *string `json:"away_until"`
	// What the user says about their holidays; plain text.
	AwayNote string `json:"away_note"`
	// Whether new models begin with the mark that nobody may train machines with them.
	NoAITraining bool `json:"no_ai_training"`
	// What the token permits.
	Scopes []Scope `json:"scopes"`
	// The application that the token was given to; null for a user's own token.
	Application *Application `json:"application"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// NewUser is an account to make.
type NewUser struct {
	// Unique, whatever its case.
	Email string `json:"email"`
	// 8 to 128 characters. Without one the user can act by tokens only.
	Password string `json:"password,omitzero"`
	// 3 to 40 characters of a–z, 0–9, - and _; made up when absent.
	Username string `json:"username,omitzero"`
}

// ProfileChange is what a user shall say of themselves from now on. What is not sent stays.
type ProfileChange struct {
	// What the user says of themselves as HTML: what descriptions of models may hold is kept. It takes
	// the place of description, also of one that is sent with it.
	About *string `json:"about,omitzero"`
	// What the user says about their holidays; plain text.
	AwayNote *string `json:"away_note,omitzero"`
	// The last day of holidays, in UTC, at most 366 days ahead: the page and the models of the user
	// say so until then, and are sold as always. Empty for none.
	AwayUntil *string `json:"away_until,omitzero"`
	// The same in plain text, which takes the place of about.
	Description *string `json:"description,omitzero"`
	// Where more of the user is to be found: addresses that begin with https://.
	Links []string `json:"links,omitzero"`
	// Name for people, one line; empty for none.
	Name *string `json:"name,omitzero"`
	// Whether new models begin with the mark that nobody may train machines with them.
	NoAITraining *bool `json:"no_ai_training,omitzero"`
}
