package shop_test

import (
	"context"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestChangedElsewhere has another process of the same database end tokens in every
// way there is: this one, which has just let them in, refuses them a moment later.
func TestChangedElsewhere(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		changedElsewhere(t, storetest.SQLite(t))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		changedElsewhere(t, storetest.NewPostgres(t).Open(t))
	})
}

func changedElsewhere(t *testing.T, db *store.DB) {
	m := newMarketOn(t, db, payment.Sandbox{})
	elsewhere := m.shopWith(payment.Sandbox{})
	for name, end := range map[string]func(ctx context.Context, user *vitrine.User, token shop.Access) error{
		"revoked": func(ctx context.Context, _ *vitrine.User, token shop.Access) error {
			return elsewhere.RevokeToken(ctx, token.ID)
		},
		"suspended": func(ctx context.Context, user *vitrine.User, _ shop.Access) error {
			_, err := elsewhere.Suspend(ctx, user.Username)
			return err
		},
		"application removed": func(ctx context.Context, _ *vitrine.User, token shop.Access) error {
			return elsewhere.RemoveApplication(ctx, token.ApplicationID)
		},
	} {
		user, token := m.tokenOfApplication(t, name)
		m.wantIn(t, name+": before", token, true)
		if err := end(t.Context(), user, token); err != nil {
			t.Fatal(err)
		}
		m.clock.Advance(200 * time.Millisecond)
		m.wantIn(t, name+": a moment later", token, false)
	}
}

func (m *market) wantIn(t *testing.T, when string, token shop.Access, in bool) {
	t.Helper()
	want := vitrine.Unauthenticated
	if in {
		want = ""
	}
	_, err := m.shop.Authenticate(t.Context(), token.Secret)
	wantCode(t, when, err, want)
}

// tokenOfApplication makes a user, an application and its token for the user.
func (m *market) tokenOfApplication(t *testing.T, title string) (*vitrine.User, shop.Access) {
	t.Helper()
	user := m.user(t, title[:4]).User
	app, _, err := m.shop.CreateApplication(t.Context(), shop.NewApplication{Name: title, OwnerID: user.ID})
	if err != nil {
		t.Fatal(err)
	}
	access := shop.Access{Secret: auth.NewSecret(auth.TokenPrefix), Token: vitrine.Token{
		UserID: user.ID, ApplicationID: app.ID, Scopes: vitrine.DefaultScopes(), CreatedAt: m.clock.Now(),
	}}
	write(t, m.db, func(ctx context.Context, tx *store.Tx) error {
		return tx.InsertToken(ctx, &access.Token, auth.Hash(access.Secret))
	})
	return &user, access
}
