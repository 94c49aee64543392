package posting

import "context"

// Facet is a group of attributes, for each of which matches are counted. Lift is the
// index of the query's own clause about them in Query.All, which is left out for these
// counts, so that they say what another choice would find; -1: there is none.
type Facet struct {
	Lift   int
	Values []Word
}

// Bands are ranges of a column's values, for each of which matches are counted: below
// the first bound, from each bound to below the next, and from the last. Lift is the
// index of the query's own clause in Query.Between, as in Facet.
type Bands struct {
	Column Word
	Lift   int
	Bounds []int64 // ascending
}

// Counts are the answers to facets and bands.
type Counts struct {
	Total  int64     // of the whole query
	Facets [][]int64 // for each facet, how many matches have each of its values
	Bands  [][]int64 // for each of the bands, one more than they have bounds
}

// Facets counts, exactly, how many matches in TierAny have each value.
func (x *Index) Facets(ctx context.Context, q Query, facets []Facet, bands []Bands) (Counts, error) {
	t := newTally(q, facets, bands)
	p, err := x.plan(ctx, t.common)
	if err != nil {
		return Counts{}, err
	}
	for _, l := range p.looked {
		t.document(l.Document)
	}
	for group := int64(0); p.byBlocks && group < x.Groups; group++ {
		if err := p.readBlocks(ctx, group, TierAny, false); err != nil {
			return Counts{}, err
		}
		if err := t.group(ctx, x, group, &p.left); err != nil {
			return Counts{}, err
		}
	}
	return t.counts, nil
}

// CountAmong counts as Facets does, among some documents and nothing else.
func CountAmong(documents []Document, q Query, facets []Facet, bands []Bands) Counts {
	t := newTally(q, facets, bands)
	for _, d := range documents {
		if bestTier(t.common, d) != 0 {
			t.document(d)
		}
	}
	return t.counts
}
