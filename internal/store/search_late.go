package store

import (
	"context"
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

// catchUp folds what came late into what was built, until little is left, and has that
// searched.
func (b *rebuild) catchUp(ctx context.Context) error {
	for done := false; !done; {
		rows, err := b.db.late(ctx, b.late)
		if err != nil {
			return err
		}
		if len(rows) == b.late {
			err = b.fold(ctx, rows)
		} else {
			done, err = b.finish(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lateAtOnce is how many documents that came late are folded in at once.
const lateAtOnce = 200

// presentBlocksHave is what the blocks that are searched have of a document d.
const presentBlocksHave = "COALESCE(CASE WHEN d.pending THEN d.folded WHEN d.listed THEN d.document END, '')"

// late returns documents of which a build has something else than the present blocks.
func (r *reads) late(ctx context.Context, limit int) ([]pendingRow, error) {
	b := (&builder{}).add("SELECT l.model_id, "+presentBlocksHave+`, l.document
		FROM search_late l LEFT JOIN search_documents d ON d.model_id = l.model_id ORDER BY l.model_id`).window(limit, 0)
	return query(ctx, r, scanPending, b.String(), b.args...)
}

// fold folds documents into what was built. Merges go on meanwhile.
func (b *rebuild) fold(ctx context.Context, rows []pendingRow) error {
	edits, err := b.db.edits(ctx, b.epoch, number(documentsForm), rows)
	if err != nil {
		return err
	}
	b.step(buildLate)
	return b.write(ctx, func(tx *Tx) error { return tx.putLate(ctx, edits, rows) })
}

// putLate writes what changes in what was built when it gets documents as they were read.
// One that a merge has changed again since then is late still.
func (tx *Tx) putLate(ctx context.Context, edits posting.Edits, rows []pendingRow) error {
	if err := tx.putEdits(ctx, edits); err != nil {
		return err
	}
	if err := tx.countWords(ctx, edits.Documents); err != nil {
		return err
	}
	for _, row := range rows {
		_, err := tx.exec(ctx, "note what comes late", "UPDATE search_late SET document = $2 WHERE model_id = $1", row.id, row.now)
		if err != nil {
			return err
		}
		_, err = tx.exec(ctx, "forget what came late", `DELETE FROM search_late WHERE model_id = $1
			AND document = COALESCE((SELECT `+presentBlocksHave+` FROM search_documents d WHERE d.model_id = $1), '')`, row.id)
		if err != nil {
			return err
		}
	}
	return nil
}

// foldRest folds in what is late still, if it is little, and reports whether that was all:
// as models are published all the time, there may be no moment in which nothing is.
func (b *rebuild) foldRest(ctx context.Context, tx *Tx) (all bool, err error) {
	rows, err := tx.late(ctx, b.late+1)
	if err != nil || len(rows) > b.late {
		return false, err
	}
	changes, _ := changesOf(rows)
	// Who merged them has named their words.
	known, err := tx.readWords(ctx, posting.Words(changes))
	if err != nil {
		return false, err
	}
	ids := make(map[string]int64, len(known))
	for word, found := range known {
		ids[word] = found.id
	}
	edits, err := tx.editsBy(ctx, b.epoch, number(documentsForm), changes, ids)
	if err != nil {
		return false, err
	}
	return true, tx.putLate(ctx, edits, rows)
}

// finish has the new blocks searched, and reports whether it did: much may have come
// late meanwhile.
func (b *rebuild) finish(ctx context.Context) (done bool, err error) {
	b.step(buildLate)
	err = b.write(ctx, func(tx *Tx) error {
		var err error
		if done, err = b.foldRest(ctx, tx); err != nil || !done {
			return err
		}
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
