package shop

import (
	"context"
	"strconv"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// reviewAt is the review at an address, by the numbers in it.
func reviewAt(ctx context.Context, tx *store.Tx, model, review string) (*vitrine.Review, error) {
	id, err := strconv.ParseInt(review, 10, 64)
	if err != nil {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no review %q", review)
	}
	v, err := tx.Review(ctx, id)
	if err == nil && strconv.FormatInt(v.ModelID, 10) != model {
		err = vitrine.Errorf(vitrine.NotFound, "there is no review %d of model %q", id, model)
	}
	return v, err
}

// reviewReader reads reviews with their models, in a transaction or not.
type reviewReader interface {
	modelReader
	Review(ctx context.Context, id int64) (*vitrine.Review, error)
}

type modelReader interface {
	ModelRow(ctx context.Context, id int64) (*vitrine.Model, error)
}

// judgedReview is a review that somebody decides about. Moderators decide neither about what
// they wrote nor about what is written of their own models.
func judgedReview(ctx context.Context, db reviewReader, in SignedIn, id int64) (*vitrine.Review, error) {
	v, err := db.Review(ctx, id)
	if err != nil || in.Operator() {
		return v, err
	}
	m, err := db.ModelRow(ctx, v.ModelID)
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return v, err
	}
	if v.UserID == in.User.ID || m != nil && m.AuthorID == in.User.ID {
		return v, ownCase()
	}
	return v, nil
}

// reviewCase returns a review with what was decided about it.
func (s *Shop) reviewCase(ctx context.Context, in SignedIn, id int64) (c Case, err error) {
	c.Review, err = judgedReview(ctx, s.db, in, id)
	if c.Own = vitrine.CodeOf(err) == vitrine.Forbidden; err != nil && !c.Own {
		return Case{}, err
	}
	if c.Model, err = s.db.Model(ctx, c.Review.ModelID); err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return c, err
	}
	c.Decisions, err = s.db.DecisionsOfReview(ctx, id)
	return c, err
}

// ruleReview hides a review. Who wrote it gets the reasons by mail and on a page, and may
// object once.
func (s *Shop) ruleReview(
	ctx context.Context, tx *store.Tx, in SignedIn, id int64, ruling vitrine.Ruling, reportID int64,
) (*vitrine.Decision, error) {
	v, err := judgedReview(ctx, tx, in, id)
	if err != nil {
		return nil, err
	}
	if ruling.Action != vitrine.ActHide {
		return nil, vitrine.InvalidFields([]vitrine.Field{{Pointer: "/action", Code: "not_allowed", Detail: "a review is hidden, or stays"}})
	}
	d := &vitrine.Decision{ModelID: v.ModelID, AuthorID: v.UserID, ReviewID: v.ID, ReportID: reportID, Ruling: ruling, DecidedBy: in.User.ID,
		CreatedAt: s.now()}
	if err := tx.HideReview(ctx, v, true); err != nil {
		return nil, err
	}
	if err := tx.InsertDecision(ctx, d); err != nil {
		return nil, err
	}
	n := Noted{Act: vitrine.ActReviewHide, ID: idText(v.ID), Before: reviewFacts(v, false), After: reviewFacts(v, true), Text: d.Reason}
	if err := s.Note(ctx, tx, n); err != nil {
		return nil, err
	}
	return d, s.tellReviewer(ctx, tx, v, d, mail.Decided)
}

func reviewFacts(v *vitrine.Review, hidden bool) facts {
	return facts{"model": v.ModelID, "user": v.UserID, "hidden": hidden}
}

// RuleReview hides a review that nobody need have reported.
func (s *Shop) RuleReview(ctx context.Context, in SignedIn, id int64, ruling vitrine.Ruling) error {
	return s.moderate(ctx, in, func(tx *store.Tx, in SignedIn) error {
		ruling, err := checkRuling(ruling)
		if err != nil {
			return err
		}
		_, err = s.ruleReview(ctx, tx, in, id, ruling, 0)
		return err
	})
}

// ReviewCase returns a review as those see it who decide about it.
func (s *Shop) ReviewCase(ctx context.Context, in SignedIn, id int64) (c Case, err error) {
	if err := s.sureAtDesk(ctx, in, vitrine.RoleModerator); err != nil {
		return c, err
	}
	if c, err = s.reviewCase(ctx, in, id); err != nil {
		return c, err
	}
	c.Others, err = s.db.ReportsAbout(ctx, vitrine.AboutReview, id, reportsShown)
	return c, err
}

// RestoreReview shows a review again, and tells who wrote it why.
func (s *Shop) RestoreReview(ctx context.Context, in SignedIn, id int64, reason string) error {
	return s.moderate(ctx, in, func(tx *store.Tx, in SignedIn) error {
		reason, err := reasonOf(reason)
		if err != nil {
			return err
		}
		return s.liftReview(ctx, tx, in, id, reason)
	})
}

func (s *Shop) liftReview(ctx context.Context, tx *store.Tx, in SignedIn, id int64, answer string) error {
	v, err := judgedReview(ctx, tx, in, id)
	if err != nil {
		return err
	}
	decisions, err := tx.DecisionsOfReview(ctx, id)
	if err != nil {
		return err
	}
	if err := tx.HideReview(ctx, v, false); err != nil {
		return err
	}
	if err := tx.LiftDecisionsOfReview(ctx, id, answer, s.now()); err != nil {
		return err
	}
	n := Noted{Act: vitrine.ActReviewRestore, ID: idText(v.ID), Before: reviewFacts(v, true), After: reviewFacts(v, false), Text: answer}
	if err := s.Note(ctx, tx, n); err != nil || len(decisions) == 0 {
		return err
	}
	d := decisions[0]
	d.LiftedAt, d.Answer = s.now(), answer
	return s.tellReviewer(ctx, tx, v, &d, mail.DecisionClosed)
}

// tellReviewer tells who wrote a review what was decided about it.
func (s *Shop) tellReviewer(ctx context.Context, tx *store.Tx, v *vitrine.Review, d *vitrine.Decision, kind mail.Kind) error {
	title, err := titleOnShelf(ctx, tx, v.ModelID)
	if err != nil {
		return err
	}
	return s.tellOf(ctx, tx, title, d, kind)
}

// titleOnShelf is the title of a model that everybody sees, "" for others: what is taken off
// leaves no trace.
func titleOnShelf(ctx context.Context, db modelReader, id int64) (string, error) {
	m, err := db.ModelRow(ctx, id)
	if vitrine.CodeOf(err) == vitrine.NotFound || err == nil && m.Status != vitrine.Published {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return m.Title, nil
}
