package api_test

import (
	"fmt"
	"net/http"
	"testing"

	"vitrine"
)

// adjustment gives the first seller an amount of the marketplace's share.
func adjustment(amount string) string {
	return fmt.Sprintf(`{"from": {"account": "available", "seller_id": 1}, "to": {"account": "share"}, "amount": %q, "currency": "USD",
		"livemode": false, "reason": "For a favour."}`, amount)
}

// TestLedger reads what a sale moved, and puts it right.
func TestLedger(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		path, _ := s.offer(t, "ada", complete, "a.stl") // whose account is the first
		s.pay(t, s.order(t, "bob", path, ""))
		boss := s.hand(t, vitrine.Token{UserID: s.user(t, "admin", vitrine.AllScopes()...).ID, Scopes: []vitrine.Scope{vitrine.ScopeAdmin}})
		const accounts, entries, adjust = "/v1/ledger/accounts", "/v1/ledger/entries", "/v1/ledger/adjustments"
		list := func(query string) request { return get("", entries+query).by(boss) }
		move := func(body string) request { return create("", adjust, body).by(boss) }
		once := move(adjustment("2.50")).with("Idempotency-Key", "6b1ff0fd")
		s.run(t, []scenario{
			{name: "what stands there", request: get("", accounts).by(boss), wantStatus: 200, want: map[string]any{
				"accounts.0.account": "clearing", "accounts.0.provider": "sandbox", "accounts.0.balance": "12.50", "accounts.0.livemode": false,
				"accounts.0.currency": "USD", "accounts.1.account": "hold", "accounts.1.balance": "-12.50", "accounts.1.provider": nil,
				"accounts.1.accounts": 1, "accounts.2": nil}},
			{name: "what was booked", request: list(""), wantStatus: 200, want: map[string]any{
				"entries.0.kind": "sold", "entries.0.cause": "order:1:paid", "entries.0.order_id": "1", "entries.0.amount": "12.50",
				"entries.0.lines.0.account": "clearing", "entries.0.lines.0.amount": "12.50", "entries.0.lines.1.seller_id": 1,
				"entries.0.lines.1.amount": "-12.50", "entries.1": nil}},
			{name: "by all at once", request: list("?account=hold&seller_id=1&order_id=1&kind=sold&cause=order:1:paid&amount=12.5" +
				"&since=2020-01-01T00:00:00Z&until=2100-01-01T00:00:00Z"), wantStatus: 200, want: map[string]any{"entries.0.id": 1}},
			{name: "of another order", request: list("?order_id=2"), wantStatus: 200, want: map[string]any{"entries": []any{}}},
			{name: "before", request: list("?until=2020-01-01T00:00:00Z"), wantStatus: 200, want: map[string]any{"entries": []any{}}},
			{name: "of no kind", request: list("?kind=stolen"), wantStatus: 400},
			{name: "of nothing", request: list("?amount=0"), wantStatus: 400},
			{name: "of another list", request: list("?cursor=eA"), wantStatus: 400},
			{name: "one", request: list("/1"), wantStatus: 200, want: map[string]any{"kind": "sold"}},
			{name: "none", request: list("/99"), wantStatus: 404},
			{name: "signed out", request: get("", accounts), wantStatus: http.StatusUnauthorized},
			{name: "entries, signed out", request: get("", entries), wantStatus: http.StatusUnauthorized},
			{name: "by a seller", request: get("ada", entries), wantStatus: http.StatusForbidden},
			{name: "put right by a seller", request: create("ada", adjust, adjustment("1.00")), wantStatus: http.StatusForbidden},

			{name: "put right", request: once, wantStatus: 201, want: map[string]any{"success": true, "id": 2, "kind": "adjusted",
				"note": "For a favour.", "amount": "2.50", "order_id": nil}},
			{name: "sent again", request: once, wantStatus: 201, want: map[string]any{"id": 2}},
			{name: "moved once", request: get("ada", "/v1/balance"), wantStatus: 200, want: map[string]any{"balances.0.available": "2.50"}},
			{name: "of nothing", request: move(adjustment("0.00")), wantStatus: 422, want: refused("/amount", "not_allowed")},
			{name: "of no provider", request: move(`{"from": {"account": "clearing"}, "to": {"account": "bank"}, "amount": 1, "currency": "USD",
				"livemode": false, "reason": "Why."}`), wantStatus: 422, want: refused("/from/provider", "required")},
			{name: "of an unknown provider", request: move(`{"from": {"account": "bank"}, "to": {"account": "clearing", "provider": "strype"},
				"amount": 1, "currency": "USD", "livemode": false, "reason": "Why."}`), wantStatus: 422,
				want: refused("/to/provider", "unknown")},
			{name: "of nobody", request: move(`{"from": {"account": "share"}, "to": {"account": "hold", "seller_id": 99}, "amount": 1,
				"currency": "USD", "livemode": false, "reason": "Why."}`), wantStatus: 422, want: refused("/to/seller_id", "unknown")},
			{name: "of no seller", request: move(`{"from": {"account": "share", "seller_id": 1}, "to": {"account": "bank"}, "amount": 1,
				"currency": "USD", "livemode": false, "reason": "Why."}`), wantStatus: 422, want: refused("/from/seller_id", "not_allowed")},
			{name: "to itself", request: move(`{"from": {"account": "bank"}, "to": {"account": "bank"}, "amount": 1, "currency": "USD",
				"livemode": false, "reason": "Why."}`), wantStatus: 422, want: refused("/to", "not_allowed")},
			{name: "half a yen", request: move(`{"from": {"account": "share"}, "to": {"account": "bank"}, "amount": 0.5, "currency": "JPY",
				"livemode": false, "reason": "Why."}`), wantStatus: 422, want: refused("/amount", "bad_price")},
			{name: "malformed", request: move(`{"from": share}`), wantStatus: 400},
			{name: "noted", request: get("admin", "/v1/audit?act=ledger.adjust"), wantStatus: 200, want: map[string]any{
				"entries.0.after.amount": "2.50", "entries.0.subject_id": "2", "entries.1": nil}},
		})
		if walked := s.walk(t, "admin", entries+"?per_page=1", "entries", "kind"); len(walked) != 2 || walked[1] != "sold" {
			t.Errorf("page by page it is %q", walked)
		}
	})
}
