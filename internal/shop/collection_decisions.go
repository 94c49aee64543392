package shop

import (
	"context"
	"strconv"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// collectionAt is the collection at a path that others than its owner see it by. One that is
// private is none: a report of a guessed number shows it to nobody.
func collectionAt(ctx context.Context, tx *store.Tx, path, key string) (c *vitrine.Collection, err error) {
	if path == SharedPath {
		c, err = tx.CollectionBySecret(ctx, key)
	} else {
		id, fault := strconv.ParseInt(key, 10, 64)
		if fault != nil {
			return nil, noCollection(key)
		}
		c, err = tx.Collection(ctx, id)
	}
	if err == nil && (c.Shown == vitrine.ShownToNobody || c.Shown == vitrine.ShownByLink && path != SharedPath) {
		err = noCollection(key)
	}
	return c, err
}

func noCollection(key string) error {
	return vitrine.Errorf(vitrine.NotFound, "there is no collection %q", key)
}

// caseReader reads collections with what was reported and decided, in a transaction or not.
type caseReader interface {
	collectionReader
	ReportsAbout(ctx context.Context, subject string, id int64, limit int) ([]vitrine.Report, error)
	DecisionsOfCollection(ctx context.Context, id int64) ([]vitrine.Decision, error)
}

// judgedCollection is a collection that somebody decides about. Moderators decide about none of
// their own, and see none that others don't see, unless somebody reported it or it was decided
// about.
func judgedCollection(ctx context.Context, db caseReader, in SignedIn, id int64) (*vitrine.Collection, error) {
	c, err := db.Collection(ctx, id)
	if err == nil && c.Shown != vitrine.ShownToAll {
		err = broughtUp(ctx, db, id)
	}
	if err != nil {
		return nil, err
	}
	if c.UserID == in.User.ID && !in.Operator() {
		return c, ownCase()
	}
	return c, nil
}

// broughtUp is NotFound for a collection that nobody reported and nothing was decided about.
func broughtUp(ctx context.Context, db caseReader, id int64) error {
	reports, err := db.ReportsAbout(ctx, vitrine.AboutCollection, id, 1)
	if err != nil || len(reports) > 0 {
		return err
	}
	decisions, err := db.DecisionsOfCollection(ctx, id)
	if err == nil && len(decisions) == 0 {
		err = noCollection(strconv.FormatInt(id, 10))
	}
	return err
}

// collectionCase returns a collection with what is in it and what was decided about it.
func (s *Shop) collectionCase(ctx context.Context, in SignedIn, id int64) (c Case, err error) {
	c.Collection, err = judgedCollection(ctx, s.db, in, id)
	if c.Own = vitrine.CodeOf(err) == vitrine.Forbidden; err != nil && !c.Own {
		return Case{}, err
	}
	if c.Held, err = s.db.Collected(ctx, id); err != nil {
		return c, err
	}
	c.Decisions, err = s.db.DecisionsOfCollection(ctx, id)
	return c, err
}

// CollectionCase returns a collection as those see it who decide about it.
func (s *Shop) CollectionCase(ctx context.Context, in SignedIn, id int64) (c Case, err error) {
	if err := s.sureAtDesk(ctx, in, vitrine.RoleModerator); err != nil {
		return c, err
	}
	if c, err = s.collectionCase(ctx, in, id); err != nil || c.Own {
		return c, err
	}
	c.Others, err = s.db.ReportsAbout(ctx, vitrine.AboutCollection, id, reportsShown)
	return c, err
}

// ruleCollection hides a collection. Whose it is gets the reasons by mail and on a page, and may
// object once.
func (s *Shop) ruleCollection(
	ctx context.Context, tx *store.Tx, in SignedIn, id int64, ruling vitrine.Ruling, reportID int64,
) (*vitrine.Decision, error) {
	c, err := judgedCollection(ctx, tx, in, id)
	if err != nil {
		return nil, err
	}
	if ruling.Action != vitrine.ActHide {
		return nil, vitrine.InvalidFields([]vitrine.Field{{Pointer: "/action", Code: "not_allowed", Detail: "a collection is hidden, or stays"}})
	}
	d := &vitrine.Decision{CollectionID: c.ID, AuthorID: c.UserID, ReportID: reportID, Ruling: ruling, DecidedBy: in.User.ID,
		CreatedAt: s.now()}
	if err := tx.HideCollection(ctx, c, true); err != nil {
		return nil, err
	}
	if err := tx.InsertDecision(ctx, d); err != nil {
		return nil, err
	}
	n := Noted{Act: vitrine.ActCollectionHide, ID: idText(c.ID), Before: collectionFacts(c, false), After: collectionFacts(c, true),
		Text: d.Reason}
	if err := s.Note(ctx, tx, n); err != nil {
		return nil, err
	}
	return d, s.tellOf(ctx, tx, c.Name, d, mail.Decided)
}

func collectionFacts(c *vitrine.Collection, hidden bool) facts {
	return facts{"user": c.UserID, "shown": c.Shown, "hidden": hidden}
}

// RuleCollection hides a collection that nobody need have reported.
func (s *Shop) RuleCollection(ctx context.Context, in SignedIn, id int64, ruling vitrine.Ruling) error {
	return s.moderate(ctx, in, func(tx *store.Tx, in SignedIn) error {
		ruling, err := checkRuling(ruling)
		if err != nil {
			return err
		}
		_, err = s.ruleCollection(ctx, tx, in, id, ruling, 0)
		return err
	})
}

// RestoreCollection shows a collection again to those to whom it was shown, and tells its owner
// why.
func (s *Shop) RestoreCollection(ctx context.Context, in SignedIn, id int64, reason string) error {
	return s.moderate(ctx, in, func(tx *store.Tx, in SignedIn) error {
		reason, err := reasonOf(reason)
		if err != nil {
			return err
		}
		return s.liftCollection(ctx, tx, in, id, reason)
	})
}

func (s *Shop) liftCollection(ctx context.Context, tx *store.Tx, in SignedIn, id int64, answer string) error {
	c, err := judgedCollection(ctx, tx, in, id)
	if err != nil {
		return err
	}
	decisions, err := tx.DecisionsOfCollection(ctx, id)
	if err != nil {
		return err
	}
	if err := tx.HideCollection(ctx, c, false); err != nil {
		return err
	}
	if err := tx.LiftDecisionsOfCollection(ctx, id, answer, s.now()); err != nil {
		return err
	}
	n := Noted{Act: vitrine.ActCollectionRestore, ID: idText(c.ID), Before: collectionFacts(c, true), After: collectionFacts(c, false),
		Text: answer}
	if err := s.Note(ctx, tx, n); err != nil || len(decisions) == 0 {
		return err
	}
	d := decisions[0]
	d.LiftedAt, d.Answer = s.now(), answer
	return s.tellOf(ctx, tx, c.Name, &d, mail.DecisionClosed)
}

// nameOf is the name of a collection, "" of one that is gone.
func nameOf(ctx context.Context, db collectionReader, id int64) (string, error) {
	c, err := db.Collection(ctx, id)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return c.Name, nil
}

// collectionHidden refuses its owner to change a collection that a moderator took off: it stays
// what was decided about, until that is lifted.
func collectionHidden() error {
	return vitrine.Errorf(vitrine.Forbidden,
		"a moderator took this collection off: it can't be changed or removed as long as that stands. You may object to the decision")
}
