package store

import (
	"context"
	"sync"
	"sync/atomic"
)

// Moment is a place in the order in which this process learned of changes. What is read
// from the database after the moment was taken holds all changes up to it.
type Moment int64

// Moment returns how far this process has learned of changes: of its own ones at once, of
// others' once it has looked. It looks where that is due, so that nothing is known for
// longer than a second without asking.
//
// Who keeps something made from the database takes the moment first, then reads, and keeps
// the moment beside what was made of it. Unchanged says later whether it is still good.
func (db *DB) Moment(ctx context.Context) (Moment, error) {
	err := db.look(ctx)
	return db.cache.changes.now(), err
}

// moment is up to where what is read now has all changes.
func (r *reads) moment() Moment {
	if r.has != nil {
		return Moment(r.has.Load())
	}
	return r.cache.changes.now()
}

// Unchanged reports whether nothing touched what was made of reads after a moment, as far
// as this process has learned. It is then as good as if it was made at the moment that is
// returned, which is to be kept instead: from there on the next question is a short one.
// Without changes in between it costs about as much as comparing two numbers.
func (db *DB) Unchanged(since Moment, touches func(*Change) bool) (Moment, bool) {
	return db.cache.changes.unchanged(since, touches)
}

// remembered is how many changes are told apart. What was made before them was changed for
// all that is known.
const remembered = 4096

// changes holds the last changes. Reading it takes no lock.
type changes struct {
	mu     sync.Mutex // of those that add
	newest atomic.Int64
	slots  [remembered]atomic.Pointer[placed]
}

// placed is a change with its place in the order.
type placed struct {
	place  int64
	change Change
}

func (c *changes) now() Moment { return Moment(c.newest.Load()) }

func (c *changes) add(list ...Change) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, change := range list {
		place := c.newest.Load() + 1
		c.slots[place%remembered].Store(&placed{place, change})
		// After the slot: whoever sees the number finds the change.
		c.newest.Store(place)
	}
}

func (c *changes) unchanged(since Moment, touches func(*Change) bool) (Moment, bool) {
	now := c.now()
	if now-since > remembered {
		return now, false
	}
	for place := int64(since) + 1; place <= int64(now); place++ {
		found := c.slots[place%remembered].Load()
		// Another place: later changes have taken the slot meanwhile.
		if found.place != place || found.change.Kind == AnythingChanged || touches(&found.change) {
			return now, false
		}
	}
	return now, true
}
