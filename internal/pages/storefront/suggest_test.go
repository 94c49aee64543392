package storefront_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/payment"
)

func (s *site) merge(t *testing.T) {
	t.Helper()
	if err := s.db.MergeSearch(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// suggested are the searches that typed words may become, each with how many models it finds.
func (s *site) suggested(t *testing.T, typed string) []string {
	t.Helper()
	path := "/suggest?q=" + url.QueryEscape(typed)
	got := s.get(t, path)
	got.wantStatus(t, http.StatusOK)
	wantForModules(t, path, got)
	var found []struct {
		Keywords string
		Models   int64
	}
	if err := json.Unmarshal([]byte(got.body), &found); err != nil || found == nil {
		t.Fatalf("%s: %v: %s", path, err, got.body)
	}
	list := []string{}
	for _, f := range found {
		list = append(list, fmt.Sprint(f.Keywords, " ", f.Models))
	}
	return list
}

// TestSuggest types what models have in their titles that are for sale, for adults alone, hidden, drafts, and deleted.
func TestSuggest(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	for _, title := range []string{"Oak chair", "Oak chairs", "Oak charm <b>"} {
		s.publish(t, title, 5)
	}
	s.publishOf(t, map[string]any{"title": "Oak chaperone", "adult_content": true})
	s.draft(t, "Oak champagne", 5)
	s.call(t, s.seller, "PUT", s.publish(t, "Oak chalice", 5), map[string]any{"status": "draft"}, http.StatusOK)
	s.call(t, s.seller, "DELETE", s.publish(t, "Oak chandelier", 5), nil, http.StatusNoContent)
	s.merge(t)
	s.call(t, s.seller, "PUT", s.publish(t, "Oak chapel", 5), map[string]any{"adult_content": true}, http.StatusOK)
	for range 2 {
		for typed, want := range map[string][]string{
			"oak cha": {"oak chair 2", "oak chairs 2", "oak charm 1"}, "cha": {"chair 2", "chairs 2", "charm 1"}, "Oak Char": {"Oak Charm 1"},
			"chal": {}, "chap": {}, "cham": {}, "chan": {}, "": {}, "%": {}, "pine cha": {}, `"oak cha`: {"\"oak chair 2", "\"oak chairs 2", "\"oak charm 1"},
			`"oak oak" cha`: {}, "日本": {}, "<script>cha": {},
		} {
			if diff := cmp.Diff(want, s.suggested(t, typed)); diff != "" {
				t.Errorf("%q (-want +got):\n%s", typed, diff)
			}
		}
		s.merge(t)
	}
	if got := s.suggested(t, "cha&adult_content=true"); len(got) > 0 {
		t.Errorf("a parameter in the words has %q suggested", got)
	}
	if got := s.get(t, "/suggest?q=chap&adult_content=true").body; got != "[]" {
		t.Errorf("whoever asks for adult content is suggested %s", got)
	}
}

// TestSuggestionsAreOfNow changes what was suggested a moment ago.
func TestSuggestionsAreOfNow(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	chair := s.publish(t, "Chair", 5)
	s.merge(t)
	want := func(why string, list ...string) {
		t.Helper()
		for range 2 {
			if got := strings.Join(s.suggested(t, "ch"), ", "); got != strings.Join(list, ", ") {
				t.Errorf("%s: %q, want %q", why, got, list)
			}
		}
	}
	want("a chair", "chair 1")
	second := s.publish(t, "Chair and chest", 5)
	want("before the words are known", "chair 2")
	s.merge(t)
	s.publish(t, "Table", 5)
	want("another model", "chair 2", "chest 1")
	s.call(t, s.seller, "PUT", second, map[string]any{"adult_content": true}, http.StatusOK)
	want("adult content", "chair 1")
	s.call(t, s.seller, "PUT", chair, map[string]any{"status": "draft"}, http.StatusOK)
	want("a draft")
}
