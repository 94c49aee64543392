package words

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// letters are those that Unicode does not take apart, in plain ones.
var letters = map[rune]string{
	'ß': "ss", 'æ': "ae", 'œ': "oe", 'ø': "o", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ħ': "h", 'ı': "i", 'ŋ': "n", 'ŧ': "t",
	'ς': "σ", 'ـ': "",
}

// fold writes a lower-case word without accents and in plain letters, so that it
// is found however it is typed.
func fold(word string) string {
	if isASCII(word) {
		return word
	}
	var plain strings.Builder
	for _, r := range norm.NFD.String(word) {
		if letter, special := letters[r]; special {
			plain.WriteString(letter)
		} else if !accent(r) && !ignored(r) {
			plain.WriteRune(r)
		}
	}
	return norm.NFC.String(strings.TrimLeftFunc(plain.String(), unicode.IsMark))
}

// accent reports whether people leave a mark out when they type. Those of Indian
// and Thai scripts are vowels, and those of kana make other syllables.
func accent(r rune) bool {
	return unicode.Is(unicode.Mn, r) && r != '\u3099' && r != '\u309a' &&
		unicode.In(r, unicode.Inherited, unicode.Hebrew, unicode.Arabic)
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// cut leaves the first MaxRunes of a word.
func cut(word string) string {
	if len(word) <= MaxRunes {
		return word
	}
	n := 0
	for i := range word {
		if n == MaxRunes {
			return word[:i]
		}
		n++
	}
	return word
}
