package words

// MaxGroups bounds what one search asks for; further words are left out.
const MaxGroups = 10

// Query is what a reader asks for.
type Query struct {
	// Groups are the asked words: of each, a text must have one of the
	// alternatives. The first is the word itself, folded.
	Groups [][]string
	// Phrases are the words in quotes, which HasPhrase looks for.
	Phrases [][]string
	// Last is the folded word that the text ends with, which a reader may not
	// have typed to its end; of a script without spaces, the last character.
	Last string
}

// Parse reads what a reader of a language asks for.
func Parse(language, keywords string) Query {
	var query Query
	for _, word := range Spelled(keywords) {
		if len(query.Groups) < MaxGroups {
			query.Groups = append(query.Groups, []string{word})
		}
	}
	return query
}

// HasPhrase reports whether the words of a phrase follow each other in a text.
// Those of scripts without spaces, and of Korean, are compared by character.
func HasPhrase(text string, phrase []string) bool {
	found := 0
	for _, run := range runs(text) {
		if found < len(phrase) && fold(run) == phrase[found] {
			found++
		}
	}
	return found == len(phrase)
}
