package words

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// MaxGroups bounds what one search asks for; further words are left out.
	MaxGroups = 10
	// maxPhrases bounds the phrases of one search, maxPhrase the words of each.
	maxPhrases = 5
	maxPhrase  = 20
	// maxKeywords bounds the bytes that are read of a query.
	maxKeywords = 1 << 10
)

// Query is what a reader asks for.
type Query struct {
	// Groups are the asked words: of each, a text must have one of the
	// alternatives. The first is the word as it is spelled, folded.
	Groups [][]string
	// Phrases are the words in quotes, for HasPhrase, each once. They are among Groups, too.
	Phrases [][]string
	// Last is the folded word that the text ends with, which may be unfinished;
	// the last character in scripts without spaces. A text that was cut has none.
	Last string
}

// Parse reads what a reader of a language asks for.
func Parse(language, keywords string) Query {
	var query Query
	stemmer := newStemmer(language)
	for part, quoted := range quotes(compatible(keywords[:min(len(keywords), maxKeywords)])) {
		query.Last = ""
		for kind, run := range runs(part) {
			query.Last = query.ask(kind, run, quoted, stemmer)
		}
		// The last part is never quoted.
		if end, _ := utf8.DecodeLastRuneInString(part); kindOf(end, spaced) == none {
			query.Last = ""
		}
		if len(keywords) > maxKeywords {
			query.Last = ""
		}
		if quoted {
			query.askPhrase(slices.Collect(inOrder(part)))
		}
	}
	return query
}

// ask adds the groups of a run and returns what could be completed of it. In
// quotes a word is meant as it stands.
func (q *Query) ask(kind kind, run string, quoted bool, stemmer stemmer) string {
	word := fold(run)
	list := sequences(word, 1)
	switch {
	case kind == spaced && quoted:
		q.add(word)
	case kind == spaced:
		q.add(word, stemmer.stem(run))
	case len(list) == 1:
		q.add(word)
	default:
		for _, pair := range sequences(word, 2) {
			q.add(pair)
		}
	}
	if kind == unspaced && len(list) > 0 {
		return cut(list[len(list)-1])
	}
	return cut(word)
}

// askPhrase adds a phrase, once and as far as there is room.
func (q *Query) askPhrase(phrase []string) {
	phrase = phrase[:min(len(phrase), maxPhrase)]
	asked := slices.ContainsFunc(q.Phrases, func(other []string) bool { return slices.Equal(other, phrase) })
	if len(phrase) > 1 && !asked && len(q.Phrases) < maxPhrases {
		q.Phrases = append(q.Phrases, phrase)
	}
}

// add adds a group, once and as far as there is room.
func (q *Query) add(word string, others ...string) {
	word = cut(word)
	asked := slices.ContainsFunc(q.Groups, func(group []string) bool { return group[0] == word })
	if word == "" || asked || len(q.Groups) == MaxGroups {
		return
	}
	group := []string{word}
	for _, other := range others {
		if other = cut(other); other != "" && other != word {
			group = append(group, other)
		}
	}
	q.Groups = append(q.Groups, group)
}

// closers are the ends of quotes by their beginnings.
var closers = map[rune]string{'"': `"`, '“': "”", '„': "“”", '«': "»", '「': "」"}

// quotes cuts a text into what is in quotes and what is not, the end always
// among them. A quote that does not end is none, and so is a straight one right
// behind a letter or digit: 24" is a measure.
func quotes(text string) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		start, behind := 0, none
		for i, r := range text {
			closer, opens := closers[r]
			opens = opens && i >= start && (r != '"' || behind == none)
			behind = kindOf(r, behind)
			if !opens {
				continue
			}
			rest := text[i+utf8.RuneLen(r):]
			length := strings.IndexAny(rest, closer)
			if length < 0 {
				continue
			}
			if !yield(text[start:i], false) || !yield(rest[:length], true) {
				return
			}
			_, size := utf8.DecodeRuneInString(rest[length:])
			start = len(text) - len(rest) + length + size
		}
		yield(text[start:], false)
	}
}

// inOrder returns the words of a text as they follow each other, and the
// characters of scripts without spaces and of Korean, where spaces are a habit.
func inOrder(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for kind, run := range runs(text) {
			list := []string{fold(run)}
			if kind != spaced {
				list = sequences(list[0], 1)
			}
			for _, word := range list {
				if word != "" && !yield(cut(word)) {
					return
				}
			}
		}
	}
}

// HasPhrase reports whether the words of a phrase, as Parse gives it, follow
// each other in a text.
func HasPhrase(text string, phrase []string) bool {
	list := slices.Collect(inOrder(text))
	for i := range len(list) - len(phrase) + 1 {
		if slices.Equal(list[i:i+len(phrase)], phrase) {
			return true
		}
	}
	return false
}
