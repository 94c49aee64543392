// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
)

// Limits: the limits of this server. The largest file, the longest title, the budgets of requests:
// every number that this server holds requests against.
//
// GET /v1/limits.
func (c *Client) Limits(ctx context.Context, options ...CallOption) (*Limits, error) {
	return ask[Limits](ctx, c, &request{method: http.MethodGet, path: "/v1/limits"}, options)
}

// FileLimits: limits of uploaded files.
type FileLimits struct {
	// Bytes of one file.
	MaxBytes int64 `json:"max_bytes"`
	// Files of one model.
	MaxPerModel int64 `json:"max_per_model"`
	// Bytes of a file name.
	NameBytes int64 `json:"name_bytes"`
	// Files that one user sends in parts at once.
	MaxUploads int64 `json:"max_uploads"`
	// Bytes that these announce together.
	MaxUploadBytes int64 `json:"max_upload_bytes"`
	// How long an upload in parts waits for its next part.
	UploadLifetimeSeconds int64 `json:"upload_lifetime_seconds"`
}

// ImageLimits: limits of uploaded pictures.
type ImageLimits struct {
	// Bytes of one picture.
	MaxBytes int64 `json:"max_bytes"`
	// Pixels of one picture.
	MaxPixels int64 `json:"max_pixels"`
	// Pictures of one model.
	MaxPerModel int64 `json:"max_per_model"`
}

// Limits is the numbers that requests are held against.
type Limits struct {
	// Of the texts and prices of models.
	Models ModelLimits `json:"models"`
	// Of uploaded files.
	Files FileLimits `json:"files"`
	// Of uploaded pictures.
	Images ImageLimits `json:"images"`
	// Of pages.
	Lists ListLimits `json:"lists"`
	// Of orders.
	Orders OrderLimits `json:"orders"`
	// Of names and passwords.
	Users UserLimits `json:"users"`
	// Of what users say of themselves.
	Profiles ProfileLimits `json:"profiles"`
	// Of access tokens.
	Tokens TokenLimits `json:"tokens"`
	// Of requests as such.
	Requests RequestLimits `json:"requests"`
	// Budgets of requests by their kind: read, write, upload and token.
	Rates map[string]RateLimit `json:"rates"`
}

// ListLimits: limits of pages.
type ListLimits struct {
	// Records of a page when per_page is absent.
	DefaultPerPage int64 `json:"default_per_page"`
	// Records of a page at most.
	MaxPerPage int64 `json:"max_per_page"`
	// Results that numbered pages reach; a cursor goes on.
	PageReach int64 `json:"page_reach"`
	// How far totals are counted.
	ExactTotal int64 `json:"exact_total"`
}

// ModelLimits: limits of models.
type ModelLimits struct {
	// Fewest tags of a model.
	MinTags int64 `json:"min_tags"`
	// Most tags of a model.
	MaxTags int64 `json:"max_tags"`
	// Characters.
	TagLength int64 `json:"tag_length"`
	// Characters.
	TitleLength int64 `json:"title_length"`
	// Bytes of a description.
	DescriptionBytes int64 `json:"description_bytes"`
	// That a model has texts in.
	MaxLanguages int64 `json:"max_languages"`
	// Keys of info.
	InfoKeys int64 `json:"info_keys"`
	// Bytes of info.
	InfoBytes int64 `json:"info_bytes"`
	// How deep info may be nested.
	InfoLevels int64 `json:"info_levels"`
	// The highest price.
	MaxPrice string `json:"max_price"`
	// ISO 4217 code of the marketplace's currency.
	Currency string `json:"currency"`
	// Percent of a price that the marketplace keeps, as it tells those who sell.
	Share string `json:"share"`
}

// OrderLimits: limits of orders.
type OrderLimits struct {
	// How long an order can be paid.
	LifetimeSeconds int64 `json:"lifetime_seconds"`
}

// ProfileLimits: limits of what users say of themselves.
type ProfileLimits struct {
	// Characters of a name for people.
	NameLength int64 `json:"name_length"`
	// Characters.
	DescriptionLength int64 `json:"description_length"`
	// Links of a profile.
	MaxLinks int64 `json:"max_links"`
	// Bytes of a link.
	LinkBytes int64 `json:"link_bytes"`
	// Bytes of a picture that is sent as avatar.
	AvatarBytes int64 `json:"avatar_bytes"`
	// Pixels of an avatar's longer side, which a larger picture is shrunk to.
	AvatarSide int64 `json:"avatar_side"`
}

// RateLimit is a budget of requests.
type RateLimit struct {
	// Requests that a minute brings anew.
	PerMinute int64 `json:"per_minute"`
	// Requests that may come at once.
	Burst int64 `json:"burst"`
}

// RequestLimits: limits of requests as such.
type RequestLimits struct {
	// Of a JSON body.
	BodyBytes int64 `json:"body_bytes"`
	// Characters of an Idempotency-Key.
	IdempotencyKeyLength int64 `json:"idempotency_key_length"`
	// How long an answer is kept for its Idempotency-Key.
	IdempotencyKeptSeconds int64 `json:"idempotency_kept_seconds"`
	// Of the request's line and headers together, about.
	HeaderBytes int64 `json:"header_bytes"`
	// In which the line and the headers must arrive.
	HeaderSeconds int64 `json:"header_seconds"`
	// How long a body or an answer may stand still.
	StallSeconds int64 `json:"stall_seconds"`
	// Bytes a second with which a body must arrive on average; 0: it only must not stand still.
	MinUploadSpeed int64 `json:"min_upload_speed"`
	// Bytes a second with which an answer must be read on average; 0: it only must not stand still.
	MinDownloadSpeed int64 `json:"min_download_speed"`
	// At once, of one IPv4 address or one /64 of IPv6.
	ConnectionsPerAddress int64 `json:"connections_per_address"`
}

// TokenLimits: limits of access tokens.
type TokenLimits struct {
	// Of a new user's access token; null: it does not expire.
	LifetimeSeconds *int64 `json:"lifetime_seconds"`
}

// UserLimits: limits of names and passwords.
type UserLimits struct {
	// Fewest characters of a username.
	MinUsernameLength int64 `json:"min_username_length"`
	// Most characters of a username.
	MaxUsernameLength int64 `json:"max_username_length"`
	// Fewest characters of a password.
	MinPasswordLength int64 `json:"min_password_length"`
	// Most characters of a password.
	MaxPasswordLength int64 `json:"max_password_length"`
}
