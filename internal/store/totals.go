package store

import (
	"context"
	"fmt"
	"sync"
	"time"

	"vitrine"
)

// totals remembers for a short while how long lists of the catalogue are. What
// this process changes is seen at once, what another one changes within
// totalsAge.
type totals struct {
	mu         sync.Mutex
	known      map[string]knownTotal
	generation int64 // grows with every change of the catalogue
}

type knownTotal struct {
	total      vitrine.Total
	generation int64
	at         time.Time
}

const (
	totalsAge = 2 * time.Second
	maxTotals = 2_000
)

func (t *totals) find(key string) (vitrine.Total, int64, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	known, ok := t.known[key]
	fresh := ok && known.generation == t.generation && time.Since(known.at) < totalsAge
	return known.total, t.generation, fresh
}

func (t *totals) keep(key string, total vitrine.Total, generation int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known == nil || len(t.known) >= maxTotals {
		t.known = map[string]knownTotal{}
	}
	t.known[key] = knownTotal{total, generation, time.Now()}
}

func (t *totals) expire() {
	t.mu.Lock()
	t.generation++
	t.mu.Unlock()
}

// catalogueChanged lets remembered totals go once the change is committed.
func (tx *Tx) catalogueChanged() { tx.AfterCommit(tx.totals.expire) }

// catalogueTotal counts the rows of a list of the catalogue, no further than
// one beyond MaxCount. The rest of the statement stands in b, from FROM on.
func (r *reads) catalogueTotal(ctx context.Context, b *builder) (vitrine.Total, error) {
	key := fmt.Sprint(b.String(), b.args)
	total, generation, ok := r.totals.find(key)
	if ok {
		return total, nil
	}
	total, err := r.boundedCount(ctx, b)
	if err != nil {
		return total, err
	}
	r.totals.keep(key, total, generation)
	return total, nil
}

func (r *reads) boundedCount(ctx context.Context, from *builder) (vitrine.Total, error) {
	b := &builder{}
	b.add("SELECT count(*) FROM (SELECT 1 FROM ").splice(from)
	b.add(" LIMIT ?) AS counted", vitrine.MaxCount+1)
	var n int64
	if err := r.q.QueryRowContext(ctx, b.String(), b.args...).Scan(&n); err != nil {
		return vitrine.Total{}, r.fail("count", err)
	}
	return vitrine.Total{Count: min(n, vitrine.MaxCount), More: n > vitrine.MaxCount}, nil
}
