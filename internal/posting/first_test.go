package posting_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"vitrine/internal/posting"
)

// TestFirstIsTheHeadOfAScan asks for the first of sets by columns with few values and with
// many, in both directions, from the beginning and from any place.
func TestFirstIsTheHeadOfAScan(t *testing.T) {
	t.Parallel()
	for seed := range uint64(2) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, seed)
			for range 2 {
				for range 60 {
					w.checkFirst(t)
				}
				w.fold()
			}
		})
	}
}

func (w *world) checkFirst(t *testing.T) {
	t.Helper()
	q := w.query()
	set, err := w.index.Matches(t.Context(), q, math.MaxInt)
	if err != nil {
		t.Fatal(err)
	}
	column := []string{"few", "many"}[w.IntN(2)]
	o := posting.Order{Column: w.column(column), Descending: w.IntN(2) == 0, Exact: w.IntN(2) == 0}
	var all []posting.Place
	for id := range set.All() {
		if value, there := w.fields[id].Columns[column]; there {
			all = append(all, posting.Place{Value: value, ID: id})
		}
	}
	slices.SortFunc(all, func(a, b posting.Place) int {
		order := cmp.Or(cmp.Compare(a.Value, b.Value), cmp.Compare(a.ID, b.ID))
		if o.Descending {
			return -order
		}
		return order
	})
	rest := all
	if len(all) > 0 && w.IntN(2) == 0 {
		at := w.IntN(len(all))
		o.After, rest = &all[at], all[at+1:]
	}
	need := 1 + w.IntN(80)
	got, ok, err := w.index.First(t.Context(), set, o, need, len(all))
	if err != nil || !ok {
		t.Fatalf("%+v, %+v: %v, %v", q, o, ok, err)
	}
	wanted := idsOf(rest[:min(need, len(rest))])
	if o.Exact {
		slices.Sort(got)
		slices.Sort(wanted)
		if !slices.Equal(got, wanted) {
			t.Fatalf("%+v, %+v, need %d: got %v, want %v", q, o, need, got, wanted)
		}
		return
	}
	for _, id := range wanted {
		if !slices.Contains(got, id) {
			t.Fatalf("%+v, %+v, need %d: %v has not %d", q, o, need, got, id)
		}
	}
	// Of those at the place itself none may be behind it.
	if o.After != nil {
		rest = slices.DeleteFunc(slices.Clone(rest), func(p posting.Place) bool { return p.Value == o.After.Value })
	}
	w.checkNoMore(t, o, got, rest[:min(need, len(rest))])
}

// checkNoMore holds that nothing is among the first but what has a value of theirs, or of
// the place where the order goes on.
func (w *world) checkNoMore(t *testing.T, o posting.Order, got []int64, first []posting.Place) {
	t.Helper()
	for _, id := range got {
		value := w.fields[id].Columns[o.Column.Name]
		known := o.After != nil && value == o.After.Value || slices.ContainsFunc(first, func(p posting.Place) bool { return p.Value == value })
		if !known {
			t.Fatalf("%+v: %d with %d is none of the first, %v", o, id, value, first)
		}
	}
	if len(first) > 0 {
		set, err := w.index.Matches(t.Context(), posting.Query{}, math.MaxInt)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok, err := w.index.First(t.Context(), set, o, len(first), 0); ok || err != nil {
			t.Fatalf("more than none come at a bound of none: %v", err)
		}
	}
}

func idsOf(places []posting.Place) []int64 {
	ids := make([]int64, len(places))
	for i, p := range places {
		ids[i] = p.ID
	}
	return ids
}
