package store

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
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
	missing := map[posting.Term]*posting.Group{}
	for i, term := range terms {
		kept, ok := s.remembered(term, group)
		if found[i] = kept; !ok {
			missing[term] = nil
		}
	}
	if len(missing) == 0 {
		return found, nil
	}
	asked := slices.Sorted(maps.Keys(missing))
	err := s.read(ctx, asked, group, func(term posting.Term, block int64, stored []byte) error {
		bits, err := posting.ParseBits(stored)
		if err != nil {
			return err
		}
		if missing[term] == nil {
			missing[term] = &posting.Group{}
		}
		missing[term][block%posting.GroupBlocks] = bits
		return nil
	}, func(term posting.Term, list posting.List) {
		missing[term] = list.Group(group)
		s.r.searches.blocks.keep(memoryKey{term, wholeList}, list, s.state.merge)
	})
	if err != nil {
		return nil, err
	}
	for i, term := range terms {
		if read, ok := missing[term]; ok {
			found[i] = read
			s.r.searches.blocks.keep(memoryKey{term, group}, read, s.state.merge)
		}
	}
	return found, nil
}

// wholeList stands for the number of a group where a list is remembered: it has those of
// all groups.
const wholeList = -1

// remembered returns blocks of a term that are in memory.
func (s *blockSource) remembered(term posting.Term, group int64) (*posting.Group, bool) {
	if kept, ok := s.r.searches.blocks.find(memoryKey{term, group}, group, s.state); ok {
		found, _ := kept.(*posting.Group)
		return found, true
	}
	if kept, ok := s.r.searches.blocks.find(memoryKey{term, wholeList}, group, s.state); ok {
		list, _ := kept.(posting.List)
		return list.Group(group), true
	}
	return nil, false
}

// Columns returns blocks of columns.
func (s *blockSource) Columns(ctx context.Context, columns []int64, group int64) ([]*posting.ColumnGroup, error) {
	found := make([]*posting.ColumnGroup, len(columns))
	for i, column := range columns {
		term := posting.TermOf(column, posting.TierAttribute)
		if kept, ok := s.r.searches.blocks.find(memoryKey{term, group}, group, s.state); ok {
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
		}, func(posting.Term, posting.List) {})
		if err != nil {
			return nil, err
		}
		s.r.searches.blocks.keep(memoryKey{term, group}, found[i], s.state.merge)
	}
	return found, nil
}

// termsAtOnce is how many terms one statement reads: SQLite has no more than 500 parts in one.
const termsAtOnce = 64

// read calls fn for each stored block of some terms in a group, and listed for each of
// these terms that is a list. The bytes are fn's.
func (s *blockSource) read(ctx context.Context, terms []posting.Term, group int64,
	fn func(posting.Term, int64, []byte) error, listed func(posting.Term, posting.List)) error {
	for some := range slices.Chunk(terms, termsAtOnce) {
		if err := s.readSome(ctx, some, group, fn, listed); err != nil {
			return err
		}
	}
	return nil
}

// readSome reads list and blocks of a term in one statement: between two, a list may have
// become blocks.
func (s *blockSource) readSome(ctx context.Context, terms []posting.Term, group int64,
	fn func(posting.Term, int64, []byte) error, listed func(posting.Term, posting.List)) error {
	b := &builder{}
	first, epoch := group*posting.GroupBlocks, s.state.epoch()
	for i, term := range terms {
		b.add(separator(i, " UNION ALL ")+"SELECT id, bits FROM search_blocks WHERE id >= ? AND id < ?", epochKey(epoch, term.Key(first)),
			epochKey(epoch, term.Key(first+posting.GroupBlocks)))
		b.add(" UNION ALL SELECT id, bits FROM search_blocks WHERE id = ?", epochKey(epoch, term.ListKey()))
	}
	return each(ctx, s.r, func(row scanner) error {
		var key int64
		var stored sql.RawBytes
		if err := row.Scan(&key, &stored); err != nil {
			return err
		}
		term, block := posting.SplitKey(key - epochKey(epoch, 0))
		if !posting.IsList(key - epochKey(epoch, 0)) {
			return damaged(key, fn(term, block, append([]byte(nil), stored...)))
		}
		list, err := posting.ParseList(stored)
		if list != nil {
			listed(term, list)
		}
		return damaged(key, err)
	}, b.String(), b.args...)
}

func damaged(key int64, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("block %d: %w (run `vitrine reindex`)", key, err)
}

// Postings returns models that have a term.
func (s *blockSource) Postings(ctx context.Context, term posting.Term, atMost int) ([]int64, error) {
	var ids []int64
	epoch := s.state.epoch()
	// The list comes first, or the mark of one, and a row for it.
	b := (&builder{}).add("SELECT id, bits FROM search_blocks WHERE id >= ? AND id < ? ORDER BY id DESC", epochKey(epoch, term.Key(0)),
		epochKey(epoch, (term+1).Key(0))).window(atMost+1, 0)
	err := each(ctx, s.r, func(row scanner) error {
		var key int64
		var stored []byte
		if err := row.Scan(&key, &stored); err != nil {
			return err
		}
		if posting.IsList(key - epochKey(epoch, 0)) {
			list, err := posting.ParseList(stored)
			ids = append(ids, list[:min(len(list), atMost)]...)
			return damaged(key, err)
		}
		bits, err := posting.ParseBits(stored)
		if err != nil {
			return damaged(key, err)
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
