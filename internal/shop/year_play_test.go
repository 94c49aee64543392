package shop_test

import (
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/payment/stripe"
	"vitrine/internal/shop"
)

// buys has somebody put one to five orders of as many sellers into a checkout, or six with a bundle.
func (y *year) buys(t *testing.T) {
	t.Helper()
	buyer := y.buyers[y.random.IntN(len(y.buyers))]
	var c *vitrine.Checkout
	made := y.lives(t, "make a checkout", func() (err error) {
		n := shop.NewCheckout{}
		for place, i := range y.random.Perm(len(y.sellers))[:1+y.random.IntN(5)] {
			models := []*vitrine.Model{y.models[i][y.random.IntN(3)]}
			if b := y.bundles[i]; place == 0 && b != nil {
				models, n.Bundles = y.models[i][:2], []int64{b.ID}
			}
			for _, m := range models {
				o, err := y.shop.CreateOrder(t.Context(), buyer, shop.NewOrder{ModelID: m.ID, Again: true})
				if err != nil {
					return err
				}
				n.OrderIDs = append(n.OrderIDs, o.ID)
			}
		}
		c, err = y.shop.CreateCheckout(t.Context(), buyer, n)
		return err
	})
	if !made {
		return
	}
	y.checkouts = append(y.checkouts, c)
	if y.random.IntN(2) == 0 {
		y.redeems(t, c)
	}
	if y.random.IntN(8) == 0 {
		y.lives(t, "give a coupon up", func() error { _, err := y.shop.GiveUpCoupons(t.Context(), c.Key, "FRIENDS"); return err })
	}
	places := []string{"DE", "FI", "FR", "AT", "US"}
	y.lives(t, "say where one lives", func() error {
		_, err := y.shop.BillCheckout(t.Context(), c.Key, vitrine.Billing{Country: places[y.random.IntN(len(places))]}, "")
		return err
	})
}

func (y *year) redeems(t *testing.T, c *vitrine.Checkout) {
	t.Helper()
	code := []string{"FRIENDS", "VOUCHER"}[y.random.IntN(2)]
	y.lives(t, "enter a coupon", func() error { _, err := y.shop.RedeemForCheckout(t.Context(), c.Key, code, ""); return err })
}

// pays has the customer of the newest checkout go to Stripe and mostly pay there.
func (y *year) pays(t *testing.T) {
	t.Helper()
	if len(y.checkouts) == 0 || y.random.IntN(6) == 0 {
		return // they go away
	}
	c := y.checkouts[len(y.checkouts)-1]
	var chosen shop.ChosenCheckout
	begun := y.lives(t, "begin to pay", func() (err error) {
		chosen, err = y.chooses(t, c)
		return err
	})
	if !begun {
		return
	}
	y.pass(t, time.Duration(1+y.random.IntN(40))*time.Minute) // too long, now and then
	y.types(chosen.PaymentID)
	switch y.random.IntN(8) {
	case 0:
	case 1:
		_ = y.sim.PayLater(chosen.PaymentID) // refused where it took too long
	default:
		_ = y.sim.Pay(chosen.PaymentID)
	}
}

// chooses has a customer be led to Stripe, and remember the address.
func (y *year) chooses(t *testing.T, c *vitrine.Checkout) (shop.ChosenCheckout, error) {
	chosen, err := y.shop.ChooseForCheckout(t.Context(), c.Key, stripe.Choice)
	if err == nil && chosen.PayAt != "" {
		y.open[c.ID] = append(y.open[c.ID], chosen.PaymentID)
	}
	return chosen, err
}

// turn is something that may happen to a checkout, and how often beside the others.
type turn struct {
	weight int
	what   string
	do     func(y *year, t *testing.T, c *vitrine.Checkout) error
}

// one is one of the orders of a checkout.
func (y *year) one(c *vitrine.Checkout) *vitrine.Order { return c.Orders[y.random.IntN(len(c.Orders))] }

// some is an amount of up to as much.
func (y *year) some(of int64) int64 { return 1 + y.random.Int64N(max(of, 1)) }

// turns are what customers, operators and banks do. What Stripe refuses does not happen.
var turns = []turn{
	{9, "choose", func(y *year, t *testing.T, c *vitrine.Checkout) error {
		_, err := y.chooses(t, c)
		return err
	}},
	{6, "pay", func(y *year, _ *testing.T, c *vitrine.Checkout) error {
		if open := y.open[c.ID]; len(open) > 0 { // in any of the windows
			_ = y.sim.Pay(open[y.random.IntN(len(open))])
		}
		return nil
	}},
	{1, "pay later", func(y *year, _ *testing.T, c *vitrine.Checkout) error { _ = y.sim.PayLater(c.PaymentID); return nil }},
	{1, "hear of the bank", func(y *year, _ *testing.T, c *vitrine.Checkout) error {
		_ = y.sim.Settle(c.PaymentID, y.random.IntN(3) > 0)
		return nil
	}},
	{1, "come back", func(y *year, t *testing.T, c *vitrine.Checkout) error { return y.shop.AskForCheckout(t.Context(), c) }},
	{1, "take what is free", func(y *year, t *testing.T, c *vitrine.Checkout) error {
		_, err := y.shop.ConfirmFreeCheckout(t.Context(), c.Key)
		return err
	}},
	{1, "call it off", func(y *year, t *testing.T, c *vitrine.Checkout) error {
		if y.random.IntN(4) > 0 {
			return nil
		}
		_, err := y.shop.CancelCheckoutByCustomer(t.Context(), c.Key)
		return err
	}},
	{1, "pay by hand", func(y *year, t *testing.T, c *vitrine.Checkout) error {
		if y.random.IntN(6) > 0 {
			return nil
		}
		if c.PaidAt.IsZero() {
			y.byHand[c.ID] = true // perhaps: the process may die of it
		}
		_, err := y.shop.MarkCheckoutPaid(t.Context(), c.ID, "")
		return err
	}},
	{2, "give an order back", func(y *year, t *testing.T, c *vitrine.Checkout) error {
		_, err := y.shop.Refund(t.Context(), y.one(c).ID, y.random.IntN(2) == 0)
		return err
	}},
	{2, "give a part back", func(y *year, t *testing.T, c *vitrine.Checkout) error {
		o := y.one(c)
		_, err := y.shop.RefundPart(t.Context(), o.ID, shop.NewRefund{Amount: vitrine.Amount(y.some(int64(o.Price)))})
		return err
	}},
	{1, "give back at Stripe", func(y *year, _ *testing.T, c *vitrine.Checkout) error {
		_ = y.sim.Refund(c.PaymentID, y.some(int64(c.Sum())))
		return nil
	}},
	{1, "not arrive", func(y *year, _ *testing.T, c *vitrine.Checkout) error { _ = y.sim.FailRefund(c.PaymentID); return nil }},
	{1, "dispute", func(y *year, _ *testing.T, c *vitrine.Checkout) error { _ = y.sim.Dispute(c.PaymentID); return nil }},
	{1, "dispute a part", func(y *year, _ *testing.T, c *vitrine.Checkout) error {
		_ = y.sim.DisputePart(c.PaymentID, y.some(int64(c.Sum())))
		return nil
	}},
	{1, "inquire", func(y *year, _ *testing.T, c *vitrine.Checkout) error { _ = y.sim.Inquire(c.PaymentID); return nil }},
	{3, "end a dispute", func(y *year, _ *testing.T, c *vitrine.Checkout) error {
		_ = y.sim.EndDispute(c.PaymentID, y.random.IntN(2) == 0)
		return nil
	}},
	{2, "end disputes", func(y *year, _ *testing.T, c *vitrine.Checkout) error {
		_ = y.sim.EndAllDisputes(c.PaymentID, y.random.IntN(2) == 0)
		return nil
	}},
}

// happens has something happen to a checkout: mostly to a new one.
func (y *year) happens(t *testing.T) {
	t.Helper()
	if len(y.checkouts) == 0 {
		return
	}
	back := 2
	if y.random.IntN(2) == 0 {
		back = 80
	}
	c, err := y.db.Checkout(t.Context(), y.checkouts[max(0, len(y.checkouts)-1-y.random.IntN(back))].ID)
	wantCode(t, "read a checkout", err, "")
	if len(c.Orders) == 0 {
		return
	}
	all := 0
	for _, turn := range turns {
		all += turn.weight
	}
	at := y.random.IntN(all)
	for _, turn := range turns {
		if at -= turn.weight; at < 0 {
			y.lives(t, turn.what, func() error { return turn.do(y, t, c) })
			return
		}
	}
}

// isTold sends some notices, new ones and old ones. Others are lost.
func (y *year) isTold(t *testing.T) {
	t.Helper()
	events := y.sim.Events()
	for range y.random.IntN(5) {
		if len(events) == 0 {
			return
		}
		back := len(events)
		if y.random.IntN(3) > 0 {
			back = min(back, 20)
		}
		header, body := y.sim.Message(events[len(events)-1-y.random.IntN(back)])
		y.lives(t, "take a notice", func() error {
			return y.shop.TakeMessage(t.Context(), payment.Message{Header: header, Body: body})
		})
	}
}

// carriesOn does what comes again and again, in any order.
func (y *year) carriesOn(t *testing.T) {
	t.Helper()
	ctx := t.Context()
	all := []struct {
		what string
		do   func() error
	}{
		{"expire orders", func() error { return y.shop.ExpireOrders(ctx) }},
		{"give up payments", func() error { return y.shop.EndLapsedPayments(ctx) }},
		{"look for notices", func() error { return y.shop.FindLostNotices(ctx) }},
		{"release", func() error { return y.shop.ReleaseEarnings(ctx) }},
		{"make payouts", func() error { return y.shop.MakePayouts(ctx) }},
		{"end payouts", func() error { return y.shop.EndPayouts(ctx) }},
		{"move transfers", func() error { return y.shop.MoveTransfers(ctx) }},
		{"look at accounts", func() error { return y.shop.LookAtAccounts(ctx) }},
		{"reconcile", func() error { return y.shop.Reconcile(ctx) }},
		{"work", func() error { y.work(t); return nil }},
	}
	for range 2 {
		for _, i := range y.random.Perm(len(all)) {
			y.lives(t, all[i].what, all[i].do)
		}
		y.pass(t, time.Duration(y.random.IntN(180))*time.Minute)
	}
}

// ends has all end that began, while nothing goes wrong any more.
func (y *year) ends(t *testing.T) {
	t.Helper()
	y.fate.calm = true
	y.sim.SettleAll()
	y.sim.SayFees()
	for _, made := range y.checkouts {
		c, err := y.db.Checkout(t.Context(), made.ID)
		wantCode(t, "read a checkout", err, "")
		_ = y.sim.EndAllDisputes(c.PaymentID, y.random.IntN(2) == 0) // refused where there was none
	}
	for range 12 {
		y.pass(t, 12*time.Hour)
		y.carriesOn(t)
		y.seesTo(t)
	}
	y.pass(t, vitrine.DefaultHoldDays*24*time.Hour)
	for range 12 {
		y.pass(t, 12*time.Hour)
		y.carriesOn(t)
		y.seesTo(t)
	}
	for range 2 { // nothing happens any more
		y.pass(t, 3*time.Hour)
		wantCode(t, "reconcile", y.shop.Reconcile(t.Context()), "")
	}
}
