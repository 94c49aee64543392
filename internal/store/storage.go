package store

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
	"time"

	"vitrine"
)

// Storage is how much of the marketplace's storage somebody takes.
type Storage struct {
	Used  int64  // bytes of files of models that are there
	Limit *int64 // bytes; nil: as the marketplace says
}

// Storage returns what an author stores, to this moment.
func (r *reads) Storage(ctx context.Context, userID int64) (s Storage, err error) {
	var limit sql.NullInt64
	err = r.row(ctx, "there is no such user", "SELECT u.max_storage, "+standing(Bytes, "u.id")+" FROM users u WHERE u.id = $1",
		[]any{userID}, &limit, &s.Used)
	if limit.Valid {
		s.Limit = &limit.Int64
	}
	return s, err
}

// StorageLimit returns how many bytes an author may store; nil: as the marketplace says.
func (r *reads) StorageLimit(ctx context.Context, userID int64) (*int64, error) {
	var limit sql.NullInt64
	err := r.row(ctx, "there is no such user", "SELECT max_storage FROM users WHERE id = $1", []any{userID}, &limit)
	if err != nil || !limit.Valid {
		return nil, err
	}
	return &limit.Int64, nil
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

// tallyStored notes that the files of a condition are added to what their authors store,
// sign 1, or are about to be taken away from it, sign -1. AddTallies adds it up.
func (tx *Tx) tallyStored(ctx context.Context, sign int, where string, args ...any) error {
	const from = ` FROM files f JOIN models m ON m.id = f.model_id WHERE f.deleted_at IS NULL AND m.deleted_at IS NULL AND `
	number := strconv.Itoa(sign)
	_, err := tx.exec(ctx, "note what is stored", "INSERT INTO new_tallies (kind, about, n) SELECT '"+string(Bytes)+
		"', m.author_id, "+number+" * SUM(f.size)"+from+where+" GROUP BY m.author_id UNION ALL SELECT '"+string(Files)+
		"', m.author_id, "+number+" * COUNT(*)"+from+where+" GROUP BY m.author_id", args...)
	return err
}

// Stored is what an author stores, as it was last added up, and may store.
type Stored struct {
	User         vitrine.User
	Bytes, Files int64
	Limit        *int64 // bytes; nil: as the marketplace says
}

// StoredQuery asks for a page of authors: those who store most first, or, in their order,
// those whose usernames begin with a text, whether they store anything or not.
type StoredQuery struct {
	Text string
	Next string // of the page before, "" for the first
	Size int
}

// StoredPage is a page of authors.
type StoredPage struct {
	List []Stored
	Next string // of the page after, "" for none
}

// StoredBy lists what authors store. A place in a list that is none begins at its start.
func (r *reads) StoredBy(ctx context.Context, q StoredQuery) (StoredPage, error) {
	b := (&builder{}).add("SELECT " + userColumns + `, COALESCE(t.n, 0), COALESCE((SELECT n.n FROM tallies n
		WHERE n.kind = 'files' AND n.about = u.id), 0), u.max_storage FROM `)
	if from := strings.ToLower(q.Text); from != "" {
		b.add("users u LEFT JOIN tallies t ON t.kind = 'bytes' AND t.about = u.id WHERE u.username >= ? AND u.username < ?", from, from+afterAll)
		b.add(" AND u.username > ? ORDER BY u.username", q.Next)
	} else {
		b.add("tallies t JOIN users u ON u.id = t.about WHERE t.kind = 'bytes' AND t.n > 0")
		if text, id, err := placeOf(q.Next); err == nil {
			n, _ := strconv.ParseInt(text, 10, 64)
			b.add(" AND (t.n, t.about) < (?, ?)", n, id)
		}
		b.add(" ORDER BY t.n DESC, t.about DESC")
	}
	b.window(q.Size+1, 0)
	list, err := query(ctx, r, scanStored, b.String(), b.args...)
	return storedPage(list, q), err
}

func scanStored(row scanner) (s Stored, err error) {
	var limit sql.NullInt64
	err = row.Scan(append(userFields(&s.User), &s.Bytes, &s.Files, &limit)...)
	if limit.Valid {
		s.Limit = &limit.Int64
	}
	return s, err
}

// storedPage cuts off what is behind a page.
func storedPage(list []Stored, q StoredQuery) StoredPage {
	if len(list) <= q.Size {
		return StoredPage{List: list}
	}
	last := &list[q.Size-1]
	next := last.User.Username
	if q.Text == "" {
		next = strconv.FormatInt(last.User.ID, 10) + " " + strconv.FormatInt(last.Bytes, 10)
	}
	return StoredPage{List: list[:q.Size], Next: next}
}
