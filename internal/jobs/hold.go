package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// hold is the lease on some work that keeps other processes off it.
type hold struct {
	what  string // for the log: whose lease it is
	log   *slog.Logger
	renew func(ctx context.Context, tx *store.Tx) error // Conflict when another process has the work
}

// holding does work and renews its lease meanwhile.
func (w *Worker) holding(ctx context.Context, h hold, work func(ctx context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var renewing sync.WaitGroup
	defer renewing.Wait()
	// Deferred calls run backward: renewing is told to end, then waited for, and only then the work's context ends.
	held, release := context.WithCancel(ctx)
	defer release()
	renewing.Go(func() { w.renew(held, h, cancel) })
	return survive(func() error { return work(ctx) })
}

// renew renews a lease until ctx ends. When another process has the work, or
// the lease may have run out because the database did not answer, lost is called.
func (w *Worker) renew(ctx context.Context, h hold, lost func()) {
	timer := time.NewTicker(leaseTime / renewals)
	defer timer.Stop()
	for held := time.Now(); ; {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		begun := time.Now()
		err := w.db.WriteRows(ctx, func(tx *store.Tx) error { return h.renew(ctx, tx) })
		switch {
		case ctx.Err() != nil:
			return
		case err == nil:
			// From before the write: the lease lasts at least that long.
			held = begun
		case vitrine.CodeOf(err) == vitrine.Conflict || time.Since(held) >= leaseTime-leaseTime/renewals:
			h.log.Warn(h.what+"'s lease was lost", "error", err)
			lost()
			return
		default:
			h.log.Warn(h.what+"'s lease could not be renewed", "error", err)
		}
	}
}

// survive turns a panic into an error.
func survive(work func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("panic: %v", fault)
		}
	}()
	return work()
}
