package blob

import (
	"sync"
	"time"
)

// checkKept is how long the outcome of a check holds, and checkTime what one of a
// bucket has.
const (
	checkKept = 5 * time.Second
	checkTime = 5 * time.Second
)

// checked is the latest outcome of a check, which anybody may ask for.
type checked struct {
	mu   sync.Mutex
	at   time.Time
	err  error
	done bool
}

// outcome returns that of check, which runs unless the latest one still holds.
func (c *checked) outcome(check func() error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	// Under the lock: of many who ask at once one checks, and the others get its outcome.
	if !c.done || time.Since(c.at) >= checkKept {
		c.err = check()
		c.at, c.done = time.Now(), true
	}
	return c.err
}
