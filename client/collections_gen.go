// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// CollectionsQuery is what [Client.ListCollections] can be asked for. What is zero is left out.
type CollectionsQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
}

func (q CollectionsQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	return url.Values(v)
}

// ListCollections: the caller's own collections. The collections of the caller, in any state.
// [Client.Collection] has the models of each.
//
// GET /v1/collections, with the scope keeping:read.
func (c *Client) ListCollections(ctx context.Context, query CollectionsQuery, options ...CallOption) (*CollectionList, error) {
	return ask[CollectionList](ctx, c, &request{method: http.MethodGet, path: "/v1/collections", query: query.values()}, options)
}

// Collections goes through all pages of [Client.ListCollections], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) Collections(ctx context.Context, query CollectionsQuery, options ...CallOption) iter.Seq2[CollectionEntry, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]CollectionEntry, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListCollections(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Collections, nil
	})
}

// CreateCollection: make a collection. Makes a collection without models, of at most 100. To show
// it to others takes a confirmed address.
//
// POST /v1/collections, with the scope keeping:write.
func (c *Client) CreateCollection(ctx context.Context, body NewCollection, options ...CallOption) (*Collection, error) {
	return ask[Collection](ctx, c, &request{method: http.MethodPost, path: "/v1/collections", body: body, keyed: true}, options)
}

// Collection: a collection of one's own, with its models. A collection of the caller's own.
//
// GET /v1/collections/{id}, with the scope keeping:read.
func (c *Client) Collection(ctx context.Context, id int64, options ...CallOption) (*Collection, error) {
	return ask[Collection](ctx, c, &request{method: http.MethodGet, path: "/v1/collections/" + segment(id)}, options)
}

// UpdateCollection: change what a collection says, and who sees it. Stores name, text and who sees
// a collection; what is not sent is empty, or private. One that becomes private gets another link
// should it be shown again.
//
// PUT /v1/collections/{id}, with the scope keeping:write.
func (c *Client) UpdateCollection(ctx context.Context, id int64, body CollectionChange, options ...CallOption) (*Collection, error) {
	return ask[Collection](ctx, c, &request{method: http.MethodPut, path: "/v1/collections/" + segment(id), body: body}, options)
}

// RemoveCollection: remove a collection. Removes a collection. Its models stay what they are.
//
// DELETE /v1/collections/{id}, with the scope keeping:write.
func (c *Client) RemoveCollection(ctx context.Context, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/collections/" + segment(id)}, options)
}

// ArrangeCollection: put the models of a collection into an order. Puts models of a collection
// first, in an order, and chooses the one that stands for it.
//
// PUT /v1/collections/{id}/arrangement, with the scope keeping:write.
func (c *Client) ArrangeCollection(ctx context.Context, id int64, body Arrangement, options ...CallOption) (*Collection, error) {
	return ask[Collection](ctx, c, &request{method: http.MethodPut, path: "/v1/collections/" + segment(id) + "/arrangement", body: body}, options)
}

// CollectModel: put a model into a collection. Puts a model of the catalogue at the end of a
// collection, which holds 200 at most. It is fine when it is in there.
//
// PUT /v1/collections/{id}/models/{model_id}, with the scope keeping:write.
func (c *Client) CollectModel(ctx context.Context, id int64, modelID int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodPut, path: "/v1/collections/" + segment(id) + "/models/" + segment(modelID)}, options)
}

// UncollectModel: take a model out of a collection. Takes a model out of a collection. It is fine
// when it is not in there.
//
// DELETE /v1/collections/{id}/models/{model_id}, with the scope keeping:write.
func (c *Client) UncollectModel(ctx context.Context, id int64, modelID int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/collections/" + segment(id) + "/models/" + segment(modelID)}, options)
}

// ReportedCollection: one collection of anybody, with what was decided about it. A collection of
// anybody with what was reported and decided about it. One that not everybody sees is there once it
// was reported or decided about. For moderators and operators.
//
// GET /v1/desk/collections/{id}, with the scope moderation:read.
func (c *Client) ReportedCollection(ctx context.Context, id int64, options ...CallOption) (*CollectionCase, error) {
	return ask[CollectionCase](ctx, c, &request{method: http.MethodGet, path: "/v1/desk/collections/" + segment(id)}, options)
}

// HideCollection: take a collection off. Takes a collection off: nobody but its owner sees it, who
// gets the reasons by mail, may object once, and can't change it meanwhile. Nobody decides about
// their own but operators with the scope admin.
//
// POST /v1/desk/collections/{id}/hide, with the scope moderation:write.
func (c *Client) HideCollection(ctx context.Context, id int64, body CollectionRuling, options ...CallOption) (*CollectionCase, error) {
	return ask[CollectionCase](ctx, c, &request{method: http.MethodPost, path: "/v1/desk/collections/" + segment(id) + "/hide", body: body, keyed: true}, options)
}

// RestoreCollection: show a collection again. Shows a collection again to those to whom it was
// shown, and tells its owner why. For moderators and operators.
//
// POST /v1/desk/collections/{id}/restore, with the scope moderation:write.
func (c *Client) RestoreCollection(ctx context.Context, id int64, body DeskReason, options ...CallOption) (*CollectionCase, error) {
	return ask[CollectionCase](ctx, c, &request{method: http.MethodPost, path: "/v1/desk/collections/" + segment(id) + "/restore", body: body, keyed: true}, options)
}

// PublicCollectionsQuery is what [Client.ListPublicCollections] can be asked for. What is zero is left out.
type PublicCollectionsQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
}

func (q PublicCollectionsQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	return url.Values(v)
}

// ListPublicCollections: the collections that everybody sees. Collections of anybody that everybody
// sees and that hold something.
//
// GET /v1/public-collections, with the scope models:read.
func (c *Client) ListPublicCollections(ctx context.Context, query PublicCollectionsQuery, options ...CallOption) (*CollectionList, error) {
	return ask[CollectionList](ctx, c, &request{method: http.MethodGet, path: "/v1/public-collections", query: query.values()}, options)
}

// PublicCollections goes through all pages of [Client.ListPublicCollections], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) PublicCollections(ctx context.Context, query PublicCollectionsQuery, options ...CallOption) iter.Seq2[CollectionEntry, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]CollectionEntry, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListPublicCollections(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Collections, nil
	})
}

// PublicCollection: a collection that everybody sees, with its models. A collection that everybody
// sees, with those of its models that are in the catalogue. [Client.CreateReport] with its url
// reports it.
//
// GET /v1/public-collections/{id}, with the scope models:read.
func (c *Client) PublicCollection(ctx context.Context, id int64, options ...CallOption) (*Collection, error) {
	return ask[Collection](ctx, c, &request{method: http.MethodGet, path: "/v1/public-collections/" + segment(id)}, options)
}

// Arrangement is the order of a collection.
type Arrangement struct {
	// Models of the collection, those first that are to be first; those that are not named follow as
	// they are.
	Models []int64 `json:"models"`
	// The model that stands for it; absent: the first.
	Cover int64 `json:"cover,omitzero"`
}

// CollectedModel is a model in a collection.
type CollectedModel struct {
	// Names the model in addresses.
	ModelID int64 `json:"model_id"`
	// In the model's own language; null while it is not in the catalogue, which others than the owner
	// are not told of.
	Title *string `json:"title"`
	// Whether it has adult content.
	AdultContent bool `json:"adult_content"`
}

// Collection is a collection with its models.
type Collection struct {
	// The model that was chosen to stand for it; null: the first that all may see.
	Cover *int64 `json:"cover"`
	// In its order.
	Models []CollectedModel `json:"models"`
	// Names the collection in addresses.
	ID int64 `json:"id"`
	// Whose it is.
	Username string `json:"username"`
	// One line.
	Name string `json:"name"`
	// Plain text; may be empty.
	Text string `json:"text"`
	// Who sees it.
	Shown Audience `json:"shown"`
	// How many models it holds, also those that are not in the catalogue.
	Total int64 `json:"total"`
	// A moderator took it off: nobody but its owner sees it, whatever shown says, and it can't be
	// changed.
	Hidden bool `json:"hidden"`
	// Its page, for those who see it. That of one which is shown by link changes when it becomes
	// private.
	URL string `json:"url"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// CollectionCase is a collection, for those who decide about it.
type CollectionCase struct {
	// The model that was chosen to stand for it; null: the first that all may see.
	Cover *int64 `json:"cover"`
	// In its order.
	Models []CollectedModel `json:"models"`
	// The person whose it is.
	UserID int64 `json:"user_id"`
	// Reports about it, at most 50; none in one of your own.
	Reports []ReportEntry `json:"reports"`
	// What was decided about it, newest first.
	Decisions []Decision `json:"decisions"`
	// Names the collection in addresses.
	ID int64 `json:"id"`
	// Whose it is.
	Username string `json:"username"`
	// One line.
	Name string `json:"name"`
	// Plain text; may be empty.
	Text string `json:"text"`
	// Who sees it.
	Shown Audience `json:"shown"`
	// How many models it holds, also those that are not in the catalogue.
	Total int64 `json:"total"`
	// A moderator took it off: nobody but its owner sees it, whatever shown says, and it can't be
	// changed.
	Hidden bool `json:"hidden"`
	// Its page, for those who see it. That of one which is shown by link changes when it becomes
	// private.
	URL string `json:"url"`
	// When it was made.
	CreatedAt time.Time `json:"created_at"`
	// When it was last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// CollectionChange is what a collection says, and who sees it.
type CollectionChange struct {
	// One line of at most 80 characters.
	Name string `json:"name"`
	// Who sees it. Others than its owner need one with a confirmed address.
	Shown *Audience `json:"shown,omitzero"`
	// Plain text, at most 2000 characters.
	Text *string `json:"text,omitzero"`
}

// CollectionList is a page of collections.
type CollectionList struct {
	// Those of this page, newest first.
	Collections []CollectionEntry `json:"collections"`
}

// CollectionRuling: why a collection is hidden.
type CollectionRuling struct {
	// What asks for it.
	Ground DecisionGround `json:"ground"`
	// The facts, and why they are against law or terms, in at most 5,000 characters: its owner gets
	// these words.
	Reason string `json:"reason"`
}

// NewCollection is what a collection says, and who sees it.
type NewCollection struct {
	// One line of at most 80 characters.
	Name string `json:"name"`
	// Who sees it. Others than its owner need one with a confirmed address.
	Shown Audience `json:"shown,omitzero"`
	// Plain text, at most 2000 characters.
	Text string `json:"text,omitzero"`
}
