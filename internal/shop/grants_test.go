package shop_test

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

const (
	verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
	callback = "https://client.example/back"
)

// granting is a marketplace with an application that may send people to callback.
type granting struct {
	*market
	app *vitrine.Application
	in  shop.SignedIn
}

func newGranting(t *testing.T, db *store.DB) *granting {
	t.Helper()
	g := &granting{market: newMarketOn(t, db, payment.Sandbox{})}
	app, _, err := g.shop.CreateApplication(t.Context(), shop.NewApplication{
		Name: "Client", OwnerID: g.seller.User.ID, RedirectURIs: []string{callback},
	})
	wantCode(t, "make an application", err, "")
	g.app, g.in = app, shop.SignedIn{User: g.buyer.User}
	return g
}

// code has the user say yes.
func (g *granting) code(t *testing.T) string {
	t.Helper()
	sum := sha256.Sum256([]byte(verifier))
	code, err := g.shop.Allow(t.Context(), g.in, shop.Ask{
		ApplicationID: g.app.ID, RedirectURI: callback, RedirectNamed: true, Challenge: base64.RawURLEncoding.EncodeToString(sum[:]),
		Shown: g.offer(t),
	})
	wantCode(t, "allow", err, "")
	return code
}

// offer is what the page shows that asks for the default scopes, or for some.
func (g *granting) offer(t *testing.T, scopes ...vitrine.Scope) shop.Offer {
	t.Helper()
	app, err := g.db.Application(t.Context(), g.app.ID)
	wantCode(t, "read the application", err, "")
	if scopes, err = g.shop.Grantable(g.in, app, scopes); err != nil {
		t.Fatal(err)
	}
	return shop.OfferOf(app, scopes)
}

// TestAllowedAsShown changes an application after its page was shown, as late as can be.
func TestAllowedAsShown(t *testing.T) {
	t.Parallel()
	g := newGranting(t, storetest.SQLite(t))
	asked, err := g.shop.AskDevice(t.Context(), g.app, nil, "192.0.2.7")
	wantCode(t, "ask", err, "")
	device, _, err := g.shop.DeviceOf(t.Context(), g.in, asked.UserCode, "")
	wantCode(t, "look at the device", err, "")
	offer := g.offer(t)
	change := func(when string, change func(*vitrine.Application)) {
		_, err := g.shop.ChangeApplication(t.Context(), g.app.ID, change)
		wantCode(t, when, err, "")
		_, err = g.shop.Allow(t.Context(), g.in, shop.Ask{ApplicationID: g.app.ID, RedirectURI: callback, Shown: offer})
		wantCode(t, when+": allow", err, vitrine.Conflict)
		wantCode(t, when+": a device", g.shop.DecideDevice(t.Context(), g.in, device, offer, true), vitrine.Conflict)
	}
	change("other scopes, in the same moment", func(a *vitrine.Application) { a.Scopes = []vitrine.Scope{vitrine.ScopeOrdersRead} })
	g.clock.Advance(time.Second)
	change("another name", func(a *vitrine.Application) { a.Name, a.Scopes = "Another", g.app.Scopes })
	if grants, err := g.db.Grants(t.Context(), g.in.User.ID); len(grants) != 0 || err != nil {
		t.Errorf("the grants are %v, %v", grants, err)
	}
}

// TestScopeTakenBack takes a scope from an application, in another process: the tokens that
// it has lose it too.
func TestScopeTakenBack(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		g := newGranting(t, db)
		elsewhere := g.shopWith(payment.Sandbox{})
		issued := g.tokens(t)
		g.wantGood(t, "before", issued, true)
		_, err := elsewhere.ChangeApplication(t.Context(), g.app.ID, func(a *vitrine.Application) {
			a.Scopes = []vitrine.Scope{vitrine.ScopeModelsRead}
		})
		wantCode(t, "take scopes back", err, "")
		g.clock.Advance(200 * time.Millisecond)
		caller, err := g.shop.Authenticate(t.Context(), issued.Access)
		if err != nil || vitrine.JoinScopes(caller.Scopes) != "models:read" {
			t.Errorf("a moment later the token may %v, %v", caller.Scopes, err)
		}
	})
}

func (g *granting) redeem(t *testing.T, code string) (shop.Issued, error) {
	t.Helper()
	return g.shop.RedeemCode(t.Context(), g.app, shop.Redemption{Code: code, RedirectURI: callback, Verifier: verifier})
}

func (g *granting) tokens(t *testing.T) shop.Issued {
	t.Helper()
	issued, err := g.redeem(t, g.code(t))
	wantCode(t, "redeem", err, "")
	return issued
}

func (g *granting) wantGood(t *testing.T, when string, issued shop.Issued, good bool) {
	t.Helper()
	caller, err := g.shop.Authenticate(t.Context(), issued.Access)
	if good != (err == nil) {
		t.Errorf("%s: the access token is let in: %v", when, err)
	}
	if good && (caller.User.ID != g.in.User.ID || caller.ForCustomers() || caller.Application.ID != g.app.ID) {
		t.Errorf("%s: it stands for %+v", when, caller)
	}
}

func wantRefused(t *testing.T, when string, err error, code string) {
	t.Helper()
	refused, _ := errors.AsType[*shop.Refusal](err)
	if refused == nil || refused.Name != code {
		t.Errorf("%s: %v, want the refusal %s", when, err, code)
	}
}

// TestRefresh exchanges refresh tokens: one after the other, at once, and one that was used.
func TestRefresh(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		g := newGranting(t, db)
		first := g.tokens(t)
		g.wantGood(t, "at first", first, true)
		answers := g.refreshAtOnce(t, first.Refresh, 4)
		for _, answer := range answers[1:] {
			if answer.Refresh != answers[0].Refresh || answer.Access != answers[0].Access {
				t.Errorf("requests that came together got %+v and %+v", answers[0], answer)
			}
		}
		second := answers[0]
		g.wantGood(t, "after refreshes at once", second, true)
		g.clock.Advance(vitrine.RefreshGrace)
		third, err := g.shop.Refresh(t.Context(), g.app, second.Refresh, nil)
		wantCode(t, "the successor", err, "")

		_, err = g.shop.Refresh(t.Context(), g.app, first.Refresh, nil)
		wantRefused(t, "used long ago", err, shop.InvalidGrant)
		for _, issued := range []shop.Issued{first, second, third} {
			g.wantGood(t, "after a refresh token was used twice", issued, false)
		}
		_, err = g.shop.Refresh(t.Context(), g.app, third.Refresh, nil)
		wantRefused(t, "of a family that ended", err, shop.InvalidGrant)
	})
}

func (g *granting) refreshAtOnce(t *testing.T, secret string, times int) []shop.Issued {
	t.Helper()
	answers := make([]shop.Issued, times)
	var group sync.WaitGroup
	for i := range answers {
		group.Go(func() {
			var err error
			if answers[i], err = g.shop.Refresh(t.Context(), g.app, secret, nil); err != nil {
				t.Errorf("a refresh among others: %v", err)
			}
		})
	}
	group.Wait()
	return answers
}

// TestRefreshWithinGrace uses a refresh token again whose successor was used already: however
// soon, one of them is a thief's.
func TestRefreshWithinGrace(t *testing.T) {
	t.Parallel()
	g := newGranting(t, storetest.SQLite(t))
	first := g.tokens(t)
	second, err := g.shop.Refresh(t.Context(), g.app, first.Refresh, nil)
	wantCode(t, "refresh", err, "")
	third, err := g.shop.Refresh(t.Context(), g.app, second.Refresh, nil)
	wantCode(t, "refresh the successor", err, "")

	_, err = g.shop.Refresh(t.Context(), g.app, first.Refresh, nil)

	wantRefused(t, "the first again", err, shop.InvalidGrant)
	g.wantGood(t, "then", third, false)
}

// TestCode redeems codes at once, twice, late, and not as they were asked for.
func TestCode(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		g := newGranting(t, db)
		code, won := g.code(t), make(chan shop.Issued, 4)
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				issued, err := g.redeem(t, code)
				if err == nil {
					won <- issued
				} else {
					wantRefused(t, "one of four", err, shop.InvalidGrant)
				}
			})
		}
		group.Wait()
		if len(won) != 1 {
			t.Fatalf("%d of four redeemed one code", len(won))
		}
		g.wantGood(t, "a code that came again", <-won, false)

		for name, r := range map[string]shop.Redemption{
			"another redirect": {RedirectURI: callback + "/", Verifier: verifier}, "no redirect": {Verifier: verifier},
			"no verifier": {RedirectURI: callback}, "another verifier": {RedirectURI: callback, Verifier: verifier + "x"},
			"the challenge itself": {RedirectURI: callback, Verifier: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"},
		} {
			r.Code = g.code(t)
			_, err := g.shop.RedeemCode(t.Context(), g.app, r)
			wantRefused(t, name, err, shop.InvalidGrant)
			issued, err := g.redeem(t, r.Code)
			wantCode(t, name+": then as it should be", err, "")
			g.wantGood(t, name, issued, true)
		}
		late := g.code(t)
		g.clock.Advance(vitrine.CodeLife)
		_, err := g.redeem(t, late)
		wantRefused(t, "late", err, shop.InvalidGrant)
	})
}

// TestCodeOfAnother has an application redeem the code, and refresh with the token, that
// another one got.
func TestCodeOfAnother(t *testing.T) {
	t.Parallel()
	g := newGranting(t, storetest.SQLite(t))
	issued, code := g.tokens(t), g.code(t)
	other, _, err := g.shop.CreateApplication(t.Context(), shop.NewApplication{Name: "Other", OwnerID: g.seller.User.ID,
		RedirectURIs: []string{callback}})
	wantCode(t, "make another", err, "")
	_, err = g.shop.RedeemCode(t.Context(), other, shop.Redemption{Code: code, RedirectURI: callback, Verifier: verifier})
	wantRefused(t, "a code", err, shop.InvalidGrant)
	_, err = g.shop.Refresh(t.Context(), other, issued.Refresh, nil)
	wantRefused(t, "a refresh token", err, shop.InvalidGrant)
	wantRefused(t, "revoke", g.shop.RevokeByClient(t.Context(), other, issued.Access), shop.UnauthorizedClient)
	wantRefused(t, "revoke", g.shop.RevokeByClient(t.Context(), other, issued.Refresh), shop.UnauthorizedClient)
	g.wantGood(t, "after all that", issued, true)
	_, err = g.redeem(t, code)
	wantCode(t, "whose it is", err, "")
}

// TestGrantEnds ends what an application has in every way there is; another process of the
// same database lets it in no more a moment later.
func TestGrantEnds(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		g := newGranting(t, db)
		elsewhere := g.shopWith(payment.Sandbox{})
		for _, way := range []struct {
			name string
			end  func(issued shop.Issued) error
			undo func() error
		}{
			{"revoked by the client", func(issued shop.Issued) error { return elsewhere.RevokeByClient(t.Context(), g.app, issued.Refresh) }, nil},
			{"revoked by the user", func(shop.Issued) error {
				grants, err := db.Grants(t.Context(), g.in.User.ID)
				if err != nil || len(grants) != 1 {
					t.Fatalf("the grants are %v, %v", grants, err)
				}
				return elsewhere.RevokeGrant(t.Context(), g.in.User.ID, grants[0].ID)
			}, nil},
			{"the owner suspended", func(shop.Issued) error { _, err := elsewhere.Suspend(t.Context(), "seller"); return err },
				func() error { _, err := elsewhere.Restore(t.Context(), "seller"); return err }},
			{"the user suspended", func(shop.Issued) error { _, err := elsewhere.Suspend(t.Context(), "buyer"); return err },
				func() error { _, err := elsewhere.Restore(t.Context(), "buyer"); return err }},
			{"removed", func(shop.Issued) error { return elsewhere.RemoveApplication(t.Context(), g.app.ID) }, nil},
		} {
			issued := g.tokens(t)
			g.wantGood(t, way.name+": before", issued, true)
			wantCode(t, way.name, way.end(issued), "")
			g.clock.Advance(200 * time.Millisecond)
			g.wantGood(t, way.name+": a moment later", issued, false)
			if way.undo != nil {
				wantCode(t, way.name, way.undo(), "")
				g.clock.Advance(200 * time.Millisecond)
			}
		}
	})
}

// TestDevice lets a device in, and another one not.
func TestDevice(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		g := newGranting(t, db)
		ask := func() shop.DeviceAsked {
			asked, err := g.shop.AskDevice(t.Context(), g.app, []vitrine.Scope{vitrine.ScopeModelsRead}, "192.0.2.7")
			wantCode(t, "ask", err, "")
			return asked
		}
		asked := ask()
		poll := func(when, want string) shop.Issued {
			t.Helper()
			issued, err := g.shop.RedeemDevice(t.Context(), g.app, asked.Secret)
			if want != "" {
				wantRefused(t, when, err, want)
			} else {
				wantCode(t, when, err, "")
			}
			return issued
		}
		poll("at first", shop.AuthorizationPending)
		poll("at once again", shop.SlowDown)
		g.clock.Advance(2 * vitrine.DevicePause)
		poll("after a pause", shop.AuthorizationPending)
		g.decide(t, strings.ToLower(strings.ReplaceAll(asked.UserCode, "-", " ")), true)
		issued := poll("allowed", "")
		g.wantGood(t, "allowed", issued, true)
		if vitrine.JoinScopes(issued.Scopes) != "models:read" {
			t.Errorf("the device has the scopes %v", issued.Scopes)
		}
		_, _, err := g.shop.DeviceOf(t.Context(), g.in, asked.UserCode, "")
		wantCode(t, "the code again", err, vitrine.Invalid)
		poll("once more", shop.InvalidGrant)
		g.wantGood(t, "a device code that came again", issued, false)

		asked = ask()
		g.decide(t, asked.UserCode, false)
		poll("denied", shop.AccessDenied)
		asked = ask()
		g.clock.Advance(vitrine.DeviceLife)
		poll("late", shop.ExpiredToken)
	})
}

func (g *granting) decide(t *testing.T, typed string, allow bool) {
	t.Helper()
	device, app, err := g.shop.DeviceOf(t.Context(), g.in, typed, "")
	wantCode(t, "look at the device", err, "")
	if app.ID != g.app.ID {
		t.Errorf("the device is of %s", app.Name)
	}
	wantCode(t, "decide", g.shop.DecideDevice(t.Context(), g.in, device, g.offer(t, device.Scopes...), allow), "")
}

// TestGuessedUserCodes types codes until there are no attempts left.
func TestGuessedUserCodes(t *testing.T) {
	t.Parallel()
	g := newGranting(t, storetest.SQLite(t))
	for range 20 {
		_, _, err := g.shop.DeviceOf(t.Context(), g.in, "BCDF-GHJK", "192.0.2.7")
		wantCode(t, "a guess", err, vitrine.Invalid)
	}
	_, _, err := g.shop.DeviceOf(t.Context(), g.in, "BCDF-GHJK", "192.0.2.8")
	wantCode(t, "one guess more", err, vitrine.RateLimited)
}

// TestForgetGrants forgets what is over, and keeps what is not.
func TestForgetGrants(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		g := newGranting(t, db)
		house := vitrine.DefaultHouse()
		house.DynamicClients = true
		wantCode(t, "let programs register", g.shop.SetHouse(t.Context(), house), "")
		register := func() *vitrine.Application {
			app, _, err := g.shop.RegisterProgram(t.Context(), shop.NewProgram{Name: "Tool", Public: true, RedirectURIs: []string{callback},
				Network: "192.0.2.7"})
			wantCode(t, "register", err, "")
			return app
		}
		unused, owned := register(), g.app
		g.app = register()
		issued := g.tokens(t)
		g.clock.Advance(25 * time.Hour)
		fresh := register()
		wantCode(t, "forget", g.shop.Forget(t.Context()), "")
		for app, want := range map[*vitrine.Application]vitrine.Code{unused: vitrine.NotFound, g.app: "", fresh: "", owned: ""} {
			_, err := db.ApplicationByClient(t.Context(), app.ClientID)
			wantCode(t, "a day later "+app.Name, err, want)
		}
		again, err := g.shop.Refresh(t.Context(), g.app, issued.Refresh, nil)
		wantCode(t, "refresh a day later", err, "")
		g.clock.Advance(vitrine.RefreshLife + 25*time.Hour)
		wantCode(t, "forget", g.shop.Forget(t.Context()), "")
		_, err = g.shop.Refresh(t.Context(), g.app, again.Refresh, nil)
		wantRefused(t, "refresh what is forgotten", err, shop.InvalidGrant)
		_, err = db.ApplicationByClient(t.Context(), g.app.ClientID)
		wantCode(t, "a program that nobody uses", err, vitrine.NotFound)
		_, err = db.ApplicationByClient(t.Context(), owned.ClientID)
		wantCode(t, "an application that somebody made", err, "")
		if tokens, err := db.Tokens(t.Context(), g.in.User.ID); len(tokens) != 1 || err != nil {
			t.Errorf("the user has %d tokens, %v: want their own alone", len(tokens), err)
		}
	})
}

// TestOpenRegistration registers programs where that is not open, and until the budget is
// spent.
func TestOpenRegistration(t *testing.T) {
	t.Parallel()
	g := newGranting(t, storetest.SQLite(t))
	program := shop.NewProgram{Name: "Tool", Public: true, RedirectURIs: []string{callback}, Network: "192.0.2.7"}
	_, _, err := g.shop.RegisterProgram(t.Context(), program)
	wantRefused(t, "where it is closed", err, shop.AccessDenied)
	house := vitrine.DefaultHouse()
	house.DynamicClients = true
	wantCode(t, "let programs register", g.shop.SetHouse(t.Context(), house), "")
	for range 20 {
		app, secret, err := g.shop.RegisterProgram(t.Context(), program)
		wantCode(t, "register", err, "")
		if secret != "" || app.ClientSecretHash != "" || !app.Registered {
			t.Errorf("registered as %+v", app)
		}
		_, err = g.shop.TokenOfApplication(t.Context(), app, nil)
		wantRefused(t, "a token of its own", err, shop.UnauthorizedClient)
	}
	_, _, err = g.shop.RegisterProgram(t.Context(), program)
	wantCode(t, "one more", err, vitrine.RateLimited)
	program.Network, program.Scopes = "192.0.2.8", []vitrine.Scope{vitrine.ScopeAdmin}
	_, _, err = g.shop.RegisterProgram(t.Context(), program)
	wantRefused(t, "as operator", err, "invalid_client_metadata")
}
