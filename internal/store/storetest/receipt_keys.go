package storetest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// testReceiptKeys keeps the secret of the newest key alone, and what is public of all.
func testReceiptKeys(t *testing.T, db *store.DB) {
	ctx := t.Context()
	add := func(public, secret string, at time.Time) error {
		return db.Write(ctx, func(tx *store.Tx) error {
			return tx.AddReceiptKey(ctx, store.ReceiptKey{Public: public, Secret: secret, CreatedAt: at})
		})
	}
	wantCode(t, add("one", "first secret", noon()), "")
	wantCode(t, add("two", "second secret", noon().Add(time.Hour)), "")
	if err := add("two", "another", noon()); err == nil {
		t.Error("one key is stored twice")
	}
	want := []store.ReceiptKey{{Public: "two", Secret: "second secret", CreatedAt: noon().Add(time.Hour)}, {Public: "one", CreatedAt: noon()}}
	got, err := db.ReceiptKeys(ctx)
	wantCode(t, err, "")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("keys (-want +got):\n%s", diff)
	}
	others, err := auth.ParseKeys(auth.NewKey())
	wantCode(t, err, "")
	db.UseSecrets(others) // they open nothing
	if got, err = db.ReceiptKeys(ctx); err != nil || len(got) != 2 || got[0].Secret != "" {
		t.Errorf("with other keys: %v, %v", got, err)
	}
}
