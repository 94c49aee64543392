package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"vitrine"
	"vitrine/internal/posting"
)

// PutListing puts a published model into the catalogue, or brings its row
// there up to date. What is there already is not written again; the caller says
// whether the model's record, which lists show, has changed.
func (tx *Tx) PutListing(ctx context.Context, m *vitrine.Model, extensions []string, recordChanged bool) error {
	old, change, err := tx.listing(ctx, m.ID)
	if err != nil {
		return err
	}
	if err := tx.moveCount(ctx, old, listed{category: m.Category.ID, subcategory: m.Subcategory.ID}); err != nil {
		return err
	}
	row := append(listedValues(m), value{"published_at", micros(m.PublishedAt)}, value{"price", int64(*m.Price)})
	rowChanged, err := tx.putRow(ctx, catalogueList, m, row)
	if err != nil {
		return err
	}
	words, err := tx.putWords(ctx, catalogueList, m, extensions, old.words)
	if err != nil || !rowChanged && words == old.words && !recordChanged {
		return err
	}
	change.Author, change.AuthorName, change.After, change.Words = m.AuthorID, m.AuthorName, traitsOf(m, extensions),
		!sameWords(words, old.words)
	tx.noteListing(change)
	return nil
}

// digest is a short text that differs where documents do but in their sales, with one half
// for their words and one for the rest.
func digest(document posting.Document) string {
	words, rest := document.With(columnSales, 0).Cut()
	return short(words) + short(rest)
}

func short(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// sameWords reports whether the documents of two digests have the same words.
func sameWords(a, b string) bool { return a != "" && b != "" && a[:len(a)/2] == b[:len(b)/2] }

// RemoveListing takes a model out of the catalogue. It is fine when it is
// not there.
func (tx *Tx) RemoveListing(ctx context.Context, modelID int64) error {
	old, change, err := tx.listing(ctx, modelID)
	if err != nil {
		return err
	}
	tx.noteListing(change)
	if old == (listed{}) {
		return nil
	}
	if err := tx.moveCount(ctx, old, listed{}); err != nil {
		return err
	}
	if err := tx.removeRow(ctx, catalogueList, modelID); err != nil {
		return err
	}
	return tx.unlistDocument(ctx, modelID)
}
