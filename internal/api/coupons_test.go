package api_test

import (
	"net/http"
	"testing"

	"vitrine"
)

// TestCoupons makes, uses, changes and ends codes.
func TestCoupons(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		s.offer(t, "ada", complete, "a.stl")
		boss := s.hand(t, vitrine.Token{UserID: s.user(t, "admin").ID, Scopes: []vitrine.Scope{vitrine.ScopeAdmin, vitrine.ScopeModelsRead,
			vitrine.ScopeModelsWrite}})
		const all, one = "/v1/coupons", "/v1/coupons/1"
		s.run(t, []scenario{
			{name: "none", request: get("ada", all), wantStatus: 200, want: map[string]any{"total": 0, "coupons": []any{}}},
			{name: "signed out", request: get("", all), wantStatus: http.StatusUnauthorized},
			{name: "no such", request: get("ada", one), wantStatus: http.StatusNotFound},
			{name: "malformed", request: create("ada", all, `{"code":`), wantStatus: http.StatusBadRequest},
			{name: "by nothing", request: create("ada", all, `{"code":"FRIENDS","name":"Friends"}`), wantStatus: 422,
				want: refused("/percent", "required")},
			{name: "by both", request: create("ada", all, `{"code":"FRIENDS","name":"Friends","percent":10,"amount":"5.00"}`), wantStatus: 422},
			{name: "below nothing", request: create("ada", all, `{"code":"FRIENDS","name":"Friends","percent":101}`), wantStatus: 422},
			{name: "a short code", request: create("ada", all, `{"code":"ABC","name":"Friends","percent":10}`), wantStatus: 422},
			{name: "never", request: create("ada", all, `{"code":"FRIENDS","name":"Friends","percent":10,"uses":0}`), wantStatus: 422,
				want: refused("/uses", "not_allowed")},
			{name: "of what is not one's own", request: create("bob", all, `{"code":"FRIENDS","name":"Friends","percent":10,"model_ids":[1]}`),
				wantStatus: 422, want: refused("/model_ids", "unknown")},
			{name: "of the whole market", request: create("ada", all, `{"code":"FRIENDS","name":"Friends","percent":10,"covers":"marketplace"}`),
				wantStatus: http.StatusForbidden},
			{name: "made", request: create("ada", all, `{"code":"friends","name":"Friends","percent":10,"uses":5,"uses_each":1}`), wantStatus: 201,
				want: map[string]any{"success": true, "id": 1, "code": "FRIENDS", "state": "valid", "percent": 10, "amount": nil, "model_ids": nil,
					"uses": 5, "uses_each": 1, "used": 0, "ends_at": nil, "covers": "own"}},
			{name: "made twice", request: create("ada", all, `{"code":"FRIENDS","name":"Friends","percent":20}`), wantStatus: http.StatusConflict,
				want: refused("/code", "taken")},
			{name: "an order", request: create("bob", "/v1/orders", `{"model_id":1}`), wantStatus: 201, want: map[string]any{"id": "1"}},
			{name: "a checkout with a code that nobody made", request: create("bob", "/v1/checkouts", `{"order_ids":[1],"coupon":"ENEMIES"}`),
				wantStatus: 422, want: refused("/coupon", "unknown")},
			{name: "a checkout with it", request: create("bob", "/v1/checkouts", `{"order_ids":[1],"coupon":"Friends"}`), wantStatus: 201,
				want: map[string]any{"sum": "11.25", "discount": "1.25", "coupons": []any{"FRIENDS"}, "orders.0.price": "11.25"}},
			{name: "the order", request: get("bob", "/v1/orders/1"), wantStatus: 200, want: map[string]any{"price": "11.25"}},
			{name: "not of others", request: get("bob", one), wantStatus: http.StatusNotFound},
			{name: "nor to end", request: request{method: "DELETE", path: one, as: "bob"}, wantStatus: http.StatusNotFound},
			{name: "for any number", request: put("ada", one, `{"uses":null,"amount":"3.00"}`), wantStatus: 200,
				want: map[string]any{"uses": nil, "uses_each": 1, "amount": "3.00", "percent": nil}},
			{name: "ended", request: request{method: "DELETE", path: one, as: "ada"}, wantStatus: http.StatusNoContent},
			{name: "read", request: get("ada", one), wantStatus: 200, want: map[string]any{"state": "ended"}},
			{name: "for all", request: create("", all, `{"code":"FAIR-2026","name":"Fair","amount":"5.00","covers":"marketplace"}`).by(boss),
				wantStatus: 201, want: map[string]any{"id": 2, "covers": "marketplace"}},
			{name: "of all", request: get("", all+"?covers=marketplace").by(boss), wantStatus: 200, want: map[string]any{"total": 1}},
		})
	})
}
