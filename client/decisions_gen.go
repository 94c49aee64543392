// Code generated from api/openapi.yaml (make client). DO NOT EDIT.

package client

import (
	"context"
	"iter"
	"net/http"
	"net/url"
)

// Decision: one decision. What was done about a model, what its author objected, and what came of
// that. For moderators and operators.
//
// GET /v1/decisions/{id}, with the scope moderation:read.
func (c *Client) Decision(ctx context.Context, id int64, options ...CallOption) (*Decision, error) {
	return ask[Decision](ctx, c, &request{method: http.MethodGet, path: "/v1/decisions/" + segment(id)}, options)
}

// AnswerObjection: answer what an author objects. Answers what the author of a model objects, and
// restores the model where they are right. Of two who answer at once one wins, and the other gets
// 409.
//
// POST /v1/decisions/{id}/answer, with the scope moderation:write.
func (c *Client) AnswerObjection(ctx context.Context, id int64, body Answer, options ...CallOption) (*Decision, error) {
	return ask[Decision](ctx, c, &request{method: http.MethodPost, path: "/v1/decisions/" + segment(id) + "/answer", body: body, keyed: true}, options)
}

// LiftDecision: restore the model of a decision. Restores the model of a decision, and lifts all
// that was decided about it. Its author is told.
//
// POST /v1/decisions/{id}/lift, with the scope moderation:write.
func (c *Client) LiftDecision(ctx context.Context, id int64, body Lift, options ...CallOption) (*Decision, error) {
	return ask[Decision](ctx, c, &request{method: http.MethodPost, path: "/v1/decisions/" + segment(id) + "/lift", body: body, keyed: true}, options)
}

// ListDecisions: what was decided about a model of one's own. What was decided about a model of
// one's own, with the reasons, also once it is deleted. Who reported it is told to nobody.
//
// GET /v1/models/{model_id}/decisions, with the scope models:read.
func (c *Client) ListDecisions(ctx context.Context, modelID int64, options ...CallOption) (*OwnDecisionList, error) {
	return ask[OwnDecisionList](ctx, c, &request{method: http.MethodGet, path: "/v1/models/" + segment(modelID) + "/decisions"}, options)
}

// ObjectToDecision: object to a decision about a model of one's own. Says once what the author of a
// model has to say about a decision, while that stands. A moderator answers by mail and here.
//
// POST /v1/models/{model_id}/decisions/{id}/objection, with the scope models:write.
func (c *Client) ObjectToDecision(ctx context.Context, modelID int64, id int64, body Objection, options ...CallOption) (*OwnDecision, error) {
	return ask[OwnDecision](ctx, c, &request{method: http.MethodPost, path: "/v1/models/" + segment(modelID) + "/decisions/" + segment(id) + "/objection", body: body, keyed: true}, options)
}

// ObjectionsQuery is what [Client.ListObjections] can be asked for. What is zero is left out.
type ObjectionsQuery struct {
	// 1 to 100. What is below counts as 1, what is above as 100.
	PerPage int64
	// From the Link header's rel=next; stays fast and stable however deep.
	Cursor string
}

func (q ObjectionsQuery) values() url.Values {
	v := values{}
	v.add("per_page", q.PerPage)
	v.add("cursor", q.Cursor)
	return url.Values(v)
}

// ListObjections: decisions whose authors wait for an answer. Decisions to which the author of the
// model has objected and got no answer yet, those first that wait longest. For moderators and
// operators.
//
// GET /v1/objections, with the scope moderation:read.
func (c *Client) ListObjections(ctx context.Context, query ObjectionsQuery, options ...CallOption) (*ObjectionList, error) {
	return ask[ObjectionList](ctx, c, &request{method: http.MethodGet, path: "/v1/objections", query: query.values()}, options)
}

// Objections goes through all pages of [Client.ListObjections], from the one that the query names. It asks for each when
// it is needed, and ends with the first error.
func (c *Client) Objections(ctx context.Context, query ObjectionsQuery, options ...CallOption) iter.Seq2[Decision, error] {
	return each(query.Cursor, options, func(cursor string, options []CallOption) ([]Decision, error) {
		query := query
		query.Cursor = cursor
		list, err := c.ListObjections(ctx, query, options...)
		if err != nil {
			return nil, err
		}
		return list.Decisions, nil
	})
}

// Answer is what is answered to an author who objects.
type Answer struct {
	// true: the author is right, and the model is restored with all that was decided about it. false:
	// the decision stands.
	Lift bool `json:"lift"`
	// Why, in at most 5,000 characters: the author gets these words.
	Answer string `json:"answer"`
}

// Lift: why a model is restored.
type Lift struct {
	// Why, in at most 5,000 characters: the author gets these words.
	Reason string `json:"reason"`
}

// Objection is what an author objects.
type Objection struct {
	// Why the decision is wrong, in at most 5,000 characters.
	Objection string `json:"objection"`
}

// ObjectionList is a page of decisions whose authors wait for an answer.
type ObjectionList struct {
	// Those of this page, the oldest first.
	Decisions []Decision `json:"decisions"`
}

// OwnDecisionList is what was decided about a model.
type OwnDecisionList struct {
	// How many there are.
	Total int64 `json:"total"`
	// All of them, newest first.
	Decisions []OwnDecision `json:"decisions"`
}
