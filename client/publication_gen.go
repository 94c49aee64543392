// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
)

// Publication: what keeps a model from being published. What a model of one's own lacks to be
// published, all at once. It is empty for a model that can be published.
//
// GET /v1/models/{id}/publication, with the scope models:read.
func (c *Client) Publication(ctx context.Context, id int64, options ...CallOption) (*Publication, error) {
	return ask[Publication](ctx, c, &request{method: http.MethodGet, path: "/v1/models/" + segment(id) + "/publication"}, options)
}

// Publication is what keeps a model from being published.
type Publication struct {
	// Whether status published would be accepted now.
	Publishable bool `json:"publishable"`
	// All that is missing; empty when it is publishable.
	Problems []PublicationProblem `json:"problems"`
	// What the author gets of the price, after the share of the marketplace; null without a price.
	Earned *string `json:"earned"`
}
