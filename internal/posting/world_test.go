package posting_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"vitrine/internal/posting"
)

// world is a random catalogue, with what is needed to find everything in it by looking
// at each document's fields.
type world struct {
	*rand.Rand
	memory *memory
	fields map[int64]posting.Fields // as they are now
	words  map[int64]map[string]int // what they have
	index  *posting.Index
}

const listed = ":listed"

// newWorld returns documents that are close together, of which blocks are bitmaps, and
// others over several groups. Some have changed since, and are pending.
func newWorld(t testing.TB, seed uint64) *world {
	t.Helper()
	w := &world{Rand: rand.New(rand.NewPCG(seed, 1)), memory: newMemory(t)}
	w.fields, w.words = map[int64]posting.Fields{}, map[int64]map[string]int{}
	const groups = 5
	size := int64(posting.GroupBlocks * posting.BlockSize)
	for range 2500 {
		w.put(1 + w.Int64N(3500))
	}
	for range 1500 {
		w.put(1 + w.Int64N(groups*size-1))
	}
	w.put(groups*size - 1)
	documents := map[int64]posting.Document{}
	for id, fields := range w.fields {
		documents[id] = posting.NewDocument(fields)
	}
	w.memory.build(documents)
	w.index = &posting.Index{Source: w.memory, Groups: w.memory.groups, All: w.word(listed)}
	w.index.Pending = w.change(150, (groups+1)*size)
	return w
}

// put gives a number another document.
func (w *world) put(id int64) {
	w.fields[id] = w.document()
	w.words[id] = has(w.fields[id])
}

// change changes some documents, adds and removes some, and returns them as pending.
func (w *world) change(n int, end int64) []posting.Stored {
	ids := sortedKeys(w.fields)
	pending := map[int64]posting.Document{}
	for range n {
		id := ids[w.IntN(len(ids))]
		switch w.IntN(3) {
		case 0:
			id = 1 + w.Int64N(end-1)
			fallthrough
		case 1:
			w.put(id)
			pending[id] = posting.NewDocument(w.fields[id])
		case 2:
			delete(w.fields, id)
			pending[id] = ""
		}
	}
	var list []posting.Stored
	for _, id := range sortedKeys(pending) {
		list = append(list, posting.Stored{ID: id, Document: pending[id]})
	}
	return list
}

// fold folds what is pending into the blocks.
func (w *world) fold() {
	changes := make([]posting.Change, len(w.index.Pending))
	for i, stored := range w.index.Pending {
		changes[i] = posting.Change{ID: stored.ID, Old: w.memory.texts[stored.ID], New: stored.Document}
	}
	w.memory.fold(changes)
	w.index.Groups, w.index.Pending = w.memory.groups, nil
}

// zipf returns a number below n, the low ones far more often.
func (w *world) zipf(n int) int {
	return min(w.IntN(n), w.IntN(n), w.IntN(n), w.IntN(n))
}

func (w *world) some(n int, name string) []string {
	words := make([]string, w.IntN(n))
	for i := range words {
		words[i] = fmt.Sprint(name, w.zipf(40))
	}
	return words
}

func (w *world) document() posting.Fields {
	fields := posting.Fields{
		Title: w.some(4, "w"), Head: w.some(4, "w"), Body: w.some(20, "w"),
		Attributes: append(w.some(4, ":a"), listed, fmt.Sprint(":c", w.zipf(12))),
		Columns:    map[string]int64{"many": w.Int64N(3000)},
	}
	if w.IntN(3) == 0 {
		fields.Columns["few"] = w.Int64N(20) * 5
	}
	if w.IntN(20) == 0 {
		fields.Attributes = append(fields.Attributes, ":adult")
	}
	return fields
}

// word returns a word with a wrong number of documents, now and then.
func (w *world) word(name string) posting.Word {
	word := posting.Word{ID: w.memory.ids[name], Name: name, Documents: w.memory.documents[name]}
	if w.IntN(10) == 0 {
		word.Documents = w.Int64N(4000)
	}
	return word
}

func (w *world) column(name string) posting.Word {
	return posting.Word{ID: w.memory.ids[posting.ColumnWord(name)], Name: name}
}

func (w *world) alternatives(name string, n int) []posting.Word {
	words := []posting.Word{w.word(fmt.Sprint(name, w.zipf(n)))}
	for w.IntN(3) == 0 {
		words = append(words, w.word(fmt.Sprint(name, w.IntN(n+2))))
	}
	return words
}

// query returns a query of up to three words, two attributes, a column and an exclusion.
func (w *world) query() posting.Query {
	var q posting.Query
	for range w.IntN(4) {
		q.Words = append(q.Words, w.alternatives("w", 40))
	}
	if w.IntN(2) == 0 {
		q.All = append(q.All, w.alternatives(":c", 12))
	}
	if w.IntN(4) == 0 {
		q.All = append(q.All, w.alternatives(":a", 40))
	}
	if w.IntN(3) > 0 {
		q.None = append(q.None, w.word(":adult"))
	}
	if w.IntN(6) == 0 {
		q.None = append(q.None, w.alternatives(":a", 40)...)
	}
	if w.IntN(3) == 0 {
		from := w.Int64N(3000)
		q.Between = append(q.Between, posting.Between{Column: w.column("many"), From: from, To: from + w.Int64N(2000) - 200})
	}
	if w.IntN(6) == 0 {
		q.Between = append(q.Between, posting.Between{Column: w.column("few"), From: 12, To: 60})
	}
	return q
}

// has returns the words and attributes of a document, each with its best tier.
func has(fields posting.Fields) map[string]int {
	words := map[string]int{}
	for tier, list := range [][]string{fields.Attributes, fields.Title, fields.Head, fields.Body} {
		for _, word := range list {
			if _, ok := words[word]; !ok {
				words[word] = tier
			}
		}
	}
	return words
}

// tier returns the best tier in which a document matches, or 0.
func (w *world) tier(id int64, q posting.Query) int {
	words := w.words[id]
	worst := 1
	for _, clause := range q.Words {
		best := 4
		for _, word := range clause {
			if tier, ok := words[word.Name]; ok {
				best = min(best, tier)
			}
		}
		worst = max(worst, best)
	}
	for _, clause := range q.All {
		if !anyOf(words, clause) {
			return 0
		}
	}
	for _, b := range q.Between {
		if value, ok := w.fields[id].Columns[b.Column.Name]; !ok || value < b.From || value > b.To {
			return 0
		}
	}
	if worst > 3 || anyOf(words, q.None) {
		return 0
	}
	return worst
}

// anyOf reports whether one of the clause's words is among words.
func anyOf(words map[string]int, clause []posting.Word) bool {
	return slices.ContainsFunc(clause, func(word posting.Word) bool { _, ok := words[word.Name]; return ok })
}

// scan returns all matches, the best first.
func (w *world) scan(q posting.Query) []posting.Match {
	var matches []posting.Match
	for id := range w.fields {
		if t := w.tier(id, q); t != 0 {
			matches = append(matches, posting.Match{Tier: t, ID: id})
		}
	}
	slices.SortFunc(matches, func(a, b posting.Match) int { return cmp.Or(cmp.Compare(a.Tier, b.Tier), cmp.Compare(b.ID, a.ID)) })
	return matches
}
