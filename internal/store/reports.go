package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"vitrine"
)

const reportColumns = `r.id, r.subject, r.subject_id, r.path, r.kind, r.explanation, r.name, r.email, r.language, r.state,
	r.decision_id, r.answer, r.decided_by, r.created_at, r.decided_at, r.review_id, r.collection_id`

func scanReport(row scanner) (r vitrine.Report, err error) {
	var decision, by, review, collection sql.NullInt64
	err = row.Scan(&r.ID, &r.Subject, &r.SubjectID, &r.Path, &r.Kind, &r.Explanation, &r.Name, &r.Email, &r.Language, &r.State, &decision,
		&r.Answer, &by, (*stamp)(&r.CreatedAt), (*stamp)(&r.DecidedAt), &review, &collection)
	r.DecisionID, r.DecidedBy = decision.Int64, by.Int64
	switch {
	case review.Valid:
		r.Subject, r.SubjectID = vitrine.AboutReview, review.Int64
	case collection.Valid:
		r.Subject, r.SubjectID = vitrine.AboutCollection, collection.Int64
	}
	return r, err
}

// InsertReport adds a report whose receipt has a secret, and sets its id.
func (tx *Tx) InsertReport(ctx context.Context, r *vitrine.Report, hash string) error {
	subject, id, review, collection := r.Subject, r.SubjectID, int64(0), int64(0)
	switch subject {
	case vitrine.AboutReview:
		subject, id, review = vitrine.AboutPage, 0, r.SubjectID
	case vitrine.AboutCollection:
		subject, id, collection = vitrine.AboutPage, 0, r.SubjectID
	}
	return tx.row(ctx, "", `
		INSERT INTO reports (secret_hash, subject, subject_id, review_id, collection_id, path, kind, explanation, name, email, language, state,
			created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id`,
		[]any{hash, subject, id, orNull(review), orNull(collection), r.Path, string(r.Kind), r.Explanation, r.Name, r.Email, r.Language,
			string(r.State), micros(r.CreatedAt)}, &r.ID)
}

// Report reads a report; NotFound when there is none.
func (r *reads) Report(ctx context.Context, id int64) (vitrine.Report, error) {
	return first(query(ctx, r, scanReport, "SELECT "+reportColumns+" FROM reports r WHERE r.id = $1", id))("there is no report %d", id)
}

// ReportOf reads the report whose receipt has a secret; NotFound when there is none.
func (r *reads) ReportOf(ctx context.Context, hash string) (vitrine.Report, error) {
	const of = "SELECT " + reportColumns + " FROM reports r WHERE r.secret_hash = $1"
	return first(query(ctx, r, scanReport, of, hash))("there is no such report")
}

// Reports lists up to limit reports in a state, the oldest first, with identifiers above
// after.
func (r *reads) Reports(ctx context.Context, state vitrine.ReportState, after int64, limit int) ([]vitrine.Report, error) {
	b := (&builder{}).add("SELECT "+reportColumns+" FROM reports r WHERE r.state = ? AND r.id > ? ORDER BY r.id", string(state), after)
	b.window(limit, 0)
	return query(ctx, r, scanReport, b.String(), b.args...)
}

// ReportsAbout lists up to limit open reports about the same thing.
func (r *reads) ReportsAbout(ctx context.Context, subject string, id int64, limit int) ([]vitrine.Report, error) {
	b := (&builder{}).add("SELECT " + reportColumns + " FROM reports r WHERE")
	switch subject {
	case vitrine.AboutReview:
		b.add(" r.review_id = ?", id)
	case vitrine.AboutCollection:
		b.add(" r.collection_id = ?", id)
	default:
		b.add(" r.subject = ? AND r.subject_id = ?", subject, id)
	}
	b.add(" ORDER BY r.id").window(limit, 0)
	return query(ctx, r, scanReport, b.String(), b.args...)
}

// CloseReport notes what became of a report; Conflict when somebody was faster.
func (tx *Tx) CloseReport(ctx context.Context, r *vitrine.Report) error {
	n, err := tx.exec(ctx, "close a report",
		"UPDATE reports SET state = $2, decision_id = $3, answer = $4, decided_by = $5, decided_at = $6 WHERE id = $1 AND state = 'open'",
		r.ID, string(r.State), orNull(r.DecisionID), r.Answer, r.DecidedBy, micros(r.DecidedAt))
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.Conflict, "somebody else has decided this report already: look at what they did")
	}
	return err
}

const decisionColumns = `d.id, COALESCE(d.model_id, 0), d.author_id, d.report_id, d.action, d.ground, d.reason, d.downloads, d.decided_by,
	d.objection, d.answer, d.created_at, d.objected_at, d.closed_at, d.lifted_at, d.review_id, d.collection_id`

func scanDecision(row scanner) (d vitrine.Decision, err error) {
	var report, review, collection sql.NullInt64
	err = row.Scan(&d.ID, &d.ModelID, &d.AuthorID, &report, &d.Action, &d.Ground, &d.Reason, &d.Downloads, &d.DecidedBy, &d.Objection,
		&d.Answer, (*stamp)(&d.CreatedAt), (*stamp)(&d.ObjectedAt), (*stamp)(&d.ClosedAt), (*stamp)(&d.LiftedAt), &review, &collection)
	d.ReportID, d.ReviewID, d.CollectionID = report.Int64, review.Int64, collection.Int64
	return d, err
}

// InsertDecision adds a decision, and sets its id.
func (tx *Tx) InsertDecision(ctx context.Context, d *vitrine.Decision) error {
	return tx.row(ctx, "", `
		INSERT INTO decisions (model_id, author_id, report_id, review_id, collection_id, action, ground, reason, downloads, decided_by,
			created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id`,
		[]any{orNull(d.ModelID), d.AuthorID, orNull(d.ReportID), orNull(d.ReviewID), orNull(d.CollectionID), string(d.Action),
			string(d.Ground), d.Reason, d.Downloads, d.DecidedBy, micros(d.CreatedAt)}, &d.ID)
}

// Decision reads a decision; NotFound when there is none.
func (r *reads) Decision(ctx context.Context, id int64) (vitrine.Decision, error) {
	return first(query(ctx, r, scanDecision, "SELECT "+decisionColumns+" FROM decisions d WHERE d.id = $1", id))("there is no decision %d", id)
}

// DecisionsOf lists the decisions about a model, the newest first.
func (r *reads) DecisionsOf(ctx context.Context, modelID int64) ([]vitrine.Decision, error) {
	return query(ctx, r, scanDecision, "SELECT "+decisionColumns+` FROM decisions d
		WHERE d.model_id = $1 AND d.review_id IS NULL ORDER BY d.id DESC`, modelID)
}

// DecisionsOfReview lists the decisions about a review, the newest first.
func (r *reads) DecisionsOfReview(ctx context.Context, reviewID int64) ([]vitrine.Decision, error) {
	return query(ctx, r, scanDecision, "SELECT "+decisionColumns+" FROM decisions d WHERE d.review_id = $1 ORDER BY d.id DESC", reviewID)
}

// DecisionsOfCollection lists the decisions about a collection, the newest first.
func (r *reads) DecisionsOfCollection(ctx context.Context, id int64) ([]vitrine.Decision, error) {
	return query(ctx, r, scanDecision, "SELECT "+decisionColumns+" FROM decisions d WHERE d.collection_id = $1 ORDER BY d.id DESC", id)
}

// LiftDecisionsOfCollection ends what was decided about a collection, and answers what was
// objected.
func (tx *Tx) LiftDecisionsOfCollection(ctx context.Context, id int64, answer string, now time.Time) error {
	return tx.liftDecisionsBy(ctx, "collection_id", id, answer, now)
}

// LiftDecisionsOfReview ends what was decided about a review, and answers what was objected.
func (tx *Tx) LiftDecisionsOfReview(ctx context.Context, reviewID int64, answer string, now time.Time) error {
	return tx.liftDecisionsBy(ctx, "review_id", reviewID, answer, now)
}

func (tx *Tx) liftDecisionsBy(ctx context.Context, column string, id int64, answer string, now time.Time) error {
	_, err := tx.exec(ctx, "answer objections",
		"UPDATE decisions SET answer = $2, closed_at = $3 WHERE "+column+" = $1 AND objected_at IS NOT NULL AND closed_at IS NULL",
		id, answer, micros(now))
	if err == nil {
		_, err = tx.exec(ctx, "lift a decision", "UPDATE decisions SET lifted_at = $2 WHERE "+column+" = $1 AND lifted_at IS NULL",
			id, micros(now))
	}
	return err
}

// Objections lists up to limit decisions whose authors wait for an answer, the oldest first,
// with identifiers above after.
func (r *reads) Objections(ctx context.Context, after int64, limit int) ([]vitrine.Decision, error) {
	b := (&builder{}).add("SELECT " + decisionColumns + " FROM decisions d WHERE d.objected_at IS NOT NULL AND d.closed_at IS NULL")
	b.add(" AND d.id > ?", after).add(" ORDER BY d.id").window(limit, 0)
	return query(ctx, r, scanDecision, b.String(), b.args...)
}

// Object notes what the author of a model objects to a decision; Conflict when they did so
// before.
func (tx *Tx) Object(ctx context.Context, id int64, text string, now time.Time) error {
	n, err := tx.exec(ctx, "object to a decision",
		"UPDATE decisions SET objection = $2, objected_at = $3 WHERE id = $1 AND objected_at IS NULL AND lifted_at IS NULL",
		id, text, micros(now))
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.Conflict, "you have objected to this decision already, or it stands no more")
	}
	return err
}

// AnswerObjection answers what an author objected; Conflict when somebody was faster.
func (tx *Tx) AnswerObjection(ctx context.Context, id, by int64, answer string, now time.Time) error {
	n, err := tx.exec(ctx, "answer an objection",
		"UPDATE decisions SET answer = $2, closed_by = $3, closed_at = $4 WHERE id = $1 AND objected_at IS NOT NULL AND closed_at IS NULL",
		id, answer, by, micros(now))
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.Conflict, "somebody else has answered this already: look at what they said")
	}
	return err
}

// LiftDecisions ends what was decided about a model: its files are downloaded and taken
// again. Objections that wait have their answer with that.
func (tx *Tx) LiftDecisions(ctx context.Context, modelID int64, answer string, now time.Time) error {
	for _, step := range []struct {
		text string
		args []any
	}{
		{"DELETE FROM withheld WHERE model_id = $1", []any{modelID}},
		{"DELETE FROM blocked_files WHERE decision_id IN (SELECT id FROM decisions WHERE model_id = $1)", []any{modelID}},
		{`UPDATE decisions SET answer = $2, closed_at = $3
			WHERE model_id = $1 AND review_id IS NULL AND objected_at IS NOT NULL AND closed_at IS NULL`,
			[]any{modelID, answer, micros(now)}},
		{"UPDATE decisions SET lifted_at = $2 WHERE model_id = $1 AND review_id IS NULL AND lifted_at IS NULL", []any{modelID, micros(now)}},
	} {
		if _, err := tx.exec(ctx, "lift a decision", step.text, step.args...); err != nil {
			return err
		}
	}
	return nil
}

// Withhold lets nobody get the files of a model.
func (tx *Tx) Withhold(ctx context.Context, d *vitrine.Decision) error {
	_, err := tx.exec(ctx, "withhold files",
		"INSERT INTO withheld (model_id, decision_id) VALUES ($1, $2) ON CONFLICT DO NOTHING", d.ModelID, d.ID)
	return err
}

// Withheld reports whether nobody gets the files of a model.
func (r *reads) Withheld(ctx context.Context, modelID int64) (withheld bool, err error) {
	err = r.row(ctx, "", "SELECT EXISTS (SELECT 1 FROM withheld w WHERE w.model_id = $1)", []any{modelID}, &withheld)
	return withheld, err
}

// BlockFiles lets nobody send the files once more that a model has now.
func (tx *Tx) BlockFiles(ctx context.Context, d *vitrine.Decision) error {
	_, err := tx.exec(ctx, "block files", `
		INSERT INTO blocked_files (sha256, decision_id) SELECT f.sha256, d.id FROM files f JOIN decisions d ON d.id = $2
		WHERE f.model_id = $1 AND f.deleted_at IS NULL ON CONFLICT DO NOTHING`, d.ModelID, d.ID)
	return err
}

// BlockDeletedFiles is BlockFiles of those that a model had when it was deleted. They are in no
// index: it reads all files, and is asked for seldom.
func (tx *Tx) BlockDeletedFiles(ctx context.Context, d *vitrine.Decision) error {
	_, err := tx.exec(ctx, "block files", `
		INSERT INTO blocked_files (sha256, decision_id) SELECT f.sha256, d.id FROM models m
			JOIN files f ON f.model_id = m.id AND f.deleted_at = m.deleted_at JOIN decisions d ON d.id = $2
		WHERE m.id = $1 ON CONFLICT DO NOTHING`, d.ModelID, d.ID)
	return err
}

// AuthorOfDeleted returns whose a model was that is deleted; NotFound for one that never was,
// or is there.
func (r *reads) AuthorOfDeleted(ctx context.Context, modelID int64) (author int64, err error) {
	return author, r.row(ctx, fmt.Sprintf("there is no deleted model %d", modelID),
		"SELECT author_id FROM models WHERE id = $1 AND deleted_at IS NOT NULL AND draft_of = 0", []any{modelID}, &author)
}

// Blocked returns the decision because of which bytes with a digest are not taken; 0 where
// they are.
func (r *reads) Blocked(ctx context.Context, sha256 string) (decision int64, err error) {
	var found sql.NullInt64
	err = r.row(ctx, "", "SELECT min(b.decision_id) FROM blocked_files b WHERE b.sha256 = $1", []any{sha256}, &found)
	return found.Int64, err
}
