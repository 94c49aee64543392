package api_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/auth"
	"vitrine/internal/shop"
	"vitrine/internal/web"
)

// furnished is a server with one of everything, all of it ada's, who is its operator, and the
// header of a token of hers with every scope.
func furnished(t *testing.T, changes ...change) (*server, map[string]string) {
	t.Helper()
	s := newServer(t, changes...)
	path, _ := s.offer(t, "ada", complete, "a.stl")
	s.taxes(t)
	order := s.order(t, "ada", path, `,"again":true`)
	s.bill(t, 1, vitrine.Billing{Country: "DE"})
	s.pay(t, order)
	secret := auth.NewSecret(auth.TokenPrefix)
	s.give(t, "ada", vitrine.RoleOperator)
	s.accuse(t, "ada", 1)
	s.writePage(t, vitrine.TermsPaper, shop.NewPaper{Texts: terms().Texts})
	s.do(t, put("ada", path+"/draft", `{"title": "Oak armchair"}`))
	s.say(t, "ada", 1, time.Time{})
	s.gather(t, "ada")
	s.register(t, "ada")
	s.payout(t, "ada")
	s.banks(t, "ada")
	s.owe(t, vitrine.DisputeLost)
	s.do(t, create("ada", "/v1/checkouts", `{"order_ids":[`+text(s.order(t, "ada", path, `,"again":true`).at(t, "id"))+`]}`))
	giveToken(t, s, s.user(t, "ada").ID, secret, "")
	token := map[string]string{"Authorization": "Bearer " + secret}
	s.do(t, request{method: "POST", path: "/v1/webhook_endpoints", header: token, body: `{"url": "https://shop.example/hooks"}`})
	s.do(t, request{method: "POST", path: "/v1/webhook_endpoints/1/test", header: token})
	s.do(t, request{method: "POST", path: "/v1/coupons", header: token, body: `{"code": "FRIENDS", "name": "Friends", "percent": 5}`})
	other, _ := s.offer(t, "ada", complete, "b.stl")
	s.do(t, request{method: "POST", path: "/v1/bundles", header: token, body: `{"name": "Pair", "price": "1.00", "model_ids": [1, ` + idOf(other) + `]}`})
	s.do(t, request{method: "POST", path: "/v1/promotions", header: token, body: `{"name": "Winter", "percent": 5,
		"begins_at": "2035-01-01T00:00:00Z", "ends_at": "2035-02-01T00:00:00Z"}`})
	return s, token
}

// ticks reports whether the answer at a path is another one each second: it says how long the
// oldest job waits.
func ticks(path string) bool { return path == "/v1/jobs" }

func TestEveryReadIsConditional(t *testing.T) {
	t.Parallel()
	s, token := furnished(t)
	for op, path := range operations(s) {
		if op.Method != http.MethodGet || forAll(op) || ticks(path) {
			continue
		}
		read := request{method: "GET", path: path, header: token}
		first := s.do(t, read)
		etag := first.Header.Get("ETag")
		if first.Status != http.StatusOK || !strings.HasPrefix(etag, `"`) {
			t.Errorf("GET %s: status %d with ETag %q, want a strong one: %s", path, first.Status, etag, first.Body)
			continue
		}
		if again := s.do(t, read.with("If-None-Match", etag)); again.Status != http.StatusNotModified || len(again.Body) > 0 {
			t.Errorf("GET %s again: status %d with %d bytes, want 304 with none", path, again.Status, len(again.Body))
		}
		head := read
		head.method = "HEAD"
		if got := s.do(t, head); got.Status != http.StatusOK || len(got.Body) > 0 || got.Header.Get("ETag") != etag {
			t.Errorf("HEAD %s: status %d with %d bytes and ETag %q", path, got.Status, len(got.Body), got.Header.Get("ETag"))
		}
	}
}

// TestEveryOperationRefuses sends every operation what none takes.
func TestEveryOperationRefuses(t *testing.T) {
	t.Parallel()
	s, token := furnished(t)
	for op, path := range operations(s) {
		plain := request{method: op.Method, path: path, header: token}
		broken := plain
		broken.path += "?x=%zz"
		refusals := map[string]scenario{
			"a broken query": {request: broken, wantStatus: 400},
			"text/html":      {request: plain.with("Accept", "text/html"), wantStatus: 406},
		}
		if op.RequestBody != nil && op.RequestBody.Content["application/json"] != nil {
			typed, large := plain, plain
			typed.body, large.body = "x", strings.Repeat(" ", 1<<20+1)
			refusals["a body of text"] = scenario{request: typed.with("Content-Type", "text/plain"), wantStatus: 415}
			refusals["a large body"] = scenario{request: large, wantStatus: 413}
		}
		if forAll(op) {
			refusals["text/html"] = scenario{request: plain.with("Accept", "text/html"), wantStatus: 200}
		}
		if op.Responses["302"] != nil {
			refusals["text/html"] = scenario{request: plain.with("Accept", "text/html"), wantStatus: 302}
		}
		for name, c := range refusals {
			if got := s.do(t, c.request); got.Status != c.wantStatus {
				t.Errorf("%s %s with %s: status %d, want %d", op.Method, path, name, got.Status, c.wantStatus)
			}
		}
	}
}

func TestEveryOperationHasABudget(t *testing.T) {
	t.Parallel()
	one := web.Rate{PerMinute: 1, Burst: 1}
	s := newServer(t, func(o *options) {
		o.api.Rates = map[web.Budget]web.Rate{web.Reads: one, web.Writes: one, web.Uploads: one, web.Tokens: one}
	})
	for op, path := range operations(s) {
		s.clock.Advance(time.Minute)
		for _, want := range []int{http.StatusUnauthorized, http.StatusTooManyRequests} {
			got := s.do(t, request{method: op.Method, path: path})
			if got.Status != want || got.Header.Get("RateLimit-Policy") == "" || want == 429 && got.Header.Get("Retry-After") != "60" {
				t.Errorf("%s %s: status %d, want %d; policy %q, Retry-After %q", op.Method, path, got.Status, want,
					got.Header.Get("RateLimit-Policy"), got.Header.Get("Retry-After"))
			}
		}
	}
}

// TestEveryOperationAnswersClientsThatAskForProblems is for clients made from the
// contract: where it names no other type, as for DELETE, they ask for this one.
func TestEveryOperationAnswersClientsThatAskForProblems(t *testing.T) {
	t.Parallel()
	s, token := furnished(t)
	for op, path := range operations(s) {
		got := s.do(t, request{method: op.Method, path: path, header: token}.with("Accept", "application/problem+json"))
		if got.Status == http.StatusNotAcceptable {
			t.Errorf("%s %s: status %d", op.Method, path, got.Status)
		}
	}
}
