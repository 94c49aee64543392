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
func clean(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || r == '\u2028' || r == '\u2029':
			return ' '
		case r == unicode.ReplacementChar, unicode.IsControl(r), unicode.Is(unicode.Cf, r) && r != '\u200d' && r != '\u200c':
			return -1 // but the joiners, which scripts and emoji are written with
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

// lineLength is that of plain text, in characters (RFC 3676 recommends 78 at most).
const lineLength = 76

// wrap breaks a text into lines, each of which begins with prefix. A word is never broken:
// it may be a link.
func wrap(prefix, text string) string {
	var out strings.Builder
	length := 0
	for word := range strings.FieldsSeq(text) {
		n := len([]rune(word))
		switch {
		case length == 0:
			out.WriteString(prefix)
		case length+1+n > lineLength:
			out.WriteString("\n" + prefix)
			length = 0
		default:
			out.WriteByte(' ')
			length++
		}
		out.WriteString(word)
		length += n
	}
	return out.String()
}
