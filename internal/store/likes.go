package store

import (
	"context"
	"time"

	"vitrine"
)

// LikePage is a part of what somebody likes.
type LikePage struct {
	Likes []vitrine.Like
	Next  string // the cursor of the next page, "" at the end
}

// LikesOf lists what a user likes, what they liked last first. Models that are not in the
// catalogue have no title.
func (r *reads) LikesOf(ctx context.Context, userID int64, page vitrine.Page) (found LikePage, err error) {
	after, err := parseCursor(page.Cursor, "likes")
	if err != nil {
		return found, err
	}
	b := (&builder{}).add(`SELECT k.id, k.model_id, CASE WHEN l.model_id IS NULL THEN '' ELSE m.title END, k.created_at
		FROM likes k JOIN models m ON m.id = k.model_id LEFT JOIN listings l ON l.model_id = k.model_id WHERE k.user_id = ?`, userID)
	if after.set() {
		b.add(" AND k.id < ?", after.id)
	}
	b.add(" ORDER BY k.id DESC").window(page.Size+1, offset(page, after))
	found.Likes, err = query(ctx, r, func(row scanner) (k vitrine.Like, err error) {
		return k, row.Scan(&k.ID, &k.ModelID, &k.Title, (*stamp)(&k.CreatedAt))
	}, b.String(), b.args...)
	if len(found.Likes) > page.Size {
		found.Likes = found.Likes[:page.Size]
		found.Next = next(page, "likes", 0, found.Likes[page.Size-1].ID)
	}
	return found, err
}

// LikedOf returns which of some models a user likes.
func (r *reads) LikedOf(ctx context.Context, userID int64, models []int64) ([]int64, error) {
	if len(models) == 0 {
		return nil, nil
	}
	b := (&builder{}).add("SELECT k.model_id FROM likes k WHERE k.user_id = ? AND k.model_id ", userID).among(r.dialect, models)
	return query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, b.String(), b.args...)
}

// Kept is how many models a user likes, sellers they follow, or collections they have.
func (tx *Tx) kept(ctx context.Context, table string, userID int64) (n int64, err error) {
	return n, tx.row(ctx, "", "SELECT count(*) FROM "+table+" WHERE user_id = $1", []any{userID}, &n)
}

// LikesKept is how many models a user likes.
func (tx *Tx) LikesKept(ctx context.Context, userID int64) (int64, error) {
	return tx.kept(ctx, "likes", userID)
}

// InsertLike notes that a user likes a model at a price. It reports false, and changes
// nothing, when they do already.
func (tx *Tx) InsertLike(ctx context.Context, userID int64, m *vitrine.Model, now time.Time) (bool, error) {
	n, err := tx.exec(ctx, "like a model", `INSERT INTO likes (user_id, model_id, price, created_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id, model_id) DO NOTHING`, userID, m.ID, int64(*m.Price), micros(now))
	if err != nil || n == 0 {
		return false, err
	}
	return true, tx.tally(ctx, Likes, m.ID, 1)
}

// RemoveLike notes that a user does not like a model any more. It is fine when they never did.
func (tx *Tx) RemoveLike(ctx context.Context, userID, modelID int64) error {
	n, err := tx.exec(ctx, "like a model no more", "DELETE FROM likes WHERE user_id = $1 AND model_id = $2", userID, modelID)
	if err != nil || n == 0 {
		return err
	}
	return tx.tally(ctx, Likes, modelID, -1)
}

// RemoveKept removes all that a user keeps, also what a moderator took off, with what was
// decided about that, and that others follow them.
func (tx *Tx) RemoveKept(ctx context.Context, userID int64, now time.Time) error {
	if err := tx.endDecisionsOfCollections(ctx, userID, now); err != nil {
		return err
	}
	for _, statement := range []string{
		"INSERT INTO new_tallies (kind, about, n) SELECT 'likes', k.model_id, -1 FROM likes k WHERE k.user_id = $1",
		"DELETE FROM likes WHERE user_id = $1",
		"INSERT INTO new_tallies (kind, about, n) SELECT 'followers', w.seller_id, -1 FROM follows w WHERE w.user_id = $1 AND w.seller_id <> $1",
		"DELETE FROM follows WHERE user_id = $1",
		"DELETE FROM follows WHERE seller_id = $1",
		"DELETE FROM tallies WHERE kind = 'followers' AND about = $1",
		"DELETE FROM collection_models WHERE collection_id IN (SELECT c.id FROM collections c WHERE c.user_id = $1)",
		"DELETE FROM collections WHERE user_id = $1",
		"DELETE FROM digests WHERE user_id = $1",
	} {
		if _, err := tx.exec(ctx, "remove what somebody keeps", statement, userID); err != nil {
			return err
		}
	}
	return nil
}
