package shop

import (
	"context"
	"errors"
	"time"

	"vitrine/internal/blob"
	"vitrine/internal/store"
)

// sweepHold is how long a backup keeps the sweep from removing bytes: it copies
// them after the rows that name them.
const sweepHold = 24 * time.Hour

// How long stored bytes may be without a row, since a row comes after its
// bytes, and how long after its end an order may still be paid.
const (
	sweepAge    = time.Hour
	lateTime    = 30 * 24 * time.Hour
	sweepAtOnce = 1_000
	sweepKeys   = 100_000 // keys in memory at once, some 10 MB
)

// HoldSweep keeps stored bytes from being removed for a day, on every machine.
func (s *Shop) HoldSweep(ctx context.Context) error {
	return s.db.Write(ctx, func(tx *store.Tx) error { return tx.HoldSweep(ctx, s.now().Add(sweepHold)) })
}

// errSwept ends a list when a sweep has removed as much as it may.
var errSwept = errors.New("enough was removed")

// SweepBytes removes stored bytes that nothing needs any more: those of
// deleted models that nobody bought, and those whose row was never written. It
// holds a page of keys at once, and asks the database about each page.
func (s *Shop) SweepBytes(ctx context.Context) (removed int, err error) {
	page := map[string]bool{}
	sweepPage := func() error {
		n, err := s.sweepPage(ctx, page, sweepAtOnce-removed)
		clear(page)
		if removed += n; err == nil && removed == sweepAtOnce {
			err = errSwept
		}
		return err
	}
	err = s.blobs.List(ctx, "", func(info blob.Info) error {
		if s.now().Sub(info.ModTime) > sweepAge {
			page[info.Key] = true
		}
		if len(page) < s.sweepKeys {
			return nil
		}
		return sweepPage()
	})
	if err == nil {
		err = sweepPage()
	}
	if err != nil && !errors.Is(err, errSwept) {
		return removed, err
	}
	return removed, s.blobs.Sweep(ctx)
}

// sweepPage removes up to limit of the keys that nothing needs, none while a
// backup runs.
func (s *Shop) sweepPage(ctx context.Context, keys map[string]bool, limit int) (removed int, err error) {
	until, err := s.db.SweepHeld(ctx)
	if err != nil || s.now().Before(until) {
		return 0, err
	}
	if err := s.db.BlobsInUse(ctx, s.now().Add(-lateTime), func(b store.BlobRef) { delete(keys, b.Key) }); err != nil {
		return 0, err
	}
	for key := range keys {
		if removed == limit {
			break
		}
		if err := s.blobs.Delete(ctx, key); err != nil {
			return removed, err
		}
		removed++
	}
	return removed, nil
}
