// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// LikesQuery is what [Client.ListLikes] can be asked for. What is zero is left out.
type LikesQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
}

func (q LikesQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	return url.Values(v)
}

// ListLikes: the models that the caller likes. What the caller likes. Others see how many like a
// model, and not who.
//
// GET /v1/likes, with the scope keeping:read.
func (c *Client) ListLikes(ctx context.Context, query LikesQuery, options ...CallOption) (*LikeList, error) {
	return ask[LikeList](ctx, c, &request{method: http.MethodGet, path: "/v1/likes", query: query.values()}, options)
}

// Likes goes through all pages of [Client.ListLikes], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) Likes(ctx context.Context, query LikesQuery, options ...CallOption) iter.Seq2[Like, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]Like, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListLikes(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Likes, nil
	})
}

// LikeModel: like a model. Likes a model of the catalogue, as the button on its page does. It is
// fine when the caller does already. It needs a confirmed address, and nobody likes a model of
// their own.
//
// PUT /v1/likes/{model_id}, with the scope keeping:write.
func (c *Client) LikeModel(ctx context.Context, modelID int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodPut, path: "/v1/likes/" + segment(modelID)}, options)
}

// UnlikeModel: take a like back. Takes a like back. It is fine when there is none.
//
// DELETE /v1/likes/{model_id}, with the scope keeping:write.
func (c *Client) UnlikeModel(ctx context.Context, modelID int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/likes/" + segment(modelID)}, options)
}

// Like is a model that the caller likes.
type Like struct {
	// Names the model in addresses.
	ModelID int64 `json:"model_id"`
	// In the model's own language; null while it is not in the catalogue.
	Title *string `json:"title"`
	// Since when the caller likes it.
	CreatedAt time.Time `json:"created_at"`
}

// LikeList is a page of what the caller likes.
type LikeList struct {
	// Those of this page, what was liked last first.
	Likes []Like `json:"likes"`
}
