// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"net/http"
	"time"
)

// ListCategories: all categories. The whole tree of two levels, parents before their children.
// Models name a category, and may name a subcategory, by its slug.
//
// GET /v1/categories.
func (c *Client) ListCategories(ctx context.Context, options ...CallOption) (*CategoryList, error) {
	return ask[CategoryList](ctx, c, &request{method: http.MethodGet, path: "/v1/categories"}, options)
}

// CreateCategory: make a category. Makes a category, behind its siblings. Lists of categories and
// forms have it at once.
//
// POST /v1/categories, with the scope admin.
func (c *Client) CreateCategory(ctx context.Context, body NewCategory, options ...CallOption) (*Category, error) {
	return ask[Category](ctx, c, &request{method: http.MethodPost, path: "/v1/categories", body: body, keyed: true}, options)
}

// Category: one category. One branch of the tree.
//
// GET /v1/categories/{id}.
func (c *Client) Category(ctx context.Context, id int64, options ...CallOption) (*Category, error) {
	return ask[Category](ctx, c, &request{method: http.MethodGet, path: "/v1/categories/" + segment(id)}, options)
}

// UpdateCategory: change a category. Changes what is sent of a category. A subcategory can move
// below another top category, with its models; a category keeps its level. Slugs of before lead to
// it.
//
// PUT /v1/categories/{id}, with the scope admin.
func (c *Client) UpdateCategory(ctx context.Context, id int64, body CategoryChange, options ...CallOption) (*Category, error) {
	return ask[Category](ctx, c, &request{method: http.MethodPut, path: "/v1/categories/" + segment(id), body: body}, options)
}

// RemoveCategory: remove a category that nothing is in. Removes a category that has neither models
// nor subcategories: one that has is merged into another one.
//
// DELETE /v1/categories/{id}, with the scope admin.
func (c *Client) RemoveCategory(ctx context.Context, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/categories/" + segment(id)}, options)
}

// MergeCategory: merge a category into another one. Has the models of a category move into another
// one, a few at a time, and its subcategories at once. From now on the other one stands for it: its
// slug leads there, in addresses and where programs name it. It is gone when all have moved.
//
// POST /v1/categories/{id}/merge, with the scope admin.
func (c *Client) MergeCategory(ctx context.Context, id int64, body CategoryMerge, options ...CallOption) (*Category, error) {
	return ask[Category](ctx, c, &request{method: http.MethodPost, path: "/v1/categories/" + segment(id) + "/merge", body: body, keyed: true}, options)
}

// Category is a branch of the tree that models are sorted into.
type Category struct {
	// What category_id asks for.
	ID int64 `json:"id"`
	// Heading of its page.
	Title string `json:"title"`
	// Short name.
	Name string `json:"name"`
	// What models name their category by.
	Slug string `json:"slug"`
	// null for a top category.
	ParentID *int64 `json:"parent_id"`
	// What belongs into it.
	Description string `json:"description"`
	// Published models in it, its subcategories' included.
	ModelsCount int64 `json:"models_count"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
	// Where it stands beside its siblings: the lower ones come first.
	Position int64 `json:"position"`
	// What models in it are for: cg, printable or both.
	ProductTypes []string `json:"product_types"`
	// What it is called in further languages, by their tags of BCP 47.
	Translations map[string]CategoryWords `json:"translations"`
	// The category that its models are moving to: it is gone when they have; null for none.
	MergingInto *int64 `json:"merging_into"`
}

// CategoryChange is what is to be another about a category; what is absent stays.
type CategoryChange struct {
	// What belongs into it.
	Description *string `json:"description,omitzero"`
	// Short name, at most 200 characters.
	Name *string `json:"name,omitzero"`
	// Of a subcategory: another top category, where it and its models move.
	ParentID *int64 `json:"parent_id,omitzero"`
	// Where it stands beside its siblings: the lower ones come first.
	Position *int64 `json:"position,omitzero"`
	// What models in it are for: cg, printable or both.
	ProductTypes Nullable[[]string] `json:"product_types,omitzero"`
	// Another one changes the addresses of the category and of its models; the old ones lead there.
	Slug *string `json:"slug,omitzero"`
	// Heading of its page, at most 200 characters.
	Title *string `json:"title,omitzero"`
	// What it is called in further languages, by their tags of BCP 47: all of them.
	Translations map[string]CategoryWords `json:"translations,omitzero"`
}

// CategoryList is the whole tree.
type CategoryList struct {
	// The whole tree, parents before children.
	Categories []Category `json:"categories"`
}

// CategoryMerge is where the models of a category go.
type CategoryMerge struct {
	// The category that gets its models, its subcategories and its addresses.
	Into int64 `json:"into"`
}

// CategoryWords is what a category is called in a language.
type CategoryWords struct {
	// Short name, at most 200 characters.
	Name string `json:"name"`
	// What belongs into it.
	Description *string `json:"description,omitzero"`
	// Heading of its page, at most 200 characters; the name when absent.
	Title *string `json:"title,omitzero"`
}

// NewCategory is a branch of the tree that is to be made.
type NewCategory struct {
	// Names it in addresses and for models: 1 to 80 characters of a–z and 0–9, with single dashes
	// between.
	Slug string `json:"slug"`
	// Heading of its page, at most 200 characters.
	Title string `json:"title"`
	// What belongs into it.
	Description string `json:"description,omitzero"`
	// Short name, at most 200 characters; the title when absent.
	Name string `json:"name,omitzero"`
	// The top category that it is below; absent: it is a top category.
	ParentID int64 `json:"parent_id,omitzero"`
	// What models in it are for; both when absent.
	ProductTypes []ProductType `json:"product_types,omitzero"`
	// What it is called in further languages, by their tags of BCP 47.
	Translations map[string]CategoryWords `json:"translations,omitzero"`
}
