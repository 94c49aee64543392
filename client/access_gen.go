// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// ApplicationsQuery is what [Client.ListApplications] can be asked for. What is zero is left out.
type ApplicationsQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
	// Only applications whose name begins with this, in its order, whatever its case.
	Name string
	// Only the application with this public name in OAuth.
	ClientID string
	// Only applications of this user.
	OwnerID int64
}

func (q ApplicationsQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	v.add("name", q.Name)
	v.add("client_id", q.ClientID)
	v.add("owner_id", q.OwnerID)
	return url.Values(v)
}

// ListApplications: applications of everybody. Applications of everybody, in the order of their
// names, those that registered themselves too. No secret is told. For operators.
//
// GET /v1/desk/applications, with the scope admin.
func (c *Client) ListApplications(ctx context.Context, query ApplicationsQuery, options ...CallOption) (*ApplicationList, error) {
	return ask[ApplicationList](ctx, c, &request{method: http.MethodGet, path: "/v1/desk/applications", query: query.values()}, options)
}

// Applications goes through all pages of [Client.ListApplications], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) Applications(ctx context.Context, query ApplicationsQuery, options ...CallOption) iter.Seq2[ApplicationEntry, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]ApplicationEntry, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListApplications(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Applications, nil
	})
}

// EndGrant: end what somebody allowed an application. Ends what somebody allowed an application,
// with all tokens that came of it. They may allow it again. For operators.
//
// DELETE /v1/desk/applications/{application_id}/grants/{user_id}, with the scope admin.
func (c *Client) EndGrant(ctx context.Context, applicationID int64, userID int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/desk/applications/" + segment(applicationID) + "/grants/" + segment(userID)}, options)
}

// ApplicationQuery is what [Client.Application] can be asked for. What is zero is left out.
type ApplicationQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
}

func (q ApplicationQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	return url.Values(v)
}

// Application: one application, with who allows it something. An application with whose it is, and
// with what people allow it, newest first. For operators.
//
// GET /v1/desk/applications/{id}, with the scope admin.
func (c *Client) Application(ctx context.Context, id int64, query ApplicationQuery, options ...CallOption) (*ApplicationDetail, error) {
	return ask[ApplicationDetail](ctx, c, &request{method: http.MethodGet, path: "/v1/desk/applications/" + segment(id), query: query.values()}, options)
}

// RemoveApplication: remove an application of anybody. Ends an application, what people allow it,
// and all its tokens, at once and for ever. For operators.
//
// DELETE /v1/desk/applications/{id}, with the scope admin.
func (c *Client) RemoveApplication(ctx context.Context, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/desk/applications/" + segment(id)}, options)
}

// AllTokensQuery is what [Client.ListAllTokens] can be asked for. What is zero is left out.
type AllTokensQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
	// Only tokens of this user.
	UserID int64
}

func (q AllTokensQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	v.add("user_id", q.UserID)
	return url.Values(v)
}

// ListAllTokens: access tokens of everybody. Access tokens that people made for themselves and that
// are not revoked, newest first. No secret is told. For operators.
//
// GET /v1/desk/tokens, with the scope admin.
func (c *Client) ListAllTokens(ctx context.Context, query AllTokensQuery, options ...CallOption) (*DeskTokenList, error) {
	return ask[DeskTokenList](ctx, c, &request{method: http.MethodGet, path: "/v1/desk/tokens", query: query.values()}, options)
}

// AllTokens goes through all pages of [Client.ListAllTokens], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) AllTokens(ctx context.Context, query AllTokensQuery, options ...CallOption) iter.Seq2[DeskToken, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]DeskToken, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListAllTokens(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Tokens, nil
	})
}

// EndToken: revoke an access token of anybody. Revokes an access token that somebody made for
// themselves, at once. For operators.
//
// DELETE /v1/desk/tokens/{id}, with the scope admin.
func (c *Client) EndToken(ctx context.Context, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/desk/tokens/" + segment(id)}, options)
}

// Allowance is what somebody allows an application.
type Allowance struct {
	// Who allows it.
	UserID int64 `json:"user_id"`
	// Their name.
	Username string `json:"username"`
	// What it may do for them.
	Scopes []string `json:"scopes"`
	// Since when.
	CreatedAt time.Time `json:"created_at"`
}

// ApplicationDetail is an application, with who allows it something.
type ApplicationDetail struct {
	// How many people allow it something, counted up to 1,001.
	Allowed int64 `json:"allowed"`
	// What they allow, those of this page, newest first.
	Grants []Allowance `json:"grants"`
	// Names the application in addresses.
	ID int64 `json:"id"`
	// Its public name in OAuth.
	ClientID string `json:"client_id"`
	// Its name for people.
	Name string `json:"name"`
	// Whose it is.
	OwnerID int64 `json:"owner_id"`
	// Their name.
	OwnerUsername string `json:"owner_username"`
	// Whether it runs where no secret can be kept, such as in a browser.
	Public bool `json:"public"`
	// Whether it registered itself: nobody has looked at it, and it acts for no owner.
	Registered bool `json:"registered"`
	// What it may ask for.
	Scopes []string `json:"scopes"`
	// Where people are sent back to who allowed it something.
	RedirectURIs []string `json:"redirect_uris"`
	// When something was last done by it, to the hour; null: not yet.
	UsedAt *time.Time `json:"used_at"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// ApplicationEntry is an application, as operators see it.
type ApplicationEntry struct {
	// Names the application in addresses.
	ID int64 `json:"id"`
	// Its public name in OAuth.
	ClientID string `json:"client_id"`
	// Its name for people.
	Name string `json:"name"`
	// Whose it is.
	OwnerID int64 `json:"owner_id"`
	// Their name.
	OwnerUsername string `json:"owner_username"`
	// Whether it runs where no secret can be kept, such as in a browser.
	Public bool `json:"public"`
	// Whether it registered itself: nobody has looked at it, and it acts for no owner.
	Registered bool `json:"registered"`
	// What it may ask for.
	Scopes []string `json:"scopes"`
	// Where people are sent back to who allowed it something.
	RedirectURIs []string `json:"redirect_uris"`
	// When something was last done by it, to the hour; null: not yet.
	UsedAt *time.Time `json:"used_at"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// ApplicationList: applications of everybody.
type ApplicationList struct {
	// Those of this page, in the order of their names.
	Applications []ApplicationEntry `json:"applications"`
}

// DeskToken is an access token that somebody made for themselves, without its secret.
type DeskToken struct {
	// Names the token in addresses.
	ID int64 `json:"id"`
	// Whom it stands for.
	UserID int64 `json:"user_id"`
	// Their name.
	Username string `json:"username"`
	// What it permits.
	Scopes []string `json:"scopes"`
	// When it was last used, to the hour; null: not yet.
	UsedAt *time.Time `json:"used_at"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// Until when it works; null: until it is revoked.
	ExpiresAt *time.Time `json:"expires_at"`
}

// DeskTokenList: access tokens of everybody.
type DeskTokenList struct {
	// Those of this page, newest first.
	Tokens []DeskToken `json:"tokens"`
}
