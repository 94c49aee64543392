package mail

import (
	"context"
	"errors"
	"sync"
	"time"
)

// rest keeps mails from a server that takes none at all: each of thousands would ask it,
// be written down as refused, and lose one of its attempts. Instead those few that this
// process is about to send wait, and the others stay in the queue.
type rest struct {
	mu     sync.Mutex
	length time.Duration // of the last rest; 0: the server took a mail since
	until  time.Time
}

// The first rest, and the longest.
const (
	shortRest = time.Second
	longRest  = 30 * time.Second
)

// wait returns when the server may be asked again, or with an error when ctx ends.
func (r *rest) wait(ctx context.Context) error {
	for {
		r.mu.Lock()
		left := time.Until(r.until)
		r.mu.Unlock()
		if left <= 0 {
			return ctx.Err()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(left):
		}
	}
}

// note notes what became of a conversation, before the text of the mail was handed over.
func (r *rest) note(err error, most time.Duration) {
	var refused *Refusal
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case !errors.As(err, &refused) || !refused.ofAll:
		r.length = 0
	case time.Now().Before(r.until):
		// Others that began at the same time found the same.
	default:
		r.length = min(max(2*r.length, shortRest), most)
		r.until = time.Now().Add(r.length)
	}
}
