package posting

import (
	"encoding/binary"
	"iter"
	"math/bits"
)

// bitmap is a block's documents while a query is worked out.
type bitmap [bitmapWords]uint64

// fill makes the bitmap that of all documents.
func (m *bitmap) fill() {
	for i := range m {
		m[i] = ^uint64(0)
	}
}

func (m *bitmap) set(offset int) { m[offset>>6] |= 1 << (offset & 63) }

func (m *bitmap) unset(offset int) { m[offset>>6] &^= 1 << (offset & 63) }

// unsetFrom removes the documents from an offset on.
func (m *bitmap) unsetFrom(offset int) {
	if i := offset >> 6; i < bitmapWords {
		m[i] &= 1<<(offset&63) - 1
		clear(m[i+1:])
	}
}

func (m *bitmap) len() int {
	n := 0
	for _, word := range m {
		n += bits.OnesCount64(word)
	}
	return n
}

// or adds the documents of b.
func (m *bitmap) or(b Bits) {
	if len(b) != bitmapBytes {
		for ; len(b) >= 2; b = b[2:] {
			m.set(int(binary.LittleEndian.Uint16(b)) % BlockSize)
		}
		return
	}
	for i := range m {
		m[i] |= b.word(i)
	}
}

// and keeps the documents that are in b, too, and reports whether there are any.
func (m *bitmap) and(b Bits) bool {
	if len(b) != bitmapBytes {
		return m.andArray(b)
	}
	all := uint64(0)
	for i := range m {
		word := m[i] & b.word(i)
		m[i] = word
		all |= word
	}
	return all != 0
}

func (m *bitmap) andArray(b Bits) bool {
	var kept bitmap
	all := uint64(0)
	for ; len(b) >= 2; b = b[2:] {
		offset := binary.LittleEndian.Uint16(b) % BlockSize
		bit := m[offset>>6] & (1 << (offset & 63))
		kept[offset>>6] |= bit
		all |= bit
	}
	*m = kept
	return all != 0
}

// andBitmap is and for a bitmap.
func (m *bitmap) andBitmap(other *bitmap) bool {
	all := uint64(0)
	for i := range m {
		word := m[i] & other[i]
		m[i] = word
		all |= word
	}
	return all != 0
}

// andNot removes the documents of b, and reports whether any are left.
func (m *bitmap) andNot(b Bits) bool {
	if len(b) != bitmapBytes {
		for ; len(b) >= 2; b = b[2:] {
			m.unset(int(binary.LittleEndian.Uint16(b)) % BlockSize)
		}
		return *m != bitmap{}
	}
	all := uint64(0)
	for i := range m {
		word := m[i] &^ b.word(i)
		m[i] = word
		all |= word
	}
	return all != 0
}

// andNotBitmap is andNot for a bitmap.
func (m *bitmap) andNotBitmap(other *bitmap) bool {
	all := uint64(0)
	for i := range m {
		word := m[i] &^ other[i]
		m[i] = word
		all |= word
	}
	return all != 0
}

// common returns how many documents are in both.
func (m *bitmap) common(b Bits) int {
	if len(b) != bitmapBytes {
		return m.commonArray(b)
	}
	n := 0
	for i := range m {
		n += bits.OnesCount64(m[i] & b.word(i))
	}
	return n
}

// commonArray reads four offsets at once: that takes half the time.
func (m *bitmap) commonArray(b Bits) int {
	n := uint64(0)
	for ; len(b) >= 8; b = b[8:] {
		x := binary.LittleEndian.Uint64(b)
		n += m[x>>6%bitmapWords]>>(x&63)&1 + m[x>>22%bitmapWords]>>(x>>16&63)&1 +
			m[x>>38%bitmapWords]>>(x>>32&63)&1 + m[x>>54%bitmapWords]>>(x>>48&63)&1
	}
	for ; len(b) >= 2; b = b[2:] {
		offset := binary.LittleEndian.Uint16(b) % BlockSize
		n += m[offset>>6] >> (offset & 63) & 1
	}
	return int(n)
}

// backward yields the offsets, the highest first.
func (m *bitmap) backward() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := bitmapWords - 1; i >= 0; i-- {
			for word := m[i]; word != 0; {
				top := bits.Len64(word) - 1
				if !yield(64*i + top) {
					return
				}
				word &^= 1 << top
			}
		}
	}
}

// bits returns the stored form.
func (m *bitmap) bits() Bits {
	n := m.len()
	if n >= fewest {
		b := make(Bits, 0, bitmapBytes)
		for _, word := range m {
			b = binary.LittleEndian.AppendUint64(b, word)
		}
		return b
	}
	if n == 0 {
		return nil
	}
	b := make(Bits, 0, 2*n)
	for i, word := range m {
		for ; word != 0; word &= word - 1 {
			b = binary.LittleEndian.AppendUint16(b, uint16(64*i+bits.TrailingZeros64(word)))
		}
	}
	return b
}
