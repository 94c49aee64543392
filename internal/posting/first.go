package posting

import (
	"context"
	"math"
	"math/bits"
	"slices"
)

// Order is an order by the values of a column.
type Order struct {
	Column     Word
	Descending bool
	// Exact says that nothing but numbers, in the same direction, decides between documents
	// with one value. Otherwise something does that is not known here.
	Exact bool
	// After is where the order goes on: behind a document with a value, if it is exact, and
	// else at the value. Nil is its beginning.
	After *Place
}

// Place is a document's in an order.
type Place struct{ Value, ID int64 }

// First returns the documents of a set that come first in an order: so many as are
// needed, in any order, and where it is not exact those that may come among them, too. If
// these are more than atMost, none are returned and ok is false. Documents without a
// value are in no order.
func (x *Index) First(ctx context.Context, set *Set, o Order, need, atMost int) (ids []int64, ok bool, err error) {
	f := &first{order: o, need: need, counts: map[int64]int{}}
	if err := f.read(ctx, x, set); err != nil {
		return nil, false, err
	}
	last, before, at := f.last()
	if !o.Exact && before+at > atMost {
		return nil, false, nil
	}
	return f.take(last, need-before), true, nil
}

// first looks for the first documents of an order.
type first struct {
	order  Order
	need   int
	blocks []valued
	loose  []Place       // documents that are pending, with the values of their texts
	counts map[int64]int // documents by value
	tally  []int         // by code
}

// valued are documents of a block with their values.
type valued struct {
	number int64
	left   bitmap
	values *Values
}

// read collects the documents behind the place where the order goes on.
func (f *first) read(ctx context.Context, x *Index, set *Set) error {
	for _, stored := range x.Pending {
		value, there := stored.Document.Value(f.order.Column.Name)
		if there && set.Has(stored.ID) && f.behind(Place{value, stored.ID}) {
			f.loose = append(f.loose, Place{value, stored.ID})
			f.counts[value]++
		}
	}
	for start := 0; start < len(set.blocks); start += GroupBlocks {
		some := set.blocks[start:min(start+GroupBlocks, len(set.blocks))]
		if f.order.Column.ID == 0 || !slices.ContainsFunc(some, func(b Bits) bool { return b != nil }) {
			continue
		}
		groups, err := x.Source.Columns(ctx, []int64{f.order.Column.ID}, int64(start/GroupBlocks))
		if err != nil {
			return err
		}
		for i, b := range some {
			if b != nil && groups[0] != nil && groups[0][i] != nil {
				f.block(int64(start+i), b, groups[0][i], x.Pending)
			}
		}
	}
	return nil
}

// block adds the documents of a block.
func (f *first) block(number int64, b Bits, values *Values, pending []Stored) {
	v := valued{number: number, values: values}
	v.left.or(b)
	from, _ := slices.BinarySearchFunc(pending, number<<blockShift, byID)
	for _, stored := range pending[from:] {
		if BlockOf(stored.ID) != number {
			break
		}
		v.left.unset(int(stored.ID % BlockSize))
	}
	if f.order.After != nil && !v.goOn(f.order) {
		return
	}
	f.tally = values.tally(&v.left, f.tally)
	for code, n := range f.tally[1:] {
		if n > 0 {
			f.counts[values.distinct[code]] += n
		}
	}
	f.blocks = append(f.blocks, v)
}

// goOn leaves what is behind the order's place, and reports whether that is anything.
func (v *valued) goOn(o Order) bool {
	at := v.left
	some := at.has(v.values, o.After.Value, o.After.Value)
	beyond := v.left
	switch {
	case o.Descending:
		beyond.within(v.values, math.MinInt64, o.After.Value-1)
	default:
		beyond.within(v.values, o.After.Value+1, math.MaxInt64)
	}
	v.left = beyond
	if !some {
		return v.left != bitmap{}
	}
	for offset := range at.backward() {
		if !o.Exact || o.behind(Place{o.After.Value, v.number<<blockShift | int64(offset)}) {
			v.left.set(offset)
		}
	}
	return v.left != bitmap{}
}

// has is within, and reports whether any are left.
func (m *bitmap) has(v *Values, from, to int64) bool {
	m.within(v, from, to)
	return *m != bitmap{}
}

// within keeps the documents with values from from to to.
func (m *bitmap) within(v *Values, from, to int64) {
	if !v.keep(m, from, to) {
		*m = bitmap{}
	}
}

// behind reports whether a place comes after another in the order.
func (o Order) behind(p Place) bool {
	if p.Value == o.After.Value {
		return !o.Exact || p.ID != o.After.ID && p.ID > o.After.ID != o.Descending
	}
	return p.Value > o.After.Value != o.Descending
}

func (f *first) behind(p Place) bool { return f.order.After == nil || f.order.behind(p) }

// tally counts documents by the codes of their values.
func (v *Values) tally(m *bitmap, counts []int) []int {
	counts = append(counts[:0], make([]int, len(v.distinct)+1)...)
	last := v.len()
	for i, word := range m[:(last+63)/64] {
		if i == last/64 {
			word &= 1<<(last%64) - 1
		}
		for ; word != 0; word &= word - 1 {
			counts[v.code(64*i+bits.TrailingZeros64(word))]++
		}
	}
	return counts
}

// last returns the value with which enough documents have come, or the last one, how many
// have come before it, and how many have it.
func (f *first) last() (value int64, before, at int) {
	values := make([]int64, 0, len(f.counts))
	for value := range f.counts {
		values = append(values, value)
	}
	slices.Sort(values)
	if f.order.Descending {
		slices.Reverse(values)
	}
	enough := f.need
	// How many of those at the place itself are behind it, is not known.
	if after := f.order.After; after != nil && !f.order.Exact {
		enough += f.counts[after.Value]
	}
	for _, value = range values {
		before += at
		at = f.counts[value]
		if before+at >= enough {
			break
		}
	}
	return value, before, at
}

// take returns the documents up to a value, and of those that have it, where the order is
// exact, the first so many.
func (f *first) take(last int64, ties int) []int64 {
	var ids, tied []int64
	add := func(p Place) {
		if p.Value == last {
			tied = append(tied, p.ID)
		} else if p.Value < last != f.order.Descending {
			ids = append(ids, p.ID)
		}
	}
	for _, p := range f.loose {
		add(p)
	}
	low, high := int64(math.MinInt64), last
	if f.order.Descending {
		low, high = last, math.MaxInt64
	}
	for _, v := range f.blocks {
		if !v.left.has(v.values, low, high) {
			continue
		}
		for offset := range v.left.backward() {
			if value, ok := v.values.Get(offset); ok {
				add(Place{value, v.number<<blockShift | int64(offset)})
			}
		}
	}
	if f.order.Exact && len(tied) > ties {
		slices.Sort(tied)
		if f.order.Descending {
			slices.Reverse(tied)
		}
		tied = tied[:max(ties, 0)]
	}
	return append(ids, tied...)
}
