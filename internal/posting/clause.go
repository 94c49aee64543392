package posting

import (
	"cmp"
	"slices"
)

// clause is one condition of a query.
type clause struct {
	kind     kind
	words    []Word // the alternatives; the column of a between
	from, to int64  // of a between
}

// kind orders clauses by what they are read for: the first two find documents, the others
// only take some away.
type kind int

const (
	words kind = iota
	attributes
	none
	between
)

// clauses returns the conditions of a query.
func (q Query) clauses() []clause {
	var list []clause
	for _, alternatives := range q.Words {
		list = append(list, clause{kind: words, words: alternatives})
	}
	for _, alternatives := range q.All {
		list = append(list, clause{kind: attributes, words: alternatives})
	}
	for _, b := range q.Between {
		list = append(list, clause{kind: between, words: []Word{b.Column}, from: b.From, to: b.To})
	}
	if len(q.None) > 0 {
		list = append(list, clause{kind: none, words: q.None})
	}
	return list
}

// inOrder sorts clauses in the order in which they are read, those that few documents
// meet first, after adding one that finds all documents if none finds any.
func (x *Index) inOrder(list []clause) []clause {
	if !slices.ContainsFunc(list, clause.finds) {
		list = append(list, clause{kind: attributes, words: []Word{x.All}})
	}
	slices.SortStableFunc(list, func(a, b clause) int {
		if a.finds() && b.finds() {
			return cmp.Compare(a.documents(), b.documents())
		}
		return cmp.Compare(a.kind, b.kind)
	})
	return list
}

// finds reports whether a clause finds documents; others only take some away.
func (c clause) finds() bool { return c.kind == words || c.kind == attributes }

// neverStored reports whether no stored document meets the clause, as no block has what
// it asks for.
func (c clause) neverStored() bool {
	return c.kind != none && !slices.ContainsFunc(c.words, func(word Word) bool { return word.ID != 0 })
}

// documents returns about how many documents meet a clause that finds them.
func (c clause) documents() int64 {
	n := int64(0)
	for _, word := range c.words {
		n += word.Documents
	}
	return n
}

// terms returns those of the clause's terms that have blocks.
func (c clause) terms(tier int) []Term {
	if c.kind != words {
		tier = TierAttribute
	}
	var terms []Term
	for _, word := range c.words {
		if word.ID != 0 {
			terms = append(terms, TermOf(word.ID, tier))
		}
	}
	return terms
}

// tier returns the best tier in which a document meets the clause, or 0 if it does not.
// In clauses that are not about words, all tiers are one.
func (c clause) tier(d Document) int {
	met := false
	switch c.kind {
	case words:
		best := TierAny + 1
		for _, word := range c.words {
			if tier, ok := d.Tier(word.Name); ok && tier != TierAttribute {
				best = min(best, tier)
			}
		}
		return best % (TierAny + 1)
	case between:
		value, ok := d.Value(c.words[0].Name)
		met = ok && c.from <= value && value <= c.to
	default:
		has := slices.ContainsFunc(c.words, func(word Word) bool { return d.Attribute(word.Name) })
		met = has == (c.kind == attributes)
	}
	if met {
		return TierTitle
	}
	return 0
}

// bestTier returns the best tier in which a document meets all clauses, or 0 if it does
// not.
func bestTier(list []clause, d Document) int {
	worst := TierTitle
	for _, c := range list {
		tier := c.tier(d)
		if tier == 0 {
			return 0
		}
		worst = max(worst, tier)
	}
	return worst
}
