package shop

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"vitrine"
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
	if err := s.db.BytesInUse(ctx, s.now().Add(-lateTime), func(b store.StoredBytes) { delete(keys, b.Key) }); err != nil {
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

// Mismatch is where database and stored bytes disagree.
type Mismatch struct {
	Key    string `json:"key"`
	Detail string `json:"detail"`
}

// Check compares the database with the stored bytes: what is needed is there,
// of the right size and, when deep, of the right digest; what is not needed
// has no more than sweepAge.
func (s *Shop) Check(ctx context.Context, deep bool) ([]Mismatch, error) {
	stored := map[string]blob.Info{}
	if err := s.blobs.List(ctx, "", func(info blob.Info) error { stored[info.Key] = info; return nil }); err != nil {
		return nil, err
	}
	var wrong []Mismatch
	needed := map[string]bool{}
	var failed error
	err := s.db.BytesInUse(ctx, s.now().Add(-lateTime), func(b store.StoredBytes) {
		if needed[b.Key] || failed != nil {
			return
		}
		needed[b.Key] = true
		detail, err := s.compare(ctx, stored, b, deep)
		if err != nil {
			failed = err
		}
		if detail != "" {
			wrong = append(wrong, Mismatch{b.Key, detail})
		}
	})
	if err == nil {
		err = failed
	}
	for key, info := range stored {
		if !needed[key] && s.now().Sub(info.ModTime) > sweepAge {
			wrong = append(wrong, Mismatch{key, "nothing in the database needs these bytes; the next sweep removes them"})
		}
	}
	return wrong, err
}

func (s *Shop) compare(ctx context.Context, stored map[string]blob.Info, b store.StoredBytes, deep bool) (string, error) {
	info, ok := stored[b.Key]
	switch {
	case !ok:
		return s.missing(ctx, b.Key)
	case b.Size >= 0 && info.Size != b.Size:
		return fmt.Sprintf("%d bytes are stored, the database says %d", info.Size, b.Size), nil
	case !deep || b.SHA256 == "":
		return "", nil
	}
	sum, err := s.digest(ctx, b.Key)
	if err != nil || sum == b.SHA256 {
		return "", err
	}
	return "the bytes have changed: their SHA-256 is " + sum, nil
}

// missing looks again: the bytes may have come since the list was made.
func (s *Shop) missing(ctx context.Context, key string) (string, error) {
	object, err := s.blobs.Open(ctx, key)
	switch {
	case vitrine.CodeOf(err) == vitrine.NotFound:
		return "the bytes are missing", nil
	case err != nil:
		return "", err
	}
	return "", object.Close()
}

func (s *Shop) digest(ctx context.Context, key string) (string, error) {
	object, err := s.blobs.Open(ctx, key)
	if err != nil {
		return "", err
	}
	defer object.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, object); err != nil {
		return "", fmt.Errorf("read %s: %w", key, err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}
