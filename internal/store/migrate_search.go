package store

import (
	"context"
	"time"

	"vitrine"
)

// startIndex notes that there is an index of search where there is nothing to index.
// After an update from a release that had another index it is built by a server, beside
// its work: with millions of models that takes long.
func (db *DB) startIndex(ctx context.Context) error {
	form, err := db.searchForm(ctx)
	if err != nil || form > 0 {
		return err
	}
	return db.Write(ctx, func(tx *Tx) error {
		var empty bool
		err := tx.row(ctx, "", "SELECT NOT EXISTS (SELECT 1 FROM own_listings)", nil, &empty)
		if err == nil && empty {
			err = tx.setSetting(ctx, searchForm, documentsForm)
		}
		return err
	})
}

// unbuilt is why nothing is found by words. It is also how long to wait.
type unbuilt struct{}

func (unbuilt) Error() string { return "there is no search index yet" }

// RetryAfter is how long to wait; answers over HTTP say so.
func (unbuilt) RetryAfter() time.Duration { return 30 * time.Second }

// errUnbuilt answers what cannot be found without the index.
func errUnbuilt() error {
	return &vitrine.Error{
		Code: vitrine.Unavailable,
		Message: "after an update the search index is being built: nothing can be searched by words yet, nor counted by kinds; " +
			"lists without words answer",
		Err: unbuilt{},
	}
}
