package posting

import (
	"fmt"
	"maps"
	"slices"
)

// Change is a document that changes; an empty text is one that is not there. Old is what
// the blocks have of it now.
type Change struct {
	ID       int64
	Old, New Document
}

// Block is a block with the key under which it is stored.
type Block struct {
	Key   int64
	Bytes []byte
}

// Edits are what changes in what is stored.
type Edits struct {
	Put       []Block         // ascending by key
	Delete    []int64         // keys, ascending
	Documents map[int64]int64 // for each word, how many documents more have it, in any tier; of a column, a value
	Blocks    []int64         // the numbers of the blocks in which something changes, ascending
}

// Words returns, sorted, the words whose ids are needed to fold changes into the blocks,
// those of columns (ColumnWord) among them.
func Words(changes []Change) []string {
	words := map[string]bool{}
	for _, change := range changes {
		for _, edit := range change.edits() {
			words[edit.word] = true
		}
	}
	return slices.Sorted(maps.Keys(words))
}

// Keys returns, sorted, the keys of the blocks that changes touch. The ids are those of
// all Words.
func Keys(changes []Change, ids map[string]int64) ([]int64, error) {
	folding, err := newFolding(changes, ids)
	return slices.Sorted(maps.Keys(folding.blocks)), err
}

// Fold returns what is to be stored for changes, one a document, to be in the blocks;
// present are the blocks of all Keys that are there.
func Fold(changes []Change, ids map[string]int64, present map[int64][]byte) (Edits, error) {
	folding, err := newFolding(changes, ids)
	if err != nil {
		return Edits{}, err
	}
	edits := Edits{Documents: folding.documents}
	for _, key := range slices.Sorted(maps.Keys(folding.blocks)) {
		stored, err := folding.blocks[key].applied(present[key])
		if err != nil {
			return Edits{}, fmt.Errorf("fold into block %d: %w", key, err)
		}
		if len(stored) > 0 {
			edits.Put = append(edits.Put, Block{key, stored})
		} else if len(present[key]) > 0 {
			edits.Delete = append(edits.Delete, key)
		}
		_, block := SplitKey(key)
		edits.Blocks = append(edits.Blocks, block)
	}
	slices.Sort(edits.Blocks)
	edits.Blocks = slices.Compact(edits.Blocks)
	return edits, nil
}

// folding are changes by block.
type folding struct {
	blocks    map[int64]*blockEdits // by key
	documents map[int64]int64
}

// blockEdits are what changes in one block: bits or, of a column, values.
type blockEdits struct {
	set, unset []int // offsets
	values     []revalue
}

func newFolding(changes []Change, ids map[string]int64) (folding, error) {
	f := folding{map[int64]*blockEdits{}, map[int64]int64{}}
	for _, change := range changes {
		if change.ID < 1 || BlockOf(change.ID) >= maxBlocks {
			return folding{}, fmt.Errorf("posting: there is no document %d", change.ID)
		}
		for _, edit := range change.edits() {
			id := ids[edit.word]
			if id < 1 {
				return folding{}, fmt.Errorf("posting: the word %q has no id", edit.word)
			}
			f.add(change.ID, id, edit)
		}
	}
	maps.DeleteFunc(f.documents, func(_, more int64) bool { return more == 0 })
	return f, nil
}

// add notes an edit of a document.
func (f *folding) add(document, word int64, e edit) {
	offset := int(document % BlockSize)
	at := func(tier int) *blockEdits {
		key := Key(word, tier, BlockOf(document))
		if f.blocks[key] == nil {
			f.blocks[key] = &blockEdits{}
		}
		return f.blocks[key]
	}
	switch {
	case e.now.there && !e.was.there:
		f.documents[word]++
	case e.was.there && !e.now.there:
		f.documents[word]--
	}
	if e.column {
		block := at(TierAttribute)
		block.values = append(block.values, revalue{offset, e.now.value, e.now.there})
		return
	}
	for tier := range TierAny + 1 {
		switch had, has := e.was.in(tier), e.now.in(tier); {
		case has && !had:
			block := at(tier)
			block.set = append(block.set, offset)
		case had && !has:
			block := at(tier)
			block.unset = append(block.unset, offset)
		}
	}
}

// applied returns the stored form of a block after its edits.
func (e *blockEdits) applied(stored []byte) ([]byte, error) {
	if e.values != nil {
		var values *Values
		if len(stored) > 0 {
			var err error
			if values, err = ParseValues(stored); err != nil {
				return nil, err
			}
		}
		return values.with(e.values), nil
	}
	before, err := ParseBits(stored)
	if err != nil {
		return nil, err
	}
	var m bitmap
	m.or(before)
	for _, offset := range e.unset {
		m.unset(offset)
	}
	for _, offset := range e.set {
		m.set(offset)
	}
	return m.bits(), nil
}
