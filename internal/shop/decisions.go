package shop

import (
	"context"
	"slices"
	"strconv"

	"vitrine"
	"vitrine/internal/mail"
	"vitrine/internal/store"
)

// DecisionPath begins the path of the page on which an author reads a decision.
const DecisionPath = "/account/decisions/"

func ownCase() error {
	return vitrine.Errorf(vitrine.Forbidden, "this is about you: somebody else has to decide it")
}

// notAboutSelf refuses moderators to decide about their own models. Operators may: in a
// marketplace of one there is nobody else.
func notAboutSelf(in SignedIn, m *vitrine.Model) error {
	if m.AuthorID == in.User.ID && !in.Operator() {
		return ownCase()
	}
	return nil
}

// modelCase returns a model with what was decided about it.
func (s *Shop) modelCase(ctx context.Context, in SignedIn, id int64) (c Case, err error) {
	if c.Model, err = s.db.Model(ctx, id); err != nil {
		return c, err
	}
	c.Own = notAboutSelf(in, c.Model) != nil
	if c.Decisions, err = s.db.DecisionsOf(ctx, id); err != nil {
		return c, err
	}
	c.Withheld, err = s.db.Withheld(ctx, id)
	return c, err
}

// ModelCase returns a model as those see it who decide about models.
func (s *Shop) ModelCase(ctx context.Context, in SignedIn, id int64) (c Case, err error) {
	if err := s.sureAtDesk(ctx, in, vitrine.RoleModerator); err != nil {
		return c, err
	}
	if c, err = s.modelCase(ctx, in, id); err != nil {
		return c, err
	}
	c.Others, err = s.db.ReportsAbout(ctx, vitrine.AboutModel, id, reportsShown)
	return c, err
}

// DecisionCase returns a decision with its model, review or collection, to those who decide about models.
func (s *Shop) DecisionCase(ctx context.Context, in SignedIn, id int64) (d vitrine.Decision, c Case, err error) {
	if err := s.sureAtDesk(ctx, in, vitrine.RoleModerator); err != nil {
		return d, c, err
	}
	if d, err = s.db.Decision(ctx, id); err != nil {
		return d, c, err
	}
	switch {
	case d.ReviewID != 0:
		c, err = s.reviewCase(ctx, in, d.ReviewID)
		return d, c, err
	case d.CollectionID != 0:
		c, err = s.collectionCase(ctx, in, d.CollectionID)
		return d, c, err
	}
	if c, err = s.modelCase(ctx, in, d.ModelID); vitrine.CodeOf(err) == vitrine.NotFound {
		// Its author still gets an answer to what they objected before.
		return d, Case{Own: d.AuthorID == in.User.ID && !in.Operator()}, nil
	}
	return d, c, err
}

// Decision returns a decision to those who decide about models.
func (s *Shop) Decision(ctx context.Context, in SignedIn, id int64) (vitrine.Decision, error) {
	if err := s.sureAtDesk(ctx, in, vitrine.RoleModerator); err != nil {
		return vitrine.Decision{}, err
	}
	return s.db.Decision(ctx, id)
}

// DecisionsAbout lists the decisions about a model of the caller's own, the newest first, also
// once it is deleted. NotFound when it is none of theirs.
func (s *Shop) DecisionsAbout(ctx context.Context, caller vitrine.Caller, modelID int64) ([]vitrine.Decision, error) {
	all, err := s.db.DecisionsOf(ctx, modelID)
	if err != nil {
		return nil, err
	}
	own := slices.DeleteFunc(all, func(d vitrine.Decision) bool { return d.AuthorID != caller.User.ID })
	if len(own) > 0 {
		return own, nil
	}
	m, err := s.db.ModelRow(ctx, modelID)
	if err == nil && m.AuthorID != caller.User.ID {
		err = vitrine.Errorf(vitrine.NotFound, "you have no model %d", modelID)
	}
	return nil, err
}

// RuleModel hides a model or takes it down. Its author gets the reasons by mail and on a
// page, and may object once.
func (s *Shop) RuleModel(ctx context.Context, in SignedIn, id int64, ruling vitrine.Ruling) error {
	err := s.moderate(ctx, in, func(tx *store.Tx, in SignedIn) error {
		ruling, err := checkRuling(ruling)
		if err != nil {
			return err
		}
		if ruling.Action == vitrine.ActNothing {
			return vitrine.Errorf(vitrine.Invalid, "choose what is to be done")
		}
		_, err = s.rule(ctx, tx, in, id, ruling, 0)
		return err
	})
	if err == nil {
		s.cancelOrders(ctx, id)
	}
	return err
}

// rule carries a ruling out. A model that is hidden can be taken down; what is taken down
// stays so until it is restored.
func (s *Shop) rule(
	ctx context.Context, tx *store.Tx, in SignedIn, modelID int64, ruling vitrine.Ruling, reportID int64,
) (*vitrine.Decision, error) {
	m, err := anothers(ctx, tx, in, modelID)
	if vitrine.CodeOf(err) == vitrine.NotFound && ruling.Action == vitrine.ActTakeDown {
		return s.ruleDeleted(ctx, tx, in, modelID, ruling, reportID)
	}
	if err != nil {
		return nil, err
	}
	if err := stricter(ctx, tx, m, ruling); err != nil {
		return nil, err
	}
	d := &vitrine.Decision{ModelID: m.ID, AuthorID: m.AuthorID, ReportID: reportID, Ruling: ruling, DecidedBy: in.User.ID, CreatedAt: s.now()}
	if err := holdBack(ctx, tx, d, tx.BlockFiles); err != nil {
		return nil, err
	}
	before := modelFacts(m)
	if err := s.hide(ctx, tx, m); err != nil {
		return nil, err
	}
	if err := s.noteRuling(ctx, tx, d, before, modelFacts(m)); err != nil {
		return nil, err
	}
	return d, s.tellAuthor(ctx, tx, m, d, mail.Decided)
}

// ruleDeleted takes down a model that its author has deleted: the bytes of its files are not
// taken again, and the author gets the reasons as ever.
func (s *Shop) ruleDeleted(
	ctx context.Context, tx *store.Tx, in SignedIn, modelID int64, ruling vitrine.Ruling, reportID int64,
) (*vitrine.Decision, error) {
	author, err := tx.AuthorOfDeleted(ctx, modelID)
	if err == nil {
		err = notAboutSelf(in, &vitrine.Model{ID: modelID, AuthorID: author})
	}
	if err != nil {
		return nil, err
	}
	standing, err := takenDown(ctx, tx, modelID)
	if err == nil && standing != nil {
		err = doneAlready()
	}
	if err != nil {
		return nil, err
	}
	d := &vitrine.Decision{ModelID: modelID, AuthorID: author, ReportID: reportID, Ruling: ruling, DecidedBy: in.User.ID, CreatedAt: s.now()}
	if err := holdBack(ctx, tx, d, tx.BlockDeletedFiles); err != nil {
		return nil, err
	}
	if err := s.noteRuling(ctx, tx, d, facts{"deleted": true}, facts{"deleted": true}); err != nil {
		return nil, err
	}
	return d, s.tellOf(ctx, tx, deletedModel, d, mail.Decided)
}

// holdBack stores a decision, and keeps from others what it says: block lets nobody send the
// files again.
func holdBack(
	ctx context.Context, tx *store.Tx, d *vitrine.Decision, block func(context.Context, *vitrine.Decision) error,
) error {
	if err := tx.InsertDecision(ctx, d); err != nil {
		return err
	}
	if d.Action == vitrine.ActTakeDown {
		if err := block(ctx, d); err != nil {
			return err
		}
	}
	if d.Downloads {
		return nil
	}
	return tx.Withhold(ctx, d)
}

func (s *Shop) noteRuling(ctx context.Context, tx *store.Tx, d *vitrine.Decision, before, after facts) error {
	after["decision"], after["action"], after["ground"], after["downloads"] = d.ID, d.Action, d.Ground, d.Downloads
	return s.Note(ctx, tx, Noted{Act: vitrine.ActModelHide, ID: idText(d.ModelID), Before: before, After: after, Text: d.Reason})
}

// takenDown returns the decision by which a model is taken down; nil for none.
func takenDown(ctx context.Context, tx *store.Tx, modelID int64) (*vitrine.Decision, error) {
	decisions, err := tx.DecisionsOf(ctx, modelID)
	for i := range decisions {
		if d := &decisions[i]; d.ReviewID == 0 && d.Stands() && d.Action == vitrine.ActTakeDown {
			return d, err
		}
	}
	return nil, err
}

func doneAlready() error {
	return vitrine.Errorf(vitrine.Conflict, "this is done already: look at the model as it is now")
}

// stricter refuses what was done already.
func stricter(ctx context.Context, tx *store.Tx, m *vitrine.Model, ruling vitrine.Ruling) error {
	if m.HiddenFrom == "" {
		return nil
	}
	decisions, err := tx.DecisionsOf(ctx, m.ID)
	if err != nil {
		return err
	}
	for _, d := range decisions {
		if d.Stands() && (d.Action == vitrine.ActTakeDown || ruling.Action == vitrine.ActHide) {
			return doneAlready()
		}
	}
	return nil
}

// hide takes a model out of the catalogue and stores it.
func (s *Shop) hide(ctx context.Context, tx *store.Tx, m *vitrine.Model) error {
	if m.HiddenFrom != "" {
		return nil
	}
	if err := tx.HideModel(ctx, m.ID, m.Status); err != nil {
		return err
	}
	m.HiddenFrom, m.Status, m.UpdatedAt = m.Status, vitrine.Draft, s.now()
	if err := s.waitNoMore(ctx, tx, m, m.SentBack); err != nil {
		return err
	}
	if err := tx.UpdateModel(ctx, m); err != nil {
		return err
	}
	if err := s.leaves(ctx, tx, m.ID); err != nil {
		return err
	}
	_, err := s.refresh(ctx, tx, m.ID)
	return err
}

func (s *Shop) tellAuthor(ctx context.Context, tx *store.Tx, m *vitrine.Model, d *vitrine.Decision, kind mail.Kind) error {
	return s.tellOf(ctx, tx, m.Title, d, kind)
}

// tellOf tells the author of a model with a title, or of a review of it, or whose a collection
// with a name is, what was decided.
func (s *Shop) tellOf(ctx context.Context, tx *store.Tx, title string, d *vitrine.Decision, kind mail.Kind) error {
	author, err := tx.User(ctx, d.AuthorID)
	if err != nil {
		return err
	}
	downloads := ""
	if d.Downloads {
		downloads = "kept"
	}
	of := ""
	switch {
	case d.ReviewID != 0:
		of = "review"
	case d.CollectionID != 0:
		of = "collection"
	}
	outcome := "stands"
	if !d.Stands() {
		outcome = "lifted"
	}
	return s.post(ctx, tx, author, kind, mail.Args{Link: DecisionPath + strconv.FormatInt(d.ID, 10), Values: map[string]string{
		mail.Title: title, mail.Reason: d.Reason, mail.Ground: string(d.Ground), mail.Action: string(d.Action), mail.Downloads: downloads,
		mail.Answer: d.Answer, mail.Outcome: outcome, mail.Of: of,
	}})
}

// RestoreModel ends all that was decided about a model, and makes it what it was before.
func (s *Shop) RestoreModel(ctx context.Context, in SignedIn, id int64, reason string) error {
	return s.moderate(ctx, in, func(tx *store.Tx, in SignedIn) error {
		reason, err := reasonOf(reason)
		if err != nil {
			return err
		}
		return s.lift(ctx, tx, in, id, reason)
	})
}

// lift restores a model, and tells its author why.
func (s *Shop) lift(ctx context.Context, tx *store.Tx, in SignedIn, id int64, answer string) error {
	m, err := anothers(ctx, tx, in, id)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return s.liftDeleted(ctx, tx, in, id, answer)
	}
	if err != nil {
		return err
	}
	decisions, err := tx.DecisionsOf(ctx, id)
	if err != nil {
		return err
	}
	if m.HiddenFrom == "" {
		return vitrine.Errorf(vitrine.Conflict, "somebody else has restored it already")
	}
	if err := s.show(ctx, tx, m, answer); err != nil {
		return err
	}
	if len(decisions) == 0 {
		return nil
	}
	d := decisions[0]
	d.LiftedAt, d.Answer = s.now(), answer
	return s.tellAuthor(ctx, tx, m, &d, mail.DecisionClosed)
}

// liftDeleted lets the files of a deleted model be sent again that was taken down, and tells
// its author why.
func (s *Shop) liftDeleted(ctx context.Context, tx *store.Tx, in SignedIn, id int64, answer string) error {
	d, err := takenDown(ctx, tx, id)
	if err == nil && d == nil {
		err = vitrine.Errorf(vitrine.NotFound, "there is no model %d", id)
	}
	if err == nil {
		err = notAboutSelf(in, &vitrine.Model{ID: id, AuthorID: d.AuthorID})
	}
	if err != nil {
		return err
	}
	if err := tx.LiftDecisions(ctx, id, answer, s.now()); err != nil {
		return err
	}
	n := Noted{Act: vitrine.ActModelRestore, ID: idText(id), Before: facts{"deleted": true, "decision": d.ID}, After: facts{"deleted": true},
		Text: answer}
	if err := s.Note(ctx, tx, n); err != nil {
		return err
	}
	d.LiftedAt, d.Answer = s.now(), answer
	return s.tellOf(ctx, tx, deletedModel, d, mail.DecisionClosed)
}

// show makes a hidden model what it was, if it lacks nothing.
func (s *Shop) show(ctx context.Context, tx *store.Tx, m *vitrine.Model, note string) error {
	before, was := modelFacts(m), m.HiddenFrom
	if m.HiddenFrom = ""; was == vitrine.Published && len(m.PublicationProblems()) == 0 {
		s.setStatus(m, vitrine.Published)
	}
	if err := tx.HideModel(ctx, m.ID, ""); err != nil {
		return err
	}
	if err := tx.LiftDecisions(ctx, m.ID, note, s.now()); err != nil {
		return err
	}
	m.UpdatedAt = s.now()
	if err := tx.UpdateModel(ctx, m); err != nil {
		return err
	}
	n := Noted{Act: vitrine.ActModelRestore, ID: idText(m.ID), Before: before, After: modelFacts(m), Text: note}
	if err := s.Note(ctx, tx, n); err != nil {
		return err
	}
	_, err := s.refresh(ctx, tx, m.ID)
	return err
}

// deletedModel is the title of a model that its author has deleted.
const deletedModel = "a model that is deleted"

// DecisionFor returns a decision to the author of its model or review, or to whose its
// collection is; NotFound to others.
func (s *Shop) DecisionFor(ctx context.Context, in SignedIn, id int64) (d vitrine.Decision, title string, err error) {
	d, err = s.db.Decision(ctx, id)
	if err == nil && d.AuthorID != in.User.ID {
		err = vitrine.Errorf(vitrine.NotFound, "there is no decision %d", id)
	}
	if err != nil {
		return vitrine.Decision{}, "", err
	}
	switch {
	case d.ReviewID != 0:
		title, err = titleOnShelf(ctx, s.db, d.ModelID)
		return d, title, err
	case d.CollectionID != 0:
		title, err = nameOf(ctx, s.db, d.CollectionID)
		return d, title, err
	}
	m, err := s.db.ModelRow(ctx, d.ModelID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return d, deletedModel, nil
	}
	if err != nil {
		return d, "", err
	}
	return d, m.Title, nil
}

// notWithheld refuses the files of a model that nobody gets any more.
func (s *Shop) notWithheld(ctx context.Context, modelID int64) error {
	withheld, err := s.db.Withheld(ctx, modelID)
	if err == nil && withheld {
		err = vitrine.Errorf(vitrine.Forbidden, "these files were taken down, as the law asks: nobody can download them any more")
	}
	return err
}

// notBlocked refuses bytes that were taken down before, and names the way to object.
func notBlocked(ctx context.Context, tx *store.Tx, f *vitrine.File) error {
	decision, err := tx.Blocked(ctx, f.SHA256)
	if err != nil || decision == 0 {
		return err
	}
	return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/file", Code: "blocked",
		Detail: "exactly this file was taken down here before (decision " + strconv.FormatInt(decision, 10) + ") and is not taken again; " +
			"its author can object at " + DecisionPath + strconv.FormatInt(decision, 10) + ", others write to the operator"}})
}
