package render

import (
	"context"
	"time"
)

// fillLimit is the work, in samples tried, that a picture takes before it is
// tried again with fewer triangles. It is counted and not timed, so that all
// machines come to the same; the deadline is for what is slower still.
const fillLimit = 800_000_000

// budget is what a pass may spend.
type budget struct {
	left  int64
	until time.Time // zero: for ever
	calls int
}

// newBudget takes a share of the time that is left.
func newBudget(ctx context.Context, work int64, share float64) *budget {
	b := &budget{left: work}
	if deadline, ok := ctx.Deadline(); ok {
		b.until = time.Now().Add(time.Duration(float64(time.Until(deadline)) * share))
	}
	return b
}

// spent reports whether to stop. The clock is asked now and then alone.
func (b *budget) spent() bool {
	b.calls++
	if b.calls&255 == 0 && !b.until.IsZero() && time.Now().After(b.until) {
		b.left = -1
	}
	return b.left < 0
}
