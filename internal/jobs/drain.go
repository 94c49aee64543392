package jobs

import (
	"context"
	"time"
)

// Drain works on what is due, one job at a time, until nothing is.
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

// round runs a job of each kind that has one due.
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

// Finish returns when nothing is due any more. It leaves the work to other
// processes while they do it, and does it itself, one job at a time, when nobody
// does.
func (w *Worker) Finish(ctx context.Context) error {
	kinds := make([]string, len(w.lanes))
	for i, l := range w.lanes {
		kinds[i] = l.name
	}
	timer := time.NewTicker(pollEvery)
	defer timer.Stop()
	for idle := 0; ; {
		due, held, err := w.db.JobsDue(ctx, kinds, time.Now())
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
