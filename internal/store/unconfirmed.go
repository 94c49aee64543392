package store

import (
	"context"
	"time"
)

// unconfirmed selects who joined before the time $1, has confirmed no address, was not signed
// in since the time $2 and has nothing, $3 at most. Who is suspended could join again
// otherwise, and stays.
const unconfirmed = `SELECT u.id FROM users u
	WHERE u.email_confirmed_at IS NULL AND u.email_claimed <> '' AND u.created_at < $1 AND NOT u.is_admin AND u.suspended_at IS NULL
		AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = u.id AND s.seen_at >= $2)
		AND NOT EXISTS (SELECT 1 FROM models m WHERE m.author_id = u.id)
		AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.user_id = u.id)
		AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.buyer_id = u.id)
		AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.seller_id = u.id)
		AND NOT EXISTS (SELECT 1 FROM tokens t WHERE t.user_id = u.id)
		AND NOT EXISTS (SELECT 1 FROM applications a WHERE a.owner_id = u.id)
		AND NOT EXISTS (SELECT 1 FROM grants g WHERE g.user_id = u.id)
		AND NOT EXISTS (SELECT 1 FROM uploads p WHERE p.user_id = u.id)
		AND NOT EXISTS (SELECT 1 FROM reviews v WHERE v.user_id = u.id)
		AND NOT EXISTS (SELECT 1 FROM likes k WHERE k.user_id = u.id)
		AND NOT EXISTS (SELECT 1 FROM follows w WHERE w.user_id = u.id)
		AND NOT EXISTS (SELECT 1 FROM follows w WHERE w.seller_id = u.id)
		AND NOT EXISTS (SELECT 1 FROM collections c WHERE c.user_id = u.id)
		AND NOT EXISTS (SELECT 1 FROM digests d WHERE d.user_id = u.id)
		AND NOT EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.user_id = u.id)
	ORDER BY u.created_at, u.id LIMIT $3`

// Unconfirmed returns accounts that nobody seems to want: of who joined before a time, has
// confirmed no address, was not signed in since another time and has nothing.
func (r *reads) Unconfirmed(ctx context.Context, joined, seen time.Time, most int) ([]int64, error) {
	return query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, unconfirmed, micros(joined), micros(seen), most)
}

// RemoveUser removes a user who has nothing, with all that lets them in. What was sent to
// them is remembered by the address alone.
func (tx *Tx) RemoveUser(ctx context.Context, id int64) error {
	if err := tx.RemoveWaysIn(ctx, id); err != nil {
		return err
	}
	for _, statement := range []string{
		"DELETE FROM sessions WHERE user_id = $1", "DELETE FROM links WHERE user_id = $1", "DELETE FROM ceremonies WHERE user_id = $1",
		"DELETE FROM agreements WHERE user_id = $1", "DELETE FROM cart_items WHERE user_id = $1",
		"UPDATE mails SET user_id = NULL WHERE user_id = $1", "DELETE FROM users WHERE id = $1",
	} {
		if _, err := tx.exec(ctx, "remove a user", statement, id); err != nil {
			return err
		}
	}
	return tx.changeCallers(ctx)
}
