package shop_test

import (
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// once makes a coupon that is good for one purchase.
func (m *market) once(t *testing.T, code string) {
	t.Helper()
	n := percentOff(code, 20)
	n.Uses = vitrine.Some[int64](1)
	m.coupon(t, n)
}

// enters has the customer of an order enter a code.
func (m *market) enters(t *testing.T, o *vitrine.Order, code string) error {
	t.Helper()
	_, err := m.shop.Redeem(t.Context(), o.CheckoutKey, code, "")
	return err
}

// TestBankTakesDays holds an order, its price and its coupon while a bank has not confirmed the payment, and begins no other
// one beside it.
func TestBankTakesDays(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		s.once(t, "ONLY-ONCE")
		o := s.order(t, s.model.ID)
		wantCode(t, "enter", s.enters(t, o, "ONLY-ONCE"), "")
		s.chosen(t, o)
		session := s.read(t, o).PaymentID
		if !s.shop.GoesOn(s.read(t, o)) {
			t.Error("a payment that was begun can't be gone on with")
		}
		if err := s.sim.PayLater(session); err != nil {
			t.Fatal(err)
		}
		job := shop.PaymentJob{OrderID: o.ID}
		for range 3 * 24 {
			s.clock.Advance(time.Hour)
			if s.clock.Now().Hour()%5 == 0 { // the job comes late, now and then
				wantCode(t, "giving up", s.shop.EndLapsedPayments(t.Context()), "")
			}
			wantCode(t, "the job", s.shop.ConfirmPayment(t.Context(), job), "")
			wantCode(t, "ending orders", s.shop.ExpireOrders(t.Context()), "")
		}
		got := s.read(t, o)
		if !got.Paying(s.clock.Now()) || got.PaymentID != session || got.Price != 1000 {
			t.Fatalf("after three days the order is %s, held until %s for %q, and costs %s", got.Status, got.PayingUntil, got.PaymentID, got.Price)
		}
		if s.shop.GoesOn(got) || !got.Confirming {
			t.Errorf("what a bank is to confirm can be gone on with; confirming %t", got.Confirming)
		}
		if again := s.chosen(t, o); again.PayAt != "" || s.read(t, o).PaymentID != session {
			t.Errorf("another payment was begun: %q at %q", s.read(t, o).PaymentID, again.PayAt)
		}
		wantCoupon(t, "another purchase with the code", s.enters(t, s.order(t, s.model.ID), "ONLY-ONCE"), "used_up")
		if err := s.sim.Settle(session, true); err != nil {
			t.Fatal(err)
		}
		wantCode(t, "asking what came", s.shop.FindLostNotices(t.Context()), "")
		s.work(t)
		if got := s.read(t, o); got.Status != vitrine.Paid || got.Price != 1000 {
			t.Errorf("the order is %s and costs %s", got.Status, got.Price)
		}
	})
}

// TestCouponOfALapsedPayment keeps the use of a coupon as long as money may come by a payment that nobody waits for any more, and
// frees it, and the price, when the provider says that none will.
func TestCouponOfALapsedPayment(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		s.once(t, "ONLY-ONCE")
		s.coupon(t, percentOff("BETTER", 50))
		o, other := s.order(t, s.model.ID), s.order(t, s.model.ID)
		wantCode(t, "enter", s.enters(t, o, "ONLY-ONCE"), "")
		s.chosen(t, o)
		session := s.read(t, o).PaymentID
		s.clock.Advance(40 * time.Minute)
		wantCode(t, "giving up", s.shop.EndLapsedPayments(t.Context()), "")
		wantCoupon(t, "another purchase", s.enters(t, other, "ONLY-ONCE"), "used_up")
		wantCoupon(t, "another price", s.enters(t, o, "BETTER"), "payment_begun")
		_ = s.sim.Expire(session) // which it may have found by itself
		wantCode(t, "asking what came", s.shop.FindLostNotices(t.Context()), "")
		s.work(t)
		if got := s.read(t, o); got.PaymentID != "" {
			t.Fatalf("money may still come by %s", got.PaymentID)
		}
		wantCode(t, "another purchase then", s.enters(t, other, "ONLY-ONCE"), "")
		wantCode(t, "another price then", s.enters(t, o, "BETTER"), "")
	})
}

// TestCheckoutWaitsForItsBank is TestBankTakesDays for a checkout, whose customer presses the button again.
func TestCheckoutWaitsForItsBank(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		c := s.together(t, 1000, 0, 500)
		choose := func() shop.ChosenCheckout {
			t.Helper()
			chosen, err := s.shop.ChooseForCheckout(t.Context(), c.Key, "card")
			wantCode(t, "choose", err, "")
			return chosen
		}
		session := choose().PaymentID
		if err := s.sim.PayLater(session); err != nil {
			t.Fatal(err)
		}
		for range 10 {
			s.clock.Advance(2 * time.Hour)
			wantCode(t, "giving up", s.shop.EndLapsedPayments(t.Context()), "")
			wantCode(t, "the job", s.shop.ConfirmPayment(t.Context(), shop.PaymentJob{CheckoutID: c.ID}), "")
		}
		if now, err := s.db.Checkout(t.Context(), c.ID); err != nil || !now.Confirming() || s.shop.CheckoutGoesOn(now) {
			t.Errorf("what a bank is to confirm can be gone on with; %v", err)
		}
		if again := choose(); again.PayAt != "" || again.PaymentID != session || !again.Paying(s.clock.Now()) {
			t.Errorf("it is paid by %q at %q, on its way: %t", again.PaymentID, again.PayAt, again.Paying(s.clock.Now()))
		}
		if err := s.sim.Settle(session, false); err != nil {
			t.Fatal(err)
		}
		again := choose()
		if again.PayAt == "" || again.PaymentID == session {
			t.Errorf("after the bank refused, the next payment is %q at %q", again.PaymentID, again.PayAt)
		}
		if err := s.sim.Pay(again.PaymentID); err != nil {
			t.Fatal(err)
		}
		wantCode(t, "asking what came", s.shop.FindLostNotices(t.Context()), "")
		s.work(t)
		if got, err := s.db.Checkout(t.Context(), c.ID); err != nil || s.shop.CheckoutStatus(got) != vitrine.Paid {
			t.Errorf("the checkout is %s, %v", s.shop.CheckoutStatus(got), err)
		}
	})
}

// TestCouponsByHand counts a coupon from when it is entered where buyers pay by hand: their transfer is on its way before anybody
// hears of it. It is free again when the order can't be paid any more.
func TestCouponsByHand(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Manual{})
		m.once(t, "ONLY-ONCE")
		first, second := m.order(t, m.model.ID), m.order(t, m.model.ID)
		wantCode(t, "enter", m.enters(t, first, "ONLY-ONCE"), "")
		wantCoupon(t, "while the first may be paid", m.enters(t, second, "ONLY-ONCE"), "used_up")
		_, err := m.shop.CancelByCustomer(t.Context(), first.CheckoutKey)
		wantCode(t, "cancel", err, "")
		wantCode(t, "once it can't", m.enters(t, second, "ONLY-ONCE"), "")
		_, err = m.shop.MarkPaid(t.Context(), second.ID, "")
		wantCode(t, "the transfer has come", err, "")
		if got := m.read(t, second); got.Status != vitrine.Paid || got.Price != 1000 {
			t.Errorf("the order is %s and costs %s", got.Status, got.Price)
		}
	})
}
