package posting

import (
	"encoding/binary"
	"errors"
	"iter"
	"math/bits"
	"sort"
)

// Bits are the documents of a block that have a term, in the form that is stored: fewer
// than 1,024 as their ascending offsets in the block, two bytes each, the low one first;
// others as a bitmap of 2,048 bytes, whose first byte's lowest bit is the first document.
// Nil is the empty block, which is not stored.
type Bits []byte

const (
	bitmapBytes = BlockSize / 8
	bitmapWords = BlockSize / 64
	fewest      = bitmapBytes / 2 // from so many documents on, a block is a bitmap
)

var errBits = errors.New("posting: a block's bits are damaged")

// ParseBits checks stored bytes, which must not change from now on.
func ParseBits(stored []byte) (Bits, error) {
	b := Bits(stored)
	switch {
	case len(b) == bitmapBytes:
		if b.Len() < fewest {
			return nil, errBits
		}
	case len(b) > bitmapBytes || len(b)%2 != 0:
		return nil, errBits
	default:
		before := -1
		for i := range len(b) / 2 {
			offset := b.at(i)
			if offset <= before || offset >= BlockSize {
				return nil, errBits
			}
			before = offset
		}
	}
	return b, nil
}

// at returns an offset of an array.
func (b Bits) at(i int) int { return int(binary.LittleEndian.Uint16(b[2*i:])) }

// word returns 64 documents of a bitmap.
func (b Bits) word(i int) uint64 { return binary.LittleEndian.Uint64(b[8*i:]) }

// Len returns how many documents there are.
func (b Bits) Len() int {
	if len(b) != bitmapBytes {
		return len(b) / 2
	}
	n := 0
	for i := range bitmapWords {
		n += bits.OnesCount64(b.word(i))
	}
	return n
}

// Has reports whether the document at an offset is there.
func (b Bits) Has(offset int) bool {
	if len(b) == bitmapBytes {
		return b[offset/8]>>(offset%8)&1 != 0
	}
	n := len(b) / 2
	i := sort.Search(n, func(i int) bool { return b.at(i) >= offset })
	return i < n && b.at(i) == offset
}

// All yields the offsets, the lowest first.
func (b Bits) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		if len(b) != bitmapBytes {
			for i := range len(b) / 2 {
				if !yield(b.at(i)) {
					return
				}
			}
			return
		}
		for i := range bitmapWords {
			for word := b.word(i); word != 0; word &= word - 1 {
				if !yield(64*i + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}

// Backward yields the offsets, the highest first.
func (b Bits) Backward() iter.Seq[int] {
	return func(yield func(int) bool) {
		if len(b) != bitmapBytes {
			for i := len(b)/2 - 1; i >= 0; i-- {
				if !yield(b.at(i)) {
					return
				}
			}
			return
		}
		for i := bitmapWords - 1; i >= 0; i-- {
			for word := b.word(i); word != 0; {
				top := bits.Len64(word) - 1
				if !yield(64*i + top) {
					return
				}
				word &^= 1 << top
			}
		}
	}
}
