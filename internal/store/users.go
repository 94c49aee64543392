package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"vitrine"
)

const userColumns = `u.id, u.username, u.email, u.password_hash, u.is_admin, u.created_at, u.updated_at, u.suspended_at,
	u.language, u.email_confirmed_at, u.email_claimed <> '', u.roles, u.suspended_for, u.email_bounced_at, u.email_bounce`

// userFields are the places for userColumns.
func userFields(u *vitrine.User) []any {
	return []any{&u.ID, &u.Username, &u.Email, &u.PasswordHash, &u.IsAdmin, (*stamp)(&u.CreatedAt), (*stamp)(&u.UpdatedAt),
		(*stamp)(&u.SuspendedAt), &u.Language, (*stamp)(&u.EmailConfirmedAt), &u.EmailClaimed,
		&u.Roles, &u.SuspendedFor, (*stamp)(&u.EmailBouncedAt), &u.EmailBounce}
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
	return r.user(ctx, "there is no user with this email address", "u.email_folded = $1", FoldEmail(email))
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

// SuspendUser makes a user's tokens good for nothing since a time, for a reason; the zero
// time makes them good again.
func (tx *Tx) SuspendUser(ctx context.Context, id int64, since time.Time, reason string, now time.Time) error {
	_, err := tx.exec(ctx, "suspend the user", "UPDATE users SET suspended_at = $1, suspended_for = $2, updated_at = $3 WHERE id = $4",
		micros(since), reason, micros(now), id)
	if err != nil {
		return err
	}
	return tx.changeCallers(ctx)
}

// InsertUser adds a user and sets its id; Conflict, with a field for each,
// when the username or the email address is taken.
func (tx *Tx) InsertUser(ctx context.Context, u *vitrine.User) error {
	var told bool
	err := tx.q.QueryRowContext(ctx, `
		INSERT INTO users (username, email, email_folded, email_claimed, email_confirmed_at, password_hash, is_admin, language, created_at,
			updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING id, `+anybodyWatches,
		u.Username, u.Email, heldEmail(u), claimedEmail(u), micros(u.EmailConfirmedAt), u.PasswordHash, u.IsAdmin, u.Language,
		micros(u.CreatedAt), micros(u.UpdatedAt)).Scan(&u.ID, &told)
	if errors.Is(err, sql.ErrNoRows) {
		return tx.userTaken(ctx, u)
	}
	if err != nil {
		return tx.fail("insert user", err)
	}
	tx.becameUser(vitrine.EventUserCreated, *u, told)
	return nil
}

func (tx *Tx) userTaken(ctx context.Context, u *vitrine.User) error {
	var username, email bool
	err := tx.q.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM users WHERE username = $1), EXISTS (SELECT 1 FROM users WHERE email_folded = $2)`,
		u.Username, heldEmail(u)).Scan(&username, &email)
	if err != nil {
		return tx.fail("look for the user in the way", err)
	}
	conflict := vitrine.Errorf(vitrine.Conflict, "this user exists already")
	if username {
		conflict.Fields = append(conflict.Fields, vitrine.Field{Pointer: "/username", Code: "taken", Detail: "this username is taken"})
	}
	if email && !u.EmailClaimed { // else it is the username once more
		conflict.Fields = append(conflict.Fields, vitrine.Field{Pointer: "/email", Code: "taken", Detail: "this email address is taken"})
	}
	return conflict
}

// heldEmail is what keeps the address of a user from all others: the folded address, or
// what no address folds to while the user only claims it.
func heldEmail(u *vitrine.User) string {
	if u.EmailClaimed {
		return "claimed by " + u.Username
	}
	return FoldEmail(u.Email)
}

func claimedEmail(u *vitrine.User) string {
	if u.EmailClaimed {
		return FoldEmail(u.Email)
	}
	return ""
}

// FoldEmail makes addresses equal that differ in case or in how their accents are
// composed, and no others: where ß counted as ss, or the Kelvin sign as k, the owner of one
// domain would be taken for the owner of another.
func FoldEmail(email string) string {
	return norm.NFC.String(strings.Map(func(r rune) rune {
		if lower := unicode.ToLower(r); r < utf8.RuneSelf || lower >= utf8.RuneSelf {
			return lower
		}
		return r // İ and the Kelvin sign, whose small letters are of ASCII
	}, email))
}

// UserClaiming reads the user who typed an address last and has not confirmed it yet;
// NotFound when there is none.
func (r *reads) UserClaiming(ctx context.Context, email string) (*vitrine.User, error) {
	return r.user(ctx, "there is no user with this email address",
		"u.email_claimed <> '' AND u.id = (SELECT max(c.id) FROM users c WHERE c.email_claimed <> '' AND c.email_claimed = $1)",
		FoldEmail(email))
}

// UpdateAddress stores the address of a user, another one or one that is confirmed now; Conflict
// when somebody else has it. That mail came back is over.
func (tx *Tx) UpdateAddress(ctx context.Context, u *vitrine.User) error {
	var taken bool
	err := tx.row(ctx, "", "SELECT EXISTS (SELECT 1 FROM users WHERE email_folded = $1 AND id <> $2)", []any{heldEmail(u), u.ID}, &taken)
	if err != nil {
		return err
	}
	if taken {
		return addressTaken()
	}
	_, err = tx.exec(ctx, "store an address", `
		UPDATE users SET email = $2, email_folded = $3, email_claimed = $4, email_confirmed_at = $5, updated_at = $6,
			email_bounced_at = NULL, email_bounce = '' WHERE id = $1`,
		u.ID, u.Email, heldEmail(u), claimedEmail(u), micros(u.EmailConfirmedAt), micros(u.UpdatedAt))
	if errors.Is(err, errUnique) {
		return addressTaken() // by somebody who came at the same time
	}
	if err != nil {
		return err
	}
	return tx.changeCallers(ctx)
}

func addressTaken() error {
	return vitrine.Errorf(vitrine.Conflict, "another account has this email address: sign in there, with a link sent to the address")
}

// SetLanguage stores the language that a user's mails are written in.
func (tx *Tx) SetLanguage(ctx context.Context, id int64, language string, now time.Time) error {
	_, err := tx.exec(ctx, "store a language", "UPDATE users SET language = $2, updated_at = $3 WHERE id = $1", id, language, micros(now))
	if err != nil {
		return err
	}
	return tx.changeCallers(ctx)
}

// SetPassword stores the hash of a user's password.
func (tx *Tx) SetPassword(ctx context.Context, id int64, hash string, now time.Time) error {
	_, err := tx.exec(ctx, "store a password", "UPDATE users SET password_hash = $2, updated_at = $3 WHERE id = $1", id, hash, micros(now))
	return err
}
