package api

import (
	"context"
	"time"

	"vitrine"
	"vitrine/internal/web"
)

// idempotencyLease is how long a request with an Idempotency-Key may run before
// it counts as abandoned.
const idempotencyLease = time.Minute

// Limits that other packages hold requests against without naming them.
const (
	maxIdempotencyKey = 255
	maxFileName       = 255
)

type limitsOutput struct {
	Body limits
}

// limits are the numbers that requests are held against.
type limits struct {
	Models   modelLimits              `json:"models"`
	Files    fileLimits               `json:"files"`
	Images   imageLimits              `json:"images"`
	Lists    listLimits               `json:"lists"`
	Orders   orderLimits              `json:"orders"`
	Users    userLimits               `json:"users"`
	Tokens   tokenLimits              `json:"tokens"`
	Requests requestLimits            `json:"requests"`
	Rates    map[web.Budget]rateLimit `json:"rates"`
}

type modelLimits struct {
	MinTags          int    `json:"min_tags"`
	MaxTags          int    `json:"max_tags"`
	TagLength        int    `json:"tag_length" doc:"Characters."`
	TitleLength      int    `json:"title_length" doc:"Characters."`
	DescriptionBytes int    `json:"description_bytes"`
	MaxLanguages     int    `json:"max_languages" doc:"That a model has texts in."`
	InfoKeys         int    `json:"info_keys"`
	InfoBytes        int    `json:"info_bytes"`
	InfoLevels       int    `json:"info_levels" doc:"How deep info may be nested."`
	MaxPrice         string `json:"max_price" example:"999999.99"`
	Currency         string `json:"currency" example:"USD"`
}

type fileLimits struct {
	MaxBytes    int64 `json:"max_bytes"`
	MaxPerModel int   `json:"max_per_model"`
	NameBytes   int   `json:"name_bytes"`
}

type imageLimits struct {
	MaxBytes    int64 `json:"max_bytes"`
	MaxPixels   int   `json:"max_pixels"`
	MaxPerModel int   `json:"max_per_model"`
}

type listLimits struct {
	DefaultPerPage int `json:"default_per_page"`
	MaxPerPage     int `json:"max_per_page"`
	PageReach      int `json:"page_reach" doc:"Results that numbered pages reach; a cursor goes on."`
	ExactTotal     int `json:"exact_total" doc:"How far totals are counted."`
}

type orderLimits struct {
	LifetimeSeconds int64 `json:"lifetime_seconds" doc:"How long an order can be paid."`
}

type userLimits struct {
	MinUsernameLength int `json:"min_username_length"`
	MaxUsernameLength int `json:"max_username_length"`
	MinPasswordLength int `json:"min_password_length"`
	MaxPasswordLength int `json:"max_password_length"`
}

type tokenLimits struct {
	LifetimeSeconds *int64 `json:"lifetime_seconds" nullable:"true" doc:"Of a new user's access token; null: it does not expire."`
}

type requestLimits struct {
	BodyBytes              int64 `json:"body_bytes" doc:"Of a JSON body."`
	IdempotencyKeyLength   int   `json:"idempotency_key_length"`
	IdempotencyKeptSeconds int64 `json:"idempotency_kept_seconds"`
}

type rateLimit struct {
	PerMinute int `json:"per_minute"`
	Burst     int `json:"burst" doc:"Requests that may come at once."`
}

func (s *Server) limits(context.Context, *struct{}) (*limitsOutput, error) {
	set := s.shop.Settings()

	out := limits{
		Models: modelLimits{
			MinTags: vitrine.MinTags, MaxTags: vitrine.MaxTags, TagLength: vitrine.MaxTagLength,
			TitleLength: vitrine.MaxTitleLength, DescriptionBytes: vitrine.MaxTextBytes,
			MaxLanguages: vitrine.MaxLanguages, InfoKeys: vitrine.MaxInfoKeys, InfoBytes: vitrine.MaxInfoBytes, InfoLevels: vitrine.MaxInfoDepth,
			MaxPrice: vitrine.MaxPrice.String(), Currency: set.Currency,
		},
		Files:  fileLimits{MaxBytes: set.FileSize, MaxPerModel: set.Files, NameBytes: maxFileName},
		Images: imageLimits{MaxBytes: set.ImageSize, MaxPixels: set.ImagePixels, MaxPerModel: set.Images},
		Lists: listLimits{
			DefaultPerPage: vitrine.DefaultPageSize, MaxPerPage: vitrine.MaxPageSize,
			PageReach: vitrine.MaxOffset, ExactTotal: vitrine.MaxCount,
		},
		Orders: orderLimits{LifetimeSeconds: int64(set.OrderLifetime / time.Second)},
		Users: userLimits{
			MinUsernameLength: vitrine.MinUsernameLength, MaxUsernameLength: vitrine.MaxUsernameLength,
			MinPasswordLength: vitrine.MinPasswordLength, MaxPasswordLength: vitrine.MaxPasswordLength,
		},
		Requests: requestLimits{
			BodyBytes: web.MaxBody, IdempotencyKeyLength: maxIdempotencyKey,
			IdempotencyKeptSeconds: int64(vitrine.RepeatKept / time.Second),
		},
		Rates: map[web.Budget]rateLimit{},
	}
	if set.TokenLifetime > 0 {
		seconds := int64(set.TokenLifetime / time.Second)
		out.Tokens.LifetimeSeconds = &seconds
	}
	for budget, rate := range s.rates {
		out.Rates[budget] = rateLimit{rate.PerMinute, rate.Burst}
	}
	return &limitsOutput{out}, nil
}
