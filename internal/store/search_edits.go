package store

import (
	"context"
	"slices"

	"vitrine/internal/posting"
)

// edits reckons what changes in the blocks of a build, which have a form. Their keys are
// those of the table.
func (db *DB) edits(ctx context.Context, epoch, form int64, rows []pendingRow) (posting.Edits, error) {
	changes, spelled := changesOf(rows)
	ids, err := db.nameWords(ctx, posting.Words(changes), spelled)
	if err != nil {
		return posting.Edits{}, err
	}
	return db.editsBy(ctx, epoch, form, changes, ids)
}

// changesOf are what documents change in blocks, and the words that are spelled in them.
func changesOf(rows []pendingRow) (changes []posting.Change, spelled map[string]bool) {
	changes, spelled = make([]posting.Change, len(rows)), map[string]bool{}
	for i, row := range rows {
		changes[i] = row.change()
		spell(spelled, row.now)
	}
	return changes, spelled
}

// editsBy is edits where the ids of all words are known.
func (r *reads) editsBy(ctx context.Context, epoch, form int64, changes []posting.Change, ids map[string]int64) (posting.Edits, error) {
	folding, err := posting.NewFolding(changes, ids)
	if err != nil {
		return posting.Edits{}, err
	}
	folding.Unlisted = form > 0 && form < listsForm
	present := map[int64][]byte{}
	if err := r.presentBlocks(ctx, epoch, folding.Lists(), present); err != nil {
		return posting.Edits{}, err
	}
	if err := r.presentBlocks(ctx, epoch, folding.Blocks(present), present); err != nil {
		return posting.Edits{}, err
	}
	edits, err := folding.Edits(present)
	for i := range edits.Put {
		edits.Put[i].Key = epochKey(epoch, edits.Put[i].Key)
	}
	for i := range edits.Delete {
		edits.Delete[i] = epochKey(epoch, edits.Delete[i])
	}
	return edits, err
}

func (tx *Tx) putEdits(ctx context.Context, edits posting.Edits) error {
	if err := tx.putBlocks(ctx, edits.Put); err != nil {
		return err
	}
	return tx.deleteBlocks(ctx, edits.Delete)
}

// blocksAtOnce is how many blocks one statement reads or writes.
const blocksAtOnce = 64

// presentBlocks adds those of some blocks of a build that are there.
func (r *reads) presentBlocks(ctx context.Context, epoch int64, keys []int64, present map[int64][]byte) error {
	for some := range slices.Chunk(keys, blocksAtOnce) {
		stored := make([]int64, len(some))
		for i, key := range some {
			stored[i] = epochKey(epoch, key)
		}
		b := &builder{}
		addList(b, "SELECT id, bits FROM search_blocks WHERE id IN", padded(stored, blocksAtOnce))
		err := each(ctx, r, func(row scanner) error {
			var key int64
			var bits []byte
			err := row.Scan(&key, &bits)
			present[key-epochKey(epoch, 0)] = bits
			return err
		}, b.String(), b.args...)
		if err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) putBlocks(ctx context.Context, blocks []posting.Block) error {
	for some := range slices.Chunk(blocks, blocksAtOnce) {
		b := (&builder{}).add("INSERT INTO search_blocks (id, bits) VALUES ")
		for i, block := range some {
			b.add(separator(i, ", ")+"(?, ?)", block.Key, block.Bytes)
		}
		b.add(" ON CONFLICT (id) DO UPDATE SET bits = excluded.bits")
		if _, err := tx.exec(ctx, "write blocks", b.String(), b.args...); err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) deleteBlocks(ctx context.Context, keys []int64) error {
	for some := range slices.Chunk(keys, blocksAtOnce) {
		b := &builder{}
		addList(b, "DELETE FROM search_blocks WHERE id IN", padded(some, blocksAtOnce))
		if _, err := tx.exec(ctx, "remove blocks", b.String(), b.args...); err != nil {
			return err
		}
	}
	return nil
}
