package shop_test

import (
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store/storetest"
)

// TestTokenOfToken has a token with an end make and replace tokens: none of them lasts longer.
func TestTokenOfToken(t *testing.T) {
	t.Parallel()
	g := newGranting(t, storetest.SQLite(t))
	ctx, userID := t.Context(), g.in.User.ID
	create := func(lifetime time.Duration) shop.Access {
		t.Helper()
		made, err := g.shop.CreateToken(ctx, userID, shop.NewToken{
			Scopes: []vitrine.Scope{vitrine.ScopeModelsRead, vitrine.ScopeTokensWrite}, Lifetime: lifetime,
		})
		wantCode(t, "create", err, "")
		return made
	}
	short, endless := create(time.Hour), create(0)
	caller, err := g.shop.Authenticate(ctx, short.Secret)
	wantCode(t, "authenticate", err, "")
	g.clock.Advance(30 * time.Minute)
	scopes := []vitrine.Scope{vitrine.ScopeModelsRead}
	for lifetime, want := range map[time.Duration]time.Time{
		0: short.ExpiresAt, 2 * time.Hour: short.ExpiresAt, time.Minute: g.clock.Now().Add(time.Minute),
	} {
		made, err := g.shop.MakeToken(ctx, caller, shop.NewToken{Scopes: scopes, Lifetime: lifetime})
		if err != nil || !made.ExpiresAt.Equal(want) {
			t.Errorf("of %s: it ends %s, want %s, %v", lifetime, made.ExpiresAt, want, err)
		}
	}
	other, err := g.shop.RotateToken(ctx, caller, endless.ID, shop.NewToken{})
	if err != nil || !other.ExpiresAt.Equal(short.ExpiresAt) {
		t.Errorf("in place of an endless one: it ends %s, %v", other.ExpiresAt, err)
	}
	itself, err := g.shop.RotateToken(ctx, caller, short.ID, shop.NewToken{Lifetime: 24 * time.Hour})
	if err != nil || !itself.ExpiresAt.Equal(g.clock.Now().Add(time.Hour)) {
		t.Errorf("in place of itself: it ends %s, %v", itself.ExpiresAt, err)
	}
	_, err = g.shop.MakeToken(ctx, caller, shop.NewToken{Scopes: scopes})
	wantCode(t, "by one that was replaced", err, vitrine.Unauthenticated)
}
