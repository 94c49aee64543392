package store

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// words splits text into the words that the full-text search knows: folded to
// lower case, without marks and in the singular. Both databases index and are
// asked for exactly these, so that they find the same.
func words(text string) []string {
	var plain strings.Builder
	for _, r := range cases.Fold().String(norm.NFKD.String(text)) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			plain.WriteRune(r)
		default:
			plain.WriteByte(' ')
		}
	}
	list := strings.Fields(plain.String())
	for i, word := range list {
		list[i] = singular(word)
	}
	return list
}

// singular takes the ending of an English plural off: the S stemmer of
// D. Harman, "How effective is suffixing?" (JASIS 42, 1991).
func singular(word string) string {
	n := len(word)
	switch {
	case n < 4 || word[n-1] != 's' || word[n-2] == 's' || word[n-2] == 'u':
		return word
	case strings.HasSuffix(word, "ies") && !strings.HasSuffix(word, "eies") && !strings.HasSuffix(word, "aies"):
		return word[:n-3] + "y"
	case strings.HasSuffix(word, "es") && (word[n-3] == 'a' || word[n-3] == 'e' || word[n-3] == 'o'):
		return word
	default:
		return word[:n-1]
	}
}
