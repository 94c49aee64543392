package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"vitrine"
)

const applicationColumns = `a.id, a.client_id, a.client_secret_hash, a.name, a.owner_id, a.redirect_uris, a.scopes, a.created_at, a.updated_at`

// applicationRow is an application as its columns are read; all are null where
// a join found none.
type applicationRow struct {
	id, owner                            sql.NullInt64
	clientID, secret, name, uris, scopes sql.NullString
	created, updated                     stamp
}

func (a *applicationRow) fields() []any {
	return []any{&a.id, &a.clientID, &a.secret, &a.name, &a.owner, &a.uris, &a.scopes, &a.created, &a.updated}
}

func (a *applicationRow) application() (*vitrine.Application, error) {
	app := &vitrine.Application{
		ID: a.id.Int64, ClientID: a.clientID.String, ClientSecretHash: a.secret.String, Name: a.name.String,
		OwnerID: a.owner.Int64, Scopes: splitScopes(a.scopes.String),
		CreatedAt: a.created.time(), UpdatedAt: a.updated.time(),
	}
	if err := json.Unmarshal([]byte(a.uris.String), &app.RedirectURIs); err != nil {
		return nil, fmt.Errorf("redirect addresses of application %d: %w", app.ID, err)
	}
	return app, nil
}

// InsertApplication adds an application and sets its id.
func (tx *Tx) InsertApplication(ctx context.Context, a *vitrine.Application) error {
	uris, err := json.Marshal(orEmpty(a.RedirectURIs))
	if err != nil {
		return fmt.Errorf("encode redirect addresses: %w", err)
	}
	a.ID, err = tx.insert(ctx, "insert application", `
		INSERT INTO applications (client_id, client_secret_hash, name, owner_id, redirect_uris, scopes, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id`,
		a.ClientID, a.ClientSecretHash, a.Name, a.OwnerID, string(uris), vitrine.JoinScopes(a.Scopes),
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
