package api_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine"
)

// merge has the words of models known, which a worker does a second after a change.
func (s *server) merge(t *testing.T) {
	t.Helper()
	if err := s.db.MergeSearch(t.Context()); err != nil {
		t.Fatal(err)
	}
}

type suggestedSearch struct {
	Keywords string
	Total    int64
	Relation string `json:"total_relation"`
}

// suggested reads the answer of an operation that suggests searches.
func (s *server) suggested(t *testing.T, operation, query string) []suggestedSearch {
	t.Helper()
	got := s.do(t, get("eve", "/v1/"+operation+"?"+query))
	wantStatus(t, got, http.StatusOK)
	var found map[string][]suggestedSearch
	if err := json.Unmarshal(got.Body, &found); err != nil || len(found) != 1 || found[operation] == nil {
		t.Fatalf("%s: %v", got.Body, err)
	}
	return found[operation]
}

// publishWords has three oak chairs for sale, an adult one, and a draft.
func (s *server) publishWords(t *testing.T) {
	t.Helper()
	for _, title := range []string{"Oak chair", "Oak chair of spindles", "Oak chairs"} {
		s.offer(t, "ada", strings.Replace(complete, `"title":"Oak chair"`, `"title":`+strconv.Quote(title), 1), "chair.stl")
	}
	s.offer(t, "ada", strings.Replace(complete, `"title":"Oak chair"`, `"adult_content":true,"title":"Chaise longue"`, 1), "chair.stl")
	wantStatus(t, s.do(t, request{method: "POST", path: "/v1/models", as: "eve", body: `{"title":"Chasuble"}`}), http.StatusCreated)
	s.merge(t)
}

// TestSuggestions holds what is suggested against the lists that it leads to.
func TestSuggestions(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, s *server) {
		s.publishWords(t)
		s.suggestions(t)
	})
}

func (s *server) suggestions(t *testing.T) {
	t.Helper()
	for _, test := range []struct {
		operation, query string
		want             []suggestedSearch
	}{
		{"suggestions", "keywords=cha", []suggestedSearch{{"chair", 3, "eq"}, {"chairs", 3, "eq"}}},
		{"suggestions", "keywords=cha&adult_content=true", []suggestedSearch{{"chair", 4, "eq"}, {"chairs", 4, "eq"}, {"chaise", 1, "eq"}}},
		{"suggestions", "keywords=Spindles+Cha&extensions=stl", []suggestedSearch{{"Spindles Chair", 1, "eq"}, {"Spindles Chairs", 1, "eq"}}},
		{"suggestions", "keywords=cha&product_type=printable", []suggestedSearch{}},
		{"suggestions", "keywords=chas", []suggestedSearch{}}, {"suggestions", "", []suggestedSearch{}},
		{"corrections", "keywords=oak+chiar", []suggestedSearch{{"oak chair", 3, "eq"}}},
		{"corrections", "keywords=Spnidles+cahir", []suggestedSearch{{"spindles chair", 1, "eq"}}},
		{"corrections", "keywords=oak+chiar&max_price=1", []suggestedSearch{}},
		{"corrections", "keywords=chiase", []suggestedSearch{}},
		{"corrections", "keywords=chaisse&adult_content=true", []suggestedSearch{{"chaise", 1, "eq"}}},
		{"corrections", "keywords=chair", []suggestedSearch{}}, {"corrections", "", []suggestedSearch{}},
	} {
		found := s.suggested(t, test.operation, test.query)
		if diff := cmp.Diff(test.want, found); diff != "" {
			t.Errorf("%s?%s (-want +got):\n%s", test.operation, test.query, diff)
		}
		for _, search := range found {
			if want := s.total(t, test.query, "keywords="+strings.ReplaceAll(search.Keywords, " ", "+")); search.Total != want {
				t.Errorf("%s?%s: %s finds %d, the list has %d", test.operation, test.query, search.Keywords, search.Total, want)
			}
		}
	}
}

func TestSuggestionsRefuse(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	for _, operation := range []string{"suggestions", "corrections"} {
		for query, want := range map[string]string{
			"min_price=cheap": "min_price", "adult_content=perhaps": "adult_content", "polygons=many": "polygons",
		} {
			got := s.do(t, get("eve", "/v1/"+operation+"?keywords=cha&"+query))
			if got.Status != http.StatusBadRequest || got.at(t, "errors.0.parameter") != want {
				t.Errorf("%s?%s: status %d, %s", operation, query, got.Status, got.Body)
			}
		}
		wantStatus(t, s.do(t, get("", "/v1/"+operation)), http.StatusUnauthorized)
		unscoped := get("", "/v1/"+operation).with("Authorization", "Bearer "+s.without(t, vitrine.ScopeModelsRead))
		wantStatus(t, s.do(t, unscoped), http.StatusForbidden)
	}
}
