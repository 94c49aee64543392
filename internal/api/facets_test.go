package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"
)

// listFacets is an answer of the interface.
type listFacets struct {
	Total    int64
	Relation string `json:"total_relation"`
	Facets   []struct {
		Name   string
		Values []struct {
			Value, Query string
			Count        int64
		}
	}
}

func readFacets(t *testing.T, got answer) listFacets {
	t.Helper()
	wantStatus(t, got, http.StatusOK)
	var found listFacets
	if err := json.Unmarshal(got.Body, &found); err != nil {
		t.Fatal(err)
	}
	return found
}

// count is the number beside a value.
func (l listFacets) count(t *testing.T, name, value string) int64 {
	t.Helper()
	for _, facet := range l.Facets {
		for _, v := range facet.Values {
			if facet.Name == name && v.Value == value {
				return v.Count
			}
		}
	}
	t.Fatalf("no %s %s: %+v", name, value, l)
	return 0
}

// TestFacetsAreTotals follows what each value of a facet says that it leads to.
func TestFacetsAreTotals(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		s.publishWares(t)
		s.facetsAreTotals(t)
	}, readsNothing)
}

func (s *server) facetsAreTotals(t *testing.T) {
	t.Helper()
	for _, query := range []string{"", "keywords=sale", "keywords=%22for+sale%22&author=bob", "keywords=nothing", "min_price=30",
		"product_type=printable", "category_id=12", "extensions=obj,xyz&polygons=lt_5k", "adult_content=true&discounted=false",
		"ai_generated=false",
		"animated=false&low_poly=true", "license=exclude_editorial", "page=99&per_page=1&sort=sales&mine=true"} {
		found := readFacets(t, s.do(t, get("eve", "/v1/facets?"+query)))
		if want := s.total(t, query, ""); found.Total != want || found.Relation != "eq" {
			t.Errorf("?%s: total %d %s, want %d", query, found.Total, found.Relation, want)
		}
		followed := 0
		for _, facet := range found.Facets {
			for _, v := range facet.Values {
				// Most of the tree's branches are empty.
				if v.Query == "" || facet.Name == "category" && v.Count == 0 && v.Value != "1" {
					continue
				}
				followed++
				if want := s.total(t, query, v.Query); v.Count != want {
					t.Errorf("?%s: %s %s has %d models, and the list with %s %d", query, facet.Name, v.Value, v.Count, v.Query, want)
				}
			}
		}
		if followed < 22 {
			t.Errorf("?%s: %d values lead somewhere", query, followed)
		}
		s.clock.Advance(time.Minute) // budgets are full again
	}
}

// total is that of a list with other parameters in the place of its own.
func (s *server) total(t *testing.T, query, other string) int64 {
	t.Helper()
	asked, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	choice, err := url.ParseQuery(other)
	if err != nil {
		t.Fatal(err)
	}
	if choice.Has("min_price") {
		asked.Del("max_price")
	}
	for name, values := range choice {
		asked[name] = values
	}
	for _, name := range []string{"page", "mine"} {
		asked.Del(name)
	}
	got := s.do(t, get("eve", "/v1/models?"+asked.Encode()))
	wantStatus(t, got, http.StatusOK)
	var list struct{ Total int64 }
	if err := json.Unmarshal(got.Body, &list); err != nil {
		t.Fatal(err)
	}
	return list.Total
}

func TestFacets(t *testing.T) {
	t.Parallel()
	s := catalogue(t)
	found := readFacets(t, s.do(t, get("eve", "/v1/facets?license=exclude_editorial&adult_content=true")))
	for facet, values := range map[string]map[string]int64{
		"license":  {"general": 8, "editorial": 1, "custom": 0},
		"price":    {"0.00-0.00": 0, "0.01-4.99": 1, "5.00-9.99": 3, "25.00-49.99": 2, "100.00-249.99": 2, "250.00-": 0},
		"category": {"1": 3}, "extension": {"obj": 5, "stl": 2, "xyz": 1}, "trait": {"low_poly": 2, "rigged": 0, "discounted": 1},
		"ai_generated": {"true": 0, "false": 8},
	} {
		for value, want := range values {
			if got := found.count(t, facet, value); got != want {
				t.Errorf("%s %s: %d models, want %d", facet, value, got, want)
			}
		}
	}

	for query, want := range map[string]string{
		"min_price=cheap": "min_price", "polygons=many": "polygons", "extensions=": "extensions", "min_admin_rating=11": "min_admin_rating",
		"animated=perhaps": "animated", "license=general": "license", "category_id=chairs": "category_id",
	} {
		got := s.do(t, get("eve", "/v1/facets?"+query))
		if got.Status != http.StatusBadRequest || got.at(t, "errors.0.parameter") != want {
			t.Errorf("?%s: status %d, %s", query, got.Status, got.Body)
		}
	}
}

// TestFacetsAreConditional sees that they are sent again once a model is sold for another
// price, and not before.
func TestFacetsAreConditional(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", complete, "chair.stl")
	first := s.do(t, get("eve", "/v1/facets?keywords=chair"))
	wantStatus(t, first, http.StatusOK)
	again := func(why string, want int) {
		t.Helper()
		got := s.do(t, request{method: "GET", path: "/v1/facets?keywords=chair", as: "bob",
			header: map[string]string{"If-None-Match": first.Header.Get("ETag")}})
		if got.Status != want {
			t.Errorf("%s: status %d, want %d", why, got.Status, want)
		}
	}
	again("unchanged", http.StatusNotModified)
	wantStatus(t, s.do(t, request{method: "PUT", path: path, as: "ada", body: fmt.Sprintf(`{"price":%d}`, 999)}), http.StatusOK)
	again("at another price", http.StatusOK)
}
