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
	enqueue := func(n int, unique string, after time.Duration) {
		t.Helper()
		enqueueJob(t, db, "work", n, unique, after)
	}
	enqueue(1, "", time.Hour)
	enqueue(2, "the same", 0)
	enqueue(3, "the same", 0)
	enqueue(4, "", -time.Minute)
	enqueueJob(t, db, "other", 5, "", 0)

	found := claimJobs(t, db, "a")
	if args := argsOf(found); !slices.Equal(args, []string{"2", "4"}) || found[0].Attempts != 1 {
		t.Fatalf("due are %v: %+v", args, found)
	}
	if again := claimJobs(t, db, "b"); len(again) > 0 {
		t.Errorf("jobs under a lease are claimed again: %+v", again)
	}
	if due, held, err := db.JobsDue(t.Context(), []string{"work", "other"}); due != 3 || held != 2 || err != nil {
		t.Errorf("%d jobs are due, of which %d are held, %v: want 3 and 2", due, held, err)
	}
	enqueueJob(t, db, "other", 6, "the same", 0) // one that was claimed does not stand in its way
	if due, err := db.JobDue(t.Context(), "other"); !due || err != nil {
		t.Errorf("a job whose namesake was claimed: %v, %v", due, err)
	}
	testLostLease(t, db, found)
}

// testLostLease lets a lease run out: who held it can't finish, retry or renew
// the job any more.
func testLostLease(t *testing.T, db *store.DB, held []store.Job) {
	for _, job := range held {
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.RenewJob(ctx, job, 0) })
	}
	taken := claimJobs(t, db, "b")
	if len(taken) != len(held) || taken[0].Attempts != 2 || taken[0].Losses != 1 {
		t.Fatalf("after the lease: %+v", taken)
	}
	wantLost(t, db, held[0])
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		return tx.RetryJob(ctx, taken[0], 3*time.Minute, "not yet")
	})
	if early := claimJobs(t, db, "c"); len(early) > 0 {
		t.Errorf("a job to be tried later is claimed: %+v", early)
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.RetryJob(ctx, taken[1], 0, "now") })
	last := claimJobs(t, db, "c")
	if len(last) != 1 || last[0].ID != taken[1].ID || last[0].Attempts != 3 || last[0].Losses != 1 {
		t.Fatalf("what was given back: %+v", last)
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.FailJob(ctx, last[0], "for good") })
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.RenewJob(ctx, last[0], 0) })
	if failed := claimJobs(t, db, "d"); len(failed) > 0 {
		t.Errorf("a job that was set aside is claimed: %+v", failed)
	}
	enqueueJob(t, db, "work", 7, "", 0)
	done := claimJobs(t, db, "e")
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.FinishJob(ctx, done[0]) })
	wantLost(t, db, done[0])
}

// wantLost fails unless nothing can be done about a job any more.
func wantLost(t *testing.T, db *store.DB, job store.Job) {
	t.Helper()
	for name, change := range map[string]func(ctx context.Context, tx *store.Tx) error{
		"finish": func(ctx context.Context, tx *store.Tx) error { return tx.FinishJob(ctx, job) },
		"retry":  func(ctx context.Context, tx *store.Tx) error { return tx.RetryJob(ctx, job, 0, "x") },
		"return": func(ctx context.Context, tx *store.Tx) error { return tx.ReturnJob(ctx, job) },
		"renew":  func(ctx context.Context, tx *store.Tx) error { return tx.RenewJob(ctx, job, time.Minute) },
		"fail":   func(ctx context.Context, tx *store.Tx) error { return tx.FailJob(ctx, job, "x") },
	} {
		err := db.Write(t.Context(), func(tx *store.Tx) error { return change(t.Context(), tx) })
		if vitrine.CodeOf(err) != vitrine.Conflict {
			t.Errorf("%s without the lease: %v", name, err)
		}
	}
}

// testClaimsAtOnce has many workers claim at once: each job goes to one of them.
func testClaimsAtOnce(t *testing.T, db *store.DB) {
	const jobs, workers = 40, 8
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		for range jobs {
			if err := tx.Enqueue(ctx, "work", nil, 0, ""); err != nil {
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
				found := claimJobs(t, db, string(rune('a'+i)))
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
func claimJobs(t *testing.T, db *store.DB, lease string) []store.Job {
	t.Helper()
	var found []store.Job
	err := db.Write(t.Context(), func(tx *store.Tx) (err error) {
		found, err = tx.ClaimJobs(t.Context(), "work", store.Lease{Name: lease, For: time.Minute}, 5)
		return err
	})
	if err != nil {
		t.Error(err)
	}
	slices.SortFunc(found, func(a, b store.Job) int { return cmp.Compare(a.Args, b.Args) })
	return found
}

func enqueueJob(t *testing.T, db *store.DB, kind string, args any, unique string, after time.Duration) {
	t.Helper()
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.Enqueue(ctx, kind, args, after, unique) })
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
		enqueueJob(t, db, "work", n, "", -age*time.Minute)
	}
	if args := argsOf(claimJobs(t, db, "a")); !slices.Equal(args, []string{"0", "1", "3", "5", "6"}) {
		t.Errorf("the five oldest are %v", args)
	}
	for kind, want := range map[string]bool{"work": true, "other": false} {
		if due, err := db.JobDue(t.Context(), kind); due != want || err != nil {
			t.Errorf("a job of kind %s is due: %v, %v", kind, due, err)
		}
	}
	returned := claimJobs(t, db, "b")
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.ReturnJob(ctx, returned[0]) })
	if again := claimJobs(t, db, "c"); len(again) != 1 || again[0].Attempts != 1 {
		t.Errorf("a job that was returned: %+v", again)
	}
}

// testTroubledJobs looks at jobs that fail, and has them tried again.
func testTroubledJobs(t *testing.T, db *store.DB) {
	ctx := t.Context()
	write := func(change func(tx *store.Tx) error) {
		t.Helper()
		if err := db.Write(ctx, change); err != nil {
			t.Fatal(err)
		}
	}
	claim := func() (job store.Job) {
		t.Helper()
		write(func(tx *store.Tx) error {
			found, err := tx.ClaimJobs(ctx, "broken", store.Lease{Name: "l", For: time.Hour}, 1)
			if err == nil && len(found) != 1 {
				t.Fatalf("claimed %v", found)
			}
			job = found[0]
			return err
		})
		return job
	}
	write(func(tx *store.Tx) error { return tx.Enqueue(ctx, "broken", "a", 0, "") })
	job := claim()
	try := func(last bool) error {
		return db.Write(ctx, func(tx *store.Tx) error {
			_, err := tx.TryJobNow(ctx, job.ID, last)
			return err
		})
	}
	if err := try(false); vitrine.CodeOf(err) != vitrine.NotFound {
		t.Errorf("a job that somebody works on: %v", err)
	}
	write(func(tx *store.Tx) error { return tx.FailJob(ctx, job, "it is broken") })
	kinds, err := db.JobKinds(ctx)
	if err != nil || len(kinds) != 1 || kinds[0] != (store.JobKind{Kind: "broken", Failed: 1}) {
		t.Errorf("the kinds are %+v, %v", kinds, err)
	}
	if err := try(true); err != nil {
		t.Fatal(err)
	}
	kinds, err = db.JobKinds(ctx)
	if err != nil || len(kinds) != 1 || kinds[0].Waiting != 1 || kinds[0].Retried != 1 || kinds[0].Failed != 0 {
		t.Errorf("the kinds are %+v, %v", kinds, err)
	}
	if job = claim(); job.Attempts < 1000 {
		t.Errorf("the job for the last time was tried %d times", job.Attempts)
	}
	write(func(tx *store.Tx) error { return tx.FailJob(ctx, job, "still") })
	if err := try(false); err != nil {
		t.Fatal(err)
	}
	list, err := db.TroubledJobs(ctx, 0, 10)
	want := store.TroubledJob{ID: job.ID, Kind: "broken", Args: `"a"`, Problem: "still"}
	if err != nil || len(list) != 1 || list[0] != want {
		t.Errorf("the jobs are %+v, %v", list, err)
	}
	if list, err = db.TroubledJobs(ctx, job.ID, 10); err != nil || len(list) != 0 {
		t.Errorf("before the first there are %+v, %v", list, err)
	}
}
