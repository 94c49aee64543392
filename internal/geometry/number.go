package geometry

import "strconv"

var powersOfTen = [23]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// readNumber reads the decimal number at a place of a line, after blanks, and
// says where it ends. Not ok: there is none, or something else.
func readNumber(s []byte, at int) (v float64, next int, ok bool) {
	for at < len(s) && s[at] <= ' ' {
		at++
	}
	if at >= len(s) {
		return 0, at, false
	}
	v, next, ok = readShortNumber(s, at)
	if !ok || next < len(s) && s[next] > ' ' {
		return readSlowNumber(s, at)
	}
	return v, next, true
}

// parseNumber reads a text that is a number and nothing else.
func parseNumber(text []byte) (v float64, ok bool) {
	v, next, ok := readNumber(text, 0)
	return v, ok && next == len(text)
}

// readShortNumber reads a number of few digits, as nearly all are, up to what is
// no part of it: a whole number below 2^53 and a power of ten up to 22 are exact,
// and so is their product or quotient rounded once (W. D. Clinger, "How to read
// floating point numbers accurately", 1990). Others are left to strconv.
func readShortNumber(s []byte, at int) (v float64, next int, ok bool) {
	i, negative := at, false
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		negative = s[i] == '-'
		i++
	}
	var mantissa uint64
	first := i
	for i < len(s) && s[i]-'0' < 10 {
		mantissa = mantissa*10 + uint64(s[i]-'0')
		i++
	}
	digits, power := i-first, 0
	if i < len(s) && s[i] == '.' {
		i++
		first = i
		for i < len(s) && s[i]-'0' < 10 {
			mantissa = mantissa*10 + uint64(s[i]-'0')
			i++
		}
		power = first - i
		digits -= power
	}
	if i < len(s) && s[i]|0x20 == 'e' {
		n, end := readInt(s, i+1)
		if end == i+1 || n < -1000 || n > 1000 {
			return 0, at, false
		}
		i, power = end, power+int(n)
	}
	// 19 digits and more may not fit into the mantissa.
	if digits == 0 || digits > 18 || mantissa >= 1<<53 || power < -22 || power > 22 {
		return 0, at, false
	}
	v = float64(mantissa)
	if power < 0 {
		v /= powersOfTen[-power]
	} else {
		v *= powersOfTen[power]
	}
	if negative {
		v = -v
	}
	return v, i, true
}

// readSlowNumber reads a number with many digits, or something else.
func readSlowNumber(s []byte, at int) (v float64, next int, ok bool) {
	word, rest := nextWord(s[at:])
	v, ok = parseSlowly(word)
	return v, len(s) - len(rest), ok
}

// readInt reads a whole number and says where it ends: where it began when there
// is none. What is too large for its 18 digits stays large.
func readInt(s []byte, at int) (n int64, next int) {
	i, negative := at, false
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		negative = s[i] == '-'
		i++
	}
	first := i
	for i < len(s) && s[i]-'0' < 10 {
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

// nextWord gives the first word of a line, and what is behind it. It is empty at
// the end.
func nextWord(line []byte) (word, rest []byte) {
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
