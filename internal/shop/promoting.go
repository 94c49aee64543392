package shop

import (
	"context"
	"errors"

	"vitrine"
	"vitrine/internal/store"
)

// promotedAtOnce is how many prices one transaction changes.
const promotedAtOnce = 20

// PromotionsDue reports whether a promotion begins or ends, or goes on with that.
func (s *Shop) PromotionsDue(ctx context.Context) (bool, error) {
	return s.db.PromotionsDue(ctx, s.now())
}

// CarryPromotions has promotions begin and end whose time has come, also while no process ran. One that was over before it could begin
// has lowered nothing.
func (s *Shop) CarryPromotions(ctx context.Context) error {
	ids, err := s.db.PromotionsToCarry(ctx, s.now())
	if err != nil {
		return err
	}
	var failed []error
	for _, id := range ids {
		failed = append(failed, s.carryPromotion(ctx, id))
	}
	return errors.Join(failed...)
}

// carriedNow is a promotion after what is due of it was carried out. What fails here is done by the next turn of CarryPromotions.
func (s *Shop) carriedNow(ctx context.Context, p *vitrine.Promotion) (*vitrine.Promotion, error) {
	if p.Carried && p.StateAt(s.now()) == p.State {
		return p, nil
	}
	if err := s.carryPromotion(context.WithoutCancel(ctx), p.ID); err != nil {
		s.log.WarnContext(ctx, "a promotion is not carried out yet", "promotion", p.ID, "error", err)
	}
	return s.db.Promotion(ctx, p.ID)
}

// carryPromotion carries out what is due of a promotion, some models at a time. Each transaction goes on behind the last one, whoever
// made it, so that each model's price is changed once.
func (s *Shop) carryPromotion(ctx context.Context, id int64) error {
	for {
		done := false
		err := s.db.Write(ctx, func(tx *store.Tx) error {
			p, err := tx.Promotion(ctx, id)
			if err != nil {
				return err
			}
			s.advance(p)
			if done = p.Carried; !done {
				if err := s.carryBatch(ctx, tx, p); err != nil {
					return err
				}
			}
			return tx.CarryPromotion(ctx, p)
		})
		if err != nil || done {
			return err
		}
	}
}

// advance brings a promotion into the state that it has now. An end comes before the begin is carried out for all: what was lowered is
// undone, and no more is lowered.
func (s *Shop) advance(p *vitrine.Promotion) {
	state := p.StateAt(s.now())
	if state == p.State {
		return
	}
	p.Carried = p.State == vitrine.PromotionPlanned && state == vitrine.PromotionEnded
	p.State, p.Through = state, 0
}

// carryBatch begins or ends a promotion for its next models.
func (s *Shop) carryBatch(ctx context.Context, tx *store.Tx, p *vitrine.Promotion) error {
	list, err := s.nextPromoted(ctx, tx, p)
	if err != nil {
		return err
	}
	for _, one := range list {
		p.Through = one.ModelID
		if p.State == vitrine.PromotionRunning {
			err = s.lower(ctx, tx, p, one)
		} else {
			err = s.raise(ctx, tx, one)
		}
		if err != nil {
			return err
		}
	}
	p.Carried = len(list) < promotedAtOnce
	return nil
}

func (s *Shop) nextPromoted(ctx context.Context, tx *store.Tx, p *vitrine.Promotion) ([]vitrine.PromotedModel, error) {
	if p.State != vitrine.PromotionRunning || p.ModelIDs != nil {
		return tx.Promoted(ctx, p.ID, p.Through, promotedAtOnce)
	}
	ids, err := tx.Promotable(ctx, p.SellerID, p.Through, promotedAtOnce)
	if err != nil {
		return nil, err
	}
	list := make([]vitrine.PromotedModel, len(ids))
	for i, id := range ids {
		list[i] = vitrine.PromotedModel{PromotionID: p.ID, ModelID: id, State: vitrine.PromotedNamed}
	}
	return list, nil
}

// lower lowers the price of a model for a promotion, or notes that it can't be: it is not published, is free or costs no more, is in
// another promotion, or its seller takes no part in one of the whole shop.
func (s *Shop) lower(ctx context.Context, tx *store.Tx, p *vitrine.Promotion, one vitrine.PromotedModel) error {
	m, err := tx.Model(ctx, one.ModelID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		one.State = vitrine.PromotedOut
		return tx.PutPromoted(ctx, &one)
	}
	if err != nil {
		return err
	}
	lowered, ok, err := s.lowerable(ctx, tx, p, m)
	if err != nil {
		return err
	}
	if !ok {
		one.State = vitrine.PromotedOut
		return tx.PutPromoted(ctx, &one)
	}
	one.State, one.Price, one.Original, one.Lowered = vitrine.PromotedOn, *m.Price, m.OriginalPrice, lowered
	if err := tx.PutPromoted(ctx, &one); err != nil {
		return err
	}
	before, price := *m, one.Price
	m.Price, m.OriginalPrice = &lowered, &price
	return s.reprice(ctx, tx, &before, m)
}

func (s *Shop) lowerable(
	ctx context.Context, tx *store.Tx, p *vitrine.Promotion, m *vitrine.Model,
) (lowered vitrine.Amount, ok bool, err error) {
	if m.Status != vitrine.Published || m.Price == nil {
		return 0, false, nil
	}
	if lowered, ok = p.Lower.Of(*m.Price, vitrine.StepOf(s.currencyNow())); !ok {
		return 0, false, nil
	}
	if p.SellerID == 0 {
		if ok, err = tx.TakesPart(ctx, m.AuthorID); err != nil || !ok {
			return 0, false, err
		}
	}
	_, err = tx.PromotedNow(ctx, m.ID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return lowered, true, nil
	}
	return 0, false, err
}

// raise gives a model the price that it had before a promotion, unless its author has given it another one.
func (s *Shop) raise(ctx context.Context, tx *store.Tx, one vitrine.PromotedModel) error {
	if one.State != vitrine.PromotedOn {
		return nil
	}
	one.State = vitrine.PromotedOver
	m, err := tx.Model(ctx, one.ModelID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return tx.PutPromoted(ctx, &one)
	}
	if err != nil {
		return err
	}
	before := *m
	if !one.Undo(m) {
		one.State = vitrine.PromotedLeft
		return tx.PutPromoted(ctx, &one)
	}
	if err := tx.PutPromoted(ctx, &one); err != nil {
		return err
	}
	return s.reprice(ctx, tx, &before, m)
}

// reprice stores a model that costs something else than before, as a change by its author is.
func (s *Shop) reprice(ctx context.Context, tx *store.Tx, before, m *vitrine.Model) error {
	m.UpdatedAt = s.now()
	if err := tx.UpdateModel(ctx, m); err != nil {
		return err
	}
	if err := s.surveyor.ModelChanged(ctx, tx, before, m); err != nil {
		return err
	}
	_, err := s.refresh(ctx, tx, m.ID)
	return err
}

// leavePromotion takes a model whose author changes its price, or takes it off, out of the promotion that lowers it: the change is one
// of the price that it had before. A draft version of it does the same for itself alone.
func (s *Shop) leavePromotion(ctx context.Context, tx *store.Tx, m *vitrine.Model, change *vitrine.ModelChange) error {
	off := m.Status == vitrine.Published && change.Status.Set && change.Status.Value == vitrine.Draft
	changed := differs(change.Price, m.Price) || differs(change.OriginalPrice, m.OriginalPrice)
	if m.OriginalPrice == nil || !off && !changed {
		return nil
	}
	of := m.ID
	if m.DraftOf != 0 {
		of = m.DraftOf
	}
	one, err := tx.PromotedNow(ctx, of)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	if one.Undo(m) {
		forgetShown(change, one, changed)
	}
	if m.DraftOf != 0 {
		return nil
	}
	one.State = vitrine.PromotedLeft
	return tx.PutPromoted(ctx, one)
}

// forgetShown takes out of a change what it says as the promotion showed it: forms and records are sent as they were read.
func forgetShown(change *vitrine.ModelChange, one *vitrine.PromotedModel, changed bool) {
	if !differs(change.OriginalPrice, &one.Price) {
		change.OriginalPrice = vitrine.Optional[vitrine.Amount]{}
	}
	if !changed {
		change.Price = vitrine.Optional[vitrine.Amount]{}
	}
}

// differs reports whether a change gives a model another amount than it has.
func differs(wanted vitrine.Optional[vitrine.Amount], has *vitrine.Amount) bool {
	if !wanted.Set {
		return false
	}
	if wanted.Null || has == nil {
		return !(wanted.Null && has == nil)
	}
	return wanted.Value != *has
}
