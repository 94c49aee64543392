package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"vitrine"
)

const tokenColumns = `t.id, t.user_id, t.application_id, t.grant_id, t.authorization_id, t.scopes, t.created_at, t.expires_at, t.revoked_at,
	t.used_at`

// tokenRow is a token as its columns are read.
type tokenRow struct {
	vitrine.Token
	application, grant, authorization sql.NullInt64
	scopes                            string
}

func (t *tokenRow) fields() []any {
	return []any{&t.ID, &t.UserID, &t.application, &t.grant, &t.authorization, &t.scopes,
		(*stamp)(&t.CreatedAt), (*stamp)(&t.ExpiresAt), (*stamp)(&t.RevokedAt), (*stamp)(&t.UsedAt)}
}

func (t *tokenRow) token() vitrine.Token {
	t.ApplicationID, t.GrantID, t.AuthorizationID = t.application.Int64, t.grant.Int64, t.authorization.Int64
	t.Scopes = splitScopes(t.scopes)
	return t.Token
}

// TokenCaller reads the token with a hash and who it stands for, revoked and
// expired ones too; NotFound when there is none.
func (r *reads) TokenCaller(ctx context.Context, hash string) (vitrine.Token, vitrine.Caller, error) {
	var token tokenRow
	var caller vitrine.Caller
	var app applicationRow
	err := r.q.QueryRowContext(ctx, `
		SELECT `+tokenColumns+`, `+userColumns+`, `+applicationColumns+`
		FROM tokens t JOIN users u ON u.id = t.user_id LEFT JOIN applications a ON a.id = t.application_id
		WHERE t.hash = $1`, hash).Scan(append(append(token.fields(), userFields(&caller.User)...), app.fields()...)...)
	if errors.Is(err, sql.ErrNoRows) {
		return vitrine.Token{}, vitrine.Caller{}, vitrine.Errorf(vitrine.NotFound, "there is no such token")
	}
	if err != nil {
		return vitrine.Token{}, vitrine.Caller{}, r.fail("read token", err)
	}
	found := token.token()
	caller.TokenID, caller.Scopes, caller.GrantID = found.ID, found.Scopes, found.GrantID
	if found.ApplicationID != 0 {
		if caller.Application, err = app.application(); err != nil {
			return vitrine.Token{}, vitrine.Caller{}, err
		}
		caller.Scopes = caller.Application.May(found.Scopes) // one that was taken back ends for its tokens too
	}
	return found, caller, nil
}

// Token reads a token, revoked and expired ones too; NotFound when there is none.
func (r *reads) Token(ctx context.Context, id int64) (vitrine.Token, error) {
	var t tokenRow
	err := r.row(ctx, fmt.Sprintf("there is no token %d", id), "SELECT "+tokenColumns+" FROM tokens t WHERE t.id = $1", []any{id},
		t.fields()...)
	return t.token(), err
}

// Tokens lists the tokens of a user, of all users when userID is 0, oldest
// first.
func (r *reads) Tokens(ctx context.Context, userID int64) ([]vitrine.Token, error) {
	var b builder
	b.add("SELECT " + tokenColumns + `, u.username, COALESCE(a.name, '')
		FROM tokens t JOIN users u ON u.id = t.user_id LEFT JOIN applications a ON a.id = t.application_id`)
	if userID != 0 {
		b.add(" WHERE t.user_id = ?", userID)
	}
	b.add(" ORDER BY t.id")
	return query(ctx, r, func(row scanner) (vitrine.Token, error) {
		var t tokenRow
		err := row.Scan(append(t.fields(), &t.Username, &t.ApplicationName)...)
		return t.token(), err
	}, b.String(), b.args...)
}

// OwnTokens lists the tokens of a user that are no application's and were not revoked,
// oldest first.
func (r *reads) OwnTokens(ctx context.Context, userID int64) ([]vitrine.Token, error) {
	return query(ctx, r, func(row scanner) (vitrine.Token, error) {
		var t tokenRow
		err := row.Scan(t.fields()...)
		return t.token(), err
	}, "SELECT "+tokenColumns+` FROM tokens t
		WHERE t.user_id = $1 AND t.application_id IS NULL AND t.revoked_at IS NULL ORDER BY t.id`, userID)
}

// InsertToken adds a token, known by the hash of its secret, and sets its id.
func (tx *Tx) InsertToken(ctx context.Context, t *vitrine.Token, hash string) (err error) {
	t.ID, err = tx.insert(ctx, "insert token", `
		INSERT INTO tokens (user_id, application_id, grant_id, authorization_id, hash, scopes, created_at, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
		t.UserID, orNull(t.ApplicationID), orNull(t.GrantID), orNull(t.AuthorizationID), hash, vitrine.JoinScopes(t.Scopes),
		micros(t.CreatedAt), micros(t.ExpiresAt))
	return err
}

// RevokeToken ends a token; doing so again changes nothing. NotFound when
// there is none.
func (tx *Tx) RevokeToken(ctx context.Context, id int64, now time.Time) error {
	n, err := tx.exec(ctx, "revoke token",
		`UPDATE tokens SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1`, id, micros(now))
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.NotFound, "there is no token %d", id)
	}
	if err != nil {
		return err
	}
	// In this transaction: a process that saw the mark before the end of the token would remember it again.
	return tx.changeCallers(ctx)
}

// RevokeOwnToken is RevokeToken of one that a user made for themselves; NotFound when it is
// none of those.
func (tx *Tx) RevokeOwnToken(ctx context.Context, userID, id int64, now time.Time) error {
	n, err := tx.exec(ctx, "revoke token", `UPDATE tokens SET revoked_at = coalesce(revoked_at, $3)
		WHERE id = $1 AND user_id = $2 AND application_id IS NULL`, id, userID, micros(now))
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.NotFound, "there is no token %d", id)
	}
	if err != nil {
		return err
	}
	return tx.changeCallers(ctx)
}

// RevokeOwnTokens ends all tokens that a user made for themselves.
func (tx *Tx) RevokeOwnTokens(ctx context.Context, userID int64, now time.Time) error {
	_, err := tx.exec(ctx, "revoke tokens", `UPDATE tokens SET revoked_at = $2
		WHERE user_id = $1 AND application_id IS NULL AND revoked_at IS NULL`, userID, micros(now))
	if err != nil {
		return err
	}
	return tx.changeCallers(ctx)
}

// RevokeAllOf ends all that acts for a user: every token, what they allowed applications,
// and their own applications' secrets and redirect addresses, so that these are of use again
// only after the user has set some anew. What other people allowed these ends too: they
// trusted who made them.
func (tx *Tx) RevokeAllOf(ctx context.Context, userID int64, now time.Time) error {
	const (
		own   = "(SELECT id FROM applications WHERE owner_id = $1)"
		given = "(SELECT id FROM grants WHERE user_id = $1 OR application_id IN " + own + ")"
	)
	for _, statement := range []string{
		"UPDATE grants SET revoked_at = $2 WHERE id IN " + given + " AND revoked_at IS NULL",
		"UPDATE authorizations SET revoked_at = $2 WHERE grant_id IN " + given + " AND revoked_at IS NULL",
		"UPDATE tokens SET revoked_at = $2 WHERE grant_id IN " + given + " AND revoked_at IS NULL",
		"UPDATE applications SET client_secret_hash = '', redirect_uris = '[]', updated_at = $2 WHERE owner_id = $1 AND removed_at IS NULL",
	} {
		if _, err := tx.exec(ctx, "end what acts for a user", statement, userID, micros(now)); err != nil {
			return err
		}
	}
	return tx.revokeTokens(ctx, "user_id", userID, now)
}

// DeskTokens asks for a page of the tokens that users made for themselves and that were not
// revoked, newest first.
type DeskTokens struct {
	UserID  int64 // whose; 0: everybody's
	TokenID int64 // 0: any
	Before  int64 // those with a lower number; 0: all
	Size    int
}

// TokensAtDesk lists tokens that users made for themselves.
func (r *reads) TokensAtDesk(ctx context.Context, q DeskTokens) ([]vitrine.Token, error) {
	b := (&builder{}).add("SELECT " + tokenColumns + `, u.username FROM tokens t JOIN users u ON u.id = t.user_id
		WHERE t.application_id IS NULL AND t.revoked_at IS NULL`)
	if q.UserID != 0 {
		b.add(" AND t.user_id = ?", q.UserID)
	}
	if q.TokenID != 0 {
		b.add(" AND t.id = ?", q.TokenID)
	}
	if q.Before != 0 {
		b.add(" AND t.id < ?", q.Before)
	}
	b.add(" ORDER BY t.id DESC").window(q.Size, 0)
	return query(ctx, r, func(row scanner) (vitrine.Token, error) {
		var t tokenRow
		err := row.Scan(append(t.fields(), &t.Username)...)
		return t.token(), err
	}, b.String(), b.args...)
}

// SeeToken notes that a token, and its application where it has one, are used.
func (tx *Tx) SeeToken(ctx context.Context, t vitrine.Token, now time.Time) error {
	_, err := tx.exec(ctx, "see a token", "UPDATE tokens SET used_at = $2 WHERE id = $1 AND (used_at IS NULL OR used_at < $2)",
		t.ID, micros(now))
	if err != nil || t.ApplicationID == 0 {
		return err
	}
	_, err = tx.exec(ctx, "see an application", "UPDATE applications SET used_at = $2 WHERE id = $1 AND (used_at IS NULL OR used_at <= $3)",
		t.ApplicationID, micros(now), micros(now.Add(-SeenToTheHour)))
	return err
}

// SeenToTheHour is how often the use of a token or application is written down.
const SeenToTheHour = time.Hour

// callersChanged names the setting that has another value after each change of what
// tokens are good for.
const callersChanged = "callers_changed"

// changeCallers tells every process that what it knows of tokens may be untrue.
func (tx *Tx) changeCallers(ctx context.Context) error {
	_, err := tx.exec(ctx, "store setting", `INSERT INTO settings (name, value) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value`, callersChanged, rand.Text())
	return err
}

// CallersMark returns a word that is another one after each change of what tokens
// are good for, by any process.
func (r *reads) CallersMark(ctx context.Context) (string, error) {
	mark, err := r.setting(ctx, callersChanged)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return "", nil
	}
	return mark, err
}
