package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

func TestTokens(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	ada, bob := s.user(t, "ada"), s.user(t, "bob")
	get := func(path string, header map[string]string) request {
		return request{method: "GET", path: path, header: header}
	}
	form := map[string]string{"Content-Type": "application/x-www-form-urlencoded"}
	stranger := auth.NewSecret(auth.TokenPrefix)
	const plain, me = `Bearer realm="vitrine"`, "/v1/users/me"
	s.run(t, []scenario{
		{name: "none", request: get(me, nil), wantStatus: 401,
			want: map[string]any{"code": "unauthenticated"}, wantHeader: map[string]string{"WWW-Authenticate": plain}},
		{name: "in the header", request: get(me, map[string]string{"Authorization": "Bearer " + ada.Token}), wantStatus: 200,
			want: map[string]any{"username": "ada"}},
		{name: "scheme in another case", request: get(me, map[string]string{"Authorization": "bEARER " + ada.Token}), wantStatus: 200},
		{name: "of another scheme", request: get(me, map[string]string{"Authorization": "Basic " + ada.Token}), wantStatus: 401,
			wantHeader: map[string]string{"WWW-Authenticate": plain}},
		{name: "in the query", request: get(me+"?access_token="+ada.Token, nil), wantStatus: 200, want: map[string]any{"username": "ada"}},
		{name: "the same twice", request: get(me+"?access_token="+ada.Token, map[string]string{"Authorization": "Bearer " + ada.Token}),
			wantStatus: 200},
		{name: "two different ones", request: get(me+"?access_token="+bob.Token, map[string]string{"Authorization": "Bearer " + ada.Token}),
			wantStatus: 400,
			want:       map[string]any{"code": "malformed", "errors.0.parameter": "access_token"}},
		{name: "two different ones in the query", request: get(me+"?access_token="+bob.Token+"&access_token="+ada.Token, nil), wantStatus: 400},
		{name: "in a form, whose type JSON operations refuse", wantStatus: 415,
			request: request{method: "POST", path: "/v1/users", header: form,
				body: "access_token=" + s.user(t, "admin", vitrine.ScopeUsersCreate).Token}},
		{name: "in a form, against the header", wantStatus: 400,
			request: request{method: "POST", path: "/v1/users", as: "ada", header: form, body: "access_token=" + bob.Token}},
		{name: "misspelled", request: get(me, map[string]string{"Authorization": "Bearer " + ada.Token[:20]}), wantStatus: 401,
			wantHeader: map[string]string{"WWW-Authenticate": plain +
				`, error="invalid_token", error_description="this is not an access token of this server"`}},
		{name: "never handed out", request: get(me, map[string]string{"Authorization": "Bearer " + stranger}), wantStatus: 401,
			wantHeader: map[string]string{"WWW-Authenticate": plain + `, error="invalid_token", error_description="the access token is not known"`},
			want:       refusedHeader("Authorization", "invalid_token")},
		{name: "never handed out, in the query", request: get(me+"?access_token="+stranger, nil), wantStatus: 401,
			want: refusedParameter("access_token", "invalid_token")},
	})
}

func TestTwoAuthorizationHeaders(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	r := httptest.NewRequestWithContext(t.Context(), "GET", "/v1/users/me", http.NoBody)
	r.Header["Authorization"] = []string{"Bearer " + s.user(t, "ada").Token, "Bearer x"}

	if got := s.send(t, r); got.Status != http.StatusBadRequest {
		t.Errorf("status is %d, want 400", got.Status)
	}
}

func TestRevokedTokenAtOnce(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	ada := s.user(t, "ada")
	me := request{method: "GET", path: "/v1/users/me", as: "ada"}
	if got := s.do(t, me); got.Status != http.StatusOK {
		t.Fatalf("before: status is %d, want 200", got.Status)
	}

	if err := s.shop.RevokeToken(t.Context(), ada.TokenID); err != nil {
		t.Fatal(err)
	}

	got := s.do(t, me)
	if got.Status != http.StatusUnauthorized || !strings.Contains(got.Header.Get("WWW-Authenticate"), `error="invalid_token"`) {
		t.Errorf("after: status is %d with %q, want 401 with invalid_token", got.Status, got.Header.Get("WWW-Authenticate"))
	}
}

// Another process revokes: this one may not have heard of it for a moment.
func TestTokenRevokedElsewhere(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	ada := s.user(t, "ada")
	elsewhere := shop.New(s.parts.Shop)
	me := request{method: "GET", path: "/v1/users/me", as: "ada"}
	s.do(t, me)
	if err := elsewhere.RevokeToken(t.Context(), ada.TokenID); err != nil {
		t.Fatal(err)
	}

	s.clock.Advance(200 * time.Millisecond)

	if got := s.do(t, me); got.Status != http.StatusUnauthorized {
		t.Errorf("a moment later: status is %d, want 401", got.Status)
	}
}

func TestExpiredToken(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	access, err := s.shop.CreateToken(t.Context(), s.user(t, "ada").ID, shop.NewToken{Lifetime: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	me := request{method: "GET", path: "/v1/users/me", header: map[string]string{"Authorization": "Bearer " + access.Secret}}
	s.clock.Advance(time.Minute - time.Second)
	if got := s.do(t, me); got.Status != http.StatusOK {
		t.Fatalf("a second before its end: status is %d, want 200", got.Status)
	}

	s.clock.Advance(time.Second)

	if got := s.do(t, me); got.Status != http.StatusUnauthorized {
		t.Errorf("at its end: status is %d, want 401", got.Status)
	}
}

func TestRateLimit(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(o *options) {
		o.api.Rates = map[web.Budget]web.Rate{web.Reads: {PerMinute: 30, Burst: 2}}
	})
	me := request{method: "GET", path: "/v1/users/me", as: "ada"}
	first := s.do(t, me)
	if got := first.Header.Get("X-RateLimit-Remaining"); first.Status != http.StatusOK || got != "1" {
		t.Fatalf("status is %d with %q left, want 200 with 1", first.Status, got)
	}
	s.do(t, me)

	s.run(t, []scenario{
		{name: "used up", request: me, wantStatus: 429,
			want: map[string]any{"code": "rate_limited"}, wantHeader: map[string]string{"Retry-After": "2", "X-RateLimit-Remaining": "0"}},
		{name: "somebody else has their own", request: request{method: "GET", path: "/v1/users/me", as: "bob"}, wantStatus: 200},
		{name: "the address has its own", request: request{method: "GET", path: "/v1/users/me"}, wantStatus: 401},
		{name: "the address again", request: request{method: "GET", path: "/v1/users/me"}, wantStatus: 401},
		{name: "the address once too often", request: request{method: "GET", path: "/v1/users/me"}, wantStatus: 429},
	})
	s.clock.Advance(2 * time.Second)
	s.run(t, []scenario{{name: "later", request: me, wantStatus: 200}})
}

func TestForms(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	get := func(path string) request { return request{method: "GET", path: path, as: "ada"} }
	s.run(t, []scenario{
		{name: "plain", request: get("/v1/users/me"), wantStatus: 200},
		{name: "with a slash", request: get("/v1/users/me/"), wantStatus: 200},
		{name: "with .json", request: get("/v1/users/me.json"), wantStatus: 200},
		{name: "unknown", request: get("/v1/nothing"), wantStatus: 404, want: map[string]any{"code": "not_found"}},
		{name: "another method", request: request{method: "PATCH", path: "/v1/users/me", as: "ada"}, wantStatus: 405,
			wantHeader: map[string]string{"Allow": "GET, HEAD, PUT"}},
		{name: "not acceptable", wantStatus: 406,
			request: request{method: "GET", path: "/v1/users/me", as: "ada", header: map[string]string{"Accept": "text/html"}}},
		{name: "unknown query parameters are ignored", request: get("/v1/users/me?x=1"), wantStatus: 200},
	})
}

func TestConditionalReads(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for _, path := range []string{"/v1/users/me", "/v1/categories", "/v1/categories/1", "/v1/file_types", "/v1/limits"} {
		first := s.do(t, request{method: "GET", path: path, as: "ada"})
		etag := first.Header.Get("ETag")
		if first.Status != http.StatusOK || etag == "" || strings.HasPrefix(etag, "W/") {
			t.Fatalf("%s: status %d with ETag %q, want 200 with a strong one", path, first.Status, etag)
		}

		again := s.do(t, request{method: "GET", path: path, as: "ada", header: map[string]string{"If-None-Match": etag}})

		if again.Status != http.StatusNotModified || len(again.Body) > 0 || again.Header.Get("ETag") != etag {
			t.Errorf("%s: asked again: status %d, %d bytes, ETag %q; want 304 without a body and %s",
				path, again.Status, len(again.Body), again.Header.Get("ETag"), etag)
		}
	}
}
