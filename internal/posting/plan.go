package posting

import (
	"cmp"
	"context"
	"slices"
)

// few and fewInGroup say when the documents of the rarest clause are read one by one,
// rather than the blocks of all clauses: when there are at most so many, in all and for
// each group that would be read.
const (
	few        = 600
	fewInGroup = 32
)

// plan is how a query is worked out.
type plan struct {
	x       *Index
	clauses []clause // in the order of reading
	// byBlocks says that there are matches in blocks; looked has the others, ascending.
	byBlocks bool
	looked   []looked
	steps    [TierAny + 1][]*step // of all clauses, by tier, once they are needed
	words    [TierAny + 1][]*step // of those about words
	known    *known
	left     accumulator
	better   *accumulator // what is left in the tier before, once it is needed
}

// looked is a match that was found by its text.
type looked struct {
	Stored
	tier int
}

// plan prepares a query: it looks at what is pending, and at the documents of the rarest
// clause if those are few.
func (x *Index) plan(ctx context.Context, list []clause) (*plan, error) {
	p := &plan{x: x, clauses: x.inOrder(list)}
	p.look(x.Pending)
	p.byBlocks = !slices.ContainsFunc(p.clauses, clause.neverStored)
	if p.byBlocks && p.clauses[0].documents() <= min(few, fewInGroup*x.Groups) {
		ids, complete, err := p.candidates(ctx)
		if err != nil {
			return nil, err
		}
		if complete {
			found, err := x.Source.Documents(ctx, ids)
			if err != nil {
				return nil, err
			}
			p.look(found)
			p.byBlocks = false
		}
	}
	slices.SortFunc(p.looked, func(a, b looked) int { return cmp.Compare(a.ID, b.ID) })
	return p, nil
}

// look adds those of some documents that match.
func (p *plan) look(documents []Stored) {
	for _, stored := range documents {
		if tier := bestTier(p.clauses, stored.Document); tier != 0 {
			p.looked = append(p.looked, looked{stored, tier})
		}
	}
}

// candidates returns the documents of the rarest clause that are not pending, unless
// they are many.
func (p *plan) candidates(ctx context.Context) (ids []int64, complete bool, err error) {
	for _, term := range p.clauses[0].terms(TierAny) {
		more, err := p.x.Source.Postings(ctx, term, few+1-len(ids))
		if ids = append(ids, more...); err != nil || len(ids) > few {
			return nil, false, err
		}
	}
	slices.Sort(ids)
	ids = slices.DeleteFunc(slices.Compact(ids), func(id int64) bool {
		_, pending := slices.BinarySearchFunc(p.x.Pending, id, byID)
		return pending
	})
	return ids, true, nil
}

func byID(stored Stored, id int64) int { return cmp.Compare(stored.ID, id) }

// top returns the number of the last group that may have matches.
func (p *plan) top() int64 {
	top := int64(-1)
	if p.byBlocks {
		top = p.x.Groups - 1
	}
	if n := len(p.looked); n > 0 {
		top = max(top, GroupOf(p.looked[n-1].ID))
	}
	return top
}

// read puts into p.left what of a group matches in a tier; if only is set, what does in
// no better tier.
func (p *plan) read(ctx context.Context, group int64, tier int, only bool) error {
	if err := p.readBlocks(ctx, group, tier, only); err != nil {
		return err
	}
	first, _ := slices.BinarySearchFunc(p.looked, group*groupSize, func(l looked, id int64) int { return cmp.Compare(l.ID, id) })
	for _, l := range p.looked[first:] {
		if GroupOf(l.ID) != group {
			break
		}
		if l.tier == tier || l.tier < tier && !only {
			p.left.add(int(l.ID % groupSize))
		}
	}
	return nil
}

// readBlocks is read without what was looked at.
func (p *plan) readBlocks(ctx context.Context, group int64, tier int, only bool) error {
	p.left.live = 0
	if err := ctx.Err(); err != nil || !p.byBlocks || group >= p.x.Groups {
		return err
	}
	var steps []*step
	switch known := p.known.has(group); {
	case !known:
		p.left.all()
		steps = p.stepsIn(tier)
	case tier == TierAny:
		p.known.load(group, &p.left)
	default:
		p.known.load(group, &p.left)
		steps = p.wordsIn(tier)
	}
	first, _ := slices.BinarySearchFunc(p.x.Pending, group*groupSize, byID)
	for _, stored := range p.x.Pending[first:] {
		if GroupOf(stored.ID) != group {
			break
		}
		p.left.remove(int(stored.ID % groupSize))
	}
	if err := p.x.narrow(ctx, steps, group, &p.left); err != nil || !only || tier == TierTitle || p.left.live == 0 {
		return err
	}
	if p.better == nil {
		p.better = new(accumulator)
	}
	p.better.copyOf(&p.left)
	err := p.x.narrow(ctx, p.wordsIn(tier-1), group, p.better)
	p.left.removeAll(p.better)
	return err
}

// stepsIn returns how all clauses are read in a tier.
func (p *plan) stepsIn(tier int) []*step {
	if p.steps[tier] == nil {
		p.steps[tier] = stepsOf(p.clauses, tier)
	}
	return p.steps[tier]
}

// wordsIn returns how the clauses about words are read in a tier.
func (p *plan) wordsIn(tier int) []*step {
	if p.words[tier] == nil {
		var about []clause
		for _, c := range p.clauses {
			if c.kind == words {
				about = append(about, c)
			}
		}
		p.words[tier] = stepsOf(about, tier)
	}
	return p.words[tier]
}
