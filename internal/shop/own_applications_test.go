package shop_test

import (
	"testing"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store/storetest"
)

// TestOwnApplicationAsItIsNow takes a scope from an application while its owner changes it.
func TestOwnApplicationAsItIsNow(t *testing.T) {
	t.Parallel()
	g := newGranting(t, storetest.SQLite(t))
	change := func(scopes ...vitrine.Scope) func(*vitrine.Application) {
		return func(a *vitrine.Application) { a.Scopes = scopes }
	}
	_, err := g.shop.ChangeApplication(t.Context(), g.app.ID, change(vitrine.ScopeUsersCreate))
	wantCode(t, "the operator gives a scope", err, "")
	in := shop.SignedIn{User: g.seller.User, Session: vitrine.Session{ProvedAt: g.clock.Now()}}
	times := 0
	_, err = g.shop.ChangeOwnApplication(t.Context(), in, g.app.ID, func(*vitrine.Application) { times++ })
	wantCode(t, "the owner leaves it", err, "")
	if times != 1 { // else what was asked first is not what is changed
		t.Errorf("the change was made %d times", times)
	}
	_, err = g.shop.ChangeApplication(t.Context(), g.app.ID, change(vitrine.ScopeModelsRead))
	wantCode(t, "the operator takes it back", err, "")
	_, err = g.shop.ChangeOwnApplication(t.Context(), in, g.app.ID, change(vitrine.ScopeUsersCreate))
	wantCode(t, "the owner gives it again", err, vitrine.Forbidden)
	in.User = g.buyer.User
	_, err = g.shop.ChangeOwnApplication(t.Context(), in, g.app.ID, change(vitrine.ScopeModelsRead))
	wantCode(t, "another one", err, vitrine.NotFound)
	if app, err := g.db.Application(t.Context(), g.app.ID); err != nil || vitrine.JoinScopes(app.Scopes) != "models:read" {
		t.Errorf("it has %v, %v", app.Scopes, err)
	}
}
