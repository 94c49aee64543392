package api_test

import (
	"bytes"
	"net/http"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// The name of the user who may create users.
const support = "support"

func post(as, body string) request {
	return request{method: "POST", path: "/v1/users", as: as, body: body}
}

func TestCreateUser(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.user(t, support, vitrine.ScopeUsersCreate)
	s.user(t, "ada")
	s.run(t, []scenario{
		{name: "all members", request: post(support, `{"email":"eve@example.com","username":"eve","password":"correct horse"}`), wantStatus: 201,
			wantHeader: map[string]string{"Location": baseURL + "/v1/users/me", "Cache-Control": "no-store"}, golden: "create_user"},
		{name: "signed out", request: post("", `{"email":"x@example.com"}`), wantStatus: 401},
		{name: "without permission", request: post("ada", `{"email":"x@example.com"}`), wantStatus: 403,
			want:       map[string]any{"code": "forbidden", "scope": "users:create"},
			wantHeader: map[string]string{"WWW-Authenticate": `Bearer realm="vitrine", error="insufficient_scope", scope="users:create"`}},
		{name: "not JSON", request: post(support, `{"email":`), wantStatus: 400, want: map[string]any{"code": "malformed"}},
		{name: "no address", request: post(support, `{"username":"x-y"}`), wantStatus: 422,
			want: map[string]any{"errors.0.pointer": "/email", "errors.0.code": "required"}},
		{name: "not an address", request: post(support, `{"email":"x"}`), wantStatus: 422,
			want: map[string]any{"errors.0.pointer": "/email", "errors.0.code": "bad_format"}},
		{name: "everything wrong", request: post(support, `{"email":"x","username":"A","password":"short"}`), wantStatus: 422,
			want: map[string]any{"errors.0.pointer": "/email", "errors.1.pointer": "/username", "errors.2.pointer": "/password"}},
		{name: "wrong type", request: post(support, `{"email":1}`), wantStatus: 422,
			want: map[string]any{"errors.0.pointer": "/email", "errors.0.code": "wrong_type"}},
		{name: "unknown member", request: post(support, `{"email":"x@example.com","user_name":"x"}`), wantStatus: 422,
			want: map[string]any{"errors.0.pointer": "/user_name", "errors.0.code": "unknown_member",
				"errors.0.detail": `there is no member "user_name"; did you mean "username"?`}},
		{name: "may not make itself admin", request: post(support, `{"email":"x@example.com","is_admin":true}`), wantStatus: 422},
		{name: "address taken in another case", request: post(support, `{"email":"ADA@example.com"}`), wantStatus: 409,
			want: map[string]any{"code": "conflict", "errors.0.pointer": "/email", "errors.0.code": "taken"}},
		{name: "name taken", request: post(support, `{"email":"y@example.com","username":"ada"}`), wantStatus: 409,
			want: map[string]any{"errors.0.pointer": "/username"}},
		{name: "another content type", wantStatus: 415,
			request: request{method: "POST", path: "/v1/users", as: support, body: "<x/>", header: map[string]string{"Content-Type": "text/xml"}}},
	})
}

func TestCreateUserMadeUp(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.user(t, support, vitrine.ScopeUsersCreate)

	got := s.do(t, post(support, `{"email":"new@example.com"}`))

	if got.Status != http.StatusCreated {
		t.Fatalf("status is %d, want 201\n%s", got.Status, got.Body)
	}
	token := text(got.at(t, "access_token.access_token"))
	if !auth.ValidSecret(auth.TokenPrefix, token) {
		t.Errorf("%q does not look like a token", token)
	}
	if problems := vitrine.CheckUsername(text(got.at(t, "username"))); len(problems) > 0 {
		t.Errorf("the username made up is wrong: %v", problems)
	}
	s.run(t, []scenario{
		{name: "the token works", wantStatus: 200, want: map[string]any{"email": "new@example.com", "username": got.at(t, "username")},
			request: request{method: "GET", path: "/v1/users/me", header: map[string]string{"Authorization": "Bearer " + token}}},
		{name: "it may not create users", wantStatus: 403,
			request: request{method: "POST", path: "/v1/users", body: `{"email":"z@example.com"}`,
				header: map[string]string{"Authorization": "Bearer " + token}}},
	})
}

func TestCreateUserExpiring(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *options) { o.Shop.Settings.TokenLifetime = time.Hour })
	s.user(t, support, vitrine.ScopeUsersCreate)
	s.run(t, []scenario{{name: "expires", request: post(support, `{"email":"new@example.com"}`), wantStatus: 201,
		want: map[string]any{"access_token.expires_in": 3600}}})
}

func TestCreateUserTwice(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.user(t, support, vitrine.ScopeUsersCreate)
	create := post(support, `{"email":"once@example.com"}`)
	create.header = map[string]string{"Idempotency-Key": "once"}

	first, second := s.do(t, create), s.do(t, create)

	if first.Status != http.StatusCreated || first.Header.Get("Idempotent-Replayed") != "" {
		t.Fatalf("first: status is %d, replayed %q\n%s", first.Status, first.Header.Get("Idempotent-Replayed"), first.Body)
	}
	if second.Status != http.StatusCreated || second.Header.Get("Idempotent-Replayed") != "true" || !bytes.Equal(first.Body, second.Body) {
		t.Errorf("second: status is %d, replayed %q, body\n%s\nwant the first one's\n%s",
			second.Status, second.Header.Get("Idempotent-Replayed"), second.Body, first.Body)
	}
	create.body = `{"email":"other@example.com"}`
	s.run(t, []scenario{{name: "the key with another body", request: create, wantStatus: 422}})
	create.as = "support-2"
	s.user(t, "support-2", vitrine.ScopeUsersCreate)
	s.run(t, []scenario{{name: "somebody else's key", request: create, wantStatus: 201}})
}

func TestCurrentUser(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.run(t, []scenario{
		{name: "a user", request: request{method: "GET", path: "/v1/users/me", as: "ada"}, wantStatus: 200, golden: "current_user"},
		{name: "an admin", request: request{method: "GET", path: "/v1/users/me", as: "admin"}, wantStatus: 200,
			want: map[string]any{"is_admin": true}},
		{name: "nobody", request: request{method: "GET", path: "/v1/users/me"}, wantStatus: 401},
	})
	if head := s.do(t, request{method: "HEAD", path: "/v1/users/me", as: "ada"}); head.Status != http.StatusOK || len(head.Body) > 0 {
		t.Errorf("HEAD: status is %d with %d bytes, want 200 with none", head.Status, len(head.Body))
	}
}

func TestCurrentUserOfApplication(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	ada := s.user(t, "ada")
	app, _, err := s.shop.CreateApplication(t.Context(), shop.NewApplication{Name: "Plugin", OwnerID: ada.ID})
	if err != nil {
		t.Fatal(err)
	}
	secret := auth.NewSecret(auth.TokenPrefix)
	token := vitrine.Token{UserID: ada.ID, ApplicationID: app.ID, Scopes: []vitrine.Scope{vitrine.ScopeOrdersRead}, CreatedAt: s.clock.Now()}
	if err := s.db.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertToken(t.Context(), &token, auth.Hash(secret)) }); err != nil {
		t.Fatal(err)
	}
	header := map[string]string{"Authorization": "Bearer " + secret}
	s.run(t, []scenario{
		{name: "the owner", request: request{method: "GET", path: "/v1/users/me", header: header}, wantStatus: 200,
			want: map[string]any{"username": "ada", "application.name": "Plugin", "application.client_id": app.ClientID, "scopes.0": "orders:read"}},
		{name: "only what the token permits", request: request{method: "GET", path: "/v1/models/1/license", header: header}, wantStatus: 403,
			want: map[string]any{"scope": "models:read"}},
	})
}
