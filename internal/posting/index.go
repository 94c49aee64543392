package posting

import (
	"context"
	"errors"
)

// Index answers queries from one snapshot of what is stored.
type Index struct {
	Source Source
	Groups int64 // the number of the last group that may have blocks, and one
	All    Word  // the attribute that every listed document has
	// Pending are the documents whose blocks are out of date, sorted by number. They are
	// left out of the blocks and looked at by themselves; one without text was removed.
	Pending []Stored
}

// Match is a document that was found, and the best tier in which it has all words; that
// of a query without words is TierTitle. The zero value is before all.
type Match struct {
	Tier int
	ID   int64
}

// Page says which matches are wanted: Size of them, without the first Skip that come
// after After.
type Page struct {
	After      Match
	Skip, Size int
}

// Found is a page of matches and how many there are in all.
type Found struct {
	Matches []Match
	Total   int
	More    bool // there are more than Total
}

var errNotYet = errors.New("posting: not written yet")

// Count returns how many documents match in a tier, or atMost and that there are more.
func (x *Index) Count(ctx context.Context, q Query, tier, atMost int) (n int, more bool, err error) {
	return 0, false, errNotYet
}

// Best returns the best matches: first what matches in TierTitle, then what matches in
// TierHead only, then the rest, and in each the highest number first.
func (x *Index) Best(ctx context.Context, q Query, page Page) ([]Match, error) {
	return nil, errNotYet
}

// Search returns what Best and Count in TierAny return, for less work.
func (x *Index) Search(ctx context.Context, q Query, page Page, atMost int) (Found, error) {
	return Found{}, errNotYet
}

// Matches returns all documents that match in TierAny.
func (x *Index) Matches(ctx context.Context, q Query) (*Set, error) {
	return nil, errNotYet
}

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
	return Counts{}, errNotYet
}
