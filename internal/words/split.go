package words

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// kind says how a run of letters is made into words.
type kind int

const (
	none     kind = iota
	spaced        // a word
	korean        // a word that particles are appended to: itself and its pairs of syllables
	unspaced      // words without borders: pairs of characters
)

// runs cuts a text into lower-case runs of letters, digits and their marks, none
// of them longer than MaxWordRunes where it is a word.
func runs(text string) iter.Seq2[kind, string] {
	return func(yield func(kind, string) bool) {
		text = compatible(text)
		start, current := 0, none
		for i, r := range text {
			next := kindOf(r, current)
			if next == current {
				continue
			}
			if current != none && !yield(current, strings.ToLower(text[start:i])) {
				return
			}
			start, current = i, next
		}
		if current != none {
			yield(current, strings.ToLower(text[start:]))
		}
	}
}

// compatible writes full-width letters, ligatures and the like as plain ones.
func compatible(text string) string {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return norm.NFKC.String(trademarks.Replace(text))
		}
	}
	return text
}

// trademarks are letters by their compatible form, and would become part of the name.
var trademarks = strings.NewReplacer("™", " ", "℠", " ")

// kindOf returns how a rune goes on behind a run of a kind.
func kindOf(r rune, before kind) kind {
	switch {
	case r < utf8.RuneSelf:
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return spaced
		}
		return none
	case unicode.Is(unicode.M, r), ignored(r):
		return before
	case !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '〇':
		return none
	case unicode.Is(unicode.Hangul, r):
		return korean
	case r == 'ー', unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
		return unspaced
	default:
		return spaced
	}
}

// ignored reports whether a rune is nothing that is read: a soft hyphen, a
// joiner. The space without width is a space.
func ignored(r rune) bool { return r != '\u200b' && unicode.Is(unicode.Cf, r) }

// pairs returns the overlapping pairs of a word's characters.
func pairs(word string) []string {
	var list []string
	before, start := 0, -1
	for i := range word {
		if start >= 0 {
			_, size := utf8.DecodeRuneInString(word[i:])
			list = append(list, word[before:i+size])
		}
		before, start = i, i
	}
	return list
}
