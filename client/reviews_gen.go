// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
	"time"
)

// ReviewsQuery is what [Client.ListReviews] can be asked for. What is zero is left out.
type ReviewsQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
}

func (q ReviewsQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	return url.Values(v)
}

// ListReviews: what is said of a model. What those say of a published model who bought it, newest
// first, with the means. Those that a moderator took off are left out. [Client.CreateReport] with a
// review's url reports it.
//
// GET /v1/models/{model_id}/reviews, with the scope models:read.
func (c *Client) ListReviews(ctx context.Context, modelID int64, query ReviewsQuery, options ...CallOption) (*ReviewList, error) {
	return ask[ReviewList](ctx, c, &request{method: http.MethodGet, path: "/v1/models/" + segment(modelID) + "/reviews", query: query.values()}, options)
}

// Reviews goes through all pages of [Client.ListReviews], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) Reviews(ctx context.Context, modelID int64, query ReviewsQuery, options ...CallOption) iter.Seq2[Review, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]Review, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListReviews(ctx, modelID, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Reviews, nil
	})
}

// OwnReview: what the caller says of a model. What the caller says of a model, also once it is in
// the catalogue no more, or a moderator took the review off.
//
// GET /v1/models/{model_id}/reviews/mine, with the scope reviews:write.
func (c *Client) OwnReview(ctx context.Context, modelID int64, options ...CallOption) (*OwnReview, error) {
	return ask[OwnReview](ctx, c, &request{method: http.MethodGet, path: "/v1/models/" + segment(modelID) + "/reviews/mine"}, options)
}

// SaveReview: review a model. Says something of a model that the caller bought, or changes it:
// there is one review of each. What was free is reviewed once the address of the account is
// confirmed.
//
// PUT /v1/models/{model_id}/reviews/mine, with the scope reviews:write.
func (c *Client) SaveReview(ctx context.Context, modelID int64, body ReviewChange, options ...CallOption) (*OwnReview, error) {
	return ask[OwnReview](ctx, c, &request{method: http.MethodPut, path: "/v1/models/" + segment(modelID) + "/reviews/mine", body: body}, options)
}

// WithdrawReview: take a review back. Takes back what the caller says of a model, with its
// pictures.
//
// DELETE /v1/models/{model_id}/reviews/mine, with the scope reviews:write.
func (c *Client) WithdrawReview(ctx context.Context, modelID int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/models/" + segment(modelID) + "/reviews/mine"}, options)
}

// RemoveReviewImage: remove a picture of a review. Takes a picture out of what the caller says of a
// model.
//
// DELETE /v1/models/{model_id}/reviews/mine/images/{id}, with the scope reviews:write.
func (c *Client) RemoveReviewImage(ctx context.Context, modelID int64, id int64, options ...CallOption) error {
	return c.tell(ctx, &request{method: http.MethodDelete, path: "/v1/models/" + segment(modelID) + "/reviews/mine/images/" + segment(id)}, options)
}

// Review: one review, with what was decided about it. A review with what was reported and decided
// about it. For moderators and operators.
//
// GET /v1/reviews/{id}, with the scope moderation:read.
func (c *Client) Review(ctx context.Context, id int64, options ...CallOption) (*ReviewCase, error) {
	return ask[ReviewCase](ctx, c, &request{method: http.MethodGet, path: "/v1/reviews/" + segment(id)}, options)
}

// AnswerReview: answer a review of a model of one's own. Answers a review of a model of the
// caller's own, once: the answer can be changed for a day, and again when the review is changed.
//
// PUT /v1/reviews/{id}/answer, with the scope models:write.
func (c *Client) AnswerReview(ctx context.Context, id int64, body ReviewAnswer, options ...CallOption) (*Review, error) {
	return ask[Review](ctx, c, &request{method: http.MethodPut, path: "/v1/reviews/" + segment(id) + "/answer", body: body}, options)
}

// HideReview: take a review off. Takes a review off, which counts no more then. Who wrote it gets
// the reasons by mail and may object once. Nobody decides about what they wrote, or about reviews
// of their own models, but operators with the scope admin.
//
// POST /v1/reviews/{id}/hide, with the scope moderation:write.
func (c *Client) HideReview(ctx context.Context, id int64, body ReviewRuling, options ...CallOption) (*ReviewCase, error) {
	return ask[ReviewCase](ctx, c, &request{method: http.MethodPost, path: "/v1/reviews/" + segment(id) + "/hide", body: body, keyed: true}, options)
}

// RestoreReview: show a review again. Shows a review again, and tells who wrote it why. For
// moderators and operators.
//
// POST /v1/reviews/{id}/restore, with the scope moderation:write.
func (c *Client) RestoreReview(ctx context.Context, id int64, body DeskReason, options ...CallOption) (*ReviewCase, error) {
	return ask[ReviewCase](ctx, c, &request{method: http.MethodPost, path: "/v1/reviews/" + segment(id) + "/restore", body: body, keyed: true}, options)
}

// OwnReview is a review, for who wrote it.
type OwnReview struct {
	// A moderator took it off: nobody else sees it.
	Hidden bool `json:"hidden"`
	// While it is hidden, why; objectToDecision objects to it. null else.
	Decision *OwnDecision `json:"decision"`
	// Names the review in addresses.
	ID int64 `json:"id"`
	// The model that it is of.
	ModelID int64 `json:"model_id"`
	// Who says it.
	Username string `json:"username"`
	// Stars: it is what its page says.
	Described int64 `json:"described"`
	// Stars: how it was to print or use it; null where they did not yet.
	Used *int64 `json:"used"`
	// In their words, plain text; may be empty.
	Text string `json:"text"`
	// The money for the model went back after this was written.
	Refunded bool `json:"refunded"`
	// Pictures of what became of it, at most 4.
	Images []ReviewImage `json:"images"`
	// What the author of the model answers, plain text; null for nothing.
	Answer *string `json:"answer"`
	// When the author answered; null before.
	AnsweredAt *time.Time `json:"answered_at"`
	// Its page, by which it can be reported.
	URL string `json:"url"`
	// When it was written.
	CreatedAt time.Time `json:"created_at"`
	// When its text or stars were last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// ReviewAnswer is what an author answers to a review.
type ReviewAnswer struct {
	// Plain text, at most 2000 characters.
	Answer string `json:"answer"`
}

// ReviewCase is a review, for those who decide about it.
type ReviewCase struct {
	// The person who wrote it.
	UserID int64 `json:"user_id"`
	// It was taken off: only who wrote it sees it.
	Hidden bool `json:"hidden"`
	// Reports about it, at most 50.
	Reports []ReportEntry `json:"reports"`
	// What was decided about it, newest first.
	Decisions []Decision `json:"decisions"`
	// Names the review in addresses.
	ID int64 `json:"id"`
	// The model that it is of.
	ModelID int64 `json:"model_id"`
	// Who says it.
	Username string `json:"username"`
	// Stars: it is what its page says.
	Described int64 `json:"described"`
	// Stars: how it was to print or use it; null where they did not yet.
	Used *int64 `json:"used"`
	// In their words, plain text; may be empty.
	Text string `json:"text"`
	// The money for the model went back after this was written.
	Refunded bool `json:"refunded"`
	// Pictures of what became of it, at most 4.
	Images []ReviewImage `json:"images"`
	// What the author of the model answers, plain text; null for nothing.
	Answer *string `json:"answer"`
	// When the author answered; null before.
	AnsweredAt *time.Time `json:"answered_at"`
	// Its page, by which it can be reported.
	URL string `json:"url"`
	// When it was written.
	CreatedAt time.Time `json:"created_at"`
	// When its text or stars were last changed.
	UpdatedAt time.Time `json:"updated_at"`
}

// ReviewChange is what somebody says of a model.
type ReviewChange struct {
	// Stars: it is what its page says.
	Described int64 `json:"described"`
	// Plain text, at most 5000 characters.
	Text *string `json:"text,omitzero"`
	// Stars: how it was to print or use it; absent where you did not yet.
	Used *int64 `json:"used,omitzero"`
}

// ReviewList is a page of what is said of a model, with the means.
type ReviewList struct {
	// How many reviews the model has.
	Total int64 `json:"total"`
	// Mean of described; null without reviews.
	Rating *string `json:"rating"`
	// How many say how it was to print or use it.
	UsedTotal int64 `json:"used_total"`
	// Mean of used; null where nobody says so.
	UsedRating *string `json:"used_rating"`
	// Those of this page, newest first.
	Reviews []Review `json:"reviews"`
}

// ReviewRuling: why a review is hidden.
type ReviewRuling struct {
	// What asks for it.
	Ground DecisionGround `json:"ground"`
	// The facts, and why they are against law or terms, in at most 5,000 characters: who wrote it gets
	// these words.
	Reason string `json:"reason"`
}
