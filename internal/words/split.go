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
	none kind = iota
	// spaced is a word.
	spaced
	// korean is a word with the particles that are appended to it. Its pairs of
	// syllables are found inside (의자 in 의자를), single syllables are not: they
	// would be found in every third word.
	korean
	// unspaced is words without borders between them.
	unspaced
)

// runs cuts a text where the letters end or the kind of their script changes,
// and returns the runs in lower case; words are cut to MaxRunes.
func runs(text string) iter.Seq2[kind, string] {
	return func(yield func(kind, string) bool) {
		for kind, run := range pieces(compatible(text)) {
			if kind == spaced {
				run = cut(run)
			}
			if kind != none && !yield(kind, strings.ToLower(run)) {
				return
			}
		}
	}
}

// pieces cuts a text as runs does, and returns all of it as it is: what stands
// between letters is of the kind none.
func pieces(text string) iter.Seq2[kind, string] {
	return func(yield func(kind, string) bool) {
		start, current := 0, none
		for i, r := range text {
			next := kindOf(r, current)
			if next == current {
				continue
			}
			if i > start && !yield(current, text[start:i]) {
				return
			}
			start, current = i, next
		}
		if start < len(text) {
			yield(current, text[start:])
		}
	}
}

// compatible writes full-width letters, ligatures and the like in plain ones.
// norm leaves what stands right behind some invalid bytes as it is, so they go first.
func compatible(text string) string {
	if isASCII(text) {
		return text
	}
	return norm.NFKC.String(strings.ToValidUTF8(trademarks.Replace(text), "\ufffd"))
}

// trademarks would be written as letters and become a part of the name.
var trademarks = strings.NewReplacer("™", " ", "℠", " ")

// kindOf returns how a rune goes on behind a run.
func kindOf(r rune, run kind) kind {
	switch {
	case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9':
		return spaced
	case r < utf8.RuneSelf:
		return none
	case unicode.IsLetter(r), unicode.IsDigit(r), r == '〇':
		return kindOfScript(r)
	case unicode.IsMark(r), ignored(r):
		return run
	}
	return none
}

func kindOfScript(r rune) kind {
	switch {
	case r < '\u0e00': // Thai is the first of those below
		return spaced
	case r == 'ー', unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
		return unspaced
	case unicode.Is(unicode.Hangul, r):
		return korean
	}
	return spaced
}

// ignored reports whether a rune is nothing to read, such as a soft hyphen or a
// joiner. The space without width is a space.
func ignored(r rune) bool { return r != '\u200b' && unicode.Is(unicode.Cf, r) }

// sequences returns what a word has of n characters in a row, each character
// with its marks.
func sequences(word string, n int) []string {
	starts := make([]int, 0, utf8.RuneCountInString(word)+1)
	for i, r := range word {
		if i == 0 || !unicode.IsMark(r) {
			starts = append(starts, i)
		}
	}
	starts = append(starts, len(word))
	var list []string
	for i := n; i < len(starts); i++ {
		list = append(list, word[starts[i-n]:starts[i]])
	}
	return list
}
