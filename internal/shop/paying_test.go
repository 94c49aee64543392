package shop_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/clocktest"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func confirmed(o *vitrine.Order) (payment.Progress, error) {
	return payment.Happened(payment.Event{Provider: "bank", ID: "paid-" + o.UUID, OrderID: o.ID, Kind: payment.Paid}), nil
}

func declined(o *vitrine.Order) (payment.Progress, error) {
	return payment.Happened(payment.Event{Provider: "bank", ID: "failed-" + o.UUID, OrderID: o.ID, Kind: payment.Failed}), nil
}

// onBoth runs a test on each database.
func onBoth(t *testing.T, test func(t *testing.T, db *store.DB)) {
	t.Helper()
	for name, open := range map[string]func(t *testing.T) *store.DB{
		"sqlite":   func(t *testing.T) *store.DB { return storetest.SQLite(t) },
		"postgres": func(t *testing.T) *store.DB { return storetest.NewPostgres(t).Open(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := open(t)
			test(t, db)
			wantCounted(t, db)
		})
	}
}

// wantCounted compares what is added up of authors with their files and models.
func wantCounted(t *testing.T, db *store.DB) {
	t.Helper()
	if wrong, err := db.Miscounts(t.Context(), 10); err != nil || len(wrong) > 0 {
		t.Errorf("added up are not the files and models that are there: %+v, %v", wrong, err)
	}
}

// orderOnce makes an order that does not ask for the model once more.
func (m *market) orderOnce(t *testing.T) *vitrine.Order {
	t.Helper()
	o, err := m.shop.CreateOrder(t.Context(), m.buyer, shop.NewOrder{ModelID: m.model.ID})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// TestOneOfManyPaymentsGoesThrough has one buyer pay many orders of one model at
// the same time: the provider hears of one of them.
func TestOneOfManyPaymentsGoesThrough(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		provider := &bank{begin: confirmed}
		m := newMarketOn(t, db, provider)
		orders := make([]*vitrine.Order, 6)
		for i := range orders {
			orders[i] = m.orderOnce(t)
		}
		var work sync.WaitGroup
		errs := make([]error, len(orders))
		for i, o := range orders {
			work.Go(func() { _, errs[i] = m.shopWith(provider).Choose(t.Context(), o.CheckoutKey, "pay") })
		}
		work.Wait()

		paid := 0
		for i, o := range orders {
			if m.read(t, o).Status == vitrine.Paid {
				paid++
				continue
			}
			wantCode(t, "a second payment", errs[i], vitrine.Conflict)
		}
		if paid != 1 || provider.asked != 1 || m.sales(t, m.model.ID) != 1 {
			t.Errorf("%d orders are paid, the provider was asked %d times, the model was sold %d times: want once each",
				paid, provider.asked, m.sales(t, m.model.ID))
		}
	})
}

// TestPaymentHoldsItsOrder looks at the time between the beginning of a payment
// and its outcome.
func TestPaymentHoldsItsOrder(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		provider := &bank{}
		m := newMarketOn(t, db, provider)
		first, second, again := m.orderOnce(t), m.orderOnce(t), m.order(t, m.model.ID)
		provider.begin = func(o *vitrine.Order) (payment.Progress, error) {
			provider.begin = confirmed
			for name, act := range map[string]func() error{
				"paying it twice":       func() error { _, err := m.shop.Choose(t.Context(), first.CheckoutKey, "pay"); return err },
				"paying another one":    func() error { _, err := m.shop.Choose(t.Context(), second.CheckoutKey, "pay"); return err },
				"its caller's cancel":   func() error { return m.shop.CancelOrder(t.Context(), m.buyer, first.ID, nil) },
				"its customer's cancel": func() error { _, err := m.shop.CancelByCustomer(t.Context(), first.CheckoutKey); return err },
			} {
				wantCode(t, name+" meanwhile", act(), vitrine.Conflict)
			}
			deleteModel(t, m)
			m.clock.Advance(6 * time.Minute) // now its time to be paid is over
			wantCode(t, "the sweep", m.shop.ExpireOrders(t.Context()), "")
			return confirmed(o)
		}
		m.clock.Advance(24*time.Hour - 5*time.Minute)
		if _, err := m.shop.Choose(t.Context(), first.CheckoutKey, "pay"); err != nil {
			t.Fatal(err)
		}
		if got := m.read(t, first); got.Status != vitrine.Paid || !got.PayingUntil.IsZero() {
			t.Errorf("the order whose payment had begun is %s, paying until %s", got.Status, got.PayingUntil)
		}
		for _, o := range []*vitrine.Order{second, again} {
			if got := m.read(t, o); got.Status != vitrine.Canceled || got.CanceledBecause != vitrine.ModelGone {
				t.Errorf("another order of the model that left is %s because of %q", got.Status, got.CanceledBecause)
			}
		}
	})
}

// TestPaymentFailsOrLapses frees the order, and the buyer's others, for another
// try.
func TestPaymentFailsOrLapses(t *testing.T) {
	t.Parallel()
	broken := errors.New("the provider does not answer")
	for name, c := range map[string]struct {
		begin func(*vitrine.Order) (payment.Progress, error)
		want  error
		wait  time.Duration
	}{
		"declined": {begin: declined},
		"failed":   {begin: func(*vitrine.Order) (payment.Progress, error) { return nil, broken }, want: broken},
		"lapsed": {begin: func(*vitrine.Order) (payment.Progress, error) {
			return payment.Pending{AskAfter: 20 * time.Hour}, nil
		}, wait: 15 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			provider := &bank{begin: c.begin}
			m := newMarket(t, provider)
			first, second := m.orderOnce(t), m.orderOnce(t)
			if _, err := m.shop.Choose(t.Context(), first.CheckoutKey, "pay"); !errors.Is(err, c.want) {
				t.Fatalf("the first try gives %v, want %v", err, c.want)
			}
			m.clock.Advance(c.wait)
			wantCode(t, "giving up", m.shop.EndLapsedPayments(t.Context()), "")
			if got := m.read(t, first); got.Status != vitrine.Unpaid || !got.PayingUntil.IsZero() {
				t.Errorf("the order is %s, paying until %s", got.Status, got.PayingUntil)
			}
			provider.begin = confirmed
			_, err := m.shop.Choose(t.Context(), second.CheckoutKey, "pay")
			wantCode(t, "the other order", err, "")
			_, err = m.shop.Choose(t.Context(), first.CheckoutKey, "pay")
			wantCode(t, "the first order then", err, vitrine.Conflict)

			// Money that comes in all the same goes back: the account owns the model.
			wantCode(t, "a late event", m.shop.RecordPayment(t.Context(), m.event(first, "paid")), "")
			if got := m.read(t, first); got.Status != vitrine.Refunded || got.PaidAt.IsZero() || m.sales(t, m.model.ID) != 1 {
				t.Errorf("the second payment is %s, paid at %s; the model was sold %d times", got.Status, got.PaidAt, m.sales(t, m.model.ID))
			}
		})
	}
}

// TestEndedOrdersAreNotCharged begins no payment of an order that has ended.
func TestEndedOrdersAreNotCharged(t *testing.T) {
	t.Parallel()
	for _, state := range []string{"overdue", "expired", "canceled"} {
		provider := &bank{begin: confirmed}
		m := newMarket(t, provider)
		o := m.orderOnce(t)
		m.bring(t, o, state)
		_, err := m.shop.Choose(t.Context(), o.CheckoutKey, "pay")
		wantCode(t, state, err, vitrine.Conflict)
		if provider.asked != 0 {
			t.Errorf("the provider was asked for an order that is %s", state)
		}
	}
}

// TestCustomerLeavesWhilePaying keeps what the provider says when the customer's
// connection is gone by then.
func TestCustomerLeavesWhilePaying(t *testing.T) {
	t.Parallel()
	provider := &bank{}
	m := newMarket(t, provider)
	o := m.orderOnce(t)
	ctx, leave := context.WithCancel(t.Context())
	provider.begin = func(o *vitrine.Order) (payment.Progress, error) { leave(); return confirmed(o) }
	if _, err := m.shop.Choose(ctx, o.CheckoutKey, "pay"); err != nil {
		t.Error(err)
	}
	if got := m.read(t, o); got.Status != vitrine.Paid {
		t.Errorf("the order is %s: money was taken", got.Status)
	}
}

// TestBoughtMeanwhile pays an order after another one has bought the model.
func TestBoughtMeanwhile(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	first, second, again := m.orderOnce(t), m.orderOnce(t), m.order(t, m.model.ID)
	if _, err := m.shop.Choose(t.Context(), first.CheckoutKey, "pay"); err != nil {
		t.Fatal(err)
	}
	_, err := m.shop.Choose(t.Context(), second.CheckoutKey, "pay")
	wantCode(t, "the second", err, vitrine.Conflict)
	if refused := (&vitrine.Error{}); !errors.As(err, &refused) || len(refused.Fields) != 1 || refused.Fields[0].Code != "owned" {
		t.Errorf("the refusal is %+v", err)
	}
	_, err = m.shop.MarkPaid(t.Context(), second.ID, "")
	wantCode(t, "the operator's word", err, vitrine.Conflict)
	_, err = m.shop.Choose(t.Context(), again.CheckoutKey, "pay")
	wantCode(t, "once more", err, "")
	if before, err := m.shop.BoughtBefore(t.Context(), second); err != nil || before == nil || before.Status != vitrine.Paid {
		t.Errorf("bought before by %+v, %v", before, err)
	}

	free := m.publish(t, "Free chair", 0)
	order := func() *vitrine.Order {
		o, err := m.shop.CreateOrder(t.Context(), m.buyer, shop.NewOrder{ModelID: free.ID})
		wantCode(t, "order", err, "")
		return o
	}
	one, two := order(), order()
	_, err = m.shop.ConfirmFree(t.Context(), one.CheckoutKey)
	wantCode(t, "a free one", err, "")
	_, err = m.shop.ConfirmFree(t.Context(), two.CheckoutKey)
	wantCode(t, "a free one twice", err, vitrine.Conflict)
}

// TestModelLeavesTheCatalogue cancels what is unpaid, says why, and leaves the
// rest.
func TestModelLeavesTheCatalogue(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		for name, leave := range map[string]func(*testing.T, *market){"taken back": takeBack, "deleted": deleteModel} {
			m := &market{db: db, clock: clocktest.At(today())}
			m.shop = m.shopWith(payment.Sandbox{})
			m.seller, m.buyer = m.user(t, "seller-"+name[:5]), m.user(t, "buyer-"+name[:5])
			m.model = m.publish(t, "Chair "+name, 1250)
			states := []string{"unpaid", "canceled", "paid"}
			var orders []*vitrine.Order
			for _, state := range states {
				orders = append(orders, m.order(t, m.model.ID))
				m.bring(t, orders[len(orders)-1], state)
			}
			pending := m.order(t, m.model.ID)
			_, err := m.shop.Choose(t.Context(), pending.CheckoutKey, "delay")
			wantCode(t, "delay", err, "")

			leave(t, m)

			want := []vitrine.OrderStatus{vitrine.Canceled, vitrine.Canceled, vitrine.Paid}
			because := []vitrine.CancelReason{vitrine.ModelGone, "", ""}
			for i, o := range orders {
				if got := m.read(t, o); got.Status != want[i] || got.CanceledBecause != because[i] {
					t.Errorf("%s: the %s order is %s because of %q", name, states[i], got.Status, got.CanceledBecause)
				}
			}
			if got := m.read(t, pending); got.Status != vitrine.Unpaid {
				t.Errorf("%s: an order whose payment has begun is %s", name, got.Status)
			}
			wantCode(t, "pay", m.shop.RecordPayment(t.Context(), m.event(pending, "paid")), "")
			if got := m.read(t, pending); got.Status != vitrine.Paid {
				t.Errorf("%s: an order whose payment has begun becomes %s", name, got.Status)
			}
		}
	})
}

// TestPaymentOfGoneModelFails cancels an order that outlived its model for the
// sake of a payment, once that has failed.
func TestPaymentOfGoneModelFails(t *testing.T) {
	t.Parallel()
	provider := &bank{}
	m := newMarket(t, provider)
	o := m.orderOnce(t)
	provider.begin = func(o *vitrine.Order) (payment.Progress, error) {
		takeBack(t, m)
		return declined(o)
	}
	_, err := m.shop.Choose(t.Context(), o.CheckoutKey, "pay")
	wantCode(t, "declined", err, "")
	if got := m.read(t, o); got.Status != vitrine.Canceled || got.CanceledBecause != vitrine.ModelGone {
		t.Errorf("the order is %s because of %q", got.Status, got.CanceledBecause)
	}
}
