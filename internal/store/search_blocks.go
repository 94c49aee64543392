package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"vitrine/internal/posting"
)

// blockSource reads the blocks of the index for one state of it, from memory where they
// are there and still as the state knows them.
type blockSource struct {
	r     *reads
	state *searchState
}

// Groups returns blocks of terms.
func (s *blockSource) Groups(ctx context.Context, terms []posting.Term, group int64) ([]*posting.Group, error) {
	found := make([]*posting.Group, len(terms))
	var missing []int
	for i, term := range terms {
		kept, ok := s.r.cache.search.blocks.find(memoryKey{term, group}, s.state)
		if !ok {
			missing = append(missing, i)
			continue
		}
		found[i], _ = kept.(*posting.Group)
	}
	if len(missing) == 0 {
		return found, nil
	}
	asked := make([]posting.Term, len(missing))
	read := make([]*posting.Group, len(missing))
	for i, place := range missing {
		asked[i] = terms[place]
	}
	err := s.read(ctx, asked, group, func(term posting.Term, block int64, stored []byte) error {
		for i := range asked {
			if asked[i] != term {
				continue
			}
			bits, err := posting.ParseBits(stored)
			if err != nil {
				return err
			}
			if read[i] == nil {
				read[i] = &posting.Group{}
			}
			read[i][block%posting.GroupBlocks] = bits
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for i, place := range missing {
		found[place] = read[i]
		s.r.cache.search.blocks.keep(memoryKey{asked[i], group}, read[i], s.state.merge)
	}
	return found, nil
}

// Columns returns blocks of columns.
func (s *blockSource) Columns(ctx context.Context, columns []int64, group int64) ([]*posting.ColumnGroup, error) {
	found := make([]*posting.ColumnGroup, len(columns))
	for i, column := range columns {
		term := posting.TermOf(column, posting.TierAttribute)
		if kept, ok := s.r.cache.search.blocks.find(memoryKey{term, group}, s.state); ok {
			found[i], _ = kept.(*posting.ColumnGroup)
			continue
		}
		err := s.read(ctx, []posting.Term{term}, group, func(_ posting.Term, block int64, stored []byte) error {
			values, err := posting.ParseValues(stored)
			if err != nil {
				return err
			}
			if found[i] == nil {
				found[i] = &posting.ColumnGroup{}
			}
			found[i][block%posting.GroupBlocks] = values
			return nil
		})
		if err != nil {
			return nil, err
		}
		s.r.cache.search.blocks.keep(memoryKey{term, group}, found[i], s.state.merge)
	}
	return found, nil
}

// termsAtOnce is how many terms one statement reads: SQLite has no more than 500 parts in one.
const termsAtOnce = 64

// read calls fn for each stored block of some terms in a group. The bytes are fn's.
func (s *blockSource) read(ctx context.Context, terms []posting.Term, group int64, fn func(posting.Term, int64, []byte) error) error {
	for some := range slices.Chunk(terms, termsAtOnce) {
		if err := s.readSome(ctx, some, group, fn); err != nil {
			return err
		}
	}
	return nil
}

func (s *blockSource) readSome(ctx context.Context, terms []posting.Term, group int64, fn func(posting.Term, int64, []byte) error) error {
	b := &builder{}
	first, epoch := group*posting.GroupBlocks, s.state.epoch()
	for i, term := range terms {
		b.add(separator(i, " UNION ALL ")+"SELECT id, bits FROM search_blocks WHERE id >= ? AND id < ?", epochKey(epoch, term.Key(first)),
			epochKey(epoch, term.Key(first+posting.GroupBlocks)))
	}
	return each(ctx, s.r, func(row scanner) error {
		var key int64
		var stored sql.RawBytes
		if err := row.Scan(&key, &stored); err != nil {
			return err
		}
		term, block := posting.SplitKey(key - epochKey(epoch, 0))
		if err := fn(term, block, append([]byte(nil), stored...)); err != nil {
			return fmt.Errorf("block %d: %w (run `vitrine reindex`)", key, err)
		}
		return nil
	}, b.String(), b.args...)
}

// Postings returns models that have a term.
func (s *blockSource) Postings(ctx context.Context, term posting.Term, atMost int) ([]int64, error) {
	var ids []int64
	epoch := s.state.epoch()
	b := (&builder{}).add("SELECT id, bits FROM search_blocks WHERE id >= ? AND id < ? ORDER BY id DESC", epochKey(epoch, term.Key(0)),
		epochKey(epoch, (term+1).Key(0))).window(atMost, 0)
	err := each(ctx, s.r, func(row scanner) error {
		var key int64
		var stored []byte
		if err := row.Scan(&key, &stored); err != nil {
			return err
		}
		bits, err := posting.ParseBits(stored)
		if err != nil {
			return fmt.Errorf("block %d: %w (run `vitrine reindex`)", key, err)
		}
		_, block := posting.SplitKey(key - epochKey(epoch, 0))
		for offset := range bits.All() {
			if len(ids) < atMost {
				ids = append(ids, block*posting.BlockSize+int64(offset))
			}
		}
		return nil
	}, b.String(), b.args...)
	return ids, err
}

// documentsAtOnce is how many documents one statement reads.
const documentsAtOnce = 200

// Documents returns documents as the blocks have them.
func (s *blockSource) Documents(ctx context.Context, ids []int64) ([]posting.Stored, error) {
	found := make([]posting.Stored, 0, len(ids))
	for len(ids) > 0 {
		some := ids[:min(len(ids), documentsAtOnce)]
		ids = ids[len(some):]
		b := &builder{}
		addList(b, `SELECT model_id, CASE WHEN pending THEN folded WHEN listed THEN document ELSE '' END FROM search_documents
			WHERE model_id IN`, padded(some, documentsAtOnce))
		err := each(ctx, s.r, func(row scanner) error {
			d, err := scanDocument(row)
			found = append(found, d)
			return err
		}, b.String(), b.args...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// padded repeats the last value, so that lists of many lengths are few statements.
func padded[T any](values []T, most int) []T {
	size := 1
	for size < len(values) {
		size *= 2
	}
	list := append(make([]T, 0, min(size, most)), values...)
	for len(list) < min(size, most) {
		list = append(list, values[len(values)-1])
	}
	return list
}
