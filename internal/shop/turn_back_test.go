package shop_test

import (
	"net/http"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/payment/stripe"
	"vitrine/internal/payment/stripesim"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// wantEnded fails unless nobody can pay a session any more.
func (s *till) wantEnded(t *testing.T, session string) {
	t.Helper()
	if err := s.sim.Pay(session); err == nil {
		t.Errorf("session %s was paid after its end", session)
	}
}

// TestTurnBack has customers and programs cancel what was begun to be paid at Stripe: the session ends with it, at once, and what its
// customer only turns back from can be paid anew.
func TestTurnBack(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		begun := func() (*vitrine.Checkout, string) {
			t.Helper()
			c := s.together(t, 1250, 0, 700)
			chosen, err := s.shop.ChooseForCheckout(t.Context(), c.Key, stripe.Choice)
			wantCode(t, "choose", err, "")
			return c, chosen.PaymentID
		}
		c, session := begun()
		back, err := s.shop.TurnBackCheckout(t.Context(), c.Key)
		if err != nil || s.shop.CheckoutGoesOn(back) || s.shop.CheckoutStatus(back) != vitrine.Unpaid {
			t.Errorf("turned back from, it is %+v, %v", back, err)
		}
		s.wantEnded(t, session)
		again, err := s.shop.ChooseForCheckout(t.Context(), c.Key, stripe.Choice)
		if err != nil || again.PaymentID == session || again.PayAt == "" {
			t.Errorf("then it goes on at %q, %v", again.PayAt, err)
		}
		_, err = s.shop.CancelCheckoutByCustomer(t.Context(), c.Key)
		wantCode(t, "the customer cancels", err, "")
		s.wantStates(t, "canceled", c, vitrine.Canceled, vitrine.Canceled, vitrine.Canceled, vitrine.Canceled)
		s.wantEnded(t, again.PaymentID)

		c, session = begun()
		now, err := s.shop.Checkout(t.Context(), s.buyer, c.ID)
		wantCode(t, "read", err, "")
		stranger := s.user(t, "stranger")
		wantCode(t, "a stranger cancels", s.shop.CancelCheckout(t.Context(), stranger, c.ID, nil), vitrine.NotFound)
		wantCode(t, "cancel of a stale version", s.shop.CancelCheckout(t.Context(), s.buyer, c.ID,
			func(version int64) bool { return version == now.Version-1 }), vitrine.Stale)
		if back := s.readCheckout(t, c); !s.shop.CheckoutGoesOn(back) {
			t.Error("a refused cancel ended the payment")
		}
		wantCode(t, "a program cancels", s.shop.CancelCheckout(t.Context(), s.buyer, c.ID,
			func(version int64) bool { return version == now.Version }), "")
		s.wantEnded(t, session)

		c, session = begun()
		o := s.read(t, c.Orders[0])
		wantCode(t, "a program cancels one of them", s.shop.CancelOrder(t.Context(), s.buyer, o.ID,
			func(version int64) bool { return version == o.Version }), "")
		s.wantEnded(t, session)
		if first, last := s.read(t, c.Orders[0]), s.read(t, c.Orders[2]); first.Status != vitrine.Canceled || !s.shop.Payable(last) ||
			s.shop.Paying(last) {
			t.Errorf("one is %s, and the other %s, paying until %s", first.Status, last.Status, last.PayingUntil)
		}

		alone := s.orderOnce(t)
		session = s.chosen(t, alone).PaymentID
		_, err = s.shop.CancelByCustomer(t.Context(), alone.CheckoutKey)
		wantCode(t, "the customer of one cancels", err, "")
		s.wantEnded(t, session)
		s.takeAll(t) // what Stripe tells of it changes nothing
		if got := s.read(t, alone); got.Status != vitrine.Canceled || got.PaymentID != "" {
			t.Errorf("then it is %s, with payment %q", got.Status, got.PaymentID)
		}
	})
}

// readCheckout reads a checkout anew.
func (m *market) readCheckout(t *testing.T, c *vitrine.Checkout) *vitrine.Checkout {
	t.Helper()
	now, err := m.db.Checkout(t.Context(), c.ID)
	wantCode(t, "read the checkout", err, "")
	return now
}

// TestTurnBackLate cancels what was paid a moment before, also while Stripe is asked to end it, and what a bank has still to confirm:
// the payment wins, and the orders stay.
func TestTurnBackLate(t *testing.T) {
	t.Parallel()
	type pays = func(*stripesim.Sim, string) error
	for name, pay := range map[string]pays{"paid": (*stripesim.Sim).Pay, "confirmed later": (*stripesim.Sim).PayLater} {
		for _, meanwhile := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				var s *till
				session := make(chan string, 1)
				s = newTill(t, storetest.SQLite(t), func(r *http.Request) stripesim.Fault {
					if meanwhile && strings.HasSuffix(r.URL.Path, "/expire") {
						must(t, pay(s.sim, <-session))
					}
					return stripesim.None
				})
				c := s.together(t, 1250, 700)
				chosen, err := s.shop.ChooseForCheckout(t.Context(), c.Key, stripe.Choice)
				wantCode(t, "choose", err, "")
				if session <- chosen.PaymentID; !meanwhile {
					must(t, pay(s.sim, <-session))
				}
				_, err = s.shop.CancelCheckoutByCustomer(t.Context(), c.Key)
				wantCode(t, "cancel", err, vitrine.Conflict)
				if name != "paid" {
					must(t, s.sim.Settle(chosen.PaymentID, true))
					s.takeAll(t)
				}
				s.wantStates(t, "then", c, vitrine.Paid, vitrine.Paid, vitrine.Paid)
				if kept := s.sim.Kept(""); kept != 1950 {
					t.Errorf("Stripe has %d", kept)
				}
			})
		}
	}
}

// TestTurnBackUnanswered has Stripe not answer the end of a session: nothing is canceled that may be paid.
func TestTurnBackUnanswered(t *testing.T) {
	t.Parallel()
	var fault stripesim.Fault
	s := newTill(t, storetest.SQLite(t), func(r *http.Request) stripesim.Fault {
		if strings.HasSuffix(r.URL.Path, "/expire") {
			return fault
		}
		return stripesim.None
	})
	o := s.orderOnce(t)
	session := s.chosen(t, o).PaymentID
	fault = stripesim.Before
	_, err := s.shop.CancelByCustomer(t.Context(), o.CheckoutKey)
	wantCode(t, "cancel while Stripe does not answer", err, vitrine.Unavailable)
	if got := s.read(t, o); got.Status != vitrine.Unpaid || !s.shop.GoesOn(got) {
		t.Errorf("the order is %+v", got)
	}
	must(t, s.sim.Pay(session))
	s.takeAll(t)
	if got := s.read(t, o); got.Status != vitrine.Paid {
		t.Errorf("once it is paid it is %s", got.Status)
	}
}

// TestTurnBackToTheCart has somebody leave the page of Stripe and buy more: what they had begun holds nothing of it.
func TestTurnBackToTheCart(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		in := shop.SignedIn{User: s.buyer.User, Session: vitrine.Session{ProvedAt: s.clock.Now(), CreatedAt: s.clock.Now()}}
		first := vitrine.CartItem{ModelID: s.model.ID, Price: *s.model.Price}
		table := s.publish(t, "Table", 700)
		begin := func(items ...vitrine.CartItem) shop.ChosenCheckout {
			t.Helper()
			c, err := s.shop.CheckOutAccount(t.Context(), in, shop.CartOrder{Items: items})
			wantCode(t, "check out", err, "")
			chosen, err := s.shop.ChooseForCheckout(t.Context(), c.Key, stripe.Choice)
			wantCode(t, "choose", err, "")
			return chosen
		}
		one := begin(first)
		if same := begin(first); same.PaymentID != one.PaymentID {
			t.Errorf("the same cart is paid by %s and %s", one.PaymentID, same.PaymentID)
		}
		both := begin(first, vitrine.CartItem{ModelID: table.ID, Price: 700})
		s.wantEnded(t, one.PaymentID)
		must(t, s.sim.Pay(both.PaymentID))
		s.takeAll(t)
		s.wantStates(t, "paid", both.Checkout, vitrine.Paid, vitrine.Paid, vitrine.Paid)
	})
}
