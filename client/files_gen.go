// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
)

// ListFiles: all files of a model. The files of a model with what was measured in each. processing
// says how many are still being read.
//
// GET /v1/models/{model_id}/files, with the scope models:read.
func (c *Client) ListFiles(ctx context.Context, modelID int64, options ...CallOption) (*FileList, error) {
	return ask[FileList](ctx, c, &request{method: http.MethodGet, path: "/v1/models/" + segment(modelID) + "/files"}, options)
}

// RemoveFile: remove a file. Takes a file out of a model. Buyers keep it. The last ready file of a
// published model stays.
//
// DELETE /v1/models/{model_id}/files/{id}, with the scope models:write.
func (c *Client) RemoveFile(ctx context.Context, modelID int64, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/models/" + segment(modelID) + "/files/" + segment(id)}, options)
}

// FileList is the files of a model.
type FileList struct {
	// How many files there are.
	Total int64 `json:"total"`
	// How many files still wait to be read, or are being read. A file is read again when another one
	// that it refers to arrives. At 0, facts no longer change.
	Processing int64 `json:"processing"`
	// All of them, the oldest first.
	Files []File `json:"files"`
}
