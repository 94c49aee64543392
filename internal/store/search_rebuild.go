package store

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"vitrine"
	"vitrine/internal/posting"
)

// The index is built anew beside the one that is searched, which goes on taking in what
// changes. First come the blocks of some models after the other, put aside as they are
// made (search_runs.go), then what is stored of each term is joined of them and put where
// it will be searched (search_join.go), at last what has changed since is made up for and
// the new blocks are the ones that are searched, by the number of the merge that all
// versions get (search_late.go), and the blocks before are removed. A build goes on where
// it was cut off, and the process that has the turn at it is the only one.

const (
	// documentsForm is the form of documents and blocks, a number: a release that makes other words of a text, or other
	// blocks, and has a higher one than the index, has it built anew.
	documentsForm = "6"
	// listsForm is the first form in which terms that few models have are lists.
	listsForm = 4
	// searchForm names the setting that holds the form of the documents that the index was built from.
	searchForm = "search_form"
	// searchRebuild names the setting that is there while the index is built: how far it is.
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

// RebuildSearch builds the index anew, or goes on with a build that was cut off, and
// calls progress after each block. Searches go on meanwhile. Conflict when another
// process is at it.
func (db *DB) RebuildSearch(ctx context.Context, progress func(Rebuilt)) error {
	return (&rebuild{db: db, progress: progress, rows: joinedAtOnce, late: lateAtOnce, step: func(string) {}}).build(ctx)
}

// rebuild is one process's part of a build.
type rebuild struct {
	db         *DB
	lease      Lease
	progress   func(Rebuilt)
	rows, late int               // how many rows, and late documents, one transaction writes
	step       func(part string) // is called before each of these transactions
	at         building          // where this process began
	last       int64             // the merge before; 0: there are no blocks
	epoch      int64             // of the blocks that are built
}

// build takes the turn at building and builds.
func (b *rebuild) build(ctx context.Context) error {
	b.lease = Lease{rand.Text(), rebuildLease}
	err := b.db.Write(ctx, func(tx *Tx) (err error) {
		taken, err := tx.TakeTurn(ctx, rebuildTurn, b.lease, 0)
		if err == nil && !taken {
			err = vitrine.Errorf(vitrine.Conflict, "another process is building the search index")
		}
		if err != nil {
			return err
		}
		b.at, err = tx.building(ctx)
		switch {
		case err != nil:
			return err
		case b.at.form > number(documentsForm):
			return vitrine.Errorf(vitrine.Conflict, "a later release is building the search index")
		case b.at.form == number(documentsForm):
			return nil
		}
		b.at = building{number(documentsForm), buildBlocks, 0}
		return tx.setBuilding(ctx, b.at.part, b.at.next)
	})
	if err != nil {
		return err
	}
	if err := b.run(ctx); err != nil {
		ctx := context.WithoutCancel(ctx)
		// Somebody may go on at once. Where this fails too, in a minute.
		_ = b.db.Write(ctx, func(tx *Tx) error { return tx.ReturnTurn(ctx, rebuildTurn, b.lease) })
		return fmt.Errorf("build the search index: %w", err)
	}
	return nil
}

func (b *rebuild) run(ctx context.Context) error {
	var err error
	if b.last, err = b.db.lastMerge(ctx); err != nil {
		return err
	}
	if b.at.part == buildOld {
		b.epoch = b.last >> epochShift
		return b.removeOld(ctx)
	}
	b.epoch = b.last>>epochShift + 1
	if b.at.part == buildBlocks {
		if err := b.blocks(ctx, b.at.next); err != nil {
			return err
		}
		b.at = building{part: buildTerms}
	}
	if b.at.part == buildTerms {
		if err := b.join(ctx, posting.Term(b.at.next)); err != nil {
			return err
		}
	}
	if err := b.deleteRange(ctx, "search_runs", 0, 1<<62); err != nil {
		return err
	}
	if err := b.catchUp(ctx); err != nil {
		return err
	}
	return b.removeOld(ctx)
}

// blocks puts the blocks of all models aside, from one on.
func (b *rebuild) blocks(ctx context.Context, next int64) error {
	if next == 0 {
		if err := b.clear(ctx); err != nil {
			return err
		}
	}
	for ; ; next++ {
		var highest int64
		if err := b.db.row(ctx, "", "SELECT COALESCE(MAX(model_id), 0) FROM own_listings", nil, &highest); err != nil {
			return err
		}
		all := posting.BlockOf(highest) + 1
		b.progress(Rebuilt{next, all})
		if next >= all {
			return b.write(ctx, func(tx *Tx) error { return tx.setBuilding(ctx, buildTerms, 0) })
		}
		if err := b.block(ctx, next); err != nil {
			return err
		}
	}
}

// clear removes what another build has left.
func (b *rebuild) clear(ctx context.Context) error {
	if err := b.deleteRange(ctx, "search_runs", 0, 1<<62); err != nil {
		return err
	}
	if err := b.deleteRange(ctx, "search_blocks", b.epochKey(0), b.epochKey(0)+(epochKeys-1)); err != nil {
		return err
	}
	return b.write(ctx, func(tx *Tx) error {
		_, err := tx.exec(ctx, "remove what came late", "DELETE FROM search_late")
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

// deleteAtOnce is how many rows one transaction removes.
const deleteAtOnce = 5_000

// deleteRange removes the rows of a table by their keys, both included.
func (b *rebuild) deleteRange(ctx context.Context, table string, first, last int64) error {
	for n := int64(1); n > 0; {
		err := b.write(ctx, func(tx *Tx) (err error) {
			n, err = tx.exec(ctx, "remove blocks", "DELETE FROM "+table+" WHERE id IN (SELECT id FROM "+table+
				" WHERE id >= $1 AND id <= $2 ORDER BY id LIMIT $3)", first, last, deleteAtOnce)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
