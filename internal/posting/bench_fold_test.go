package posting_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"vitrine/internal/posting"
)

// benchDocument returns a document of some forty words, which are as frequent as words
// are, with attributes and columns.
func benchDocument(zipf *rand.Zipf, r *rand.Rand) posting.Document {
	words := func(n int) []string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprint("word", zipf.Uint64())
		}
		return list
	}
	return posting.NewDocument(posting.Fields{
		Title: words(4), Head: words(6), Body: words(35),
		Attributes: []string{listed, fmt.Sprint(":cat=", r.IntN(40)), fmt.Sprint(":author=", r.IntN(10_000)), ":format=glb"},
		Columns:    map[string]int64{"price": r.Int64N(4000), "polygons": r.Int64N(10_000_000), "time": r.Int64()},
	})
}

func benchDocuments(n int) map[int64]posting.Document {
	r := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(r, 1.1, 2, 100_000)
	documents := map[int64]posting.Document{}
	for id := range int64(n) {
		documents[id+1] = benchDocument(zipf, r)
	}
	return documents
}

func BenchmarkBuild(b *testing.B) {
	documents := benchDocuments(posting.BlockSize - 1)
	ids := sortedKeys(documents)
	b.ReportAllocs()
	for b.Loop() {
		builder := posting.Builder{Emit: func(built posting.Built) error { return nil }}
		for _, id := range ids {
			if err := builder.Add(id, documents[id]); err != nil {
				b.Fatal(err)
			}
		}
		if err := builder.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFold(b *testing.B) {
	documents := benchDocuments(16_000)
	m := newMemory(b)
	m.build(documents)
	r := rand.New(rand.NewPCG(3, 4))
	zipf := rand.NewZipf(r, 1.1, 2, 100_000)
	for _, n := range []int{20, 500} {
		var changes []posting.Change
		for i := range n {
			changes = append(changes, posting.Change{ID: 16_000 - int64(i), Old: documents[16_000-int64(i)], New: benchDocument(zipf, r)})
		}
		for _, word := range posting.Words(changes) {
			m.id(word)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				posting.Words(changes)
				if _, err := m.edits(changes); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkPending looks at 600 pending documents by their text.
func BenchmarkPending(b *testing.B) {
	documents := benchDocuments(600)
	index := posting.Index{All: posting.Word{Name: listed}}
	for _, id := range sortedKeys(documents) {
		index.Pending = append(index.Pending, posting.Stored{ID: id, Document: documents[id]})
	}
	q := posting.Query{
		Words: [][]posting.Word{{{Name: "word1"}}, {{Name: "word3"}}}, All: [][]posting.Word{{{Name: ":cat=3"}, {Name: ":cat=4"}}},
		Between: []posting.Between{{Column: posting.Word{Name: "price"}, To: 2000}},
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := index.Search(b.Context(), q, posting.Page{Size: 25}, 10_000); err != nil {
			b.Fatal(err)
		}
	}
}
