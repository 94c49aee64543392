package api_test

import (
	"encoding/json"
	"net/http"
	"testing"

	"vitrine"
	"vitrine/internal/api"
	"vitrine/internal/receipt"
)

// TestReceipts proves a purchase to who may read its order, until the money goes back.
func TestReceipts(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		path, _ := s.offer(t, "ada", complete, "a.stl")
		boss := s.hand(t, vitrine.Token{UserID: s.user(t, "admin").ID, Scopes: []vitrine.Scope{vitrine.ScopeAdmin, vitrine.ScopeOrdersRead}})
		s.user(t, "eve")
		const first = "/v1/orders/1/receipt"
		order := s.order(t, "bob", path, "")
		s.run(t, []scenario{{name: "not paid", request: get("bob", first), wantStatus: http.StatusConflict}})
		s.pay(t, order)
		says := map[string]any{"claims.order.id": "1", "claims.order.currency": "USD", "claims.iss": baseURL, "claims.livemode": false,
			"claims.model.author_name": "ada", "claims.files.0.name": "a.stl", "claims.files.1": nil}
		s.run(t, []scenario{
			{name: "the buyer", request: get("bob", first), wantStatus: 200, want: says},
			{name: "an operator", request: get("", first).by(boss), wantStatus: 200, want: says},
			{name: "signed out", request: get("", first), wantStatus: http.StatusUnauthorized},
			{name: "the seller, whose order it isn't", request: get("ada", first), wantStatus: http.StatusNotFound},
			{name: "somebody else", request: get("eve", first), wantStatus: http.StatusNotFound},
			{name: "of none", request: get("bob", "/v1/orders/99/receipt"), wantStatus: http.StatusNotFound},
			{name: "no number", request: get("bob", "/v1/orders/x/receipt"), wantStatus: http.StatusNotFound},
		})

		var got api.SignedReceipt
		if err := json.Unmarshal(s.do(t, get("bob", first)).Body, &got); err != nil {
			t.Fatal(err)
		}
		keys, err := s.shop.ReceiptKeys(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if c, err := receipt.Verify(got.Receipt, keys); err != nil || c.Order.ID != "1" || len(c.Files[0].SHA256) != 64 {
			t.Errorf("the receipt says %+v, %v", c, err)
		}
		s.run(t, []scenario{
			{name: "given back", request: put("", "/v1/orders/1", `{"status":"refunded"}`).by(boss), wantStatus: 200},
			{name: "revoked", request: get("bob", first), wantStatus: http.StatusConflict},
		})
	})
}
