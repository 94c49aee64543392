package shop

import (
	"context"
	"errors"
	"time"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/store"
)

// How long stored bytes may be without a row, since a row comes after its
// bytes, and how long after its end an order may still be paid.
const (
	sweepAge    = time.Hour
	lateTime    = 30 * 24 * time.Hour
	sweepAtOnce = 1_000
	sweepKeys   = 100_000 // keys in memory at once, some 10 MB
)

// sweepFloor is how many objects a sweep may discard whatever their share: in a
// small marketplace a single model is a large part of all.
const sweepFloor = 200

// Swept is what a sweep found and did.
type Swept struct {
	Stored    int  `json:"stored"`    // objects that were there
	Needless  int  `json:"needless"`  // of these, what nothing needs
	Discarded int  `json:"discarded"` // of these, moved to the trash
	Recovered int  `json:"recovered"` // brought back from the trash
	Erased    int  `json:"erased"`    // removed from the trash for good
	Held      bool `json:"held"`      // nothing was discarded or erased because of a backup
}

// NoteSweepLimits writes down what this server sweeps by, for commands, which do not
// have its flags.
func (s *Shop) NoteSweepLimits(ctx context.Context) error {
	limits := store.SweepLimits{Share: s.settings.SweepShare, TrashTime: s.settings.TrashTime}
	return s.db.Write(ctx, func(tx *store.Tx) error { return tx.SetSweepLimits(ctx, limits) })
}

// SweepBytes moves to the trash what nothing needs any more: the bytes of deleted
// models that nobody bought, and those whose row was never written. What has been
// in the trash for its time is removed; what is needed after all comes back. A
// Conflict when more than the set share is needless, which a wrong or damaged
// database looks like: then nothing is moved. Several processes may sweep at once.
func (s *Shop) SweepBytes(ctx context.Context) (Swept, error) {
	return s.SweepUpTo(ctx, s.settings.SweepShare)
}

// SweepUpTo is SweepBytes with another share, in percent.
func (s *Shop) SweepUpTo(ctx context.Context, share int) (Swept, error) {
	swept, err := s.sweepUpTo(ctx, share)
	return swept, errors.Join(err, s.noteSweep(ctx, swept))
}

// noteSweep notes what a sweep moved, also where it failed after that: bytes are in no
// transaction. One of the server's own that moved nothing is no act.
func (s *Shop) noteSweep(ctx context.Context, swept Swept) error {
	if swept.Discarded+swept.Recovered+swept.Erased == 0 && actorOf(ctx).Name == vitrine.ByServer {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	return s.db.Write(ctx, func(tx *store.Tx) error { return s.Note(ctx, tx, Noted{Act: vitrine.ActBytesSweep, After: swept}) })
}

func (s *Shop) sweepUpTo(ctx context.Context, share int) (Swept, error) {
	var swept Swept
	if err := s.stillPaired(ctx); err != nil {
		return swept, err
	}
	held, err := s.db.SweepHeld(ctx)
	if err != nil {
		return swept, err
	}
	swept.Held = held
	// The trash first: what is needed comes back also where too much is needless and the rest is refused.
	if err := s.sweepTrash(ctx, &swept); err != nil {
		return swept, err
	}
	needless, err := s.needless(ctx, &swept)
	if err != nil {
		return swept, err
	}
	if err := withinShare(swept, share); err != nil {
		return swept, err
	}
	if err := s.discardNeedless(ctx, needless, &swept); err != nil {
		return swept, err
	}
	return swept, s.blobs.Sweep(ctx)
}

// withinShare refuses to discard more than the operator allows at once.
func withinShare(swept Swept, share int) error {
	most := max(sweepFloor, swept.Stored*share/100)
	if swept.Needless <= most {
		return nil
	}
	return vitrine.Errorf(vitrine.Conflict, "the database needs no more than %d of %d stored objects: "+
		"%d would go to the trash, the most is %d (--sweep-share %d). "+
		"Nothing was moved. Is it the right database, and whole? If so, run `vitrine sweep --sweep-share 100` once",
		swept.Stored-swept.Needless, swept.Stored, swept.Needless, most, share)
}

// paged calls visit for every page of keys that list lists, with at most sweepKeys
// of them, and with what the database needs taken out by then.
func (s *Shop) paged(list func(add func(blob.Info) error) error, visit func(page map[string]blob.Info) error) error {
	page := map[string]blob.Info{}
	err := list(func(info blob.Info) error {
		page[info.Key] = info
		if len(page) < s.sweepKeys {
			return nil
		}
		defer clear(page)
		return visit(page)
	})
	if err == nil && len(page) > 0 {
		err = visit(page)
	}
	return err
}

// LateSince is when an order that nobody paid must have ended for a payment of it to
// arrive still: its bytes are needed until then.
func (s *Shop) LateSince() time.Time { return s.now().Add(-lateTime) }

// takeNeeded takes what the database needs out of a page, and returns it.
func (s *Shop) takeNeeded(ctx context.Context, page map[string]blob.Info) ([]blob.Info, error) {
	var needed []blob.Info
	take := func(b store.BlobRef) {
		if info, ok := page[b.Key]; ok {
			needed = append(needed, info)
			delete(page, b.Key)
		}
	}
	if err := s.db.BlobsInUse(ctx, s.LateSince(), take); err != nil {
		return nil, err
	}
	return needed, s.db.UploadBytes(ctx, take)
}

// needless counts what nothing needs, and returns as much of it as one sweep moves.
func (s *Shop) needless(ctx context.Context, swept *Swept) ([]blob.Info, error) {
	var some []blob.Info
	list := func(add func(blob.Info) error) error {
		return s.blobs.List(ctx, "", func(info blob.Info) error {
			swept.Stored++
			if s.now().Sub(info.ModTime) <= sweepAge {
				return nil
			}
			return add(info)
		})
	}
	err := s.paged(list, func(page map[string]blob.Info) error {
		// After the listing: bytes come before their row, so one that was written meanwhile is seen.
		if _, err := s.takeNeeded(ctx, page); err != nil {
			return err
		}
		swept.Needless += len(page)
		for _, info := range page {
			if len(some) == sweepAtOnce {
				break
			}
			some = append(some, info)
		}
		return nil
	})
	return some, err
}

// discardNeedless asks once more, since listing may have taken long, and moves the
// rest to the trash.
func (s *Shop) discardNeedless(ctx context.Context, list []blob.Info, swept *Swept) error {
	held, err := s.db.SweepHeld(ctx)
	if err != nil || held {
		swept.Held = held
		return err
	}
	left := map[string]blob.Info{}
	for _, info := range list {
		left[info.Key] = info
	}
	if _, err := s.takeNeeded(ctx, left); err != nil {
		return err
	}
	for key, info := range left {
		if err := s.blobs.Discard(ctx, key); err != nil {
			return err
		}
		swept.Discarded++
		s.log.Info("stored bytes that nothing needs were moved to the trash", "key", key, "bytes", info.Size, "stored", info.ModTime,
			"kept_until", s.now().Add(s.settings.TrashTime))
	}
	return nil
}

// sweepTrash brings back what is needed after all, such as by an order that was
// paid late or by an older database that was restored, and removes what was there
// for its time.
func (s *Shop) sweepTrash(ctx context.Context, swept *Swept) error {
	list := func(add func(blob.Info) error) error { return s.blobs.Discarded(ctx, add) }
	return s.paged(list, func(page map[string]blob.Info) error {
		needed, err := s.takeNeeded(ctx, page)
		if err != nil {
			return err
		}
		for _, info := range needed {
			if err := s.recoverBytes(ctx, info, swept); err != nil {
				return err
			}
		}
		for _, info := range page {
			if err := s.eraseOld(ctx, info, swept); err != nil {
				return err
			}
		}
		return nil
	})
}

// recoverBytes brings discarded bytes back. On S3 a copy stays in the trash for its
// time, so bytes that are there already are no news.
func (s *Shop) recoverBytes(ctx context.Context, info blob.Info, swept *Swept) error {
	if _, err := s.blobs.Stat(ctx, info.Key); vitrine.CodeOf(err) != vitrine.NotFound {
		if err == nil {
			err = s.eraseOld(ctx, info, swept)
		}
		return err
	}
	if err := s.blobs.Recover(ctx, info.Key); err != nil {
		return err
	}
	swept.Recovered++
	s.log.Warn("stored bytes are needed after all and were brought back from the trash", "key", info.Key, "bytes", info.Size)
	return nil
}

func (s *Shop) eraseOld(ctx context.Context, info blob.Info, swept *Swept) error {
	if swept.Held || s.now().Sub(info.ModTime) < s.settings.TrashTime {
		return nil
	}
	if err := s.blobs.Erase(ctx, info.Key); err != nil {
		return err
	}
	swept.Erased++
	s.log.Info("stored bytes were removed from the trash", "key", info.Key, "bytes", info.Size, "discarded", info.ModTime)
	return nil
}
