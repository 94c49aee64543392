package posting_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/posting"
)

// block returns what is stored of a block whose documents at some offsets are given.
func block(t *testing.T, documents map[int64]posting.Document) map[string][]byte {
	t.Helper()
	stored := map[string][]byte{}
	builder := posting.Builder{Emit: func(built posting.Built) error {
		for _, term := range built.Terms {
			stored[fmt.Sprint(term.Word, term.Tier)] = term.Bytes
		}
		return nil
	}}
	for _, offset := range sortedKeys(documents) {
		if err := builder.Add(posting.BlockSize+offset, documents[offset]); err != nil {
			t.Fatal(err)
		}
	}
	if err := builder.Close(); err != nil {
		t.Fatal(err)
	}
	return stored
}

func TestBits(t *testing.T) {
	t.Parallel()
	oak := posting.NewDocument(posting.Fields{Body: []string{"oak"}})
	for _, test := range []struct{ documents, apart, size int }{
		{1, 1, 2}, {1, 16383, 2}, {2, 16383, 4}, {1023, 16, 2046}, {1024, 16, 2048}, {1024, 1, 2048}, {16384, 1, 2048},
	} {
		documents := map[int64]posting.Document{}
		var want []int
		for i := range test.documents {
			want = append(want, i*test.apart)
			documents[int64(i*test.apart)] = oak
		}
		stored := block(t, documents)["oak3"]
		bits, err := posting.ParseBits(stored)
		if err != nil || len(stored) != test.size || bits.Len() != len(want) {
			t.Errorf("%d documents take %d bytes, and are %d, %v", len(want), len(stored), bits.Len(), err)
		}
		if got := slices.Collect(bits.All()); !slices.Equal(got, want) {
			t.Errorf("%d documents are others when they are read", len(want))
		}
		backward := slices.Collect(bits.Backward())
		if slices.Reverse(backward); !slices.Equal(backward, want) {
			t.Errorf("%d documents are others when they are read backward", len(want))
		}
		for offset := range posting.BlockSize {
			if _, has := slices.BinarySearch(want, offset); bits.Has(offset) != has {
				t.Fatalf("of %d documents, %d is wrong", len(want), offset)
			}
		}
	}
}

func TestDamagedBits(t *testing.T) {
	t.Parallel()
	for name, damaged := range map[string][]byte{
		"half an offset":            {1, 0, 2},
		"an offset twice":           {1, 0, 1, 0},
		"descending":                {2, 0, 1, 0},
		"no offset of a block":      {0, 0x40},
		"a bitmap of few":           make([]byte, 2048),
		"longer than a bitmap":      make([]byte, 2050),
		"a bitmap of almost enough": append(make([]byte, 1921), slices.Repeat([]byte{0xff}, 127)...),
	} {
		if bits, err := posting.ParseBits(damaged); err == nil {
			t.Errorf("%s: no error, %d documents", name, bits.Len())
		}
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		distinct, documents, size int
		first                     int64
	}{
		{1, 1, 3, 7}, {1, 100, 102, 0}, {127, 127, 1 + 127 + 127, 0}, {128, 128, 2 + 128 + 256, 0},
		{16384, 16384, 3 + 16384 + 32768, 0}, {2, 2, 1 + 9 + 1 + 2, math.MaxInt64 - 1},
	} {
		documents := map[int64]posting.Document{}
		want := map[int]int64{}
		for i := range test.documents {
			want[i] = test.first + int64(i*31%test.distinct)
			documents[int64(i)] = posting.NewDocument(posting.Fields{Columns: map[string]int64{"price": want[i]}})
		}
		stored := block(t, documents)["price=0"]
		values, err := posting.ParseValues(stored)
		if err != nil || len(stored) != test.size {
			t.Errorf("%d values of %d documents take %d bytes, not %d: %v", test.distinct, test.documents, len(stored), test.size, err)
		}
		for offset := range posting.BlockSize {
			value, ok := values.Get(offset)
			if wanted, there := want[offset]; value != wanted || ok != there {
				t.Fatalf("of %d values, the one at %d is %d, %t, not %d", test.documents, offset, value, ok, wanted)
			}
		}
	}
}

func TestDamagedValues(t *testing.T) {
	t.Parallel()
	wide := binary.AppendUvarint(nil, 128)
	wide = append(wide, slices.Repeat([]byte{1}, 128)...)
	for name, damaged := range map[string][]byte{
		"nothing":                  {},
		"no value":                 {0, 1},
		"less values than said":    {2, 5},
		"more values than fit":     binary.AppendUvarint(nil, posting.BlockSize+1),
		"a value twice":            {2, 5, 0, 1, 2},
		"a value that is too high": append(binary.AppendUvarint(binary.AppendUvarint([]byte{2}, math.MaxInt64), 1), 1, 2),
		"no codes":                 {1, 5},
		"a code without a value":   {1, 5, 2},
		"a last code of nothing":   {1, 5, 1, 0},
		"more codes than fit":      append([]byte{1, 5}, slices.Repeat([]byte{1}, posting.BlockSize+1)...),
		"half a code":              append(slices.Clone(wide), 1, 0, 2),
	} {
		if _, err := posting.ParseValues(damaged); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := posting.ParseValues(append(wide, 1, 0, 2, 0)); err != nil {
		t.Error(err)
	}
}

func TestDocument(t *testing.T) {
	t.Parallel()
	document := posting.NewDocument(posting.Fields{
		Title: []string{"table", "oak", "table", "", "a b", ":x", "price=5"}, Head: []string{"wood", "oak", "c\x1fd"},
		Body: []string{"garden", "wood", "椅子"}, Attributes: []string{":cat=12", ":adult", "oak", ":a b"},
		Columns: map[string]int64{"price": 1999, "size": 0, "depth": -1, "a b": 1, "a=b": 2, ":c": 3},
	})
	if want := posting.Document(" oak table \x1f wood \x1f garden 椅子 \x1f :adult :cat=12 \x1f price=1999 size=0 "); document != want {
		t.Fatalf("the text is %q, not %q", document, want)
	}
	want := map[string]int{"oak": 1, "table": 1, "wood": 2, "garden": 3, "椅子": 3, ":adult": 0, ":cat=12": 0}
	got := map[string]int{}
	for word, tier := range document.Words() {
		got[word] = tier
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, word := range []string{"oak", "wood", "garden", ":adult", "gard", "arden", "", "price=1999"} {
		best, ok := document.Tier(word)
		if wanted, there := want[word]; best != wanted || ok != there {
			t.Errorf("the tier of %q is %d, %t", word, best, ok)
		}
		for tier := range 4 {
			wanted, there := want[word]
			if has := there && wanted <= tier && (wanted == 0) == (tier == 0); document.Has(word, tier) != has {
				t.Errorf("has %q in tier %d: %t", word, tier, !has)
			}
		}
	}
	for column, want := range map[string]int64{"price": 1999, "size": 0, "depth": -1, "rice": -1} {
		if value, ok := document.Value(column); ok != (want >= 0) || ok && value != want {
			t.Errorf("the %s is %d, %t", column, value, ok)
		}
	}
}
