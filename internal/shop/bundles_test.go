package shop_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// bundleOf is a bundle of models, from now on.
func bundleOf(name string, price vitrine.Amount, models ...int64) shop.NewBundle {
	return shop.NewBundle{BundleChange: shop.BundleChange{
		Name: vitrine.Some(name), Price: vitrine.Some(price), ModelIDs: vitrine.Some(models)}}
}

// bundle makes a bundle of models of the seller.
func (m *market) bundle(t *testing.T, price vitrine.Amount, models ...*vitrine.Model) *vitrine.Bundle {
	t.Helper()
	ids := make([]int64, len(models))
	for i, model := range models {
		ids[i] = model.ID
	}
	b, err := m.shop.MakeBundle(t.Context(), m.seller, bundleOf("Set", price, ids...))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// chairs are published models that cost these prices.
func (m *market) chairs(t *testing.T, prices ...vitrine.Amount) (models []*vitrine.Model) {
	t.Helper()
	for i, price := range prices {
		models = append(models, m.publish(t, "Chair "+string(rune('a'+i)), price))
	}
	return models
}

// bundled makes a checkout of orders of models with the prices of bundles.
func (m *market) bundled(t *testing.T, models []*vitrine.Model, bundles ...int64) (*vitrine.Checkout, error) {
	t.Helper()
	n := shop.NewCheckout{Bundles: bundles}
	for _, model := range models {
		n.OrderIDs = append(n.OrderIDs, m.orderOf(t, model).ID)
	}
	return m.shop.CreateCheckout(t.Context(), m.buyer, n)
}

// wantFault compares where and why something was refused.
func wantFault(t *testing.T, what string, err error, pointer, code string) {
	t.Helper()
	e, ok := errors.AsType[*vitrine.Error](err)
	if !ok || len(e.Fields) != 1 || e.Fields[0].Pointer != pointer || e.Fields[0].Code != code {
		t.Errorf("%s: got %+v, want the fault %q of %s", what, err, code, pointer)
	}
}

// TestBundleLowersItsOrders divides the price of a bundle among orders, lets a coupon lower what is left, pays, and gives a part back.
func TestBundleLowersItsOrders(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		ctx, models := t.Context(), m.chairs(t, 1000, 2000, 333, 500)
		b := m.bundle(t, 2000, models[:3]...)
		c, err := m.bundled(t, models, b.ID)
		wantCode(t, "buy the bundle and a model beside it", err, "")
		m.wantCosts(t, "the price is divided", c, 600, 1200, 200, 500)
		if c.Saved() != 1333 || !slices.Equal(c.Bundles(), []int64{b.ID}) {
			t.Errorf("%s are saved by %v", c.Saved(), c.Bundles())
		}
		m.coupon(t, percentOff("HALF-OFF", 50))
		_, err = m.shop.RedeemForCheckout(ctx, c.Key, "half-off", "")
		wantCode(t, "a coupon", err, "")
		m.wantCosts(t, "with a coupon", c, 300, 600, 100, 250)
		_, err = m.shop.GiveUpCoupons(ctx, c.Key, "")
		wantCode(t, "give the coupon up", err, "")
		m.wantCosts(t, "without the coupon", c, 600, 1200, 200, 500)
		now, err := m.db.Checkout(ctx, c.ID)
		want := vitrine.Discount{Bundle: vitrine.BundlePart{ID: b.ID, Price: 1200, Orders: 3}, List: 2000}
		if got := now.Orders[1].Discount; err != nil || got != want {
			t.Errorf("the order has %+v, want %+v; %v", got, want, err)
		}

		wantCode(t, "end the bundle", m.shop.EndBundle(ctx, m.seller, b.ID, nil), "")
		_, err = m.shop.ChooseForCheckout(ctx, c.Key, "pay")
		wantCode(t, "pay the price that was pinned", err, "")
		m.wantCosts(t, "paid", c, 600, 1200, 200, 500)
		back, err := m.shop.Refund(ctx, c.Orders[1].ID, false)
		if err != nil || back.Status != vitrine.Refunded || back.Refunded != 1200 {
			t.Errorf("the order is %s with %s back, %v", back.Status, back.Refunded, err)
		}
	})
}

// TestBundleIsPaidWhole takes the price of a bundle back from what is left of it, wherever an order leaves.
func TestBundleIsPaidWhole(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		ctx, models := t.Context(), m.chairs(t, 1000, 1000, 1000)
		b := m.bundle(t, 1500, models...)
		buy := func() *vitrine.Checkout {
			c, err := m.bundled(t, models, b.ID)
			wantCode(t, "buy the bundle", err, "")
			m.wantCosts(t, "in the bundle", c, 500, 500, 500)
			return c
		}
		c := buy()
		wantCode(t, "cancel one order", m.shop.CancelOrder(ctx, m.buyer, c.Orders[0].ID, nil), "")
		_, err := m.shop.ChooseForCheckout(ctx, c.Key, "pay")
		wantCode(t, "pay without it", err, vitrine.Conflict)
		_, err = m.shop.LeaveUnpayable(ctx, c.Key)
		wantCode(t, "go on without it", err, "")
		m.wantCosts(t, "what is left", c, 1000, 1000)

		c = buy()
		other := m.checkoutOf(t, c.Orders[0].ID)
		m.wantCosts(t, "an order in another checkout", other, 1000)
		m.wantCosts(t, "those that it left", c, 1000, 1000, 1000)
		_, err = m.shop.Choose(ctx, c.Orders[1].CheckoutKey, "pay")
		wantCode(t, "pay one of them alone", err, "")
		if now, err := m.db.Order(ctx, c.Orders[1].ID); err != nil || now.Price != 1000 {
			t.Errorf("it was paid with %s, %v", now.Price, err)
		}
	})
}

// TestBundleByHand takes the operator's word for the price of a bundle for all of its orders, and for no part of them.
func TestBundleByHand(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Manual{})
		ctx, models := t.Context(), m.chairs(t, 1000, 1000, 400)
		b := m.bundle(t, 1500, models[:2]...)
		refused := func(what string, id int64, do string) {
			t.Helper()
			_, err := m.shop.MarkPaid(ctx, id, "")
			if wantCode(t, what, err, vitrine.Conflict); err != nil && !strings.Contains(err.Error(), do) {
				t.Errorf("%s: %v does not say %q", what, err, do)
			}
		}
		buy := func() *vitrine.Checkout {
			c, err := m.bundled(t, models, b.ID)
			wantCode(t, "buy the bundle", err, "")
			return c
		}
		c := buy()
		all := fmt.Sprintf("vitrine order pay-checkout %d", c.ID)
		refused("one order of the bundle", c.Orders[0].ID, all)
		m.wantStates(t, "refused", c, vitrine.Unpaid, vitrine.Unpaid, vitrine.Unpaid, vitrine.Unpaid)
		_, err := m.shop.MarkPaid(ctx, c.Orders[2].ID, "")
		wantCode(t, "the order beside it", err, "")
		wantCode(t, "the customer calls it off", m.shop.CancelOrder(ctx, m.buyer, c.Orders[1].ID, nil), "")
		refused("one that was canceled", c.Orders[1].ID, all)
		_, err = m.shop.MarkCheckoutPaid(ctx, c.ID, "")
		wantCode(t, "all of them", err, "")
		m.wantStates(t, "confirmed", c, vitrine.Paid, vitrine.Paid, vitrine.Paid, vitrine.Paid)

		models = m.chairs(t, 1000, 1000, 400)
		b = m.bundle(t, 1500, models[:2]...)
		c = buy()
		wantCode(t, "call it off", m.shop.CancelCheckout(ctx, m.buyer, c.ID, nil), "")
		refused("one order of a checkout that was called off", c.Orders[0].ID, fmt.Sprintf("pay-checkout %d", c.ID))
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.LeaveCheckout(ctx, c.ID, c.Orders[0].ID) })
		refused("one without the others", c.Orders[1].ID, "order anew")
		refused("the one that left", c.Orders[0].ID, "order anew")
		_, err = m.shop.MarkCheckoutPaid(ctx, c.ID, "")
		wantCode(t, "what is left of it", err, vitrine.Conflict)
		m.wantStates(t, "refused", c, vitrine.Canceled, vitrine.Canceled, vitrine.Canceled)
	})
}

// TestBundlePartByHand takes the operator's word for the one order of a bundle whose other models the buyer has, and for the end of a
// dispute of one order.
func TestBundlePartByHand(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Manual{})
		ctx, models := t.Context(), m.chairs(t, 1000, 1000)
		b := m.bundle(t, 1500, models...)
		_, err := m.shop.MarkPaid(ctx, m.orderOf(t, models[0]).ID, "")
		wantCode(t, "buy one of the models", err, "")
		c, err := m.bundled(t, models[1:], b.ID)
		wantCode(t, "buy the rest", err, "")
		m.wantCosts(t, "the rest", c, 750)
		_, err = m.shop.MarkPaid(ctx, c.Orders[0].ID, "")
		wantCode(t, "confirm the rest", err, "")

		models = m.chairs(t, 1000, 1000)
		c, err = m.bundled(t, models, m.bundle(t, 1500, models...).ID)
		wantCode(t, "buy both", err, "")
		_, err = m.shop.MarkCheckoutPaid(ctx, c.ID, "")
		wantCode(t, "confirm both", err, "")
		write(t, db, func(ctx context.Context, tx *store.Tx) error {
			o, err := tx.Order(ctx, c.Orders[0].ID)
			if err != nil {
				return err
			}
			return tx.SetOrderStatus(ctx, o, vitrine.Disputed, m.clock.Now())
		})
		_, err = m.shop.MarkPaid(ctx, c.Orders[0].ID, "")
		wantCode(t, "the dispute is over", err, "")
	})
}

// TestBundleIsAskedForAgain begins no payment of orders that have the price of a bundle without all others of it, however that came.
func TestBundleIsAskedForAgain(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		provider := &bank{begin: func(*vitrine.Order) (payment.Progress, error) {
			return payment.Redirect{URL: "https://bank.example/1", Payment: "p1", Until: today().Add(20 * time.Minute)}, nil
		}, lookup: func(*vitrine.Order) (payment.Progress, error) { return payment.Pending{Payment: "p1"}, nil }}
		m := newMarketOn(t, db, provider)
		ctx, models := t.Context(), m.chairs(t, 1000, 1000)
		b := m.bundle(t, 1500, models...)
		leave := func(c *vitrine.Checkout) {
			write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.LeaveCheckout(ctx, c.ID, c.Orders[0].ID) })
		}
		c, err := m.bundled(t, models, b.ID)
		wantCode(t, "buy the bundle", err, "")
		leave(c)
		_, err = m.shop.ChooseForCheckout(ctx, c.Key, "card")
		wantFault(t, "pay a part of it", err, "/bundle_ids", "incomplete")
		m.wantCosts(t, "it is told first", c, 1000)
		_, err = m.shop.Choose(ctx, c.Orders[0].CheckoutKey, "card")
		wantFault(t, "pay the other part of it", err, "/bundle_ids", "incomplete")

		if c, err = m.bundled(t, models, b.ID); err != nil {
			t.Fatal(err)
		}
		_, err = m.shop.ChooseForCheckout(ctx, c.Key, "card")
		wantCode(t, "begin to pay", err, "")
		m.clock.Advance(time.Hour)
		wantCode(t, "give the payment up", m.shop.EndLapsedPayments(ctx), "")
		wantCode(t, "cancel one order", m.shop.CancelOrder(ctx, m.buyer, c.Orders[0].ID, nil), "")
		_, err = m.shop.LeaveUnpayable(ctx, c.Key)
		wantCode(t, "go on without it", err, "")
		m.wantCosts(t, "money may come for this price", c, 750)
		provider.lookup = func(*vitrine.Order) (payment.Progress, error) {
			return nil, vitrine.Errorf(vitrine.NotFound, "this account does not know the payment")
		}
		_, err = m.shop.ChooseForCheckout(ctx, c.Key, "card")
		wantFault(t, "begin another payment with it", err, "/model_id", "payment_begun")
	})
}

// TestBundleOfWhatIsOwned leaves out what the buyer has, with its part of the price; also of what a visitor says to have, nothing.
func TestBundleOfWhatIsOwned(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		ctx, models := t.Context(), m.chairs(t, 1000, 2000, 3000)
		b := m.bundle(t, 3000, models...)
		o := m.orderOf(t, models[0])
		_, err := m.shop.Choose(ctx, o.CheckoutKey, "pay")
		wantCode(t, "buy one of the models", err, "")
		c, err := m.bundled(t, models[1:], b.ID)
		wantCode(t, "buy the rest", err, "")
		m.wantCosts(t, "the rest in proportion", c, 1000, 1500)
		_, err = m.bundled(t, models[1:2], b.ID)
		wantFault(t, "a part of the rest", err, "/bundle_ids", "incomplete")

		items := []vitrine.CartItem{{ModelID: models[1].ID, Price: 2000}, {ModelID: models[2].ID, Price: 3000}}
		found, err := m.shop.BundlesInCart(ctx, m.buyer.User.ID, items)
		if want := (vitrine.CartBundle{ID: b.ID, Name: "Set", Price: 2500, Saved: 2500}); err != nil || len(found) != 1 || found[0] != want {
			t.Errorf("the cart has %+v, %v; want %+v", found, err, want)
		}
		found, err = m.shop.BundlesInCart(ctx, 0, items)
		if err != nil || len(found) != 0 {
			t.Errorf("the cart of a visitor has %+v, %v", found, err)
		}
		_, err = m.shop.CheckOutVisitor(ctx, shop.CartOrder{Items: items, Email: m.buyer.User.Email,
			Bundles: []vitrine.CartBundle{{ID: b.ID, Price: 2500}}})
		wantFault(t, "a visitor with the buyer's address", err, "/models", "changed")
	})
}

// TestBundlesOfACart finds the bundles that a cart makes up, and buys them at the prices that were shown, or nothing.
func TestBundlesOfACart(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		ctx, models := t.Context(), m.chairs(t, 1000, 2000, 3000)
		less, more := m.bundle(t, 2500, models[:2]...), m.bundle(t, 3000, models[1:]...)
		var items []vitrine.CartItem
		for _, model := range models {
			items = append(items, vitrine.CartItem{ModelID: model.ID, Price: *model.Price})
		}
		found, err := m.shop.BundlesInCart(ctx, 0, items)
		if err != nil || len(found) != 1 || found[0].ID != more.ID || found[0].Saved != 2000 {
			t.Fatalf("the cart has %+v, %v; want the bundle %d, not %d", found, err, more.ID, less.ID)
		}
		n := shop.CartOrder{Items: items, Bundles: found, Email: "v@example.com"}
		c, err := m.shop.CheckOutVisitor(ctx, n)
		wantCode(t, "check out", err, "")
		m.wantCosts(t, "the cart", c, 1000, 1200, 1800)

		n.Bundles = []vitrine.CartBundle{{ID: more.ID, Price: 2999}}
		_, err = m.shop.CheckOutVisitor(ctx, n)
		wantFault(t, "at another price", err, "/models", "changed")
		wantCode(t, "end", m.shop.EndBundle(ctx, m.seller, more.ID, nil), "")
		n.Bundles = found
		_, err = m.shop.CheckOutVisitor(ctx, n)
		wantFault(t, "ended", err, "/models", "changed")
	})
}

// TestBundleIsWithheld sells no bundle of which a model left, or that costs no less than its models.
func TestBundleIsWithheld(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		ctx, models := t.Context(), m.chairs(t, 1000, 2000)
		b := m.bundle(t, 2500, models...)
		is := func(when string, state vitrine.BundleState, fault vitrine.BundleFault) {
			t.Helper()
			now, err := m.shop.Bundle(ctx, m.seller, b.ID)
			if err != nil || now.StateAt(m.clock.Now()) != state || now.Fault() != fault {
				t.Errorf("%s: it is %s by %q, %v; want %s by %q", when, now.StateAt(m.clock.Now()), now.Fault(), err, state, fault)
			}
			code := vitrine.NotFound
			if state == vitrine.BundleOffered {
				code = ""
			}
			_, err = m.shop.Bundle(ctx, m.buyer, b.ID)
			wantCode(t, when+": seen by the buyer", err, code)
		}
		is("made", vitrine.BundleOffered, "")
		_, err := m.shop.PlanPromotion(ctx, m.seller, plan(50, m.clock.Now(), models[1].ID))
		wantCode(t, "a promotion", err, "")
		is("a model costs less", vitrine.BundleWithheld, vitrine.BundleNoLower)
		_, err = m.bundled(t, models, b.ID)
		wantFault(t, "buy it", err, "/bundle_ids", "not_sold")
		_, err = m.shop.ChangeBundle(ctx, m.seller, b.ID, shop.BundleChange{Name: vitrine.Some("Pair")}, nil)
		wantCode(t, "name it otherwise all the same", err, "")
		_, err = m.shop.ChangeBundle(ctx, m.seller, b.ID, shop.BundleChange{Price: vitrine.Some[vitrine.Amount](2001)}, nil)
		wantFault(t, "a price that is no lower", err, "/price", "too_large")
		_, err = m.shop.ChangeBundle(ctx, m.seller, b.ID, shop.BundleChange{Price: vitrine.Some[vitrine.Amount](1500)}, nil)
		wantCode(t, "mend it", err, "")
		is("mended", vitrine.BundleOffered, "")
		wantCode(t, "a model goes", m.shop.DeleteModel(ctx, m.seller, models[0].ID, nil), "")
		is("a model is gone", vitrine.BundleWithheld, vitrine.BundleModelGone)
		found, err := m.shop.OfferedBundles(ctx, 10, models[1].ID)
		if err != nil || len(found) != 0 {
			t.Errorf("the page of the other one shows %d bundles, %v", len(found), err)
		}
	})
}

// TestBundleTimes sells a bundle from its begin to its end.
func TestBundleTimes(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	ctx, other := t.Context(), m.publish(t, "Stool", 500)
	n := bundleOf("Later", 1000, m.model.ID, other.ID)
	n.BeginsAt, n.EndsAt = vitrine.Some(m.clock.Now().Add(time.Hour)), vitrine.Some(m.clock.Now().Add(3*time.Hour))
	b, err := m.shop.MakeBundle(ctx, m.seller, n)
	wantCode(t, "make", err, "")
	for _, want := range []vitrine.BundleState{vitrine.BundlePlanned, vitrine.BundleOffered, vitrine.BundleOffered, vitrine.BundleEnded} {
		found, err := m.shop.OfferedBundles(ctx, 10, m.model.ID)
		if got := b.StateAt(m.clock.Now()); err != nil || got != want || len(found) == 1 != (want == vitrine.BundleOffered) {
			t.Errorf("at %s it is %s, %d shown, %v; want %s", m.clock.Now(), got, len(found), err, want)
		}
		m.clock.Advance(time.Hour)
	}
}

// TestBundleRules refuses bundles that could not be sold, and those of others.
func TestBundleRules(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		ctx, models := t.Context(), m.chairs(t, 1000, 2000, 0)
		draft, err := m.shop.CreateModel(ctx, m.seller, shop.ModelRequest{ModelChange: vitrine.ModelChange{Title: vitrine.Some("Draft")}})
		wantCode(t, "a draft", err, "")
		a, z := models[0].ID, models[1].ID
		for _, c := range []struct {
			name, pointer, code string
			n                   shop.NewBundle
		}{
			{"one model", "/model_ids", "too_few", bundleOf("Set", 500, a, a)},
			{"too many models", "/model_ids", "too_many", bundleOf("Set", 500, func() (ids []int64) {
				for i := range vitrine.MaxBundleModels + 1 {
					ids = append(ids, int64(i+1))
				}
				return ids
			}()...)},
			{"no price", "/price", "required", shop.NewBundle{BundleChange: shop.BundleChange{
				Name: vitrine.Some("Set"), ModelIDs: vitrine.Some([]int64{a, z})}}},
			{"below nothing", "/price", "too_small", bundleOf("Set", -1, a, z)},
			{"as dear as one by one", "/price", "too_large", bundleOf("Set", 3000, a, z)},
			{"without a name", "/name", "required", bundleOf(" ", 500, a, z)},
			{"a draft", "/model_ids", "not_published", bundleOf("Set", 500, a, draft.ID)},
			{"a free model", "/model_ids", "free", bundleOf("Set", 500, a, models[2].ID)},
			{"a model that is not there", "/model_ids", "unknown", bundleOf("Set", 500, a, 999)},
		} {
			_, err := m.shop.MakeBundle(ctx, m.seller, c.n)
			wantFault(t, c.name, err, c.pointer, c.code)
		}
		_, err = m.shop.MakeBundle(ctx, m.buyer, bundleOf("Set", 500, a, z))
		wantFault(t, "models of others", err, "/model_ids", "unknown")

		b := m.bundle(t, 0, models[:2]...)
		_, err = m.shop.ChangeBundle(ctx, m.buyer, b.ID, shop.BundleChange{}, nil)
		wantCode(t, "change that of somebody else", err, vitrine.NotFound)
		wantCode(t, "end that of somebody else", m.shop.EndBundle(ctx, m.buyer, b.ID, nil), vitrine.NotFound)
		_, err = m.shop.Bundles(ctx, m.buyer, true)
		wantCode(t, "all of them", err, vitrine.Forbidden)
		operator := m.user(t, "operator")
		operator.User.IsAdmin, operator.Scopes = true, []vitrine.Scope{vitrine.ScopeAdmin}
		if all, err := m.shop.Bundles(ctx, operator, true); err != nil || len(all) != 1 || all[0].SellerName != "seller" {
			t.Errorf("the operator sees %d bundles, %v", len(all), err)
		}
		_, err = m.shop.ChangeBundle(ctx, operator, b.ID, shop.BundleChange{}, nil)
		wantCode(t, "an operator changes it", err, vitrine.NotFound)
		wantCode(t, "an operator ends it", m.shop.EndBundle(ctx, operator, b.ID, nil), "")
		wantCode(t, "once more", m.shop.EndBundle(ctx, m.seller, b.ID, nil), vitrine.Conflict)
		c, err := m.bundled(t, models[:2], b.ID)
		wantFault(t, "buy it", err, "/bundle_ids", "not_sold")
		_, err = m.bundled(t, models[:2], 77)
		wantFault(t, "buy none", err, "/bundle_ids", "unknown")
		_ = c
	})
}

// TestBundleForNothing takes a bundle that costs nothing.
func TestBundleForNothing(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		models := m.chairs(t, 1000, 2000)
		c, err := m.bundled(t, models, m.bundle(t, 0, models...).ID)
		wantCode(t, "order", err, "")
		got, err := m.shop.ConfirmFreeCheckout(t.Context(), c.Key)
		if err != nil || m.shop.CheckoutStatus(got) != vitrine.Paid {
			t.Errorf("it is %s, %v", m.shop.CheckoutStatus(got), err)
		}
	})
}

// TestBundleInCoins divides whole coins.
func TestBundleInCoins(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	settings := shop.DefaultSettings()
	settings.Currency = "JPY"
	m.shop = shop.New(shop.Options{DB: m.db, Payments: payment.Sandbox{}, Settings: settings, Now: m.clock.Now,
		Log: slog.New(slog.DiscardHandler)})
	models := m.chairs(t, 100_000, 33_300, 77_700)
	_, err := m.shop.MakeBundle(t.Context(), m.seller, bundleOf("Set", 150, models[0].ID, models[1].ID))
	wantFault(t, "half a yen", err, "/price", "bad_price")
	c, err := m.bundled(t, models, m.bundle(t, 100_000, models...).ID)
	wantCode(t, "buy", err, "")
	for _, o := range c.Orders {
		if o.Price%100 != 0 {
			t.Errorf("an order costs %s JPY", o.Price)
		}
	}
	if c.Sum() != 100_000 {
		t.Errorf("together they cost %s", c.Sum())
	}
}
