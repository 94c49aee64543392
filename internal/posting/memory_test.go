package posting_test

import (
	"context"
	"errors"
	"hash/maphash"
	"slices"
	"testing"

	"vitrine/internal/posting"
)

// memory is a Source in memory, which keeps what it has in the stored form and counts
// what is asked of it.
type memory struct {
	t         testing.TB
	ids       map[string]int64
	documents map[string]int64 // of words
	blocks    map[int64][]byte
	texts     map[int64]posting.Document
	groups    int64
	unlisted  bool // all terms have blocks

	terms  map[posting.Term][]int64 // the groups in which each term was read
	fails  string                   // the method that fails
	read   map[int64]*posting.Group // by the key of their first block
	values map[int64]*posting.ColumnGroup
}

var errSource = errors.New("the source fails")

func newMemory(t testing.TB) *memory {
	return &memory{
		t: t, ids: map[string]int64{}, documents: map[string]int64{}, blocks: map[int64][]byte{}, texts: map[int64]posting.Document{},
		terms: map[posting.Term][]int64{}, read: map[int64]*posting.Group{}, values: map[int64]*posting.ColumnGroup{},
	}
}

// build fills the memory with documents, from scratch.
func (m *memory) build(documents map[int64]posting.Document) {
	m.t.Helper()
	terms := map[posting.Term][]posting.TermBlock{}
	builder := posting.Builder{Emit: func(built posting.Built) error {
		for _, b := range built.Terms {
			term := posting.TermOf(m.id(b.Word), b.Tier)
			if isColumn(b.Word) {
				m.blocks[term.Key(built.Block)] = b.Bytes
			} else {
				terms[term] = append(terms[term], posting.TermBlock{Number: built.Block, Bits: b.Bytes})
			}
		}
		for word, n := range built.Documents {
			m.documents[word] += n
		}
		return nil
	}}
	for _, id := range sortedKeys(documents) {
		m.groups = posting.GroupOf(id) + 1
		if err := builder.Add(id, documents[id]); err != nil {
			m.t.Fatal(err)
		}
		m.texts[id] = documents[id]
	}
	if err := builder.Close(); err != nil {
		m.t.Fatal(err)
	}
	for term, blocks := range terms {
		stored, _ := posting.Join(term, blocks)
		for _, b := range stored {
			m.blocks[b.Key] = b.Bytes
		}
	}
}

// edits folds changes into what is stored, and stores nothing.
func (m *memory) edits(changes []posting.Change) (posting.Edits, error) {
	folding, err := posting.NewFolding(changes, m.ids)
	if err != nil {
		return posting.Edits{}, err
	}
	present := map[int64][]byte{}
	read := func(keys []int64) {
		for _, key := range keys {
			if block, ok := m.blocks[key]; ok {
				present[key] = block
			}
		}
	}
	folding.Unlisted = m.unlisted
	read(folding.Lists())
	read(folding.Blocks(present))
	return folding.Edits(present)
}

// fold folds changes into the memory.
func (m *memory) fold(changes []posting.Change) {
	m.t.Helper()
	for _, word := range posting.Words(changes) {
		m.id(word)
	}
	edits, err := m.edits(changes)
	if err != nil {
		m.t.Fatal(err)
	}
	for _, block := range edits.Put {
		m.blocks[block.Key] = block.Bytes
	}
	for _, key := range edits.Delete {
		delete(m.blocks, key)
	}
	for word, id := range m.ids {
		m.documents[word] += edits.Documents[id]
	}
	for _, change := range changes {
		m.texts[change.ID] = change.New
		m.groups = max(m.groups, posting.GroupOf(change.ID)+1)
	}
	clear(m.read)
	clear(m.values)
}

// id returns the id of a word, which it gives it if it has none.
func (m *memory) id(word string) int64 {
	if m.ids[word] == 0 {
		m.ids[word] = int64(len(m.ids)) + 1
	}
	return m.ids[word]
}

// Groups implements posting.Source.
func (m *memory) Groups(_ context.Context, terms []posting.Term, group int64) ([]*posting.Group, error) {
	if m.fails == "Groups" {
		return nil, errSource
	}
	read := make([]*posting.Group, len(terms))
	for i, term := range terms {
		m.terms[term] = append(m.terms[term], group)
		first := term.Key(group * posting.GroupBlocks)
		if _, ok := m.read[first]; !ok {
			m.read[first] = m.list(term).Group(group)
			if m.read[first] == nil {
				m.read[first] = m.group(first)
			}
		}
		read[i] = m.read[first]
	}
	return read, nil
}

// list returns the list of a term, if it has one.
func (m *memory) list(term posting.Term) posting.List {
	stored, ok := m.blocks[term.ListKey()]
	if !ok {
		return nil
	}
	list, err := posting.ParseList(stored)
	if err != nil {
		m.t.Fatalf("the list of term %d: %v", term, err)
	}
	return list
}

func (m *memory) group(first int64) *posting.Group {
	var group *posting.Group
	for i := range int64(posting.GroupBlocks) {
		if stored := m.blocks[first+i]; stored != nil {
			if group == nil {
				group = &posting.Group{}
			}
			bits, err := posting.ParseBits(stored)
			if err != nil {
				m.t.Fatalf("block %d: %v", first+i, err)
			}
			group[i] = bits
		}
	}
	return group
}

// Columns implements posting.Source.
func (m *memory) Columns(_ context.Context, columns []int64, group int64) ([]*posting.ColumnGroup, error) {
	if m.fails == "Columns" {
		return nil, errSource
	}
	read := make([]*posting.ColumnGroup, len(columns))
	for i, column := range columns {
		first := posting.Key(column, posting.TierAttribute, group*posting.GroupBlocks)
		if _, ok := m.values[first]; !ok {
			m.values[first] = m.columnGroup(first)
		}
		read[i] = m.values[first]
	}
	return read, nil
}

func (m *memory) columnGroup(first int64) *posting.ColumnGroup {
	var group *posting.ColumnGroup
	for i := range int64(posting.GroupBlocks) {
		if stored := m.blocks[first+i]; stored != nil {
			if group == nil {
				group = &posting.ColumnGroup{}
			}
			values, err := posting.ParseValues(stored)
			if err != nil {
				m.t.Fatalf("values %d: %v", first+i, err)
			}
			group[i] = values
		}
	}
	return group
}

// Postings implements posting.Source.
func (m *memory) Postings(_ context.Context, term posting.Term, atMost int) ([]int64, error) {
	if m.fails == "Postings" {
		return nil, errSource
	}
	ids := []int64(m.list(term))
	ids = ids[:min(len(ids), atMost)]
	for block := range m.groups * posting.GroupBlocks {
		for offset := range posting.Bits(m.blocks[term.Key(block)]).All() {
			if len(ids) < atMost {
				ids = append(ids, block*posting.BlockSize+int64(offset))
			}
		}
	}
	return ids, nil
}

// Documents implements posting.Source.
func (m *memory) Documents(_ context.Context, ids []int64) ([]posting.Stored, error) {
	if m.fails == "Documents" {
		return nil, errSource
	}
	var stored []posting.Stored
	for _, id := range ids {
		if text, ok := m.texts[id]; ok {
			stored = append(stored, posting.Stored{ID: id, Document: text})
		}
	}
	return stored, nil
}

// sum is a digest of all blocks that were handed out.
func (m *memory) sum() uint64 {
	var hash maphash.Hash
	hash.SetSeed(seed)
	for _, key := range sortedKeys(m.blocks) {
		_, _ = hash.Write(m.blocks[key])
	}
	return hash.Sum64()
}

var seed = maphash.MakeSeed()

func sortedKeys[V any](m map[int64]V) []int64 {
	keys := make([]int64, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
