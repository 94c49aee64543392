package storetest

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

func claimOf(owner, key, fingerprint string, at time.Time) store.IdempotencyClaim {
	return store.IdempotencyClaim{
		IdempotencyKey: store.IdempotencyKey{Owner: owner, Key: key}, Fingerprint: fingerprint,
		Now: at, Lease: time.Minute, Kept: 24 * time.Hour,
	}
}

func claim(t *testing.T, db *store.DB, c store.IdempotencyClaim) (answer *store.SavedAnswer, err error) {
	t.Helper()
	err = db.Write(t.Context(), func(tx *store.Tx) (err error) {
		answer, err = tx.ClaimIdempotencyKey(t.Context(), c)
		return err
	})
	return answer, err
}

func testIdempotency(t *testing.T, db *store.DB) {
	saved := store.SavedAnswer{Status: 201, Headers: `{"Location":"/x"}`, Body: `{"id":1}`}
	mine := claimOf("user:1", "k", "f", noon())
	for _, step := range []struct {
		name  string
		claim store.IdempotencyClaim
		want  vitrine.Code
		kept  *store.SavedAnswer
		then  func(ctx context.Context, tx *store.Tx) error
	}{
		{name: "the first has the claim", claim: mine},
		{name: "the second waits", claim: mine, want: vitrine.Conflict},
		{name: "with another body it is refused", claim: claimOf("user:1", "k", "g", noon()), want: vitrine.Invalid},
		{name: "the key of another owner is another key", claim: claimOf("user:2", "k", "g", noon())},
		{name: "an abandoned claim is taken over", claim: claimOf("user:1", "k", "f", noon().Add(time.Minute)),
			then: saveAnswer(t, mine.IdempotencyKey, saved, true)},
		{name: "a second answer changes nothing", claim: claimOf("user:1", "k", "f", noon().Add(2*time.Minute)), kept: &saved,
			then: saveAnswer(t, mine.IdempotencyKey, store.SavedAnswer{Status: 200}, false)},
		{name: "the answer comes again", claim: claimOf("user:1", "k", "f", noon().Add(2*time.Minute)), kept: &saved,
			then: func(ctx context.Context, tx *store.Tx) error {
				return tx.ReleaseIdempotencyKey(ctx, mine.IdempotencyKey)
			}},
		{name: "a saved answer is not released", claim: claimOf("user:1", "k", "f", noon().Add(3*time.Minute)), kept: &saved},
		{name: "after a day the key is free", claim: claimOf("user:1", "k", "g", noon().Add(25*time.Hour)),
			then: func(ctx context.Context, tx *store.Tx) error {
				return tx.ReleaseIdempotencyKey(ctx, mine.IdempotencyKey)
			}},
		{name: "a released claim takes no answer", claim: claimOf("user:1", "l", "f", noon().Add(25*time.Hour)),
			then: saveAnswer(t, mine.IdempotencyKey, saved, false)},
		{name: "a released claim is free", claim: claimOf("user:1", "k", "h", noon().Add(25*time.Hour))},
	} {
		answer, err := claim(t, db, step.claim)
		if got := vitrine.CodeOf(err); got != step.want {
			t.Fatalf("%s: got error %v, want code %q", step.name, err, step.want)
		}
		if diff := cmp.Diff(step.kept, answer); diff != "" {
			t.Fatalf("%s: answer (-want +got):\n%s", step.name, diff)
		}
		if step.then != nil {
			write(t, db, step.then)
		}
	}
	testIdempotencyPrune(t, db)
	testIdempotencyAtOnce(t, db)
}

// saveAnswer saves an answer and wants to be told whether that was done.
func saveAnswer(t *testing.T, key store.IdempotencyKey, answer store.SavedAnswer, want bool) func(context.Context, *store.Tx) error {
	return func(ctx context.Context, tx *store.Tx) error {
		kept, err := tx.SaveAnswer(ctx, key, answer)
		if kept != want {
			t.Errorf("saving an answer of %d says %v, want %v", answer.Status, kept, want)
		}
		return err
	}
}

func testIdempotencyPrune(t *testing.T, db *store.DB) {
	var pruned int64
	write(t, db, func(ctx context.Context, tx *store.Tx) (err error) {
		pruned, err = tx.PruneIdempotencyKeys(ctx, noon().Add(24*time.Hour))
		return err
	})
	if pruned != 1 {
		t.Errorf("pruned %d keys, want the 1 of user 2", pruned)
	}
}

func testIdempotencyAtOnce(t *testing.T, db *store.DB) {
	var won, waited atomic.Int64
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			_, err := claim(t, db, claimOf("user:3", "k", "f", noon()))
			switch vitrine.CodeOf(err) {
			case "":
				won.Add(1)
			case vitrine.Conflict:
				waited.Add(1)
			}
		})
	}
	group.Wait()
	if won.Load() != 1 || waited.Load() != 7 {
		t.Errorf("%d won the claim and %d were told to wait, want 1 and 7", won.Load(), waited.Load())
	}
}
