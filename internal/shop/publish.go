package shop

import (
	"context"
	"fmt"

	"vitrine"
	"vitrine/internal/store"
)

// setStatus moves the model between draft and published. The date of the first
// publication stays.
func (s *Shop) setStatus(m *vitrine.Model, status vitrine.Status) {
	m.Status = status
	if status == vitrine.Published && m.PublishedAt.IsZero() {
		m.PublishedAt = s.now()
	}
}

// keepPublishable refuses a published model that lacks what the catalogue asks
// of it.
func (s *Shop) keepPublishable(m *vitrine.Model) error {
	if m.Status != vitrine.Published {
		return nil
	}
	return lacking(m.StandingProblems())
}

// publicationProblems are those of the model, and a price that the marketplace's currency has no coins for: it may
// have been written in another one.
func (s *Shop) publicationProblems(m *vitrine.Model) []vitrine.Field {
	problems := m.PublicationProblems()
	if m.Price == nil {
		return problems
	}
	if err := vitrine.CheckStep(*m.Price, s.currencyNow()); err != nil {
		problems = append(problems, vitrine.Field{Pointer: "/price", Code: "bad_price", Detail: err.Error()})
	}
	return problems
}

// lacking refuses with all that is missing at once; nil when nothing is.
func lacking(problems []vitrine.Field) error {
	if len(problems) == 0 {
		return nil
	}
	message := fmt.Sprintf("the model can't stand in the catalogue: %d things are missing", len(problems))
	if len(problems) == 1 {
		message = "the model can't stand in the catalogue: " + problems[0].Detail
	}
	return &vitrine.Error{Code: vitrine.Conflict, Message: message, Fields: problems}
}

// Publication is what becomes of a model when it is published.
type Publication struct {
	Problems []vitrine.Field // what keeps it from that
	Earned   *vitrine.Amount // what its author gets of its price; nil without one
}

// Publication returns what keeps a model from being published, and what it will bring.
func (s *Shop) Publication(ctx context.Context, caller vitrine.Caller, id int64) (*Publication, error) {
	m, err := s.db.Model(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := caller.RequireEdit(m); err != nil {
		return nil, err
	}
	problems := s.publicationProblems(m)
	house, err := s.House(ctx)
	if err != nil {
		return nil, err
	}
	if refused := maySell(house, caller); refused != nil {
		problems = append(problems, vitrine.Field{Pointer: "/status", Code: "not_a_seller", Detail: refused.Error()})
	}
	earned, err := s.Earned(ctx, m)
	return &Publication{Problems: problems, Earned: earned}, err
}

// Earned is what the author of a model gets of its price, after the share of the marketplace;
// nil without a price.
func (s *Shop) Earned(ctx context.Context, m *vitrine.Model) (*vitrine.Amount, error) {
	if m.Price == nil {
		return nil, nil
	}
	share, err := s.ShareOf(ctx, m)
	rest := share.Rest(*m.Price, vitrine.StepOf(s.currencyNow()))
	return &rest, err
}

// RateModel sets the operator's rating of a model, 0.0 to 10.0.
func (s *Shop) RateModel(ctx context.Context, id int64, rating float64) error {
	if !(rating >= 0 && rating <= 10) {
		return vitrine.Errorf(vitrine.Invalid, "a rating is a number from 0.0 to 10.0")
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		before, err := tx.ModelRow(ctx, id)
		if err != nil {
			return err
		}
		if err := tx.RateModel(ctx, id, rating); err != nil {
			return err
		}
		n := Noted{Act: vitrine.ActModelRate, ID: idText(id), Before: facts{"rating": before.AdminRating}, After: facts{"rating": rating}}
		if err := s.Note(ctx, tx, n); err != nil {
			return err
		}
		_, err = s.refresh(ctx, tx, id)
		return err
	})
}
