package store

import (
	"context"
	"errors"
	"slices"
	"time"

	"vitrine/internal/posting"
)

// While the index is built, merges go on changing the one that is searched. What a build
// has of a model that a merge changes is written down, and folded into what was built
// when all of it is there.

// noteLate writes down what a build has of documents that a merge changes, which is what
// the present blocks had: the first to change one knows.
func (tx *Tx) noteLate(ctx context.Context, rows []pendingRow) error {
	for some := range slices.Chunk(rows, blocksAtOnce) {
		b := (&builder{}).add("INSERT INTO search_late (model_id, document) VALUES ")
		for i, row := range some {
			b.add(separator(i, ", ")+"(?, ?)", row.id, row.old)
		}
		if _, err := tx.exec(ctx, "note what comes late", b.add(" ON CONFLICT DO NOTHING").String(), b.args...); err != nil {
			return err
		}
	}
	return nil
}

// beginModels forgets what came late of models that are built now, and notes those that
// were removed: a build has nothing of them, where the present blocks may.
func (tx *Tx) beginModels(ctx context.Context, after, last int64) error {
	if _, err := tx.exec(ctx, "forget what came late", "DELETE FROM search_late WHERE model_id > $1 AND model_id <= $2", after,
		last); err != nil {
		return err
	}
	_, err := tx.exec(ctx, "note what comes late", `INSERT INTO search_late (model_id, document) SELECT model_id, '' FROM search_documents
		WHERE pending AND document = '' AND folded <> '' AND model_id > $1 AND model_id <= $2`, after, last)
	return err
}

// errMerged says that a merge has changed what was reckoned with.
var errMerged = errors.New("a merge has come between")

// catchUp folds what came late into what was built, until nothing is left, and has that
// searched.
func (b *rebuild) catchUp(ctx context.Context) error {
	for {
		b.step(buildLate)
		last, err := b.db.lastMerge(ctx)
		if err != nil {
			return err
		}
		asked := (&builder{}).add(`SELECT l.model_id, COALESCE(CASE WHEN d.pending THEN d.folded WHEN d.listed THEN d.document END, ''),
			l.document FROM search_late l LEFT JOIN search_documents d ON d.model_id = l.model_id ORDER BY l.model_id`).window(b.late, 0)
		rows, err := query(ctx, &b.db.reads, scanPending, asked.String())
		if err != nil {
			return err
		}
		done := false
		if len(rows) > 0 {
			err = b.fold(ctx, last, rows)
		} else {
			done, err = b.finish(ctx)
		}
		if done || err != nil && !errors.Is(err, errMerged) {
			return err
		}
	}
}

// lateAtOnce is how many documents that came late are folded in at once.
const lateAtOnce = 200

// fold folds documents into what was built.
func (b *rebuild) fold(ctx context.Context, last int64, rows []pendingRow) error {
	edits, err := b.db.edits(ctx, b.epoch, number(documentsForm), rows)
	if err != nil {
		return err
	}
	return b.write(ctx, func(tx *Tx) error {
		if now, err := tx.lastMerge(ctx); err != nil || now != last {
			return errors.Join(errMerged, err)
		}
		if err := tx.putEdits(ctx, edits); err != nil {
			return err
		}
		if err := tx.countWords(ctx, edits.Documents); err != nil {
			return err
		}
		for _, row := range rows {
			if _, err := tx.exec(ctx, "forget what came late", "DELETE FROM search_late WHERE model_id = $1", row.id); err != nil {
				return err
			}
		}
		return nil
	})
}

// finish has the new blocks searched, and reports whether it did: something may have come
// late meanwhile.
func (b *rebuild) finish(ctx context.Context) (done bool, err error) {
	err = b.write(ctx, func(tx *Tx) error {
		var waits bool
		if err := tx.row(ctx, "", "SELECT EXISTS (SELECT 1 FROM search_late)", nil, &waits); err != nil || waits {
			return err
		}
		done = true
		var highest int64
		if err := tx.row(ctx, "", "SELECT COALESCE(MAX(model_id), 0) FROM own_listings", nil, &highest); err != nil {
			return err
		}
		numbers := make([]int64, posting.BlockOf(highest)+1)
		for i := range numbers {
			numbers[i] = int64(i)
		}
		// Of models that are no more there may be others.
		if _, err := tx.exec(ctx, "note a merge", "UPDATE search_versions SET merge = $1", b.epoch<<epochShift); err != nil {
			return err
		}
		if err := tx.noteMerge(ctx, numbers, b.epoch<<epochShift); err != nil {
			return err
		}
		if err := tx.setBuilding(ctx, buildOld, 0); err != nil {
			return err
		}
		return tx.setSetting(ctx, searchForm, documentsForm)
	})
	return done && err == nil, err
}

// removeOld removes the blocks that were searched before, and ends the build and the turn.
func (b *rebuild) removeOld(ctx context.Context) error {
	b.step(buildOld)
	if b.last > 0 {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(oldBlocksKept):
		}
	}
	first := epochKey(b.epoch+1, 0)
	if err := b.deleteRange(ctx, "search_blocks", first, first+(epochKeys-1)); err != nil {
		return err
	}
	return b.db.Write(ctx, func(tx *Tx) error {
		if err := tx.FinishTurn(ctx, rebuildTurn, b.lease); err != nil {
			return err
		}
		return tx.dropSetting(ctx, searchRebuild)
	})
}
