package api

import (
	"context"

	"vitrine"
	"vitrine/internal/shop"
)

// reviewCase is a review for those who decide about it.
type reviewCase struct {
	ReviewRecord
	UserID    int64            `json:"user_id" doc:"The person who wrote it."`
	Hidden    bool             `json:"hidden" doc:"It was taken off: only who wrote it sees it."`
	Reports   []ReportEntry    `json:"reports" nullable:"false" doc:"Reports about it, at most 50."`
	Decisions []decisionRecord `json:"decisions" nullable:"false" doc:"What was decided about it, newest first."`
}

type reviewInput struct {
	ID int64 `path:"id" doc:"The review's id."`
}

type reviewCaseOutput struct {
	Body reviewCase
}

type hideReviewInput struct {
	ID   int64 `path:"id" doc:"The review's id."`
	Body struct {
		Ground string `json:"ground" enum:"law,terms" doc:"What asks for it."`
		Reason string `json:"reason" doc:"The facts, and why they are against law or terms, in at most 5,000 characters: who wrote it gets these words." example:"It names the address of the seller's home."`
	}
}

type restoreReviewInput struct {
	ID   int64 `path:"id" doc:"The review's id."`
	Body deskReason
}

// deskReason is why somebody at a desk does something.
type deskReason struct {
	Reason string `json:"reason" doc:"Why, in at most 5,000 characters: whom it concerns gets these words." example:"It was a mistake: we are sorry."`
}

func (s *Server) review(ctx context.Context, in *reviewInput) (*reviewCaseOutput, error) {
	return s.onReview(ctx, in.ID, func(shop.SignedIn) error { return nil })
}

// onReview does something about a review, and answers with it as it is then.
func (s *Server) onReview(ctx context.Context, id int64, act func(who shop.SignedIn) error) (*reviewCaseOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	if err := act(who); err != nil {
		return nil, err
	}
	c, err := s.shop.ReviewCase(ctx, who, id)
	if err != nil {
		return nil, err
	}

	return &reviewCaseOutput{Body: reviewCase{
		ReviewRecord: s.encodeReview(c.Review), UserID: c.Review.UserID, Hidden: c.Review.Hidden,
		Reports: encodeAll(c.Others, s.encodeReport), Decisions: encodeAll(c.Decisions, encodeDecision),
	}}, nil
}

func (s *Server) hideReview(ctx context.Context, in *hideReviewInput) (*reviewCaseOutput, error) {
	ruling := vitrine.Ruling{Action: vitrine.ActHide, Ground: vitrine.Ground(in.Body.Ground), Reason: in.Body.Reason, Downloads: true}
	return s.onReview(ctx, in.ID, func(who shop.SignedIn) error { return s.shop.RuleReview(ctx, who, in.ID, ruling) })
}

func (s *Server) restoreReview(ctx context.Context, in *restoreReviewInput) (*reviewCaseOutput, error) {
	return s.onReview(ctx, in.ID, func(who shop.SignedIn) error { return s.shop.RestoreReview(ctx, who, in.ID, in.Body.Reason) })
}
