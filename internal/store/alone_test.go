package store_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestLoserWritesAlone has a transaction meet others of its process that are ahead of it each time. It loses once, and then has
// the process to itself: the others wait.
func TestLoserWritesAlone(t *testing.T) {
	t.Parallel()
	db := storetest.NewPostgres(t).Open(t)
	ctx, at := t.Context(), time.Date(2026, 2, 3, 12, 0, 0, 0, time.UTC)
	write := func(ctx context.Context, more time.Duration, between func()) error {
		return db.Write(ctx, func(tx *store.Tx) error {
			last, err := tx.NoticesAsked(ctx, "bank")
			if err != nil {
				return err
			}
			between()
			return tx.SetNoticesAsked(ctx, "bank", last.Add(more))
		})
	}
	if err := write(ctx, time.Duration(at.UnixNano()), func() {}); err != nil {
		t.Fatal(err)
	}
	var rivals []error
	err := write(ctx, time.Hour, func() {
		// Alone, this one waits for a rival that waits for it.
		short, cancel := context.WithTimeout(ctx, 2*time.Second)
		defer cancel()
		var work sync.WaitGroup
		work.Go(func() { rivals = append(rivals, write(short, time.Minute, func() {})) })
		work.Wait()
	})
	if err != nil {
		t.Fatalf("who lost once: %v", err)
	}
	if len(rivals) != 2 || rivals[0] != nil || !errors.Is(rivals[1], context.DeadlineExceeded) {
		t.Errorf("the rivals of each try: %v; want one that was ahead, and one that waited in vain", rivals)
	}
	first := time.Time{}.Add(time.Duration(at.UnixNano()))
	if got, err := db.NoticesAsked(ctx, "bank"); err != nil || got.Sub(first) != time.Hour+time.Minute {
		t.Errorf("%s were added, %v; want those of the two who wrote", got.Sub(first), err)
	}
}

// TestWritersThatPanic give their places back.
func TestWritersThatPanic(t *testing.T) {
	t.Parallel()
	db := storetest.NewPostgres(t).Open(t)
	panics := func() (fault any) {
		defer func() { fault = recover() }()
		return db.Write(t.Context(), func(*store.Tx) error { panic("a fault") })
	}
	const many = 100 // more than there are places
	for range many {
		if fault := panics(); fault != "a fault" {
			t.Fatalf("it ended with %v", fault)
		}
	}
	err := db.Write(t.Context(), func(tx *store.Tx) error { return tx.SetNoticesAsked(t.Context(), "bank", time.Now()) })
	if err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// TestMoreWritersThanPlaces lets all of them write in the end.
func TestMoreWritersThanPlaces(t *testing.T) {
	t.Parallel()
	db := storetest.NewPostgres(t).Open(t)
	const many = 40
	errs := make([]error, many)
	var work sync.WaitGroup
	for i := range many {
		work.Go(func() {
			errs[i] = db.Write(t.Context(), func(tx *store.Tx) error {
				last, err := tx.NoticesAsked(t.Context(), "bank")
				if err != nil {
					return err
				}
				return tx.SetNoticesAsked(t.Context(), "bank", last.Add(time.Minute))
			})
		})
	}
	work.Wait()
	got, err := db.NoticesAsked(t.Context(), "bank")
	if err := errors.Join(append(errs, err)...); err != nil || got.Sub(time.Time{}) != many*time.Minute {
		t.Errorf("%s were added by %d who add a minute, %v", got.Sub(time.Time{}), many, err)
	}
}
