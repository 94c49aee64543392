package posting

import (
	"encoding/binary"
	"math/bits"
	"sort"
)

// keep keeps the documents whose values are from from to to, and reports whether there
// are any.
func (v *Values) keep(m *bitmap, from, to int64) bool {
	if v == nil {
		return false
	}
	low := sort.Search(len(v.distinct), func(i int) bool { return v.distinct[i] >= from }) + 1
	high := sort.Search(len(v.distinct), func(i int) bool { return v.distinct[i] > to })
	if low > high {
		return false
	}
	all := uint64(0)
	for i, word := range m {
		switch n := bits.OnesCount64(word); {
		case n == 0:
			continue
		case n <= sparse:
			word = v.some(i, word, uint64(low), uint64(high))
		default:
			word &= v.within(i, uint64(low), uint64(high))
		}
		m[i] = word
		all |= word
	}
	return all != 0
}

// sparse is how many of 64 documents are looked at one by one in the time that all take.
const sparse = 8

// some returns which of some documents, among the 64 from 64*i on, have codes from low to
// high.
func (v *Values) some(i int, among, low, high uint64) (found uint64) {
	for last := v.len(); among != 0; among &= among - 1 {
		if offset := 64*i + bits.TrailingZeros64(among); offset < last && uint64(v.code(offset))-low <= high-low {
			found |= among & -among
		}
	}
	return found
}

// within returns which of the 64 documents from 64*i on have codes from low to high.
func (v *Values) within(i int, low, high uint64) uint64 {
	size := 64
	if v.wide {
		size = 128
	}
	codes := v.codes[min(size*i, len(v.codes)):]
	if len(codes) < size {
		last := make([]byte, 128)
		copy(last, codes)
		codes = last
	}
	if v.wide {
		return within16(codes[:size], low, high)
	}
	return within8(codes[:size], low, high)
}

// within8 returns which of 64 codes are from low to high. It compares the codes of a word
// at once: as the top bit of a code is never set, it is set before a subtraction, so that
// no code borrows from the next, and tells afterwards which was greater. A product moves
// the eight answers to the top.
func within8(codes []byte, low, high uint64) uint64 {
	const ones, top, gather = 0x0101010101010101, 0x8080808080808080, 0x0102040810204080
	low, high = low*ones, high*ones|top
	word := uint64(0)
	for ; len(codes) >= 8; codes = codes[8:] {
		x := binary.LittleEndian.Uint64(codes)
		found := ((x | top) - low) & (high - x) & top
		word = word>>8 | found>>7*gather>>56<<56
	}
	return word
}

// within16 is within8 for codes of two bytes.
func within16(codes []byte, low, high uint64) uint64 {
	const ones, top, gather = 0x0001000100010001, 0x8000800080008000, 1<<60 | 1<<45 | 1<<30 | 1<<15
	low, high = low*ones, high*ones|top
	word := uint64(0)
	for ; len(codes) >= 8; codes = codes[8:] {
		x := binary.LittleEndian.Uint64(codes)
		found := ((x | top) - low) & (high - x) & top
		word = word>>4 | found>>15*gather>>60<<60
	}
	return word
}

// placeOf returns the place of the band that has a value.
func placeOf(value int64, bounds []int64) int {
	return sort.Search(len(bounds), func(i int) bool { return bounds[i] > value })
}

// count adds, for each document of m that has a value, one to the count of its band. It
// uses places, which it returns for the next call.
func (v *Values) count(m *bitmap, bounds, counts []int64, places []uint16) []uint16 {
	places = append(places[:0], uint16(len(counts)))
	band := 0
	for _, value := range v.distinct {
		for band < len(bounds) && value >= bounds[band] {
			band++
		}
		places = append(places, uint16(band))
	}
	found := make([]int64, len(counts)+1) // the last: documents without a value
	last := v.len()
	for i, word := range m[:(last+63)/64] {
		if i == last/64 {
			word &= 1<<(last%64) - 1
		}
		for ; word != 0; word &= word - 1 {
			found[places[v.code(64*i+bits.TrailingZeros64(word))]]++
		}
	}
	for i := range counts {
		counts[i] += found[i]
	}
	return places
}
