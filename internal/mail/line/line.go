// Package line makes one line of a text that others wrote, for mails and for what is kept of them.
package line

import (
	"strings"
	"unicode"
)

// Of makes one line of a text that others wrote: without control characters, and without
// those that make text look other than it is (UTR 36: direction, width, invisible ones), at
// most so many characters long.
func Of(text string, most int) string { return But("", text, most) }

// Short is what is kept of a server's words, or of a fault.
func Short(text string) string { return Of(text, 500) }

// joiners are what scripts and emoji are written with.
const joiners = "\u200c\u200d"

// But is Of that leaves some characters.
func But(left, text string, most int) string {
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
