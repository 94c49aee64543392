// Package words says under which words a text is found: the same on every
// database, so that both find the same. A text is cut into words, which are
// folded (lower case, without accents) and joined by their stems; scripts that
// are written without spaces are cut into pairs of characters. It knows neither
// models nor databases.
package words

import "slices"

const (
	// MaxWords bounds the words of one text: those that come first are kept.
	// English of 64 KiB has half as many different words and stems.
	MaxWords = 4096
	// MaxWordRunes bounds a word: what is behind it is left out.
	MaxWordRunes = 64
)

// Index returns the different words that a text in a language is found by: those
// of Spelled, and then stems that are not among them. The language is a tag of
// BCP 47, or empty.
func Index(language, text string) []string {
	return collect(text).list
}

// Spelled returns the words of a text without stems, those that readers can be
// offered as completions and corrections.
func Spelled(text string) []string {
	return slices.Clip(collect(text).list)
}

// set holds different words in their order, at most MaxWords.
type set struct {
	list  []string
	known map[string]bool
}

func (s *set) add(word string) {
	if !s.known[word] && len(s.list) < MaxWords {
		s.known[word] = true
		s.list = append(s.list, word)
	}
}

// collect returns the words of a text without stems.
func collect(text string) *set {
	all := &set{known: map[string]bool{}}
	for kind, run := range runs(text) {
		word := fold(run)
		switch kind {
		case spaced:
			all.add(word)
		case korean:
			all.add(word)
			for _, pair := range pairs(word) {
				all.add(pair)
			}
		case unspaced:
			for _, pair := range pairs(word) {
				all.add(pair)
			}
			for _, r := range word {
				all.add(string(r))
			}
		}
	}
	return all
}
