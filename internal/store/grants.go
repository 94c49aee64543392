package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"vitrine"
)

const grantColumns = `g.id, g.user_id, g.application_id, g.scopes, g.created_at, g.used_at, g.revoked_at`

func grantFields(g *vitrine.Grant, scopes *string) []any {
	return []any{&g.ID, &g.UserID, &g.ApplicationID, scopes, (*stamp)(&g.CreatedAt), (*stamp)(&g.UsedAt), (*stamp)(&g.RevokedAt)}
}

// Granted is what a user allowed an application.
type Granted struct {
	vitrine.Grant
	Application *vitrine.Application
}

// Grants lists what a user allows applications that are there, the newest first.
func (r *reads) Grants(ctx context.Context, userID int64) ([]Granted, error) {
	return query(ctx, r, func(row scanner) (g Granted, err error) {
		var app applicationRow
		var scopes string
		if err := row.Scan(append(grantFields(&g.Grant, &scopes), app.fields()...)...); err != nil {
			return g, err
		}
		g.Scopes = splitScopes(scopes)
		g.Application, err = app.application()
		return g, err
	}, "SELECT "+grantColumns+", "+applicationColumns+` FROM grants g JOIN applications a ON a.id = g.application_id
		WHERE g.user_id = $1 AND g.revoked_at IS NULL AND a.removed_at IS NULL ORDER BY g.created_at DESC, g.id DESC`, userID)
}

// Grant reads what a user allows an application; NotFound when it is nothing.
func (r *reads) Grant(ctx context.Context, userID, applicationID int64) (g vitrine.Grant, err error) {
	var scopes string
	err = r.row(ctx, "the user allows this application nothing",
		"SELECT "+grantColumns+" FROM grants g WHERE g.user_id = $1 AND g.application_id = $2 AND g.revoked_at IS NULL",
		[]any{userID, applicationID}, grantFields(&g, &scopes)...)
	g.Scopes = splitScopes(scopes)
	return g, err
}

// GrantOf reads something that a user allowed an application, and may have taken back;
// NotFound when it is none of theirs.
func (r *reads) GrantOf(ctx context.Context, userID, id int64) (g vitrine.Grant, err error) {
	var scopes string
	err = r.row(ctx, fmt.Sprintf("there is no grant %d", id), "SELECT "+grantColumns+" FROM grants g WHERE g.id = $1 AND g.user_id = $2",
		[]any{id, userID}, grantFields(&g, &scopes)...)
	g.Scopes = splitScopes(scopes)
	return g, err
}

// PutGrant stores what a user allows an application, and sets its id.
func (tx *Tx) PutGrant(ctx context.Context, g *vitrine.Grant) (err error) {
	g.ID, err = tx.insert(ctx, "store grant", `
		INSERT INTO grants (user_id, application_id, scopes, created_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id, application_id) DO UPDATE SET scopes = excluded.scopes, created_at = excluded.created_at, revoked_at = NULL
		RETURNING id`, g.UserID, g.ApplicationID, vitrine.JoinScopes(g.Scopes), micros(g.CreatedAt))
	return err
}

// RevokeGrant ends what a user allowed an application, with all tokens that came of it;
// NotFound when the user has no such grant.
func (tx *Tx) RevokeGrant(ctx context.Context, userID, id int64, now time.Time) error {
	n, err := tx.exec(ctx, "revoke a grant",
		"UPDATE grants SET revoked_at = coalesce(revoked_at, $3) WHERE id = $1 AND user_id = $2", id, userID, micros(now))
	if err == nil && n == 0 {
		err = vitrine.Errorf(vitrine.NotFound, "there is no grant %d", id)
	}
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, "end authorizations",
		"UPDATE authorizations SET revoked_at = $2 WHERE grant_id = $1 AND revoked_at IS NULL", id, micros(now))
	if err != nil {
		return err
	}
	return tx.revokeTokens(ctx, "grant_id", id, now)
}

// revokeTokens ends all tokens that came of something.
func (tx *Tx) revokeTokens(ctx context.Context, column string, id int64, now time.Time) error {
	_, err := tx.exec(ctx, "revoke tokens",
		"UPDATE tokens SET revoked_at = $2 WHERE "+column+" = $1 AND revoked_at IS NULL", id, micros(now))
	if err != nil {
		return err
	}
	return tx.changeCallers(ctx)
}

const authorizationColumns = `z.id, z.grant_id, g.user_id, g.application_id, z.scopes, z.redirect_uri, z.redirect_named, z.challenge,
	z.created_at, z.code_expires_at, z.code_used_at, coalesce(z.revoked_at, g.revoked_at)`

// authorizationFields are the places for authorizationColumns.
func authorizationFields(z *vitrine.Authorization, scopes *string) []any {
	return []any{&z.ID, &z.GrantID, &z.UserID, &z.ApplicationID, scopes, &z.RedirectURI, &z.RedirectNamed, &z.Challenge,
		(*stamp)(&z.CreatedAt), (*stamp)(&z.CodeExpiresAt), (*stamp)(&z.CodeUsedAt), (*stamp)(&z.RevokedAt)}
}

// AuthorizationByCode reads the authorization whose code has a hash; NotFound when there
// is none.
func (r *reads) AuthorizationByCode(ctx context.Context, hash string) (*vitrine.Authorization, error) {
	return r.authorization(ctx, "z.code_hash = $1", hash)
}

// Authorization reads one by its id; NotFound when there is none.
func (r *reads) Authorization(ctx context.Context, id int64) (*vitrine.Authorization, error) {
	return r.authorization(ctx, "z.id = $1", id)
}

func (r *reads) authorization(ctx context.Context, where string, arg any) (*vitrine.Authorization, error) {
	var z vitrine.Authorization
	var scopes string
	err := r.row(ctx, "there is no such authorization",
		"SELECT "+authorizationColumns+" FROM authorizations z JOIN grants g ON g.id = z.grant_id WHERE "+where,
		[]any{arg}, authorizationFields(&z, &scopes)...)
	z.Scopes = splitScopes(scopes)
	return &z, err
}

// InsertAuthorization adds an authorization, with the hash of its code, "" for none, and
// sets its id.
func (tx *Tx) InsertAuthorization(ctx context.Context, z *vitrine.Authorization, codeHash string) (err error) {
	z.ID, err = tx.insert(ctx, "insert authorization", `
		INSERT INTO authorizations (grant_id, scopes, redirect_uri, redirect_named, challenge, code_hash, code_expires_at, created_at, used_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) RETURNING id`,
		z.GrantID, vitrine.JoinScopes(z.Scopes), z.RedirectURI, z.RedirectNamed, z.Challenge,
		sql.NullString{String: codeHash, Valid: codeHash != ""}, micros(z.CodeExpiresAt), micros(z.CreatedAt))
	return err
}

// UseCode uses the code of an authorization up; Conflict when it was used before: of two
// who come at once, one does.
func (tx *Tx) UseCode(ctx context.Context, id int64, now time.Time) error {
	n, err := tx.exec(ctx, "use a code", "UPDATE authorizations SET code_used_at = $2 WHERE id = $1 AND code_used_at IS NULL", id, micros(now))
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.Conflict, "this code was used before")
	}
	return err
}

// SeeAuthorization notes that a token was given for an authorization that holds; Conflict
// when it holds no more.
func (tx *Tx) SeeAuthorization(ctx context.Context, z *vitrine.Authorization, now time.Time) error {
	n, err := tx.exec(ctx, "see an authorization",
		"UPDATE authorizations SET used_at = $2 WHERE id = $1 AND revoked_at IS NULL", z.ID, micros(now))
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.Conflict, "this authorization was revoked")
	}
	if err != nil {
		return err
	}
	_, err = tx.exec(ctx, "see a grant", "UPDATE grants SET used_at = $2 WHERE id = $1", z.GrantID, micros(now))
	return err
}

// RevokeAuthorization ends an authorization with all tokens that came of it.
func (tx *Tx) RevokeAuthorization(ctx context.Context, id int64, now time.Time) error {
	_, err := tx.exec(ctx, "revoke an authorization",
		"UPDATE authorizations SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1", id, micros(now))
	if err != nil {
		return err
	}
	return tx.revokeTokens(ctx, "authorization_id", id, now)
}
