package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"vitrine"
)

const applicationColumns = `a.id, a.client_id, a.client_secret_hash, a.name, a.owner_id, a.is_public, a.registered, a.redirect_uris,
	a.return_urls, a.scopes, a.logo_key, a.created_at, a.updated_at, a.removed_at,
	(SELECT o.suspended_at FROM users o WHERE o.id = a.owner_id), a.used_at`

// applicationRow is an application as its columns are read; all are null where
// a join found none.
type applicationRow struct {
	id, owner                                           sql.NullInt64
	public, registered                                  sql.NullBool
	clientID, secret, name, uris, returns, scopes, logo sql.NullString
	created, updated, removed, suspended, used          stamp
}

func (a *applicationRow) fields() []any {
	return []any{&a.id, &a.clientID, &a.secret, &a.name, &a.owner, &a.public, &a.registered, &a.uris, &a.returns, &a.scopes, &a.logo,
		&a.created, &a.updated, &a.removed, &a.suspended, &a.used}
}

func (a *applicationRow) application() (*vitrine.Application, error) {
	app := &vitrine.Application{
		ID: a.id.Int64, ClientID: a.clientID.String, ClientSecretHash: a.secret.String, Name: a.name.String,
		OwnerID: a.owner.Int64, Public: a.public.Bool, Registered: a.registered.Bool, Scopes: splitScopes(a.scopes.String), Logo: a.logo.String,
		CreatedAt: a.created.time(), UpdatedAt: a.updated.time(), RemovedAt: a.removed.time(), OwnerSuspendedAt: a.suspended.time(),
		UsedAt: a.used.time(),
	}
	if err := json.Unmarshal([]byte(a.uris.String), &app.RedirectURIs); err != nil {
		return nil, fmt.Errorf("redirect addresses of application %d: %w", app.ID, err)
	}
	if err := json.Unmarshal([]byte(a.returns.String), &app.ReturnURLs); err != nil {
		return nil, fmt.Errorf("return addresses of application %d: %w", app.ID, err)
	}
	return app, nil
}

func scanApplication(row scanner) (*vitrine.Application, error) {
	var a applicationRow
	if err := row.Scan(a.fields()...); err != nil {
		return nil, err
	}
	return a.application()
}

// Application returns an application, also one that was removed.
func (r *reads) Application(ctx context.Context, id int64) (*vitrine.Application, error) {
	found, err := query(ctx, r, scanApplication, "SELECT "+applicationColumns+" FROM applications a WHERE a.id = $1", id)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no application %d", id)
	}
	return found[0], nil
}

// ApplicationByClient returns the application with a client id that is there; NotFound
// for others.
func (r *reads) ApplicationByClient(ctx context.Context, clientID string) (*vitrine.Application, error) {
	found, err := query(ctx, r, scanApplication,
		"SELECT "+applicationColumns+" FROM applications a WHERE a.client_id = $1 AND a.removed_at IS NULL", clientID)
	if err == nil && len(found) == 0 {
		err = vitrine.Errorf(vitrine.NotFound, "there is no such application")
	}
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// ApplicationsOf lists the applications of an owner that are there, oldest first.
func (r *reads) ApplicationsOf(ctx context.Context, ownerID int64) ([]*vitrine.Application, error) {
	return query(ctx, r, scanApplication,
		"SELECT "+applicationColumns+" FROM applications a WHERE a.owner_id = $1 AND a.removed_at IS NULL ORDER BY a.id", ownerID)
}

// Applications lists the applications that are there, oldest first.
func (r *reads) Applications(ctx context.Context) ([]*vitrine.Application, error) {
	return query(ctx, r, scanApplication, "SELECT "+applicationColumns+" FROM applications a WHERE a.removed_at IS NULL ORDER BY a.id")
}

// UpdateApplication stores what may be changed about an application that is there.
func (tx *Tx) UpdateApplication(ctx context.Context, a *vitrine.Application) error {
	uris, returns, err := addressesOf(a)
	if err != nil {
		return err
	}
	return tx.application(ctx, a.ID, `UPDATE applications SET name = $1, redirect_uris = $2, return_urls = $3, scopes = $4,
		client_secret_hash = $5, logo_key = $6, updated_at = $7, name_folded = $8 WHERE id = $9 AND removed_at IS NULL`,
		a.Name, uris, returns, vitrine.JoinScopes(a.Scopes), a.ClientSecretHash, a.Logo, micros(a.UpdatedAt), strings.ToLower(a.Name))
}

// RemoveApplication ends an application. Its tokens are good no more, its orders
// stay.
func (tx *Tx) RemoveApplication(ctx context.Context, id int64, now time.Time) error {
	return tx.application(ctx, id, "UPDATE applications SET removed_at = $1, updated_at = $2 WHERE id = $3 AND removed_at IS NULL",
		micros(now), micros(now))
}

// application changes an application that is there; its id is the statement's
// last value.
func (tx *Tx) application(ctx context.Context, id int64, statement string, args ...any) error {
	n, err := tx.exec(ctx, "change the application", statement, append(args, id)...)
	if err == nil && n == 0 {
		return vitrine.Errorf(vitrine.NotFound, "there is no application %d", id)
	}
	if err != nil {
		return err
	}
	return tx.changeCallers(ctx)
}

// InsertApplication adds an application and sets its id.
func (tx *Tx) InsertApplication(ctx context.Context, a *vitrine.Application) error {
	uris, returns, err := addressesOf(a)
	if err != nil {
		return err
	}
	a.ID, err = tx.insert(ctx, "insert application", `
		INSERT INTO applications (client_id, client_secret_hash, name, owner_id, is_public, registered, redirect_uris, return_urls, scopes,
			logo_key, created_at, updated_at, name_folded)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) RETURNING id`,
		a.ClientID, a.ClientSecretHash, a.Name, a.OwnerID, a.Public, a.Registered, uris, returns, vitrine.JoinScopes(a.Scopes), a.Logo,
		micros(a.CreatedAt), micros(a.UpdatedAt), strings.ToLower(a.Name))
	return err
}

// addressesOf writes the redirect and return addresses of an application as they are
// stored.
func addressesOf(a *vitrine.Application) (uris, returns string, err error) {
	redirects, err := json.Marshal(orEmpty(a.RedirectURIs))
	if err != nil {
		return "", "", fmt.Errorf("encode redirect addresses: %w", err)
	}
	backs, err := json.Marshal(orEmpty(a.ReturnURLs))
	if err != nil {
		return "", "", fmt.Errorf("encode return addresses: %w", err)
	}
	return string(redirects), string(backs), nil
}

// logoBytes calls fn with the stored pictures of applications that are there, and of users.
func (r *reads) logoBytes(ctx context.Context, fn func(BlobRef)) error {
	return r.eachBlob(ctx, fn, `SELECT logo_key, -1, '' FROM applications WHERE logo_key <> '' AND removed_at IS NULL
		UNION ALL SELECT avatar_key, -1, '' FROM users WHERE avatar_key <> ''
		UNION ALL SELECT cover_key, -1, '' FROM users WHERE cover_key <> ''`)
}

// checkLogo is nil for the stored bytes of the logo of an application that is there, of a
// user's avatar or cover, and of the pictures of reviews that are shown.
func (r *reads) checkLogo(ctx context.Context, key string) error {
	var id int64
	return r.row(ctx, "there is no such picture",
		`SELECT id FROM applications WHERE logo_key = $1 AND logo_key <> '' AND removed_at IS NULL
		UNION ALL SELECT id FROM users WHERE avatar_key = $1 AND avatar_key <> ''
		UNION ALL SELECT id FROM users WHERE cover_key = $1 AND cover_key <> ''
		UNION ALL SELECT r.id FROM review_keys k JOIN review_pictures p ON p.id = k.picture_id JOIN reviews r ON r.id = p.review_id
			WHERE k.blob_key = $1 AND NOT r.hidden LIMIT 1`, []any{key}, &id)
}

// registeredUser names the setting with the user who owns applications that registered
// themselves.
const registeredUser = "registered_user"

// RegisteredUser returns the user who owns applications that registered themselves;
// NotFound until there is one.
func (r *reads) RegisteredUser(ctx context.Context) (int64, error) {
	value, err := r.setting(ctx, registeredUser)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(value, 10, 64)
}

// SetRegisteredUser says who owns applications that registered themselves.
func (tx *Tx) SetRegisteredUser(ctx context.Context, id int64) error {
	return tx.setSetting(ctx, registeredUser, strconv.FormatInt(id, 10))
}

// RemoveUnusedApplications removes applications that registered themselves before a time
// and that nobody has granted anything, and ends those whose grants nobody has used since
// another.
func (tx *Tx) RemoveUnusedApplications(ctx context.Context, before, since, now time.Time) error {
	_, err := tx.exec(ctx, "remove unused applications", `DELETE FROM applications WHERE registered AND created_at < $1
		AND NOT EXISTS (SELECT 1 FROM grants g WHERE g.application_id = applications.id)
		AND NOT EXISTS (SELECT 1 FROM device_requests d WHERE d.application_id = applications.id)`, micros(before))
	if err != nil {
		return err
	}
	n, err := tx.exec(ctx, "end applications that nobody uses", `UPDATE applications SET removed_at = $2, updated_at = $2
		WHERE registered AND removed_at IS NULL AND created_at < $1 AND NOT EXISTS (SELECT 1 FROM grants g
			WHERE g.application_id = applications.id AND g.revoked_at IS NULL AND coalesce(g.used_at, g.created_at) >= $1)`,
		micros(since), micros(now))
	if err != nil || n == 0 {
		return err
	}
	return tx.changeCallers(ctx)
}

// splitScopes reads scopes as JoinScopes writes them.
func splitScopes(text string) []vitrine.Scope {
	var scopes []vitrine.Scope
	for word := range strings.FieldsSeq(text) {
		scopes = append(scopes, vitrine.Scope(word))
	}
	return scopes
}
