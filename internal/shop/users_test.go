package shop_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/shop"
)

func TestCreateUser(t *testing.T) {
	t.Parallel()
	s, db := operatorShop(t)
	ctx := t.Context()

	user, access, err := s.CreateUser(ctx, shop.NewUser{Email: " Ada@Example.com ", Password: "correct horse"})

	wantCode(t, "create", err, "")
	stored, err := db.User(ctx, user.ID)
	wantCode(t, "read", err, "")
	if diff := cmp.Diff(user, stored); diff != "" {
		t.Errorf("stored user (-want +got):\n%s", diff)
	}
	if user.Email != "Ada@Example.com" || user.IsAdmin || !user.CreatedAt.Equal(today()) {
		t.Errorf("user is %+v", user)
	}
	if ok, err := auth.NewPasswords(1, auth.Recommended()).Match(ctx, "correct horse", user.PasswordHash); !ok || err != nil {
		t.Errorf("the password does not match what was stored (%v)", err)
	}
	caller, err := s.Authenticate(ctx, access.Secret)
	wantCode(t, "authenticate", err, "")
	if diff := cmp.Diff(vitrine.Caller{User: *user, TokenID: access.ID, Scopes: vitrine.DefaultScopes()}, caller); diff != "" {
		t.Errorf("caller (-want +got):\n%s", diff)
	}
}

func TestCreateUserRefused(t *testing.T) {
	t.Parallel()
	s, db := operatorShop(t)
	_, _, err := s.CreateUser(t.Context(), shop.NewUser{Email: "ada@example.com", Username: "ada"})
	wantCode(t, "the first", err, "")
	for _, c := range []struct {
		name string
		user shop.NewUser
		want vitrine.Code
	}{
		{"no address", shop.NewUser{}, vitrine.Invalid},
		{"two addresses", shop.NewUser{Email: "a@example.com, b@example.com"}, vitrine.Invalid},
		{"a name with capitals", shop.NewUser{Email: "b@example.com", Username: "Bob"}, vitrine.Invalid},
		{"a short password", shop.NewUser{Email: "b@example.com", Password: "1234567"}, vitrine.Invalid},
		{"the address again", shop.NewUser{Email: "ADA@example.com"}, vitrine.Conflict},
		{"the name again", shop.NewUser{Email: "b@example.com", Username: "ada"}, vitrine.Conflict},
		{"the scope admin for one who is none", shop.NewUser{Email: "b@example.com", Scopes: []vitrine.Scope{vitrine.ScopeAdmin}},
			vitrine.Invalid},
	} {
		_, _, err := s.CreateUser(t.Context(), c.user)
		wantCode(t, c.name, err, c.want)
	}
	tokens, err := db.Tokens(t.Context(), 0)
	if err != nil || len(tokens) != 1 {
		t.Errorf("%d tokens (%v), want that of the first user alone", len(tokens), err)
	}
}

func TestTokens(t *testing.T) {
	t.Parallel()
	s, _ := operatorShop(t)
	ctx := t.Context()
	user, _, err := s.CreateUser(ctx, shop.NewUser{Email: "ada@example.com"})
	wantCode(t, "create user", err, "")
	access, err := s.CreateToken(ctx, user.ID, shop.NewToken{Scopes: []vitrine.Scope{vitrine.ScopeUsersCreate}, Lifetime: time.Hour})
	wantCode(t, "create token", err, "")
	if !access.ExpiresAt.Equal(today().Add(time.Hour)) {
		t.Errorf("the token ends at %s, want an hour from now", access.ExpiresAt)
	}
	_, err = s.CreateToken(ctx, 999, shop.NewToken{})
	wantCode(t, "for nobody", err, vitrine.NotFound)
	_, err = s.CreateToken(ctx, user.ID, shop.NewToken{Lifetime: -time.Hour})
	wantCode(t, "of the past", err, vitrine.Invalid)

	wantCode(t, "revoke", s.RevokeToken(ctx, access.ID), "")

	_, err = s.Authenticate(ctx, access.Secret)
	wantCode(t, "a revoked token", err, vitrine.Unauthenticated)
	if e, ok := errors.AsType[*vitrine.Error](err); !ok || len(e.Fields) == 0 || e.Fields[0].Code != "invalid_token" {
		t.Errorf("the error %v does not say invalid_token", err)
	}
	_, err = s.Authenticate(ctx, auth.NewSecret(auth.TokenPrefix))
	wantCode(t, "an unknown token", err, vitrine.Unauthenticated)
	_, err = s.Authenticate(ctx, "vtr_x")
	wantCode(t, "no token", err, vitrine.Unauthenticated)
	wantCode(t, "revoke none", s.RevokeToken(ctx, 999), vitrine.NotFound)
}

func TestCreateApplication(t *testing.T) {
	t.Parallel()
	s, _ := operatorShop(t)
	ctx := t.Context()
	user, _, err := s.CreateUser(ctx, shop.NewUser{Email: "ada@example.com"})
	wantCode(t, "create user", err, "")

	app, secret, err := s.CreateApplication(ctx, shop.NewApplication{Name: "Plugin", OwnerID: user.ID,
		RedirectURIs: []string{"https://example.com/back"}})

	wantCode(t, "create", err, "")
	if app.ID == 0 || app.ClientID == "" || !auth.ValidSecret(auth.ClientPrefix, secret) || app.ClientSecretHash != auth.Hash(secret) {
		t.Errorf("application is %+v with secret %q", app, secret)
	}
	for name, n := range map[string]shop.NewApplication{
		"no name":              {OwnerID: user.ID},
		"a relative redirect":  {Name: "x", OwnerID: user.ID, RedirectURIs: []string{"/back"}},
		"a redirect with hash": {Name: "x", OwnerID: user.ID, RedirectURIs: []string{"https://example.com/#x"}},
	} {
		_, _, err := s.CreateApplication(ctx, n)
		wantCode(t, name, err, vitrine.Invalid)
	}
	_, _, err = s.CreateApplication(ctx, shop.NewApplication{Name: "x", OwnerID: 999})
	wantCode(t, "of nobody", err, vitrine.NotFound)
}

// TestVouchedUser makes a user by the word of who has the data at hand: the address is
// confirmed, and a link to it leaves the password as it is.
func TestVouchedUser(t *testing.T) {
	t.Parallel()
	d := newDoors(t)
	_, _, err := d.shop.CreateUser(t.Context(),
		shop.NewUser{Username: "ada", Email: "ada@example.com", Password: password, Vouched: true})
	if err != nil {
		t.Fatal(err)
	}
	link, _ := d.ask(t, vitrine.LinkSignIn, "ada@example.com")
	started, err := d.shop.SignInByMail(t.Context(), link, shop.Browser{})
	if err != nil || d.in(t, started).User.EmailConfirmedAt.IsZero() {
		t.Errorf("by mail: %+v, %v", started.User, err)
	}
	_, err = d.shop.SignIn(t.Context(), shop.Credentials{Name: "ada", Password: password}, shop.Browser{})
	wantCode(t, "the password", err, "")
}
