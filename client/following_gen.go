// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// FollowingQuery is what [Client.ListFollowing] can be asked for. What is zero is left out.
type FollowingQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
}

func (q FollowingQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	return url.Values(v)
}

// ListFollowing: the sellers whom the caller follows. Whom the caller follows. Others see how many
// follow a seller, and not who.
//
// GET /v1/following, with the scope keeping:read.
func (c *Client) ListFollowing(ctx context.Context, query FollowingQuery, options ...CallOption) (*FollowList, error) {
	return ask[FollowList](ctx, c, &request{method: http.MethodGet, path: "/v1/following", query: query.values()}, options)
}

// Following goes through all pages of [Client.ListFollowing], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) Following(ctx context.Context, query FollowingQuery, options ...CallOption) iter.Seq2[Follow, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]Follow, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListFollowing(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Following, nil
	})
}

// FollowSeller: follow a seller. Follows somebody who has models in the catalogue. It is fine when
// the caller does already. It needs a confirmed address.
//
// PUT /v1/following/{username}, with the scope keeping:write.
func (c *Client) FollowSeller(ctx context.Context, username string, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodPut, path: "/v1/following/" + segment(username)}, options)
}

// UnfollowSeller: follow a seller no more. Ends that the caller follows somebody. It is fine when
// they do not.
//
// DELETE /v1/following/{username}, with the scope keeping:write.
func (c *Client) UnfollowSeller(ctx context.Context, username string, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/following/" + segment(username)}, options)
}

// Follow is a seller whom the caller follows.
type Follow struct {
	// Names the seller in addresses.
	Username string `json:"username"`
	// That they show; null for none.
	Name *string `json:"name"`
	// Whether something of theirs is in the catalogue.
	Sells bool `json:"sells"`
	// Until when they are away; null: they are not.
	AwayUntil *time.Time `json:"away_until"`
	// Since when the caller follows them.
	CreatedAt time.Time `json:"created_at"`
}

// FollowList is a page of whom the caller follows.
type FollowList struct {
	// Those of this page, whom the caller followed last first.
	Following []Follow `json:"following"`
}
