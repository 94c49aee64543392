package store

import (
	"context"
	"database/sql"
	"time"

	"vitrine"
)

const linkColumns = `l.id, l.purpose, l.user_id, l.email, l.tries, l.created_at, l.expires_at, l.used_at`

func scanLink(row scanner) (l vitrine.Link, err error) {
	var user sql.NullInt64
	err = row.Scan(&l.ID, &l.Purpose, &user, &l.Email, &l.Tries, (*stamp)(&l.CreatedAt), (*stamp)(&l.ExpiresAt), (*stamp)(&l.UsedAt))
	l.UserID = user.Int64
	return l, err
}

// LinkSecrets are the hashes by which a link is found: of the secret in its address, of
// the cookie of the browser that asked for it, and of the code that may be typed there.
type LinkSecrets struct{ Address, Browser, Code string }

// InsertLink adds a link and sets its id.
func (tx *Tx) InsertLink(ctx context.Context, l *vitrine.Link, secrets LinkSecrets) (err error) {
	l.ID, err = tx.insert(ctx, "insert link", `
		INSERT INTO links (hash, purpose, user_id, email, browser, code, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
		secrets.Address, l.Purpose, orNull(l.UserID), l.Email, secrets.Browser, secrets.Code, micros(l.CreatedAt), micros(l.ExpiresAt))
	return err
}

// Link reads the link whose address has a secret of this hash, with the hash of the
// browser that asked for it; NotFound when there is none.
func (r *reads) Link(ctx context.Context, hash string) (l vitrine.Link, browser string, err error) {
	return r.link(ctx, "l.hash = $1", hash)
}

// LinkOfBrowser reads the last link that a browser asked for, by the hash of its cookie,
// with the hash of its code; NotFound when there is none.
func (r *reads) LinkOfBrowser(ctx context.Context, browser string, purpose vitrine.LinkPurpose) (l vitrine.Link, hashed string, err error) {
	found, err := query(ctx, r, func(row scanner) (vitrine.Link, error) {
		return scanLink(withColumn(row, &hashed))
	}, "SELECT "+linkColumns+", l.code FROM links l WHERE l.browser = $1 AND l.browser <> '' AND l.purpose = $2 ORDER BY l.id DESC LIMIT 1",
		browser, purpose)
	if err == nil && len(found) == 0 {
		err = vitrine.Errorf(vitrine.NotFound, "this browser asked for no mail")
	}
	if err != nil {
		return vitrine.Link{}, "", err
	}
	return found[0], hashed, nil
}

func (r *reads) link(ctx context.Context, where, arg string) (l vitrine.Link, browser string, err error) {
	found, err := query(ctx, r, func(row scanner) (vitrine.Link, error) {
		return scanLink(withColumn(row, &browser))
	}, "SELECT "+linkColumns+", l.browser FROM links l WHERE "+where, arg)
	if err == nil && len(found) == 0 {
		err = &vitrine.Error{Code: vitrine.NotFound, Message: "this link is not known", Err: vitrine.ErrUnknownSecret}
	}
	if err != nil {
		return vitrine.Link{}, "", err
	}
	return found[0], browser, nil
}

// withColumn is a row that has one more column at its end.
func withColumn(row scanner, last any) scanner { return moreColumns{row, last} }

type moreColumns struct {
	scanner
	last any
}

// Scan reads the columns, and the last one where it was asked for.
func (m moreColumns) Scan(dst ...any) error { return m.scanner.Scan(append(dst, m.last)...) }

// UseLink uses a link up; Conflict when it was used before: of two who come at once, one
// does.
func (tx *Tx) UseLink(ctx context.Context, id int64, now time.Time) error {
	n, err := tx.exec(ctx, "use a link",
		"UPDATE links SET used_at = $2 WHERE id = $1 AND used_at IS NULL AND expires_at > $2", id, micros(now))
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.Conflict, "this link was used before: ask for a new one")
	}
	return err
}

// TryLink counts that the code of a link is typed; Conflict when it may not be any more: of
// many who come at once, as many are let in as one after the other.
func (tx *Tx) TryLink(ctx context.Context, id int64) error {
	n, err := tx.exec(ctx, "try a link", "UPDATE links SET tries = tries + 1 WHERE id = $1 AND tries < $2 AND used_at IS NULL",
		id, vitrine.MaxCodeTries)
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.Conflict, "this code was typed too often: ask for a new one")
	}
	return err
}

// LinksOf lists the links of a user for a purpose, the newest first.
func (r *reads) LinksOf(ctx context.Context, userID int64, purpose vitrine.LinkPurpose) ([]vitrine.Link, error) {
	return query(ctx, r, scanLink,
		"SELECT "+linkColumns+" FROM links l WHERE l.user_id = $1 AND l.purpose = $2 ORDER BY l.id DESC", userID, purpose)
}

// RemoveLinksOf removes the links of a user for a purpose.
func (tx *Tx) RemoveLinksOf(ctx context.Context, userID int64, purpose vitrine.LinkPurpose) error {
	_, err := tx.exec(ctx, "remove links", "DELETE FROM links WHERE user_id = $1 AND purpose = $2", userID, purpose)
	return err
}

// UseLinksOf uses up all links of a user, whatever they are for.
func (tx *Tx) UseLinksOf(ctx context.Context, u *vitrine.User, now time.Time) error {
	_, err := tx.exec(ctx, "use links", "UPDATE links SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL", u.ID, micros(now))
	return err
}

// RemoveLinks removes links that expired before a time.
func (tx *Tx) RemoveLinks(ctx context.Context, before time.Time) error {
	_, err := tx.exec(ctx, "remove links", "DELETE FROM links WHERE expires_at < $1", micros(before))
	return err
}
