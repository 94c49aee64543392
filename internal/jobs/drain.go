package jobs

import (
	"context"
	"time"
)

// Drain runs jobs one at a time until none is due.
func (w *Worker) Drain(ctx context.Context) error {
	for {
		ran, err := w.round(ctx)
		if err != nil {
			return err
		}
		if !ran {
			return ctx.Err()
		}
	}
}

// round runs one due job of each kind.
func (w *Worker) round(ctx context.Context) (ran bool, err error) {
	for _, l := range w.lanes {
		job, ok, err := w.claim(ctx, l)
		if err != nil {
			return ran, err
		}
		if ok {
			w.run(ctx, l, job)
			ran = true
		}
	}
	return ran, nil
}

// Finish returns when no job is due any more. It leaves the jobs to other
// processes while these run any, and otherwise runs them itself, one at a time.
func (w *Worker) Finish(ctx context.Context) error {
	kinds := make([]string, len(w.lanes))
	for i, l := range w.lanes {
		kinds[i] = l.name
	}
	timer := time.NewTicker(pollEvery)
	defer timer.Stop()
	for idle := 0; ; {
		due, held, err := w.db.JobsDue(ctx, kinds)
		if err != nil || due == 0 {
			return err
		}
		switch {
		case held > 0:
			idle = 0
		case idle < patience:
			idle++
		default:
			if _, err := w.round(ctx); err != nil {
				return err
			}
			continue
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
		}
	}
}
