package mail

import (
	"strings"
	"unicode"
)

// How long parts of a mail are, in characters.
const (
	maxSubject   = 180
	maxValue     = 2000
	maxParagraph = 4000
)

// clean makes one line of a text that others wrote: without control characters, and without
// those that make text look other than it is (UTR 36: direction, width, invisible ones), at
// most so many characters long.
func clean(text string, most int) string { return cleanBut("", text, most) }

// joiners are what scripts and emoji are written with.
const joiners = "\u200c\u200d"

// isolates keep pieces of a text apart that are written the other way (UAX #9, section 2.4).
const isolates = "\u2066\u2068\u2069"

// cleanBut is clean that leaves some characters.
func cleanBut(left, text string, most int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || r == '\u2028' || r == '\u2029':
			return ' '
		case r == unicode.ReplacementChar, unicode.IsControl(r), unicode.Is(unicode.Cf, r) && !strings.ContainsRune(joiners+left, r):
			return -1
		default:
			return r
		}
	}, strings.ToValidUTF8(text, ""))
	text = strings.Join(strings.Fields(text), " ")
	n := 0
	for i := range text {
		if n++; n > most {
			return strings.TrimSpace(text[:i]) + "…"
		}
	}
	return text
}
