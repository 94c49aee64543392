package blob

import (
	"fmt"
	"sync"
	"time"
)

const (
	breakAfter = 4               // failures in a row, before a service is known to be bad
	firstPause = 2 * time.Second // before it is tried again; doubled as long as that fails
	longest    = 30 * time.Second
)

// breaker knows whether a service is bad. While it is, callers are refused at once,
// but for one from time to time that tries it.
type breaker struct {
	mu       sync.Mutex
	failures int
	pause    time.Duration
	until    time.Time // when the next one may try; zero while the service is good
	trying   bool
}

// enter refuses the caller with a *badError while the service is bad. Who is let in
// calls leave.
func (b *breaker) enter() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.until.IsZero() {
		return nil
	}
	if wait := time.Until(b.until); wait > 0 || b.trying {
		return &badError{max(wait, time.Second)}
	}
	b.trying = true
	return nil
}

// outcome is what a caller found out about the service.
type outcome int

const (
	undecided outcome = iota // it left before it knew
	good
	bad
)

func (b *breaker) leave(found outcome) {
	b.mu.Lock()
	defer b.mu.Unlock()
	// Also after one that left before it knew, or nobody would ever try again.
	b.trying = false
	switch found {
	case good:
		b.failures, b.pause, b.until = 0, 0, time.Time{}
	case bad:
		b.failures++
		if b.failures >= breakAfter {
			b.pause = min(max(2*b.pause, firstPause), longest)
			b.until = time.Now().Add(b.pause)
		}
	}
}

// badError refuses a request to a service that is known to be bad.
type badError struct{ wait time.Duration }

func (e *badError) Error() string {
	return fmt.Sprintf("the storage failed several times in a row and is tried again in %v", e.wait.Round(time.Millisecond))
}

// RetryAfter is how long to wait; answers over HTTP say so.
func (e *badError) RetryAfter() time.Duration { return e.wait }

// RetryableError tells the client of S3 not to try again.
func (e *badError) RetryableError() bool { return false }
