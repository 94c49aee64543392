package api

import (
	"context"

	"vitrine"
	"vitrine/internal/shop"
)

// collectionCase is a collection for those who decide about it.
type collectionCase struct {
	CollectionEntry
	CoverID   *int64           `json:"cover" doc:"The model that was chosen to stand for it; null: the first that all may see."`
	Models    []collectedModel `json:"models" nullable:"false" doc:"In its order."`
	UserID    int64            `json:"user_id" doc:"The person whose it is."`
	Reports   []ReportEntry    `json:"reports" nullable:"false" doc:"Reports about it, at most 50; none in one of your own."`
	Decisions []decisionRecord `json:"decisions" nullable:"false" doc:"What was decided about it, newest first."`
}

type collectionCaseOutput struct {
	Body collectionCase
}

type hideCollectionInput struct {
	ID   int64 `path:"id" doc:"The collection's id."`
	Body struct {
		Ground string `json:"ground" enum:"law,terms" doc:"What asks for it."`
		Reason string `json:"reason" doc:"The facts, and why they are against law or terms, in at most 5,000 characters: its owner gets these words." example:"Its name calls a seller a thief."`
	}
}

type restoreCollectionInput struct {
	ID   int64 `path:"id" doc:"The collection's id."`
	Body deskReason
}

func (s *Server) reportedCollection(ctx context.Context, in *collectionInput) (*collectionCaseOutput, error) {
	return s.onCollection(ctx, in.ID, func(shop.SignedIn) error { return nil })
}

// onCollection does something about a collection of anybody, and answers with it as it is then.
func (s *Server) onCollection(ctx context.Context, id int64, act func(who shop.SignedIn) error) (*collectionCaseOutput, error) {
	who, err := s.desk(ctx)
	if err != nil {
		return nil, err
	}

	if err := act(who); err != nil {
		return nil, err
	}
	c, err := s.shop.CollectionCase(ctx, who, id)
	if err != nil {
		return nil, err
	}

	record := s.encodeHeld(c.Collection, c.Held, true)
	return &collectionCaseOutput{Body: collectionCase{
		CollectionEntry: record.CollectionEntry, CoverID: record.CoverID, Models: record.Models, UserID: c.Collection.UserID,
		Reports: encodeAll(c.Others, s.encodeReport), Decisions: encodeAll(c.Decisions, encodeDecision),
	}}, nil
}

func (s *Server) hideCollection(ctx context.Context, in *hideCollectionInput) (*collectionCaseOutput, error) {
	ruling := vitrine.Ruling{Action: vitrine.ActHide, Ground: vitrine.Ground(in.Body.Ground), Reason: in.Body.Reason, Downloads: true}
	return s.onCollection(ctx, in.ID, func(who shop.SignedIn) error { return s.shop.RuleCollection(ctx, who, in.ID, ruling) })
}

func (s *Server) restoreCollection(ctx context.Context, in *restoreCollectionInput) (*collectionCaseOutput, error) {
	return s.onCollection(ctx, in.ID, func(who shop.SignedIn) error {
		return s.shop.RestoreCollection(ctx, who, in.ID, in.Body.Reason)
	})
}
