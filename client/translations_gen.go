// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
)

// ListTranslations: the texts of a model in all its languages. Title, description and tags in each
// language that they are stored in. [Client.UpdateModel] with Content-Language writes one.
//
// GET /v1/models/{model_id}/translations, with the scope models:read.
func (c *Client) ListTranslations(ctx context.Context, modelID int64, options ...CallOption) (*TranslationList, error) {
	return ask[TranslationList](ctx, c, &request{method: http.MethodGet, path: "/v1/models/" + segment(modelID) + "/translations"}, options)
}

// SaveTranslations: write the texts of a model in all its languages. Writes title, description and
// tags in all languages at once: all of it, or nothing where one of them is wrong. Texts in
// languages that are not sent are removed, and what a text is sent without it has no more. When the
// model's own language is not among them, the first that stays becomes it.
//
// PUT /v1/models/{model_id}/translations, with the scope models:write.
func (c *Client) SaveTranslations(ctx context.Context, modelID int64, body NewTranslations, options ...CallOption) (*TranslationList, error) {
	return ask[TranslationList](ctx, c, &request{method: http.MethodPut, path: "/v1/models/" + segment(modelID) + "/translations", body: body}, options)
}

// RemoveTranslation: remove the text in one language. Removes the texts in one language. The last
// one can't be removed.
//
// DELETE /v1/models/{model_id}/translations/{language}, with the scope models:write.
func (c *Client) RemoveTranslation(ctx context.Context, modelID int64, language string, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/models/" + segment(modelID) + "/translations/" + segment(language)}, options)
}

// NewTranslation is what shall be said of a model in one language.
type NewTranslation struct {
	// BCP 47.
	Language string `json:"language"`
	// At most 200 characters.
	Title string `json:"title"`
	// At most 64 KiB; HTML is kept through an allow-list. Absent: none.
	Description string `json:"description,omitzero"`
	// 5 to 50 distinct tags of at most 50 characters. Absent: none.
	Tags []string `json:"tags,omitzero"`
}

// NewTranslations is what shall be said of a model in all its languages.
type NewTranslations struct {
	// All texts that the model shall have. Those in other languages are removed.
	Translations []NewTranslation `json:"translations"`
}

// Translation is what is written about a model in one language.
type Translation struct {
	// BCP 47.
	Language string `json:"language"`
	// It is the model's own language: the one of writes without Content-Language, and of reads that
	// ask for none of the others.
	Own bool `json:"own"`
	// One line of plain text.
	Title string `json:"title"`
	// Sanitised HTML.
	Description string `json:"description"`
	// Plain text.
	RawDescription string `json:"raw_description"`
	// Words to find it by.
	Tags []string `json:"tags"`
}

// TranslationList is the texts of a model in all its languages.
type TranslationList struct {
	// How many languages the model has texts in.
	Total int64 `json:"total"`
	// The model's own language comes first.
	Translations []Translation `json:"translations"`
}
