// Package kept remembers what was made of the database, in bounded room, until a change
// touches it. What this process changed is forgotten at once, what another one changed
// within a second: the log of changes says so.
//
// The package does not know what is remembered, nor who may see it: its users remember
// what all callers may see.
package kept

import (
	"container/list"
	"context"
	"sync"

	"vitrine/internal/store"
)

// Memory is a bounded memory. What is asked for once alone does not get into it.
type Memory[K comparable, V any] struct {
	db      *store.DB
	room    int // bytes
	touches func(V, *store.Change) bool

	mu    sync.Mutex
	found map[K]*list.Element
	order *list.List // of *entry, the one that was asked for last first
	bytes int
	once  map[K]struct{} // keys that were asked for once

	hits, misses int64
}

type entry[K comparable, V any] struct {
	key   K
	value V
	bytes int
	since store.Moment // until when it is known to be true
}

const (
	// maxOnce is how many keys are known to have been asked for once.
	maxOnce = 10_000
	// leastKept is how many values have room, whatever they take.
	leastKept = 64
)

// New makes a memory of so many bytes. touches reports whether what is remembered may be
// something else after a change.
func New[K comparable, V any](db *store.DB, room int, touches func(V, *store.Change) bool) *Memory[K, V] {
	return &Memory[K, V]{db: db, room: room, touches: touches, found: map[K]*list.Element{}, order: list.New(), once: map[K]struct{}{}}
}

// Find returns what is remembered under a key. Where nothing is, make it of what is read
// after Find, and pass the moment on to Keep if it was asked for before: see Again.
func (m *Memory[K, V]) Find(ctx context.Context, key K) (value V, moment store.Moment, ok bool) {
	moment, err := m.db.Moment(ctx)
	m.mu.Lock()
	defer m.mu.Unlock()
	// Where the log can't be read nothing is known to be true: the database's answer, or its error, is.
	if err == nil {
		value, ok = m.find(key)
	}
	if ok {
		m.hits++
	} else {
		m.misses++
	}
	return value, moment, ok
}

func (m *Memory[K, V]) find(key K) (value V, ok bool) {
	element := m.found[key]
	if element == nil {
		return value, false
	}
	e := element.Value.(*entry[K, V])
	if e.since, ok = m.db.Unchanged(e.since, func(c *store.Change) bool { return m.touches(e.value, c) }); !ok {
		m.remove(element)
		return value, false
	}
	m.order.MoveToFront(element)
	return e.value, true
}

// Again reports whether a key that nothing is remembered under was asked for before, not
// long ago: what was made of it then is worth to be remembered now.
func (m *Memory[K, V]) Again(key K) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, again := m.once[key]; again {
		return true
	}
	if len(m.once) >= maxOnce {
		clear(m.once)
	}
	m.once[key] = struct{}{}
	return false
}

// Keep remembers what was made of reads after a moment, and forgets what nobody has asked
// for the longest. bytes is about what it takes; what takes very many is not remembered.
func (m *Memory[K, V]) Keep(key K, value V, bytes int, moment store.Moment) {
	if bytes > m.room/leastKept {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if element := m.found[key]; element != nil {
		m.remove(element)
	}
	m.found[key] = m.order.PushFront(&entry[K, V]{key, value, bytes, moment})
	for m.bytes += bytes; m.bytes > m.room; {
		m.remove(m.order.Back())
	}
}

func (m *Memory[K, V]) remove(element *list.Element) {
	e := element.Value.(*entry[K, V])
	m.order.Remove(element)
	delete(m.found, e.key)
	m.bytes -= e.bytes
}

// Counts returns the numbers as they are now.
func (m *Memory[K, V]) Counts() store.MemoryCounts {
	m.mu.Lock()
	defer m.mu.Unlock()
	return store.MemoryCounts{Hits: m.hits, Misses: m.misses, Values: int64(len(m.found)), Bytes: int64(m.bytes)}
}
