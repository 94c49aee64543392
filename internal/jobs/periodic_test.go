package jobs_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/jobs"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// twoProcesses starts a worker on each of two connections to the same database, one
// after the other. Each notes its name when it does the work.
func twoProcesses(t *testing.T, b *bench, apart time.Duration, work func(name string) jobs.Periodic) (dbs [2]*store.DB) {
	t.Helper()
	for i, name := range []string{"a", "b"} {
		db, err := store.Open(t.Context(), b.file)
		if err != nil {
			t.Fatal(err)
		}
		dbs[i] = db
		worker := jobs.New(db, nil, []jobs.Periodic{work(name)}, slog.New(slog.DiscardHandler))
		worker.Start(t.Context())
		t.Cleanup(func() {
			worker.Stop()
			_ = db.Close()
		})
		time.Sleep(apart)
	}
	return dbs
}

// TestOneProcessDoesIt has two processes tick at several distances: each tick's work is
// done once, unless every process has to do it.
func TestOneProcessDoesIt(t *testing.T) {
	t.Parallel()
	for _, apart := range []time.Duration{0, time.Second, 30 * time.Second, 55 * time.Second} {
		for _, each := range []bool{false, true} {
			inBubble(t, nil, func(t *testing.T, b *bench) {
				twoProcesses(t, b, apart, func(name string) jobs.Periodic {
					return jobs.Periodic{Name: "work", Every: time.Minute, EachProcess: each, Run: func(context.Context) error {
						b.note(name)
						return nil
					}}
				})
				time.Sleep(10*time.Minute + time.Second)
				synctest.Wait()
				if got := len(b.notes()); each && got < 20 || !each && (got < 10 || got > 11) {
					t.Errorf("%v apart, in ten minutes (each: %v): %q", apart, each, b.notes())
				}
			})
		}
	}
}

// TestLongWorkIsDoneOnce has work take far longer than its interval and its lease.
func TestLongWorkIsDoneOnce(t *testing.T) {
	t.Parallel()
	inBubble(t, nil, func(t *testing.T, b *bench) {
		twoProcesses(t, b, time.Second, func(string) jobs.Periodic {
			return jobs.Periodic{Name: "work", Every: 5 * time.Second, Run: func(context.Context) error {
				b.note("begun")
				time.Sleep(2 * time.Minute)
				b.note("done")
				return nil
			}}
		})
		time.Sleep(5 * time.Minute)
		b.wantNotes(t, "begun", "done", "begun", "done", "begun")
		time.Sleep(2 * time.Minute) // before the workers are stopped
	})
}

// TestNothingIsDue has work say that there is nothing to do: no turn is taken.
func TestNothingIsDue(t *testing.T) {
	t.Parallel()
	inBubble(t, nil, func(t *testing.T, b *bench) {
		var some atomic.Bool
		twoProcesses(t, b, time.Second, func(string) jobs.Periodic {
			return jobs.Periodic{
				Name: "work", Every: time.Minute, Due: func(context.Context) (bool, error) { return some.Load(), nil },
				Run: func(context.Context) error { b.note("done"); return nil },
			}
		})
		time.Sleep(time.Hour)
		var turns int
		if err := b.rows.QueryRowContext(t.Context(), "SELECT count(*) FROM turns").Scan(&turns); err != nil || turns != 0 {
			t.Errorf("%d turns were taken, %v", turns, err)
		}
		some.Store(true)
		time.Sleep(time.Minute)
		b.wantNotes(t, "done")
	})
}

// TestTurnOfTheDead takes the database from the process that has the turn, as if it were
// killed: the other one does the work once the lease is over, and not before.
func TestTurnOfTheDead(t *testing.T) {
	t.Parallel()
	inBubble(t, nil, func(t *testing.T, b *bench) {
		dbs := twoProcesses(t, b, time.Second, func(name string) jobs.Periodic {
			return jobs.Periodic{Name: "work", Every: 10 * time.Second, Run: func(ctx context.Context) error {
				b.note(name)
				if name == "a" {
					<-ctx.Done()
				}
				return ctx.Err()
			}}
		})
		time.Sleep(16 * time.Second) // to the 18th: a is in it since the 10th, and renewed last in the 15th
		b.wantNotes(t, "a")
		if err := dbs[0].Close(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		b.wantNotes(t, "a")
		time.Sleep(4 * time.Second) // b ticks in the 21st, when the lease lasts, and in the 31st
		b.wantNotes(t, "a", "b")
	})
}

// TestTurnOfTheStopped stops the process that has the turn: the other one does the work at
// its next tick.
func TestTurnOfTheStopped(t *testing.T) {
	t.Parallel()
	inBubble(t, nil, func(t *testing.T, b *bench) {
		run := func(name string) *jobs.Worker {
			return b.newWorker(nil, jobs.Periodic{Name: "work", Every: time.Hour, Run: func(ctx context.Context) error {
				b.note(name)
				if name == "a" {
					<-ctx.Done()
				}
				return ctx.Err()
			}})
		}
		first, second := run("a"), run("b")
		first.Start(t.Context())
		time.Sleep(time.Second)
		second.Start(t.Context())
		defer second.Stop()
		time.Sleep(time.Hour - time.Millisecond)
		first.Stop()
		time.Sleep(time.Second)
		b.wantNotes(t, "a", "b")
	})
}

// TestTurnsOnBothDatabases has two workers compete for a turn that a process that is gone
// holds for a little longer.
func TestTurnsOnBothDatabases(t *testing.T) {
	t.Parallel()
	server := storetest.NewPostgres(t)
	for name, address := range map[string]func(t *testing.T) string{
		"sqlite":   func(t *testing.T) string { return filepath.Join(t.TempDir(), "vitrine.db") },
		"postgres": func(t *testing.T) string { return server.Address(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const lease, enough = 500 * time.Millisecond, 5
			place := address(t)
			var busy, runs atomic.Int64
			done, held := make(chan struct{}), time.Time{}
			work := jobs.Periodic{Name: "work", Every: 20 * time.Millisecond, Run: func(context.Context) error {
				if busy.Add(1) != 1 {
					t.Error("two processes have the turn at once")
				}
				defer busy.Add(-1)
				if n := runs.Add(1); n == 1 && time.Since(held) < lease {
					t.Error("the turn was taken from another process")
				} else if n == enough {
					close(done)
				}
				time.Sleep(30 * time.Millisecond) // what is held for longer than a tick
				return nil
			}}
			for i := range 2 {
				db, err := store.Open(t.Context(), place)
				if err != nil {
					t.Fatal(err)
				}
				defer db.Close()
				if i == 0 {
					if err := db.Migrate(t.Context()); err != nil {
						t.Fatal(err)
					}
					held = time.Now()
					if err := takeAs(t.Context(), db, "gone", lease); err != nil {
						t.Fatal(err)
					}
				}
				worker := jobs.New(db, nil, []jobs.Periodic{work}, slog.New(slog.DiscardHandler))
				worker.Start(t.Context())
				defer worker.Stop()
			}
			<-done
		})
	}
}

// takeAs takes the turn at work for a process that is killed then.
func takeAs(ctx context.Context, db *store.DB, process string, lease time.Duration) error {
	return db.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.TakeTurn(ctx, "work", store.Lease{Name: process, For: lease}, time.Hour)
		return err
	})
}
