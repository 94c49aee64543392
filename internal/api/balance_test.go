package api_test

import (
	"net/http"
	"testing"
	"time"

	"vitrine"
)

// TestBalance sells a model, releases what is earned, and gives it back.
func TestBalance(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		path, _ := s.offer(t, "ada", complete, "a.stl")
		boss := s.hand(t, vitrine.Token{UserID: s.user(t, "admin").ID, Scopes: []vitrine.Scope{vitrine.ScopeAdmin}})
		const balance, entries = "/v1/balance", "/v1/balance/entries"
		s.run(t, []scenario{
			{name: "nothing sold", request: get("ada", balance), wantStatus: 200, want: map[string]any{"hold_days": 14, "balances": []any{}}},
			{name: "nothing moved", request: get("ada", entries), wantStatus: 200, want: map[string]any{"entries": []any{}}},
			{name: "signed out", request: get("", balance), wantStatus: http.StatusUnauthorized},
			{name: "statement, signed out", request: get("", entries), wantStatus: http.StatusUnauthorized},
			{name: "a share and days", request: put("", "/v1/desk/house", `{"share":"12.5","hold_days":3}`).by(boss), wantStatus: 200,
				want: map[string]any{"hold_days": 3}},
			{name: "too many days", request: put("", "/v1/desk/house", `{"hold_days":181}`).by(boss), wantStatus: 422,
				want: refused("/hold_days", "not_allowed")},
		})
		s.pay(t, s.order(t, "bob", path, ""))
		s.run(t, []scenario{
			{name: "on hold", request: get("ada", balance), wantStatus: 200, want: map[string]any{"hold_days": 3, "balances.0.on_hold": "10.94",
				"balances.0.available": "0.00", "balances.0.currency": "USD", "balances.0.livemode": false, "balances.1": nil}},
			{name: "not of the buyer", request: get("bob", balance), wantStatus: 200, want: map[string]any{"balances": []any{}}},
		})
		release := func(after time.Duration) {
			s.clock.Advance(after)
			if err := s.shop.ReleaseEarnings(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		release(3*24*time.Hour - time.Second)
		s.run(t, []scenario{{name: "a second too soon", request: get("ada", balance), wantStatus: 200, want: map[string]any{
			"balances.0.on_hold": "10.94"}}})
		release(time.Second)
		release(0)
		s.run(t, []scenario{
			{name: "available", request: get("ada", balance), wantStatus: 200, want: map[string]any{"balances.0.on_hold": "0.00",
				"balances.0.available": "10.94"}},
			{name: "given back", request: put("", "/v1/orders/1", `{"status":"refunded"}`).by(boss), wantStatus: 200},
			{name: "gone", request: get("ada", balance), wantStatus: 200, want: map[string]any{"balances.0.on_hold": "0.00",
				"balances.0.available": "0.00"}},
			{name: "how it came", request: get("ada", entries+"?per_page=2"), wantStatus: 200, want: map[string]any{
				"entries.0.kind": "refunded", "entries.0.available": "-10.94", "entries.0.order_id": 1,
				"entries.1.kind": "released", "entries.1.on_hold": "-10.94", "entries.1.available": "10.94", "entries.2": nil}},
			{name: "not of the buyer either", request: get("bob", entries), wantStatus: 200, want: map[string]any{"entries": []any{}}},
			{name: "of another list", request: get("ada", entries+"?cursor=eA"), wantStatus: http.StatusBadRequest},
		})
		if walked := s.walk(t, "ada", entries+"?per_page=1", "entries", "kind"); len(walked) != 3 || walked[2] != "sold" {
			t.Errorf("page by page it is %q", walked)
		}
	})
}
