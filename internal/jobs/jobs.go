// Package jobs works through durable jobs: rows that were written in the same
// transaction as the change they follow from. A worker claims what is due
// under a lease, runs it, and removes it, or gives it back to be tried again
// later; what fails for too long is set aside.
//
// A job may run twice, when a process dies behind its work and before its
// removal: handlers are safe to run twice. The package knows kinds and
// arguments, not what they mean.
package jobs

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"math"
	mathrand "math/rand/v2"
	"sync"
	"time"

	"vitrine/internal/store"
)

const (
	pollEvery   = time.Second
	leaseTime   = time.Minute
	runTime     = leaseTime * 9 / 10 // of one job; it ends within its lease
	maxAttempts = 25
	maxDelay    = time.Hour
	batch       = 8
)

// Handler does the work of one kind, given its arguments as JSON.
type Handler func(ctx context.Context, args string) error

// Periodic is work that comes again and again. Each process does it; it is
// safe to be done by several.
type Periodic struct {
	Name  string
	Every time.Duration
	Run   func(ctx context.Context) error
}

// Worker claims jobs and runs them.
type Worker struct {
	db       *store.DB
	handlers map[string]Handler
	periodic []Periodic
	log      *slog.Logger

	mu     sync.Mutex
	cancel context.CancelFunc
	done   sync.WaitGroup
}

// New makes a Worker.
func New(db *store.DB, handlers map[string]Handler, periodic []Periodic, log *slog.Logger) *Worker {
	return &Worker{db: db, handlers: handlers, periodic: periodic, log: log}
}

// Start begins to work. Starting twice is fine.
func (w *Worker) Start(ctx context.Context) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cancel != nil {
		return
	}
	ctx, w.cancel = context.WithCancel(context.WithoutCancel(ctx))
	w.done.Go(func() { w.loop(ctx) })
	for _, p := range w.periodic {
		w.done.Go(func() { w.repeat(ctx, p) })
	}
}

// Stop ends the work and waits for what runs. Stopping twice is fine.
func (w *Worker) Stop() {
	w.mu.Lock()
	if w.cancel != nil {
		w.cancel()
		w.cancel = nil
	}
	w.mu.Unlock()
	w.done.Wait()
}

func (w *Worker) loop(ctx context.Context) {
	timer := time.NewTicker(pollEvery)
	defer timer.Stop()
	for {
		for w.round(ctx) {
		}
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
	}
}

// round works through one batch and says whether there may be more.
func (w *Worker) round(ctx context.Context) bool {
	var claimed []store.Job
	now := time.Now()
	err := w.db.Write(ctx, func(tx *store.Tx) (err error) {
		claimed, err = tx.ClaimJobs(ctx, rand.Text(), now, now.Add(leaseTime), batch)
		return err
	})
	if err != nil {
		if ctx.Err() == nil {
			w.log.Error("claim jobs", "error", err)
		}
		return false
	}
	for _, job := range claimed {
		if w.hold(ctx, job, now) {
			w.run(ctx, job)
		}
	}
	return len(claimed) == batch && ctx.Err() == nil
}

// hold says whether the lease of a job outlasts its run. One that waited behind
// slow jobs of its batch is renewed; when that fails, the job is somebody
// else's by now.
func (w *Worker) hold(ctx context.Context, job store.Job, claimed time.Time) bool {
	if time.Since(claimed) < leaseTime-runTime {
		return true
	}
	ctx = context.WithoutCancel(ctx)
	err := w.db.Write(ctx, func(tx *store.Tx) error { return tx.RenewJob(ctx, job, time.Now().Add(leaseTime)) })
	if err != nil {
		w.log.Warn("a job's lease was lost", "kind", job.Kind, "id", job.ID, "error", err)
	}
	return err == nil
}

func (w *Worker) run(ctx context.Context, job store.Job) {
	err := w.call(ctx, job)
	stopped := ctx.Err() != nil
	// What became of the job is written also when the worker is being stopped.
	ctx = context.WithoutCancel(ctx)
	settle := w.db.Write(ctx, func(tx *store.Tx) error {
		now := time.Now()
		switch {
		case err == nil:
			return tx.FinishJob(ctx, job)
		case job.Attempts >= maxAttempts && !stopped:
			return tx.FailJob(ctx, job, now, err.Error())
		default:
			return tx.RetryJob(ctx, job, now.Add(delay(job.Attempts)), err.Error())
		}
	})
	if err != nil {
		w.log.Warn("a job failed", "kind", job.Kind, "id", job.ID, "attempt", job.Attempts, "error", err)
	}
	if settle != nil {
		w.log.Error("settle a job", "kind", job.Kind, "id", job.ID, "error", settle)
	}
}

func (w *Worker) call(ctx context.Context, job store.Job) error {
	handler, ok := w.handlers[job.Kind]
	if !ok {
		return fmt.Errorf("nobody works on jobs of kind %q", job.Kind)
	}
	ctx, cancel := context.WithTimeout(ctx, runTime)
	defer cancel()
	return survive(func() error { return handler(ctx, job.Args) })
}

// survive makes a panic an error.
func survive(work func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("panic: %v", fault)
		}
	}()
	return work()
}

// delay grows with the attempts, from a second to an hour, with jitter.
func delay(attempts int) time.Duration {
	grown := time.Duration(math.Min(float64(maxDelay), float64(time.Second)*math.Pow(2, float64(attempts-1))))
	return grown/2 + mathrand.N(grown/2+1)
}

func (w *Worker) repeat(ctx context.Context, p Periodic) {
	timer := time.NewTicker(p.Every)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		if err := survive(func() error { return p.Run(ctx) }); err != nil && ctx.Err() == nil {
			w.log.Error("periodic work", "name", p.Name, "error", err)
		}
	}
}
