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
	if len(w.memory.blocks) > 0 {
		t.Errorf("without documents, there are %d blocks", len(w.memory.blocks))
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
	if !maps.EqualFunc(built.blocks, w.memory.blocks, bytes.Equal) {
		t.Fatalf("%d blocks are not those of a build, %d", len(w.memory.blocks), len(built.blocks))
	}
	maps.DeleteFunc(w.memory.documents, func(_ string, n int64) bool { return n == 0 })
	if diff := cmp.Diff(built.documents, w.memory.documents); diff != "" {
		t.Fatal(diff)
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
	keys, err := posting.Keys(changes, ids)
	want := []int64{
		posting.Key(1, 0, 0), posting.Key(1, 0, 1), posting.Key(2, 3, 1), posting.Key(3, 1, 0), posting.Key(3, 2, 0), posting.Key(3, 3, 0),
		posting.Key(4, 1, 0), posting.Key(4, 2, 0), posting.Key(5, 0, 0), posting.Key(5, 0, 1), posting.Key(6, 1, 0), posting.Key(6, 2, 0),
	}
	if diff := cmp.Diff(want, keys); err != nil || diff != "" {
		t.Fatalf("the keys: %v\n%s", err, diff)
	}
	edits, err := posting.Fold(changes, ids, map[int64][]byte{
		posting.Key(1, 0, 0): {3, 0, 4, 0, 5, 0}, posting.Key(3, 1, 0): {4, 0}, posting.Key(5, 0, 0): {2, 0, 1, 0, 0, 0, 1, 2, 2},
	})
	wantEdits := posting.Edits{
		Put: []posting.Block{
			{Key: posting.Key(1, 0, 0), Bytes: []byte{3, 0, 5, 0}}, {Key: posting.Key(1, 0, 1), Bytes: []byte{1, 0}},
			{Key: posting.Key(2, 3, 1), Bytes: []byte{1, 0}}, {Key: posting.Key(5, 0, 0), Bytes: []byte{2, 1, 4, 0, 0, 0, 2, 0, 1}},
			{Key: posting.Key(5, 0, 1), Bytes: []byte{1, 7, 0, 1}}, {Key: posting.Key(6, 1, 0), Bytes: []byte{3, 0}},
			{Key: posting.Key(6, 2, 0), Bytes: []byte{3, 0}},
		},
		Delete:    []int64{posting.Key(3, 1, 0)},
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
		"damaged bits":     {1, ids, map[int64][]byte{posting.Key(1, 1, 0): {1}}},
		"damaged values":   {1, ids, map[int64][]byte{posting.Key(2, 0, 0): {1}}},
	} {
		if edits, err := posting.Fold([]posting.Change{{ID: test.id, New: document}}, test.ids, test.present); err == nil {
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
