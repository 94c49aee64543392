package shop_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// byToken is somebody who comes with an access token.
func (d *doors) byToken(t testing.TB, who shop.SignedIn, scopes ...vitrine.Scope) shop.SignedIn {
	t.Helper()
	in, err := d.shop.WithToken(t.Context(), vitrine.Caller{User: who.User, TokenID: 1, Scopes: scopes})
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// TestTokenOfWhoWas takes roles away, and suspends, after a token was looked at: what it asks
// for is refused in the transaction of the change, and by the next request.
func TestTokenOfWhoWas(t *testing.T) {
	bothDoors(t, func(t *testing.T, d *doors) {
		ctx, eve := t.Context(), d.settled(t, "eve").User.ID
		boss := d.staffOf(t, "boss", vitrine.RoleOperator)
		d.staffOf(t, "other", vitrine.RoleOperator)
		mod := d.staffOf(t, "mod", vitrine.RoleModerator)
		scopes := []vitrine.Scope{vitrine.ScopePeopleRead, vitrine.ScopePeopleWrite}
		access, err := d.shop.CreateToken(ctx, mod.User.ID, shop.NewToken{Scopes: scopes})
		wantCode(t, "a moderator's token", err, "")
		known := d.byToken(t, mod, scopes...)
		admin := d.byToken(t, boss, vitrine.ScopeAdmin)
		wantCode(t, "a role is taken away", d.elsewhere.GiveRoles(ctx, boss, mod.User.ID, nil), "")
		wantCode(t, "who was moderator", d.shop.SuspendPerson(ctx, known, eve, "x"), vitrine.Forbidden)
		d.clock.Advance(time.Second)
		caller, err := d.shop.Authenticate(ctx, access.Secret)
		wantCode(t, "the token is good", err, "")
		now, err := d.shop.WithToken(ctx, caller)
		wantCode(t, "as it is now", err, "")
		_, err = d.shop.People(ctx, now, store.PeopleQuery{Size: 1})
		wantCode(t, "who was moderator reads", err, vitrine.Forbidden)
		_, err = d.shop.CreateToken(ctx, mod.User.ID, shop.NewToken{Scopes: scopes})
		wantCode(t, "another token", err, vitrine.Invalid)
		wantCode(t, "who is operator", d.shop.GiveRoles(ctx, admin, mod.User.ID, []vitrine.Role{vitrine.RoleModerator}), "")
		_, err = d.shop.Suspend(ctx, "mod")
		wantCode(t, "suspend", err, "")
		wantCode(t, "who is suspended", d.shop.SuspendPerson(ctx, known, eve, "x"), vitrine.Unauthenticated)
		_, err = d.shop.Suspend(ctx, "boss")
		wantCode(t, "suspend the operator", err, "")
		wantCode(t, "an operator who is suspended", d.shop.GiveRoles(ctx, admin, eve, nil), vitrine.Unauthenticated)
	})
}

// TestTokensChangeNoWayIn has a token with all scopes do what people alone do with their account.
func TestTokensChangeNoWayIn(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	in := d.byToken(t, d.staffOf(t, "boss", vitrine.RoleOperator), vitrine.AllScopes()...)
	_, _, made := d.shop.MakeApplication(t.Context(), in, shop.NewApplication{Name: "Mine"})
	for what, err := range map[string]error{
		"password": d.shop.ChangePassword(t.Context(), in, newPassword), "app": d.shop.StartFactor(t.Context(), in, "phone"),
		"application": made, "mails": d.shop.MayReadMails(t.Context(), in),
	} {
		if !errors.Is(err, shop.ErrProveAgain) {
			t.Errorf("%s: %v, want to be asked who it is", what, err)
		}
	}
}

// TestScopesOfDesksAreGivenBySure has operators who have shown too little, and others, give
// programs what the desks do.
func TestScopesOfDesksAreGivenBySure(t *testing.T) {
	t.Parallel()
	g := newGranting(t, storetest.SQLite(t))
	ctx, desk := t.Context(), []vitrine.Scope{vitrine.ScopeModelsRead, vitrine.ScopePeopleWrite}
	_, err := g.shop.ChangeApplication(ctx, g.app.ID, func(a *vitrine.Application) { a.Scopes = desk })
	wantCode(t, "an operator gives the scope", err, "")
	_, err = g.shop.TokenOfApplication(ctx, g.app, desk)
	if refused, ok := errors.AsType[*shop.Refusal](err); !ok || refused.Name != shop.InvalidScope {
		t.Errorf("an application of a seller gets a token: %v", err)
	}
	app, err := g.db.Application(ctx, g.app.ID)
	wantCode(t, "read", err, "")
	if scopes, err := g.shop.Grantable(g.in, app, nil); err != nil || len(scopes) != 1 || scopes[0] != vitrine.ScopeModelsRead {
		t.Errorf("a buyer may allow %v, %v", scopes, err)
	}
	_, _, err = g.shop.MakeApplication(ctx, g.fresh(), shop.NewApplication{Name: "Mine", Scopes: desk})
	wantCode(t, "a buyer's application", err, vitrine.Forbidden)

	g.in.User.SetRoles([]vitrine.Role{vitrine.RoleModerator})
	write(t, g.db, func(ctx context.Context, tx *store.Tx) error { return tx.SetRoles(ctx, &g.in.User, g.clock.Now()) })
	ask := shop.Ask{ApplicationID: app.ID, Scopes: desk, RedirectURI: callback, Shown: g.offer(t, desk...)}
	_, err = g.shop.Allow(ctx, g.in, ask)
	if !errors.Is(err, shop.ErrProveAgain) {
		t.Errorf("a moderator who signed in long ago allows it: %v", err)
	}
	g.in = g.fresh()
	_, err = g.shop.Allow(ctx, g.in, ask)
	wantCode(t, "a moderator who signed in just now", err, "")

	strict := vitrine.DefaultHouse()
	strict.StrongOperators = true
	weak := shop.SignedIn{User: g.seller.User, Session: vitrine.Session{ProvedAt: g.clock.Now()}, House: strict}
	weak.User.IsAdmin = true
	_, _, err = g.shop.NewSecretOfOwn(ctx, weak, app.ID)
	if !errors.Is(err, shop.ErrBeStrong) {
		t.Errorf("a password is enough for the secret of a program that acts at the desks: %v", err)
	}
	now := g.fresh().Caller()
	if weak.Caller().Has(vitrine.ScopePeopleRead) || !now.Has(vitrine.ScopePeopleRead) || now.Has(vitrine.ScopeAuditRead) {
		t.Error("tokens of one's own get other scopes than the session is for")
	}
}

// fresh is the one who allows applications, signed in just now.
func (g *granting) fresh() shop.SignedIn {
	return shop.SignedIn{User: g.in.User, Session: vitrine.Session{ProvedAt: g.clock.Now()}, House: vitrine.DefaultHouse()}
}

// TestModeratorsToken holds tokens to what roles may not: one's own model, and reports where
// one's role is another.
func TestModeratorsToken(t *testing.T) {
	t.Parallel()
	c, ctx := newCourt(t, storetest.SQLite(t)), t.Context()
	r, o := c.report(t, c.path()), c.order(t, c.model.ID)
	all := []vitrine.Scope{vitrine.ScopeModerationRead, vitrine.ScopeModerationWrite, vitrine.ScopePeopleRead, vitrine.ScopePeopleWrite}
	by := func(user vitrine.User, roles ...vitrine.Role) shop.SignedIn {
		user.SetRoles(roles)
		write(t, c.db, func(ctx context.Context, tx *store.Tx) error { return tx.SetRoles(ctx, &user, c.clock.Now()) })
		in, err := c.shop.WithToken(ctx, vitrine.Caller{User: user, Scopes: all})
		wantCode(t, "come with a token", err, "")
		return in
	}
	support := by(c.buyer.User, vitrine.RoleSupport)
	wantCode(t, "support", c.shop.DecideReport(ctx, support, r.ID, takeDown()), vitrine.Forbidden)
	author := by(c.author.User, vitrine.RoleModerator)
	wantCode(t, "one's own model", c.shop.DecideReport(ctx, author, r.ID, takeDown()), vitrine.Forbidden)
	wantCode(t, "ruling about it", c.shop.RuleModel(ctx, author, c.model.ID, takeDown()), vitrine.Forbidden)
	operator := by(c.author.User, vitrine.RoleOperator)
	wantCode(t, "an operator's, without the scope admin", c.shop.DecideReport(ctx, operator, r.ID, takeDown()), vitrine.Forbidden)
	wantCode(t, "a moderator's", c.shop.DecideReport(ctx, by(c.first.User, vitrine.RoleModerator), r.ID, takeDown()), "")
	_, err := c.shop.ConfirmOrder(ctx, operator, o.ID, "", nil)
	if e, ok := errors.AsType[*vitrine.Error](err); !ok || e.Scope != string(vitrine.ScopeAdmin) {
		t.Errorf("an operator's token without the scope admin confirms an order: %v", err)
	}
}
