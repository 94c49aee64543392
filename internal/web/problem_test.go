package web_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/web"
)

func TestProblemMembers(t *testing.T) {
	t.Parallel()
	w := ask(testServer(), http.MethodPut, "/v1/things/7.json?access_token=x", `{"name":"a"}`, "X-Request-Id: r1")
	var got any
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"type": base + "/problems/validation", "title": "The request is not valid", "status": 422.0,
		"detail": "1 field is wrong: name needs at least 2 characters", "instance": "/v1/things/7.json", "code": "validation",
		"request_id": "r1", "success": false, "error": "1 field is wrong: name needs at least 2 characters",
		"errors": []any{map[string]any{"pointer": "/name", "code": "too_short", "detail": "name needs at least 2 characters"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problem (-want +got):\n%s", diff)
	}
	if got := w.Header().Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control = %q", got)
	}
}

// patience is an error of a lower layer that says how long to wait.
type patience time.Duration

func (p patience) Error() string             { return "wait" }
func (p patience) RetryAfter() time.Duration { return time.Duration(p) }

func TestWriteProblem(t *testing.T) {
	t.Parallel()
	presented := &vitrine.Error{Code: vitrine.Unauthenticated, Message: "the \"token\" has expired",
		Fields: []vitrine.Field{{Code: web.InvalidToken}}}
	for _, test := range []struct {
		name         string
		err          error
		status       int
		code         string
		header, want string
	}{
		{"wrapped", fmt.Errorf("look: %w", vitrine.Errorf(vitrine.NotFound, "gone")), 404, "not_found", "Content-Type",
			"application/problem+json"},
		{"unknown", errors.New("secret"), 500, "internal", "Cache-Control", "no-store"},
		{"a code without a status", vitrine.Errorf("odd", "odd"), 500, "internal", "", ""},
		{"no token", vitrine.Errorf(vitrine.Unauthenticated, "a token is needed"), 401, "unauthenticated", "WWW-Authenticate",
			`Bearer realm="vitrine"`},
		{"a bad token", presented, 401, "unauthenticated", "WWW-Authenticate",
			`Bearer realm="vitrine", error="invalid_token", error_description="the token has expired"`},
		{"a missing scope", vitrine.Caller{}.Require(vitrine.ScopeOrdersRead), 403, "forbidden", "WWW-Authenticate",
			`Bearer realm="vitrine", error="insufficient_scope", scope="orders:read"`},
		{"forbidden", vitrine.Errorf(vitrine.Forbidden, "no"), 403, "forbidden", "WWW-Authenticate", ""},
		{"too many", &vitrine.Error{Code: vitrine.RateLimited, Err: patience(1500 * time.Millisecond)}, 429, "rate_limited", "Retry-After", "2"},
		{"too many, for how long nobody knows", vitrine.Errorf(vitrine.RateLimited, "slow down"), 429, "rate_limited", "Retry-After", "1"},
		{"headers of the answer that failed", vitrine.Errorf(vitrine.Conflict, "taken"), 409, "conflict", "Location", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := httptest.NewRecorder()
			w.Header().Set("Location", "/v1/things/8")
			w.Header().Set("ETag", `"x"`)
			web.WriteProblem(w, httptest.NewRequest(http.MethodGet, "/v1/x", nil), test.err)
			if got := w.Header().Get(test.header); test.header != "" && got != test.want {
				t.Errorf("%s = %q, want %q", test.header, got, test.want)
			}
			if got := w.Header().Get("ETag"); got != "" {
				t.Errorf("ETag = %q", got)
			}
			p := problemIn(t, w)
			if w.Code != test.status || p.Status != test.status || string(p.Code) != test.code {
				t.Errorf("%d %d %s, want %d %s", w.Code, p.Status, p.Code, test.status, test.code)
			}
			if p.Code == "internal" && (p.Detail == "secret" || p.Detail == "odd" || p.Message != p.Detail) {
				t.Errorf("detail of a fault of ours: %q", p.Detail)
			}
		})
	}
}

func TestScopeInBody(t *testing.T) {
	t.Parallel()
	w := ask(testServer(), http.MethodGet, "/v1/fail/scope", "")
	if got := w.Header()["Www-Authenticate"]; len(got) != 1 {
		t.Errorf("WWW-Authenticate = %q, want one", got)
	}
	if p := problemIn(t, w); p.Scope != "models:write" {
		t.Errorf("scope = %q", p.Scope)
	}
}

func TestCauseStaysInTheLog(t *testing.T) {
	t.Parallel()
	book := &logbook{}
	server := web.Wrap(testMux(), web.Options{Log: book.logger()})
	if p := problemIn(t, ask(server, http.MethodGet, "/v1/fail/conflict", "")); p.Status != http.StatusConflict || p.Detail != "taken" {
		t.Errorf("problem: %+v", p)
	}
	if line := book.lines(t)[0]; line["error"] != "taken: row 7" || line["level"] != "INFO" {
		t.Errorf("log: %v", line)
	}
}

func TestHeadHasNoBody(t *testing.T) {
	t.Parallel()
	w := ask(testServer(), http.MethodHead, "/v1/nothing", "")
	if w.Code != http.StatusNotFound || w.Body.Len() != 0 {
		t.Errorf("%d, %d bytes", w.Code, w.Body.Len())
	}
}

func TestDocs(t *testing.T) {
	t.Parallel()
	seen := map[vitrine.Code]bool{}
	for _, doc := range web.Docs() {
		if seen[doc.Code] || doc.Title == "" || doc.Text == "" || http.StatusText(doc.Status) == "" && doc.Status != 460 { // of tus
			t.Errorf("doc %+v", doc)
		}
		seen[doc.Code] = true
	}
	for _, code := range []vitrine.Code{
		vitrine.Invalid, vitrine.Malformed, vitrine.Unauthenticated, vitrine.Forbidden, vitrine.NotFound, vitrine.Conflict, vitrine.Stale,
		vitrine.Locked, vitrine.Mismatched,
		vitrine.PaymentRequired, vitrine.TooLarge, vitrine.RateLimited, vitrine.Unavailable,
		web.NotAcceptable, web.MethodNotAllowed, web.UnsupportedMediaType, web.Internal,
	} {
		if !seen[code] {
			t.Errorf("%s is not documented", code)
		}
	}
}
