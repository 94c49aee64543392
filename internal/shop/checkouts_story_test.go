package shop_test

import (
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/payment/stripe"
	"vitrine/internal/store"
)

// TestManyCheckoutsByStripe plays customers who pay one to five orders of twenty sellers at once, later, twice or never, refunds
// of single orders and disputes of all, while calls fail before and after they did something and notices are lost, late,
// repeated and in any order. In the end no cent is unexplained, and no checkout is paid in part.
func TestManyCheckoutsByStripe(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		const seed, sellers, many = 15, 20, 60
		random := rand.New(rand.NewPCG(seed, seed))
		var calm atomic.Bool
		s := newTill(t, db, wrongNowAndThen(seed, &calm))
		var models []*vitrine.Model
		for i := range sellers {
			s.seller = s.user(t, fmt.Sprintf("seller-%d", i))
			models = append(models, s.publish(t, fmt.Sprintf("Model %d", i), vitrine.Amount(50+random.IntN(5000))))
		}
		var checkouts []*vitrine.Checkout
		for range many {
			var ids []int64
			for _, i := range random.Perm(sellers)[:1+random.IntN(5)] {
				ids = append(ids, s.order(t, models[i].ID).ID)
			}
			checkouts = append(checkouts, s.checkoutOf(t, ids...))
			for range 6 {
				s.happensTo(t, random, checkouts[max(0, len(checkouts)-1-random.IntN(8))])
			}
			s.tells(t, random)
			s.clock.Advance(time.Duration(random.IntN(20)) * time.Minute)
			wantCode(t, "giving up", s.shop.EndLapsedPayments(t.Context()), "")
		}
		calm.Store(true)
		s.sim.SettleAll()
		s.clock.Advance(time.Hour)
		for range 30 {
			wantCode(t, "looking for what was lost", s.shop.FindLostNotices(t.Context()), "")
			s.work(t)
		}
		for _, try := range s.tries {
			if err := try(); err != nil {
				t.Errorf("a job never ends: %v", err)
			}
		}
		s.reconciled(t, checkouts)
	})
}

// happensTo does something with a checkout that a customer, a seller or a bank may do.
func (s *till) happensTo(t *testing.T, random *rand.Rand, c *vitrine.Checkout) {
	t.Helper()
	now, err := s.db.Checkout(t.Context(), c.ID)
	wantCode(t, "read the checkout", err, "")
	switch random.IntN(8) {
	case 0, 1, 2:
		_, err = s.shop.ChooseForCheckout(t.Context(), c.Key, stripe.Choice)
	case 3, 4:
		s.sim.PayAny(random, payment.BillOfCheckout(now).Of) // any of its sessions that is open
	case 5:
		_ = s.sim.PayLater(now.PaymentID) // refused unless it is open
	case 6:
		if random.IntN(3) == 0 {
			_, err = s.shop.Refund(t.Context(), now.Orders[random.IntN(len(now.Orders))].ID, false)
		}
	case 7:
		if random.IntN(5) == 0 && s.sim.Dispute(now.PaymentID) == nil {
			_ = s.sim.EndDispute(now.PaymentID, random.IntN(2) == 0)
		}
	}
	if code := vitrine.CodeOf(err); err != nil && code != vitrine.Conflict && code != vitrine.Unavailable {
		t.Fatal(err) // those two: it was paid already, or Stripe failed
	}
}

// reconciled compares checkouts with what Stripe has and with the ledger.
func (s *till) reconciled(t *testing.T, checkouts []*vitrine.Checkout) {
	t.Helper()
	var owed int64
	states := map[vitrine.OrderStatus]int{}
	for _, c := range checkouts {
		now, err := s.db.Checkout(t.Context(), c.ID)
		wantCode(t, "read the checkout", err, "")
		var worth int64
		taken := 0
		for _, o := range now.Orders {
			states[o.Status]++
			if o.Status.Taken() {
				taken++
			}
			if o.Status == vitrine.Paid || o.Status == vitrine.Disputed {
				worth += int64(o.Price)
			}
		}
		if taken != 0 && taken != len(now.Orders) || (taken == 0) != now.PaidAt.IsZero() {
			t.Errorf("of checkout %d money came for %d of %d orders, and it was paid at %s", c.ID, taken, len(now.Orders), now.PaidAt)
		}
		if kept := s.sim.Kept(payment.BillOfCheckout(now).Of); kept != worth {
			t.Errorf("the orders of checkout %d are worth %d, and Stripe has %d", c.ID, worth, kept)
		}
		owed += worth
	}
	if all := s.sim.Kept(""); all != owed {
		t.Errorf("Stripe has %d, and orders are worth %d", all, owed)
	}
	uneven, err := s.db.UnevenEntries(t.Context(), 10)
	if err != nil || len(uneven) > 0 {
		t.Errorf("entries of the ledger are not even: %v, %v", uneven, err)
	}
	unbooked, err := s.db.UnbookedOrders(t.Context(), 10)
	if err != nil || len(unbooked) > 0 {
		t.Errorf("the ledger says otherwise of orders: %v, %v", unbooked, err)
	}
	if states[vitrine.Paid] == 0 || states[vitrine.Refunded] == 0 {
		t.Errorf("the story has no paid or no refunded orders: %v", states)
	}
	t.Log(states)
}
