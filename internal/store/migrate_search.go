package store

import (
	"context"
	"time"

	"vitrine"
)

// indexOnce builds the index of search where there is none, as after an update from a
// release that had another one. Several processes may ask for it at once.
func (db *DB) indexOnce(ctx context.Context) error {
	for {
		if cut, err := db.Unfinished(ctx); err != nil || cut {
			return err // a restore builds it at its end
		}
		is, err := db.indexed(ctx)
		if err != nil || is {
			return err
		}
		if err = db.RebuildSearch(ctx, func(Rebuilt) {}); vitrine.CodeOf(err) != vitrine.Conflict {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// indexed reports whether there is an index, or nothing to index: then there is one from
// now on.
func (db *DB) indexed(ctx context.Context) (is bool, err error) {
	if _, err = db.setting(ctx, searchForm); err == nil || vitrine.CodeOf(err) != vitrine.NotFound {
		return err == nil, err
	}
	err = db.Write(ctx, func(tx *Tx) error {
		err := tx.row(ctx, "", "SELECT NOT EXISTS (SELECT 1 FROM own_listings)", nil, &is)
		if err == nil && is {
			err = tx.setSetting(ctx, searchForm, documentsForm)
		}
		return err
	})
	return is, err
}
