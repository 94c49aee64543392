package posting

import (
	"iter"
	"math/bits"
)

// accumulator holds what is left of a group while a query is worked out. It is reused
// from group to group.
type accumulator struct {
	blocks  [GroupBlocks]bitmap
	live    uint16 // the blocks that have documents; the others' bitmaps mean nothing
	scratch bitmap
}

// all makes the accumulator that of all documents.
func (a *accumulator) all() {
	for i := range a.blocks {
		a.blocks[i].fill()
	}
	a.live = ^uint16(0)
}

// each calls do for each block with documents, and lets go of those for which it returns
// false: nothing is left of them.
func (a *accumulator) each(do func(block int, m *bitmap) bool) {
	for live := a.live; live != 0; live &= live - 1 {
		block := bits.TrailingZeros16(live)
		if !do(block, &a.blocks[block]) {
			a.live &^= 1 << block
		}
	}
}

// add adds a document by its offset in the group.
func (a *accumulator) add(offset int) {
	block := offset >> blockShift
	if a.live>>block&1 == 0 {
		a.live |= 1 << block
		a.blocks[block] = bitmap{}
	}
	a.blocks[block].set(offset % BlockSize)
}

// remove removes a document. Its block stays live, though it may be empty now.
func (a *accumulator) remove(offset int) { a.blocks[offset>>blockShift].unset(offset % BlockSize) }

// removeFrom removes the documents from an offset in the group on.
func (a *accumulator) removeFrom(offset int) {
	a.each(func(block int, m *bitmap) bool {
		m.unsetFrom(max(offset-block<<blockShift, 0))
		return *m != bitmap{}
	})
}

// removeAll removes the documents of another accumulator.
func (a *accumulator) removeAll(other *accumulator) {
	a.each(func(block int, m *bitmap) bool {
		return other.live>>block&1 == 0 || m.andNotBitmap(&other.blocks[block])
	})
}

// copyOf makes the accumulator a copy of another.
func (a *accumulator) copyOf(other *accumulator) {
	a.live = other.live
	a.each(func(block int, m *bitmap) bool {
		*m = other.blocks[block]
		return true
	})
}

// highest yields the documents' offsets in the group, the highest first, without the
// first of them that are to be skipped.
func (a *accumulator) highest(skip int) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for block := GroupBlocks - 1; block >= 0; block-- {
			if a.live>>block&1 == 0 {
				continue
			}
			m := &a.blocks[block]
			if n := m.len(); n <= skip {
				skip -= n
				continue
			}
			for offset := range m.backward() {
				if skip > 0 {
					skip--
				} else if !yield(int64(block<<blockShift | offset)) {
					return
				}
			}
		}
	}
}

func (a *accumulator) len() int {
	n := 0
	a.each(func(_ int, m *bitmap) bool {
		n += m.len()
		return true
	})
	return n
}
