package store

import "vitrine"

// WordsDigest returns what both lists have of a model's words beside its row. It is for
// bench/fill, which writes rows past the store: a test compares them with the store's.
func WordsDigest(m *vitrine.Model, extensions []string) string {
	return digest(documentOf(m, extensions))
}
