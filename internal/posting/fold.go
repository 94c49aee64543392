package posting

import (
	"cmp"
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

// Folding are changes that are to be in what is stored.
type Folding struct {
	// Unlisted says that all terms have blocks, and none a list or a mark.
	Unlisted bool

	terms     map[Term]*termEdits
	columns   map[int64][]revalue // by the key of their block
	documents map[int64]int64
	blocks    map[int64]bool // the numbers of those in which something changes
}

// termEdits are the documents that have a term from now on, and those that have it no
// more.
type termEdits struct{ set, unset []int64 }

// NewFolding prepares changes, one a document. The ids are those of all Words.
func NewFolding(changes []Change, ids map[string]int64) (*Folding, error) {
	f := &Folding{terms: map[Term]*termEdits{}, columns: map[int64][]revalue{}, documents: map[int64]int64{}, blocks: map[int64]bool{}}
	for _, change := range changes {
		if change.ID < 1 || BlockOf(change.ID) >= listPlace {
			return nil, fmt.Errorf("posting: there is no document %d", change.ID)
		}
		for _, edit := range change.edits() {
			id := ids[edit.word]
			if id < 1 {
				return nil, fmt.Errorf("posting: the word %q has no id", edit.word)
			}
			f.add(change.ID, id, edit)
		}
	}
	maps.DeleteFunc(f.documents, func(_, more int64) bool { return more == 0 })
	return f, nil
}

// add notes an edit of a document.
func (f *Folding) add(document, word int64, e edit) {
	f.blocks[BlockOf(document)] = true
	switch {
	case e.now.there && !e.was.there:
		f.documents[word]++
	case e.was.there && !e.now.there:
		f.documents[word]--
	}
	if e.column {
		key := Key(word, TierAttribute, BlockOf(document))
		f.columns[key] = append(f.columns[key], revalue{int(document % BlockSize), e.now.value, e.now.there})
		return
	}
	for tier := range TierAny + 1 {
		had, has := e.was.in(tier), e.now.in(tier)
		if had == has {
			continue
		}
		edits := f.terms[TermOf(word, tier)]
		if edits == nil {
			edits = &termEdits{}
			f.terms[TermOf(word, tier)] = edits
		}
		if has {
			edits.set = append(edits.set, document)
		} else {
			edits.unset = append(edits.unset, document)
		}
	}
}

// Lists returns, sorted, the keys of what is read first.
func (f *Folding) Lists() []int64 {
	var keys []int64
	if !f.Unlisted {
		for term := range f.terms {
			keys = append(keys, term.ListKey())
		}
	}
	slices.Sort(keys)
	return keys
}

// Blocks returns, sorted, the keys of what is read then; present are those of Lists that
// are there.
func (f *Folding) Blocks(present map[int64][]byte) []int64 {
	keys := slices.Collect(maps.Keys(f.columns))
	for term, edits := range f.terms {
		if f.hasBlocks(term, present) {
			for number := range edits.byBlock() {
				keys = append(keys, term.Key(number))
			}
		}
	}
	slices.Sort(keys)
	return keys
}

func (f *Folding) hasBlocks(term Term, present map[int64][]byte) bool {
	return f.Unlisted || slices.Equal(present[term.ListKey()], marked)
}

// Edits returns what is to be stored; present are those of Lists and Blocks that are
// there.
func (f *Folding) Edits(present map[int64][]byte) (Edits, error) {
	edits := Edits{Documents: f.documents, Blocks: slices.Sorted(maps.Keys(f.blocks))}
	for term, changed := range f.terms {
		var err error
		if f.hasBlocks(term, present) {
			err = edits.foldBlocks(term, changed, present)
		} else {
			err = edits.foldList(term, changed, present[term.ListKey()])
		}
		if err != nil {
			return Edits{}, fmt.Errorf("fold into term %d: %w", term, err)
		}
	}
	for key, changed := range f.columns {
		stored, err := revalued(present[key], changed)
		if err != nil {
			return Edits{}, fmt.Errorf("fold into block %d: %w", key, err)
		}
		edits.put(key, stored, present[key])
	}
	slices.SortFunc(edits.Put, func(a, b Block) int { return cmp.Compare(a.Key, b.Key) })
	slices.Sort(edits.Delete)
	return edits, nil
}

// put stores a block in place of another; one of both may be none.
func (e *Edits) put(key int64, stored, before []byte) {
	if len(stored) > 0 {
		e.Put = append(e.Put, Block{key, stored})
	} else if len(before) > 0 {
		e.Delete = append(e.Delete, key)
	}
}

// foldList folds into a list. One that becomes long becomes blocks, and they stay.
func (e *Edits) foldList(term Term, changed *termEdits, stored []byte) error {
	var list List
	if len(stored) > 0 {
		var err error
		if list, err = ParseList(stored); err != nil {
			return err
		}
	}
	if list = list.with(changed.set, changed.unset); isListed(len(list), list.blockCount()) {
		e.put(term.ListKey(), list.stored(), stored)
		return nil
	}
	for number, bits := range list.blocks() {
		e.put(term.Key(number), bits, nil)
	}
	e.put(term.ListKey(), marked, stored)
	return nil
}

func (e *Edits) foldBlocks(term Term, changed *termEdits, present map[int64][]byte) error {
	for number, b := range changed.byBlock() {
		key := term.Key(number)
		stored, err := b.applied(present[key])
		if err != nil {
			return err
		}
		e.put(key, stored, present[key])
	}
	return nil
}

// blockEdits are the offsets that change in one block.
type blockEdits struct{ set, unset []int }

func (e *termEdits) byBlock() map[int64]*blockEdits {
	blocks := map[int64]*blockEdits{}
	at := func(id int64) *blockEdits {
		b := blocks[BlockOf(id)]
		if b == nil {
			b = &blockEdits{}
			blocks[BlockOf(id)] = b
		}
		return b
	}
	for _, id := range e.set {
		at(id).set = append(at(id).set, int(id%BlockSize))
	}
	for _, id := range e.unset {
		at(id).unset = append(at(id).unset, int(id%BlockSize))
	}
	return blocks
}

// applied returns the stored form of a block after its edits.
func (e *blockEdits) applied(stored []byte) ([]byte, error) {
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
