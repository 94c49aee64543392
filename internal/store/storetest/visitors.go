package storetest

import (
	"context"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

func testVisitors(t *testing.T, db *store.DB) {
	maker := newUser(t, db, "storefront")
	m := newPublished(t, db, newUser(t, db, "ada"), "chair")
	setVisitor := func(o *vitrine.Order, visitor string) {
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.SetVisitor(ctx, o.ID, visitor) })
	}
	wantUnpaid := func(visitor string, at time.Time, want int64) {
		t.Helper()
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			got, err := tx.UnpaidOrdersOfVisitor(ctx, visitor, at)
			if got != want {
				t.Errorf("%d orders of %s, want %d", got, visitor, want)
			}
			return err
		})
	}
	var orders []*vitrine.Order
	for _, o := range []struct {
		uuid   string
		status vitrine.OrderStatus
	}{{"1", vitrine.Unpaid}, {"2", vitrine.Unpaid}, {"3", vitrine.Paid}, {"4", vitrine.Expired}, {"5", vitrine.Canceled},
		{"6", vitrine.Refunded}, {"7", vitrine.Expired}} {
		made := newOrder(t, db, maker, m, o.uuid, o.status)
		orders = append(orders, made)
		setVisitor(made, "one")
	}
	setVisitor(orders[1], "two")
	wantUnpaid("one", noon(), 1)
	wantUnpaid("two", noon(), 1)
	wantUnpaid("three", noon(), 0)
	wantUnpaid("one", noon().Add(25*time.Hour), 0)

	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.ForgetVisitors(ctx) })
	wantUnpaid("two", noon(), 1)

	other := newOrder(t, db, newUser(t, db, "bob"), m, "8", vitrine.Expired)
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		_, err := tx.RecordPaymentEvent(ctx, "test", "event", "paid", orders[6].ID, noon())
		return err
	})
	for _, step := range []struct {
		before time.Time
		most   int
		want   int64
	}{{noon(), 10, 0}, {noon().Add(time.Second), 1, 1}, {noon().Add(time.Second), 10, 1}, {noon().Add(time.Second), 10, 0}} {
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			got, err := tx.RemoveUnpaidOrders(ctx, maker.ID, step.before, step.most)
			if got != step.want {
				t.Errorf("%d orders were removed, want %d", got, step.want)
			}
			return err
		})
	}
	for i, o := range append(orders, other) {
		_, err := db.Order(t.Context(), o.ID)
		if gone := vitrine.CodeOf(err) == vitrine.NotFound; gone != (i == 3 || i == 4) {
			t.Errorf("order %s: gone %v, %v", o.UUID, gone, err)
		}
	}
}
