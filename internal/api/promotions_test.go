package api_test

import (
	"net/http"
	"testing"
	"time"

	"vitrine"
)

// TestPromotions plans, changes and ends discounts, and reads prices meanwhile.
func TestPromotions(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		path, _ := s.offer(t, "ada", complete, "a.stl")
		boss := s.hand(t, vitrine.Token{UserID: s.user(t, "admin").ID, Scopes: []vitrine.Scope{vitrine.ScopeAdmin, vitrine.ScopeModelsRead,
			vitrine.ScopeModelsWrite}})
		const all, one, part = "/v1/promotions", "/v1/promotions/1", "/v1/promotion-part"
		s.clock.Advance(time.Hour)
		s.run(t, []scenario{
			{name: "none", request: get("ada", all), wantStatus: 200, want: map[string]any{"total": 0, "promotions": []any{}}},
			{name: "signed out", request: get("", all), wantStatus: http.StatusUnauthorized},
			{name: "no such", request: get("ada", one), wantStatus: http.StatusNotFound},
			{name: "malformed", request: create("ada", all, `{"name":`), wantStatus: http.StatusBadRequest},
			{name: "of nothing", request: create("ada", all, `{"name":"Spring","ends_at":"2026-04-01T00:00:00Z"}`), wantStatus: 422,
				want: refused("/percent", "required")},
			{name: "by too much", request: create("ada", all, `{"name":"Spring","percent":100,"ends_at":"2026-04-01T00:00:00Z"}`), wantStatus: 422},
			{name: "nowhere", request: create("ada", all, `{"name":"Spring","percent":20,"ends_at":"2026-04-01T00:00:00Z","time_zone":"Atlantis"}`),
				wantStatus: 422, want: refused("/time_zone", "unknown")},
			{name: "of what is not one's own", request: create("bob", all,
				`{"name":"Spring","percent":20,"ends_at":"2026-04-01T00:00:00Z","model_ids":[1]}`), wantStatus: 422, want: refused("/model_ids", "unknown")},
			{name: "of the whole market", request: create("ada", all,
				`{"name":"Spring","percent":20,"ends_at":"2026-04-01T00:00:00Z","covers":"marketplace"}`), wantStatus: http.StatusForbidden},
			{name: "from now on", request: create("ada", all,
				`{"name":"Spring","percent":20,"ends_at":"2026-04-01T02:00:00+02:00","time_zone":"Europe/Berlin"}`), wantStatus: 201,
				want: map[string]any{"success": true, "id": 1, "state": "running", "percent": 20, "price": nil, "model_ids": nil,
					"ends_at": "2026-04-01T00:00:00Z", "time_zone": "Europe/Berlin", "covers": "own"}},
			{name: "the price", request: get("bob", path), wantStatus: 200, want: map[string]any{"prices.download": "10.00",
				"prices.original": "12.50", "prices.lowest_30_days": "12.50"}},
			{name: "found as discounted", request: get("bob", "/v1/models?discounted=true&max_price=10"), wantStatus: 200, want: map[string]any{
				"total": 1, "models.0.prices.download": "10.00"}},
			{name: "at the same time", request: create("ada", all, `{"name":"More","percent":30,"ends_at":"2026-03-09T00:00:00Z"}`),
				wantStatus: http.StatusConflict, want: refused("/begins_at", "overlaps")},
			{name: "not of others", request: get("bob", one), wantStatus: http.StatusNotFound},
			{name: "nor to end", request: request{method: "DELETE", path: one, as: "bob"}, wantStatus: http.StatusNotFound},
			{name: "lower still", request: put("ada", one, `{"percent":30}`), wantStatus: http.StatusConflict},
			{name: "longer", request: put("ada", one, `{"ends_at":"2026-04-02T00:00:00Z"}`), wantStatus: 200,
				want: map[string]any{"ends_at": "2026-04-02T00:00:00Z", "state": "running"}},
			{name: "ended by hand", request: request{method: "DELETE", path: one, as: "ada"}, wantStatus: http.StatusNoContent},
			{name: "the price of before", request: get("bob", path), wantStatus: 200, want: map[string]any{"prices.download": "12.50",
				"prices.original": nil, "prices.lowest_30_days": nil}},
			{name: "no part", request: get("ada", part), wantStatus: 200, want: map[string]any{"takes_part": false}},
			{name: "a part", request: put("ada", part, `{"takes_part":true}`), wantStatus: 200, want: map[string]any{"takes_part": true}},
			{name: "for all", request: create("", all, `{"name":"Fair","price":"9.99","ends_at":"2026-04-01T00:00:00Z","covers":"marketplace"}`).by(boss),
				wantStatus: 201, want: map[string]any{"id": 2, "covers": "marketplace", "price": "9.99", "percent": nil}},
			{name: "the price of all", request: get("bob", path), wantStatus: 200, want: map[string]any{"prices.download": "9.99"}},
			{name: "not the seller's to end", request: request{method: "DELETE", path: "/v1/promotions/2", as: "ada"},
				wantStatus: http.StatusNotFound},
			{name: "of all", request: get("", all+"?covers=marketplace").by(boss), wantStatus: 200, want: map[string]any{"total": 1}},
		})
	})
}
