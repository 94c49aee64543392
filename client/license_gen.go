// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
)

// ModelLicense: the license of a model. What a buyer may do with the model, in words and in full.
// Orders keep the text of their moment.
//
// GET /v1/models/{model_id}/license, with the scope models:read.
func (c *Client) ModelLicense(ctx context.Context, modelID int64, options ...CallOption) (*License, error) {
	return ask[License](ctx, c, &request{method: http.MethodGet, path: "/v1/models/" + segment(modelID) + "/license"}, options)
}
