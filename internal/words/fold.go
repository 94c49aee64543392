package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// letters are written in plain ones where Unicode does not take them apart.
var letters = map[rune]string{
	'ß': "ss", 'ø': "o", 'ł': "l", 'æ': "ae", 'œ': "oe", 'đ': "d", 'ð': "d", 'þ': "th", 'ħ': "h", 'ı': "i", 'ŋ': "n", 'ŧ': "t",
	'ς': "σ", 'ـ': "",
}

// fold takes the accents off a lower-case word and writes its letters in plain
// ones, so that it is found however it is typed.
func fold(word string) string {
	if isASCII(word) {
		return cut(word)
	}
	var plain strings.Builder
	for _, r := range norm.NFD.String(word) {
		if letter, special := letters[r]; special {
			plain.WriteString(letter)
		} else if !accent(r) && !ignored(r) {
			plain.WriteRune(r)
		}
	}
	return cut(norm.NFC.String(plain.String()))
}

// accent reports whether a mark may be left out by who types. The marks of
// Indian and Thai scripts are vowels, those of kana make other syllables.
func accent(r rune) bool {
	return unicode.Is(unicode.Mn, r) && r != '\u3099' && r != '\u309a' &&
		unicode.In(r, unicode.Inherited, unicode.Cyrillic, unicode.Hebrew, unicode.Arabic, unicode.Syriac)
}

func isASCII(word string) bool {
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// cut leaves MaxWordRunes of a word.
func cut(word string) string {
	if len(word) <= MaxWordRunes {
		return word
	}
	n := 0
	for i := range word {
		if n == MaxWordRunes {
			return word[:i]
		}
		n++
	}
	return word
}
