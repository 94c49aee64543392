package mail

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// lineLength is that of plain text, in columns (RFC 3676 recommends 78 at most).
const lineLength = 76

// wrap breaks a text into lines, each of which begins with prefix. What is written with
// letters is never broken within a word: it may be a link. What is written with characters,
// as Chinese and Japanese are, has no spaces and is broken between any two of them, but for signs
// that begin or end no line (UAX #14, classes CL and OP).
func wrap(prefix, text string) string {
	var out strings.Builder
	length := 0
	for word := range strings.FieldsSeq(text) {
		for i, piece := range pieces(word) {
			space := 0
			if i == 0 && length > 0 {
				space = 1
			}
			n := columns(piece)
			switch {
			case length == 0:
				out.WriteString(prefix)
			case length+space+n > lineLength:
				out.WriteString("\n" + prefix)
				length, space = 0, 0
			}
			out.WriteString(strings.Repeat(" ", space) + piece)
			length += space + n
		}
	}
	return out.String()
}

// pieces are the parts of a word between which a line may end.
func pieces(word string) (list []string) {
	from, before := 0, rune(0)
	for at, r := range word {
		if at > 0 && (ideographic(before) || ideographic(r)) && !opens(before) && !closes(r) {
			list = append(list, word[from:at])
			from = at
		}
		before = r
	}
	return append(list, word[from:])
}

// ideographic reports whether a character is written without spaces beside it, and as wide
// as two letters.
func ideographic(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) || r >= 0x3000 && r < 0x3040 || r >= 0xff01 && r < 0xff61
}

func opens(r rune) bool {
	return unicode.In(r, unicode.Ps, unicode.Pi) || r == '\u2066' || r == '\u2068'
}

// closes reports whether no line begins with a character: punctuation and marks on the one
// before.
func closes(r rune) bool {
	return unicode.In(r, unicode.Pe, unicode.Pf, unicode.Po, unicode.Mn, unicode.Cf) || r == 'ー' || r == '々'
}

// columns is how wide a text is where all letters are as wide as each other.
func columns(text string) (n int) {
	for _, r := range text {
		switch kind := width.LookupRune(r).Kind(); {
		case unicode.In(r, unicode.Mn, unicode.Cf):
		case kind == width.EastAsianWide || kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}
