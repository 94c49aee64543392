package posting

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// Built is all that is stored of one block.
type Built struct {
	Block int64
	Terms []BuiltTerm // ascending by word and tier; those of columns last
	// Documents is how many documents have each word, in any tier; of a column, a value.
	Documents map[string]int64
}

// BuiltTerm is the block of a term, or of a column, whose word is a ColumnWord.
type BuiltTerm struct {
	Word  string
	Tier  int
	Bytes []byte
}

// Builder makes whole blocks of documents that come in ascending order, and hands each
// block to Emit when it is complete. Blocks without documents are not emitted.
type Builder struct {
	Emit func(Built) error

	last    int64 // the document that came last
	words   map[string]*[TierAny + 1][]uint16
	columns map[string][]revalue
}

// Add adds a document.
func (b *Builder) Add(id int64, document Document) error {
	if id <= b.last || BlockOf(id) >= listPlace {
		return fmt.Errorf("posting: document %d comes after %d", id, b.last)
	}
	if BlockOf(id) != BlockOf(b.last) {
		if err := b.Close(); err != nil {
			return err
		}
	}
	if b.words == nil {
		b.words, b.columns = map[string]*[TierAny + 1][]uint16{}, map[string][]revalue{}
	}
	b.last = id
	for word, tier := range document.Words() {
		offsets := b.words[word]
		if offsets == nil {
			offsets = &[TierAny + 1][]uint16{}
			b.words[word] = offsets
		}
		offsets[tier] = append(offsets[tier], uint16(id%BlockSize))
	}
	for column, value := range document.Columns() {
		word := ColumnWord(column)
		b.columns[word] = append(b.columns[word], revalue{int(id % BlockSize), value, true})
	}
	return nil
}

// Close emits the block that has begun, if any.
func (b *Builder) Close() error {
	if len(b.words)+len(b.columns) == 0 {
		return nil
	}
	built := Built{Block: BlockOf(b.last), Documents: make(map[string]int64, len(b.words)+len(b.columns))}
	for _, word := range slices.Sorted(maps.Keys(b.words)) {
		var offsets []uint16
		for tier, more := range b.words[word] {
			if offsets = append(offsets, more...); len(offsets) > 0 {
				built.Terms = append(built.Terms, BuiltTerm{word, tier, bitsOf(offsets)})
			}
			// What an attribute has is no part of the tiers of words.
			if tier == TierAttribute && len(offsets) > 0 {
				break
			}
		}
		built.Documents[word] = int64(len(offsets))
	}
	for _, word := range slices.Sorted(maps.Keys(b.columns)) {
		var none *Values
		built.Terms = append(built.Terms, BuiltTerm{word, TierAttribute, none.with(b.columns[word])})
		built.Documents[word] = int64(len(b.columns[word]))
	}
	b.words, b.columns = nil, nil
	return b.Emit(built)
}

// bitsOf returns the stored form of offsets, and sorts them.
func bitsOf(offsets []uint16) Bits {
	if len(offsets) >= fewest {
		var m bitmap
		for _, offset := range offsets {
			m.set(int(offset))
		}
		return m.bits()
	}
	slices.Sort(offsets)
	b := make(Bits, 0, 2*len(offsets))
	for _, offset := range offsets {
		b = binary.LittleEndian.AppendUint16(b, offset)
	}
	return b
}
