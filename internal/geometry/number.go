package geometry

import "strconv"

// parseNumber reads a decimal number as text formats write it. Those of few
// digits, which are nearly all, are read here: a whole number below 2^53 and a
// power of ten up to 22 are exact, and so is their product or quotient rounded
// once (W. D. Clinger, "How to read floating point numbers accurately", 1990).
// Others are left to strconv.
func parseNumber(text []byte) (float64, bool) {
	i, negative := 0, false
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		negative = text[0] == '-'
		i++
	}
	var whole uint64
	digits, scale, point := 0, 0, false
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			whole = whole*10 + uint64(c-'0')
			if digits++; digits > 15 {
				return parseSlowly(text)
			}
			if point {
				scale--
			}
		case c == '.' && !point:
			point = true
		case (c == 'e' || c == 'E') && digits > 0:
			exponent, ok := parseExponent(text[i+1:])
			if !ok {
				return parseSlowly(text)
			}
			scale += exponent
			i = len(text)
		default:
			return parseSlowly(text)
		}
	}
	if digits == 0 || scale < -22 || scale > 22 {
		return parseSlowly(text)
	}
	value := float64(whole)
	if scale < 0 {
		value /= powersOfTen[-scale]
	} else {
		value *= powersOfTen[scale]
	}
	if negative {
		value = -value
	}
	return value, true
}

var powersOfTen = [23]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

func parseExponent(text []byte) (int, bool) {
	n, err := strconv.Atoi(string(text))
	return n, err == nil && n > -1000 && n < 1000
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
