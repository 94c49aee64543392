package shop_test

import (
	"context"
	"testing"

	"vitrine/internal/payment"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestLicensePinnedMeanwhile makes an order in a transaction that began before another
// one stored the text of their licence: it does not see that text.
func TestLicensePinnedMeanwhile(t *testing.T) {
	t.Parallel()
	m := newMarketOn(t, storetest.NewPostgres(t).Open(t), payment.Sandbox{})
	tries := 0
	write(t, m.db, func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.Offer(ctx, m.model.ID); err != nil {
			return err
		}
		tries++
		o := m.order(t, m.model.ID)
		o.UUID, o.Handle = "a-second", o.Handle+"2"
		made, err := tx.InsertOrder(ctx, o)
		if err == nil && !made {
			t.Error("the order was not made")
		}
		return err
	})
	if tries != 2 {
		t.Errorf("the transaction ran %d times; want it to meet the other one, and to pass then", tries)
	}
}
