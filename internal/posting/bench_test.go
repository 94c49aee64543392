package posting_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"vitrine/internal/posting"
)

// benchBlocks is how many blocks the benchmarks search: a million documents.
const benchBlocks = 64

// parsed is a Source that keeps everything as a query reads it.
type parsed struct {
	groups  map[posting.Term][]*posting.Group
	columns map[int64][]*posting.ColumnGroup
	words   map[string]posting.Word
}

// Groups implements posting.Source.
func (p *parsed) Groups(_ context.Context, terms []posting.Term, group int64) ([]*posting.Group, error) {
	groups := make([]*posting.Group, len(terms))
	for i, term := range terms {
		groups[i] = p.groups[term][group]
	}
	return groups, nil
}

// Columns implements posting.Source.
func (p *parsed) Columns(_ context.Context, columns []int64, group int64) ([]*posting.ColumnGroup, error) {
	groups := make([]*posting.ColumnGroup, len(columns))
	for i, column := range columns {
		groups[i] = p.columns[column][group]
	}
	return groups, nil
}

// Postings implements posting.Source; no benchmark asks for a rare word.
func (p *parsed) Postings(context.Context, posting.Term, int) ([]int64, error) { return nil, errSource }

// Documents implements posting.Source.
func (p *parsed) Documents(context.Context, []int64) ([]posting.Stored, error) { return nil, errSource }

// add adds a word that a share of documents has, in all tiers.
func (p *parsed) add(b *testing.B, r *rand.Rand, name string, share float64) {
	word := posting.Word{ID: int64(len(p.words)) + 1, Name: name, Documents: int64(share * benchBlocks * posting.BlockSize)}
	p.words[name] = word
	groups := make([]*posting.Group, benchBlocks/posting.GroupBlocks)
	oak := posting.NewDocument(posting.Fields{Attributes: []string{":a"}})
	for i := range benchBlocks {
		builder := posting.Builder{Emit: func(built posting.Built) error {
			if groups[i/posting.GroupBlocks] == nil {
				groups[i/posting.GroupBlocks] = &posting.Group{}
			}
			bits, err := posting.ParseBits(built.Terms[0].Bytes)
			groups[i/posting.GroupBlocks][i%posting.GroupBlocks] = bits
			return err
		}}
		for offset := range int64(posting.BlockSize - 1) {
			if r.Float64() < share {
				if err := builder.Add(offset+1, oak); err != nil {
					b.Fatal(err)
				}
			}
		}
		if err := builder.Close(); err != nil {
			b.Fatal(err)
		}
	}
	for tier := range 4 {
		p.groups[posting.TermOf(word.ID, tier)] = groups
	}
}

// addColumn adds a column with so many distinct values.
func (p *parsed) addColumn(b *testing.B, r *rand.Rand, name string, distinct int64) {
	word := posting.Word{ID: int64(len(p.words)) + 1, Name: name}
	p.words[name] = word
	builder := posting.Builder{Emit: func(built posting.Built) error {
		values, err := posting.ParseValues(built.Terms[0].Bytes)
		for i := range benchBlocks {
			if i%posting.GroupBlocks == 0 {
				p.columns[word.ID] = append(p.columns[word.ID], &posting.ColumnGroup{})
			}
			p.columns[word.ID][i/posting.GroupBlocks][i%posting.GroupBlocks] = values
		}
		return err
	}}
	for offset := range int64(posting.BlockSize - 1) {
		document := posting.NewDocument(posting.Fields{Columns: map[string]int64{name: r.Int64N(distinct)}})
		if err := builder.Add(offset+1, document); err != nil {
			b.Fatal(err)
		}
	}
	if err := builder.Close(); err != nil {
		b.Fatal(err)
	}
}

func benchIndex(b *testing.B) (*posting.Index, *parsed) {
	b.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	p := &parsed{map[posting.Term][]*posting.Group{}, map[int64][]*posting.ColumnGroup{}, map[string]posting.Word{}}
	p.add(b, r, listed, 0.99)
	p.add(b, r, "first", 0.3)
	p.add(b, r, "second", 0.31)
	p.add(b, r, "third", 0.32)
	p.add(b, r, "sparse", 0.02)
	p.add(b, r, "category", 0.007)
	p.add(b, r, "adult", 0.03)
	p.addColumn(b, r, "narrow", 100)
	p.addColumn(b, r, "wide", 4000)
	for i := range 32 {
		p.add(b, r, fmt.Sprint(":", i), 0.3/float64(i+1))
	}
	return &posting.Index{Source: p, Groups: benchBlocks / posting.GroupBlocks, All: p.words[listed]}, p
}

// BenchmarkIndex searches a million documents that are all in memory.
func BenchmarkIndex(b *testing.B) {
	x, p := benchIndex(b)
	query := func(names ...string) posting.Query {
		var q posting.Query
		for _, name := range names {
			q.Words = append(q.Words, []posting.Word{p.words[name]})
		}
		return q
	}
	ranged := func(q posting.Query, name string, to int64) posting.Query {
		q.Between = append(q.Between, posting.Between{Column: p.words[name], From: to / 2, To: to})
		return q
	}
	for _, test := range []struct {
		name  string
		query posting.Query
	}{
		{"one", query("first")}, {"two", query("first", "second")}, {"three", query("first", "second", "third")},
		{"sparse", query("sparse", "first")},
		{"narrow", ranged(query("first", "second"), "narrow", 50)}, {"wide", ranged(query("first", "second"), "wide", 2000)},
		{"wideAlone", ranged(query(), "wide", 2000)},
	} {
		b.Run("Count/"+test.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := x.Count(b.Context(), test.query, posting.TierAny, 1<<30); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	for _, category := range []string{"category", "sparse", "first"} {
		q := ranged(posting.Query{None: []posting.Word{p.words["adult"]}}, "wide", 3000)
		q.All = [][]posting.Word{{p.words[category]}, {p.words["second"]}}
		b.Run("List/"+category, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				set, err := x.Matches(b.Context(), q, 10_000)
				if err != nil {
					b.Fatal(err)
				}
				order := posting.Order{Column: p.words["wide"], Exact: true}
				if _, _, err := x.First(b.Context(), set, order, 26, 2_000); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("Matches", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := x.Matches(b.Context(), query("first", "second"), math.MaxInt); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Search", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := x.Search(b.Context(), query("first", "second", "third"), posting.Page{Size: 25}, 10_000); err != nil {
				b.Fatal(err)
			}
		}
	})
	var values []posting.Word
	for i := range 32 {
		values = append(values, p.words[fmt.Sprint(":", i)])
	}
	b.Run("Facets/lifted", func(b *testing.B) {
		q := ranged(ranged(query("first", "second"), "wide", 2000), "narrow", 50)
		q.All = [][]posting.Word{{values[1], values[2]}, {values[3]}}
		facets := []posting.Facet{{Lift: 0, Values: values[:8]}, {Lift: 1, Values: values[8:16]}, {Lift: -1, Values: values[16:]}}
		bands := []posting.Bands{
			{Column: p.words["wide"], Lift: 0, Bounds: []int64{100, 500, 1000, 2000, 3000}},
			{Column: p.words["narrow"], Lift: 1, Bounds: []int64{10, 20, 50}},
		}
		b.ReportAllocs()
		for b.Loop() {
			if _, err := x.Facets(b.Context(), q, facets, bands); err != nil {
				b.Fatal(err)
			}
		}
	})
	bands := []posting.Bands{{Column: p.words["wide"], Lift: -1, Bounds: []int64{100, 500, 1000, 2000, 3000}}}
	for name, q := range map[string]posting.Query{"all": {}, "two": query("first", "second")} {
		b.Run("Facets/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := x.Facets(b.Context(), q, []posting.Facet{{Lift: -1, Values: values}}, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("Bands/"+name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := x.Facets(b.Context(), q, nil, bands); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
