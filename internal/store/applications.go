package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"vitrine"
)

const applicationColumns = `a.id, a.client_id, a.client_secret_hash, a.name, a.owner_id, a.redirect_uris, a.return_urls, a.scopes,
	a.created_at, a.updated_at, a.removed_at`

// applicationRow is an application as its columns are read; all are null where
// a join found none.
type applicationRow struct {
	id, owner                                     sql.NullInt64
	clientID, secret, name, uris, returns, scopes sql.NullString
	created, updated, removed                     stamp
}

func (a *applicationRow) fields() []any {
	return []any{&a.id, &a.clientID, &a.secret, &a.name, &a.owner, &a.uris, &a.returns, &a.scopes, &a.created, &a.updated, &a.removed}
}

func (a *applicationRow) application() (*vitrine.Application, error) {
	app := &vitrine.Application{
		ID: a.id.Int64, ClientID: a.clientID.String, ClientSecretHash: a.secret.String, Name: a.name.String,
		OwnerID: a.owner.Int64, Scopes: splitScopes(a.scopes.String),
		CreatedAt: a.created.time(), UpdatedAt: a.updated.time(), RemovedAt: a.removed.time(),
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

// Applications lists the applications that are there, oldest first.
func (r *reads) Applications(ctx context.Context) ([]*vitrine.Application, error) {
	return query(ctx, r, scanApplication, "SELECT "+applicationColumns+" FROM applications a WHERE a.removed_at IS NULL ORDER BY a.id")
}

// SetReturnURLs says where an application may send customers back to.
func (tx *Tx) SetReturnURLs(ctx context.Context, id int64, addresses []string, now time.Time) error {
	text, err := json.Marshal(orEmpty(addresses))
	if err != nil {
		return fmt.Errorf("encode return addresses: %w", err)
	}
	return tx.application(ctx, id, "UPDATE applications SET return_urls = $1, updated_at = $2 WHERE id = $3 AND removed_at IS NULL",
		string(text), micros(now))
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
	uris, err := json.Marshal(orEmpty(a.RedirectURIs))
	if err != nil {
		return fmt.Errorf("encode redirect addresses: %w", err)
	}
	returns, err := json.Marshal(orEmpty(a.ReturnURLs))
	if err != nil {
		return fmt.Errorf("encode return addresses: %w", err)
	}
	a.ID, err = tx.insert(ctx, "insert application", `
		INSERT INTO applications (client_id, client_secret_hash, name, owner_id, redirect_uris, return_urls, scopes, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
		a.ClientID, a.ClientSecretHash, a.Name, a.OwnerID, string(uris), string(returns), vitrine.JoinScopes(a.Scopes),
		micros(a.CreatedAt), micros(a.UpdatedAt))
	return err
}

// splitScopes reads scopes as JoinScopes writes them.
func splitScopes(text string) []vitrine.Scope {
	var scopes []vitrine.Scope
	for word := range strings.FieldsSeq(text) {
		scopes = append(scopes, vitrine.Scope(word))
	}
	return scopes
}
