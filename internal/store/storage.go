package store

import (
	"context"
	"database/sql"
	"time"

	"vitrine"
)

// Storage is how much of the marketplace's storage somebody takes.
type Storage struct {
	Used  int64  // bytes of files of models that are there
	Limit *int64 // bytes; nil: as the marketplace says
}

// Storage adds up the files of an author.
func (r *reads) Storage(ctx context.Context, userID int64) (s Storage, err error) {
	var limit sql.NullInt64
	err = r.row(ctx, "there is no such user", `SELECT u.max_storage, (SELECT CAST(COALESCE(SUM(f.size), 0) AS BIGINT)
			FROM models m JOIN files f ON f.model_id = m.id WHERE m.author_id = u.id AND m.deleted_at IS NULL AND f.deleted_at IS NULL)
		FROM users u WHERE u.id = $1`, []any{userID}, &limit, &s.Used)
	if limit.Valid {
		s.Limit = &limit.Int64
	}
	return s, err
}

// LimitStorage says how much storage a user may take; nil: as the marketplace says.
func (tx *Tx) LimitStorage(ctx context.Context, u *vitrine.User, limit *int64, now time.Time) error {
	var stored any
	if limit != nil {
		stored = *limit
	}
	_, err := tx.exec(ctx, "limit storage", "UPDATE users SET max_storage = $2, updated_at = $3 WHERE id = $1", u.ID, stored, micros(now))
	return err
}
