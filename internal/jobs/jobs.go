// Package jobs runs durable jobs: rows that were written in the same transaction
// as the change that requires them. A worker claims the oldest job that is due,
// under a lease that it renews while the job runs. It then deletes the job, or
// returns it to be retried later; a job that fails for too long, or ends the
// process that works on it, is set aside.
//
// Work that comes again and again is done by one process for all that share the
// database, whose turn it is, or by each of them for itself.
//
// A job may run twice, when a process dies after the work is done but before the
// row is deleted: jobs must be safe to run twice. The package knows kinds and
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
	pollEvery         = time.Second
	leaseTime         = 15 * time.Second // of a process that vanished; renewed while a job runs
	renewals          = 3                // of a lease, in its time
	defaultTimeout    = time.Minute
	defaultAttempts   = 25
	defaultLostLeases = 25
	maxDelay          = time.Hour
	patience          = 3 // looks at jobs that nobody works on before nobody is taken to
)

// Kind says how jobs of one kind are run.
type Kind struct {
	// Run does the work, given its arguments as JSON.
	Run func(ctx context.Context, args string) error
	// Abandon, when set, is called in the transaction that sets a job aside for
	// good.
	Abandon     func(ctx context.Context, tx *store.Tx, args, cause string) error
	Concurrency int // jobs that this process runs at once; 0 is 1
	MaxAttempts int // before a job is set aside; 0 is 25
	// MaxLostLeases is how many processes a job may end before it is set aside;
	// 0 is 25.
	MaxLostLeases int
	Timeout       time.Duration // of one attempt; 0 is a minute
}

// Worker claims jobs and runs them.
type Worker struct {
	db       *store.DB
	lanes    []*lane
	periodic []Periodic
	log      *slog.Logger

	mu     sync.Mutex
	cancel context.CancelFunc
	done   sync.WaitGroup
}

// lane runs the jobs of one kind, so that slow jobs don't delay other kinds.
type lane struct {
	Kind
	name  string
	woken chan struct{}
}

// New makes a Worker that runs jobs of the given kinds.
func New(db *store.DB, kinds map[string]Kind, periodic []Periodic, log *slog.Logger) *Worker {
	w := &Worker{db: db, periodic: periodic, log: log}
	for name, kind := range kinds {
		if kind.Concurrency == 0 {
			kind.Concurrency = 1
		}
		if kind.MaxAttempts == 0 {
			kind.MaxAttempts = defaultAttempts
		}
		if kind.MaxLostLeases == 0 {
			kind.MaxLostLeases = defaultLostLeases
		}
		if kind.Timeout == 0 {
			kind.Timeout = defaultTimeout
		}
		w.lanes = append(w.lanes, &lane{Kind: kind, name: name, woken: make(chan struct{}, 1)})
	}
	return w
}

// Start starts the worker and returns. Starting twice is fine.
func (w *Worker) Start(ctx context.Context) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cancel != nil {
		return
	}
	// Only Stop ends jobs: they go on while a server answers its last requests.
	ctx, w.cancel = context.WithCancel(context.WithoutCancel(ctx))
	w.done.Go(func() { w.wake(ctx) })
	for _, l := range w.lanes {
		w.done.Go(func() { w.loop(ctx, l) })
	}
	for _, p := range w.periodic {
		w.done.Go(func() { w.repeat(ctx, p) })
	}
}

// Stop cancels the running jobs and waits for them. Stopping twice is fine.
func (w *Worker) Stop() {
	w.mu.Lock()
	if w.cancel != nil {
		w.cancel()
		w.cancel = nil
	}
	w.mu.Unlock()
	w.done.Wait()
}

// wake wakes the lanes when this process enqueued a job. Those that another
// process enqueued are found by polling.
func (w *Worker) wake(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.db.Enqueued():
		}
		for _, l := range w.lanes {
			select {
			case l.woken <- struct{}{}:
			default: // it is awake already
			}
		}
	}
}

func (w *Worker) loop(ctx context.Context, l *lane) {
	timer := time.NewTicker(pollEvery)
	defer timer.Stop()
	places := make(chan struct{}, l.Concurrency)
	for {
		// A place before a job: one that was claimed and waits here would be kept from other processes.
		select {
		case <-ctx.Done():
			return
		case places <- struct{}{}:
		}
		job, ok, err := w.claim(ctx, l)
		if ok {
			w.done.Go(func() {
				defer func() { <-places }()
				w.run(ctx, l, job)
			})
			continue
		}
		<-places
		if err != nil && ctx.Err() == nil {
			w.log.Error("claim a job", "kind", l.name, "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-l.woken:
		case <-timer.C:
		}
	}
}

// claim takes the oldest job that is due.
func (w *Worker) claim(ctx context.Context, l *lane) (job store.Job, ok bool, err error) {
	// A look reads, a claim writes: an idle server would write every second for each kind.
	due, err := w.db.JobDue(ctx, l.name)
	if err != nil || !due {
		return job, false, err
	}
	var claimed []store.Job
	err = w.db.WriteRows(ctx, func(tx *store.Tx) (err error) {
		claimed, err = tx.ClaimJobs(ctx, l.name, store.Lease{Name: rand.Text(), For: leaseTime}, 1)
		return err
	})
	if err != nil || len(claimed) == 0 {
		return job, false, err
	}
	return claimed[0], true, nil
}

func (w *Worker) run(ctx context.Context, l *lane, job store.Job) {
	err := w.call(ctx, l, job)
	stopped := ctx.Err() != nil
	// The result is stored even when the worker is being stopped.
	ctx = context.WithoutCancel(ctx)
	settle := w.settle(ctx, l, job, err, stopped)
	if err != nil && !stopped {
		w.log.Warn("a job failed", "kind", job.Kind, "id", job.ID, "attempt", job.Attempts, "error", err)
	}
	if settle != nil {
		w.log.Error("settle a job", "kind", job.Kind, "id", job.ID, "error", settle)
	}
}

// settle writes down how the work on a job has ended.
func (w *Worker) settle(ctx context.Context, l *lane, job store.Job, cause error, stopped bool) error {
	if cause != nil && !stopped && (job.Attempts >= l.MaxAttempts || job.Losses >= l.MaxLostLeases) {
		return w.db.Write(ctx, func(tx *store.Tx) error { return w.abandon(ctx, tx, l, job, cause) })
	}
	return w.db.WriteRows(ctx, func(tx *store.Tx) error {
		switch {
		case cause == nil:
			return tx.FinishJob(ctx, job)
		case stopped:
			return tx.ReturnJob(ctx, job)
		default:
			return tx.RetryJob(ctx, job, delay(job.Attempts), cause.Error())
		}
	})
}

func (w *Worker) abandon(ctx context.Context, tx *store.Tx, l *lane, job store.Job, cause error) error {
	if l.Abandon != nil {
		if err := l.Abandon(ctx, tx, job.Args, cause.Error()); err != nil {
			return err
		}
	}
	return tx.FailJob(ctx, job, cause.Error())
}

// call runs a job and renews its lease meanwhile. A job that has already ended as
// many processes as allowed is not started again.
func (w *Worker) call(ctx context.Context, l *lane, job store.Job) error {
	if job.Losses >= l.MaxLostLeases {
		return fmt.Errorf("%d processes ended while they worked on it", job.Losses)
	}
	ctx, cancel := context.WithTimeout(ctx, l.Timeout)
	defer cancel()
	return w.holding(ctx, hold{
		what: "a job", log: w.log.With("kind", job.Kind, "id", job.ID),
		renew: func(ctx context.Context, tx *store.Tx) error { return tx.RenewJob(ctx, job, leaseTime) },
	}, func(ctx context.Context) error { return l.Run(ctx, job.Args) })
}

// delay grows with the attempts, from a second to an hour, with jitter.
func delay(attempts int) time.Duration {
	grown := time.Duration(math.Min(float64(maxDelay), float64(time.Second)*math.Pow(2, float64(attempts-1))))
	return grown/2 + mathrand.N(grown/2+1)
}
