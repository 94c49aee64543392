package shop_test

import (
	"bytes"
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/blob/blobtest"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestSweepByPages sweeps more keys than a page has: what is needed stays,
// whichever page it falls into.
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
			return tx.InsertFile(ctx, &vitrine.File{ModelID: m.model.ID, Name: info.Key, BlobKey: info.Key, Status: vitrine.FileReady,
				CreatedAt: today(), UpdatedAt: today()})
		})
	}
	now := func() time.Time { return time.Now().Add(2 * time.Hour) } // files carry the machine's time
	sweeper := shop.New(shop.Options{DB: m.db, Blobs: disk, Settings: shop.DefaultSettings(), Sweep: 3, Now: now})

	adopt(t, sweeper)
	wantSwept(t, sweeper, shop.Swept{Stored: 20, Needless: 10, Discarded: 10})
	slices.Sort(needed)
	if diff := cmp.Diff(needed, keysOf(t, disk)); diff != "" {
		t.Errorf("what is left (-want +got):\n%s", diff)
	}
}

func wantSwept(t *testing.T, s *shop.Shop, want shop.Swept) {
	t.Helper()
	got, err := s.SweepBytes(t.Context())
	if err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("swept (-want +got):\n%s", diff)
	}
}

func keysOf(t *testing.T, blobs blob.Store) []string {
	t.Helper()
	var keys []string
	must(t, blobs.List(t.Context(), "", func(info blob.Info) error { keys = append(keys, info.Key); return nil }))
	slices.Sort(keys)
	return keys
}

// later is a shop whose clock is ahead of the machine's, by which stored bytes are
// dated, and what it logs.
func (m *market) later(blobs blob.Store, ahead *time.Duration) (*shop.Shop, *bytes.Buffer) {
	log := &bytes.Buffer{}
	return shop.New(shop.Options{
		DB: m.db, Blobs: blobs, Settings: shop.DefaultSettings(), Log: slog.New(slog.NewTextHandler(log, nil)),
		Now: func() time.Time { return time.Now().Add(*ahead) }, Payments: payment.Sandbox{},
	}), log
}

// sweeper is later, two hours ahead at first, in a new marketplace whose stored bytes are
// in blobs.
func sweeper(t *testing.T, blobs blob.Store) (m *market, s *shop.Shop, log *bytes.Buffer, ahead *time.Duration) {
	t.Helper()
	m, ahead = newMarket(t, payment.Sandbox{}), new(2*time.Hour)
	s, log = m.later(blobs, ahead)
	adopt(t, s)
	return m, s, log, ahead
}

func onBothStores(t *testing.T, test func(t *testing.T, blobs blob.Store)) {
	t.Helper()
	t.Run("disk", func(t *testing.T) {
		t.Parallel()
		test(t, openDisk(t))
	})
	t.Run("S3", func(t *testing.T) {
		t.Parallel()
		s3, err := blob.OpenS3(t.Context(), blobtest.StartGateway(t).Options)
		must(t, err)
		test(t, s3)
	})
}

// TestSweepKeepsATrash follows bytes into the trash, out of it again for an order
// that is paid late, and out of it for good. It tells what it does.
func TestSweepKeepsATrash(t *testing.T) {
	t.Parallel()
	onBothStores(t, testSweepKeepsATrash)
}

func testSweepKeepsATrash(t *testing.T, blobs blob.Store) {
	m, sweeper, log, ahead := sweeper(t, blobs)
	nobodys, needed := put(t, blobs, "nobody's"), put(t, blobs, "needed")

	wantSwept(t, sweeper, shop.Swept{Stored: 2, Needless: 2, Discarded: 2})
	if keys := keysOf(t, blobs); len(keys) > 0 {
		t.Errorf("%q are left", keys)
	}
	if trash, err := sweeper.InTrash(t.Context()); err != nil || trash != (shop.Trash{Objects: 2, Bytes: 14}) {
		t.Errorf("the trash holds %+v, %v", trash, err)
	}
	m.addFile(t, m.model, needed) // now a row needs them
	*ahead += 24 * time.Hour
	wantSwept(t, sweeper, shop.Swept{Stored: 1, Recovered: 1})
	if diff := cmp.Diff([]string{needed.Key}, keysOf(t, blobs)); diff != "" {
		t.Errorf("what came back (-want +got):\n%s", diff)
	}
	*ahead += 5 * 24 * time.Hour
	wantSwept(t, sweeper, shop.Swept{Stored: 1})
	*ahead += 24 * time.Hour
	if _, err := sweeper.SweepBytes(t.Context()); err != nil { // on S3 what came back leaves the trash too
		t.Error(err)
	}
	if trash, err := sweeper.InTrash(t.Context()); err != nil || trash != (shop.Trash{}) {
		t.Errorf("after its time the trash holds %+v, %v", trash, err)
	}
	if diff := cmp.Diff([]string{needed.Key}, keysOf(t, blobs)); diff != "" {
		t.Errorf("what is left (-want +got):\n%s", diff)
	}
	for _, want := range []string{
		"moved to the trash\" key=" + nobodys.Key, "brought back from the trash\" key=" + needed.Key,
		"removed from the trash\" key=" + nobodys.Key,
	} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, log)
		}
	}
}

// TestSweepStopsAtTheShare finds a database that knows too little: nothing moves
// until the operator says so.
func TestSweepStopsAtTheShare(t *testing.T) {
	t.Parallel()
	disk := openDisk(t)
	m, sweeper, _, _ := sweeper(t, disk)
	for range 201 {
		put(t, disk, "bytes")
	}
	swept, err := sweeper.SweepBytes(t.Context())
	if vitrine.CodeOf(err) != vitrine.Conflict || !strings.Contains(err.Error(), "201 would go to the trash") {
		t.Errorf("got %v, want a refusal that says how many", err)
	}
	if diff := cmp.Diff(shop.Swept{Stored: 201, Needless: 201}, swept); diff != "" || len(keysOf(t, disk)) != 201 {
		t.Errorf("swept, with %d left (-want +got):\n%s", len(keysOf(t, disk)), diff)
	}
	for range 603 {
		m.addFile(t, m.model, put(t, disk, "needed"))
	}
	wantSwept(t, sweeper, shop.Swept{Stored: 804, Needless: 201, Discarded: 201}) // a quarter
	put(t, disk, "bytes")
	if swept, err := sweeper.SweepUpTo(t.Context(), 0); err != nil || swept.Discarded != 1 { // below the floor
		t.Errorf("swept %+v, %v", swept, err)
	}
}

// TestSweepAtOnce sweeps on several machines: what is needed stays, the rest is
// discarded once.
func TestSweepAtOnce(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, blobs blob.Store) {
		m, first, _, ahead := sweeper(t, blobs)
		var needed []string
		for range 10 {
			put(t, blobs, "bytes")
			info := put(t, blobs, "needed")
			needed = append(needed, info.Key)
			m.addFile(t, m.model, info)
		}
		var work sync.WaitGroup
		for range 4 {
			work.Go(func() {
				sweeper, _ := m.later(blobs, ahead)
				if _, err := sweeper.SweepBytes(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		work.Wait()
		slices.Sort(needed)
		if diff := cmp.Diff(needed, keysOf(t, blobs)); diff != "" {
			t.Errorf("what is left (-want +got):\n%s", diff)
		}
		if trash, err := first.InTrash(t.Context()); err != nil || trash.Objects != 10 {
			t.Errorf("the trash holds %+v, %v", trash, err)
		}
	})
}

// TestSweepNeedsItsOwnBytes exchanges the storage below a running server.
func TestSweepNeedsItsOwnBytes(t *testing.T) {
	t.Parallel()
	disk := openDisk(t)
	_, sweeper, _, _ := sweeper(t, disk)
	put(t, disk, "bytes")
	must(t, disk.Claim(t.Context(), "another"))
	if swept, err := sweeper.SweepBytes(t.Context()); vitrine.CodeOf(err) != vitrine.Conflict || len(keysOf(t, disk)) != 1 {
		t.Errorf("swept %+v, %v", swept, err)
	}
}
