package shop_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// pairing is a database and stored bytes that may belong together.
type pairing struct {
	db    *store.DB
	blobs blob.Store
	shop  *shop.Shop
}

func newPairing(t *testing.T, db *store.DB, blobs blob.Store) pairing {
	t.Helper()
	return pairing{db, blobs, shop.New(shop.Options{DB: db, Blobs: blobs, Settings: shop.DefaultSettings(), Payments: payment.Sandbox{}})}
}

// used has a model with a file whose bytes are stored. It has no id yet, like a
// marketplace of an earlier release.
func used(t *testing.T) pairing {
	t.Helper()
	m := newMarket(t, payment.Sandbox{})
	disk := openDisk(t)
	m.addFile(t, m.model, put(t, disk, "bytes"))
	return newPairing(t, m.db, disk)
}

func empty(t *testing.T) pairing { return newPairing(t, storetest.SQLite(t), openDisk(t)) }

func claimed(t *testing.T, p pairing) pairing {
	t.Helper()
	must(t, p.shop.Belong(t.Context()))
	return p
}

// TestBelong puts each kind of database beside each kind of stored bytes.
func TestBelong(t *testing.T) {
	t.Parallel()
	with := func(db, blobs pairing) pairing { return newPairing(t, db.db, blobs.blobs) }
	for _, c := range []struct {
		name string
		make func() pairing
		want string // of the refusal; "" for none
	}{
		{"a new marketplace", func() pairing { return empty(t) }, ""},
		{"again", func() pairing { return claimed(t, empty(t)) }, ""},
		{"an earlier release's", func() pairing { return used(t) }, ""},
		{"an earlier release's, again", func() pairing { return claimed(t, used(t)) }, ""},
		{"two marketplaces", func() pairing { return with(claimed(t, used(t)), claimed(t, used(t))) },
			"one of --database and --blobs names another"},
		{"two new marketplaces", func() pairing { return with(claimed(t, empty(t)), claimed(t, empty(t))) },
			"one of --database and --blobs names another"},
		{"a new database beside bytes with an id", func() pairing { return with(empty(t), claimed(t, used(t))) },
			"the database knows none of them"},
		{"a new database beside bytes without an id", func() pairing { return with(empty(t), used(t)) }, "the database knows none of them"},
		{"an empty database with an id beside bytes without one", func() pairing { return with(claimed(t, empty(t)), used(t)) },
			"the database knows none of them"},
		{"another's database beside bytes without an id", func() pairing { return with(used(t), used(t)) }, "none of 4 that were looked for"},
		{"rows beside nothing", func() pairing { return with(used(t), empty(t)) }, "none of 4 that were looked for"},
		{"rows with an id beside nothing", func() pairing { return with(claimed(t, used(t)), empty(t)) }, "none of 4 that were looked for"},
		{"a new database beside a claimed empty place", func() pairing { return with(empty(t), claimed(t, empty(t))) },
			"the database knows none of them"},
		{"a start that was cut off before the place was claimed", func() pairing { return with(claimed(t, empty(t)), empty(t)) }, ""},
		{"a used database without an id beside another's claimed empty place", func() pairing { return with(used(t), claimed(t, empty(t))) },
			"none of 4 that were looked for"},
		{"a database of before the id beside its own bytes", func() pairing {
			p := used(t)
			must(t, p.blobs.Claim(t.Context(), "since"))
			return p
		}, ""},
		{"bytes that lost their id", func() pairing {
			p := claimed(t, used(t))
			moved := openDisk(t)
			must(t, p.blobs.List(t.Context(), "", func(info blob.Info) error {
				object, err := p.blobs.Open(t.Context(), info.Key)
				must(t, err)
				defer object.Close()
				_, err = moved.Restore(t.Context(), info.Key, object)
				return err
			}))
			return newPairing(t, p.db, moved)
		}, ""},
		{"bytes of deleted models that wait to be swept", func() pairing {
			p := used(t)
			write(t, p.db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteModel(ctx, 1, today()) })
			return p
		}, ""},
		{"bytes in the trash alone", func() pairing {
			p := used(t)
			must(t, p.blobs.List(t.Context(), "", func(info blob.Info) error { return p.blobs.Discard(t.Context(), info.Key) }))
			return p
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := c.make()
			err := p.shop.Belong(t.Context())
			if c.want == "" {
				must(t, err)
				wantPaired(t, p)
				return
			}
			if vitrine.CodeOf(err) != vitrine.Conflict || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "vitrine adopt") {
				t.Errorf("got %v, want a refusal with %q and what to do", err, c.want)
			}
			if _, err := p.shop.SweepBytes(t.Context()); vitrine.CodeOf(err) != vitrine.Conflict {
				t.Errorf("the sweep gave %v", err)
			}
			if _, err := p.shop.Adopt(t.Context()); err != nil {
				t.Fatal(err)
			}
			must(t, p.shop.Belong(t.Context()))
			wantPaired(t, p)
		})
	}
}

func wantPaired(t *testing.T, p pairing) {
	t.Helper()
	ours, err := p.db.Marketplace(t.Context())
	must(t, err)
	theirs, err := p.blobs.Owner(t.Context())
	must(t, err)
	if ours == "" || ours != theirs {
		t.Errorf("the database is of %q, the stored bytes of %q", ours, theirs)
	}
}

// TestBelongKeepsTheFirst starts a second, empty marketplace beside the place of a new
// one: the bytes that come there later are safe from its sweep.
func TestBelongKeepsTheFirst(t *testing.T) {
	t.Parallel()
	onBothStores(t, func(t *testing.T, blobs blob.Store) {
		first := claimed(t, newPairing(t, storetest.SQLite(t), blobs))
		second := newMarket(t, payment.Sandbox{})
		write(t, second.db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteModel(ctx, second.model.ID, today()) })
		ahead := 3 * time.Hour
		sweeper, _ := second.later(blobs, &ahead)
		if err := sweeper.Belong(t.Context()); vitrine.CodeOf(err) != vitrine.Conflict {
			t.Errorf("the second database: %v, want it refused", err)
		}
		put(t, blobs, "the first's")
		if swept, err := sweeper.SweepBytes(t.Context()); vitrine.CodeOf(err) != vitrine.Conflict || len(keysOf(t, blobs)) != 1 {
			t.Errorf("the second's sweep: %+v, %v", swept, err)
		}
		must(t, first.shop.Belong(t.Context()))
	})
}

// TestBelongAtOnce starts several processes on a new marketplace.
func TestBelongAtOnce(t *testing.T) {
	t.Parallel()
	p := empty(t)
	var work sync.WaitGroup
	for range 8 {
		work.Go(func() {
			if err := newPairing(t, p.db, p.blobs).shop.Belong(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	work.Wait()
	wantPaired(t, p)
}

// TestLatePaymentBringsBytesBack pays an order when its bytes are in the trash: it
// is fulfilled, and they come back.
func TestLatePaymentBringsBytesBack(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	disk := openDisk(t)
	var ahead time.Duration
	late, _ := m.later(disk, &ahead)
	adopt(t, late)
	write(t, m.db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteModel(ctx, m.model.ID, today()) })
	model := m.publish(t, "Vase", 500)
	for _, f := range model.Files {
		write(t, m.db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteFile(ctx, model.ID, f.ID, today()) })
	}
	file := m.addFile(t, model, put(t, disk, "bought"))
	o, err := late.CreateOrder(t.Context(), m.buyer, shop.NewOrder{ModelID: model.ID})
	must(t, err)
	write(t, m.db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteFile(ctx, model.ID, file.ID, today()) })
	ahead = 25 * time.Hour
	must(t, late.ExpireOrders(t.Context()))

	ahead += 31 * 24 * time.Hour
	wantSwept(t, late, shop.Swept{Stored: 1, Needless: 1, Discarded: 1})
	if o, err = late.MarkPaid(t.Context(), o.ID, ""); err != nil || o.Status != vitrine.Paid {
		t.Fatalf("the order is %v, %v: want it paid", o, err)
	}
	wantSwept(t, late, shop.Swept{Stored: 1, Recovered: 1})
	if diff := keysOf(t, disk); len(diff) != 1 {
		t.Errorf("%q are stored", diff)
	}
}

// adopt pairs the market's database, whose files were never stored, with a storage.
func adopt(t *testing.T, s *shop.Shop) {
	t.Helper()
	_, err := s.Adopt(t.Context())
	must(t, err)
}
