// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"time"
)

// DraftVersion: the draft version of a published model. What is changed of a published model and
// not published yet, of one's own: in which fields it differs, and the model as it will be. What is
// changed in the model itself meanwhile is in it too; a field that was changed in both is among
// clashes.
//
// GET /v1/models/{model_id}/draft, with the scope models:read.
func (c *Client) DraftVersion(ctx context.Context, modelID int64, options ...CallOption) (*DraftVersion, error) {
	return ask[DraftVersion](ctx, c, &request{method: http.MethodGet, path: "/v1/models/" + segment(modelID) + "/draft"}, options)
}

// SaveDraftVersion: change the draft version of a published model. Changes what is sent in the
// draft version of a published model, which is begun where there is none, and leaves the rest.
// Nobody else sees any of it before [Client.PublishVersion]. It settles the clashes that were told
// before. [Client.UpdateModel], uploads and removals go on changing a published model at once.
//
// PUT /v1/models/{model_id}/draft, with the scope models:write.
func (c *Client) SaveDraftVersion(ctx context.Context, modelID int64, body DraftVersionChange, options ...CallOption) (*DraftVersion, error) {
	return ask[DraftVersion](ctx, c, &request{method: http.MethodPut, path: "/v1/models/" + segment(modelID) + "/draft", body: body}, options)
}

// DiscardDraftVersion: throw the draft version away. Throws the draft version of a model away, with
// files and pictures that were added to it. The model stays as it is.
//
// DELETE /v1/models/{model_id}/draft, with the scope models:write.
func (c *Client) DiscardDraftVersion(ctx context.Context, modelID int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/models/" + segment(modelID) + "/draft"}, options)
}

// DraftChange is a field in which a draft version differs from its model.
type DraftChange struct {
	// Member of the model; translations/de is a text in a further language, files names those that go
	// and come, pictures the ids of images in their order.
	Field string `json:"field"`
	// What the model says, as text.
	Public string `json:"public"`
	// What the draft version says.
	Draft string `json:"draft"`
}

// DraftVersion is what is changed of a published model and not published yet.
type DraftVersion struct {
	// The model as it will be. Files that were added are downloaded with draft=true before it is
	// published.
	Model Model `json:"model"`
	// Number of the version that it will be.
	Version int64 `json:"version"`
	// What changes, for buyers; empty when nothing was said.
	Note string `json:"note"`
	// In which fields it differs from the model.
	Changes []DraftChange `json:"changes"`
	// Fields that were changed in the model too since they were changed here: send what is to be
	// before it is published.
	Clashes []string `json:"clashes"`
	// Whether it would be published now.
	Publishable bool `json:"publishable"`
	// What it lacks.
	Problems []PublicationProblem `json:"problems"`
	// What the author will get of the price, after the share of the marketplace; null without a price.
	Earned *string `json:"earned"`
	// When it was begun.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// DraftVersionChange is what a draft version shall be from now on. What is not sent stays; null
// takes a value away.
type DraftVersionChange struct {
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
	// What changes, for buyers: at most 2000 characters.
	Note *string `json:"note,omitzero"`
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
	// Slug of a subcategory of the category.
	Subcategory Nullable[string] `json:"subcategory,omitzero"`
	// 5 to 50 distinct tags of at most 50 characters; null takes them away from a draft.
	Tags Nullable[[]string] `json:"tags,omitzero"`
	// At most 200 characters.
	Title *string `json:"title,omitzero"`
	// Printable models only.
	Units Nullable[Units] `json:"units,omitzero"`
}
