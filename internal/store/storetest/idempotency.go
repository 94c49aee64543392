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

func claimOf(owner, key, fingerprint string) store.IdempotencyClaim {
	return store.IdempotencyClaim{
		IdempotencyKey: store.IdempotencyKey{Owner: owner, Key: key}, Fingerprint: fingerprint,
		Lease: time.Minute, Kept: 24 * time.Hour,
	}
}

// soon returns a claim that ends at once; late is one after the day for which
// answers are kept.
func soon(c store.IdempotencyClaim) store.IdempotencyClaim { c.Lease = 0; return c }
func late(c store.IdempotencyClaim) store.IdempotencyClaim { c.Kept = 0; return c }

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
	upload := store.SavedAnswer{Status: 201, Headers: `{}`, Body: `{"id":2}`, Content: "c"}
	mine := claimOf("user:1", "k", "f")
	for _, step := range []struct {
		name  string
		claim store.IdempotencyClaim
		want  vitrine.Code
		kept  *store.SavedAnswer
		then  func(ctx context.Context, tx *store.Tx) error
	}{
		{name: "the first has the claim", claim: mine},
		{name: "the second waits", claim: mine, want: vitrine.Conflict},
		{name: "with another body it is refused", claim: claimOf("user:1", "k", "g"), want: vitrine.Invalid},
		{name: "the key of another owner is another key", claim: soon(claimOf("user:2", "k", "g"))},
		{name: "an abandoned claim is taken over", claim: claimOf("user:2", "k", "g")},
		{name: "a claim that ends at once", claim: soon(claimOf("user:4", "k", "f")),
			then: func(ctx context.Context, tx *store.Tx) error {
				return tx.RenewIdempotencyKey(ctx, claimOf("user:4", "k", "").IdempotencyKey, time.Minute)
			}},
		{name: "holds when it is renewed", claim: claimOf("user:4", "k", "f"), want: vitrine.Conflict,
			then: saveAnswer(t, claimOf("user:4", "k", "").IdempotencyKey, upload, true)},
		{name: "a request's content comes with its answer", claim: claimOf("user:4", "k", "f"), kept: &upload},
		{name: "and its fingerprint stays", claim: claimOf("user:4", "k", "g"), want: vitrine.Invalid},
		{name: "which holds again", claim: claimOf("user:2", "k", "g"), want: vitrine.Conflict,
			then: saveAnswer(t, mine.IdempotencyKey, saved, true)},
		{name: "a second answer changes nothing", claim: mine, kept: &saved,
			then: saveAnswer(t, mine.IdempotencyKey, store.SavedAnswer{Status: 200}, false)},
		{name: "the answer comes again", claim: mine, kept: &saved,
			then: func(ctx context.Context, tx *store.Tx) error {
				return tx.ReleaseIdempotencyKey(ctx, mine.IdempotencyKey)
			}},
		{name: "a saved answer is not released", claim: mine, kept: &saved},
		{name: "after a day the key is free", claim: late(claimOf("user:1", "k", "g")),
			then: func(ctx context.Context, tx *store.Tx) error {
				return tx.ReleaseIdempotencyKey(ctx, mine.IdempotencyKey)
			}},
		{name: "a released claim takes no answer", claim: claimOf("user:1", "l", "f"),
			then: saveAnswer(t, mine.IdempotencyKey, saved, false)},
		{name: "a released claim is free", claim: claimOf("user:1", "k", "h")},
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
	prune := func(kept time.Duration) (pruned int64) {
		write(t, db, func(ctx context.Context, tx *store.Tx) (err error) {
			pruned, err = tx.PruneIdempotencyKeys(ctx, kept)
			return err
		})
		return pruned
	}
	if young, old := prune(24*time.Hour), prune(0); young != 0 || old != 4 {
		t.Errorf("pruned %d keys of a day and then %d, want 0 and 4", young, old)
	}
}

func testIdempotencyAtOnce(t *testing.T, db *store.DB) {
	var won, waited atomic.Int64
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			_, err := claim(t, db, claimOf("user:3", "k", "f"))
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
