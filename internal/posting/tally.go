package posting

import (
	"context"
	"slices"
)

// tally counts for facets and bands. Variant 0 of a query is all of it; variant i+1 is
// the query without the clause i of those that are lifted.
type tally struct {
	common   []clause // those that are never lifted
	step     step     // a filter for each clause that is lifted; reads what is counted, too
	counters []counter
	counts   Counts

	kept     []bitmap // of one block, by each clause that is lifted
	variants []bitmap // of one block
	empty    []bool   // of the variants
	scratch  bitmap
	places   []uint16
}

// counter counts for one value of a facet, or for bands.
type counter struct {
	word    Word
	variant int
	at      int     // where its term or column stands in what is read; -1: no block has it
	bands   bool    // what follows are bands
	bounds  []int64 // of bands
	counts  []int64 // one, or those of bands
}

func newTally(q Query, facets []Facet, bands []Bands) *tally {
	t := &tally{}
	list := q.clauses()
	var lifted []int // places in the list
	variant := func(place, lift, clauses int) int {
		if lift < 0 || lift >= clauses {
			return 0
		}
		at := slices.Index(lifted, place+lift)
		if at < 0 {
			at = len(lifted)
			lifted = append(lifted, place+lift)
		}
		return at + 1
	}
	for _, facet := range facets {
		counts := make([]int64, len(facet.Values))
		t.counts.Facets = append(t.counts.Facets, counts)
		without := variant(len(q.Words), facet.Lift, len(q.All))
		for i, word := range facet.Values {
			t.counters = append(t.counters, counter{word: word, variant: without, counts: counts[i : i+1]})
		}
	}
	for _, b := range bands {
		counts := make([]int64, len(b.Bounds)+1)
		t.counts.Bands = append(t.counts.Bands, counts)
		without := variant(len(q.Words)+len(q.All), b.Lift, len(q.Between))
		t.counters = append(t.counters, counter{word: b.Column, variant: without, bands: true, bounds: b.Bounds, counts: counts})
	}
	t.split(list, lifted)
	return t
}

// split makes the clauses at some places the lifted ones, and says what is read.
func (t *tally) split(list []clause, lifted []int) {
	for _, place := range lifted {
		t.step.add(list[place], TierAny)
	}
	for place, c := range list {
		if !slices.Contains(lifted, place) {
			t.common = append(t.common, c)
		}
	}
	t.kept, t.variants, t.empty = make([]bitmap, len(lifted)), make([]bitmap, len(lifted)+1), make([]bool, len(lifted)+1)
	for i := range t.counters {
		c := &t.counters[i]
		switch {
		case c.word.ID == 0:
			c.at = -1
		case c.bands:
			c.at = len(t.step.columns)
			t.step.columns = append(t.step.columns, c.word.ID)
		default:
			c.at = len(t.step.terms)
			t.step.terms = append(t.step.terms, TermOf(c.word.ID, TierAttribute))
		}
	}
}

// document counts a document that meets the common clauses.
func (t *tally) document(d Document) {
	failed, without := 0, 0
	for i, f := range t.step.filters {
		if f.tier(d) == 0 {
			failed++
			without = i + 1
		}
	}
	if failed > 1 {
		return
	}
	if failed == 0 {
		t.counts.Total++
	}
	for _, c := range t.counters {
		if failed == 0 || c.variant == without {
			c.document(d)
		}
	}
}

func (c *counter) document(d Document) {
	if !c.bands {
		if d.Attribute(c.word.Name) {
			c.counts[0]++
		}
	} else if value, ok := d.Value(c.word.Name); ok {
		c.counts[placeOf(value, c.bounds)]++
	}
}

// group counts what is left of a group after the common clauses.
func (t *tally) group(ctx context.Context, x *Index, group int64, left *accumulator) error {
	if left.live == 0 {
		return nil
	}
	var read blocks
	for _, kind := range []kind{attributes, between} {
		if err := x.read(ctx, &t.step, kind, group, &read); err != nil {
			return err
		}
	}
	left.each(func(block int, m *bitmap) bool {
		t.vary(m, block, &read)
		t.counts.Total += int64(t.variants[0].len())
		for i := range t.counters {
			if c := &t.counters[i]; c.at >= 0 && !t.empty[c.variant] {
				t.count(c, block, &read)
			}
		}
		return true
	})
	return nil
}

// vary makes the variants of a block of which m is left after the common clauses. Each
// lifted clause is worked out once, and variants intersect what it keeps.
func (t *tally) vary(m *bitmap, block int, read *blocks) {
	for i := range t.step.filters {
		t.kept[i] = *m
		if !t.step.filters[i].keep(&t.kept[i], block, read, &t.scratch) {
			t.kept[i] = bitmap{}
		}
	}
	for i := range t.variants {
		t.variants[i], t.empty[i] = *m, false
		for j := range t.kept {
			if j+1 != i {
				t.empty[i] = !t.variants[i].andBitmap(&t.kept[j])
			}
		}
	}
}

func (t *tally) count(c *counter, block int, read *blocks) {
	m := &t.variants[c.variant]
	if c.bands {
		if column := read.columns[c.at]; column != nil && column[block] != nil {
			t.places = column[block].count(m, c.bounds, c.counts, t.places)
		}
	} else if group := read.terms[c.at]; group != nil {
		c.counts[0] += int64(m.common(group[block]))
	}
}
