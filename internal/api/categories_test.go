package api_test

import (
	"encoding/json"
	"testing"

	"vitrine"
	"vitrine/internal/shop"
)

func TestCategories(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	get := func(path string) request { return request{method: "GET", path: path, as: "ada"} }
	s.run(t, []scenario{
		{name: "all", request: get("/v1/categories"), wantStatus: 200, want: map[string]any{"categories.0.parent_id": nil}},
		{name: "one", request: get("/v1/categories/1"), wantStatus: 200, golden: "category"},
		{name: "one below", request: get("/v1/categories/101.json"), wantStatus: 200, want: map[string]any{"id": 101}},
		{name: "none", request: get("/v1/categories/99999"), wantStatus: 404, want: map[string]any{"code": "not_found"}},
		{name: "not an id", request: get("/v1/categories/x"), wantStatus: 404},
		{name: "signed out", request: request{method: "GET", path: "/v1/categories"}, wantStatus: 401},
		{name: "one, signed out", request: request{method: "GET", path: "/v1/categories/1"}, wantStatus: 401},
	})

	var list struct {
		Categories []struct {
			ID       int64
			ParentID *int64 `json:"parent_id"`
		}
	}
	if err := json.Unmarshal(s.do(t, get("/v1/categories")).Body, &list); err != nil {
		t.Fatal(err)
	}
	seen := map[int64]bool{}
	for _, c := range list.Categories {
		if c.ParentID != nil && !seen[*c.ParentID] {
			t.Errorf("category %d stands before its parent %d", c.ID, *c.ParentID)
		}
		seen[c.ID] = true
	}
	if len(seen) < 100 {
		t.Errorf("%d categories, want the shipped tree", len(seen))
	}
}

func TestCategoryChangesShow(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	before := s.do(t, request{method: "GET", path: "/v1/categories/1", as: "ada"}).Header.Get("ETag")
	if _, err := s.shop.UpdateCategory(t.Context(), 1, shop.CategoryChange{Title: vitrine.Some("Renamed")}); err != nil {
		t.Fatal(err)
	}
	s.run(t, []scenario{{name: "changed", wantStatus: 200, want: map[string]any{"title": "Renamed"},
		request: request{method: "GET", path: "/v1/categories/1", as: "ada", header: map[string]string{"If-None-Match": before}}}})
}

func TestFileTypes(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	get := func(path string) request { return request{method: "GET", path: path, as: "ada"} }
	s.run(t, []scenario{
		{name: "all", request: get("/v1/file_types"), wantStatus: 200},
		{name: "one", request: get("/v1/file_types/1"), wantStatus: 200, golden: "file_type"},
		{name: "none", request: get("/v1/file_types/99999"), wantStatus: 404},
		{name: "not an id", request: get("/v1/file_types/glb"), wantStatus: 404},
		{name: "signed out", request: request{method: "GET", path: "/v1/file_types"}, wantStatus: 401},
	})
}

func TestLimits(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	s.run(t, []scenario{
		{name: "all", request: request{method: "GET", path: "/v1/limits", as: "ada"}, wantStatus: 200, golden: "limits"},
		{name: "signed out", request: request{method: "GET", path: "/v1/limits"}, wantStatus: 401},
	})
}
