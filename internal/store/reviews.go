package store

import (
	"context"
	"time"

	"vitrine"
)

const reviewColumns = `r.id, r.model_id, r.user_id, u.username, r.described, r.used, r.body, r.refunded, r.answer, r.hidden, r.version,
	r.created_at, r.updated_at, r.answered_at`

const reviewTables = " FROM reviews r JOIN users u ON u.id = r.user_id"

func scanReview(row scanner) (*vitrine.Review, error) {
	v := &vitrine.Review{}
	err := row.Scan(&v.ID, &v.ModelID, &v.UserID, &v.Username, &v.Described, &v.Used, &v.Text, &v.Refunded, &v.Answer, &v.Hidden, &v.Version,
		(*stamp)(&v.CreatedAt), (*stamp)(&v.UpdatedAt), (*stamp)(&v.AnsweredAt))
	return v, err
}

// Review reads a review, hidden or not; NotFound when there is none.
func (r *reads) Review(ctx context.Context, id int64) (*vitrine.Review, error) {
	v, err := first(query(ctx, r, scanReview, "SELECT "+reviewColumns+reviewTables+" WHERE r.id = $1", id))("there is no review %d", id)
	if err != nil {
		return nil, err
	}
	return v, r.addPictures(ctx, []*vitrine.Review{v})
}

// ReviewBy reads what a user says of a model, hidden or not; NotFound when they say nothing.
func (r *reads) ReviewBy(ctx context.Context, modelID, userID int64) (*vitrine.Review, error) {
	v, err := first(query(ctx, r, scanReview, "SELECT "+reviewColumns+reviewTables+" WHERE r.model_id = $1 AND r.user_id = $2",
		modelID, userID))("you have not reviewed model %d", modelID)
	if err != nil {
		return nil, err
	}
	return v, r.addPictures(ctx, []*vitrine.Review{v})
}

// ReviewPage is a part of a list of reviews.
type ReviewPage struct {
	Reviews []*vitrine.Review
	Next    string // the cursor of the next page, "" at the end
}

// Reviews lists the reviews of a model that are shown, newest first.
func (r *reads) Reviews(ctx context.Context, modelID int64, page vitrine.Page) (ReviewPage, error) {
	return r.reviewPage(ctx, "reviews", (&builder{}).add(" WHERE r.model_id = ? AND NOT r.hidden", modelID), page)
}

// ReviewsOf lists what a user says of models, newest first, hidden or not.
func (r *reads) ReviewsOf(ctx context.Context, userID int64, page vitrine.Page) (ReviewPage, error) {
	return r.reviewPage(ctx, "own reviews", (&builder{}).add(" WHERE r.user_id = ?", userID), page)
}

func (r *reads) reviewPage(ctx context.Context, list string, where *builder, page vitrine.Page) (found ReviewPage, err error) {
	after, err := parseCursor(page.Cursor, list)
	if err != nil {
		return found, err
	}
	b := (&builder{}).add("SELECT " + reviewColumns + reviewTables).splice(where)
	if after.set() {
		b.add(" AND r.id < ?", after.id)
	}
	b.add(" ORDER BY r.id DESC").window(page.Size+1, offset(page, after))
	if found.Reviews, err = query(ctx, r, scanReview, b.String(), b.args...); err != nil {
		return found, err
	}
	if len(found.Reviews) > page.Size {
		found.Reviews = found.Reviews[:page.Size]
		found.Next = next(page, list, 0, found.Reviews[page.Size-1].ID)
	}
	return found, r.addPictures(ctx, found.Reviews)
}

// AnswersOf lists the reviews that an author has answered.
func (r *reads) AnswersOf(ctx context.Context, authorID int64) ([]*vitrine.Review, error) {
	return query(ctx, r, scanReview, "SELECT "+reviewColumns+`
		FROM models m JOIN reviews r ON r.model_id = m.id JOIN users u ON u.id = r.user_id
		WHERE m.author_id = $1 AND r.answer <> '' ORDER BY r.id`, authorID)
}

// InsertReview stores a new review and sets its identifier. It reports false, and stores
// nothing, when its user has reviewed the model.
func (tx *Tx) InsertReview(ctx context.Context, v *vitrine.Review) (bool, error) {
	v.Version = 1
	ids, err := query(ctx, &tx.reads, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, `
		INSERT INTO reviews (model_id, user_id, described, used, body, refunded, version, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, FALSE, $6, $7, $8) ON CONFLICT (model_id, user_id) DO NOTHING RETURNING id`,
		v.ModelID, v.UserID, v.Described, v.Used, v.Text, v.Version, micros(v.CreatedAt), micros(v.UpdatedAt))
	if err != nil || len(ids) == 0 {
		return false, err
	}
	v.ID = ids[0]
	return true, tx.count(ctx, v, 1)
}

// UpdateReview stores what a review says now, and that its buyer has paid for the model. before
// is the review as the transaction read it.
func (tx *Tx) UpdateReview(ctx context.Context, before *vitrine.Review, words vitrine.Words, now time.Time) error {
	if err := tx.count(ctx, before, -1); err != nil {
		return err
	}
	_, err := tx.exec(ctx, "change a review", `UPDATE reviews SET described = $2, used = $3, body = $4, refunded = FALSE,
		version = version + 1, updated_at = $5 WHERE id = $1`, before.ID, words.Described, words.Used, words.Text, micros(now))
	if err != nil {
		return err
	}
	changed := *before
	changed.Words = words
	return tx.count(ctx, &changed, 1)
}

// AnswerReview stores the answer of the author.
func (tx *Tx) AnswerReview(ctx context.Context, v *vitrine.Review, answer string, now time.Time) error {
	tx.noteSaid(v.ModelID)
	_, err := tx.exec(ctx, "answer a review", "UPDATE reviews SET answer = $2, answered_at = $3, version = version + 1 WHERE id = $1",
		v.ID, answer, micros(now))
	return err
}

// HideReview hides a review, or shows it again. Conflict when somebody was faster.
func (tx *Tx) HideReview(ctx context.Context, v *vitrine.Review, hide bool) error {
	n, err := tx.exec(ctx, "hide a review", "UPDATE reviews SET hidden = $2, version = version + 1 WHERE id = $1 AND hidden <> $2", v.ID, hide)
	if err == nil && n == 0 {
		err = vitrine.Errorf(vitrine.Conflict, "somebody else has done this already: look at the review as it is now")
	}
	if err != nil {
		return err
	}
	sign := int64(1)
	if hide {
		sign = -1
	}
	shown := *v
	shown.Hidden = false
	return tx.count(ctx, &shown, sign)
}

// MarkRefunded notes that the money for a model went back to a buyer, where they review it.
func (tx *Tx) MarkRefunded(ctx context.Context, modelID, userID int64) error {
	n, err := tx.exec(ctx, "mark a review", `UPDATE reviews SET refunded = TRUE WHERE model_id = $1 AND user_id = $2 AND NOT refunded
		AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.buyer_id = $2 AND o.model_id = $1 AND o.status IN ('paid', 'disputed'))`, modelID, userID)
	if n > 0 {
		tx.noteSaid(modelID)
	}
	return err
}

// RemoveReview removes a review with its pictures, whose bytes are left to the sweep.
func (tx *Tx) RemoveReview(ctx context.Context, v *vitrine.Review) error {
	if err := tx.count(ctx, v, -1); err != nil {
		return err
	}
	for _, statement := range []string{
		"DELETE FROM review_keys WHERE picture_id IN (SELECT id FROM review_pictures WHERE review_id = $1)",
		"DELETE FROM review_pictures WHERE review_id = $1", "DELETE FROM reviews WHERE id = $1",
	} {
		if _, err := tx.exec(ctx, "remove a review", statement, v.ID); err != nil {
			return err
		}
	}
	return nil
}

// RemoveReviewsOf removes all that a user says of models, hidden or not, and ends what was
// decided about it.
func (tx *Tx) RemoveReviewsOf(ctx context.Context, userID int64, now time.Time) error {
	_, err := tx.exec(ctx, "end decisions", `UPDATE decisions SET lifted_at = COALESCE(lifted_at, $2),
			closed_at = CASE WHEN objected_at IS NOT NULL THEN COALESCE(closed_at, $2) END
		WHERE review_id IN (SELECT id FROM reviews WHERE user_id = $1)`, userID, micros(now))
	if err != nil {
		return err
	}
	all, err := query(ctx, &tx.reads, scanReview, "SELECT "+reviewColumns+reviewTables+" WHERE r.user_id = $1", userID)
	for _, v := range all {
		if err := tx.RemoveReview(ctx, v); err != nil {
			return err
		}
	}
	return err
}

// Opinions reads what is said of a model, added up.
func (r *reads) Opinions(ctx context.Context, modelID int64) (o vitrine.Opinions, err error) {
	found, err := query(ctx, r, func(row scanner) (o vitrine.Opinions, err error) {
		return o, row.Scan(&o.Reviews, &o.Described, &o.Users, &o.Used)
	}, "SELECT o.reviews, o.described, o.users, o.used FROM opinions o WHERE o.model_id = $1", modelID)
	if err != nil || len(found) == 0 {
		return o, err
	}
	return found[0], nil
}

// count adds a review to what is added up of its model, or takes it away. Hidden ones do not
// count.
func (tx *Tx) count(ctx context.Context, v *vitrine.Review, sign int64) error {
	if v.Hidden {
		return nil
	}
	tx.noteSaid(v.ModelID)
	users := int64(0)
	if v.Used > 0 {
		users = sign
	}
	_, err := tx.exec(ctx, "count a review", `
		INSERT INTO opinions (model_id, reviews, described, users, used) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (model_id) DO UPDATE SET reviews = opinions.reviews + excluded.reviews, described = opinions.described + excluded.described,
			users = opinions.users + excluded.users, used = opinions.used + excluded.used`,
		v.ModelID, sign, sign*int64(v.Described), users, sign*int64(v.Used))
	return err
}
