package store

import "vitrine"

// FoundBy is what a list has of a model's words beside its row: the terms of its search
// index and their digest.
type FoundBy struct {
	Terms  []string
	Digest string
}

// WhatFinds returns how the catalogue and the list of its author find a model. It is for
// bench/fill, which writes rows past the store: a test compares them with the store's.
func WhatFinds(m *vitrine.Model, extensions []string) (catalogue, own FoundBy) {
	doc := documentOf(m)
	catalogue.Terms = doc.terms()
	doc.owner = m.AuthorID
	own.Terms = doc.terms()
	catalogue.Digest, own.Digest = digest(catalogue.Terms, extensions), digest(own.Terms, extensions)
	return catalogue, own
}
