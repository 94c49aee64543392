package shop_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// bought is a paid order of a model with one file of stored bytes.
type bought struct {
	*market
	shop  *shop.Shop
	blobs blob.Store
	log   *bytes.Buffer
	ahead *time.Duration
	order *vitrine.Order
	file  vitrine.OrderFile
}

const soldBytes = "the bytes that are sold"

func newBought(t *testing.T, blobs blob.Store) *bought {
	t.Helper()
	b := &bought{market: newMarket(t, payment.Sandbox{}), blobs: blobs, ahead: new(time.Duration)}
	b.shop, b.log = b.later(blobs, b.ahead)
	b.shop.PauseWith(func(ctx context.Context, _ time.Duration) error { return ctx.Err() })
	adopt(t, b.shop)
	model := b.publish(t, "Vase", 500)
	for _, f := range model.Files {
		write(t, b.db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteFile(ctx, model.ID, f.ID, today()) })
	}
	write(t, b.db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteModel(ctx, b.model.ID, today()) })
	b.addFile(t, model, put(t, blobs, soldBytes))
	o, err := b.shop.CreateOrder(t.Context(), b.buyer, shop.NewOrder{ModelID: model.ID})
	must(t, err)
	b.order, err = b.shop.MarkPaid(t.Context(), o.ID, "")
	must(t, err)
	b.file = b.order.Files[0]
	return b
}

func (b *bought) store(t *testing.T, text string) {
	t.Helper()
	_, err := b.blobs.Restore(t.Context(), b.file.BlobKey, strings.NewReader(text))
	must(t, err)
}

func (b *bought) download(t *testing.T) error {
	t.Helper()
	request := shop.DownloadRequest{ModelID: b.order.ModelID, FileID: b.file.FileID}
	_, err := b.shop.DownloadURL(t.Context(), b.buyer, request)
	_, author := b.shop.DownloadURL(t.Context(), b.seller, request)
	if vitrine.CodeOf(err) != vitrine.CodeOf(author) {
		t.Errorf("the buyer gets %v, the author %v", err, author)
	}
	return err
}

// wantDamaged fails unless the buyer is refused with 503, the operator told and the
// file marked.
func (b *bought) wantDamaged(t *testing.T, name, why string) {
	t.Helper()
	b.log.Reset()
	err := b.download(t)
	if vitrine.CodeOf(err) != vitrine.Unavailable || !strings.Contains(err.Error(), "missing or damaged") {
		t.Errorf("%s: the buyer gets %v, want it unavailable", name, err)
	}
	waits, ok := errors.AsType[interface {
		error
		RetryAfter() time.Duration
	}](err)
	if !ok || waits.RetryAfter() != 5*time.Minute {
		t.Errorf("%s: the buyer is asked to try again at once", name)
	}
	if text := b.log.String(); !strings.Contains(text, "level=ERROR") || !strings.Contains(text, b.file.BlobKey) ||
		!strings.Contains(text, why) {
		t.Errorf("%s: the log lacks %q:\n%s", name, why, text)
	}
	b.wantMarked(t, name, 1)
}

func (b *bought) wantMarked(t *testing.T, name string, want int64) {
	t.Helper()
	if n, err := b.db.CountDamaged(t.Context()); err != nil || n != want {
		t.Errorf("%s: %d files are marked, %v: want %d", name, n, err, want)
	}
}

// TestDamagedBytesAreNotSold damages a file that somebody bought in every way, and
// puts it right again.
func TestDamagedBytesAreNotSold(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, blobs blob.Store) {
		b := newBought(t, blobs)
		for _, c := range []struct{ name, stored, why string }{
			{"cut off", soldBytes[:5], "5 bytes are stored, 23 were uploaded"},
			{"longer", soldBytes + "!", "24 bytes are stored, 23 were uploaded"},
			{"other bytes", strings.ToUpper(soldBytes), "their SHA-256 is "},
			{"missing", "", "they are missing"},
		} {
			// A storage may date to the second: what is stored now is younger than what was compared.
			write(t, b.db, func(ctx context.Context, tx *store.Tx) error { return tx.CheckSoon(ctx, b.file.BlobKey) })
			if c.stored == "" {
				must(t, b.blobs.Delete(t.Context(), b.file.BlobKey))
			} else {
				b.store(t, c.stored)
			}
			for range 2 {
				b.wantDamaged(t, c.name, c.why)
			}
			if _, err := b.shop.BoughtFileURL(t.Context(), b.order.CheckoutKey, b.file.FileID); vitrine.CodeOf(err) != vitrine.Unavailable {
				t.Errorf("%s: the receipt's page gives %v", c.name, err)
			}
			b.store(t, soldBytes)
			must(t, b.download(t))
			b.wantMarked(t, c.name+", put right", 0)
		}
		must(t, b.blobs.Discard(t.Context(), b.file.BlobKey))
		must(t, b.download(t))
		if keys := keysOf(t, b.blobs); len(keys) != 1 {
			t.Errorf("%q are stored, want what was bought back from the trash", keys)
		}
	})
}

// TestDeepCheck finds what rotted since it was last compared, marks it, and takes the
// mark away when it is right again.
func TestDeepCheck(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, blobs blob.Store) {
		b := newBought(t, blobs)
		b.store(t, strings.ToUpper(soldBytes))
		write(t, b.db, func(ctx context.Context, tx *store.Tx) error { // as if it had rotted without a new date
			return tx.NoteChecked(ctx, b.file.BlobKey, time.Now().Add(time.Minute), false)
		})
		must(t, b.download(t))
		must(t, b.shop.VerifyBytes(t.Context(), ""))
		b.wantMarked(t, "before it is due", 0)

		*b.ahead = 31 * 24 * time.Hour
		must(t, b.shop.VerifyBytes(t.Context(), ""))
		if text := b.log.String(); !strings.Contains(text, "level=ERROR") || !strings.Contains(text, "key="+b.file.BlobKey) {
			t.Errorf("the operator was told:\n%s", text)
		}
		b.wantDamaged(t, "rotten", "their SHA-256 is ")
		wrong, err := b.shop.Check(t.Context(), false)
		if err != nil || len(wrong) != 1 || !strings.Contains(wrong[0].Detail, "found damaged at") {
			t.Errorf("check says %+v, %v", wrong, err)
		}

		b.store(t, soldBytes)
		b.log.Reset()
		must(t, b.shop.VerifyBytes(t.Context(), ""))
		b.wantMarked(t, "within the hour", 1)
		*b.ahead += 2 * time.Hour
		must(t, b.shop.VerifyBytes(t.Context(), ""))
		b.wantMarked(t, "put right", 0)
		if !strings.Contains(b.log.String(), "right again") {
			t.Errorf("the operator was not told that it is right again:\n%s", b.log)
		}
		must(t, b.download(t))
	})
}

// TestCheckDeepMarks lets the command find the damage, and its end.
func TestCheckDeepMarks(t *testing.T) {
	t.Parallel()
	b := newBought(t, openDisk(t))
	for _, c := range []struct {
		stored string
		want   int64
	}{{strings.ToUpper(soldBytes), 1}, {soldBytes, 0}} {
		b.store(t, c.stored)
		if wrong, err := b.shop.Check(t.Context(), true); err != nil || len(wrong) != int(c.want) {
			t.Errorf("check finds %+v, %v", wrong, err)
		}
		b.wantMarked(t, c.stored, c.want)
	}
}

// TestDeepCheckIsOneInAll asks for it on several machines, and while it runs.
func TestDeepCheckIsOneInAll(t *testing.T) {
	t.Parallel()
	b := newBought(t, openDisk(t))
	for {
		due, err := b.db.FilesToCheck(t.Context(), time.Now().Add(-time.Hour), time.Time{})
		must(t, err)
		if len(due) == 0 {
			break
		}
		write(t, b.db, func(ctx context.Context, tx *store.Tx) error {
			return tx.NoteChecked(ctx, due[0].BlobKey, time.Now(), false)
		})
	}
	must(t, b.shop.QueueVerification(t.Context()))
	jobs := func() []store.Job {
		var claimed []store.Job
		write(t, b.db, func(ctx context.Context, tx *store.Tx) (err error) {
			claimed, err = tx.ClaimJobs(ctx, shop.JobVerifyBytes, store.Lease{Name: "lease", For: time.Hour}, 10)
			return err
		})
		return claimed
	}
	if got := jobs(); len(got) != 0 {
		t.Errorf("%d jobs before anything is due", len(got))
	}
	*b.ahead = 31 * 24 * time.Hour
	var work sync.WaitGroup
	for range 4 {
		work.Go(func() {
			if err := b.shop.QueueVerification(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	work.Wait()
	if got := jobs(); len(got) != 1 {
		t.Fatalf("%d jobs, want one", len(got))
	}
	must(t, b.shop.QueueVerification(t.Context()))
	if got := jobs(); len(got) != 0 {
		t.Errorf("%d more jobs while one runs", len(got))
	}
}

// TestDeepCheckIsPaced reads no faster than it must.
func TestDeepCheckIsPaced(t *testing.T) {
	t.Parallel()
	b := newBought(t, openDisk(t))
	*b.ahead = 31 * 24 * time.Hour
	var waited time.Duration
	b.shop.PauseWith(func(_ context.Context, d time.Duration) error {
		waited = max(waited, d)
		return nil
	})
	must(t, b.shop.VerifyBytes(t.Context(), ""))
	if waited < 200*time.Millisecond || waited > 300*time.Millisecond {
		t.Errorf("a small file took %v, want a quarter of a second at a megabyte a second", waited)
	}
}
