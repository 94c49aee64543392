package store

import (
	"context"
	"time"

	"vitrine"
)

// Digest is for which mails somebody asked about what they keep.
type Digest struct {
	UserID         int64
	Models, Prices bool // new ones of those whom they follow; of what they like
	Secret         string
	Since          time.Time // what was published after that was not told
	StoppedAt      time.Time // by the link in a mail; zero: not
}

// Digest reads for which mails a user asked: for none where nothing is known.
func (r *reads) Digest(ctx context.Context, userID int64) (d Digest, err error) {
	found, err := query(ctx, r, func(row scanner) (d Digest, err error) {
		return d, row.Scan(&d.UserID, &d.Models, &d.Prices, &d.Secret, (*stamp)(&d.Since), (*stamp)(&d.StoppedAt))
	}, "SELECT user_id, models, prices, secret, since, stopped_at FROM digests WHERE user_id = $1", userID)
	if err != nil || len(found) == 0 {
		return Digest{UserID: userID}, err
	}
	return found[0], nil
}

// DigestsDue returns up to limit users for whom a mail is due.
func (r *reads) DigestsDue(ctx context.Context, now time.Time, limit int) ([]int64, error) {
	b := (&builder{}).add(`SELECT user_id FROM digests WHERE stopped_at IS NULL AND (models OR prices) AND due_at <= ?
		ORDER BY due_at, user_id`, micros(now)).window(limit, 0)
	return query(ctx, r, func(row scanner) (id int64, err error) { return id, row.Scan(&id) }, b.String(), b.args...)
}

// DigestDue reports whether a mail to a user is due.
func (tx *Tx) DigestDue(ctx context.Context, userID int64, now time.Time) (due bool, err error) {
	return due, tx.row(ctx, "", `SELECT EXISTS (SELECT 1 FROM digests WHERE user_id = $1 AND stopped_at IS NULL AND (models OR prices)
		AND due_at <= $2)`, []any{userID, micros(now)}, &due)
}

// SetDigest stores for which mails a user asks. The first is due at a time, with what was
// published since then; the secret stays where there is one.
func (tx *Tx) SetDigest(ctx context.Context, d Digest, due time.Time) error {
	_, err := tx.exec(ctx, "ask for mails", `INSERT INTO digests (user_id, models, prices, secret, since, due_at) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (user_id) DO UPDATE SET models = excluded.models, prices = excluded.prices, since = excluded.since,
			due_at = CASE WHEN digests.due_at > excluded.due_at THEN digests.due_at ELSE excluded.due_at END, stopped_at = NULL`,
		d.UserID, d.Models, d.Prices, d.Secret, micros(d.Since), micros(due))
	return err
}

// Digested notes that a user knows what was published until a time, and when the next mail is due.
func (tx *Tx) Digested(ctx context.Context, userID int64, since, due time.Time) error {
	_, err := tx.exec(ctx, "note a digest", "UPDATE digests SET since = $2, due_at = $3 WHERE user_id = $1",
		userID, micros(since), micros(due))
	return err
}

// StopDigest stops the mails whose link has a secret, since a time; the zero time lets them
// come again. It reports whether there are any with the secret.
func (tx *Tx) StopDigest(ctx context.Context, secret string, since time.Time) (bool, error) {
	n, err := tx.exec(ctx, "stop digests", "UPDATE digests SET stopped_at = $2 WHERE secret = $1", secret, micros(since))
	return n > 0, err
}

// DigestStopped reports whether the mails whose link has a secret are stopped, or nobody asks
// for them any more; known is false where no such mails have it.
func (r *reads) DigestStopped(ctx context.Context, secret string) (stopped, known bool, err error) {
	found, err := query(ctx, r, func(row scanner) (stopped bool, err error) { return stopped, row.Scan(&stopped) },
		"SELECT stopped_at IS NOT NULL OR NOT (models OR prices) FROM digests WHERE secret = $1", secret)
	if err != nil || len(found) == 0 {
		return false, false, err
	}
	return found[0], true, nil
}

// News is a model that a mail tells of.
type News struct {
	ModelID       int64
	Title, Author string
	Before, Price vitrine.Amount // the price that was told last, and the one of now
}

// NewOf lists up to limit models for everybody that those whom a user follows published after
// a time and until another, newest first, and counts them all.
func (r *reads) NewOf(ctx context.Context, userID int64, since, until time.Time, limit int) (list []News, all int64, err error) {
	const from = ` FROM follows w JOIN listings l ON l.author_id = w.seller_id AND l.published_at > $2 AND l.published_at <= $3
		WHERE w.user_id = $1 AND NOT l.adult_content`
	if err := r.row(ctx, "", "SELECT count(*)"+from, []any{userID, micros(since), micros(until)}, &all); err != nil || all == 0 {
		return nil, 0, err
	}
	list, err = query(ctx, r, func(row scanner) (n News, err error) {
		return n, row.Scan(&n.ModelID, &n.Title, &n.Author, &n.Price)
	}, `SELECT m.id, m.title, u.username, n.price FROM (SELECT l.model_id, l.author_id, l.price, l.published_at`+from+`
			ORDER BY l.published_at DESC, l.model_id DESC LIMIT $4) n
		JOIN models m ON m.id = n.model_id JOIN users u ON u.id = n.author_id ORDER BY n.published_at DESC, m.id DESC`,
		userID, micros(since), micros(until), limit)
	return list, all, err
}

const otherPrices = ` FROM likes k JOIN listings l ON l.model_id = k.model_id AND l.price <> k.price
	WHERE k.user_id = $1 AND NOT l.adult_content`

// OtherPrices lists up to limit models for everybody that a user likes and whose price is
// another one than they were told, and counts them all.
func (r *reads) OtherPrices(ctx context.Context, userID int64, limit int) (list []News, all int64, err error) {
	if err := r.row(ctx, "", "SELECT count(*)"+otherPrices, []any{userID}, &all); err != nil || all == 0 {
		return nil, 0, err
	}
	list, err = query(ctx, r, func(row scanner) (n News, err error) {
		return n, row.Scan(&n.ModelID, &n.Title, &n.Author, &n.Before, &n.Price)
	}, `SELECT m.id, m.title, u.username, n.before, n.price FROM (SELECT k.id, l.model_id, l.author_id, k.price AS before, l.price`+otherPrices+`
			ORDER BY k.id DESC LIMIT $2) n
		JOIN models m ON m.id = n.model_id JOIN users u ON u.id = n.author_id ORDER BY n.id DESC`, userID, limit)
	return list, all, err
}

// TellPrices notes that a user knows the prices of all that they like.
func (tx *Tx) TellPrices(ctx context.Context, userID int64) error {
	_, err := tx.exec(ctx, "note the prices", `UPDATE likes SET price = (SELECT l.price FROM listings l WHERE l.model_id = likes.model_id)
		WHERE user_id = $1 AND EXISTS (SELECT 1 FROM listings l WHERE l.model_id = likes.model_id AND l.price <> likes.price)`, userID)
	return err
}
