package storetest

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

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

// testSweepHolds has two hold the sweep, and forgets a hold that nobody renews.
func testSweepHolds(t *testing.T, db *store.DB) {
	hold := func(holder string, lease time.Duration) {
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.HoldSweep(ctx, holder, lease) })
	}
	release := func(holder string) {
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.ReleaseSweep(ctx, holder) })
	}
	for _, step := range []struct {
		name string
		do   func()
		held bool
	}{
		{"nobody", func() {}, false},
		{"one", func() { hold("one", time.Hour) }, true},
		{"two", func() { hold("two", time.Hour) }, true},
		{"one again", func() { hold("one", time.Hour) }, true},
		{"one is released", func() { release("one") }, true},
		{"two is released", func() { release("two") }, false},
		{"one that lapsed", func() { hold("one", -time.Second) }, false},
		{"one renewed late", func() { hold("one", time.Hour) }, true},
	} {
		step.do()
		if held, err := db.SweepHeld(t.Context()); held != step.held || err != nil {
			t.Errorf("%s: held is %t, %v", step.name, held, err)
		}
	}
}
