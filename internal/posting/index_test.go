package posting_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"vitrine/internal/posting"
)

// TestFindsWhatAScanFinds asks random queries of random catalogues, before and after what
// is pending is folded into the blocks.
func TestFindsWhatAScanFinds(t *testing.T) {
	t.Parallel()
	for seed := range uint64(3) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, seed)
			for range 2 {
				sum := w.memory.sum()
				found := 0
				for range 30 {
					q := w.query()
					want := w.scan(q)
					found += len(want)
					w.checkPages(t, q, want)
					w.checkCounts(t, q, want)
					w.checkSet(t, q, want)
				}
				if w.memory.sum() != sum {
					t.Fatal("a query has changed what the source gave")
				}
				if found < 5000 {
					t.Errorf("only %d matches in all: the queries ask for too much", found)
				}
				w.fold()
			}
		})
	}
}

// checkPages compares a page from the start, one after a match, and one after any place.
func (w *world) checkPages(t *testing.T, q posting.Query, want []posting.Match) {
	t.Helper()
	pages := []posting.Page{{Size: 20}, {Skip: w.IntN(len(want) + 2), Size: 1 + w.IntN(50)}, {
		After: posting.Match{Tier: 1 + w.IntN(3), ID: w.Int64N(6 * posting.GroupBlocks * posting.BlockSize)}, Skip: w.zipf(50), Size: 5,
	}}
	if len(want) > 0 {
		pages = append(pages, posting.Page{After: want[w.IntN(len(want))], Skip: w.IntN(3), Size: 25})
	}
	for _, page := range pages {
		wanted := pageOf(want, page)
		got, err := w.index.Best(t.Context(), q, page)
		if diff := cmp.Diff(wanted, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Fatalf("%+v, page %+v: %v\n%s", q, page, err, diff)
		}
		for _, atMost := range []int{5, 1000, 100_000} {
			found, err := w.index.Search(t.Context(), q, page, atMost)
			wantFound := posting.Found{Matches: wanted, Total: min(len(want), atMost), More: len(want) > atMost}
			if diff := cmp.Diff(wantFound, found, cmpopts.EquateEmpty()); err != nil || diff != "" {
				t.Fatalf("%+v, page %+v: %v\n%s", q, page, err, diff)
			}
		}
	}
}

// pageOf returns a page of all matches.
func pageOf(matches []posting.Match, page posting.Page) []posting.Match {
	first := slices.IndexFunc(matches, func(m posting.Match) bool {
		return m.Tier > page.After.Tier || m.Tier == page.After.Tier && m.ID < page.After.ID
	})
	if first < 0 {
		return nil
	}
	matches = matches[min(first+page.Skip, len(matches)):]
	return matches[:min(page.Size, len(matches))]
}

func (w *world) checkCounts(t *testing.T, q posting.Query, want []posting.Match) {
	t.Helper()
	for tier := posting.TierTitle; tier <= posting.TierAny; tier++ {
		wanted := 0
		for _, match := range want {
			if match.Tier <= tier {
				wanted++
			}
		}
		for _, atMost := range []int{0, wanted - 1, wanted, 100_000} {
			atMost = max(atMost, 0)
			n, more, err := w.index.Count(t.Context(), q, tier, atMost)
			if err != nil || n != min(wanted, atMost) || more != (wanted > atMost) {
				t.Fatalf("%+v has %d, %t, %v in tier %d, and of %d at most %d", q, n, more, err, tier, wanted, atMost)
			}
		}
	}
}

func (w *world) checkSet(t *testing.T, q posting.Query, want []posting.Match) {
	t.Helper()
	set, err := w.index.Matches(t.Context(), q, math.MaxInt)
	if err != nil {
		t.Fatal(err)
	}
	ids := make([]int64, len(want))
	for i, match := range want {
		ids[i] = match.ID
		if !set.Has(match.ID) {
			t.Fatalf("%+v: the set has not %d", q, match.ID)
		}
	}
	slices.Sort(ids)
	slices.Reverse(ids)
	if got := set.IDs(); !slices.Equal(got, ids) || set.Len() != len(ids) {
		t.Fatalf("%+v: the set has %d, not %d", q, set.Len(), len(ids))
	}
	blocks := map[int64]bool{}
	for _, id := range ids {
		blocks[posting.BlockOf(id)] = true
	}
	if set.Blocks() != len(blocks) {
		t.Fatalf("%+v: the set is in %d blocks, not %d", q, set.Blocks(), len(blocks))
	}
	for _, id := range []int64{-1, 0, 1, 1 << 40, w.Int64N(3500)} {
		if set.Has(id) != slices.Contains(ids, id) {
			t.Fatalf("%+v: the set is wrong about %d", q, id)
		}
	}
}

// TestFacetsCountWhatAScanCounts lifts clauses, or none.
func TestFacetsCountWhatAScanCounts(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, seed)
			for range 2 {
				for range 15 {
					w.checkFacets(t, w.query())
				}
				w.fold()
			}
		})
	}
}

func (w *world) checkFacets(t *testing.T, q posting.Query) {
	t.Helper()
	facets := []posting.Facet{{Lift: w.IntN(len(q.All)+1) - 1}, {Lift: w.IntN(len(q.All)+1) - 1}, {Lift: -1}}
	for i := range 14 {
		facets[0].Values = append(facets[0].Values, w.word(fmt.Sprint(":c", i)))
		facets[1].Values = append(facets[1].Values, w.word(fmt.Sprint(":a", i)))
	}
	facets[2].Values = []posting.Word{w.word(":adult"), w.word(":nobody")}
	bands := []posting.Bands{
		{Column: w.column("many"), Lift: w.IntN(len(q.Between)+1) - 1, Bounds: []int64{0, 500, 1500, 2999}},
		{Column: w.column("few"), Lift: -1, Bounds: []int64{50}},
		{Column: w.column("nobody"), Lift: -1},
	}
	got, err := w.index.Facets(t.Context(), q, facets, bands)
	want := posting.Counts{Total: int64(len(w.scan(q)))}
	for _, facet := range facets {
		want.Facets = append(want.Facets, w.countFacet(q, facet))
	}
	for _, b := range bands {
		want.Bands = append(want.Bands, w.countBands(q, b))
	}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Fatalf("%+v: %v\n%s", q, err, diff)
	}
	var all []posting.Document
	for _, fields := range w.fields {
		all = append(all, posting.NewDocument(fields))
	}
	if diff := cmp.Diff(want, posting.CountAmong(all, q, facets, bands)); diff != "" {
		t.Fatalf("among all documents: %+v\n%s", q, diff)
	}
}

func (w *world) countFacet(q posting.Query, facet posting.Facet) []int64 {
	if facet.Lift >= 0 {
		q.All = slices.Delete(slices.Clone(q.All), facet.Lift, facet.Lift+1)
	}
	counts := make([]int64, len(facet.Values))
	for _, match := range w.scan(q) {
		for i, word := range facet.Values {
			if _, ok := w.words[match.ID][word.Name]; ok {
				counts[i]++
			}
		}
	}
	return counts
}

func (w *world) countBands(q posting.Query, b posting.Bands) []int64 {
	if b.Lift >= 0 {
		q.Between = slices.Delete(slices.Clone(q.Between), b.Lift, b.Lift+1)
	}
	counts := make([]int64, len(b.Bounds)+1)
	for _, match := range w.scan(q) {
		if value, ok := w.fields[match.ID].Columns[b.Column.Name]; ok {
			place := 0
			for place < len(b.Bounds) && value >= b.Bounds[place] {
				place++
			}
			counts[place]++
		}
	}
	return counts
}

// TestFailures sees that what the source reports is returned, and that a query that
// nobody waits for ends.
func TestFailures(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 9)
	frequent := posting.Query{Words: [][]posting.Word{{w.exact("w0")}}, Between: []posting.Between{{Column: w.column("many"), To: 2000}}}
	rare := posting.Query{Words: [][]posting.Word{{w.exact("w39")}}}
	for fails, q := range map[string]posting.Query{"Groups": frequent, "Columns": frequent, "Postings": rare, "Documents": rare} {
		w.memory.fails = fails
		for name, err := range w.all(t.Context(), q) {
			if !errors.Is(err, errSource) {
				t.Errorf("%s, where %s fails, returns %v", name, fails, err)
			}
		}
	}
	w.memory.fails = ""
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, err := range w.all(ctx, frequent) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s, canceled, returns %v", name, err)
		}
	}
}

// exact returns a word with its true number of documents.
func (w *world) exact(name string) posting.Word {
	return posting.Word{ID: w.memory.ids[name], Name: name, Documents: w.memory.documents[name]}
}

// all asks everything that can be asked of a query.
func (w *world) all(ctx context.Context, q posting.Query) map[string]error {
	page := posting.Page{Size: 20}
	errs := map[string]error{}
	_, _, errs["Count"] = w.index.Count(ctx, q, posting.TierAny, 10_000)
	_, errs["Best"] = w.index.Best(ctx, q, page)
	_, errs["Search"] = w.index.Search(ctx, q, page, 10_000)
	_, errs["Matches"] = w.index.Matches(ctx, q, math.MaxInt)
	_, errs["Facets"] = w.index.Facets(ctx, q, []posting.Facet{{Lift: -1, Values: []posting.Word{w.exact(":c0")}}}, nil)
	return errs
}
