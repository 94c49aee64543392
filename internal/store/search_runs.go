package store

import (
	"context"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"vitrine/internal/posting"
)

// What was built of a block of models is a run: for each term what the block has, in the
// order of the terms, in parts of some size. A term in it is the difference to the one
// before, then come the length of its bytes and these, the numbers as uvarints.

const (
	partBytes   = 32 << 10
	partsOfRun  = 1 << 20
	longestTerm = 64 << 10 // more than a block of values has
)

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
	return b.putRun(ctx, number, built, spelled)
}

// putRun puts a run aside, with the note that it is there.
func (b *rebuild) putRun(ctx context.Context, number int64, built posting.Built, spelled map[string]bool) error {
	ids, err := b.db.nameWords(ctx, slices.Sorted(maps.Keys(built.Documents)), spelled)
	if err != nil {
		return err
	}
	parts := partsOf(built.Terms, ids)
	return b.write(ctx, func(tx *Tx) error {
		for i, part := range parts {
			if _, err := tx.exec(ctx, "put a run aside", "INSERT INTO search_runs (id, part) VALUES ($1, $2)",
				number*partsOfRun+int64(i), part); err != nil {
				return err
			}
		}
		return tx.setBuilding(ctx, buildBlocks, number+1)
	})
}

// partsOf makes a run of the terms of a block.
func partsOf(built []posting.BuiltTerm, ids map[string]int64) [][]byte {
	term := func(t posting.BuiltTerm) posting.Term { return posting.TermOf(ids[t.Word], t.Tier) }
	slices.SortFunc(built, func(a, b posting.BuiltTerm) int { return int(min(1, max(-1, term(a)-term(b)))) })
	var parts [][]byte
	var part []byte
	last := posting.Term(0)
	for _, t := range built {
		part = binary.AppendUvarint(part, uint64(term(t)-last))
		part = binary.AppendUvarint(part, uint64(len(t.Bytes)))
		part, last = append(part, t.Bytes...), term(t)
		if len(part) >= partBytes {
			parts, part, last = append(parts, part), nil, 0
		}
	}
	if len(part) > 0 {
		parts = append(parts, part)
	}
	return parts
}

// run is one that is read, term by term.
type run struct {
	number int64 // of the block
	read   int64 // the key of the part that was read last
	part   []byte
	term   posting.Term // 0: there are no more
	bytes  []byte
}

// next goes on to the next term.
func (r *run) next(ctx context.Context, from *reads) error {
	if len(r.part) == 0 {
		parts, err := query(ctx, from, func(row scanner) (part []byte, err error) { return part, row.Scan(&r.read, &part) },
			"SELECT id, part FROM search_runs WHERE id > $1 AND id < $2 ORDER BY id LIMIT 1", r.read, (r.number+1)*partsOfRun)
		r.term = 0
		if err != nil || len(parts) == 0 {
			return err
		}
		r.part = parts[0]
	}
	step, first := binary.Uvarint(r.part)
	length, second := binary.Uvarint(r.part[max(first, 0):])
	begin := first + second
	if first <= 0 || second <= 0 || step == 0 || length > longestTerm || uint64(len(r.part)-begin) < length {
		return fmt.Errorf("the run %d is damaged", r.number)
	}
	r.term += posting.Term(step)
	r.bytes, r.part = r.part[begin:begin+int(length)], r.part[begin+int(length):]
	return nil
}
