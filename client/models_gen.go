// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
)

// ModelsQuery is what [Client.ListModels] can be asked for. What is zero is left out.
type ModelsQuery struct {
	// Numbered page; reaches the first 10,000 results.
	Page int64
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
	// Your own models, in every state, instead of the catalogue: adult content too unless
	// adult_content=false. By time they are in the order in which they were made; those without a
	// price come before the cheapest.
	Mine bool
	// With mine: only models in this state.
	Status ModelStatus
	// With mine: only models that have a draft version.
	Drafted bool
	// With mine: only models that something keeps back: those that wait for a review before they are
	// published, that were sent back after it, that a decision took out of the catalogue, or that have
	// files of which nothing could be made.
	Standing Standing
	// Words that must all occur in title, tags, author or description.
	Keywords string
	// Lowest price.
	MinPrice Amount
	// Highest price.
	MaxPrice Amount
	// Only models of this type.
	ProductType ProductType
	// A top category includes its subcategories.
	CategoryID int64
	// Any of these file extensions, inside archives too.
	Extensions []string
	// true includes adult content, false leaves it out; left out unless asked for, but with mine.
	AdultContent *bool
	// true: only models that were made with AI tools, as their authors say; false: only the others.
	AIGenerated *bool
	// true: only models whose price is lowered; false: only the others.
	Discounted *bool
	// Under 10,000 polygons; CG models.
	LowPoly *bool
	// CG models.
	Animated *bool
	// CG models.
	PBR *bool
	// CG models.
	Rigged *bool
	// CG models.
	Collection *bool
	// Lowest rating by the operator; 0 is no filter.
	MinAdminRating float64
	// Of models that are made of polygons.
	Polygons PolygonRange
	// exclude_editorial leaves out what may only be shown in news.
	License string
	// Username of the author.
	Author string
	// Default: best_match with keywords, else newest.
	Sort Sort
}

func (q ModelsQuery) values() url.Values {
	v := values{}
	v.add("page", q.Page)
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	v.add("mine", q.Mine)
	v.add("status", q.Status)
	v.add("drafted", q.Drafted)
	v.add("standing", q.Standing)
	v.add("keywords", q.Keywords)
	v.add("min_price", q.MinPrice)
	v.add("max_price", q.MaxPrice)
	v.add("product_type", q.ProductType)
	v.add("category_id", q.CategoryID)
	v.add("extensions", q.Extensions)
	v.add("adult_content", q.AdultContent)
	v.add("ai_generated", q.AIGenerated)
	v.add("discounted", q.Discounted)
	v.add("low_poly", q.LowPoly)
	v.add("animated", q.Animated)
	v.add("pbr", q.PBR)
	v.add("rigged", q.Rigged)
	v.add("collection", q.Collection)
	v.add("min_admin_rating", q.MinAdminRating)
	v.add("polygons", q.Polygons)
	v.add("license", q.License)
	v.add("author", q.Author)
	v.add("sort", q.Sort)
	return url.Values(v)
}

// ListModels: a page of the catalogue, or of one's own models. Published models, newest first, or
// those that fit the keywords best. Filters narrow the page; mine=true asks for one's own models
// instead, drafts among them. Pages by number reach the first 10,000 results, the cursor of the
// Link header reaches all of them.
//
// GET /v1/models, with the scope models:read.
func (c *Client) ListModels(ctx context.Context, query ModelsQuery, options ...CallOption) (*ModelList, error) {
	return ask[ModelList](ctx, c, &request{method: http.MethodGet, path: "/v1/models", query: query.values()}, options)
}

// Models goes through all pages of [Client.ListModels], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) Models(ctx context.Context, query ModelsQuery, options ...CallOption) iter.Seq2[Model, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]Model, error) {
		query := query
		if cursor != "" {
			query.Page = 0
		}
		query.Cursor = cursor
		list, err := c.ListModels(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Models, nil
	})
}

// CreateModel: create a model draft. Makes a draft that its author alone can see. Files and
// pictures are uploaded to it afterwards; [Client.UpdateModel] publishes it.
//
// POST /v1/models, with the scope models:write.
func (c *Client) CreateModel(ctx context.Context, body NewModel, options ...CallOption) (*Model, error) {
	return ask[Model](ctx, c, &request{method: http.MethodPost, path: "/v1/models", body: body, keyed: true}, options)
}

// Model: one model. A published model, or a draft of one's own, in the language of Accept-Language
// that is stored and fits best.
//
// GET /v1/models/{id}, with the scope models:read.
func (c *Client) Model(ctx context.Context, id int64, options ...CallOption) (*Model, error) {
	return ask[Model](ctx, c, &request{method: http.MethodGet, path: "/v1/models/" + segment(id)}, options)
}

// UpdateModel: change a model, publish it or take it back. Changes what is sent and leaves the
// rest. status published puts the model into the catalogue once nothing is missing, draft takes it
// back; a published model stays publishable. Buyers keep what they bought at its price and licence.
//
// PUT /v1/models/{id}, with the scope models:write.
func (c *Client) UpdateModel(ctx context.Context, id int64, body ModelChange, options ...CallOption) (*Model, error) {
	return ask[Model](ctx, c, &request{method: http.MethodPut, path: "/v1/models/" + segment(id), body: body}, options)
}

// DeleteModel: delete a model. Takes the model away for good, and cancels its unpaid orders unless
// a payment has begun. Buyers keep their files.
//
// DELETE /v1/models/{id}, with the scope models:write.
func (c *Client) DeleteModel(ctx context.Context, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/models/" + segment(id)}, options)
}

// Guesses: what a model could say. What a model of one's own could say, by what its files are
// called, are and have in them, as the form of a new model proposes it. Nothing of it is stored.
// Facts are known when the files have been read.
//
// GET /v1/models/{model_id}/guesses, with the scope models:read.
func (c *Client) Guesses(ctx context.Context, modelID int64, options ...CallOption) (*Guesses, error) {
	return ask[Guesses](ctx, c, &request{method: http.MethodGet, path: "/v1/models/" + segment(modelID) + "/guesses"}, options)
}

// Guesses is what a model could say, by its files.
type Guesses struct {
	// By the name of a file.
	Title *string `json:"title"`
	// Slug of a category that the names of the files fit.
	Category *string `json:"category"`
	// Slug of one below it, where they fit that.
	Subcategory *string `json:"subcategory"`
	// Words of the names of the files: none where there are too few, at most 15.
	Tags []string `json:"tags"`
	// printable where all files are of formats that are printed.
	ProductType *ProductType `json:"product_type"`
	// true where the files have it in them.
	Animated *bool `json:"animated"`
	// Likewise.
	Rigged *bool `json:"rigged"`
	// Likewise.
	PBR *bool `json:"pbr"`
	// What the files are measured in, where they say so.
	Units *string `json:"units"`
}

// ModelChange is what a model shall be from now on. What is not sent stays; null takes a value
// away. A Model as it was read is accepted too: members that can't be written are ignored while
// they are what is stored, and named otherwise.
type ModelChange struct {
	// Whether the model has adult content.
	AdultContent *bool `json:"adult_content,omitzero"`
	// Whether the model was made with AI tools.
	AIGenerated *bool `json:"ai_generated,omitzero"`
	// CG models only; null is false there, and nothing for printable models.
	Animated Nullable[bool] `json:"animated,omitzero"`
	// Slug of the category.
	Category Nullable[string] `json:"category,omitzero"`
	// The licence's text; needed for custom, refused for the others.
	CustomLicense Nullable[string] `json:"custom_license,omitzero"`
	// At most 64 KiB; HTML is kept through an allow-list.
	Description Nullable[string] `json:"description,omitzero"`
	// CG models only; null is false there, and nothing for printable models.
	GameReady Nullable[bool] `json:"game_ready,omitzero"`
	// Further data of a CG model: nine known keys, others are kept as they are. Sent, it replaces what
	// was there.
	Info Nullable[map[string]any] `json:"info,omitzero"`
	// Printable models only; null is false there, and nothing for CG models.
	IsPreSupported Nullable[bool] `json:"is_pre_supported,omitzero"`
	// Printable models only; null is false there, and nothing for CG models.
	IsSplitIntoMultipleParts Nullable[bool] `json:"is_split_into_multiple_parts,omitzero"`
	// general, editorial, custom or another one that GET /v1/licenses offers; royalty_free is another
	// name of general.
	License Nullable[string] `json:"license,omitzero"`
	// Describes the parts; printable models only.
	MultiplePartsDetails Nullable[string] `json:"multiple_parts_details,omitzero"`
	// Whether nobody may train machines with the model. Without it a new model begins as its author's
	// profile says.
	NoAITraining *bool `json:"no_ai_training,omitzero"`
	// Price before the discount, at least price; null ends the discount.
	OriginalPrice Nullable[Amount] `json:"original_price,omitzero"`
	// CG models only; null is false there, and nothing for printable models.
	PBR Nullable[bool] `json:"pbr,omitzero"`
	// What visitors get from the model's page in 3D; null for what is usual: full for a free model,
	// for a paid one reduced, or turntable where a reduced one would misrepresent it.
	Preview Nullable[Preview] `json:"preview,omitzero"`
	// Download price: at least 0, at most two decimals.
	Price Nullable[Amount] `json:"price,omitzero"`
	// Default cg. A change clears the fields of the type that was left.
	ProductType *ProductType `json:"product_type,omitzero"`
	// CG models only; null is false there, and nothing for printable models.
	Rigged Nullable[bool] `json:"rigged,omitzero"`
	// published puts the model into the catalogue, draft takes it back.
	Status *ModelStatus `json:"status,omitzero"`
	// Slug of a subcategory of the category.
	Subcategory Nullable[string] `json:"subcategory,omitzero"`
	// 5 to 50 distinct tags of at most 50 characters; null takes them away from a draft.
	Tags Nullable[[]string] `json:"tags,omitzero"`
	// At most 200 characters.
	Title *string `json:"title,omitzero"`
	// Printable models only.
	Units Nullable[Units] `json:"units,omitzero"`
}

// ModelList is a page of models.
type ModelList struct {
	// How many models the filters let through, exact up to 10,000.
	Total int64 `json:"total"`
	// gte: there are at least so many.
	TotalRelation TotalRelation `json:"total_relation"`
	// Those of this page.
	Models []Model `json:"models"`
}

// NewModel is a draft. A title is enough; the rest can follow.
type NewModel struct {
	// At most 200 characters.
	Title string `json:"title"`
	// Whether the model has adult content.
	AdultContent bool `json:"adult_content,omitzero"`
	// Whether the model was made with AI tools.
	AIGenerated bool `json:"ai_generated,omitzero"`
	// CG models only; null is false there, and nothing for printable models.
	Animated bool `json:"animated,omitzero"`
	// Slug of the category.
	Category string `json:"category,omitzero"`
	// The licence's text; needed for custom, refused for the others.
	CustomLicense string `json:"custom_license,omitzero"`
	// At most 64 KiB; HTML is kept through an allow-list.
	Description string `json:"description,omitzero"`
	// CG models only; null is false there, and nothing for printable models.
	GameReady bool `json:"game_ready,omitzero"`
	// Further data of a CG model: nine known keys, others are kept as they are. Sent, it replaces what
	// was there.
	Info map[string]any `json:"info,omitzero"`
	// Printable models only; null is false there, and nothing for CG models.
	IsPreSupported bool `json:"is_pre_supported,omitzero"`
	// Printable models only; null is false there, and nothing for CG models.
	IsSplitIntoMultipleParts bool `json:"is_split_into_multiple_parts,omitzero"`
	// general, editorial, custom or another one that GET /v1/licenses offers; royalty_free is another
	// name of general.
	License string `json:"license,omitzero"`
	// Describes the parts; printable models only.
	MultiplePartsDetails string `json:"multiple_parts_details,omitzero"`
	// Whether nobody may train machines with the model. Without it a new model begins as its author's
	// profile says.
	NoAITraining *bool `json:"no_ai_training,omitzero"`
	// Price before the discount, at least price; null ends the discount.
	OriginalPrice Amount `json:"original_price,omitzero"`
	// CG models only; null is false there, and nothing for printable models.
	PBR bool `json:"pbr,omitzero"`
	// What visitors get from the model's page in 3D; null for what is usual: full for a free model,
	// for a paid one reduced, or turntable where a reduced one would misrepresent it.
	Preview Preview `json:"preview,omitzero"`
	// Download price: at least 0, at most two decimals.
	Price Amount `json:"price,omitzero"`
	// Default cg. A change clears the fields of the type that was left.
	ProductType ProductType `json:"product_type,omitzero"`
	// CG models only; null is false there, and nothing for printable models.
	Rigged bool `json:"rigged,omitzero"`
	// published puts the model into the catalogue, draft takes it back.
	Status ModelStatus `json:"status,omitzero"`
	// Slug of a subcategory of the category.
	Subcategory string `json:"subcategory,omitzero"`
	// 5 to 50 distinct tags of at most 50 characters; null takes them away from a draft.
	Tags []string `json:"tags,omitzero"`
	// Printable models only.
	Units Units `json:"units,omitzero"`
}

// Sort is the order of a list. lower_price: the cheapest first; higher_price: the dearest first.
type Sort string

// What Sort can be. A later server may say more.
const (
	SortBestMatch   Sort = "best_match"
	SortSales       Sort = "sales"
	SortNewest      Sort = "newest"
	SortOldest      Sort = "oldest"
	SortLowerPrice  Sort = "lower_price"
	SortHigherPrice Sort = "higher_price"
)

// Standing is what keeps a model of one's own back. waiting: for a review before it is published.
// sent_back: after one. taken_out: of the catalogue, by a decision. rejected_files: nothing could
// be made of some of its files.
type Standing string

// What Standing can be. A later server may say more.
const (
	StandingWaiting       Standing = "waiting"
	StandingSentBack      Standing = "sent_back"
	StandingTakenOut      Standing = "taken_out"
	StandingRejectedFiles Standing = "rejected_files"
)
