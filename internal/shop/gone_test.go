package shop_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestCancelOrders takes a model out of the catalogue on a server that dies before it
// cancels the model's orders: a job does so.
func TestCancelOrders(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		id := m.model.ID
		sold := m.order(t, id)
		must(t, m.shop.CancelOrders(t.Context(), strconv.FormatInt(id, 10)))
		if got := m.read(t, sold); got.Status != vitrine.Unpaid {
			t.Errorf("an order of a model that is in the catalogue is %s", got.Status)
		}

		must(t, m.shop.DeleteModel(t.Context(), m.seller, id, nil))
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			jobs, err := tx.ClaimJobs(ctx, shop.JobCancelOrders, store.Lease{Name: "lease", For: time.Minute}, 10)
			if len(jobs) != 1 || jobs[0].Args != strconv.FormatInt(id, 10) {
				t.Errorf("the jobs are %+v, want one for the model %d", jobs, id)
			}
			return err
		})

		other := m.publish(t, "Elm table", 900)
		left := m.order(t, other.ID)
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			other.Status = vitrine.Draft
			return tx.UpdateModel(ctx, other)
		})
		must(t, m.shop.CancelOrders(t.Context(), strconv.FormatInt(other.ID, 10)))
		if got := m.read(t, left); got.Status != vitrine.Canceled || got.CanceledBecause != vitrine.ModelGone {
			t.Errorf("an order of a model that is gone is %s", got.Status)
		}
		if err := m.shop.CancelOrders(t.Context(), "{}"); err == nil {
			t.Error("a job that names no model is done")
		}
	})
}
