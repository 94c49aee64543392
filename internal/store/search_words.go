package store

import (
	"context"
	"slices"
	"sync"
	"time"

	"vitrine/internal/posting"
)

// knownWord is a word as the vocabulary has it.
type knownWord struct {
	id, models int64
	spelled    bool // it stands in a text as it is, and is no stem alone
	read       time.Time
}

const (
	maxKnownWords = 20_000
	// recount is how long the number of a word's models is believed: it decides what is read first, and an id never changes.
	recount = time.Minute
)

// wordMemory remembers words that searches asked for.
type wordMemory struct {
	now   func() time.Time
	mu    sync.Mutex
	known map[string]knownWord
	asked asked
}

func newWordMemory(now func() time.Time) *wordMemory { return &wordMemory{now: now} }

func (m *wordMemory) find(name string) (knownWord, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	word, ok := m.known[name]
	ok = ok && m.now().Sub(word.read) < recount
	m.asked.note(ok)
	return word, ok
}

func (m *wordMemory) keep(found map[string]knownWord) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil || len(m.known)+len(found) > maxKnownWords {
		m.known = map[string]knownWord{}
	}
	now := m.now()
	for name, word := range found {
		word.read = now
		m.known[name] = word
	}
}

// searchWords returns words as the index knows them. One that nothing has is not among
// those that are remembered: it may come at any time.
func (r *reads) searchWords(ctx context.Context, names []string) (map[string]posting.Word, error) {
	found := make(map[string]posting.Word, len(names))
	var missing []string
	for _, name := range names {
		known, ok := r.searches.words.find(name)
		found[name] = posting.Word{ID: known.id, Name: name, Documents: known.models}
		if !ok {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 {
		return found, nil
	}
	read, err := r.readWords(ctx, missing)
	if err != nil {
		return nil, err
	}
	for _, name := range missing {
		found[name] = posting.Word{ID: read[name].id, Name: name, Documents: read[name].models}
	}
	r.searches.words.keep(read)
	return found, nil
}

// wordsAtOnce is how many words one statement names.
const wordsAtOnce = 128

// readWords returns those of some words that the vocabulary has.
func (r *reads) readWords(ctx context.Context, names []string) (map[string]knownWord, error) {
	found := make(map[string]knownWord, len(names))
	for some := range slices.Chunk(names, wordsAtOnce) {
		b := &builder{}
		addList(b, "SELECT word, id, models, spelled FROM search_words WHERE word IN", padded(some, wordsAtOnce))
		err := each(ctx, r, func(row scanner) error {
			var name string
			var word knownWord
			err := row.Scan(&name, &word.id, &word.models, &word.spelled)
			found[name] = word
			return err
		}, b.String(), b.args...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// wordRange returns the words from one to before another that most models have, without
// stems that are no words.
func (r *reads) wordRange(ctx context.Context, from, before string, limit int) ([]posting.Word, error) {
	b := (&builder{}).add("SELECT id, word, models FROM search_words WHERE word >= ? AND word < ?", from, before)
	b.add(" AND spelled AND models > 0 ORDER BY models DESC, word").window(limit, 0)
	return query(ctx, r, func(row scanner) (w posting.Word, err error) { return w, row.Scan(&w.ID, &w.Name, &w.Documents) },
		b.String(), b.args...)
}

// nameWords returns the ids of words, of which those that are spelled stand as such in
// some text. The vocabulary gets what it does not have. A merge and a build may do so at
// once.
func (db *DB) nameWords(ctx context.Context, list []string, spelled map[string]bool) (map[string]int64, error) {
	known, err := db.readWords(ctx, list)
	if err != nil {
		return nil, err
	}
	var missing, unspelled []string
	for _, word := range list {
		switch found, ok := known[word]; {
		case !ok:
			missing = append(missing, word)
		case spelled[word] && !found.spelled:
			unspelled = append(unspelled, word)
		}
	}
	if len(missing)+len(unspelled) > 0 {
		err = db.Write(ctx, func(tx *Tx) error {
			if err := tx.addWords(ctx, missing, spelled, known); err != nil {
				return err
			}
			return tx.spellWords(ctx, unspelled)
		})
	}
	ids := make(map[string]int64, len(list))
	for _, word := range list {
		ids[word] = known[word].id
	}
	return ids, err
}

func (tx *Tx) addWords(ctx context.Context, missing []string, spelled map[string]bool, known map[string]knownWord) error {
	for some := range slices.Chunk(missing, wordsAtOnce) {
		b := (&builder{}).add("INSERT INTO search_words (word, models, spelled) VALUES ")
		for i, word := range some {
			b.add(separator(i, ", ")+"(?, 0, ?)", word, spelled[word])
		}
		// A word that somebody has added since it was looked for keeps its id.
		b.add(" ON CONFLICT (word) DO UPDATE SET spelled = search_words.spelled OR excluded.spelled RETURNING id, word")
		err := each(ctx, &tx.reads, func(row scanner) error {
			var id int64
			var word string
			err := row.Scan(&id, &word)
			known[word] = knownWord{id: id}
			return err
		}, b.String(), b.args...)
		if err != nil {
			return err
		}
	}
	return nil
}

func (tx *Tx) spellWords(ctx context.Context, unspelled []string) error {
	for some := range slices.Chunk(unspelled, wordsAtOnce) {
		b := &builder{}
		addList(b, "UPDATE search_words SET spelled = TRUE WHERE word IN", some)
		if _, err := tx.exec(ctx, "note words", b.String(), b.args...); err != nil {
			return err
		}
	}
	return nil
}
