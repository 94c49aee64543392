// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"time"
)

// ListVersions: the published versions of a model. Which versions of a model were published, with
// what its author says has changed.
//
// GET /v1/models/{model_id}/versions, with the scope models:read.
func (c *Client) ListVersions(ctx context.Context, modelID int64, options ...CallOption) (*VersionList, error) {
	return ask[VersionList](ctx, c, &request{method: http.MethodGet, path: "/v1/models/" + segment(modelID) + "/versions"}, options)
}

// PublishVersion: publish the draft version. Makes the model what its draft version says, all at
// once, if nothing is missing and no clash is left. A model that was taken back is published again.
// Buyers keep what they bought.
//
// POST /v1/models/{model_id}/versions, with the scope models:write.
func (c *Client) PublishVersion(ctx context.Context, modelID int64, body NewVersion, options ...CallOption) (*PublishedVersion, error) {
	return ask[PublishedVersion](ctx, c, &request{method: http.MethodPost, path: "/v1/models/" + segment(modelID) + "/versions", body: body, keyed: true}, options)
}

// ModelVersion is a published version of a model.
type ModelVersion struct {
	// 1 is the first.
	Number int64 `json:"number"`
	// What its author says has changed; empty when nothing was said.
	Note string `json:"note"`
	// When it was published.
	PublishedAt time.Time `json:"published_at"`
}

// NewVersion is how a draft version is published.
type NewVersion struct {
	// In place of the note of the draft version: at most 2000 characters.
	Note string `json:"note,omitzero"`
}

// PublishedVersion is the version that was published.
type PublishedVersion struct {
	// 1 is the first.
	Number int64 `json:"number"`
	// What its author says has changed; empty when nothing was said.
	Note string `json:"note"`
	// When it was published.
	PublishedAt time.Time `json:"published_at"`
}

// VersionList is the published versions of a model.
type VersionList struct {
	// How many are listed.
	Total int64 `json:"total"`
	// The newest first, at most 100.
	Versions []ModelVersion `json:"versions"`
}
