package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"vitrine"
)

// cache is what a process remembers of the database: pages of the catalogue and
// how long its lists are, until the catalogue changes, and which licence texts
// are stored. What this process changes is seen at once, what another one changes
// within lookAgain.
type cache struct {
	now        func() time.Time
	mu         sync.Mutex
	known      map[string]vitrine.Total
	generation int64 // grows with every change of the catalogue
	changes    changes
	looked     time.Time
	pinned     map[string]bool // hashes of licence texts that are stored
	pages      map[string]RecordPage
	records    map[int64]string // that are in pages
	pageBytes  int
	secrets    atomic.Pointer[Secrets] // nil: orders have none
	renew      func(context.Context)   // looks for newer secrets; nil: there are none
}

func newCache(now func() time.Time) *cache { return &cache{now: now} }

// changes is how far the log of changes has come. A transaction that was slow
// may come with a lower number than the highest: then there is one more.
type changes struct{ highest, rows int64 }

const (
	lookAgain = time.Second
	maxTotals = 4_000
	maxPinned = 1_000
	// maxPageBytes bounds the cached pages: when they reach it, all are dropped.
	maxPageBytes = 64 << 20
	// keepChanges is how long the log is kept: many times lookAgain.
	keepChanges = time.Hour
)

func (c *cache) find(key string) (total vitrine.Total, generation int64, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	total, ok = c.known[key]
	return total, c.generation, ok
}

// keep remembers a total that was counted while the catalogue had a generation.
func (c *cache) keep(key string, total vitrine.Total, generation int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if generation != c.generation {
		return
	}
	if len(c.known) >= maxTotals {
		c.known = nil
	}
	if c.known == nil {
		c.known = map[string]vitrine.Total{}
	}
	c.known[key] = total
}

func (c *cache) expire() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.generation++
	c.known, c.pages, c.records, c.pageBytes = nil, nil, nil, 0
}

func (c *cache) page(key string) (page RecordPage, generation int64, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	page, ok = c.pages[key]
	return page, c.generation, ok
}

// keepPage remembers a page that was read while the catalogue had a generation.
// Pages share the records that stand in several of them.
func (c *cache) keepPage(key string, page RecordPage, generation int64) {
	for i := range page.Records {
		if page.Records[i].JSON == "" {
			return // made at each read, until it is stored
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if generation != c.generation {
		return
	}
	if c.pages == nil || c.pageBytes > maxPageBytes {
		c.pages, c.records, c.pageBytes = map[string]RecordPage{}, map[int64]string{}, 0
	}
	kept := page
	kept.Records = slices.Clone(page.Records)
	c.pageBytes += len(key) + recordOverhead*len(kept.Records)
	for i := range kept.Records {
		record := &kept.Records[i]
		shared, ok := c.records[record.ID]
		if !ok {
			// A copy: the record is a part of the whole page's text.
			shared = strings.Clone(record.JSON)
			c.records[record.ID] = shared
			c.pageBytes += len(shared)
		}
		record.JSON = shared
	}
	c.pages[key] = kept
}

// recordOverhead is about what a Record needs beside its JSON.
const recordOverhead = 120

// isPinned reports whether a licence's text is known to be stored. It is never
// removed.
func (c *cache) isPinned(hash string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pinned[hash]
}

func (c *cache) pin(hash string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pinned == nil || len(c.pinned) >= maxPinned {
		c.pinned = map[string]bool{}
	}
	c.pinned[hash] = true
}

// due reports whether it is time to look for what others changed, and leaves it
// to the caller.
func (c *cache) due() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	if now.Sub(c.looked) < lookAgain {
		return false
	}
	// Before the look, not after it: all others go on with what is known meanwhile.
	c.looked = now
	return true
}

func (c *cache) saw(seen changes) {
	c.mu.Lock()
	known := c.changes
	c.changes = seen
	c.mu.Unlock()
	if known != seen {
		c.expire()
	}
}

// look finds out whether other processes have changed the catalogue.
func (r *reads) look(ctx context.Context) error {
	if !r.cache.due() {
		return nil
	}
	var c changes
	err := r.row(ctx, "", "SELECT COALESCE(MAX(id), 0), count(*) FROM catalogue_changes", nil, &c.highest, &c.rows)
	if err == nil {
		r.cache.saw(c)
	}
	return err
}

// catalogueChanged notifies this process and all others, once the change is
// committed.
func (tx *Tx) catalogueChanged(ctx context.Context) error {
	// Not before the commit: a page that is read in between is the old one, and would be kept as the new one.
	tx.AfterCommit(tx.cache.expire)
	b := (&builder{}).add("INSERT INTO catalogue_changes (changed_at) VALUES (").moment(tx.dialect, 0).add(")")
	_, err := tx.exec(ctx, "log the change", b.String(), b.args...)
	return err
}

// ForgetChanges shortens the log of the catalogue's changes.
func (tx *Tx) ForgetChanges(ctx context.Context) error {
	b := (&builder{}).add("DELETE FROM catalogue_changes WHERE changed_at < ").moment(tx.dialect, -keepChanges)
	_, err := tx.exec(ctx, "forget changes", b.String(), b.args...)
	return err
}

// catalogueTotal counts the rows of a list of the catalogue, no further than
// one beyond MaxCount. b is the rest of the statement, from FROM on.
func (r *reads) catalogueTotal(ctx context.Context, b *builder) (vitrine.Total, error) {
	key := fmt.Sprint(b.String(), b.args)
	total, generation, ok := r.cache.find(key)
	if ok {
		return total, nil
	}
	total, err := r.boundedCount(ctx, b)
	if err != nil {
		return total, err
	}
	r.cache.keep(key, total, generation)
	return total, nil
}

func (r *reads) boundedCount(ctx context.Context, from *builder) (vitrine.Total, error) {
	b := &builder{}
	b.add("SELECT count(*) FROM (SELECT 1 FROM ").splice(from).window(vitrine.MaxCount+1, 0).add(") AS counted")
	var n int64
	if err := r.q.QueryRowContext(ctx, b.String(), b.args...).Scan(&n); err != nil {
		return vitrine.Total{}, r.fail("count", err)
	}
	return vitrine.Total{Count: min(n, vitrine.MaxCount), More: n > vitrine.MaxCount}, nil
}
