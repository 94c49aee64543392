package jobs_test

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/jobs"
	"vitrine/internal/store"
)

// handler does the work of one kind.
type handler = func(ctx context.Context, args string) error

// bench is a database with one worker on it, in a bubble whose clock jumps.
type bench struct {
	file   string
	db     *store.DB
	rows   *sql.DB // the same database, to look at the jobs
	worker *jobs.Worker

	mu  sync.Mutex
	ran []string // what the handlers noted, in order
}

// inBubble runs a test with a worker that is not started yet, and is stopped
// when the test ends.
func inBubble(t *testing.T, handlers map[string]func(*bench) handler, test func(t *testing.T, b *bench)) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "vitrine.db")
	synctest.Test(t, func(t *testing.T) {
		b := &bench{file: file}
		var err error
		if b.db, err = store.Open(t.Context(), file); err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := b.db.Close(); err != nil {
				t.Error(err)
			}
		}()
		if err := b.db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		if b.rows, err = sql.Open("sqlite", file+"?_pragma=busy_timeout(10000)"); err != nil {
			t.Fatal(err)
		}
		defer b.rows.Close()
		made := map[string]handler{}
		for kind, handler := range handlers {
			made[kind] = handler(b)
		}
		b.worker = b.newWorker(made)
		defer func() { b.worker.Stop() }()
		test(t, b)
	})
}

func (b *bench) newWorker(handlers map[string]handler, periodic ...jobs.Periodic) *jobs.Worker {
	kinds := map[string]jobs.Kind{}
	for name, run := range handlers {
		kinds[name] = jobs.Kind{Run: run}
	}
	return jobs.New(b.db, kinds, periodic, slog.New(slog.DiscardHandler))
}

// note remembers that something ran.
func (b *bench) note(what string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.ran = append(b.ran, what)
}

// notes is what ran up to now.
func (b *bench) notes() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string{}, b.ran...)
}

func (b *bench) wantNotes(t *testing.T, want ...string) {
	t.Helper()
	if diff := cmp.Diff(append([]string{}, want...), b.notes()); diff != "" {
		t.Errorf("what ran (-want +got):\n%s", diff)
	}
}

// enqueue adds a job that is due now.
func (b *bench) enqueue(t *testing.T, kind string, args any) {
	t.Helper()
	err := b.db.Write(t.Context(), func(tx *store.Tx) error { return tx.Enqueue(t.Context(), kind, args, 0, "") })
	if err != nil {
		t.Fatal(err)
	}
}

// hold claims a job as another process does, for a time.
func (b *bench) hold(ctx context.Context, t *testing.T, kind string, lease time.Duration) store.Job {
	t.Helper()
	var held []store.Job
	err := b.db.Write(ctx, func(tx *store.Tx) (err error) {
		held, err = tx.ClaimJobs(ctx, kind, store.Lease{Name: "of a server", For: lease}, 1)
		return err
	})
	if err != nil || len(held) != 1 {
		t.Fatalf("holding %v: %v", held, err)
	}
	return held[0]
}

// row is a job as it is stored.
type row struct {
	Kind      string
	Attempts  int
	LastError string
	Leased    bool
	Failed    bool
}

func (b *bench) wantJobs(t *testing.T, want ...row) {
	t.Helper()
	rows, err := b.rows.QueryContext(t.Context(),
		"SELECT kind, attempts, last_error, lease <> '', failed_at IS NOT NULL FROM jobs ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	got := []row{}
	for rows.Next() {
		var r row
		if err := rows.Scan(&r.Kind, &r.Attempts, &r.LastError, &r.Leased, &r.Failed); err != nil {
			t.Fatal(err)
		}
		got = append(got, r)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(append([]row{}, want...), got); diff != "" {
		t.Errorf("jobs (-want +got):\n%s", diff)
	}
}

// triedBefore sets how often the jobs were tried already, and makes them due.
func (b *bench) triedBefore(t *testing.T, attempts int) {
	t.Helper()
	if _, err := b.rows.ExecContext(t.Context(), "UPDATE jobs SET attempts = ?, run_at = 0", attempts); err != nil {
		t.Fatal(err)
	}
}

// fine notes its arguments and succeeds.
func fine(b *bench) handler {
	return func(_ context.Context, args string) error {
		b.note(args)
		return nil
	}
}

func TestRunsOnceAndIsGone(t *testing.T) {
	t.Parallel()
	inBubble(t, map[string]func(*bench) handler{"fine": fine}, func(t *testing.T, b *bench) {
		b.enqueue(t, "fine", map[string]int{"n": 1})
		b.worker.Start(t.Context())
		synctest.Wait()
		b.wantNotes(t, `{"n":1}`)
		b.wantJobs(t)

		b.enqueue(t, "fine", 2)
		time.Sleep(time.Second)
		synctest.Wait()
		b.wantNotes(t, `{"n":1}`, "2")

		time.Sleep(5 * time.Minute)
		b.wantNotes(t, `{"n":1}`, "2")
		b.wantJobs(t)
	})
}

// TestRunsAllAtOnce has more jobs than one batch: none waits for the next poll.
func TestRunsAllAtOnce(t *testing.T) {
	t.Parallel()
	inBubble(t, map[string]func(*bench) handler{"fine": fine}, func(t *testing.T, b *bench) {
		const many = 30
		for n := range many {
			b.enqueue(t, "fine", n)
		}
		b.worker.Start(t.Context())
		synctest.Wait()
		if got := len(b.notes()); got != many {
			t.Errorf("%d jobs ran, want %d", got, many)
		}
		b.wantJobs(t)
	})
}

func TestWaitsUntilItIsDue(t *testing.T) {
	t.Parallel()
	inBubble(t, map[string]func(*bench) handler{"fine": fine}, func(t *testing.T, b *bench) {
		err := b.db.Write(t.Context(), func(tx *store.Tx) error {
			return tx.Enqueue(t.Context(), "fine", "later", time.Minute, "")
		})
		if err != nil {
			t.Fatal(err)
		}
		b.worker.Start(t.Context())
		time.Sleep(time.Minute - time.Second/2)
		b.wantNotes(t)
		time.Sleep(time.Second)
		synctest.Wait()
		b.wantNotes(t, `"later"`)
	})
}

func TestVanishedWorker(t *testing.T) {
	t.Parallel()
	inBubble(t, map[string]func(*bench) handler{"fine": fine}, func(t *testing.T, b *bench) {
		b.enqueue(t, "fine", "orphan")
		var claimed []store.Job
		err := b.db.Write(t.Context(), func(tx *store.Tx) (err error) {
			claimed, err = tx.ClaimJobs(t.Context(), "fine", store.Lease{Name: "of the vanished", For: time.Minute}, 1)
			return err
		})
		if err != nil || len(claimed) != 1 {
			t.Fatalf("claimed %v, %v", claimed, err)
		}
		b.worker.Start(t.Context())
		time.Sleep(time.Minute - time.Second/2)
		b.wantNotes(t)
		b.wantJobs(t, row{Kind: "fine", Attempts: 1, Leased: true})

		time.Sleep(time.Second)
		synctest.Wait()
		b.wantNotes(t, `"orphan"`)
		b.wantJobs(t)
		err = b.db.Write(t.Context(), func(tx *store.Tx) error { return tx.FinishJob(t.Context(), claimed[0]) })
		if vitrine.CodeOf(err) != vitrine.Conflict {
			t.Errorf("the vanished worker comes back and gets %v, want a conflict", err)
		}
	})
}

// TestSlowJobsHoldTheirLeases has two workers and jobs that take longer than a
// lease: each runs once.
func TestSlowJobsHoldTheirLeases(t *testing.T) {
	t.Parallel()
	slow := func(b *bench) handler {
		return func(_ context.Context, args string) error {
			time.Sleep(40 * time.Second)
			b.note(args)
			return nil
		}
	}
	inBubble(t, map[string]func(*bench) handler{"slow": slow}, func(t *testing.T, b *bench) {
		for n := range 4 {
			b.enqueue(t, "slow", n)
		}
		b.worker.Start(t.Context())
		synctest.Wait()
		other := b.newWorker(map[string]handler{"slow": slow(b)})
		other.Start(t.Context())
		defer other.Stop()
		time.Sleep(10 * time.Minute)
		times := map[string]int{}
		for _, args := range b.notes() {
			times[args]++
		}
		if diff := cmp.Diff(map[string]int{"0": 1, "1": 1, "2": 1, "3": 1}, times); diff != "" {
			t.Errorf("how often each job ran (-want +got):\n%s", diff)
		}
		b.wantJobs(t)
	})
}

func TestRolledBack(t *testing.T) {
	t.Parallel()
	inBubble(t, map[string]func(*bench) handler{"fine": fine}, func(t *testing.T, b *bench) {
		refused := errors.New("refused")
		err := b.db.Write(t.Context(), func(tx *store.Tx) error {
			if err := tx.Enqueue(t.Context(), "fine", "never", 0, ""); err != nil {
				return err
			}
			return refused
		})
		if !errors.Is(err, refused) {
			t.Fatal(err)
		}
		b.enqueue(t, "fine", "kept")
		b.worker.Start(t.Context())
		time.Sleep(2 * time.Minute)
		b.wantNotes(t, `"kept"`)
		b.wantJobs(t)
	})
}
