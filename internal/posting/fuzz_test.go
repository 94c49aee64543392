package posting_test

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"vitrine/internal/posting"
)

// FuzzBits parses bytes, and folds a document into what they are.
func FuzzBits(f *testing.F) {
	f.Add([]byte{}, uint16(7))
	f.Add([]byte{1, 0, 2, 0, 255, 63}, uint16(2))
	f.Add(slices.Repeat([]byte{0x55}, 2048), uint16(9))
	f.Fuzz(func(t *testing.T, stored []byte, id uint16) {
		bits, err := posting.ParseBits(stored)
		if err != nil {
			return
		}
		want := slices.Collect(bits.All())
		if !slices.IsSorted(want) || bits.Len() != len(want) {
			t.Fatalf("%d documents, %v", bits.Len(), want)
		}
		change := posting.Change{ID: 1 + int64(id%(posting.BlockSize-1)), New: posting.NewDocument(posting.Fields{Body: []string{"oak"}})}
		m := newMemory(t)
		m.ids, m.unlisted = map[string]int64{"oak": 1}, true
		m.blocks[posting.Key(1, posting.TierAny, 0)] = stored
		edits, err := m.edits([]posting.Change{change})
		if err != nil {
			t.Fatal(err)
		}
		if bits, err = posting.ParseBits(edits.Put[0].Bytes); err != nil {
			t.Fatal(err)
		}
		if at, has := slices.BinarySearch(want, int(change.ID)); !has {
			want = slices.Insert(want, at, int(change.ID))
		}
		if got := slices.Collect(bits.All()); !slices.Equal(got, want) {
			t.Fatalf("with %d, there are %v", change.ID, got)
		}
	})
}

// FuzzValues parses bytes, looks for a range in them and changes a value.
func FuzzValues(f *testing.F) {
	f.Add([]byte{1, 5, 0, 1, 0, 1}, uint16(7), int64(5), int64(100))
	f.Add([]byte{3, 0, 1, 200, 1, 3, 2, 0, 1}, uint16(0), int64(1), int64(0))
	f.Add(append(append([]byte{128, 1}, slices.Repeat([]byte{2}, 128)...), 128, 0, 0, 0, 1, 0), uint16(1), int64(2), int64(77))
	f.Fuzz(func(t *testing.T, stored []byte, id uint16, from, to int64) {
		values, err := posting.ParseValues(stored)
		if err != nil {
			return
		}
		want := map[int]int64{}
		within := 0
		for offset := range posting.BlockSize {
			if value, ok := values.Get(offset); ok {
				want[offset] = value
				if from <= value && value <= to {
					within++
				}
			}
		}
		m := newMemory(t)
		m.ids, m.groups = map[string]int64{"price=": 1, listed: 2}, 1
		m.blocks[posting.Key(1, 0, 0)], m.blocks[posting.Key(2, 0, 0)] = stored, bytes.Repeat([]byte{0xff}, 2048)
		m.unlisted = true
		index := posting.Index{Source: m, Groups: 1, All: posting.Word{ID: 2, Name: listed, Documents: posting.BlockSize}}
		q := posting.Query{Between: []posting.Between{{Column: posting.Word{ID: 1, Name: "price"}, From: from, To: to}}}
		if n, _, err := index.Count(t.Context(), q, posting.TierAny, posting.BlockSize); err != nil || n != within {
			t.Fatalf("%d of %d are from %d to %d, %v", n, within, from, to, err)
		}
		document := posting.NewDocument(posting.Fields{Columns: map[string]int64{"price": to}})
		change := posting.Change{ID: 1 + int64(id%(posting.BlockSize-1)), New: document}
		m.fold([]posting.Change{change})
		if to >= 0 {
			want[int(change.ID)] = to
		}
		if values, err = posting.ParseValues(m.blocks[posting.Key(1, 0, 0)]); err != nil {
			t.Fatal(err)
		}
		for offset := range posting.BlockSize {
			value, ok := values.Get(offset)
			if wanted, there := want[offset]; value != wanted || ok != there {
				t.Fatalf("the value at %d is %d, %t, not %d", offset, value, ok, wanted)
			}
		}
	})
}

// FuzzDocument reads texts as documents, and folds one into what another left.
func FuzzDocument(f *testing.F) {
	f.Add("", " oak \x1f\x1f garden \x1f :adult \x1f price=1999 ")
	f.Add(" oak table \x1f wood \x1f\x1f :cat=12 \x1f price=5 size=1 ", " table \x1f\x1f oak \x1f :cat=13 \x1f size=1 ")
	f.Add("\x1f\x1f\x1f\x1f\x1f x ", "a=b\x1f=\x1f  \u00a0 \x1f : :: \x1f =5 x=-1 y=99999999999999999999 ")
	f.Fuzz(func(t *testing.T, before, after string) {
		old, now := wellFormed(t, before), wellFormed(t, after)
		change := posting.Change{ID: 77, Old: old, New: now}
		folded, built := newMemory(t), newMemory(t)
		folded.build(map[int64]posting.Document{77: old})
		folded.fold([]posting.Change{change})
		built.ids = folded.ids
		built.build(map[int64]posting.Document{77: now})
		if !maps.EqualFunc(built.blocks, folded.blocks, bytes.Equal) {
			t.Fatalf("%q folded into %q makes %v, not %v", now, old, folded.blocks, built.blocks)
		}
	})
}

// wellFormed returns the document of what a text has.
func wellFormed(t *testing.T, text string) posting.Document {
	fields := func(document posting.Document) posting.Fields {
		fields := posting.Fields{Columns: map[string]int64{}}
		for word, tier := range document.Words() {
			list := []*[]string{&fields.Attributes, &fields.Title, &fields.Head, &fields.Body}[tier]
			*list = append(*list, word)
		}
		for column, value := range document.Columns() {
			fields.Columns[column] = value
		}
		return fields
	}
	document := posting.NewDocument(fields(posting.Document(text)))
	for word, tier := range document.Words() {
		if best, ok := document.Tier(word); !ok || best != tier {
			t.Fatalf("in %q, the tier of %q is %d, %t, not %d", document, word, best, ok, tier)
		}
	}
	for column, value := range document.Columns() {
		if got, ok := document.Value(column); !ok || got != value {
			t.Fatalf("in %q, the %s is %d, %t, not %d", document, column, got, ok, value)
		}
	}
	if again := posting.NewDocument(fields(document)); again != document {
		t.Fatalf("%q becomes %q", document, again)
	}
	return document
}
