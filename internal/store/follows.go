package store

import (
	"context"
	"time"

	"vitrine"
)

// FollowPage is a part of whom somebody follows.
type FollowPage struct {
	Follows []vitrine.Follow
	Next    string // the cursor of the next page, "" at the end
}

// FollowsOf lists whom a user follows, whom they followed last first.
func (r *reads) FollowsOf(ctx context.Context, userID int64, page vitrine.Page) (found FollowPage, err error) {
	after, err := parseCursor(page.Cursor, "follows")
	if err != nil {
		return found, err
	}
	b := (&builder{}).add(`SELECT w.id, w.seller_id, s.username, s.name, EXISTS (SELECT 1 FROM listings l WHERE l.author_id = w.seller_id),
		s.away_until, w.created_at FROM follows w JOIN users s ON s.id = w.seller_id WHERE w.user_id = ?`, userID)
	if after.set() {
		b.add(" AND w.id < ?", after.id)
	}
	b.add(" ORDER BY w.id DESC").window(page.Size+1, offset(page, after))
	found.Follows, err = query(ctx, r, func(row scanner) (f vitrine.Follow, err error) {
		return f, row.Scan(&f.ID, &f.SellerID, &f.Username, &f.Name, &f.Sells, (*stamp)(&f.AwayUntil), (*stamp)(&f.CreatedAt))
	}, b.String(), b.args...)
	if len(found.Follows) > page.Size {
		found.Follows = found.Follows[:page.Size]
		found.Next = next(page, "follows", 0, found.Follows[page.Size-1].ID)
	}
	return found, err
}

// Follows reports whether a user follows a seller.
func (r *reads) Follows(ctx context.Context, userID, sellerID int64) (follows bool, err error) {
	return follows, r.row(ctx, "", "SELECT EXISTS (SELECT 1 FROM follows w WHERE w.user_id = $1 AND w.seller_id = $2)",
		[]any{userID, sellerID}, &follows)
}

// Sells reports whether somebody has a model in the catalogue.
func (r *reads) Sells(ctx context.Context, userID int64) (sells bool, err error) {
	return sells, r.row(ctx, "", "SELECT EXISTS (SELECT 1 FROM listings l WHERE l.author_id = $1)", []any{userID}, &sells)
}

// FollowsKept is how many sellers a user follows.
func (tx *Tx) FollowsKept(ctx context.Context, userID int64) (int64, error) {
	return tx.kept(ctx, "follows", userID)
}

// InsertFollow notes that a user follows a seller. It reports false, and changes nothing,
// when they do already.
func (tx *Tx) InsertFollow(ctx context.Context, userID, sellerID int64, now time.Time) (bool, error) {
	n, err := tx.exec(ctx, "follow a seller", `INSERT INTO follows (user_id, seller_id, created_at) VALUES ($1, $2, $3)
		ON CONFLICT (user_id, seller_id) DO NOTHING`, userID, sellerID, micros(now))
	if err != nil || n == 0 {
		return false, err
	}
	return true, tx.tally(ctx, Followers, sellerID, 1)
}

// RemoveFollow notes that a user does not follow a seller any more. It is fine when they
// never did.
func (tx *Tx) RemoveFollow(ctx context.Context, userID, sellerID int64) error {
	n, err := tx.exec(ctx, "follow a seller no more", "DELETE FROM follows WHERE user_id = $1 AND seller_id = $2", userID, sellerID)
	if err != nil || n == 0 {
		return err
	}
	return tx.tally(ctx, Followers, sellerID, -1)
}
