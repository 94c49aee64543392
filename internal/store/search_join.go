package store

import (
	"context"

	"vitrine/internal/posting"
)

// joinedAtOnce is how many rows, about, one transaction of a build writes.
const joinedAtOnce = 2_048

// join puts what is stored of each term, from one on, where it will be searched, and
// counts how many models have each word.
func (b *rebuild) join(ctx context.Context, from posting.Term) error {
	runs, err := b.runs(ctx)
	if err != nil {
		return err
	}
	columns, err := b.columns(ctx)
	if err != nil {
		return err
	}
	j := &joined{b: b, columns: columns, from: from.Word(), words: map[int64]int64{}}
	for {
		term, blocks, err := b.nextTerm(ctx, runs)
		if err != nil {
			return err
		}
		switch {
		case term == 0:
			return j.write(ctx, 1<<61, func(tx *Tx) error { return tx.setBuilding(ctx, buildLate, 0) })
		case term < from:
			continue // it was written before the build was cut off
		}
		// Up to a whole word: its terms are counted together.
		if len(j.blocks) >= b.rows && term.Word() > j.last {
			next := int64(posting.TermOf(term.Word(), 0))
			if err := j.write(ctx, term.Word(), func(tx *Tx) error { return tx.setBuilding(ctx, buildTerms, next) }); err != nil {
				return err
			}
		}
		if err := j.add(term, blocks); err != nil {
			return err
		}
	}
}

// runs opens all runs, in the order of their blocks.
func (b *rebuild) runs(ctx context.Context) ([]*run, error) {
	var list []*run
	var highest int64
	if err := b.db.row(ctx, "", "SELECT COALESCE(MAX(id), -1) FROM search_runs", nil, &highest); err != nil {
		return nil, err
	}
	for number := int64(0); number*partsOfRun <= highest; number++ {
		r := &run{number: number, read: number*partsOfRun - 1}
		if err := r.next(ctx, &b.db.reads); err != nil {
			return nil, err
		}
		if r.term != 0 {
			list = append(list, r)
		}
	}
	return list, nil
}

// columns are the ids of the words of columns.
func (b *rebuild) columns(ctx context.Context) (map[int64]bool, error) {
	words, err := b.db.readWords(ctx, []string{posting.ColumnWord(columnPrice), posting.ColumnWord(columnRating),
		posting.ColumnWord(columnDay), posting.ColumnWord(columnSales)})
	ids := map[int64]bool{}
	for _, word := range words {
		ids[word.id] = true
	}
	return ids, err
}

// nextTerm returns the first term that a run is at, with what all runs have of it, and
// goes on behind it. 0 is the end.
func (b *rebuild) nextTerm(ctx context.Context, runs []*run) (term posting.Term, blocks []posting.TermBlock, err error) {
	for _, r := range runs {
		if r.term != 0 && (term == 0 || r.term < term) {
			term = r.term
		}
	}
	for _, r := range runs {
		if term != 0 && r.term == term {
			blocks = append(blocks, posting.TermBlock{Number: r.number, Bits: r.bytes})
			if err := r.next(ctx, &b.db.reads); err != nil {
				return 0, nil, err
			}
		}
	}
	return term, blocks, nil
}

// joined is what waits to be written.
type joined struct {
	b       *rebuild
	columns map[int64]bool
	blocks  []posting.Block
	words   map[int64]int64 // how many models have each
	from    int64           // the first word that no transaction has counted
	last    int64           // the word that came last
}

func (j *joined) add(term posting.Term, blocks []posting.TermBlock) error {
	j.last = term.Word()
	if j.columns[j.last] {
		for _, b := range blocks {
			n, err := countValues(b.Bits)
			if err != nil {
				return err
			}
			j.words[j.last] += n
			j.blocks = append(j.blocks, posting.Block{Key: j.b.epochKey(term.Key(b.Number)), Bytes: b.Bits})
		}
		return nil
	}
	stored, models := posting.Join(term, blocks)
	for _, block := range stored {
		j.blocks = append(j.blocks, posting.Block{Key: j.b.epochKey(block.Key), Bytes: block.Bytes})
	}
	if tier := term.Tier(); tier == posting.TierAny || tier == posting.TierAttribute {
		j.words[j.last] += models
	}
	return nil
}

// write writes what waits, and the numbers of models of all words before one.
func (j *joined) write(ctx context.Context, before int64, note func(*Tx) error) error {
	j.b.step(buildTerms)
	err := j.b.write(ctx, func(tx *Tx) error {
		if err := tx.putBlocks(ctx, j.blocks); err != nil {
			return err
		}
		if err := tx.setCounts(ctx, j.from, before, j.words); err != nil {
			return err
		}
		return note(tx)
	})
	j.blocks, j.words, j.from = nil, map[int64]int64{}, before
	return err
}

// setCounts changes the numbers of models of the words from one to before another; those
// that are not named have none.
func (tx *Tx) setCounts(ctx context.Context, from, before int64, words map[int64]int64) error {
	more := map[int64]int64{}
	err := each(ctx, &tx.reads, func(row scanner) error {
		var id, models int64
		err := row.Scan(&id, &models)
		if models != words[id] {
			more[id] = words[id] - models
		}
		return err
	}, "SELECT id, models FROM search_words WHERE id >= $1 AND id < $2", from, before)
	if err != nil {
		return err
	}
	return tx.countWords(ctx, more)
}

func countValues(stored []byte) (n int64, err error) {
	values, err := posting.ParseValues(stored)
	if err != nil {
		return 0, err
	}
	for offset := range posting.BlockSize {
		if _, ok := values.Get(offset); ok {
			n++
		}
	}
	return n, nil
}
