package app

import (
	"log/slog"
	"sync"
	"time"
)

// Damage of stored bytes is told of once in toldEvery for each key and reason: what everybody
// may ask for again and again must not fill the log. toldAtMost bounds what is remembered.
const (
	toldEvery  = time.Hour
	toldAtMost = 10_000
)

// damage tells the operator of stored bytes that are missing or wrong.
type damage struct {
	log *slog.Logger
	now func() time.Time
	mu  sync.Mutex
	at  map[told]time.Time // when the operator was told
}

// told is what an operator was told of.
type told struct{ key, why string }

// tell logs that bytes are damaged, unless it did so lately.
func (d *damage) tell(message, key, why string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := d.now()
	if at, ok := d.at[told{key, why}]; ok && now.Sub(at) < toldEvery {
		return
	}
	if d.at == nil || len(d.at) >= toldAtMost {
		d.at = map[told]time.Time{}
	}
	d.at[told{key, why}] = now
	d.log.Error(message, "key", key, "why", why)
}
