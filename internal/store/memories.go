package store

import "sync/atomic"

// MemoryCounts tell of a memory how often what was asked for was there, and about what it
// holds now.
type MemoryCounts struct{ Hits, Misses, Values, Bytes int64 }

// asked counts what a memory was asked for.
type asked struct{ hits, misses atomic.Int64 }

func (a *asked) note(hit bool) {
	if hit {
		a.hits.Add(1)
	} else {
		a.misses.Add(1)
	}
}

func (a *asked) counts(values, bytes int) MemoryCounts {
	return MemoryCounts{a.hits.Load(), a.misses.Load(), int64(values), int64(bytes)}
}

// Memories tell what this process remembers of the database: pages of lists, blocks and
// words of the search index, and facets of lists.
func (db *DB) Memories() map[string]func() MemoryCounts {
	// Each replica's index is remembered by itself.
	ofAll := func(of func(*searchIndex) MemoryCounts) func() MemoryCounts {
		return func() MemoryCounts {
			sum := of(db.searches)
			if s := db.replica.current.Load(); s != nil {
				sum.add(of(s.searches))
			}
			return sum
		}
	}
	return map[string]func() MemoryCounts{
		"lists":         db.cache.listCounts,
		"search_blocks": ofAll(func(x *searchIndex) MemoryCounts { return x.blocks.counts() }),
		"search_words":  ofAll(func(x *searchIndex) MemoryCounts { return x.words.counts() }),
		"facets":        ofAll(func(x *searchIndex) MemoryCounts { return x.facets.counts() }),
	}
}

func (m *MemoryCounts) add(other MemoryCounts) {
	m.Hits, m.Misses, m.Values, m.Bytes = m.Hits+other.Hits, m.Misses+other.Misses, m.Values+other.Values, m.Bytes+other.Bytes
}

func (c *cache) listCounts() MemoryCounts {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.asked.counts(len(c.pages), c.pageBytes)
}

func (m *blockMemory) counts() MemoryCounts {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.asked.counts(len(m.used)+len(m.resting), int(m.size+m.rested))
}

func (m *wordMemory) counts() MemoryCounts {
	m.mu.Lock()
	defer m.mu.Unlock()
	const aWord = 120
	return m.asked.counts(len(m.known), aWord*len(m.known))
}

func (m *facetMemory) counts() MemoryCounts {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.asked.counts(len(m.found), m.bytes)
}

// size is about what facets take.
func (f *Facets) size() (n int) {
	const aFacet, aValue = 50, 80
	for _, facet := range f.Facets {
		n += aFacet + aValue*len(facet.Values)
	}
	return n
}
