package storetest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

func testPayments(t *testing.T, db *store.DB) {
	ctx := t.Context()
	ada := newUser(t, db, "ada")
	m := newPublished(t, db, ada, "chair")
	o := newOrder(t, db, ada, m, "first", vitrine.Unpaid)
	stale := *o

	o.PaymentID = "p-1"
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		return tx.SetOrderStatus(ctx, o, vitrine.Paid, noon().Add(time.Minute))
	})
	want := stale
	want.Status, want.Version, want.PaymentID = vitrine.Paid, 2, "p-1"
	want.PaidAt, want.UpdatedAt = noon().Add(time.Minute), noon().Add(time.Minute)
	got, err := db.Order(ctx, o.ID)
	wantCode(t, err, "")
	if diff := cmp.Diff(&want, got); diff != "" {
		t.Errorf("stored (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(&want, o); diff != "" {
		t.Errorf("in hand (-want +got):\n%s", diff)
	}
	err = db.Write(ctx, func(tx *store.Tx) error { return tx.SetOrderStatus(ctx, &stale, vitrine.Canceled, noon()) })
	wantCode(t, err, vitrine.Conflict)
	testDispute(t, db, o)
	testPaymentEvents(t, db, o)
	testNotices(t, db)
	testNoticesAsked(t, db)
	testExpiry(t, db, ada, m)
}

// A dispute that is won keeps the day of the payment.
func testDispute(t *testing.T, db *store.DB, o *vitrine.Order) {
	t.Helper()
	paid := o.PaidAt
	for i, next := range []vitrine.OrderStatus{vitrine.Disputed, vitrine.Paid, vitrine.Refunded} {
		at := noon().Add(time.Duration(i+2) * time.Hour)
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.SetOrderStatus(ctx, o, next, at) })
		got, err := db.Order(t.Context(), o.ID)
		if err != nil || got.Status != next || !got.PaidAt.Equal(paid) || got.RefundedAt.IsZero() != (next != vitrine.Refunded) {
			t.Errorf("%s: %+v, %v", next, got, err)
		}
	}
}

func testPaymentEvents(t *testing.T, db *store.DB, o *vitrine.Order) {
	t.Helper()
	for _, c := range []struct {
		provider, event string
		want            bool
	}{{"sandbox", "e-1", true}, {"sandbox", "e-1", false}, {"sandbox", "e-2", true}, {"manual", "e-1", true}} {
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			first, err := tx.RecordPaymentEvent(ctx, c.provider, c.event, "paid", o.ID, noon())
			if first != c.want {
				t.Errorf("%s %s is first: %t, want %t", c.provider, c.event, first, c.want)
			}
			return err
		})
	}
}

func testExpiry(t *testing.T, db *store.DB, maker vitrine.User, m *vitrine.Model) {
	t.Helper()
	for i := range 5 {
		newOrder(t, db, maker, m, fmt.Sprint("unpaid ", i), vitrine.Unpaid)
	}
	end := noon().Add(24 * time.Hour)
	for _, c := range []struct {
		now  time.Time
		want int64
	}{{end.Add(-time.Microsecond), 0}, {end, 3}, {end, 2}, {end, 0}} {
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			n, err := tx.ExpireOrders(ctx, c.now, 3)
			if n != c.want {
				t.Errorf("%d orders expired at %s, want %d", n, c.now, c.want)
			}
			return err
		})
	}
	expired := vitrine.OrderQuery{UserID: maker.ID, Status: vitrine.Expired, Page: vitrine.Page{Size: 10}}
	page, err := db.Orders(t.Context(), expired, noon())
	wantCode(t, err, "")
	for _, o := range page.Orders {
		if !o.UpdatedAt.Equal(end) || o.Version != 2 {
			t.Errorf("order %d was changed at %s as version %d", o.ID, o.UpdatedAt, o.Version)
		}
	}
	if len(page.Orders) != 5 {
		t.Errorf("%d orders have expired, want 5", len(page.Orders))
	}
}

// testNotices notes what providers gave notice of, once each.
func testNotices(t *testing.T, db *store.DB) {
	t.Helper()
	for i, c := range []struct {
		provider, id string
		want         bool
	}{{"bank", "n-1", true}, {"bank", "n-1", false}, {"till", "n-1", true}, {"bank", "n-2", true}} {
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			first, err := tx.RecordNotice(ctx, c.provider, c.id, noon().Add(time.Duration(i)*time.Minute))
			if first != c.want {
				t.Errorf("notice %d, %s of %s, is the first: %t, want %t", i, c.id, c.provider, first, c.want)
			}
			return err
		})
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.ForgetNotices(ctx, noon().Add(3*time.Minute)) })
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		forgotten, err := tx.RecordNotice(ctx, "till", "n-1", noon())
		kept, err2 := tx.RecordNotice(ctx, "bank", "n-2", noon())
		if !forgotten || kept {
			t.Errorf("a notice from before is new: %t; one from then on: %t", forgotten, kept)
		}
		return errors.Join(err, err2)
	})
}

// testNoticesAsked keeps until when the notices of each provider are known.
func testNoticesAsked(t *testing.T, db *store.DB) {
	t.Helper()
	for i := range 2 {
		at := noon().Add(time.Duration(i) * time.Hour)
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.SetNoticesAsked(ctx, "bank", at) })
		for provider, want := range map[string]time.Time{"bank": at, "till": {}} {
			if got, err := db.NoticesAsked(t.Context(), provider); err != nil || !got.Equal(want) {
				t.Errorf("%s was asked %s, %v; want %s", provider, got, err, want)
			}
		}
	}
}
