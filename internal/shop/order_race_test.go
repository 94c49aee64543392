package shop_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestOrderWhileModelChanges has buyers order while the seller changes title and price
// together, and then takes the model out of the catalogue.
func TestOrderWhileModelChanges(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		shops := []*shop.Shop{m.shop, m.shopWith(payment.Sandbox{})}
		m.rename(t, 1)

		var group sync.WaitGroup
		made, bought := make([][]*vitrine.Order, 4), make(chan struct{}, 1)
		for i := range made {
			group.Go(func() { made[i] = buyUntilGone(t, m, shops[i%2], bought) })
		}
		for n := range int64(20) {
			m.rename(t, n+2)
			select {
			case <-bought:
			case <-t.Context().Done():
			}
		}
		if err := m.shop.DeleteModel(t.Context(), m.seller, m.model.ID, nil); err != nil {
			t.Fatal(err)
		}
		group.Wait()

		prices := map[vitrine.Amount]bool{}
		for _, o := range slices.Concat(made...) {
			prices[o.Price] = true
			if want := "chair " + strconv.FormatInt(int64(o.Price), 10); o.Model.Title != want {
				t.Errorf("an order at %s is of %q, want %q", o.Price, o.Model.Title, want)
			}
			if got := m.read(t, o); got.Status != vitrine.Canceled || got.CanceledBecause != vitrine.ModelGone {
				t.Errorf("an order of a model that is gone is %s", got.Status)
			}
		}
		if len(prices) < 2 {
			t.Errorf("orders were made at %d prices: nothing changed meanwhile", len(prices))
		}
	})
}

// rename gives the model a title and a price that tell of each other.
func (m *market) rename(t *testing.T, n int64) {
	t.Helper()
	write(t, m.db, func(ctx context.Context, tx *store.Tx) error {
		found, err := tx.Model(ctx, m.model.ID)
		if err != nil {
			return err
		}
		price := vitrine.Amount(n)
		found.Title, found.Price = fmt.Sprintf("chair %d", n), &price
		return tx.UpdateModel(ctx, found)
	})
}

// buyUntilGone orders the model until it can't be ordered any more, and says so after
// each order.
func buyUntilGone(t *testing.T, m *market, at *shop.Shop, bought chan<- struct{}) (made []*vitrine.Order) {
	for {
		o, err := at.CreateOrder(t.Context(), m.buyer, shop.NewOrder{ModelID: m.model.ID, Again: true})
		if vitrine.CodeOf(err) == vitrine.NotFound {
			return made
		}
		if err != nil {
			t.Error(err)
			return made
		}
		made = append(made, o)
		select {
		case bought <- struct{}{}:
		default:
		}
	}
}

// TestLicensePinnedMeanwhile makes an order in a transaction that began before another
// process stored the text of their licence: it does not see that text.
func TestLicensePinnedMeanwhile(t *testing.T) {
	t.Parallel()
	address := storetest.NewPostgres(t).Address(t)
	open := func() *store.DB {
		db, err := store.Open(t.Context(), address)
		wantCode(t, "open", err, "")
		t.Cleanup(func() { _ = db.Close() })
		db.UseSecrets(storetest.Keys(t))
		return db
	}
	m := newMarketOn(t, open(), payment.Sandbox{})
	other := &market{clock: m.clock, db: open(), buyer: m.buyer}
	other.shop = other.shopWith(payment.Sandbox{})
	tries := 0
	write(t, m.db, func(ctx context.Context, tx *store.Tx) error {
		if _, err := tx.Offer(ctx, m.model.ID); err != nil {
			return err
		}
		tries++
		o := other.order(t, m.model.ID)
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
