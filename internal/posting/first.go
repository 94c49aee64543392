package posting

import (
	"cmp"
	"context"
	"math"
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
	f := &first{order: o, need: need, to: math.MaxInt64, room: max(leastRoom, 2*need)}
	if o.After != nil {
		f.narrow(o.After.Value, !o.Descending)
	}
	if err := f.read(ctx, x, set); err != nil {
		return nil, false, err
	}
	f.cut()
	if !o.Exact && len(f.found) > atMost {
		return nil, false, nil
	}
	ids = make([]int64, len(f.found))
	for i, p := range f.found {
		ids[i] = p.ID
	}
	return ids, true, nil
}

// first looks for the first documents of an order. It goes through the blocks once: what
// has been found tells ever better which values of the other blocks are too late.
type first struct {
	order    Order
	need     int
	from, to int64 // the values that may still come among the first
	found    []Place
	room     int // so many are found before those that are too late are dropped
	left     bitmap
}

// leastRoom has few documents sorted often, rather than many once.
const leastRoom = 128

// narrow leaves out the values beyond one.
func (f *first) narrow(value int64, below bool) {
	if below {
		f.from = max(f.from, value)
	} else {
		f.to = min(f.to, value)
	}
}

// read collects the documents behind the place where the order goes on.
func (f *first) read(ctx context.Context, x *Index, set *Set) error {
	for _, stored := range x.Pending {
		if value, there := stored.Document.Value(f.order.Column.Name); there && set.Has(stored.ID) {
			f.add(Place{value, stored.ID})
		}
	}
	if f.order.Column.ID == 0 {
		return nil
	}
	last := (len(set.blocks) - 1) / GroupBlocks
	for i := range last + 1 {
		group := i
		if f.order.Descending { // in an order by time the highest numbers mostly come first
			group = last - i
		}
		if err := f.group(ctx, x, set.blocks, group); err != nil {
			return err
		}
	}
	return nil
}

// group adds the documents of a group.
func (f *first) group(ctx context.Context, x *Index, blocks []Bits, group int) error {
	blocks = blocks[group*GroupBlocks : min((group+1)*GroupBlocks, len(blocks))]
	if !slices.ContainsFunc(blocks, func(b Bits) bool { return b != nil }) {
		return nil
	}
	columns, err := x.Source.Columns(ctx, []int64{f.order.Column.ID}, int64(group))
	if err != nil || columns[0] == nil {
		return err
	}
	for i := range blocks {
		if f.order.Descending {
			i = len(blocks) - 1 - i
		}
		if blocks[i] != nil {
			f.block(int64(group*GroupBlocks+i), blocks[i], columns[0][i], x.Pending)
		}
	}
	return nil
}

// block adds the documents of a block.
func (f *first) block(number int64, b Bits, values *Values, pending []Stored) {
	f.left = bitmap{}
	f.left.or(b)
	from, _ := slices.BinarySearchFunc(pending, number<<blockShift, byID)
	for _, stored := range pending[from:] {
		if BlockOf(stored.ID) != number {
			break
		}
		f.left.unset(int(stored.ID % BlockSize))
	}
	if !values.keep(&f.left, f.from, f.to) {
		return
	}
	for offset := range f.left.backward() {
		value, _ := values.Get(offset)
		f.add(Place{value, number<<blockShift | int64(offset)})
	}
}

// add adds a document, unless it is too late or before the place where the order goes on.
func (f *first) add(p Place) {
	if p.Value < f.from || p.Value > f.to || f.order.After != nil && !f.order.behind(p) {
		return
	}
	if f.found = append(f.found, p); len(f.found) >= f.room {
		f.cut()
		f.room = max(f.room, 2*len(f.found))
	}
}

// behind reports whether a place comes after the one where the order goes on.
func (o Order) behind(p Place) bool {
	if p.Value == o.After.Value {
		return !o.Exact || p.ID != o.After.ID && p.ID > o.After.ID != o.Descending
	}
	return p.Value > o.After.Value != o.Descending
}

// cut drops what comes behind so many as are needed.
func (f *first) cut() {
	slices.SortFunc(f.found, f.order.compare)
	enough := f.need
	if after := f.order.After; after != nil && !f.order.Exact {
		// How many of those at the place itself are behind it, is not known. They stand first.
		for enough-f.need < len(f.found) && f.found[enough-f.need].Value == after.Value {
			enough++
		}
	}
	if len(f.found) <= enough {
		return
	}
	last := f.found[enough-1].Value
	for !f.order.Exact && enough < len(f.found) && f.found[enough].Value == last {
		enough++
	}
	f.found = f.found[:enough]
	f.narrow(last, f.order.Descending)
}

func (o Order) compare(a, b Place) int {
	if o.Descending {
		a, b = b, a
	}
	return cmp.Or(cmp.Compare(a.Value, b.Value), cmp.Compare(a.ID, b.ID))
}
