package posting

import "context"

// step is what is read of a group at once, and the clauses that narrow what is left of
// it with what was read.
type step struct {
	terms   []Term
	columns []int64
	filters []filter
}

// filter is a clause with where in its step stands what it needs.
type filter struct {
	clause
	terms  [2]int // the first, and the one behind the last
	column int    // -1: no block has it
}

// add adds a clause in a tier.
func (s *step) add(c clause, tier int) {
	f := filter{clause: c, column: -1}
	if c.kind == between {
		if id := c.words[0].ID; id != 0 {
			f.column = len(s.columns)
			s.columns = append(s.columns, id)
		}
	} else {
		first := len(s.terms)
		s.terms = append(s.terms, c.terms(tier)...)
		f.terms = [2]int{first, len(s.terms)}
	}
	s.filters = append(s.filters, f)
}

// stepsOf returns how clauses, in the order of reading, are read in a tier: the first by
// itself, as it may leave nothing, then all others.
func stepsOf(list []clause, tier int) []*step {
	var steps []*step
	for i, c := range list {
		if i < 2 {
			steps = append(steps, &step{})
		}
		steps[len(steps)-1].add(c, tier)
	}
	return steps
}

// narrow keeps in the accumulator what meets the clauses of the steps. It reads no more
// once nothing is left.
func (x *Index) narrow(ctx context.Context, steps []*step, group int64, a *accumulator) error {
	for _, s := range steps {
		var read blocks
		for _, f := range s.filters {
			if a.live == 0 {
				return nil
			}
			if err := x.read(ctx, s, f.kind, group, &read); err != nil {
				return err
			}
			a.each(func(block int, m *bitmap) bool { return f.keep(m, block, &read, &a.scratch) })
		}
	}
	return nil
}

// blocks are what was read of a group for a step.
type blocks struct {
	terms   []*Group
	columns []*ColumnGroup
}

// read reads the terms, or the columns, of a step unless that was done.
func (x *Index) read(ctx context.Context, s *step, kind kind, group int64, read *blocks) (err error) {
	switch {
	case kind == between && read.columns == nil && len(s.columns) > 0:
		read.columns, err = x.Source.Columns(ctx, s.columns, group)
	case kind != between && read.terms == nil && len(s.terms) > 0:
		read.terms, err = x.Source.Groups(ctx, s.terms, group)
	}
	return err
}

// keep keeps the documents of a block that meet the clause, and reports whether there
// are any.
func (f *filter) keep(m *bitmap, block int, read *blocks, scratch *bitmap) bool {
	switch f.kind {
	case between:
		if f.column < 0 || read.columns[f.column] == nil {
			return false
		}
		return read.columns[f.column][block].keep(m, f.from, f.to)
	case none:
		left := true
		for _, group := range read.terms[f.terms[0]:f.terms[1]] {
			if group != nil && group[block] != nil {
				left = m.andNot(group[block])
			}
		}
		return left
	default:
		return m.andAny(read.terms[f.terms[0]:f.terms[1]], block, scratch)
	}
}

// andAny keeps the documents that are in a block of one of the groups, and reports
// whether there are any.
func (m *bitmap) andAny(groups []*Group, block int, scratch *bitmap) bool {
	var only Bits
	several := false
	for _, group := range groups {
		switch {
		case group == nil || group[block] == nil:
		case only == nil:
			only = group[block]
		default:
			if !several {
				several = true
				*scratch = bitmap{}
				scratch.or(only)
			}
			scratch.or(group[block])
		}
	}
	if several {
		return m.andBitmap(scratch)
	}
	return only != nil && m.and(only)
}
