// Package words says under which words a text is found: the same on every
// database, so that both find the same. A text is cut into words, which are
// folded (lower case, without accents) and joined by their stems; scripts that
// are written without spaces are cut into characters and their pairs. It knows
// neither models nor databases.
package words

const (
	// MaxWords bounds the words of one text; those that come first are kept.
	// English of 64 KiB has some 2,300 with its stems.
	MaxWords = 4096
	// MaxRunes bounds a word: what is behind it is left out.
	MaxRunes = 64
)

// Index returns the different words that a text in a language is found by: those
// of Spelled, then the stems that are not among them. The language is a tag of
// BCP 47 or empty. The stem of a word stands beside it, so that whoever reads
// in another language still finds the word as it is written.
func Index(language, text string) []string {
	all, spelled := collect(text)
	stemmer := newStemmer(language)
	for _, word := range spelled {
		if len(all.list) == MaxWords {
			break
		}
		all.add(stemmer.stem(word))
	}
	return all.list
}

// Spelled returns the different words of a text without stems: those that
// readers can be offered as completions and corrections.
func Spelled(text string) []string {
	all, _ := collect(text)
	return all.list
}

// set holds different words in their order, at most MaxWords.
type set struct {
	list  []string
	known map[string]struct{}
}

// add reports whether a word is new.
func (s *set) add(word string) bool {
	word = cut(word)
	if _, known := s.known[word]; known || word == "" || len(s.list) == MaxWords {
		return false
	}
	s.known[word] = struct{}{}
	s.list = append(s.list, word)
	return true
}

// collect returns the words of a text without stems, and those that may have
// one as they are spelled, with their accents.
func collect(text string) (all *set, spelled []string) {
	expected := min(len(text)/4, MaxWords) // English has fewer, Japanese more
	all = &set{make([]string, 0, expected), make(map[string]struct{}, expected)}
	for kind, run := range runs(text) {
		word := fold(run)
		switch kind {
		case spaced:
			// What differs by accents alone may have different stems.
			if all.add(word) || word != run {
				spelled = append(spelled, run)
			}
			continue
		case korean:
			all.add(word)
		}
		for _, pair := range sequences(word, 2) {
			all.add(pair)
		}
		if kind == unspaced {
			for _, character := range sequences(word, 1) {
				all.add(character)
			}
		}
	}
	return all, spelled
}
