package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"vitrine/internal/store"
)

func testSettings(t *testing.T, db *store.DB) {
	ids := make([]string, 8)
	var group sync.WaitGroup
	for i := range ids {
		group.Go(func() {
			err := db.Write(t.Context(), func(tx *store.Tx) (err error) {
				ids[i], err = tx.KeepMarketplace(t.Context(), fmt.Sprint("id ", i))
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	for _, id := range ids {
		if id == "" || id != ids[0] {
			t.Errorf("of several who asked at once one got %q, another %q", ids[0], id)
		}
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
