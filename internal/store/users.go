package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"vitrine"
)

const userColumns = `u.id, u.username, u.email, u.password_hash, u.is_admin, u.created_at, u.updated_at, u.suspended_at`

// userFields are the places for userColumns.
func userFields(u *vitrine.User) []any {
	return []any{&u.ID, &u.Username, &u.Email, &u.PasswordHash, &u.IsAdmin, (*stamp)(&u.CreatedAt), (*stamp)(&u.UpdatedAt),
		(*stamp)(&u.SuspendedAt)}
}

// User reads a user; NotFound when there is none.
func (r *reads) User(ctx context.Context, id int64) (*vitrine.User, error) {
	return r.user(ctx, fmt.Sprintf("there is no user %d", id), "u.id = $1", id)
}

// UserByUsername reads a user; NotFound when there is none.
func (r *reads) UserByUsername(ctx context.Context, username string) (*vitrine.User, error) {
	return r.user(ctx, fmt.Sprintf("there is no user %q", username), "u.username = $1", username)
}

// UserByEmail reads the user with an address, whatever its case; NotFound when
// there is none.
func (r *reads) UserByEmail(ctx context.Context, email string) (*vitrine.User, error) {
	return r.user(ctx, "there is no user with this email address", "u.email_folded = $1", foldEmail(email))
}

func (r *reads) user(ctx context.Context, missing, where string, arg any) (*vitrine.User, error) {
	u := &vitrine.User{}
	if err := r.row(ctx, missing, "SELECT "+userColumns+" FROM users u WHERE "+where, []any{arg}, userFields(u)...); err != nil {
		return nil, err
	}
	return u, nil
}

// Users lists up to limit users with identifiers above after, oldest first.
func (r *reads) Users(ctx context.Context, after int64, limit int) ([]vitrine.User, error) {
	b := (&builder{}).add("SELECT "+userColumns+" FROM users u WHERE u.id > ? ORDER BY u.id", after).window(limit, 0)
	return query(ctx, r, func(row scanner) (u vitrine.User, err error) { return u, row.Scan(userFields(&u)...) }, b.String(), b.args...)
}

// SuspendUser makes a user's tokens good for nothing since a time; the zero time
// makes them good again.
func (tx *Tx) SuspendUser(ctx context.Context, id int64, since, now time.Time) error {
	_, err := tx.exec(ctx, "suspend the user", "UPDATE users SET suspended_at = $1, updated_at = $2 WHERE id = $3", micros(since), micros(now),
		id)
	if err != nil {
		return err
	}
	return tx.changeCallers(ctx)
}

// InsertUser adds a user and sets its id; Conflict, with a field for each,
// when the username or the email address is taken.
func (tx *Tx) InsertUser(ctx context.Context, u *vitrine.User) error {
	err := tx.q.QueryRowContext(ctx, `
		INSERT INTO users (username, email, email_folded, password_hash, is_admin, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING id`,
		u.Username, u.Email, foldEmail(u.Email), u.PasswordHash, u.IsAdmin, micros(u.CreatedAt), micros(u.UpdatedAt)).Scan(&u.ID)
	if errors.Is(err, sql.ErrNoRows) {
		return tx.userTaken(ctx, u)
	}
	if err != nil {
		return tx.fail("insert user", err)
	}
	return nil
}

func (tx *Tx) userTaken(ctx context.Context, u *vitrine.User) error {
	var username, email bool
	err := tx.q.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM users WHERE username = $1), EXISTS (SELECT 1 FROM users WHERE email_folded = $2)`,
		u.Username, foldEmail(u.Email)).Scan(&username, &email)
	if err != nil {
		return tx.fail("look for the user in the way", err)
	}
	conflict := vitrine.Errorf(vitrine.Conflict, "this user exists already")
	if username {
		conflict.Fields = append(conflict.Fields, vitrine.Field{Pointer: "/username", Code: "taken", Detail: "this username is taken"})
	}
	if email {
		conflict.Fields = append(conflict.Fields, vitrine.Field{Pointer: "/email", Code: "taken", Detail: "this email address is taken"})
	}
	return conflict
}

// foldEmail makes addresses that people take for the same one equal.
func foldEmail(email string) string {
	return cases.Fold().String(norm.NFC.String(email))
}
