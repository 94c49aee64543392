package shop_test

import (
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// percentOff is a coupon of a code by percent, from now on.
func percentOff(code string, percent int64, models ...int64) shop.NewCoupon {
	n := shop.NewCoupon{CouponChange: shop.CouponChange{
		Code: vitrine.Some(code), Name: vitrine.Some("Friends"), Percent: vitrine.Some(percent)}}
	if len(models) > 0 {
		n.ModelIDs = vitrine.Some(models)
	}
	return n
}

func amountOff(code string, amount vitrine.Amount) shop.NewCoupon {
	return shop.NewCoupon{CouponChange: shop.CouponChange{
		Code: vitrine.Some(code), Name: vitrine.Some("Voucher"), Amount: vitrine.Some(amount)}}
}

func (m *market) coupon(t *testing.T, n shop.NewCoupon) *vitrine.Coupon {
	t.Helper()
	c, err := m.shop.MakeCoupon(t.Context(), m.seller, n)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// wantCoupon compares the code of the fault that a coupon was refused with.
func wantCoupon(t *testing.T, what string, err error, want string) {
	t.Helper()
	e, ok := errors.AsType[*vitrine.Error](err)
	if !ok || len(e.Fields) != 1 || e.Fields[0].Pointer != "/coupon" || e.Fields[0].Code != want {
		t.Errorf("%s: got %+v, want the fault %q of /coupon", what, err, want)
	}
}

// wantCosts compares what the orders of a checkout cost now.
func (m *market) wantCosts(t *testing.T, what string, c *vitrine.Checkout, want ...vitrine.Amount) {
	t.Helper()
	now, err := m.db.Checkout(t.Context(), c.ID)
	wantCode(t, "read the checkout", err, "")
	if len(now.Orders) != len(want) {
		t.Fatalf("%s: %d orders are left, want %d", what, len(now.Orders), len(want))
	}
	for i, o := range now.Orders {
		if o.Price != want[i] {
			t.Errorf("%s: order %d costs %s, want %s", what, i, o.Price, want[i])
		}
	}
}

// TestCouponLowersAnOrder enters, gives up and enters again a code, and pays the lower price.
func TestCouponLowersAnOrder(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		ctx, o := t.Context(), m.order(t, m.model.ID)
		m.coupon(t, percentOff(" ten-Off ", 10))
		enter := func(code string) (*vitrine.Order, error) { return m.shop.Redeem(ctx, o.CheckoutKey, code, "192.0.2.1") }

		_, err := enter("NINE-OFF")
		wantCoupon(t, "a code that nobody made", err, "unknown")
		got, err := enter("Ten-off")
		wantCode(t, "the code", err, "")
		if got.Price != 1125 || got.ListPrice() != 1250 || got.Discount.Code != "TEN-OFF" || got.Version <= o.Version {
			t.Errorf("the order is %s of %s by %+v, version %d of %d", got.Price, got.ListPrice(), got.Discount, got.Version, o.Version)
		}
		_, err = enter("ten-off")
		wantCoupon(t, "the same code again", err, "no_lower")
		got, err = m.shop.GiveUpCoupon(ctx, o.CheckoutKey)
		if err != nil || got.Price != 1250 || got.Discount != (vitrine.Discount{}) {
			t.Errorf("given up, it costs %s by %+v, %v", got.Price, got.Discount, err)
		}
		_, err = enter("ten-off")
		wantCode(t, "once more", err, "")
		_, err = m.shop.Choose(ctx, o.CheckoutKey, "pay")
		wantCode(t, "pay", err, "")
		paid, err := m.db.Order(ctx, o.ID)
		if err != nil || paid.Status != vitrine.Paid || paid.Price != 1125 || paid.Discount.List != 1250 {
			t.Errorf("it is %s at %s of %s, %v", paid.Status, paid.Price, paid.Discount.List, err)
		}
		_, err = enter("ten-off")
		wantCode(t, "of a paid order", err, vitrine.Conflict)
		_, err = m.shop.GiveUpCoupon(ctx, o.CheckoutKey)
		wantCode(t, "give up after paying", err, vitrine.Conflict)

	})
}

// TestCouponToNothing lowers an order to nothing, which is then taken without any payment; never below.
func TestCouponToNothing(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		m.coupon(t, amountOff("VOUCHER", 99_999))
		o := m.order(t, m.model.ID)
		got, err := m.shop.Redeem(t.Context(), o.CheckoutKey, "voucher", "")
		if err != nil || got.Price != 0 {
			t.Fatalf("it costs %s, %v", got.Price, err)
		}
		got, err = m.shop.ConfirmFree(t.Context(), o.CheckoutKey)
		if err != nil || got.Status != vitrine.Paid {
			t.Errorf("it is %s, %v", got.Status, err)
		}
	})
}

// TestCouponsOfACheckout divides an amount, keeps the better of two codes for each order, and enters them anew for what is left.
func TestCouponsOfACheckout(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		ctx, c := t.Context(), m.together(t, 1000, 2000, 0, 333)
		enter := func(code string) error {
			_, err := m.shop.RedeemForCheckout(ctx, c.Key, code, "")
			return err
		}
		m.coupon(t, amountOff("TEN-EURO", 1000))
		m.coupon(t, percentOff("HALF-OFF", 50, c.Orders[0].ModelID))
		wantCode(t, "the amount", enter("ten-euro"), "")
		m.wantCosts(t, "the amount is divided", c, 700, 1400, 0, 233)
		wantCode(t, "the better one", enter("half-off"), "")
		m.wantCosts(t, "one is better for the first", c, 500, 1400, 0, 233)
		_, err := m.shop.GiveUpCoupons(ctx, c.Key, "half-off")
		wantCode(t, "give one up", err, "")
		m.wantCosts(t, "one was given up", c, 1000, 1400, 0, 233)
		_, err = m.shop.GiveUpCoupons(ctx, c.Key, "")
		wantCode(t, "give all up", err, "")
		m.wantCosts(t, "all were given up", c, 1000, 2000, 0, 333)

		wantCode(t, "the amount again", enter("ten-euro"), "")
		wantCode(t, "a model goes", m.shop.DeleteModel(ctx, m.seller, c.Orders[1].ModelID, nil), "")
		_, err = m.shop.LeaveUnpayable(ctx, c.Key)
		wantCode(t, "go on without it", err, "")
		m.wantCosts(t, "the whole amount is off what is left", c, 250, 0, 83)

		again := m.checkoutOf(t, c.Orders[0].ID)
		m.wantCosts(t, "in another checkout it is to be entered anew", again, 1000)
		with, err := m.shop.CreateCheckout(ctx, m.buyer, shop.NewCheckout{OrderIDs: []int64{c.Orders[0].ID, c.Orders[3].ID}, Coupon: "TEN-EURO"})
		wantCode(t, "a checkout with a code", err, "")
		m.wantCosts(t, "by the interface", with, 250, 83)
		if with.Saved() != 1000 || with.Sum() != 333 {
			t.Errorf("%s are saved of %s", with.Saved(), with.Sum())
		}
		_, err = m.shop.CreateCheckout(ctx, m.buyer, shop.NewCheckout{OrderIDs: []int64{c.Orders[0].ID}, Coupon: "NOBODYS"})
		wantCoupon(t, "a checkout with a code that nobody made", err, "unknown")
		_, err = m.shop.ChooseForCheckout(ctx, with.Key, "pay")
		wantCode(t, "pay", err, "")
		m.wantCosts(t, "paid", with, 250, 83)

	})
}

// TestLastUseOfACoupon has two buyers pay at once with a code that is good for one purchase: the second is told that its price is
// that of before, and can pay that.
func TestLastUseOfACoupon(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		once := percentOff("ONLY-ONCE", 20)
		once.Uses = vitrine.Some[int64](1)
		made := m.coupon(t, once)
		orders := make([]*vitrine.Order, 5)
		for i := range orders {
			orders[i] = m.order(t, m.model.ID)
			_, err := m.shop.Redeem(t.Context(), orders[i].CheckoutKey, "ONLY-ONCE", "")
			wantCode(t, "enter", err, "")
		}
		errs := make([]error, len(orders))
		var work sync.WaitGroup
		for i, o := range orders {
			work.Go(func() { _, errs[i] = m.shop.Choose(t.Context(), o.CheckoutKey, "pay") })
		}
		work.Wait()
		lower := 0
		for i, o := range orders {
			if errs[i] == nil {
				lower++
				continue
			}
			wantCoupon(t, "too late", errs[i], "ended")
			_, err := m.shop.Choose(t.Context(), o.CheckoutKey, "pay")
			wantCode(t, "pay the whole price", err, "")
			now, err := m.db.Order(t.Context(), o.ID)
			if err != nil || now.Status != vitrine.Paid || now.Price != 1250 {
				t.Errorf("it is %s at %s, %v", now.Status, now.Price, err)
			}
		}
		if lower != 1 {
			t.Errorf("%d orders were paid with a code that is good for one", lower)
		}
		counted, err := m.shop.Coupon(t.Context(), m.seller, made.ID)
		if err != nil || counted.Used != 1 {
			t.Errorf("it was used %d times, %v", counted.Used, err)
		}
	})
}

// TestUsesOfACoupon counts an attempt that is on its way and not one that failed, several orders of a purchase as one, and those of a
// buyer.
func TestUsesOfACoupon(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		ctx := t.Context()
		twice := percentOff("TWICE-EACH", 20)
		twice.UsesEach, twice.Uses = vitrine.Some[int64](2), vitrine.Some[int64](3)
		m.coupon(t, twice)
		enter := func(by vitrine.Caller) (*vitrine.Order, error) {
			t.Helper()
			o, err := m.shop.CreateOrder(ctx, by, shop.NewOrder{ModelID: m.model.ID, Again: true})
			wantCode(t, "order", err, "")
			_, err = m.shop.Redeem(ctx, o.CheckoutKey, "TWICE-EACH", "")
			return o, err
		}
		first, err := enter(m.buyer)
		wantCode(t, "enter", err, "")
		_, err = m.shop.Choose(ctx, first.CheckoutKey, "decline")
		wantCode(t, "decline", err, "")
		_, err = m.shop.Choose(ctx, first.CheckoutKey, "delay") // it is on its way
		wantCode(t, "delay", err, "")
		c := m.together(t, 1000, 500)
		_, err = m.shop.RedeemForCheckout(ctx, c.Key, "TWICE-EACH", "")
		wantCode(t, "for two orders", err, "")
		_, err = m.shop.ChooseForCheckout(ctx, c.Key, "pay")
		wantCode(t, "pay two", err, "")
		m.wantCosts(t, "both are lowered", c, 800, 400)
		_, err = enter(m.buyer)
		wantCoupon(t, "a third time", err, "used_before")

		other := m.user(t, "other")
		third, err := enter(other)
		wantCode(t, "another buyer", err, "")
		_, err = m.shop.Choose(ctx, third.CheckoutKey, "pay")
		wantCode(t, "pay", err, "")
		_, err = enter(m.user(t, "late"))
		wantCoupon(t, "a fourth", err, "used_up")
	})
}

// TestCouponRefused refuses codes of others' models, before their time, after it, and such as are none.
func TestCouponRefused(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		ctx, o := t.Context(), m.order(t, m.model.ID)
		other := m.user(t, "other-seller")
		make := func(by vitrine.Caller, n shop.NewCoupon) (*vitrine.Coupon, error) {
			return m.shop.MakeCoupon(ctx, by, n)
		}
		_, err := make(other, percentOff("OTHERS", 10))
		wantCode(t, "of another seller", err, "")
		later := percentOff("LATER-ON", 10)
		later.BeginsAt, later.EndsAt = vitrine.Some(m.clock.Now().Add(time.Hour)), vitrine.Some(m.clock.Now().Add(2*time.Hour))
		planned := m.coupon(t, later)
		enter := func(code string) error {
			_, err := m.shop.Redeem(ctx, o.CheckoutKey, code, "")
			return err
		}
		wantCoupon(t, "of another seller's models", enter("others"), "not_allowed")
		wantCoupon(t, "too early", enter("later-on"), "too_early")
		m.clock.Advance(90 * time.Minute)
		wantCode(t, "in time", enter("later-on"), "")
		m.clock.Advance(time.Hour)
		_, err = m.shop.Choose(ctx, o.CheckoutKey, "pay")
		wantCoupon(t, "too late to pay with it", err, "ended")
		if now, err := m.db.Order(ctx, o.ID); err != nil || now.Price != 1250 {
			t.Errorf("it costs %s, %v", now.Price, err)
		}
		wantCoupon(t, "too late", enter("later-on"), "ended")
		wantCode(t, "end it", m.shop.EndCoupon(ctx, m.seller, planned.ID, nil), "")
		wantCoupon(t, "ended", enter("later-on"), "unknown")
		wantCode(t, "end it twice", m.shop.EndCoupon(ctx, m.seller, planned.ID, nil), vitrine.Conflict)
		wantCode(t, "end another's", m.shop.EndCoupon(ctx, other, planned.ID, nil), vitrine.NotFound)

		m.coupon(t, percentOff("TAKEN-1", 10))
		_, err = make(m.seller, percentOff("taken-1", 20))
		wantCode(t, "a code twice", err, vitrine.Conflict)
		_, err = make(other, percentOff("TAKEN-1", 20))
		wantCode(t, "the code of another seller", err, "")
		for what, n := range map[string]shop.NewCoupon{
			"no code": percentOff("", 10), "short": percentOff("a-b-c", 10), "signs": percentOff("ÄÄÄÄÄ", 10), "percent": percentOff("HUNDRED", 101),
			"amount": amountOff("NOTHING", 0), "another's model": percentOff("MINE", 10, 987_654), "no model": {CouponChange: shop.CouponChange{
				Code: vitrine.Some("NO-MODEL"), Name: vitrine.Some("x"), Percent: vitrine.Some[int64](1), ModelIDs: vitrine.Some([]int64{})}},
		} {
			_, err := make(m.seller, n)
			wantCode(t, what, err, vitrine.Invalid)
		}
		n := percentOff("WHOLE", 10)
		n.Whole = true
		_, err = make(m.seller, n)
		wantCode(t, "of the whole shop by a seller", err, vitrine.Forbidden)
	})
}

// TestCouponOfTheShop lowers models of sellers who take part, and of no others.
func TestCouponOfTheShop(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		ctx, o := t.Context(), m.order(t, m.model.ID)
		operator := m.user(t, "operator")
		operator.User.IsAdmin, operator.Scopes = true, []vitrine.Scope{vitrine.ScopeAdmin}
		n := percentOff("WHOLE-SHOP", 10)
		n.Whole = true
		_, err := m.shop.MakeCoupon(ctx, operator, n)
		wantCode(t, "make", err, "")
		_, err = m.shop.Redeem(ctx, o.CheckoutKey, "WHOLE-SHOP", "")
		wantCoupon(t, "before the seller takes part", err, "not_allowed")
		wantCode(t, "take part", m.shop.TakePart(ctx, m.seller, true), "")
		got, err := m.shop.Redeem(ctx, o.CheckoutKey, "WHOLE-SHOP", "")
		if err != nil || got.Price != 1125 {
			t.Errorf("it costs %s, %v", got.Price, err)
		}
	})
}

// TestCodesAreNotGuessed refuses a network that enters code after code, right ones too.
func TestCodesAreNotGuessed(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	m.coupon(t, percentOff("SECRET", 10))
	o := m.order(t, m.model.ID)
	for range 30 {
		_, err := m.shop.Redeem(t.Context(), o.CheckoutKey, "WRONG", "192.0.2.1")
		wantCoupon(t, "wrong", err, "unknown")
	}
	_, err := m.shop.Redeem(t.Context(), o.CheckoutKey, "SECRET", "192.0.2.1")
	wantCode(t, "right, after many wrong ones", err, vitrine.RateLimited)
	_, err = m.shop.Redeem(t.Context(), o.CheckoutKey, "SECRET", "192.0.2.2")
	wantCode(t, "right, from elsewhere", err, "")
}

// TestPriceOfABegunPaymentStays leaves the price alone by which money may still come.
func TestPriceOfABegunPaymentStays(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		provider := &bank{begin: func(*vitrine.Order) (payment.Progress, error) {
			return payment.Redirect{URL: "https://bank.example/1", Payment: "p1", Until: today().Add(20 * time.Minute)}, nil
		}, lookup: func(*vitrine.Order) (payment.Progress, error) { return payment.Pending{Payment: "p1"}, nil }}
		m := newMarketOn(t, db, provider)
		ctx, o := t.Context(), m.order(t, m.model.ID)
		made := m.coupon(t, percentOff("TEN-OFF", 10))
		m.coupon(t, percentOff("MORE-OFF", 30))
		_, err := m.shop.Redeem(ctx, o.CheckoutKey, "ten-off", "")
		wantCode(t, "enter", err, "")
		_, err = m.shop.Choose(ctx, o.CheckoutKey, "card")
		wantCode(t, "begin to pay", err, "")
		_, err = m.shop.Redeem(ctx, o.CheckoutKey, "more-off", "")
		wantCoupon(t, "another code while it is paid", err, "payment_begun")
		_, err = m.shop.GiveUpCoupon(ctx, o.CheckoutKey)
		wantCode(t, "give up while it is paid", err, vitrine.Conflict)
		wantCode(t, "end the coupon", m.shop.EndCoupon(ctx, m.seller, made.ID, nil), "")

		m.clock.Advance(time.Hour)
		wantCode(t, "give the payment up", m.shop.EndLapsedPayments(ctx), "")
		_, err = m.shop.GiveUpCoupon(ctx, o.CheckoutKey)
		wantCode(t, "give up later", err, "")
		if now, err := m.db.Order(ctx, o.ID); err != nil || now.Price != 1125 {
			t.Errorf("money may come for %s, and it costs %s, %v", vitrine.Amount(1125), now.Price, err)
		}
	})
}

// TestCouponsInCoins lowers to whole coins, and by an amount that was made in another currency not at all.
func TestCouponsInCoins(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	m.coupon(t, amountOff("DOLLARS", 150))
	ctx, dollars := t.Context(), m.order(t, m.model.ID)
	settings := shop.DefaultSettings()
	settings.Currency = "JPY"
	m.shop = shop.New(shop.Options{DB: m.db, Payments: payment.Sandbox{}, Settings: settings, Now: m.clock.Now,
		Log: slog.New(slog.DiscardHandler)})
	m.coupon(t, amountOff("YEN-1000", 100_000))
	m.coupon(t, percentOff("THIRD-33", 33))
	_, err := m.shop.Redeem(ctx, dollars.CheckoutKey, "YEN-1000", "")
	wantCoupon(t, "yen of an order in dollars", err, "not_allowed")

	c := m.together(t, 100_000, 33_300, 77_700)
	for code, saved := range map[string]vitrine.Amount{"DOLLARS": 100, "YEN-1000": 100_000, "THIRD-33": 69_600} {
		_, err = m.shop.GiveUpCoupons(ctx, c.Key, "")
		wantCode(t, "give up", err, "")
		got, err := m.shop.RedeemForCheckout(ctx, c.Key, code, "")
		wantCode(t, code, err, "")
		if got.Currency != "JPY" || got.Saved() != saved {
			t.Errorf("%s takes %s off, want %s", code, got.Saved(), saved)
		}
		for _, o := range got.Orders {
			if o.Price%100 != 0 {
				t.Errorf("%s: an order costs %s JPY", code, o.Price)
			}
		}
	}
}
