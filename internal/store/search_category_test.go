package store_test

import (
	"path/filepath"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestMovedCategoryTakesItsModelsAlong moves a subcategory: what is in it is found below
// its new parent at once, and no document waits for a merge because of that.
func TestMovedCategoryTakesItsModelsAlong(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]string{
		"SQLite": filepath.Join(t.TempDir(), "vitrine.db"), "PostgreSQL": storetest.NewPostgres(t).Address(t),
	} {
		s := newShelf(t, address, 200)
		s.askCategories(t, name)
		moved, parent := &s.sub[0], s.top[1]
		inTx(t, s.db, func(tx *store.Tx) error { return tx.MoveCategory(t.Context(), moved.ID, parent.ID, time.UnixMicro(9)) })
		moved.ParentID = parent.ID
		for _, m := range s.models {
			if m.Subcategory.ID == moved.ID {
				m.Category = parent
			}
		}
		if waits, err := s.db.SearchToMerge(t.Context()); err != nil || waits {
			t.Errorf("%s: documents wait: %v, %v", name, waits, err)
		}
		s.askCategories(t, name+", moved")
	}
}

// askCategories asks for each category, with a word and without.
func (s *shelf) askCategories(t *testing.T, when string) {
	t.Helper()
	for _, c := range append(append([]vitrine.Category{}, s.top...), s.sub...) {
		for _, keywords := range []string{"", "model"} {
			q := vitrine.CatalogueQuery{CategoryID: c.ID, Keywords: keywords, AdultContent: true, Sort: vitrine.Newest,
				Page: vitrine.Page{Number: 1, Size: 20}}
			if !s.compare(t, s.db, q) {
				t.Errorf("%s: %+v", when, q)
			}
			found, err := s.db.Facets(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			for _, facet := range found.Facets {
				for _, value := range facet.Values {
					if want := int64(s.chosen(q, facet.Name, value)); value.Count != want {
						t.Errorf("%s: %s %s has %d models, want %d", when, facet.Name, value.Value, value.Count, want)
					}
				}
			}
		}
	}
}
