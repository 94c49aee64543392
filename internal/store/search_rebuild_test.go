package store_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func newShelf(t *testing.T, address string, models int) *shelf {
	t.Helper()
	s := &shelf{now: &atomic.Int64{}, random: rand.New(rand.NewPCG(3, 4)), models: map[int64]*vitrine.Model{}, formats: map[int64][]string{},
		indexed: map[string][]string{}}
	s.now.Store(time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC).UnixNano())
	s.sqlite = filepath.IsAbs(address)
	s.db = s.open(t, address)
	s.other = s.db
	s.furnish(t)
	s.publish(t, models)
	s.merge(t)
	return s
}

// TestRebuildMeetsAnother has a transaction of a build run again, as one that met another
// writer is: no model is left out.
func TestRebuildMeetsAnother(t *testing.T) {
	t.Parallel()
	s := newShelf(t, storetest.NewPostgres(t).Address(t), 150)
	for _, text := range []string{"CREATE SEQUENCE tries", `CREATE FUNCTION meet() RETURNS trigger LANGUAGE plpgsql AS $$
		BEGIN IF nextval('tries') = 1 THEN RAISE EXCEPTION 'met' USING ERRCODE = '40001'; END IF; RETURN NULL; END $$`,
		"CREATE CONSTRAINT TRIGGER meet AFTER UPDATE ON search_documents DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION meet()"} {
		if err := s.db.WriteText(t.Context(), text); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.db.RebuildSearch(t.Context(), func(store.Rebuilt) {}); err != nil {
		t.Fatal(err)
	}
	s.ask(t, "built anew", 30)
}

// TestRebuildCounts removes and changes models and builds the index, while some wait and
// others are merged: it counts as one that is built of the same models later.
func TestRebuildCounts(t *testing.T) {
	t.Parallel()
	s := newShelf(t, filepath.Join(t.TempDir(), "vitrine.db"), 40)
	for range 30 {
		s.change(t)
	}
	var counts [2]map[string]int64
	for i := range counts {
		err := s.db.RebuildSearchBySteps(t.Context(), func(part string) {
			if i > 0 || part == "late" && s.made > 60 {
				return
			}
			for range 5 {
				s.change(t)
			}
			s.publish(t, 1)
			if s.flip(2) {
				s.merge(t)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		s.merge(t)
		if counts[i], err = s.db.WordCounts(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if diff := gocmp.Diff(counts[1], counts[0]); diff != "" {
		t.Errorf("words of models, want (-) and have (+):\n%s", diff)
	}
}

// TestRebuildCutOffAtItsEnd cuts a build off when what it built is searched already: the
// next one removes what was searched before, and nothing that merges change in between.
func TestRebuildCutOffAtItsEnd(t *testing.T) {
	t.Parallel()
	s := newShelf(t, filepath.Join(t.TempDir(), "vitrine.db"), 60)
	ctx, cut := context.WithCancel(t.Context())
	err := s.db.RebuildSearchBySteps(ctx, func(part string) {
		if part == "old" {
			cut()
		}
	})
	left, errLeft := s.db.SearchToRebuild(t.Context())
	if err == nil || errLeft != nil || !left {
		t.Fatalf("cut off: %v; left to be removed: %v, %v", err, left, errLeft)
	}
	for range 20 {
		s.change(t)
	}
	s.merge(t)
	s.ask(t, "cut off at the end", 20)
	if err := s.db.RebuildSearch(t.Context(), func(store.Rebuilt) { t.Error("the index is built once more") }); err != nil {
		t.Fatal(err)
	}
	if left, err := s.db.SearchToRebuild(t.Context()); err != nil || left {
		t.Errorf("still left: %v, %v", left, err)
	}
	s.ask(t, "ended", 20)
	builds, err := s.db.BuildsStored(t.Context())
	if err != nil || builds != 1 {
		t.Errorf("there are blocks of %d builds, %v", builds, err)
	}
	have, want := s.words(t), s.wordsBuilt(t)
	if diff := gocmp.Diff(want, have); diff != "" {
		t.Errorf("words of models, want (-) and have (+):\n%s", diff)
	}
}

// TestRebuildEndsBesideMerges has models change, and merged, before each transaction of a
// build.
func TestRebuildEndsBesideMerges(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]string{
		"SQLite": filepath.Join(t.TempDir(), "vitrine.db"), "PostgreSQL": storetest.NewPostgres(t).Address(t),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newShelf(t, address, 60)
			ctx, cut := context.WithCancel(t.Context())
			steps := 0
			err := s.db.RebuildSearchBySteps(ctx, func(string) {
				if steps++; steps > 300 {
					cut()
					return
				}
				for range 4 {
					s.change(t)
				}
				s.merge(t)
			})
			if err != nil {
				t.Fatalf("the build did not end by itself, after %d steps: %v", steps, err)
			}
			s.ask(t, "built", 20)
			have, want := s.words(t), s.wordsBuilt(t)
			if diff := gocmp.Diff(want, have); diff != "" {
				t.Errorf("words of models, want (-) and have (+):\n%s", diff)
			}
		})
	}
}

func (s *shelf) words(t *testing.T) map[string]int64 {
	t.Helper()
	counts, err := s.db.WordCounts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return counts
}

// wordsBuilt counts words by building the index anew.
func (s *shelf) wordsBuilt(t *testing.T) map[string]int64 {
	t.Helper()
	if err := s.db.RebuildSearch(t.Context(), func(store.Rebuilt) {}); err != nil {
		t.Fatal(err)
	}
	return s.words(t)
}

// TestFormsOfReleases has the index built where it is of an earlier release's form, and
// left alone where it is of a later one's: two that run at once would build by turns.
func TestFormsOfReleases(t *testing.T) {
	t.Parallel()
	s := newShelf(t, filepath.Join(t.TempDir(), "vitrine.db"), 1)
	for form, want := range map[string]bool{"1": true, "10000": false} {
		if err := s.db.WriteText(t.Context(), "UPDATE settings SET value = '"+form+"' WHERE name = 'search_form'"); err != nil {
			t.Fatal(err)
		}
		if got, err := s.db.SearchToRebuild(t.Context()); got != want || err != nil {
			t.Errorf("an index of the form %s is to be built: %v, %v", form, got, err)
		}
	}
}

// TestSearchesWithoutAnIndex asks after an update from a release that had another index:
// lists are answered, and what needs the index says how long to wait.
func TestSearchesWithoutAnIndex(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]string{
		"SQLite": filepath.Join(t.TempDir(), "vitrine.db"), "PostgreSQL": storetest.NewPostgres(t).Address(t),
	} {
		s := newShelf(t, address, 60)
		for _, text := range []string{"DELETE FROM settings WHERE name = 'search_form'", "DELETE FROM search_blocks",
			"DELETE FROM search_documents", "DELETE FROM search_versions"} {
			if err := s.db.WriteText(t.Context(), text); err != nil {
				t.Fatal(err)
			}
		}
		s.db = s.open(t, address)
		s.publish(t, 3)
		for range 40 {
			q := s.question()
			if q.Keywords == "" && !s.compare(t, s.db, q) {
				t.Fatalf("%s: %+v", name, q)
			}
		}
		for range 2 {
			q := vitrine.CatalogueQuery{Keywords: "model", Sort: vitrine.BestMatch, Page: vitrine.Page{Number: 1, Size: 9}}
			_, err := s.db.Catalogue(t.Context(), q)
			_, errOwn := s.db.OwnModels(t.Context(), vitrine.OwnQuery{AuthorID: s.authors[0].ID, Filter: q})
			_, errFacets := s.db.Facets(t.Context(), vitrine.CatalogueQuery{})
			for _, err := range []error{err, errOwn, errFacets} {
				var wait interface{ RetryAfter() time.Duration }
				if vitrine.CodeOf(err) != vitrine.Unavailable || !errors.As(err, &wait) || wait.RetryAfter() < time.Second {
					t.Errorf("%s: without an index a search ends with %v", name, err)
				}
			}
			s.merge(t)
		}
		if err := s.db.RebuildSearch(t.Context(), func(store.Rebuilt) {}); err != nil {
			t.Fatal(err)
		}
		s.other = s.db
		s.ask(t, name+": built", 30)
	}
}

// TestSearchOvertaken has a search go on with a state of the index until the blocks of
// it are removed, wherever that comes in it.
func TestSearchOvertaken(t *testing.T) {
	t.Parallel()
	address := filepath.Join(t.TempDir(), "vitrine.db")
	s := newShelf(t, address, 700)
	q := vitrine.CatalogueQuery{Keywords: "model", AdultContent: true, Sort: vitrine.BestMatch, Page: vitrine.Page{Number: 1, Size: 9}}
	var slow []*store.DB
	var left [12]atomic.Int64
	for i := range left {
		db, err := store.OpenWith(t.Context(), address, store.Options{Now: func() time.Time {
			if left[i].Add(-1) >= 0 {
				return time.Unix(1_000, 0)
			}
			return time.Unix(1_010, 0)
		}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		left[i].Store(1_000)
		// Its state, and nothing of what is asked for, is remembered.
		if _, err := db.Catalogue(t.Context(), vitrine.CatalogueQuery{Keywords: "heliotrope", Page: q.Page}); err != nil {
			t.Fatal(err)
		}
		slow = append(slow, db)
	}
	if err := s.db.RebuildSearch(t.Context(), func(store.Rebuilt) {}); err != nil {
		t.Fatal(err)
	}
	overtaken := 0
	for i, db := range slow {
		left[i].Store(int64(i))
		page, err := db.Catalogue(t.Context(), q)
		if left[i].Load() >= 0 {
			break // the search has ended by then
		}
		overtaken++
		if err != nil || !s.samePage(t, page, s.find(q), 0, q.Page.Size) {
			t.Errorf("overtaken at the look %d at the clock: %v", i, err)
		}
	}
	if overtaken < 3 {
		t.Errorf("a search looks at the clock %d times", overtaken)
	}
}
