package store

import (
	"context"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"vitrine"
)

// cache is what a process remembers of the database: pages of the catalogue and
// how long its lists are, until a change touches them, and which licence texts
// are stored. What this process changes is seen at once, what another one changes
// within a second.
type cache struct {
	now       func() time.Time
	log       changeLog
	changes   changes
	mu        sync.Mutex
	pinned    map[string]int64 // by hashes of licence texts that are stored, how many were known then
	pins      int64            // how many became known
	accounts  map[vitrine.LedgerAccount]int64
	pages     map[string]*keptPage
	asked     asked
	records   map[int64]string // that are in pages
	pageBytes int
	secrets   atomic.Pointer[Secrets] // nil: orders have none
	renew     func(context.Context)   // looks for newer secrets; nil: there are none
	teller    atomic.Pointer[Teller]  // nil: programs are told nothing
}

func newCache(now func() time.Time) *cache {
	return &cache{now: now, log: newChangeLog(now())}
}

const (
	maxPinned   = 1_000
	maxAccounts = 10_000
	// maxPageBytes bounds the cached pages: when they reach it, all are dropped.
	maxPageBytes = 64 << 20
)

// keptPage is a page of a list, and the moment until which it is known to be true.
type keptPage struct {
	page  RecordPage
	query vitrine.CatalogueQuery
	since Moment
	bytes int // without its records
}

func (k *keptPage) touched(c *Change) bool { return c.TouchesList(&k.query, k.shows) }

func (k *keptPage) shows(model int64) bool {
	return slices.ContainsFunc(k.page.Records, func(r Record) bool { return r.ID == model })
}

func (c *cache) page(key string) (page RecordPage, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	page, ok = c.look(key)
	c.asked.note(ok)
	return page, ok
}

func (c *cache) look(key string) (page RecordPage, ok bool) {
	kept := c.pages[key]
	if kept == nil {
		return page, false
	}
	if kept.since, ok = c.changes.unchanged(kept.since, kept.touched); !ok {
		delete(c.pages, key)
		c.pageBytes -= kept.bytes
	}
	return kept.page, ok
}

// keepPage remembers a page that was read after a moment. Pages share the records
// that stand in several of them.
func (c *cache) keepPage(key string, page RecordPage, q vitrine.CatalogueQuery, since Moment) {
	for i := range page.Records {
		if page.Records[i].JSON == "" {
			return // made at each read, until it is stored
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pages == nil || c.pageBytes > maxPageBytes {
		c.pages, c.records, c.pageBytes = map[string]*keptPage{}, map[int64]string{}, 0
	}
	kept := &keptPage{page: page, query: q, since: since, bytes: len(key) + recordOverhead*len(page.Records)}
	kept.page.Records = slices.Clone(page.Records)
	c.pageBytes += kept.bytes
	if before := c.pages[key]; before != nil {
		c.pageBytes -= before.bytes
	}
	for i := range kept.page.Records {
		record := &kept.page.Records[i]
		record.JSON = c.share(record.ID, record.JSON)
	}
	c.pages[key] = kept
}

// share returns the text of a record that other pages have as well.
func (c *cache) share(id int64, text string) string {
	shared := c.records[id]
	// What is there may be the record as it was before a change.
	if shared != text {
		c.pageBytes += len(text) - len(shared)
		// A copy: the text is a part of the whole page's.
		shared = strings.Clone(text)
		c.records[id] = shared
	}
	return shared
}

// recordOverhead is about what a Record needs beside its JSON.
const recordOverhead = 120

// knownPins is how many licence texts were found to be stored until now: those are seen
// by a transaction that begins after the call.
func (c *cache) knownPins() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pins
}

// isPinned reports whether a licence's text is known to be stored since knownPins was
// so many. It is never removed.
func (c *cache) isPinned(hash string, known int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	at, ok := c.pinned[hash]
	return ok && at <= known
}

func (c *cache) pin(hash string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.pinned[hash]; ok {
		return
	}
	if c.pinned == nil || len(c.pinned) >= maxPinned {
		c.pinned = map[string]int64{}
	}
	c.pins++
	c.pinned[hash] = c.pins
}

// account returns the id of an account of the ledger, 0 where it is not known. Accounts stay
// for ever.
func (c *cache) account(a vitrine.LedgerAccount) int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.accounts[a]
}

func (c *cache) keepAccount(a vitrine.LedgerAccount, id int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.accounts == nil || len(c.accounts) >= maxAccounts {
		c.accounts = map[vitrine.LedgerAccount]int64{}
	}
	c.accounts[a] = id
}

// boundedCount counts the rows of a statement, given from FROM on, no further than one
// beyond MaxCount.
func (r *reads) boundedCount(ctx context.Context, from *builder) (vitrine.Total, error) {
	b := &builder{}
	b.add("SELECT count(*) FROM (SELECT 1 FROM ").splice(from).window(vitrine.MaxCount+1, 0).add(") AS counted")
	var n int64
	if err := r.q.QueryRowContext(ctx, b.String(), b.args...).Scan(&n); err != nil {
		return vitrine.Total{}, r.fail("count", err)
	}
	return vitrine.Total{Count: min(n, vitrine.MaxCount), More: n > vitrine.MaxCount}, nil
}
