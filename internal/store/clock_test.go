package store_test

import (
	"testing"
	"testing/synctest"
	"time"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestClockOfAnotherNode has two nodes share a PostgreSQL: one goes right, the
// other one's clock, that of a bubble, is years behind or ahead. Neither takes what
// the other holds, and what one enqueues is due for both.
func TestClockOfAnotherNode(t *testing.T) {
	t.Parallel()
	server := storetest.NewPostgres(t)
	for name, ahead := range map[string]time.Duration{"behind": 0, "ahead": 60 * 365 * 24 * time.Hour} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := server.Address(t)
			right, err := store.Open(t.Context(), address)
			if err != nil {
				t.Fatal(err)
			}
			defer right.Close()
			holdAll(t, right, "right")
			synctest.Test(t, func(t *testing.T) {
				time.Sleep(ahead)
				wrong, err := store.Open(t.Context(), address)
				if err != nil {
					t.Fatal(err)
				}
				defer wrong.Close()
				takeNothing(t, wrong, "right")
				holdAll(t, wrong, "wrong")
			})
			takeNothing(t, right, "wrong")
		})
	}
}

// holdAll enqueues a job of a kind and claims it, and claims a key, for a minute.
func holdAll(t *testing.T, db *store.DB, kind string) {
	t.Helper()
	err := db.Write(t.Context(), func(tx *store.Tx) error { return tx.Enqueue(t.Context(), kind, nil, 0, "") })
	if err != nil {
		t.Fatal(err)
	}
	if n := claimed(t, db, kind); n != 1 {
		t.Fatalf("%d jobs were claimed, want 1", n)
	}
	if err := claimKey(t, db, kind); err != nil {
		t.Fatal(err)
	}
}

// takeNothing fails when what another node holds can be taken.
func takeNothing(t *testing.T, db *store.DB, kind string) {
	t.Helper()
	if due, err := db.JobDue(t.Context(), kind); due || err != nil {
		t.Errorf("a job that another node holds is due: %v, %v", due, err)
	}
	if n := claimed(t, db, kind); n != 0 {
		t.Errorf("%d jobs were taken from another node", n)
	}
	if due, held, err := db.JobsDue(t.Context(), []string{kind}); due != 1 || held != 1 || err != nil {
		t.Errorf("%d jobs are due and %d held, %v: want 1 and 1", due, held, err)
	}
	if err := claimKey(t, db, kind); vitrine.CodeOf(err) != vitrine.Conflict {
		t.Errorf("a key that another node works on: %v, want a conflict", err)
	}
}

func claimed(t *testing.T, db *store.DB, kind string) (n int) {
	t.Helper()
	err := db.Write(t.Context(), func(tx *store.Tx) error {
		jobs, err := tx.ClaimJobs(t.Context(), kind, store.Lease{Name: "held", For: time.Minute}, 10)
		n = len(jobs)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func claimKey(t *testing.T, db *store.DB, key string) error {
	return db.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ClaimIdempotencyKey(t.Context(), store.IdempotencyClaim{
			IdempotencyKey: store.IdempotencyKey{Owner: "user:1", Key: key}, Fingerprint: "f", Lease: time.Minute, Kept: 24 * time.Hour,
		})
		return err
	})
}
