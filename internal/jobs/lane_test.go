package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/jobs"
	"vitrine/internal/store"
)

// start runs a worker with kinds until the test ends.
func (b *bench) start(t *testing.T, kinds map[string]jobs.Kind) {
	t.Helper()
	b.worker = jobs.New(b.db, kinds, nil, slog.New(slog.DiscardHandler))
	b.worker.Start(t.Context())
}

// TestAtOnce has more jobs than may run at once, and another kind that they do
// not hold up.
func TestAtOnce(t *testing.T) {
	t.Parallel()
	inBubble(t, nil, func(t *testing.T, b *bench) {
		end := make(chan struct{})
		slow := func(_ context.Context, args string) error {
			b.note("begun " + args)
			<-end
			return nil
		}
		for n := range 4 {
			b.enqueue(t, "slow", n)
		}
		b.enqueue(t, "quick", "quick")
		b.start(t, map[string]jobs.Kind{"slow": {Run: slow, Concurrency: 2}, "quick": {Run: fine(b)}})
		synctest.Wait()
		if got := len(b.notes()); got != 3 {
			t.Errorf("%d jobs were begun, want 3: %v", got, b.notes())
		}
		close(end)
		synctest.Wait()
		b.wantJobs(t)
	})
}

// TestWokenAtOnce enqueues while the worker sleeps: the job does not wait for
// the next poll.
func TestWokenAtOnce(t *testing.T) {
	t.Parallel()
	inBubble(t, map[string]func(*bench) handler{"fine": fine}, func(t *testing.T, b *bench) {
		b.worker.Start(t.Context())
		synctest.Wait()
		b.enqueue(t, "fine", 1)
		synctest.Wait() // no time goes by
		b.wantNotes(t, "1")
	})
}

func TestDrain(t *testing.T) {
	t.Parallel()
	inBubble(t, map[string]func(*bench) handler{"fine": fine, "failing": failing}, func(t *testing.T, b *bench) {
		for n := range 3 {
			b.enqueue(t, "fine", n)
		}
		b.enqueue(t, "failing", nil)
		if err := b.worker.Drain(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.wantJobs(t, row{Kind: "failing", Attempts: 1, LastError: "fault 1"})
		if got := len(b.notes()); got != 4 {
			t.Errorf("%v ran", b.notes())
		}
	})
}

// TestFinish waits for the process that works, and works itself when that is gone.
func TestFinish(t *testing.T) {
	t.Parallel()
	inBubble(t, map[string]func(*bench) handler{"fine": fine, "failing": failing}, func(t *testing.T, b *bench) {
		for n := range 3 {
			b.enqueue(t, "fine", n)
		}
		b.enqueue(t, "failing", nil)
		b.enqueue(t, "of no interest", nil)
		server := b.hold(t.Context(), t, "fine", time.Minute)
		finished := make(chan error)
		go func() { finished <- b.worker.Finish(t.Context()) }()
		time.Sleep(59 * time.Second)
		b.wantNotes(t)
		if err := b.db.Write(t.Context(), func(tx *store.Tx) error { return tx.FinishJob(t.Context(), server) }); err != nil {
			t.Fatal(err)
		}
		if err := <-finished; err != nil {
			t.Fatal(err)
		}
		if got := len(b.notes()); got != 3 {
			t.Errorf("%v ran", b.notes())
		}
		b.wantJobs(t, row{Kind: "failing", Attempts: 1, LastError: "fault 1"}, row{Kind: "of no interest"})
	})
}

// TestFinishStandsBack leaves the rest to a server that begins meanwhile.
func TestFinishStandsBack(t *testing.T) {
	t.Parallel()
	server := store.Job{}
	inBubble(t, map[string]func(*bench) handler{"fine": func(b *bench) handler {
		return func(ctx context.Context, args string) error {
			b.note(args)
			if args == "0" {
				server = b.hold(ctx, t, "fine", time.Hour)
			}
			return nil
		}
	}}, func(t *testing.T, b *bench) {
		for n := range 3 {
			b.enqueue(t, "fine", n)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := b.worker.Finish(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("it ended with %v while the server works", err)
		}
		b.wantNotes(t, "0")
		if server.Args != "1" {
			t.Errorf("the server holds %+v", server)
		}
	})
}

func TestAbandon(t *testing.T) {
	t.Parallel()
	inBubble(t, nil, func(t *testing.T, b *bench) {
		b.enqueue(t, "failing", 7)
		b.start(t, map[string]jobs.Kind{"failing": {
			Run: failing(b), MaxAttempts: 2,
			Abandon: func(_ context.Context, _ *store.Tx, args, cause string) error {
				b.note("abandoned " + args + ": " + cause)
				return nil
			},
		}})
		time.Sleep(time.Minute)
		b.wantNotes(t, "failed", "failed", "abandoned 7: fault 2")
		b.wantJobs(t, row{Kind: "failing", Attempts: 2, LastError: "fault 2", Leased: true, Failed: true})
	})
}

// TestAbandonFails keeps a job that could not be set aside.
func TestAbandonFails(t *testing.T) {
	t.Parallel()
	inBubble(t, nil, func(t *testing.T, b *bench) {
		b.enqueue(t, "failing", 7)
		b.start(t, map[string]jobs.Kind{"failing": {
			Run: failing(b), MaxAttempts: 1,
			Abandon: func(context.Context, *store.Tx, string, string) error { return errors.New("not now") },
		}})
		synctest.Wait()
		b.wantJobs(t, row{Kind: "failing", Attempts: 1, Leased: true})
	})
}

// TestPoison has a job that ended the processes that began it: it is set aside
// without being begun again.
func TestPoison(t *testing.T) {
	t.Parallel()
	inBubble(t, nil, func(t *testing.T, b *bench) {
		b.enqueue(t, "poison", nil)
		if _, err := b.rows.ExecContext(t.Context(), "UPDATE jobs SET attempts = 3, losses = 2, lease = 'of the vanished'"); err != nil {
			t.Fatal(err)
		}
		b.start(t, map[string]jobs.Kind{"poison": {Run: failing(b), MaxLostLeases: 3}})
		synctest.Wait()
		b.wantNotes(t)
		b.wantJobs(t, row{Kind: "poison", Attempts: 4, LastError: "3 processes ended while they worked on it", Leased: true, Failed: true})
	})
}

// TestLostLease takes the lease of a job away while it runs: the job is told to
// end, and what became of it is not written.
func TestLostLease(t *testing.T) {
	t.Parallel()
	inBubble(t, nil, func(t *testing.T, b *bench) {
		b.enqueue(t, "slow", nil)
		b.start(t, map[string]jobs.Kind{"slow": {Run: func(ctx context.Context, _ string) error {
			<-ctx.Done()
			b.note(ctx.Err().Error())
			return nil
		}}})
		synctest.Wait()
		if _, err := b.rows.ExecContext(t.Context(), "UPDATE jobs SET lease = 'another', lease_until = 9000000000000000"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(6 * time.Second)
		b.wantNotes(t, "context canceled")
		b.wantJobs(t, row{Kind: "slow", Attempts: 1, Leased: true})
	})
}

// TestDatabaseThatIsAway has one renewal fail while a job runs: its lease still
// holds, and the job goes on. When none works for as long as the lease lasts, it
// ends, and is done by whoever claims it then.
func TestDatabaseThatIsAway(t *testing.T) {
	t.Parallel()
	for away, want := range map[time.Duration][]string{6 * time.Second: {"done"}, time.Minute: {"context canceled", "done"}} {
		inBubble(t, nil, func(t *testing.T, b *bench) {
			b.enqueue(t, "slow", nil)
			b.start(t, map[string]jobs.Kind{"slow": {Timeout: time.Hour, Run: func(ctx context.Context, _ string) error {
				select {
				case <-ctx.Done():
					b.note(ctx.Err().Error())
				case <-time.After(2 * time.Minute):
					b.note("done")
				}
				return nil
			}}})
			synctest.Wait()
			for _, change := range []string{"ALTER TABLE jobs RENAME TO away", "ALTER TABLE away RENAME TO jobs"} {
				if _, err := b.rows.ExecContext(t.Context(), change); err != nil {
					t.Fatal(err)
				}
				time.Sleep(away)
			}
			time.Sleep(3 * time.Minute)
			b.wantNotes(t, want...)
			b.wantJobs(t)
		})
	}
}
