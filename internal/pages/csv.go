package pages

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Cell is a text as a table of an export has it: no spreadsheet takes it for a formula, which
// could send away what else is in the table. Some look for one behind spaces, and some take
// the wide forms of its first character too.
func Cell(text string) string {
	bare := strings.TrimLeftFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) })
	first, _ := utf8.DecodeRuneInString(bare)
	if bare != "" && strings.ContainsRune("=+-@|%＝＋－＠", first) || text != "" && strings.ContainsAny(text[:1], "\t\r\n") {
		return "'" + text
	}
	return text
}
