package store

import (
	"context"
	"maps"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/posting"
)

// Writing a model's document is one row, and so is a change of it. Its sixty blocks are
// changed later, by one process, many documents at a time: done with each document, those
// who publish would wait for each other at the blocks of frequent words.

// pendingRow is a document whose blocks are out of date.
type pendingRow struct {
	id       int64
	now, old string // as they are stored; "" is nothing
}

func scanPending(row scanner) (p pendingRow, err error) { return p, row.Scan(&p.id, &p.now, &p.old) }

func (row pendingRow) change() posting.Change {
	return posting.Change{ID: row.id, Old: unmarked(row.old), New: unmarked(row.now)}
}

// SearchToMerge reports whether a document waits for its blocks.
func (r *reads) SearchToMerge(ctx context.Context) (waits bool, err error) {
	return waits, r.row(ctx, "", "SELECT EXISTS (SELECT 1 FROM search_documents WHERE pending)", nil, &waits)
}

// MergeSearch folds the documents that wait into the blocks, some at a time, until none
// is left. One process does so at a time. Conflict when another one has, meanwhile.
func (db *DB) MergeSearch(ctx context.Context) error {
	for {
		b := (&builder{}).add(`SELECT model_id, CASE WHEN listed THEN document ELSE '' END, folded FROM search_documents
			WHERE pending ORDER BY model_id`).window(db.dialect.mergeAtOnce, 0)
		rows, err := query(ctx, &db.reads, scanPending, b.String())
		if err != nil || len(rows) == 0 {
			return err
		}
		if err := db.merge(ctx, rows); err != nil {
			return err
		}
	}
}

func (db *DB) merge(ctx context.Context, rows []pendingRow) error {
	last, err := db.lastMerge(ctx)
	if err != nil {
		return err
	}
	form, err := db.searchForm(ctx)
	if err != nil {
		return err
	}
	edits, err := db.edits(ctx, last>>epochShift, form, rows)
	if err != nil {
		return err
	}
	return db.Write(ctx, func(tx *Tx) error {
		// What was read and reckoned with is from before this transaction.
		if now, err := tx.lastMerge(ctx); err != nil || now != last {
			return mergeLost(err)
		}
		if err := tx.putEdits(ctx, edits); err != nil {
			return err
		}
		if err := tx.besideBuild(ctx, rows, edits.Documents); err != nil {
			return err
		}
		if err := tx.noteMerge(ctx, edits.Blocks, last+1); err != nil {
			return err
		}
		return tx.merged(ctx, rows)
	})
}

// besideBuild counts the words of documents that are merged, and notes them for a build.
func (tx *Tx) besideBuild(ctx context.Context, rows []pendingRow, counts map[int64]int64) error {
	at, err := tx.building(ctx)
	if err == nil && at.builds() {
		err = tx.noteLate(ctx, rows)
	}
	// Once a build counts, it counts these, too.
	if err != nil || at.builds() && at.part != buildBlocks {
		return err
	}
	return tx.countWords(ctx, counts)
}

// mergeLost is the error of a merge that another process came before.
func mergeLost(err error) error {
	if err != nil {
		return err
	}
	return vitrine.Errorf(vitrine.Conflict, "another process has merged documents into the search index meanwhile")
}

// spell notes the words of a stored document that are not stems alone.
func spell(spelled map[string]bool, stored string) {
	for word := range posting.Document(stored).Words() {
		if !strings.HasSuffix(word, stemMark) {
			spelled[word] = true
		}
	}
}

// lastMerge is the number of the last merge.
func (r *reads) lastMerge(ctx context.Context) (last int64, err error) {
	return last, r.row(ctx, "", "SELECT COALESCE(MAX(merge), 0) FROM search_versions", nil, &last)
}

// countWords adds to the numbers of models that have words.
func (tx *Tx) countWords(ctx context.Context, more map[int64]int64) error {
	for some := range slices.Chunk(slices.Sorted(maps.Keys(more)), wordsAtOnce) {
		b := (&builder{}).add("WITH more (id, models) AS (VALUES ")
		for i, id := range some {
			b.add(separator(i, ", ")+"(CAST(? AS BIGINT), CAST(? AS BIGINT))", id, more[id])
		}
		b.add(") UPDATE search_words SET models = search_words.models + more.models FROM more WHERE search_words.id = more.id")
		if _, err := tx.exec(ctx, "count words", b.String(), b.args...); err != nil {
			return err
		}
	}
	return nil
}

// noteMerge says which merge changed blocks last.
func (tx *Tx) noteMerge(ctx context.Context, blocks []int64, merge int64) error {
	for some := range slices.Chunk(blocks, blocksAtOnce) {
		b := (&builder{}).add("INSERT INTO search_versions (block, merge) VALUES ")
		for i, block := range some {
			b.add(separator(i, ", ")+"(?, ?)", block, merge)
		}
		b.add(" ON CONFLICT (block) DO UPDATE SET merge = excluded.merge")
		if _, err := tx.exec(ctx, "note a merge", b.String(), b.args...); err != nil {
			return err
		}
	}
	return nil
}

// merged takes documents off those that wait. One that changed meanwhile goes on waiting,
// from what was merged of it.
func (tx *Tx) merged(ctx context.Context, rows []pendingRow) error {
	const now = "CASE WHEN listed THEN document ELSE '' END"
	for _, row := range rows {
		_, err := tx.exec(ctx, "end waiting for a merge", `UPDATE search_documents SET pending = `+now+` <> $2,
			folded = CASE WHEN `+now+` <> $2 THEN $2 END WHERE model_id = $1`, row.id, row.now)
		if err != nil {
			return err
		}
		if row.now != "" {
			continue
		}
		_, err = tx.exec(ctx, "remove the model from search",
			"DELETE FROM search_documents WHERE model_id = $1 AND document = '' AND NOT pending",
			row.id)
		if err != nil {
			return err
		}
	}
	return nil
}
