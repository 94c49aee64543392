package store

import (
	"context"
	"time"

	"vitrine"
)

// RefreshToken reads the refresh token with a hash and what it stands for; NotFound when
// there is none.
func (r *reads) RefreshToken(ctx context.Context, hash string) (t vitrine.RefreshToken, z vitrine.Authorization, err error) {
	var scopes string
	err = r.row(ctx, "there is no such refresh token", `
		SELECT t.id, t.authorization_id, t.created_at, t.expires_at, t.replaced_at, t.successor,
			EXISTS (SELECT 1 FROM refresh_tokens n WHERE n.id = t.successor_id AND n.replaced_at IS NOT NULL), `+authorizationColumns+`
		FROM refresh_tokens t JOIN authorizations z ON z.id = t.authorization_id JOIN grants g ON g.id = z.grant_id WHERE t.hash = $1`,
		[]any{hash}, append([]any{&t.ID, &t.AuthorizationID, (*stamp)(&t.CreatedAt), (*stamp)(&t.ExpiresAt), (*stamp)(&t.ReplacedAt),
			&t.Successor, &t.Passed}, authorizationFields(&z, &scopes)...)...)
	z.Scopes = splitScopes(scopes)
	return t, z, err
}

// InsertRefreshToken adds a refresh token, known by the hash of its secret, and sets its id.
func (tx *Tx) InsertRefreshToken(ctx context.Context, t *vitrine.RefreshToken, hash string) (err error) {
	t.ID, err = tx.insert(ctx, "insert refresh token",
		"INSERT INTO refresh_tokens (hash, authorization_id, created_at, expires_at) VALUES ($1, $2, $3, $4) RETURNING id",
		hash, t.AuthorizationID, micros(t.CreatedAt), micros(t.ExpiresAt))
	return err
}

// ReplaceRefreshToken uses a refresh token up for its successor, whose answer is sealed;
// Conflict when it was used before.
func (tx *Tx) ReplaceRefreshToken(ctx context.Context, id, successor int64, sealed string, now time.Time) error {
	n, err := tx.exec(ctx, "replace a refresh token",
		"UPDATE refresh_tokens SET replaced_at = $2, successor_id = $3, successor = $4 WHERE id = $1 AND replaced_at IS NULL",
		id, micros(now), successor, sealed)
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.Conflict, "this refresh token was used before")
	}
	return err
}

// ForgetGrants removes tokens of applications that expired before a time, and
// authorizations that nothing can come of any more.
func (tx *Tx) ForgetGrants(ctx context.Context, before time.Time) error {
	for _, statement := range []string{
		"DELETE FROM device_requests WHERE expires_at < $1",
		"DELETE FROM tokens WHERE application_id IS NOT NULL AND expires_at < $1",
		"DELETE FROM refresh_tokens WHERE expires_at < $1",
		"UPDATE refresh_tokens SET successor = '' WHERE successor <> '' AND replaced_at < $1",
		`DELETE FROM authorizations WHERE used_at < $1 AND coalesce(code_expires_at, 0) < $1
			AND NOT EXISTS (SELECT 1 FROM refresh_tokens r WHERE r.authorization_id = authorizations.id)
			AND NOT EXISTS (SELECT 1 FROM tokens t WHERE t.authorization_id = authorizations.id)
			AND NOT EXISTS (SELECT 1 FROM device_requests d WHERE d.authorization_id = authorizations.id)`,
	} {
		if _, err := tx.exec(ctx, "forget what was granted", statement, micros(before)); err != nil {
			return err
		}
	}
	return nil
}
