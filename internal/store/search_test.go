package store_test

import (
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestSearchIsAScan asks both databases a thousand queries, with filters, orders, numbers
// of pages and cursors, and compares each page and total with what going through all
// models finds: while documents wait for their merge, when all are merged, after changes,
// while the index is built anew, and in a process that hears of it all from the database.
func TestSearchIsAScan(t *testing.T) {
	t.Parallel()
	postgres := storetest.NewPostgres(t)
	file := filepath.Join(t.TempDir(), "vitrine.db")
	for name, address := range map[string]string{"SQLite": file, "PostgreSQL": postgres.Address(t)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			scan(t, address)
		})
	}
}

func scan(t *testing.T, address string) {
	s := &shelf{now: &atomic.Int64{}, random: rand.New(rand.NewPCG(11, 21)), models: map[int64]*vitrine.Model{}, formats: map[int64][]string{},
		indexed: map[string][]string{}}
	s.now.Store(time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC).UnixNano())
	s.sqlite = !strings.HasPrefix(address, "postgres")
	s.db, s.other = s.open(t, address), s.open(t, address)
	s.furnish(t)
	s.publish(t, 1_500)
	s.ask(t, "all wait", 150)
	s.merge(t)
	s.ask(t, "all merged", 300)
	for range 120 {
		s.change(t)
	}
	s.ask(t, "changes wait", 200)
	s.merge(t)
	s.ask(t, "changes merged", 100)
	s.rebuild(t)
	s.ask(t, "built anew", 100)
	s.merge(t)
	for range 40 {
		s.change(t)
	}
	s.merge(t)
	s.ask(t, "merged into what was built", 150)
	s.earlier(t, address)
	q := vitrine.CatalogueQuery{Keywords: "model", Sort: vitrine.BySales, Language: "en", Page: vitrine.Page{Number: 1, Size: 20}}
	if found := len(s.find(q)); found < 600 || !s.compare(t, s.db, q) {
		t.Errorf("an earlier release's index, %d matches", found)
	}
	s.db.WalkOrders()
	if !s.compare(t, s.db, q) {
		t.Error("an earlier release's index, along the order")
	}
	// What was made with AI is not in it: lists without words are found in another way.
	q.AIGenerated = new(true)
	if _, err := s.db.Catalogue(t.Context(), q); vitrine.CodeOf(err) != vitrine.Unavailable {
		t.Errorf("an earlier release's index finds what was made with AI: %v", err)
	}
	if _, err := s.db.Facets(t.Context(), q); vitrine.CodeOf(err) != vitrine.Unavailable {
		t.Errorf("an earlier release's index counts what was made with AI: %v", err)
	}
	if q.Keywords = ""; !s.compare(t, s.db, q) {
		t.Error("an earlier release's index, what was made with AI")
	}
}

func (s *shelf) open(t *testing.T, address string) *store.DB {
	if _, err := os.Stat(address); s.sqlite && errors.Is(err, fs.ErrNotExist) {
		storetest.LaySQLite(t, address)
	}
	db, err := store.OpenWith(t.Context(), address, store.Options{Now: func() time.Time { return time.Unix(0, s.now.Load()) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func (s *shelf) merge(t *testing.T) {
	t.Helper()
	if err := s.db.MergeSearch(t.Context()); err != nil {
		t.Fatal(err)
	}
	if waits, err := s.db.SearchToMerge(t.Context()); err != nil || waits {
		t.Fatalf("after a merge documents wait: %v, %v", waits, err)
	}
}

// rebuild builds the index anew, cut off once in each of its parts, while models change
// and are merged.
func (s *shelf) rebuild(t *testing.T) {
	t.Helper()
	for i, cut := range []string{"blocks", "terms", "late"} {
		ctx, cancel := context.WithCancel(t.Context())
		steps := 0
		err := []*store.DB{s.db, s.other}[i%2].RebuildSearchBySteps(ctx, func(part string) {
			if steps++; steps < 8 || part == cut {
				s.changeBeside(t, part)
			}
			if part == cut && steps > 2 {
				cancel()
			}
		})
		if err == nil {
			t.Fatalf("a build that was cut off at the %s ended well", cut)
		}
		if left, err := s.db.SearchToRebuild(t.Context()); err != nil || !left {
			t.Fatalf("a build that was cut off is left: %v, %v", left, err)
		}
	}
	parts := map[string]int{}
	err := s.other.RebuildSearchBySteps(t.Context(), func(part string) {
		if parts[part]++; parts[part] < 4 {
			s.changeBeside(t, part)
		}
	})
	if err != nil || parts["blocks"] > 0 || parts["terms"] > 0 || parts["late"] < 2 {
		t.Fatalf("the build went on with %v: %v", parts, err)
	}
	if left, err := s.db.SearchToRebuild(t.Context()); err != nil || left {
		t.Fatalf("a build that ended is left: %v, %v", left, err)
	}
}

// earlier makes the index one of a release that did not know the sales, as processes of
// this one find it.
func (s *shelf) earlier(t *testing.T, address string) {
	t.Helper()
	inTx(t, s.db, func(tx *store.Tx) error {
		// One build after the first has its blocks below zero.
		err := tx.Run(t.Context(), `DELETE FROM search_blocks
			WHERE (id + 4611686018427387904) / 1048576 = 4 * (SELECT id FROM search_words WHERE word = 'sales=')`)
		if err != nil {
			return err
		}
		return tx.Run(t.Context(), "UPDATE settings SET value = '2' WHERE name = 'search_form'")
	})
	s.db, s.other = s.open(t, address), s.open(t, address)
}

// changeBeside changes models while the index is built.
func (s *shelf) changeBeside(t *testing.T, part string) {
	t.Helper()
	for range 4 {
		s.change(t)
	}
	s.ask(t, "being built: "+part, 1)
	if s.flip(2) {
		s.merge(t)
	}
}

// ask asks both processes queries.
func (s *shelf) ask(t *testing.T, when string, n int) {
	t.Helper()
	s.now.Add(int64(2 * time.Second)) // by now the other process looks again
	for i := range n {
		q := s.question()
		if s.manyForPhrases(q) {
			continue
		}
		for name, db := range map[string]*store.DB{"this": s.db, "the other": s.other} {
			if !s.compare(t, db, q) || i%8 == 0 && !s.compareFacets(t, db, q) {
				t.Fatalf("%s: %s process: %+v", when, name, q)
			}
		}
	}
}

// manyForPhrases reports whether a phrase is asked for in more models than are looked at.
func (s *shelf) manyForPhrases(q vitrine.CatalogueQuery) bool {
	all := vitrine.CatalogueQuery{Keywords: strings.ReplaceAll(q.Keywords, `"`, ""), Language: q.Language, AdultContent: true}
	return strings.Contains(q.Keywords, `"`) && len(s.find(all)) > 1_000
}

func (s *shelf) question() vitrine.CatalogueQuery {
	q := vitrine.CatalogueQuery{AdultContent: s.flip(3), Language: "en", Page: vitrine.Page{Number: 1, Size: 1 + s.random.IntN(30)}}
	q.Sort = []vitrine.Sort{vitrine.Newest, vitrine.Oldest, vitrine.LowerPrice, vitrine.HigherPrice, vitrine.BySales}[s.random.IntN(5)]
	if !s.flip(3) {
		q.Keywords = s.text(1 + s.random.IntN(3))
		if s.flip(8) {
			q.Keywords += ` "` + s.text(2) + `"`
		}
		if !s.flip(3) {
			q.Sort = vitrine.BestMatch
		}
	}
	flag := func() *bool {
		if !s.flip(6) {
			return nil
		}
		return new(s.flip(2))
	}
	q.Animated, q.PBR, q.Rigged, q.Discounted, q.LowPoly, q.Collection = flag(), flag(), flag(), flag(), flag(), flag()
	q.AIGenerated = flag()
	if s.flip(4) {
		q.CategoryID = slices.Concat(s.top, s.sub)[s.random.IntN(6)].ID
	}
	if s.flip(3) {
		price := s.price()
		q.MinPrice = &price
	}
	if s.flip(3) {
		price := s.price()
		q.MaxPrice = &price
	}
	if s.flip(6) {
		q.Extensions = []string{"blend", "stl"}[:1+s.random.IntN(2)]
	}
	if s.flip(8) {
		q.Author = append([]string{"nobody"}, s.authors[0].Username, s.authors[1].Username)[s.random.IntN(3)]
	}
	if s.flip(8) {
		rating := float64(s.random.IntN(11)) - []float64{0, 0, 0.002, 0.498}[q.Page.Size%4]
		q.MinAdminRating = &rating
	}
	if s.flip(8) {
		q.Polygons = &vitrine.PolygonRanges()[s.random.IntN(3)]
	}
	if s.flip(8) {
		q.ProductType = []vitrine.ProductType{vitrine.CG, vitrine.Printable}[s.random.IntN(2)]
	}
	q.ExcludeEditorial = s.flip(8)
	return q
}
