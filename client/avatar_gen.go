// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
)

// RemoveAvatar: remove the avatar. Takes the user's picture away.
//
// DELETE /v1/users/me/avatar, with the scope profile:write.
func (c *Client) RemoveAvatar(ctx context.Context, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/users/me/avatar"}, options)
}

// CreatedAvatar is the avatar that was uploaded.
type CreatedAvatar struct {
	// Address of the picture, as getCurrentUser has it.
	AvatarURL string `json:"avatar_url"`
	// Pixels.
	Width int64 `json:"width"`
	// Pixels.
	Height int64 `json:"height"`
}
