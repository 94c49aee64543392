// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
)

// RemoveCover: remove the cover. Takes the picture above the user's page away.
//
// DELETE /v1/users/me/cover, with the scope profile:write.
func (c *Client) RemoveCover(ctx context.Context, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/users/me/cover"}, options)
}

// CreatedCover is the cover that was uploaded.
type CreatedCover struct {
	// Address of the picture, as getCurrentUser has it.
	CoverURL string `json:"cover_url"`
	// Pixels.
	Width int64 `json:"width"`
	// Pixels.
	Height int64 `json:"height"`
}
