package shop_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestHoldingSweep sweeps during backups that overlap, after each of them, and after
// one that crashed: nothing goes while one of them is under way.
func TestHoldingSweep(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	disk := openDisk(t)
	ahead := 2 * time.Hour
	sweeper, _ := m.later(disk, &ahead)
	adopt(t, sweeper)
	put(t, disk, "nobody's")
	held := shop.Swept{Stored: 1, Needless: 1, Held: true}
	failed := errors.New("the disk of the backup is full")

	began, end := make(chan struct{}), make(chan struct{})
	var work sync.WaitGroup
	work.Go(func() {
		must(t, sweeper.HoldingSweep(t.Context(), func(context.Context) error { close(began); <-end; return nil }))
	})
	<-began
	err := sweeper.HoldingSweep(t.Context(), func(context.Context) error { wantSwept(t, sweeper, held); return failed })
	if !errors.Is(err, failed) {
		t.Errorf("a failed backup gives %v", err)
	}
	wantSwept(t, sweeper, held) // the other one goes on
	close(end)
	work.Wait()
	crashed := func(lease time.Duration) {
		write(t, m.db, func(ctx context.Context, tx *store.Tx) error { return tx.HoldSweep(ctx, "crashed", lease) })
	}
	crashed(time.Minute)
	wantSwept(t, sweeper, held)
	crashed(-time.Second)
	wantSwept(t, sweeper, shop.Swept{Stored: 1, Needless: 1, Discarded: 1})
}

// TestHoldingSweepForLong has a backup run for longer than its lease.
func TestHoldingSweepForLong(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := empty(t)
		must(t, p.shop.Belong(t.Context()))
		must(t, p.shop.HoldingSweep(t.Context(), func(ctx context.Context) error {
			time.Sleep(25 * time.Hour)
			wantSwept(t, p.shop, shop.Swept{Held: true})
			return ctx.Err()
		}))
		wantSwept(t, p.shop, shop.Swept{})
	})
}

// TestHoldingSweepIsLost takes the database away from a long backup, which ends before
// others may take the hold for lapsed.
func TestHoldingSweepIsLost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		db := storetest.SQLite(t)
		p := newPairing(t, db, openDisk(t))
		err := p.shop.HoldingSweep(t.Context(), func(ctx context.Context) error {
			must(t, db.Close())
			began := time.Now()
			<-ctx.Done()
			if took := time.Since(began); took >= 10*time.Minute {
				t.Errorf("the backup went on for %v", took)
			}
			return ctx.Err()
		})
		if err == nil || errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want what ended the hold", err)
		}
	})
}
