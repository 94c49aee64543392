package posting

import (
	"context"
	"math"
	"slices"
)

// Index answers queries from one snapshot of what is stored. Several goroutines may use
// one if they may use its source.
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

// Count returns how many documents match in a tier, or atMost and that there are more.
func (x *Index) Count(ctx context.Context, q Query, tier, atMost int) (n int, more bool, err error) {
	p, err := x.plan(ctx, q.clauses())
	if err != nil {
		return 0, false, err
	}
	for group := p.top(); group >= 0 && n <= atMost; group-- {
		if err := p.read(ctx, group, tier, false); err != nil {
			return 0, false, err
		}
		n += p.left.len()
	}
	return min(n, atMost), n > atMost, nil
}

// Best returns the best matches: first what matches in TierTitle, then what matches in
// TierHead only, then the rest, and in each the highest number first.
func (x *Index) Best(ctx context.Context, q Query, page Page) ([]Match, error) {
	p, err := x.plan(ctx, q.clauses())
	if err != nil {
		return nil, err
	}
	return p.best(ctx, page)
}

// Search returns what Best and Count in TierAny return, for less work.
func (x *Index) Search(ctx context.Context, q Query, page Page, atMost int) (Found, error) {
	p, err := x.plan(ctx, q.clauses())
	if err != nil {
		return Found{}, err
	}
	k, err := p.collect(ctx, atMost)
	if err != nil {
		return Found{}, err
	}
	p.known = k
	matches, err := p.best(ctx, page)
	return Found{matches, min(k.length, atMost), k.length > atMost}, err
}

// Matches returns the documents that match in TierAny. Once they are more than atMost, it
// may leave out the others.
func (x *Index) Matches(ctx context.Context, q Query, atMost int) (*Set, error) {
	p, err := x.plan(ctx, q.clauses())
	if err != nil {
		return nil, err
	}
	k, err := p.collect(ctx, atMost)
	if err != nil {
		return nil, err
	}
	return &k.Set, nil
}

// collect returns the matches in TierAny, until they are more than atMost.
func (p *plan) collect(ctx context.Context, atMost int) (*known, error) {
	group := p.top()
	k := newKnown(group)
	for ; group >= 0 && k.length <= atMost; group-- {
		if err := p.read(ctx, group, TierAny, false); err != nil {
			return nil, err
		}
		k.add(&p.left)
	}
	return k, nil
}

// best returns a page of the best matches.
func (p *plan) best(ctx context.Context, page Page) ([]Match, error) {
	var matches []Match
	for tier := max(page.After.Tier, TierTitle); tier <= p.lastTier() && len(matches) < page.Size; tier++ {
		group, before := p.top(), int64(math.MaxInt64)
		if tier == page.After.Tier {
			before = page.After.ID
			group = min(group, GroupOf(before-1))
		}
		for ; group >= 0 && len(matches) < page.Size; group-- {
			if err := p.read(ctx, group, tier, true); err != nil {
				return nil, err
			}
			if group == GroupOf(before-1) {
				p.left.removeFrom(int(before - group*groupSize))
			}
			matches = p.take(matches, Match{tier, group * groupSize}, &page)
		}
	}
	return matches, nil
}

// take appends the matches of a group, which begins at first, while the page has room.
func (p *plan) take(matches []Match, first Match, page *Page) []Match {
	if page.Skip > 0 {
		if n := p.left.len(); n <= page.Skip {
			page.Skip -= n
			return matches
		}
	}
	for offset := range p.left.highest(page.Skip) {
		if len(matches) == page.Size {
			break
		}
		matches = append(matches, Match{first.Tier, first.ID + offset})
	}
	page.Skip = 0
	return matches
}

// lastTier returns the last tier in which there may be matches that no other has.
func (p *plan) lastTier() int {
	if slices.ContainsFunc(p.clauses, func(c clause) bool { return c.kind == words }) {
		return TierAny
	}
	return TierTitle
}
