package store

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"vitrine/internal/words"
)

// maxPrefixes is how many beginnings of words are remembered beside single letters.
const maxPrefixes = 1_000

// prefixMemory remembers the words that most models have of those that begin alike, where
// they are many: few are read at once, and a new one is among them as soon as it is known.
type prefixMemory struct {
	now     func() time.Time
	mu      sync.Mutex
	known   map[string]rememberedPrefix
	letters map[string][]string // by one letter
	merge   int64               // the last one that letters have, 0: they were not read
	until   time.Time           // when they may be read again
}

type rememberedPrefix struct {
	words []string
	read  time.Time
}

func newPrefixMemory(now func() time.Time) *prefixMemory {
	return &prefixMemory{now: now, known: map[string]rememberedPrefix{}}
}

func (m *prefixMemory) find(prefix string) ([]string, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if list, ok := m.letters[prefix]; ok {
		return list, true
	}
	found, ok := m.known[prefix]
	return found.words, ok && m.now().Sub(found.read) < recount
}

func (m *prefixMemory) keep(prefix string, list []string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.known) >= maxPrefixes {
		clear(m.known)
	}
	m.known[prefix] = rememberedPrefix{list, m.now()}
}

// lettersDue reports whether single letters may be read, and were not since a merge.
func (m *prefixMemory) lettersDue(merge int64) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.merge != merge && !m.now().Before(m.until)
}

// lettersShare is the share of its time that a process has for reading them.
const lettersShare = 1_000

func (m *prefixMemory) keepLetters(letters map[string][]string, merge int64, began time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	m.letters, m.merge, m.until = letters, merge, now.Add(lettersShare*now.Sub(began))
}

// completions returns words that are longer than a prefix, those first that most models have.
// Whether a reader may see such a model is not said.
func (r *reads) completions(ctx context.Context, prefix string) ([]string, error) {
	if list, ok := r.searches.prefixes.find(prefix); ok {
		return list, nil
	}
	found, err := r.wordRange(ctx, prefix, words.After(prefix), triedCompletions+1)
	if err != nil {
		return nil, err
	}
	list := make([]string, 0, len(found))
	for _, word := range found {
		if word.Name != prefix {
			list = append(list, word.Name)
		}
	}
	if len(list) >= triedCompletions {
		list = list[:triedCompletions]
		r.searches.prefixes.keep(prefix, list)
	}
	return list, nil
}

// ReadyCompletions reads the completions of every single letter, if documents were merged
// since the last time and that is long enough ago for what it took. They are asked for
// most, and each has a large part of the vocabulary to be looked through.
func (r *reads) ReadyCompletions(ctx context.Context) error {
	memory := r.searches.prefixes
	began := memory.now()
	state, err := r.knownState(ctx)
	if err != nil || !memory.lettersDue(state.merge) {
		return err
	}
	tops := map[string]*topWords{}
	err = each(ctx, r, func(row scanner) error {
		var known words.Known
		if err := row.Scan(&known.Word, &known.Models); err != nil {
			return err
		}
		_, first := utf8.DecodeRuneInString(known.Word)
		top := tops[known.Word[:first]]
		if top == nil {
			top = &topWords{}
			tops[strings.Clone(known.Word[:first])] = top
		}
		if len(known.Word) > first {
			top.add(known)
		}
		return nil
	}, "SELECT word, models FROM search_words WHERE spelled AND models > 0 ORDER BY word")
	if err != nil {
		return err
	}
	letters := make(map[string][]string, len(tops))
	for letter, top := range tops {
		if len(top.list) < triedCompletions {
			continue
		}
		for _, known := range top.list {
			letters[letter] = append(letters[letter], known.Word)
		}
	}
	memory.keepLetters(letters, state.merge, began)
	return nil
}

// topWords are the first words of some that most models have.
type topWords struct{ list []words.Known }

// add adds a word, which comes behind those that as many models have.
func (t *topWords) add(word words.Known) {
	at := len(t.list)
	for at > 0 && t.list[at-1].Models < word.Models {
		at--
	}
	if at < triedCompletions {
		t.list = slices.Insert(t.list, at, word)
		t.list = t.list[:min(len(t.list), triedCompletions)]
	}
}
