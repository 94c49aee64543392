package store

import (
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"vitrine"
	"vitrine/internal/posting"
)

// The index is built anew beside the one that is searched, block by block, while
// documents that change wait: a build goes on where it was cut off, and the process
// that has the turn at it is the only one. At its end the new blocks are the ones that
// are searched, by the number of the merge that all versions get.

const (
	// documentsForm is the form of documents, a number: a release that makes other words of a text, and has a higher one
	// than the index, has it built anew.
	documentsForm = "3"
	// searchForm names the setting that holds the form of the documents that the index was built from.
	searchForm = "search_form"
	// searchRebuild names the setting that is there while the index is built: the block that is next.
	searchRebuild = "search_rebuild"
	// rebuildTurn names the turn at building the index. No periodic work may have this name: whoever
	// has the turn at the work takes this one, too.
	rebuildTurn = "a build of the search index"
	// rebuildLease is how long a process that builds may say nothing.
	rebuildLease = time.Minute
	// epochShift is where the number of a build begins in that of a merge.
	epochShift = 40
	// epochKeys is the distance between the keys of the blocks of one build and of the next.
	epochKeys = 1 << 62
	// oldBlocksKept is how long blocks stay that searches which began before a build ended may read.
	oldBlocksKept = 3 * lookForMerges
)

// Rebuilt is how far a build of the index is, in blocks of models.
type Rebuilt struct{ Done, All int64 }

// SearchToRebuild reports whether the index has to be built: there is none, or one of
// another release's words, or a build was cut off.
func (r *reads) SearchToRebuild(ctx context.Context) (bool, error) {
	form, err := r.setting(ctx, searchForm)
	if err != nil && vitrine.CodeOf(err) != vitrine.NotFound {
		return false, err
	}
	// A later release that runs beside this one has built what it needs.
	if number(form) < number(documentsForm) {
		return true, nil
	}
	return r.rebuilding(ctx)
}

// number is the number of a form; that of none is below all.
func number(form string) int64 {
	n, _ := strconv.ParseInt(form, 10, 64)
	return n
}

// rebuilding reports whether the index is being built.
func (r *reads) rebuilding(ctx context.Context) (is bool, err error) {
	return is, r.row(ctx, "", "SELECT EXISTS (SELECT 1 FROM settings WHERE name = $1)", []any{searchRebuild}, &is)
}

// RebuildSearch builds the index anew, or goes on with a build that was cut off, and
// calls progress after each block. Searches go on meanwhile. Conflict when another
// process is at it.
func (db *DB) RebuildSearch(ctx context.Context, progress func(Rebuilt)) error {
	lease := Lease{rand.Text(), rebuildLease}
	err := db.Write(ctx, func(tx *Tx) error {
		taken, err := tx.TakeTurn(ctx, rebuildTurn, lease, 0)
		if err == nil && !taken {
			err = vitrine.Errorf(vitrine.Conflict, "another process is building the search index")
		}
		if err != nil {
			return err
		}
		_, err = tx.SetSettingOnce(ctx, searchRebuild, "0")
		return err
	})
	if err != nil {
		return err
	}
	if err := (&rebuild{db: db, lease: lease, progress: progress}).run(ctx); err != nil {
		ctx := context.WithoutCancel(ctx)
		// Somebody may go on at once. Where this fails too, in a minute.
		_ = db.Write(ctx, func(tx *Tx) error { return tx.ReturnTurn(ctx, rebuildTurn, lease) })
		return fmt.Errorf("build the search index: %w", err)
	}
	return nil
}

// rebuild is one process's part of a build.
type rebuild struct {
	db       *DB
	lease    Lease
	progress func(Rebuilt)
	last     int64 // the merge before; 0: there are no blocks
	epoch    int64 // of the blocks that are built
}

func (b *rebuild) run(ctx context.Context) error {
	var err error
	if b.last, err = b.db.lastMerge(ctx); err != nil {
		return err
	}
	b.epoch = b.last>>epochShift + 1
	text, err := b.db.setting(ctx, searchRebuild)
	if err != nil {
		return err
	}
	next, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return fmt.Errorf("the setting %s: %w", searchRebuild, err)
	}
	if err := b.clear(ctx, next); err != nil {
		return err
	}
	for ; ; next++ {
		var highest int64
		if err := b.db.row(ctx, "", "SELECT COALESCE(MAX(model_id), 0) FROM own_listings", nil, &highest); err != nil {
			return err
		}
		all := posting.BlockOf(highest) + 1
		b.progress(Rebuilt{next, all})
		if next >= all {
			break
		}
		if err := b.block(ctx, next); err != nil {
			return err
		}
	}
	if err := b.count(ctx); err != nil {
		return err
	}
	return b.finish(ctx, next)
}

// clear removes what a build that was cut off has left of the block that was next.
func (b *rebuild) clear(ctx context.Context, next int64) error {
	first := b.epochKey(0)
	if next == 0 {
		return b.deleteRange(ctx, first)
	}
	return b.write(ctx, func(tx *Tx) error {
		_, err := tx.exec(ctx, "remove blocks", "DELETE FROM search_blocks WHERE id >= $1 AND id <= $2 AND (id - $1) % $3 = $4", first,
			first+(epochKeys-1), posting.Term(1).Key(0), next)
		return err
	})
}

func (b *rebuild) epochKey(key int64) int64 { return epochKey(b.epoch, key) }

// epochKey is the key of a block in the table of blocks.
func epochKey(epoch, key int64) int64 { return key - (epoch&1)*epochKeys }

// write runs a part of the build if this process still has the turn at it.
func (b *rebuild) write(ctx context.Context, fn func(*Tx) error) error {
	return b.db.Write(ctx, func(tx *Tx) error {
		if err := tx.RenewTurn(ctx, rebuildTurn, b.lease); err != nil {
			return err
		}
		return fn(tx)
	})
}

// deleteAtOnce is how many blocks one transaction removes.
const deleteAtOnce = 5_000

// deleteRange removes all blocks of a build, given its first key.
func (b *rebuild) deleteRange(ctx context.Context, first int64) error {
	for n := int64(1); n > 0; {
		err := b.write(ctx, func(tx *Tx) (err error) {
			n, err = tx.exec(ctx, "remove blocks", `DELETE FROM search_blocks WHERE id IN
				(SELECT id FROM search_blocks WHERE id >= $1 AND id <= $2 ORDER BY id LIMIT $3)`, first, first+(epochKeys-1), deleteAtOnce)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// block builds the blocks of some models.
func (b *rebuild) block(ctx context.Context, number int64) error {
	var built posting.Built
	builder := &posting.Builder{Emit: func(b posting.Built) error { built = b; return nil }}
	spelled := map[string]bool{}
	end := (number + 1) * posting.BlockSize
	for after := number*posting.BlockSize - 1; ; {
		var batch []posting.Stored
		last := after
		err := b.write(ctx, func(tx *Tx) (err error) {
			// It begins at the same model in each try of the transaction.
			last, batch, err = tx.remakeDocuments(ctx, after, end, spelled)
			return err
		})
		if err != nil {
			return err
		}
		after = last
		for _, d := range batch {
			if err := builder.Add(d.ID, d.Document); err != nil {
				return err
			}
		}
		if after >= end {
			break
		}
	}
	if err := builder.Close(); err != nil {
		return err
	}
	return b.put(ctx, number, built, spelled)
}

// blocksPerWrite is how many blocks one transaction of a build writes.
const blocksPerWrite = 1_024

// put writes the blocks of some models, and last that they are there.
func (b *rebuild) put(ctx context.Context, number int64, built posting.Built, spelled map[string]bool) error {
	ids, err := b.db.nameWords(ctx, slices.Sorted(maps.Keys(built.Documents)), spelled)
	if err != nil {
		return err
	}
	blocks := make([]posting.Block, len(built.Terms))
	for i, term := range built.Terms {
		blocks[i] = posting.Block{Key: b.epochKey(posting.Key(ids[term.Word], term.Tier, number)), Bytes: term.Bytes}
	}
	slices.SortFunc(blocks, func(a, b posting.Block) int { return int(min(1, max(-1, a.Key-b.Key))) })
	for some := range slices.Chunk(blocks, blocksPerWrite) {
		if err := b.write(ctx, func(tx *Tx) error { return tx.putBlocks(ctx, some) }); err != nil {
			return err
		}
	}
	return b.write(ctx, func(tx *Tx) error { return tx.setSetting(ctx, searchRebuild, strconv.FormatInt(number+1, 10)) })
}

// finish has the new blocks searched, and removes the old ones.
func (b *rebuild) finish(ctx context.Context, blocks int64) error {
	err := b.write(ctx, func(tx *Tx) error {
		numbers := make([]int64, blocks)
		for i := range numbers {
			numbers[i] = int64(i)
		}
		if err := tx.noteMerge(ctx, numbers, b.epoch<<epochShift); err != nil {
			return err
		}
		if err := tx.dropSetting(ctx, searchRebuild); err != nil {
			return err
		}
		return tx.setSetting(ctx, searchForm, documentsForm)
	})
	if err != nil {
		return err
	}
	if b.last > 0 {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(oldBlocksKept):
		}
	}
	if err := b.deleteRange(ctx, epochKey(b.epoch+1, 0)); err != nil {
		return err
	}
	return b.db.Write(ctx, func(tx *Tx) error { return tx.FinishTurn(ctx, rebuildTurn, b.lease) })
}
