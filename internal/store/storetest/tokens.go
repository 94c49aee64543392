package storetest

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

// pointers lists what an error for a caller points to.
func pointers(err error) []string {
	var list []string
	if e, ok := errors.AsType[*vitrine.Error](err); ok {
		for _, field := range e.Fields {
			list = append(list, field.Pointer)
		}
	}
	return list
}

func testTokens(t *testing.T, db *store.DB) {
	ctx := t.Context()
	ada, bob := newUser(t, db, "ada"), newUser(t, db, "bob")
	first := vitrine.Token{UserID: ada.ID, Scopes: vitrine.DefaultScopes(), CreatedAt: noon()}
	second := vitrine.Token{UserID: ada.ID, Scopes: []vitrine.Scope{vitrine.ScopeAdmin}, CreatedAt: noon(), ExpiresAt: noon().Add(time.Hour)}
	third := vitrine.Token{UserID: bob.ID, CreatedAt: noon()}
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		return errors.Join(tx.InsertToken(ctx, &first, "h1"), tx.InsertToken(ctx, &second, "h2"), tx.InsertToken(ctx, &third, "h3"))
	})

	token, caller, err := db.TokenCaller(ctx, "h2")
	wantCode(t, err, "")
	if diff := cmp.Diff(second, token); diff != "" {
		t.Errorf("token (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(vitrine.Caller{User: ada, TokenID: second.ID, Scopes: second.Scopes}, caller); diff != "" {
		t.Errorf("caller (-want +got):\n%s", diff)
	}
	_, _, err = db.TokenCaller(ctx, "h4")
	wantCode(t, err, vitrine.NotFound)

	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		return tx.RevokeToken(ctx, first.ID, noon().Add(time.Minute))
	})
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		return tx.RevokeToken(ctx, first.ID, noon().Add(time.Hour))
	})
	first.RevokedAt = noon().Add(time.Minute)
	token, _, err = db.TokenCaller(ctx, "h1")
	wantCode(t, err, "")
	if diff := cmp.Diff(first, token); diff != "" {
		t.Errorf("revoked token (-want +got):\n%s", diff)
	}
	err = db.Write(ctx, func(tx *store.Tx) error { return tx.RevokeToken(ctx, 999, noon()) })
	wantCode(t, err, vitrine.NotFound)

	first.Username, second.Username, third.Username = "ada", "ada", "bob"
	for user, want := range map[int64][]vitrine.Token{ada.ID: {first, second}, 0: {first, second, third}, 999: {}} {
		got, err := db.Tokens(ctx, user)
		wantCode(t, err, "")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("tokens of user %d (-want +got):\n%s", user, diff)
		}
	}
}

func testApplications(t *testing.T, db *store.DB) {
	ada := newUser(t, db, "ada")
	app := vitrine.Application{
		ClientID: "client", ClientSecretHash: "secret", Name: "Ada's shop", OwnerID: ada.ID,
		RedirectURIs: []string{"https://example.com/back"}, ReturnURLs: []string{"https://example.com/thanks"},
		Scopes:    []vitrine.Scope{vitrine.ScopeOrdersRead},
		CreatedAt: noon(), UpdatedAt: noon(),
	}
	token := vitrine.Token{UserID: ada.ID, Scopes: app.Scopes, CreatedAt: noon()}
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		if err := tx.InsertApplication(ctx, &app); err != nil {
			return err
		}
		token.ApplicationID = app.ID
		return tx.InsertToken(ctx, &token, "hash")
	})

	got, caller, err := db.TokenCaller(t.Context(), "hash")

	wantCode(t, err, "")
	if diff := cmp.Diff(token, got); diff != "" {
		t.Errorf("token (-want +got):\n%s", diff)
	}
	want := vitrine.Caller{User: ada, TokenID: token.ID, Scopes: token.Scopes, Application: &app}
	if diff := cmp.Diff(want, caller); diff != "" {
		t.Errorf("caller (-want +got):\n%s", diff)
	}
	testApplicationChanges(t, db, app)
}

func testApplicationChanges(t *testing.T, db *store.DB, app vitrine.Application) {
	t.Helper()
	later := noon().Add(time.Minute)
	app.ReturnURLs, app.UpdatedAt = []string{}, later
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.UpdateApplication(ctx, &app) })
	listed, err := db.Applications(t.Context())
	wantCode(t, err, "")
	if diff := cmp.Diff([]*vitrine.Application{&app}, listed); diff != "" {
		t.Errorf("applications (-want +got):\n%s", diff)
	}

	app.RemovedAt = later
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.RemoveApplication(ctx, app.ID, later) })
	found, err := db.Application(t.Context(), app.ID)
	wantCode(t, err, "")
	if diff := cmp.Diff(&app, found); diff != "" {
		t.Errorf("the removed application (-want +got):\n%s", diff)
	}
	if listed, err = db.Applications(t.Context()); len(listed) > 0 || err != nil {
		t.Errorf("removed, it is listed: %v, %v", listed, err)
	}
	for _, change := range []func(ctx context.Context, tx *store.Tx) error{
		func(ctx context.Context, tx *store.Tx) error { return tx.RemoveApplication(ctx, app.ID, later) },
		func(ctx context.Context, tx *store.Tx) error { return tx.UpdateApplication(ctx, &app) },
		func(ctx context.Context, tx *store.Tx) error { return tx.RemoveApplication(ctx, 99, later) },
	} {
		wantCode(t, db.Write(t.Context(), func(tx *store.Tx) error { return change(t.Context(), tx) }), vitrine.NotFound)
	}
	_, err = db.Application(t.Context(), 99)
	wantCode(t, err, vitrine.NotFound)
}
