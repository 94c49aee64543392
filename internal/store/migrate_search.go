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
		_, err := db.setting(ctx, searchForm)
		if vitrine.CodeOf(err) != vitrine.NotFound {
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
