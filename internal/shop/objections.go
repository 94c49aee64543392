package shop

import (
	"context"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// Object takes what the author of a model has to say about a decision, once.
func (s *Shop) Object(ctx context.Context, in SignedIn, id int64, text string) error {
	text, err := reasonOf(text)
	if err != nil {
		return err
	}
	return s.db.Write(ctx, func(tx *store.Tx) error {
		d, err := tx.Decision(ctx, id)
		if err != nil {
			return err
		}
		if d.AuthorID != in.User.ID {
			return vitrine.Errorf(vitrine.NotFound, "there is no decision %d", id)
		}
		return tx.Object(ctx, id, text, s.now())
	})
}

// Objections lists up to limit decisions whose authors wait for an answer, with identifiers
// above after.
func (s *Shop) Objections(ctx context.Context, in SignedIn, after int64, limit int) ([]vitrine.Decision, error) {
	if err := in.MustAct(vitrine.RoleModerator); err != nil {
		return nil, err
	}
	return s.db.Objections(ctx, after, limit)
}

// AnswerObjection answers what an author objected, and restores the model where they are
// right. Of two who do so at once one wins, and the other is told.
func (s *Shop) AnswerObjection(ctx context.Context, in SignedIn, id int64, right bool, answer string) error {
	return s.moderate(ctx, in, func(tx *store.Tx, in SignedIn) error {
		answer, err := reasonOf(answer)
		if err != nil {
			return err
		}
		return s.answerObjection(ctx, tx, in, id, right, answer)
	})
}

func (s *Shop) answerObjection(ctx context.Context, tx *store.Tx, in SignedIn, id int64, right bool, answer string) error {
	d, err := tx.Decision(ctx, id)
	if err != nil {
		return err
	}
	title, err := s.judgedTitle(ctx, tx, in, d)
	if err != nil {
		return err
	}
	if err := tx.AnswerObjection(ctx, id, in.User.ID, answer, s.now()); err != nil {
		return err
	}
	n := Noted{Act: vitrine.ActDecisionAnswer, ID: idText(id), Before: facts{"answered": false},
		After: facts{"answered": true, "lifted": right}, Text: answer}
	if err := s.Note(ctx, tx, n); err != nil {
		return err
	}
	switch {
	case right && d.ReviewID != 0:
		return s.liftReview(ctx, tx, in, d.ReviewID, answer)
	case right && d.CollectionID != 0:
		return s.liftCollection(ctx, tx, in, d.CollectionID, answer)
	case right:
		return s.lift(ctx, tx, in, d.ModelID, answer)
	}
	d.Answer = answer
	return s.tellOf(ctx, tx, title, &d, mail.DecisionClosed)
}

// judgedTitle is the title of what somebody decides about, if they may.
func (s *Shop) judgedTitle(ctx context.Context, tx *store.Tx, in SignedIn, d vitrine.Decision) (string, error) {
	if d.ReviewID != 0 {
		if _, err := judgedReview(ctx, tx, in, d.ReviewID); err != nil {
			return "", err
		}
		return titleOnShelf(ctx, tx, d.ModelID)
	}
	if d.CollectionID != 0 {
		c, err := judgedCollection(ctx, tx, in, d.CollectionID)
		if err != nil {
			return "", err
		}
		return c.Name, nil
	}
	m, err := tx.Model(ctx, d.ModelID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		m, err = &vitrine.Model{ID: d.ModelID, AuthorID: d.AuthorID, Text: vitrine.Text{Title: deletedModel}}, nil
	}
	if err != nil {
		return "", err
	}
	return m.Title, notAboutSelf(in, m)
}
