package storetest

import (
	"testing"

	"vitrine"
	"vitrine/internal/store"
)

// testMemories asks for the same twice, and a third time after a change.
func testMemories(t *testing.T, db *store.DB) {
	ada := newUser(t, db, "ada")
	publish(t, db, ada, "boat", nil)
	searched := vitrine.CatalogueQuery{Sort: vitrine.BestMatch, Keywords: "boat", Page: vitrine.Page{Number: 1, Size: 5}}
	for range 2 {
		_, err := db.Catalogue(t.Context(), searched)
		wantCode(t, err, "")
		_, err = db.Facets(t.Context(), searched)
		wantCode(t, err, "")
	}
	counted := func() map[string]store.MemoryCounts {
		all := map[string]store.MemoryCounts{}
		for name, counts := range db.Memories() {
			all[name] = counts()
		}
		return all
	}
	before := counted()
	for name, got := range before {
		if name != "search_words" && name != "search_blocks" && (got.Hits != 1 || got.Misses != 1 || got.Values != 1 || got.Bytes < 10) {
			t.Errorf("%s: %+v, want one hit and one miss", name, got)
		}
	}
	if words := before["search_words"]; words.Hits+words.Misses == 0 {
		t.Errorf("words: %+v", words)
	}
	publish(t, db, ada, "second boat", nil)
	_, err := db.Catalogue(t.Context(), searched)
	wantCode(t, err, "")
	if got := counted()["lists"]; got.Hits != 1 || got.Misses != 2 || got.Values != 1 {
		t.Errorf("after a change lists are %+v", got)
	}
}
