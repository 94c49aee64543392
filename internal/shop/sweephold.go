package shop

import (
	"context"
	"fmt"
	"sync"
	"time"

	"vitrine/internal/auth"
	"vitrine/internal/store"
)

// A backup copies stored bytes after the rows that name them, and holds the sweep
// meanwhile: its lease is renewed long before it ends, and ends soon after a crash.
const (
	holdLease  = 10 * time.Minute
	holdRenew  = time.Minute
	holdEnding = 10 * time.Second // for the word that it has ended
)

// HoldingSweep runs do, and has no stored bytes removed meanwhile, on any machine.
// Several may do so at once. The context of do ends when the hold could not be kept.
func (s *Shop) HoldingSweep(ctx context.Context, do func(ctx context.Context) error) error {
	holder := auth.RandomText(idLength)
	if err := s.hold(ctx, holder); err != nil {
		return err
	}
	within, cancel := context.WithCancelCause(ctx)
	var work sync.WaitGroup
	work.Go(func() { s.keepHold(within, holder, cancel) })
	err := do(within)
	// do may only tell of a canceled context, the cause says that the hold was lost.
	if cause := context.Cause(within); err != nil && cause != nil && ctx.Err() == nil {
		err = cause
	}
	cancel(nil)
	work.Wait()
	s.release(context.WithoutCancel(ctx), holder)
	return err
}

func (s *Shop) hold(ctx context.Context, holder string) error {
	ctx, cancel := context.WithTimeout(ctx, holdRenew)
	defer cancel()
	return s.db.Write(ctx, func(tx *store.Tx) error { return tx.HoldSweep(ctx, holder, holdLease) })
}

// keepHold renews a hold until ctx ends, which it ends itself when the hold is about to.
func (s *Shop) keepHold(ctx context.Context, holder string, cancel context.CancelCauseFunc) {
	renew := time.NewTicker(holdRenew)
	defer renew.Stop()
	for left := holdLease; ; {
		select {
		case <-ctx.Done():
			return
		case <-renew.C:
		}
		left -= holdRenew
		err := s.hold(ctx, holder)
		switch {
		case err == nil:
			left = holdLease
		// The next try would come when the lease may have ended.
		case left <= holdRenew:
			cancel(fmt.Errorf("the sweep of stored bytes can't be held any longer, so that some might be missing: %w", err))
			return
		}
	}
}

// release ends a hold. One that can't be ended lapses.
func (s *Shop) release(ctx context.Context, holder string) {
	ctx, cancel := context.WithTimeout(ctx, holdEnding)
	defer cancel()
	if err := s.db.Write(ctx, func(tx *store.Tx) error { return tx.ReleaseSweep(ctx, holder) }); err != nil {
		s.log.Warn("the sweep of stored bytes is held for some minutes more", "minutes", holdLease.Minutes(), "error", err)
	}
}
