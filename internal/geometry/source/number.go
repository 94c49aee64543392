package source

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strconv"
)

var powersOfTen = [23]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
	1e19, 1e20, 1e21, 1e22}

// ReadNumber reads the decimal number at a place of a line, after blanks, and
// says where it ends. Not ok: there is none, or something else.
func ReadNumber(s []byte, at int) (v float64, next int, ok bool) {
	for at < len(s) && s[at] <= ' ' {
		at++
	}
	if at >= len(s) {
		return 0, at, false
	}
	v, next, ok = ReadShortNumber(s, at)
	// What goes on without a blank, as 1.#IND does, is no number that has ended: all of the word is judged.
	if !ok || next < len(s) && s[next] > ' ' {
		return readSlowNumber(s, at)
	}
	return v, next, true
}

// ParseNumber reads a text that is a number and nothing else.
func ParseNumber(text []byte) (v float64, ok bool) {
	v, next, ok := ReadNumber(text, 0)
	return v, ok && next == len(text)
}

// ReadShortNumber reads a number of few digits, as nearly all are, up to what is
// no part of it: a whole number below 2^53 and a power of ten up to 22 are exact,
// and so is their product or quotient rounded once (W. D. Clinger, "How to read
// floating point numbers accurately", 1990). Others are left to strconv.
func ReadShortNumber(s []byte, at int) (v float64, next int, ok bool) {
	minus, plus := 0, 0
	if at < len(s) {
		minus, plus = isByte(s[at], '-'), isByte(s[at], '+')
	}
	i := at + minus + plus
	// Eight characters are looked at together: no branch depends on how many of them are
	// digits, which no processor could guess.
	word := eightBytes(s, i)
	digits, power := min(digitsOf(word), len(s)-i), 0
	mantissa := digitsValue(word, digits)
	if digits == 8 {
		mantissa, digits = moreDigits(s, i, mantissa)
	}
	i += digits
	if i < len(s) && s[i] == '.' {
		// Digits behind the point go on in the same whole number, which is divided by their
		// power of ten at the end.
		i++
		word = eightBytes(s, i)
		n := min(digitsOf(word), len(s)-i)
		fraction := digitsValue(word, n)
		if n == 8 {
			if fraction, n = moreDigits(s, i, fraction); n > 18 {
				return 0, at, false
			}
		}
		// What wraps around here has more than 18 digits in all, and is refused below by their count.
		mantissa = mantissa*wholePowers[n] + fraction
		i, digits, power = i+n, digits+n, -n
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		n, end := readExponent(s, i+1)
		if end == i+1 || n < -1000 || n > 1000 {
			return 0, at, false
		}
		i, power = end, power+int(n)
	}
	// 19 digits and more may not fit into the mantissa.
	switch {
	case digits == 0 || digits > 18 || power < -22 || power > 22:
		return 0, at, false
	case mantissa < 1<<53 && power < 0:
		v = float64(mantissa) / powersOfTen[-power]
	case mantissa < 1<<53:
		v = float64(mantissa) * powersOfTen[power]
	// 16 to 18 digits, as of a float64 printed in full, take more bits than one has: whole numbers are divided.
	case power < 0 && power >= -18:
		v = quotient(mantissa, wholePowers[-power])
	default:
		return 0, at, false
	}
	// The sign is set as a bit, so that minus zero keeps it.
	return math.Float64frombits(math.Float64bits(v) | uint64(minus)<<63), i, true
}

// readExponent reads a whole number, which nearly always is a sign and two digits.
func readExponent(s []byte, at int) (n int64, next int) {
	if at+3 == len(s) || at+3 < len(s) && s[at+3]-'0' > 9 {
		// A byte below '0' wraps around to a large one, so that one comparison tells what is no digit.
		tens, ones := int64(s[at+1]-'0'), int64(s[at+2]-'0')
		if n = 10*tens + ones; tens < 10 && ones < 10 {
			switch s[at] {
			case '-':
				return -n, at + 3
			case '+':
				return n, at + 3
			}
		}
	}
	return ReadInt(s, at)
}

// quotient divides whole numbers above zero that a float64 need not hold. All
// bits of the quotient that are kept are exact, and the last one says whether
// there are more, so that it is rounded once.
func quotient(n, by uint64) float64 {
	shift, byShift := bits.LeadingZeros64(n), bits.LeadingZeros64(by)
	n, by = n<<shift, by<<byShift
	// by has its highest bit set and n>>1 has not, so Div64 can't overflow. The quotient has 63 bits at
	// least, ten more than a float64 keeps: of the rest it is enough to know that there is some.
	whole, rest := bits.Div64(n>>1, n<<63, by)
	if rest != 0 {
		whole |= 1
	}
	return math.Ldexp(float64(whole), byShift-shift-63)
}

// wholePowers are the powers of ten that many digits are worth.
var wholePowers = [19]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18}

// moreDigits reads the digits behind the first eight, n, and says how many there
// are with those. More than 18 may not fit.
func moreDigits(s []byte, at int, n uint64) (whole uint64, count int) {
	count = 8
	for more := 8; more == 8; count += more {
		var next uint64
		next, more = EightDigits(s, at+count)
		n = n*wholePowers[more] + next
	}
	return n, count
}

// EightDigits reads the digits at a place, the first eight at most, and says how
// many there are.
func EightDigits(s []byte, at int) (n uint64, count int) {
	word := eightBytes(s, at)
	count = min(digitsOf(word), len(s)-at)
	return digitsValue(word, count), count
}

// eightBytes are those at a place, less what digits begin with: they are 0 to 9.
// They may reach behind the end of the text, within what it is a part of.
func eightBytes(s []byte, at int) uint64 {
	const zeros = 0x3030303030303030
	// A slice may be read as far as its capacity: Lines keeps eight bytes
	// free there, so that a line's end costs nothing.
	if cap(s)-at < 8 {
		return lastBytes(s[at:]) ^ zeros
	}
	return binary.LittleEndian.Uint64(s[at:at+8]) ^ zeros
}

// lastBytes are fewer than eight.
func lastBytes(s []byte) (word uint64) {
	for i := range s {
		word |= uint64(s[i]) << (8 * i)
	}
	return word
}

// isByte is 1 where a byte is another, else 0. It is no branch: signs are as
// random as coordinates, and to guess one wrong takes a processor longer than to
// read the number.
func isByte(b, other byte) int { return int((uint64(b^other) - 1) >> 63) }

// digitsOf returns how many of eight bytes are digits before there is something
// else.
func digitsOf(word uint64) int {
	// A byte above 9 gets its highest bit set; it may spoil those behind it.
	others := (word + 0x7676767676767676 | word) & 0x8080808080808080
	return bits.TrailingZeros64(others) / 8
}

// digitsValue is the number that the first count of eight bytes are, which are
// digits.
func digitsValue(word uint64, count int) uint64 {
	// They move up to the end of the word, behind zeros. Then two become a number
	// below 100, and the four of these become one.
	word <<= 64 - 8*uint(count)
	word = word*10 + word>>8
	const pairs = 0x000000ff000000ff
	return (word&pairs*(100+1000000<<32) + word>>16&pairs*(1+10000<<32)) >> 32
}

// readSlowNumber reads a number with many digits, or something else.
func readSlowNumber(s []byte, at int) (v float64, next int, ok bool) {
	word, rest := NextWord(s[at:])
	v, ok = parseSlowly(word)
	return v, len(s) - len(rest), ok
}

// ReadInt reads a whole number and says where it ends: where it began when there
// is none. What is too large for its 18 digits stays large.
func ReadInt(s []byte, at int) (n int64, next int) {
	i, negative := at, false
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		negative = s[i] == '-'
		i++
	}
	first := i
	for i < len(s) && s[i]-'0' < 10 {
		// Below 10^17 one more digit leaves it below 10^18, which an int64 holds; further ones change nothing.
		if n < 1e17 {
			n = n*10 + int64(s[i]-'0')
		}
		i++
	}
	if i == first {
		return 0, at
	}
	if negative {
		n = -n
	}
	return n, i
}

// parseSlowly reads what is long or odd, such as "1.#IND", which is no number.
func parseSlowly(text []byte) (float64, bool) {
	v, err := strconv.ParseFloat(string(text), 64)
	return v, err == nil
}

// NextWord returns the first word of a line, and what is behind it. It is empty at
// the end.
func NextWord(line []byte) (word, rest []byte) {
	i := 0
	for i < len(line) && line[i] <= ' ' {
		i++
	}
	start := i
	for i < len(line) && line[i] > ' ' {
		i++
	}
	return line[start:i], line[i:]
}

// Finite reports whether values are numbers, none of them infinite.
func Finite[N float32 | float64](values []N) bool {
	for _, v := range values {
		// Infinity less itself is NaN, as NaN less itself is: one comparison finds both.
		if v-v != 0 {
			return false
		}
	}
	return true
}
