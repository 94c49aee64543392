package inflate

import "math/bits"

// A table has an entry for each of the next bits of the stream, and behind these more for
// codes that are longer. An entry is
//
//	bits 0 to 5    how many bits are taken: the code and what is behind it
//	bits 8 to 12   of these, the code
//	bit 13         an exception: the end of the block, or no code at all
//	bit 14         an exception too: the value is where entries for longer codes are
//	bit 15         the value is a literal
//	bits 16 to 31  the value, to which the number behind the code is added
const (
	exception  = 1 << 13
	longer     = 1 << 14
	isLiteral  = 1 << 15
	codeShift  = 8
	valueShift = 16
)

// The bits that tables are looked at by, and their entries. Each longer code is beside one
// that differs in its last bit, so that half as many tables of longer ones as there are codes are enough.
const (
	literalBits     = 10
	literalEntries  = 1<<literalBits + maxLiterals/2<<(maxCode-literalBits)
	distanceBits    = 8
	distanceEntries = 1<<distanceBits + maxDistances/2<<(maxCode-distanceBits)
)

// fill makes a table of the lengths of codes. False: there are more codes than fit, or
// fewer than all; only a single one of one bit may stand alone, and none at all.
func fill(table []uint32, width int, lengths []uint8, entryOf func(symbol int) uint32) bool {
	var counts [maxCode + 1]int
	longest := 0
	for _, n := range lengths {
		counts[n]++
		longest = max(longest, int(n))
	}
	counts[0] = 0
	var next [maxCode + 1]int // code of each length
	code := 0
	for n := 1; n <= longest; n++ {
		code = (code + counts[n-1]) << 1
		next[n] = code
	}
	if total := code + counts[longest]; longest > 0 && total != 1<<longest && (total != 1 || longest != 1) {
		return false
	}
	// What stays of this is the other one bit of a code that stands alone. It takes that
	// bit too: where none is left, the stream has ended too early.
	for i := range table[:1<<width] {
		table[i] = exception | uint32(longest)<<codeShift | uint32(longest)
	}
	free, tail := 1<<width, max(longest-width, 0)
	for symbol, length := range lengths {
		if length == 0 {
			continue
		}
		n := int(length)
		code := int(bits.Reverse16(uint16(next[n])) >> (16 - n))
		next[n]++
		entry := entryOf(symbol)
		if n <= width {
			entry += uint32(n)<<codeShift + uint32(n)
			for ; code < 1<<width; code += 1 << n {
				table[code] = entry
			}
			continue
		}
		first := &table[code&(1<<width-1)]
		if *first&longer == 0 {
			*first = uint32(free)<<valueShift | exception | longer | uint32(tail)<<codeShift | uint32(width)
			free += 1 << tail
		}
		n -= width
		entry += uint32(n)<<codeShift + uint32(n)
		for code >>= width; code < 1<<tail; code += 1 << n {
			table[int(*first>>valueShift)+code] = entry
		}
	}
	return true
}

// plain is the entry of a symbol that is its own value.
func plain(symbol int) uint32 { return uint32(symbol) << valueShift }

// literal is the entry of a literal, of a match's length, or of the end.
func literal(symbol int) uint32 {
	switch {
	case symbol < endOfBlock:
		return uint32(symbol)<<valueShift | isLiteral
	case symbol == endOfBlock, symbol > 285:
		return uint32(symbol)<<valueShift | exception
	case symbol == 285:
		return maxMatch << valueShift
	case symbol < firstLength+8:
		return uint32(symbol-firstLength+3) << valueShift
	}
	more := uint32(symbol-firstLength)/4 - 1
	return ((uint32(symbol-firstLength)%4+4)<<more+3)<<valueShift | more
}

// distance is the entry of how far a match goes back.
func distance(symbol int) uint32 {
	switch {
	case symbol > 29:
		return exception
	case symbol < 4:
		return uint32(symbol+1) << valueShift
	}
	more := uint32(symbol)/2 - 1
	return ((uint32(symbol)%2+2)<<more+1)<<valueShift | more
}
