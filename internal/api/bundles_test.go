package api_test

import (
	"net/http"
	"strings"
	"testing"

	"vitrine"
)

// TestBundles makes, sells, changes and ends models that are sold together.
func TestBundles(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		s.offer(t, "ada", complete, "a.stl")
		s.offer(t, "ada", strings.Replace(complete, "Oak", "Elm", 1), "b.stl")
		boss := s.hand(t, vitrine.Token{UserID: s.user(t, "admin").ID, Scopes: []vitrine.Scope{vitrine.ScopeAdmin, vitrine.ScopeModelsRead,
			vitrine.ScopeModelsWrite}})
		const all, one = "/v1/bundles", "/v1/bundles/1"
		const made = `{"name":"Pair","price":"20.00","model_ids":[2,1]}`
		s.run(t, []scenario{
			{name: "none", request: get("ada", all), wantStatus: 200, want: map[string]any{"total": 0, "bundles": []any{}}},
			{name: "signed out", request: get("", all), wantStatus: http.StatusUnauthorized},
			{name: "no such", request: get("ada", one), wantStatus: http.StatusNotFound},
			{name: "malformed", request: create("ada", all, `{"name":`), wantStatus: http.StatusBadRequest},
			{name: "of one model", request: create("ada", all, `{"name":"Pair","price":"20.00","model_ids":[1]}`), wantStatus: 422},
			{name: "for nothing said", request: create("ada", all, `{"name":"Pair","model_ids":[1,2]}`), wantStatus: 422,
				want: refused("/price", "required")},
			{name: "as dear as one by one", request: create("ada", all, `{"name":"Pair","price":"25.00","model_ids":[1,2]}`), wantStatus: 422,
				want: refused("/price", "too_large")},
			{name: "of what is not one's own", request: create("bob", all, made), wantStatus: 422, want: refused("/model_ids", "unknown")},
			{name: "of everybody", request: get("ada", all+"?all=true"), wantStatus: http.StatusForbidden},
			{name: "made", request: create("ada", all, made), wantStatus: 201,
				want: map[string]any{"success": true, "id": 1, "name": "Pair", "author_name": "ada", "price": "20.00", "singly": "25.00",
					"currency": "USD", "model_ids.0": 1, "model_ids.1": 2, "models.1.price": "12.50", "models.1.sold": true, "state": "offered",
					"withheld_because": nil, "ends_at": nil}},
			{name: "seen by all while it is offered", request: get("bob", one), wantStatus: 200, want: map[string]any{"name": "Pair"}},
			{name: "with a model", request: get("bob", all+"?model_id=2"), wantStatus: 200, want: map[string]any{"total": 1, "bundles.0.id": 1}},
			{name: "with another one", request: get("bob", all+"?model_id=3"), wantStatus: 200, want: map[string]any{"total": 0}},
			{name: "not of others", request: put("bob", one, `{"price":"1.00"}`), wantStatus: http.StatusNotFound},
			{name: "nor to end", request: request{method: "DELETE", path: one, as: "bob"}, wantStatus: http.StatusNotFound},
			{name: "an order", request: create("bob", "/v1/orders", `{"model_id":1}`), wantStatus: 201, want: map[string]any{"id": "1"}},
			{name: "a part", request: create("bob", "/v1/checkouts", `{"order_ids":[1],"bundle_ids":[1]}`), wantStatus: 422,
				want: refused("/bundle_ids", "incomplete")},
			{name: "the other order", request: create("bob", "/v1/orders", `{"model_id":2}`), wantStatus: 201, want: map[string]any{"id": "2"}},
			{name: "none such", request: create("bob", "/v1/checkouts", `{"order_ids":[1,2],"bundle_ids":[9]}`), wantStatus: 422,
				want: refused("/bundle_ids", "unknown")},
			{name: "a checkout without it", request: create("bob", "/v1/checkouts", `{"order_ids":[1,2]}`), wantStatus: 201,
				want: map[string]any{"sum": "25.00", "discount": "0.00", "bundle_ids": []any{}, "orders.0.bundle_id": nil}},
			{name: "a checkout with it", request: create("bob", "/v1/checkouts", `{"order_ids":[1,2],"bundle_ids":[1]}`), wantStatus: 201,
				want: map[string]any{"sum": "20.00", "discount": "5.00", "bundle_ids.0": 1, "orders.0.price": "10.00",
					"orders.0.bundle_id": 1}},
			{name: "one order is paid, by an operator", request: put("", "/v1/orders/1", `{"status":"paid"}`).by(boss), wantStatus: 409,
				want: map[string]any{"code": "conflict"}},
			{name: "it is not paid", request: get("bob", "/v1/orders/1"), wantStatus: 200, want: map[string]any{"status": "unpaid"}},
			{name: "the order", request: get("bob", "/v1/orders/1"), wantStatus: 200, want: map[string]any{"price": "10.00"}},
			{name: "another price", request: put("ada", one, `{"price":"19.00","ends_at":null}`), wantStatus: 200,
				want: map[string]any{"price": "19.00"}},
			{name: "a model leaves", request: put("ada", "/v1/models/2", `{"status":"draft"}`), wantStatus: 200},
			{name: "withheld", request: get("ada", one), wantStatus: 200, want: map[string]any{"state": "withheld",
				"withheld_because": "model_gone", "models.1.sold": false}},
			{name: "seen by others no more", request: get("bob", one), wantStatus: http.StatusNotFound},
			{name: "of everybody, by an operator", request: get("", all+"?all=true").by(boss), wantStatus: 200, want: map[string]any{"total": 1}},
			{name: "of everybody with a model", request: get("", all+"?all=true&model_id=1").by(boss), wantStatus: http.StatusBadRequest},
			{name: "ended by an operator", request: request{method: "DELETE", path: one}.by(boss), wantStatus: http.StatusNoContent},
			{name: "read", request: get("ada", one), wantStatus: 200, want: map[string]any{"state": "ended"}},
			{name: "ended twice", request: request{method: "DELETE", path: one, as: "ada"}, wantStatus: http.StatusConflict},
		})
	})
}
