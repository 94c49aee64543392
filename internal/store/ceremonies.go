package store

import (
	"context"
	"database/sql"
	"time"

	"vitrine"
)

// InsertCeremony adds a ceremony, known by the hash of what the browser is asked with.
func (tx *Tx) InsertCeremony(ctx context.Context, c *vitrine.Ceremony, hash string) (err error) {
	c.ID, err = tx.insert(ctx, "insert ceremony", `
		INSERT INTO ceremonies (hash, purpose, user_id, browser, note, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
		hash, c.Purpose, orNull(c.UserID), c.Browser, c.Note, micros(c.CreatedAt), micros(c.ExpiresAt))
	return err
}

// Ceremony reads what a browser was asked, by the hash of what it was asked with; NotFound
// when there is none.
func (r *reads) Ceremony(ctx context.Context, hash string) (vitrine.Ceremony, error) {
	scan := func(row scanner) (c vitrine.Ceremony, err error) {
		var user sql.NullInt64
		err = row.Scan(&c.ID, &c.Purpose, &user, &c.Browser, &c.Note, (*stamp)(&c.CreatedAt), (*stamp)(&c.ExpiresAt), (*stamp)(&c.UsedAt))
		c.UserID = user.Int64
		return c, err
	}
	return first(query(ctx, r, scan, `
		SELECT c.id, c.purpose, c.user_id, c.browser, c.note, c.created_at, c.expires_at, c.used_at FROM ceremonies c WHERE c.hash = $1`,
		hash))("nothing was asked that this answers")
}

// UseCeremony uses a ceremony up, and reports whether it was there to be used: of two who
// come at once, one does.
func (tx *Tx) UseCeremony(ctx context.Context, id int64, now time.Time) (bool, error) {
	n, err := tx.exec(ctx, "use a ceremony", "UPDATE ceremonies SET used_at = $2 WHERE id = $1 AND used_at IS NULL", id, micros(now))
	return n == 1, err
}

// RemoveCeremony removes a ceremony; it is fine when it is not there.
func (tx *Tx) RemoveCeremony(ctx context.Context, hash string) error {
	_, err := tx.exec(ctx, "remove a ceremony", "DELETE FROM ceremonies WHERE hash = $1", hash)
	return err
}

// RemoveCeremonies removes those that expired before a time.
func (tx *Tx) RemoveCeremonies(ctx context.Context, before time.Time) error {
	_, err := tx.exec(ctx, "remove ceremonies", "DELETE FROM ceremonies WHERE expires_at < $1", micros(before))
	return err
}
