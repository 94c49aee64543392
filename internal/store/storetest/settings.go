package storetest

import (
	"bytes"
	"context"
	"sync"
	"testing"

	"vitrine/internal/store"
)

func testSettings(t *testing.T, db *store.DB) {
	secrets := make([][]byte, 8)
	var group sync.WaitGroup
	for i := range secrets {
		group.Go(func() {
			var err error
			if secrets[i], err = db.Secret(t.Context(), "signing"); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for _, secret := range secrets {
		if len(secret) != 32 || !bytes.Equal(secret, secrets[0]) {
			t.Errorf("of several who asked at once one got %x, another %x", secrets[0], secret)
		}
	}
	other, err := db.Secret(t.Context(), "another")
	if err != nil || bytes.Equal(other, secrets[0]) {
		t.Errorf("a secret of another name is %x (%v), want a different one", other, err)
	}
	for _, want := range []bool{true, false} {
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			first, err := tx.SetSettingOnce(ctx, "seeded", "1")
			if first != want {
				t.Errorf("first is %v, want %v", first, want)
			}
			return err
		})
	}
}
