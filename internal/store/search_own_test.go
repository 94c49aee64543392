package store_test

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"vitrine"
	"vitrine/internal/store/storetest"
	"vitrine/internal/words"
)

// TestOwnSearchIsAScan has authors of many models search their own: published ones by
// the index, drafts by their documents, some of both waiting for their merge.
func TestOwnSearchIsAScan(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]string{
		"SQLite": filepath.Join(t.TempDir(), "vitrine.db"), "PostgreSQL": storetest.NewPostgres(t).Address(t),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newShelf(t, address, 2_100)
			s.askOwn(t, "merged", 60)
			for range 60 {
				s.change(t)
			}
			for _, author := range s.authors {
				if n, err := s.db.WordCounts(t.Context()); err != nil || n[":author="+fmt.Sprint(author.ID)] < 500 {
					t.Fatalf("an author has %d models, %v", n[":author="+fmt.Sprint(author.ID)], err)
				}
			}
			s.askOwn(t, "changed", 60)
		})
	}
}

// askOwn asks for own models of authors.
func (s *shelf) askOwn(t *testing.T, when string, n int) {
	t.Helper()
	for range n {
		q := vitrine.OwnQuery{AuthorID: s.authors[s.random.IntN(3)].ID, Filter: s.question()}
		if s.flip(2) {
			q.Filter = vitrine.CatalogueQuery{Language: q.Filter.Language, AdultContent: true, Sort: q.Filter.Sort, Page: q.Filter.Page}
		}
		q.Filter.Author, q.Filter.Keywords = "", s.text(1+s.random.IntN(2))
		if s.flip(4) {
			q.Status = []vitrine.Status{vitrine.Draft, vitrine.Published}[s.random.IntN(2)]
		}
		want := s.findOwn(q)
		for number := range 3 {
			page, err := s.db.OwnModels(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			if !s.samePage(t, page, want, number, q.Filter.Page.Size) {
				t.Fatalf("%s: page %d of %+v", when, number, q)
			}
			if page.Next == "" {
				break
			}
			q.Filter.Page.Cursor = page.Next
		}
	}
}

// findOwn goes through all models of an author.
func (s *shelf) findOwn(q vitrine.OwnQuery) []int64 {
	asked := words.Parse(q.Filter.Language, q.Filter.Keywords)
	var found []*vitrine.Model
	tiers := map[int64]int{}
	for _, m := range s.models {
		if tier, ok := s.tier(m, asked); ok && m.AuthorID == q.AuthorID && (q.Status == "" || m.Status == q.Status) && s.passes(m, q.Filter) {
			tiers[m.ID] = tier
			found = append(found, m)
		}
	}
	slices.SortFunc(found, func(a, b *vitrine.Model) int {
		switch q.Filter.Sort {
		case vitrine.BestMatch:
			return cmp.Or(cmp.Compare(tiers[a.ID], tiers[b.ID]), cmp.Compare(b.ID, a.ID))
		case vitrine.Oldest:
			return cmp.Compare(a.ID, b.ID)
		case vitrine.BySales:
			return cmp.Or(cmp.Compare(b.Sales, a.Sales), cmp.Compare(b.ID, a.ID))
		case vitrine.LowerPrice:
			return cmp.Or(cmp.Compare(*a.Price, *b.Price), cmp.Compare(a.ID, b.ID))
		case vitrine.HigherPrice:
			return cmp.Or(cmp.Compare(*b.Price, *a.Price), cmp.Compare(b.ID, a.ID))
		default:
			return cmp.Compare(b.ID, a.ID)
		}
	})
	ids := make([]int64, len(found))
	for i, m := range found {
		ids[i] = m.ID
	}
	return ids
}
