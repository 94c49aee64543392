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
	Models   modelLimits              `json:"models" doc:"Of the texts and prices of models."`
	Files    fileLimits               `json:"files" doc:"Of uploaded files."`
	Images   imageLimits              `json:"images" doc:"Of uploaded pictures."`
	Lists    listLimits               `json:"lists" doc:"Of pages."`
	Orders   orderLimits              `json:"orders" doc:"Of orders."`
	Users    userLimits               `json:"users" doc:"Of names and passwords."`
	Profiles profileLimits            `json:"profiles" doc:"Of what users say of themselves."`
	Tokens   tokenLimits              `json:"tokens" doc:"Of access tokens."`
	Requests requestLimits            `json:"requests" doc:"Of requests as such."`
	Rates    map[web.Budget]rateLimit `json:"rates" doc:"Budgets of requests by their kind: read, write, upload and token."`
}

type modelLimits struct {
	MinTags          int    `json:"min_tags" doc:"Fewest tags of a model."`
	MaxTags          int    `json:"max_tags" doc:"Most tags of a model."`
	TagLength        int    `json:"tag_length" doc:"Characters."`
	TitleLength      int    `json:"title_length" doc:"Characters."`
	DescriptionBytes int    `json:"description_bytes" doc:"Bytes of a description."`
	MaxLanguages     int    `json:"max_languages" doc:"That a model has texts in."`
	InfoKeys         int    `json:"info_keys" doc:"Keys of info."`
	InfoBytes        int    `json:"info_bytes" doc:"Bytes of info."`
	InfoLevels       int    `json:"info_levels" doc:"How deep info may be nested."`
	MaxPrice         string `json:"max_price" example:"999999.99" doc:"The highest price."`
	Currency         string `json:"currency" example:"USD" doc:"ISO 4217 code of the marketplace's currency."`
	Share            string `json:"share" pattern:"^[0-9]{1,3}(\\.[0-9]{1,2})?$" example:"12.5" doc:"Percent of a price that the marketplace keeps, as it tells those who sell."`
}

type fileLimits struct {
	MaxBytes    int64 `json:"max_bytes" doc:"Bytes of one file."`
	MaxPerModel int   `json:"max_per_model" doc:"Files of one model."`
	NameBytes   int   `json:"name_bytes" doc:"Bytes of a file name."`

	Uploads       int   `json:"max_uploads" doc:"Files that one user sends in parts at once."`
	UploadBytes   int64 `json:"max_upload_bytes" doc:"Bytes that these announce together."`
	UploadSeconds int64 `json:"upload_lifetime_seconds" doc:"How long an upload in parts waits for its next part."`
}

type imageLimits struct {
	MaxBytes    int64 `json:"max_bytes" doc:"Bytes of one picture."`
	MaxPixels   int   `json:"max_pixels" doc:"Pixels of one picture."`
	MaxPerModel int   `json:"max_per_model" doc:"Pictures of one model."`
}

type listLimits struct {
	DefaultPerPage int `json:"default_per_page" doc:"Records of a page when per_page is absent."`
	MaxPerPage     int `json:"max_per_page" doc:"Records of a page at most."`
	PageReach      int `json:"page_reach" doc:"Results that numbered pages reach; a cursor goes on."`
	ExactTotal     int `json:"exact_total" doc:"How far totals are counted."`
}

type orderLimits struct {
	LifetimeSeconds int64 `json:"lifetime_seconds" doc:"How long an order can be paid."`
}

type userLimits struct {
	MinUsernameLength int `json:"min_username_length" doc:"Fewest characters of a username."`
	MaxUsernameLength int `json:"max_username_length" doc:"Most characters of a username."`
	MinPasswordLength int `json:"min_password_length" doc:"Fewest characters of a password."`
	MaxPasswordLength int `json:"max_password_length" doc:"Most characters of a password."`
}

type profileLimits struct {
	NameLength        int   `json:"name_length" doc:"Characters of a name for people."`
	DescriptionLength int   `json:"description_length" doc:"Characters."`
	MaxLinks          int   `json:"max_links" doc:"Links of a profile."`
	LinkBytes         int   `json:"link_bytes" doc:"Bytes of a link."`
	AvatarBytes       int64 `json:"avatar_bytes" doc:"Bytes of a picture that is sent as avatar."`
	AvatarSide        int   `json:"avatar_side" doc:"Pixels of an avatar's longer side, which a larger picture is shrunk to."`
}

type tokenLimits struct {
	LifetimeSeconds *int64 `json:"lifetime_seconds" nullable:"true" doc:"Of a new user's access token; null: it does not expire."`
}

type requestLimits struct {
	BodyBytes              int64 `json:"body_bytes" doc:"Of a JSON body."`
	IdempotencyKeyLength   int   `json:"idempotency_key_length" doc:"Characters of an Idempotency-Key."`
	IdempotencyKeptSeconds int64 `json:"idempotency_kept_seconds" doc:"How long an answer is kept for its Idempotency-Key."`
	HeaderBytes            int64 `json:"header_bytes" doc:"Of the request's line and headers together, about."`
	HeaderSeconds          int64 `json:"header_seconds" doc:"In which the line and the headers must arrive."`
	StallSeconds           int64 `json:"stall_seconds" doc:"How long a body or an answer may stand still."`
	MinUploadSpeed         int64 `json:"min_upload_speed" doc:"Bytes a second with which a body must arrive on average; 0: it only must not stand still."`
	MinDownloadSpeed       int64 `json:"min_download_speed" doc:"Bytes a second with which an answer must be read on average; 0: it only must not stand still."`
	ConnectionsPerAddress  int64 `json:"connections_per_address" doc:"At once, of one IPv4 address or one /64 of IPv6."`
}

type rateLimit struct {
	PerMinute int `json:"per_minute" doc:"Requests that a minute brings anew."`
	Burst     int `json:"burst" doc:"Requests that may come at once."`
}

func (s *Server) limits(ctx context.Context, _ *struct{}) (*limitsOutput, error) {
	set, err := s.shop.Limits(ctx)
	if err != nil {
		return nil, err
	}
	house, err := s.shop.House(ctx)
	if err != nil {
		return nil, err
	}

	out := limits{
		Models: modelLimits{
			MinTags: vitrine.MinTags, MaxTags: vitrine.MaxTags, TagLength: vitrine.MaxTagLength,
			TitleLength: vitrine.MaxTitleLength, DescriptionBytes: vitrine.MaxTextBytes,
			MaxLanguages: vitrine.MaxLanguages, InfoKeys: vitrine.MaxInfoKeys, InfoBytes: vitrine.MaxInfoBytes, InfoLevels: vitrine.MaxInfoDepth,
			MaxPrice: vitrine.MaxPrice.String(), Currency: set.Currency, Share: house.Share.String(),
		},
		Files: fileLimits{
			MaxBytes: set.FileSize, MaxPerModel: set.Files, NameBytes: maxFileName,
			Uploads: set.Uploads, UploadBytes: set.UploadBytes, UploadSeconds: int64(set.UploadLife / time.Second),
		},
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
		Profiles: profileLimits{
			NameLength: vitrine.MaxNameLength, DescriptionLength: vitrine.MaxDescriptionLength, MaxLinks: vitrine.MaxLinks,
			LinkBytes: vitrine.MaxLinkBytes, AvatarBytes: set.ImageSize, AvatarSide: vitrine.MaxAvatarSide,
		},
		Requests: s.requestLimits(),
		Rates:    map[web.Budget]rateLimit{},
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

func (s *Server) requestLimits() requestLimits {
	rules := s.outer.Door.Rules()
	return requestLimits{
		BodyBytes: web.MaxBody, IdempotencyKeyLength: maxIdempotencyKey,
		IdempotencyKeptSeconds: int64(vitrine.RepeatKept / time.Second),
		HeaderBytes:            int64(rules.HeaderBytes), HeaderSeconds: int64(rules.HeadTime / time.Second),
		StallSeconds:   int64(rules.StallTime / time.Second),
		MinUploadSpeed: rules.UploadSpeed, MinDownloadSpeed: rules.DownloadSpeed, ConnectionsPerAddress: int64(rules.PerNetwork),
	}
}
