package posting_test

import (
	"bytes"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/posting"
)

// TestFoldIsABuild sees that changes, folded in one after the other, leave the bytes that
// a build from scratch makes, and as many documents of each word.
func TestFoldIsABuild(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 5)
	for range 5 {
		w.fold()
		w.checkBuild(t)
		w.index.Pending = w.change(30, 6*posting.GroupBlocks*posting.BlockSize)
	}
	w.fold()
	for id := range w.fields {
		w.index.Pending = append(w.index.Pending, posting.Stored{ID: id})
		delete(w.fields, id)
	}
	w.fold()
	for key, stored := range w.memory.blocks {
		if !posting.IsList(key) || !bytes.Equal(stored, []byte{0}) {
			t.Errorf("without documents, %v is stored at %d", stored, key)
		}
	}
}

func (w *world) checkBuild(t *testing.T) {
	t.Helper()
	built := newMemory(t)
	built.ids = w.memory.ids
	documents := map[int64]posting.Document{}
	for id, fields := range w.fields {
		documents[id] = posting.NewDocument(fields)
	}
	built.build(documents)
	// A term that many documents had keeps its blocks.
	for key, stored := range built.blocks {
		if term, _ := posting.SplitKey(key); !posting.IsList(key) || w.memory.list(term) != nil {
			if !bytes.Equal(w.memory.blocks[key], stored) {
				t.Fatalf("block %d is %v, not that of a build, %v", key, w.memory.blocks[key], stored)
			}
		}
	}
	if got, want := w.memory.everything(), built.everything(); !maps.EqualFunc(got, want, slices.Equal) {
		t.Fatalf("the terms are not those of a build: %s", cmp.Diff(want, got))
	}
	maps.DeleteFunc(w.memory.documents, func(_ string, n int64) bool { return n == 0 })
	if diff := cmp.Diff(built.documents, w.memory.documents); diff != "" {
		t.Fatal(diff)
	}
}

// everything returns the documents of all terms, and the stored values of columns.
func (m *memory) everything() map[posting.Term][]int64 {
	found := map[posting.Term][]int64{}
	for _, key := range sortedKeys(m.blocks) {
		term, number := posting.SplitKey(key)
		switch bits, err := posting.ParseBits(m.blocks[key]); {
		case posting.IsList(key) && m.list(term) != nil:
			found[term] = append(found[term], m.list(term)...)
		case err == nil && !posting.IsList(key) && !m.column(term):
			for offset := range bits.All() {
				found[term] = append(found[term], number*posting.BlockSize+int64(offset))
			}
		}
	}
	return found
}

// isColumn reports whether a word is one of posting.ColumnWord: what begins with a colon is
// an attribute, whatever it ends with.
func isColumn(word string) bool { return strings.HasSuffix(word, "=") && word[0] != ':' }

// column reports whether a term is a column.
func (m *memory) column(term posting.Term) bool {
	for word, id := range m.ids {
		if id == term.Word() {
			return isColumn(word)
		}
	}
	return false
}

// TestListsBecomeBlocks sees that a term is one list until it has too many documents, and
// that its blocks stay where it has fewer again.
func TestListsBecomeBlocks(t *testing.T) {
	t.Parallel()
	// 55, 23, 15 and 4 documents a block.
	for step, most := range map[int64]int{300: 500, 700: 500, 1_100: 2_000, 4_000: 2_000} {
		m := newMemory(t)
		oak := posting.NewDocument(posting.Fields{Body: []string{"oak"}})
		var want []int64
		for id := int64(7); len(want) < most; id += step {
			m.fold([]posting.Change{{ID: id, New: oak}})
			want = append(want, id)
		}
		term := posting.TermOf(m.ids["oak"], posting.TierAny)
		if len(m.blocks) != 1 || !slices.Equal(m.list(term), want) {
			t.Fatalf("%d documents are in %d rows, the list has %d", most, len(m.blocks), len(m.list(term)))
		}
		blocks := int(posting.BlockOf(want[most-1])) + 1
		m.fold([]posting.Change{{ID: 3, New: oak}, {ID: 7, Old: oak}, {ID: 8, New: oak}})
		want = append([]int64{3, 8}, want[1:]...)
		if got := m.everything()[term]; len(m.blocks) != blocks+1 || m.list(term) != nil || !slices.Equal(got, want) {
			t.Fatalf("%d documents are in %d rows, and are %v", len(want), len(m.blocks), got)
		}
		last := want[most] + posting.BlockSize
		m.fold([]posting.Change{{ID: 3, Old: oak}, {ID: last, New: oak}, {ID: 8, Old: oak}})
		want = append(want[2:], last)
		if got := m.everything()[term]; len(m.blocks) != blocks+2 || m.list(term) != nil || !slices.Equal(got, want) {
			t.Fatalf("%d documents of blocks are in %d rows, and are %v", len(want), len(m.blocks), got)
		}
	}
}

// TestUnlistedStaysUnlisted folds into blocks of before there were lists.
func TestUnlistedStaysUnlisted(t *testing.T) {
	t.Parallel()
	m := newMemory(t)
	m.unlisted = true
	oak := posting.NewDocument(posting.Fields{Body: []string{"oak"}})
	m.fold([]posting.Change{{ID: 3, New: oak}, {ID: 40_000, New: oak}})
	m.fold([]posting.Change{{ID: 3, Old: oak}, {ID: 5, New: oak}})
	term := posting.TermOf(m.ids["oak"], posting.TierAny)
	if got := m.everything()[term]; len(m.blocks) != 2 || !slices.Equal(got, []int64{5, 40_000}) {
		t.Errorf("the documents in %d rows are %v", len(m.blocks), got)
	}
}

func TestParseList(t *testing.T) {
	t.Parallel()
	for _, stored := range [][]byte{{}, {0, 1}, {1, 0}, {0x80}, {255, 255, 255, 255, 255, 255, 255, 255, 127}} {
		if list, err := posting.ParseList(stored); err == nil {
			t.Errorf("%v is the list %v", stored, list)
		}
	}
	if list, err := posting.ParseList([]byte{3, 1, 0x80, 1}); err != nil || !slices.Equal(list, []int64{3, 4, 132}) {
		t.Errorf("the list is %v, %v", list, err)
	}
	if list, err := posting.ParseList([]byte{0}); err != nil || list != nil {
		t.Errorf("a mark is %v, %v", list, err)
	}
}

func TestFold(t *testing.T) {
	t.Parallel()
	document := func(title, body string, price int64) posting.Document {
		return posting.NewDocument(posting.Fields{
			Title: strings.Fields(title), Body: strings.Fields(body), Attributes: []string{":free"}, Columns: map[string]int64{"price": price},
		})
	}
	changes := []posting.Change{
		{ID: 3, Old: document("oak", "wood", 0), New: document("wood", "oak", 5)},
		{ID: posting.BlockSize + 1, New: document("", "chair", 7)},
		{ID: 4, Old: document("elm", "", 1)},
		{ID: 5, Old: document("ash", "", 1), New: document("ash", "", 1)},
	}
	words := posting.Words(changes)
	if want := []string{":free", "chair", "elm", "oak", "price=", "wood"}; !slices.Equal(words, want) {
		t.Errorf("the words are %q, not %q", words, want)
	}
	ids := map[string]int64{":free": 1, "chair": 2, "elm": 3, "oak": 4, "price=": 5, "wood": 6}
	folding, err := posting.NewFolding(changes, ids)
	if err != nil {
		t.Fatal(err)
	}
	list := func(word int64, tier int) int64 { return posting.TermOf(word, tier).ListKey() }
	lists := []int64{list(1, 0), list(2, 3), list(3, 1), list(3, 2), list(3, 3), list(4, 1), list(4, 2), list(6, 1), list(6, 2)}
	if diff := cmp.Diff(lists, folding.Lists()); diff != "" {
		t.Fatalf("the lists:\n%s", diff)
	}
	present := map[int64][]byte{list(1, 0): {0}, list(3, 1): {4}, list(6, 1): {2, 5}}
	blocks := []int64{posting.Key(1, 0, 0), posting.Key(1, 0, 1), posting.Key(5, 0, 0), posting.Key(5, 0, 1)}
	if diff := cmp.Diff(blocks, folding.Blocks(present)); diff != "" {
		t.Fatalf("the blocks:\n%s", diff)
	}
	present[posting.Key(1, 0, 0)], present[posting.Key(5, 0, 0)] = []byte{3, 0, 4, 0, 5, 0}, []byte{2, 0, 1, 0, 0, 0, 1, 2, 2}
	edits, err := folding.Edits(present)
	wantEdits := posting.Edits{
		Put: []posting.Block{
			{Key: posting.Key(1, 0, 0), Bytes: []byte{3, 0, 5, 0}}, {Key: posting.Key(1, 0, 1), Bytes: []byte{1, 0}},
			{Key: list(2, 3), Bytes: []byte{0x81, 0x80, 1}}, {Key: posting.Key(5, 0, 0), Bytes: []byte{2, 1, 4, 0, 0, 0, 2, 0, 1}},
			{Key: posting.Key(5, 0, 1), Bytes: []byte{1, 7, 0, 1}}, {Key: list(6, 1), Bytes: []byte{2, 1, 4}},
			{Key: list(6, 2), Bytes: []byte{3}},
		},
		Delete:    []int64{list(3, 1)},
		Documents: map[int64]int64{2: 1, 3: -1},
		Blocks:    []int64{0, 1},
	}
	if diff := cmp.Diff(wantEdits, edits); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestFoldRefuses(t *testing.T) {
	t.Parallel()
	document := posting.NewDocument(posting.Fields{Title: []string{"oak"}, Columns: map[string]int64{"price": 1}})
	ids := map[string]int64{"oak": 1, "price=": 2}
	for name, test := range map[string]struct {
		id      int64
		ids     map[string]int64
		present map[int64][]byte
	}{
		"no number":        {0, ids, nil},
		"a number too big": {posting.BlockSize << 20, ids, nil},
		"no id":            {1, map[string]int64{"oak": 1}, nil},
		"a damaged list":   {1, ids, map[int64][]byte{posting.TermOf(1, 1).ListKey(): {1, 0}}},
		"damaged bits":     {1, ids, map[int64][]byte{posting.TermOf(1, 1).ListKey(): {0}, posting.Key(1, 1, 0): {1}}},
		"damaged values":   {1, ids, map[int64][]byte{posting.Key(2, 0, 0): {1}}},
	} {
		m := newMemory(t)
		m.ids, m.blocks = test.ids, test.present
		if edits, err := m.edits([]posting.Change{{ID: test.id, New: document}}); err == nil {
			t.Errorf("%s: no error, %+v", name, edits)
		}
	}
}

func TestBuilderRefuses(t *testing.T) {
	t.Parallel()
	document := posting.NewDocument(posting.Fields{Title: []string{"oak"}})
	for _, ids := range [][]int64{{0}, {-1}, {7, 7}, {7, 6}, {posting.BlockSize << 20}} {
		builder := posting.Builder{Emit: func(posting.Built) error { return nil }}
		var err error
		for _, id := range ids {
			err = builder.Add(id, document)
		}
		if err == nil {
			t.Errorf("documents %d are taken", ids)
		}
	}
	builder := posting.Builder{Emit: func(posting.Built) error { return errSource }}
	if err := builder.Add(1, document); err != nil {
		t.Error(err)
	}
	if err := builder.Add(posting.BlockSize, document); err == nil {
		t.Error("what Emit reports is not returned")
	}
}
