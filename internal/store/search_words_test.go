package store_test

import (
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestWordsAddedTwice adds words that another process has added since they were looked
// for: they keep their ids, and stay spelled if one of both has them spelled.
func TestWordsAddedTwice(t *testing.T) {
	t.Parallel()
	for name, db := range map[string]*store.DB{"SQLite": storetest.SQLite(t), "PostgreSQL": storetest.NewPostgres(t).Open(t)} {
		first, err := db.AddWords(t.Context(), []string{"oak", "chair"}, map[string]bool{"oak": true})
		if err != nil {
			t.Fatal(err)
		}
		second, err := db.AddWords(t.Context(), []string{"chair", "oak"}, map[string]bool{"chair": true})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if diff := gocmp.Diff(first, second); diff != "" || len(first) != 2 {
			t.Errorf("%s: the ids of words that are added again (-, +):\n%s", name, diff)
		}
		var spelled []string
		if spelled, err = db.SpelledWords(t.Context()); err != nil || len(spelled) != 2 {
			t.Errorf("%s: %q are spelled, %v", name, spelled, err)
		}
	}
}
