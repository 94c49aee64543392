package shop_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestSweepByPages sweeps more keys than a page has: what is needed stays,
// whichever page it falls into, and during a backup all of it.
func TestSweepByPages(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	disk, err := blob.OpenDisk(t.TempDir(), blob.DiskOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer disk.Close()
	var needed []string
	for i := range 20 {
		info, err := disk.Put(t.Context(), "files", strings.NewReader("bytes"))
		if err != nil {
			t.Fatal(err)
		}
		if i%2 > 0 {
			continue
		}
		needed = append(needed, info.Key)
		write(t, m.db, func(ctx context.Context, tx *store.Tx) error {
			return tx.InsertFile(ctx, &vitrine.File{ModelID: m.model.ID, Name: info.Key, BlobKey: info.Key, Status: vitrine.FileReady, CreatedAt: today(), UpdatedAt: today()})
		})
	}
	now := func() time.Time { return time.Now().Add(2 * time.Hour) } // files carry the machine's time
	sweeper := shop.New(shop.Options{DB: m.db, Blobs: disk, Settings: shop.DefaultSettings(), Sweep: 3, Now: now})

	if err := sweeper.HoldSweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if removed, err := sweeper.SweepBytes(t.Context()); removed != 0 || err != nil {
		t.Errorf("during a backup %d were removed, %v", removed, err)
	}
	write(t, m.db, func(ctx context.Context, tx *store.Tx) error { return tx.HoldSweep(ctx, today()) })
	if removed, err := sweeper.SweepBytes(t.Context()); removed != 10 || err != nil {
		t.Errorf("%d were removed, %v: want 10", removed, err)
	}
	var left []string
	if err := disk.List(t.Context(), "", func(info blob.Info) error { left = append(left, info.Key); return nil }); err != nil {
		t.Fatal(err)
	}
	slices.Sort(left)
	slices.Sort(needed)
	if diff := cmp.Diff(needed, left); diff != "" {
		t.Errorf("what is left (-want +got):\n%s", diff)
	}
}
