package jobs

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"vitrine/internal/store"
)

// Periodic is work done at an interval, by one of the processes that share a database:
// the one whose turn it is. When that one ends in the middle of it, another begins again
// once its lease is over, so it must be safe to be done twice.
type Periodic struct {
	Name  string // the same in all processes
	Every time.Duration
	// Due, when set, is asked by each process whether there is anything to do: a turn is
	// two writes, which a server that has nothing to do should not make every few seconds.
	Due func(ctx context.Context) (bool, error)
	Run func(ctx context.Context) error
	// EachProcess has every process do the work: it is about what a process itself
	// remembers.
	EachProcess bool
}

// repeat does work at its interval until ctx ends.
func (w *Worker) repeat(ctx context.Context, p Periodic) {
	timer := time.NewTicker(p.Every)
	defer timer.Stop()
	do := w.inTurn
	if p.EachProcess {
		do = func(ctx context.Context, p Periodic) error { return survive(func() error { return p.Run(ctx) }) }
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		if err := do(ctx, p); err != nil && ctx.Err() == nil {
			w.log.Error("periodic work", "name", p.Name, "error", err)
		}
	}
}

// inTurn does work if it is due and no other process has the turn.
func (w *Worker) inTurn(ctx context.Context, p Periodic) error {
	lease := store.Lease{Name: rand.Text(), For: leaseTime}
	taken, err := w.takeTurn(ctx, p, lease)
	if err != nil || !taken {
		return err
	}
	err = w.holding(ctx, hold{
		what: "periodic work", log: w.log.With("name", p.Name),
		renew: func(ctx context.Context, tx *store.Tx) error { return tx.RenewTurn(ctx, p.Name, lease) },
	}, p.Run)
	cut := err != nil && ctx.Err() != nil
	// The turn ends also when the worker is being stopped.
	ctx = context.WithoutCancel(ctx)
	return errors.Join(err, w.db.Write(ctx, func(tx *store.Tx) error {
		if cut {
			return tx.ReturnTurn(ctx, p.Name, lease)
		}
		return tx.FinishTurn(ctx, p.Name, lease)
	}))
}

func (w *Worker) takeTurn(ctx context.Context, p Periodic, lease store.Lease) (taken bool, err error) {
	due := true
	if p.Due != nil {
		due, err = p.Due(ctx)
	}
	if err == nil && due {
		due, err = w.db.TurnDue(ctx, p.Name)
	}
	if err != nil || !due {
		return false, err
	}
	// A little early: the next tick of a process that is alone must not come before
	// the work is due.
	again := p.Every - p.Every/10
	err = w.db.Write(ctx, func(tx *store.Tx) (err error) {
		taken, err = tx.TakeTurn(ctx, p.Name, lease, again)
		return err
	})
	return taken, err
}
