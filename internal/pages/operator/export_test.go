package operator

import "vitrine"

// WordsOf tells an act.
var WordsOf = wordsOf

// HasSubject reports whether pages have a name for what an act is about.
func HasSubject(act vitrine.Act) bool {
	_, known := subjects[act.Kind()]
	return known
}
