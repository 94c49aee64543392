package shop

import (
	"context"
	"slices"
	"time"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// reviewFirst has a model wait whose author has just published it, where the marketplace
// reviews models first and does not trust the author: it stays the draft that it was, before
// this change. What operators publish is reviewed by that.
func (s *Shop) reviewFirst(ctx context.Context, tx *store.Tx, caller vitrine.Caller, before, m *vitrine.Model) error {
	house, err := tx.House(ctx)
	if err == nil {
		err = maySell(house, caller)
	}
	if err != nil {
		return err
	}
	trusted, err := trustedWith(ctx, tx, house, caller, m)
	if err != nil {
		return err
	}
	if trusted {
		return s.waitNoMore(ctx, tx, m, "")
	}
	m.Status, m.PublishedAt, m.SentBack = before.Status, before.PublishedAt, ""
	if m.WaitingSince.IsZero() {
		m.WaitingSince = s.now()
	}
	return tx.ReviewModel(ctx, m)
}

// trustedWith reports whether nobody need look at what a caller makes of a model.
func trustedWith(ctx context.Context, tx *store.Tx, house vitrine.House, caller vitrine.Caller, m *vitrine.Model) (bool, error) {
	if !house.Review || caller.Admin() {
		return true, nil
	}
	author, err := tx.User(ctx, m.AuthorID)
	if err != nil {
		return false, err
	}
	return author.IsAdmin || author.Has(vitrine.RoleTrusted), nil
}

// lookAgain has a published model wait for review whose author changes it, where they would
// have had to wait for its publication: somebody looked at another one. It stays in the
// catalogue meanwhile.
func (s *Shop) lookAgain(ctx context.Context, tx *store.Tx, caller vitrine.Caller, m *vitrine.Model) error {
	if m.Status != vitrine.Published || !m.WaitingSince.IsZero() {
		return nil
	}
	house, err := tx.House(ctx)
	if err != nil {
		return err
	}
	trusted, err := trustedWith(ctx, tx, house, caller, m)
	if err != nil || trusted {
		return err
	}
	m.WaitingSince = s.now()
	return tx.ReviewModel(ctx, m)
}

// looksOtherwise reports whether a model says something else than before, but for what it
// costs.
func looksOtherwise(before, m *vitrine.Model) bool {
	return slices.ContainsFunc(draftFields(before, m), func(f draftField) bool {
		return f.name != "price" && f.name != "original_price" && f.of(before) != f.of(m)
	})
}

// waitNoMore ends that a model waits, with why it is sent back, "" where it is not.
func (s *Shop) waitNoMore(ctx context.Context, tx *store.Tx, m *vitrine.Model, why string) error {
	if m.WaitingSince.IsZero() && m.SentBack == why {
		return nil
	}
	m.WaitingSince, m.SentBack = time.Time{}, why
	return tx.ReviewModel(ctx, m)
}

// Approve publishes a model that waits for review, as it was when somebody looked at it: in
// that version. Conflict when it was changed since, or waits no more.
func (s *Shop) Approve(ctx context.Context, in SignedIn, id, version int64) error {
	return s.reviewing(ctx, in, id, func(tx *store.Tx, m *vitrine.Model) error {
		if m.Version != version {
			return vitrine.Errorf(vitrine.Conflict, "the model was changed since you opened this page: look at it as it is now")
		}
		if problems := s.publicationProblems(m); len(problems) > 0 {
			return vitrine.Errorf(vitrine.Conflict, "it can't be published any more: %s", problems[0].Detail)
		}
		author, err := tx.User(ctx, m.AuthorID)
		if err != nil {
			return err
		}
		if !author.SuspendedAt.IsZero() {
			return vitrine.Errorf(vitrine.Conflict, "%s is suspended: nothing of theirs is published", author.Username)
		}
		before := *m
		s.setStatus(m, vitrine.Published)
		if err := s.waitNoMore(ctx, tx, m, ""); err != nil {
			return err
		}
		if err := s.storeReviewed(ctx, tx, &before, m, Noted{Act: vitrine.ActModelApprove}); err != nil {
			return err
		}
		return s.post(ctx, tx, author, mail.Approved, mail.Args{Link: ownModelPath(m.ID), Values: map[string]string{mail.Title: m.Title}})
	})
}

// SendBack returns a model that waits for review to its author, with reasons. It is a draft
// again, which they may mend and publish once more; one that stayed in the catalogue leaves it.
func (s *Shop) SendBack(ctx context.Context, in SignedIn, id int64, reason string) error {
	left := false
	err := s.reviewing(ctx, in, id, func(tx *store.Tx, m *vitrine.Model) error {
		reason, err := reasonOf(reason)
		if err != nil {
			return err
		}
		before := *m
		if err := s.waitNoMore(ctx, tx, m, reason); err != nil {
			return err
		}
		if left = before.Status == vitrine.Published; left {
			s.setStatus(m, vitrine.Draft)
			if err := s.leaves(ctx, tx, id); err != nil {
				return err
			}
			if err := tx.ClosePictures(ctx, id); err != nil {
				return err
			}
		}
		if err := s.storeReviewed(ctx, tx, &before, m, Noted{Act: vitrine.ActModelSendBack, Text: reason}); err != nil {
			return err
		}
		author, err := tx.User(ctx, m.AuthorID)
		if err != nil {
			return err
		}
		values := map[string]string{mail.Title: m.Title, mail.Reason: reason}
		return s.post(ctx, tx, author, mail.SentBack, mail.Args{Link: ownModelPath(m.ID), Values: values})
	})
	if err == nil && left {
		s.cancelOrders(ctx, id)
	}
	return err
}

func ownModelPath(id int64) string { return "/sell/models/" + idText(id) }

// reviewing has a moderator decide about a model of somebody else that waits. Of two who do
// so at once one wins, and the other is told.
func (s *Shop) reviewing(ctx context.Context, in SignedIn, id int64, decide func(tx *store.Tx, m *vitrine.Model) error) error {
	return s.moderate(ctx, in, func(tx *store.Tx, in SignedIn) error {
		m, err := anothers(ctx, tx, in, id)
		if err != nil {
			return err
		}
		if m.WaitingSince.IsZero() {
			return vitrine.Errorf(vitrine.Conflict, "the model waits no more: look at it as it is now")
		}
		return decide(tx, m)
	})
}

// storeReviewed stores what became of a model that waited, and notes it.
func (s *Shop) storeReviewed(ctx context.Context, tx *store.Tx, before, m *vitrine.Model, n Noted) error {
	m.UpdatedAt = s.now()
	if err := tx.UpdateModel(ctx, m); err != nil {
		return err
	}
	if err := s.surveyor.ModelChanged(ctx, tx, before, m); err != nil {
		return err
	}
	if _, err := s.refresh(ctx, tx, m.ID); err != nil {
		return err
	}
	n.ID, n.Before, n.After = idText(m.ID), modelFacts(before), modelFacts(m)
	return s.Note(ctx, tx, n)
}
