package storetest

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

func testJobs(t *testing.T, db *store.DB) {
	enqueue := func(n int, unique string, at time.Time) { t.Helper(); enqueueJob(t, db, "work", n, unique, at) }
	enqueue(1, "", noon().Add(time.Hour))
	enqueue(2, "the same", noon())
	enqueue(3, "the same", noon())
	enqueue(4, "", noon().Add(-time.Minute))
	enqueueJob(t, db, "other", 5, "", noon())

	found := claimJobs(t, db, "a", noon())
	if args := argsOf(found); !slices.Equal(args, []string{"2", "4"}) || found[0].Attempts != 1 {
		t.Fatalf("due are %v: %+v", args, found)
	}
	if again := claimJobs(t, db, "b", noon()); len(again) > 0 {
		t.Errorf("jobs under a lease are claimed again: %+v", again)
	}
	if due, held, err := db.JobsDue(t.Context(), []string{"work", "other"}, noon()); due != 3 || held != 2 || err != nil {
		t.Errorf("%d jobs are due, of which %d are held, %v: want 3 and 2", due, held, err)
	}
	enqueueJob(t, db, "other", 6, "the same", noon()) // one that was claimed does not stand in its way
	if due, err := db.JobDue(t.Context(), "other", noon()); !due || err != nil {
		t.Errorf("a job whose namesake was claimed: %v, %v", due, err)
	}
	testLostLease(t, db, found)
}

// testLostLease lets a lease run out: who held it can't finish, retry or renew
// the job any more.
func testLostLease(t *testing.T, db *store.DB, held []store.Job) {
	taken := claimJobs(t, db, "b", noon().Add(2*time.Minute))
	if len(taken) != len(held) || taken[0].Attempts != 2 || taken[0].Losses != 1 {
		t.Fatalf("after the lease: %+v", taken)
	}
	for name, change := range map[string]func(ctx context.Context, tx *store.Tx) error{
		"finish": func(ctx context.Context, tx *store.Tx) error { return tx.FinishJob(ctx, held[0]) },
		"retry":  func(ctx context.Context, tx *store.Tx) error { return tx.RetryJob(ctx, held[0], noon(), "x") },
		"return": func(ctx context.Context, tx *store.Tx) error { return tx.ReturnJob(ctx, held[0], noon()) },
		"renew":  func(ctx context.Context, tx *store.Tx) error { return tx.RenewJob(ctx, held[0], noon()) },
		"fail":   func(ctx context.Context, tx *store.Tx) error { return tx.FailJob(ctx, held[0], noon(), "x") },
	} {
		err := db.Write(t.Context(), func(tx *store.Tx) error { return change(t.Context(), tx) })
		if vitrine.CodeOf(err) != vitrine.Conflict {
			t.Errorf("%s without the lease: %v", name, err)
		}
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.FinishJob(ctx, taken[0]) })
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		return tx.RetryJob(ctx, taken[1], noon().Add(3*time.Minute), "not yet")
	})
	if early := claimJobs(t, db, "c", noon().Add(2*time.Minute)); len(early) > 0 {
		t.Errorf("a job to be tried later is claimed: %+v", early)
	}
	last := claimJobs(t, db, "c", noon().Add(4*time.Minute))
	if len(last) != 1 || last[0].ID != taken[1].ID || last[0].Attempts != 3 || last[0].Losses != 1 {
		t.Fatalf("what was given back: %+v", last)
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.FailJob(ctx, last[0], noon(), "for good") })
	if failed := claimJobs(t, db, "d", noon().Add(30*time.Minute)); len(failed) > 0 {
		t.Errorf("a job that was set aside is claimed: %+v", failed)
	}
}

// testClaimsAtOnce has many workers claim at once: each job goes to one of them.
func testClaimsAtOnce(t *testing.T, db *store.DB) {
	const jobs, workers = 40, 8
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		for range jobs {
			if err := tx.Enqueue(ctx, "work", nil, noon(), ""); err != nil {
				return err
			}
		}
		return nil
	})
	var mu sync.Mutex
	var group sync.WaitGroup
	seen := map[int64]int{}
	for i := range workers {
		group.Go(func() {
			for {
				found := claimJobs(t, db, string(rune('a'+i)), noon())
				if len(found) == 0 {
					return
				}
				mu.Lock()
				for _, job := range found {
					seen[job.ID]++
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	if len(seen) != jobs {
		t.Errorf("%d of %d jobs were claimed", len(seen), jobs)
	}
	for id, n := range seen {
		if n != 1 {
			t.Errorf("job %d was claimed %d times", id, n)
		}
	}
}

// claimJobs takes up to five jobs for a minute.
func claimJobs(t *testing.T, db *store.DB, lease string, now time.Time) []store.Job {
	t.Helper()
	var found []store.Job
	err := db.Write(t.Context(), func(tx *store.Tx) (err error) {
		found, err = tx.ClaimJobs(t.Context(), "work", store.Lease{Name: lease, From: now, Until: now.Add(time.Minute)}, 5)
		return err
	})
	if err != nil {
		t.Error(err)
	}
	slices.SortFunc(found, func(a, b store.Job) int { return cmp.Compare(a.Args, b.Args) })
	return found
}

func enqueueJob(t *testing.T, db *store.DB, kind string, args any, unique string, at time.Time) {
	t.Helper()
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.Enqueue(ctx, kind, args, at, unique) })
}

func argsOf(jobs []store.Job) []string {
	args := make([]string, len(jobs))
	for i, job := range jobs {
		args[i] = job.Args
	}
	return args
}

// testOldestFirst has more jobs than are claimed: the oldest are taken, and only
// those of the kind that is asked for.
func testOldestFirst(t *testing.T, db *store.DB) {
	for n, age := range []time.Duration{3, 9, 1, 8, 2, 7, 6} {
		enqueueJob(t, db, "work", n, "", noon().Add(-age*time.Minute))
	}
	if args := argsOf(claimJobs(t, db, "a", noon())); !slices.Equal(args, []string{"0", "1", "3", "5", "6"}) {
		t.Errorf("the five oldest are %v", args)
	}
	for kind, want := range map[string]bool{"work": true, "other": false} {
		if due, err := db.JobDue(t.Context(), kind, noon()); due != want || err != nil {
			t.Errorf("a job of kind %s is due: %v, %v", kind, due, err)
		}
	}
	returned := claimJobs(t, db, "b", noon())
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.ReturnJob(ctx, returned[0], noon()) })
	if again := claimJobs(t, db, "c", noon()); len(again) != 1 || again[0].Attempts != 1 {
		t.Errorf("a job that was returned: %+v", again)
	}
}
