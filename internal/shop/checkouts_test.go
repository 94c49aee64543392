package shop_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// together makes a checkout of orders of models that cost these prices.
func (m *market) together(t *testing.T, prices ...vitrine.Amount) *vitrine.Checkout {
	t.Helper()
	var ids []int64
	for i, price := range prices {
		ids = append(ids, m.orderOf(t, m.publish(t, "Chair "+string(rune('a'+i)), price)).ID)
	}
	return m.checkoutOf(t, ids...)
}

func (m *market) orderOf(t *testing.T, model *vitrine.Model) *vitrine.Order {
	t.Helper()
	o, err := m.shop.CreateOrder(t.Context(), m.buyer, shop.NewOrder{ModelID: model.ID})
	wantCode(t, "order "+model.Title, err, "")
	return o
}

func (m *market) checkoutOf(t *testing.T, orders ...int64) *vitrine.Checkout {
	t.Helper()
	c, err := m.shop.CreateCheckout(t.Context(), m.buyer, shop.NewCheckout{OrderIDs: orders})
	wantCode(t, "make a checkout", err, "")
	return c
}

// states are where the orders of a checkout stand, in their places.
func (m *market) states(t *testing.T, c *vitrine.Checkout) (found []vitrine.OrderStatus) {
	t.Helper()
	now, err := m.db.Checkout(t.Context(), c.ID)
	wantCode(t, "read the checkout", err, "")
	for _, o := range now.Orders {
		found = append(found, o.StatusAt(m.clock.Now()))
	}
	return found
}

func (m *market) wantStates(t *testing.T, when string, c *vitrine.Checkout, all vitrine.OrderStatus, want ...vitrine.OrderStatus) {
	t.Helper()
	if got := m.states(t, c); !slices.Equal(got, want) {
		t.Errorf("%s: the orders are %v, want %v", when, got, want)
	}
	now, err := m.db.Checkout(t.Context(), c.ID)
	if err != nil || m.shop.CheckoutStatus(now) != all {
		t.Errorf("%s: the checkout is %s, %v; want %s", when, m.shop.CheckoutStatus(now), err, all)
	}
}

// TestCheckoutInTheSandbox declines, delays and pays two orders that cost something and one that is free, at once.
func TestCheckoutInTheSandbox(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		const unpaid, paid = vitrine.Unpaid, vitrine.Paid
		c := m.together(t, 1250, 0, 999)
		choose := func(what string) {
			t.Helper()
			_, err := m.shop.ChooseForCheckout(t.Context(), c.Key, what)
			wantCode(t, what, err, "")
		}
		if c.Sum() != 2249 || c.Currency != "USD" || c.Key == "" {
			t.Errorf("the checkout is of %s %s at %q", c.Sum(), c.Currency, c.Key)
		}
		choose("decline")
		m.wantStates(t, "declined", c, unpaid, unpaid, unpaid, unpaid)
		choose("delay")
		m.wantStates(t, "on its way", c, unpaid, unpaid, unpaid, unpaid)
		_, err := m.shop.ChooseForCheckout(t.Context(), c.Key, "pay")
		wantCode(t, "pay while a payment is on its way", err, vitrine.Conflict)
		_, err = m.shop.CancelCheckoutByCustomer(t.Context(), c.Key)
		wantCode(t, "cancel while a payment is on its way", err, vitrine.Conflict)
		for _, job := range takeJobs[shop.PaymentJob](t, m, shop.JobConfirmPayment) {
			t.Errorf("a job is there before its time: %+v", job)
		}
		wantCode(t, "confirm", m.shop.ConfirmPayment(t.Context(), shop.PaymentJob{CheckoutID: c.ID}), "")
		m.wantStates(t, "confirmed", c, paid, paid, paid, paid)
		wantCode(t, "confirm once more", m.shop.ConfirmPayment(t.Context(), shop.PaymentJob{CheckoutID: c.ID}), "")
		_, err = m.shop.ChooseForCheckout(t.Context(), c.Key, "pay")
		wantCode(t, "pay twice", err, vitrine.Conflict)

		other := m.together(t, 100, 200)
		_, err = m.shop.ChooseForCheckout(t.Context(), other.Key, "pay")
		wantCode(t, "pay", err, "")
		m.wantStates(t, "paid", other, paid, paid, paid)
		free := m.together(t, 0, 0)
		_, err = m.shop.ChooseForCheckout(t.Context(), free.Key, "pay")
		wantCode(t, "pay what is free", err, vitrine.Conflict)
		_, err = m.shop.ConfirmFreeCheckout(t.Context(), free.Key)
		wantCode(t, "take what is free", err, "")
		m.wantStates(t, "free", free, paid, paid, paid)
		_, err = m.shop.ConfirmFreeCheckout(t.Context(), m.together(t, 100).Key)
		wantCode(t, "take what costs something", err, vitrine.PaymentRequired)
	})
}

// TestOneMailForACheckout tells the buyer once and each author of what they sold.
func TestOneMailForACheckout(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	c := m.together(t, 1250, 999)
	_, err := m.shop.ChooseForCheckout(t.Context(), c.Key, "pay")
	wantCode(t, "pay", err, "")
	for _, job := range takeRaw(t, m, shop.JobTell) {
		for range 2 {
			wantCode(t, job, m.shop.Tell(t.Context(), job), "")
		}
	}
	kinds := map[string]int{}
	sent, err := m.db.Mails(t.Context(), "", 0, 100)
	wantCode(t, "read the mails", err, "")
	for _, mail := range sent {
		kinds[mail.Kind]++
	}
	if kinds["checkout"] != 1 || kinds["receipt"] != 0 || kinds["sale"] != 2 {
		t.Errorf("mails were sent: %v; want one of the checkout, and one of each sale", kinds)
	}
}

// takeRaw takes the arguments of up to a hundred jobs of a kind, for good.
func takeRaw(t *testing.T, m *market, kind string) (found []string) {
	t.Helper()
	write(t, m.db, func(ctx context.Context, tx *store.Tx) error {
		jobs, err := tx.ClaimJobs(ctx, kind, store.Lease{Name: "lease", For: time.Minute}, 100)
		found = nil
		for _, job := range jobs {
			found = append(found, job.Args)
			err = errors.Join(err, tx.FinishJob(ctx, job))
		}
		return err
	})
	return found
}

// TestCheckoutRefuses makes no checkout of what can't be paid together.
func TestCheckoutRefuses(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		mine, twice := m.orderOnce(t), m.orderOnce(t)
		again := m.order(t, m.model.ID)
		stranger := m.user(t, "stranger")
		foreign, err := m.shop.CreateOrder(t.Context(), stranger, shop.NewOrder{ModelID: m.model.ID})
		wantCode(t, "a stranger's order", err, "")
		canceled := m.orderOf(t, m.publish(t, "Table", 100))
		wantCode(t, "cancel", m.shop.CancelOrder(t.Context(), m.buyer, canceled.ID, nil), "")
		paying := m.orderOf(t, m.publish(t, "Lamp", 100))
		_, err = m.shop.Choose(t.Context(), paying.CheckoutKey, "delay")
		wantCode(t, "begin to pay", err, "")
		gone := m.publish(t, "Shelf", 100)
		left := m.orderOf(t, gone)
		wantCode(t, "delete", m.shop.DeleteModel(t.Context(), m.seller, gone.ID, nil), "")
		many := make([]int64, vitrine.MaxCheckout+1)
		for i := range many {
			many[i] = int64(i + 1)
		}
		for name, c := range map[string]struct {
			ids  []int64
			want vitrine.Code
			code string
		}{
			"none":                       {nil, vitrine.Invalid, "required"},
			"too many":                   {many, vitrine.Invalid, "too_many"},
			"one twice":                  {[]int64{mine.ID, mine.ID}, vitrine.Invalid, "duplicate"},
			"nobody's":                   {[]int64{mine.ID, 999999}, vitrine.Invalid, "unknown"},
			"a stranger's":               {[]int64{foreign.ID}, vitrine.Invalid, "unknown"},
			"one that was canceled":      {[]int64{canceled.ID}, vitrine.Conflict, "not_payable"},
			"one that is being paid":     {[]int64{paying.ID}, vitrine.Conflict, "payment_begun"},
			"one whose model left":       {[]int64{left.ID}, vitrine.Conflict, "not_payable"},
			"the same model twice":       {[]int64{mine.ID, twice.ID}, vitrine.Conflict, "owned"},
			"the same model, once again": {[]int64{mine.ID, again.ID}, "", ""},
		} {
			_, err := m.shop.CreateCheckout(t.Context(), m.buyer, shop.NewCheckout{OrderIDs: c.ids})
			wantCode(t, name, err, c.want)
			if code := fieldCode(err); code != c.code {
				t.Errorf("%s: the fault is %q, want %q: %v", name, code, c.code, err)
			}
		}
	})
}

// fieldCode is that of the first field that an error names.
func fieldCode(err error) string {
	var e *vitrine.Error
	if !errors.As(err, &e) || len(e.Fields) == 0 {
		return ""
	}
	return e.Fields[0].Code
}

// TestCheckoutOnce repeats a request by its UUID, and replaces a checkout by another one of the same orders.
func TestCheckoutOnce(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	a, b := m.orderOnce(t), m.orderOf(t, m.publish(t, "Table", 100))
	request := shop.NewCheckout{OrderIDs: []int64{a.ID, b.ID}, UUID: "mine", ReturnURL: "https://shop.example/thanks?x=1"}
	first, err := m.shop.CreateCheckout(t.Context(), m.buyer, request)
	wantCode(t, "make it", err, "")
	second, err := m.shop.CreateCheckout(t.Context(), m.buyer, request)
	if err != nil || second.ID != first.ID || second.Key != first.Key {
		t.Errorf("the same request gives checkout %d, %v; want %d", second.ID, err, first.ID)
	}
	request.OrderIDs = []int64{b.ID, a.ID}
	_, err = m.shop.CreateCheckout(t.Context(), m.buyer, request)
	wantCode(t, "another one of the same uuid", err, vitrine.Conflict)
	other := m.checkoutOf(t, b.ID)
	m.wantStates(t, "replaced", first, vitrine.Canceled, vitrine.Unpaid, vitrine.Unpaid)
	_, err = m.shop.ChooseForCheckout(t.Context(), first.Key, "pay")
	wantCode(t, "pay the one that was replaced", err, vitrine.Conflict)
	_, err = m.shop.ChooseForCheckout(t.Context(), other.Key, "pay")
	wantCode(t, "pay the other", err, "")
	m.wantStates(t, "paid", other, vitrine.Paid, vitrine.Paid)
	back, err := m.shop.CheckoutReturn(t.Context(), first)
	if want := "https://shop.example/thanks?id=1&status=unpaid&uuid=mine&x=1"; err != nil || back != want {
		t.Errorf("the customer comes back to %q, %v; want %q", back, err, want)
	}
}

// TestCheckoutOfOtherPrices asks for the checkout of a uuid with another coupon, and with bundles: it is not the same request.
func TestCheckoutOfOtherPrices(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		o := m.orderOf(t, m.publish(t, "Table", 1000))
		m.coupon(t, percentOff("HALF-OFF", 50))
		m.coupon(t, percentOff("TENTH-OFF", 10))
		request := shop.NewCheckout{OrderIDs: []int64{o.ID}, UUID: "mine", Coupon: "Tenth-off"}
		ask := func(when string, code vitrine.Code) *vitrine.Checkout {
			t.Helper()
			c, err := m.shop.CreateCheckout(t.Context(), m.buyer, request)
			wantCode(t, when, err, code)
			return c
		}
		first := ask("make it", "")
		if again := ask("the same", ""); again.ID != first.ID || again.Sum() != 900 {
			t.Errorf("asked again, it is checkout %d of %s", again.ID, again.Sum())
		}
		request.Coupon = "HALF-OFF"
		ask("another coupon", vitrine.Conflict)
		request.Coupon, request.Bundles = "TENTH-OFF", []int64{1}
		ask("a bundle", vitrine.Conflict)
		wantCode(t, "call it off", m.shop.CancelCheckout(t.Context(), m.buyer, first.ID, nil), "")
		request.Bundles = nil
		if again := ask("what was called off", ""); again.ID != first.ID {
			t.Errorf("asked for what was called off, it is checkout %d", again.ID)
		}
	})
}

// TestOrderOfACheckoutIsPaidThere pays no order by itself that is to be paid with others, until that is called off.
func TestOrderOfACheckoutIsPaidThere(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	c := m.together(t, 100, 200)
	_, err := m.shop.Choose(t.Context(), c.Orders[0].CheckoutKey, "pay")
	wantCode(t, "pay one", err, vitrine.Conflict)
	if code := fieldCode(err); code != "in_checkout" {
		t.Errorf("the fault is %q: %v", code, err)
	}
	stale := func(int64) bool { return false }
	wantCode(t, "cancel of a stale version", m.shop.CancelCheckout(t.Context(), m.buyer, c.ID, stale), vitrine.Stale)
	wantCode(t, "cancel by a stranger", m.shop.CancelCheckout(t.Context(), m.user(t, "stranger"), c.ID, nil), vitrine.NotFound)
	wantCode(t, "cancel", m.shop.CancelCheckout(t.Context(), m.buyer, c.ID, nil), "")
	m.wantStates(t, "canceled", c, vitrine.Canceled, vitrine.Canceled, vitrine.Canceled)
	wantCode(t, "cancel twice", m.shop.CancelCheckout(t.Context(), m.buyer, c.ID, nil), vitrine.Conflict)
}

// TestOneOrderLeaves names an order whose model left before anything is paid, and pays the others when the customer
// says so.
func TestOneOrderLeaves(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		c := m.together(t, 100, 200, 300)
		left := c.Orders[1]
		wantCode(t, "delete", m.shop.DeleteModel(t.Context(), m.seller, left.ModelID, nil), "")
		_, err := m.shop.ChooseForCheckout(t.Context(), c.Key, "pay")
		wantCode(t, "pay all", err, vitrine.Conflict)
		m.wantStates(t, "refused", c, vitrine.Unpaid, vitrine.Unpaid, vitrine.Canceled, vitrine.Unpaid)
		rest, err := m.shop.LeaveUnpayable(t.Context(), c.Key)
		if err != nil || len(rest.Orders) != 2 || rest.Sum() != 400 {
			t.Fatalf("without it the checkout has %d orders, %v", len(rest.Orders), err)
		}
		_, err = m.shop.ChooseForCheckout(t.Context(), c.Key, "pay")
		wantCode(t, "pay the others", err, "")
		m.wantStates(t, "paid", c, vitrine.Paid, vitrine.Paid, vitrine.Paid)
	})
}

// TestBoughtByAnotherCheckout sells no model twice by two checkouts that were made before either was paid.
func TestBoughtByAnotherCheckout(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		first := m.checkoutOf(t, m.orderOnce(t).ID, m.orderOf(t, m.publish(t, "Table", 100)).ID)
		second := m.checkoutOf(t, m.orderOnce(t).ID, m.orderOf(t, m.publish(t, "Lamp", 300)).ID)
		_, err := m.shop.ChooseForCheckout(t.Context(), first.Key, "delay")
		wantCode(t, "begin with the first", err, "")
		_, err = m.shop.ChooseForCheckout(t.Context(), second.Key, "pay")
		wantCode(t, "pay the second meanwhile", err, vitrine.Conflict)
		wantCode(t, "confirm", m.shop.ConfirmPayment(t.Context(), shop.PaymentJob{CheckoutID: first.ID}), "")
		_, err = m.shop.ChooseForCheckout(t.Context(), second.Key, "pay")
		wantCode(t, "pay the second afterwards", err, vitrine.Conflict)
		if code := fieldCode(err); code != "owned" {
			t.Errorf("the fault is %q: %v", code, err)
		}
		_, err = m.shop.LeaveUnpayable(t.Context(), second.Key)
		wantCode(t, "go on without it", err, "")
		_, err = m.shop.ChooseForCheckout(t.Context(), second.Key, "pay")
		wantCode(t, "pay the rest", err, "")
		m.wantStates(t, "then", second, vitrine.Paid, vitrine.Paid)
	})
}

// TestCheckoutByHand takes the operator's word for all orders at once.
func TestCheckoutByHand(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Manual{})
		c := m.together(t, 1250, 0, 999)
		_, err := m.shop.ChooseForCheckout(t.Context(), c.Key, "pay")
		wantCode(t, "pay on the page", err, vitrine.Conflict)
		m.wantStates(t, "refused", c, vitrine.Unpaid, vitrine.Unpaid, vitrine.Unpaid, vitrine.Unpaid)
		_, err = m.shop.MarkPaid(t.Context(), c.Orders[0].ID, "")
		wantCode(t, "confirm one", err, "")
		_, err = m.shop.MarkCheckoutPaid(t.Context(), c.ID, "")
		wantCode(t, "confirm all", err, "")
		m.wantStates(t, "confirmed", c, vitrine.Paid, vitrine.Paid, vitrine.Paid, vitrine.Paid)
		_, err = m.shop.MarkCheckoutPaid(t.Context(), c.ID, "")
		wantCode(t, "confirm twice", err, vitrine.Conflict)
	})
}

// TestWaiverOfACheckout asks once for all orders.
func TestWaiverOfACheckout(t *testing.T) {
	t.Parallel()
	m := newMarket(t, payment.Sandbox{})
	house := vitrine.DefaultHouse()
	house.AskWaiver, house.WaiverText = true, "Ich verzichte."
	wantCode(t, "ask for it", m.shop.SetHouse(t.Context(), house), "")
	c := m.together(t, 100, 0, 200)
	_, err := m.shop.ChooseForCheckout(t.Context(), c.Key, "pay")
	wantCode(t, "pay without it", err, vitrine.Invalid)
	wantCode(t, "agree to nothing", m.shop.WaiveCheckout(t.Context(), c.Key, ""), vitrine.Invalid)
	wantCode(t, "agree", m.shop.WaiveCheckout(t.Context(), c.Key, shop.WaiverHash("Ich verzichte.")), "")
	_, err = m.shop.ChooseForCheckout(t.Context(), c.Key, "pay")
	wantCode(t, "pay", err, "")
	for _, o := range []*vitrine.Order{c.Orders[0], c.Orders[2]} {
		if words, err := m.shop.WaiverOf(t.Context(), m.read(t, o)); err != nil || words != "Ich verzichte." {
			t.Errorf("order %d keeps %q, %v", o.ID, words, err)
		}
	}
}

// TestCheckoutByStripe pays three orders at once, gives one back, and is paid a second time by a session that was
// given up, which goes back.
func TestCheckoutByStripe(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		c := s.together(t, 1250, 0, 999)
		first, err := s.shop.ChooseForCheckout(t.Context(), c.Key, "card")
		wantCode(t, "begin", err, "")
		again, err := s.shop.ChooseForCheckout(t.Context(), c.Key, "card")
		if err != nil || again.PayAt != first.PayAt || first.PayAt == "" {
			t.Errorf("gone on with, the payment is at %q, %v; it was begun at %q", again.PayAt, err, first.PayAt)
		}
		given := first.PaymentID
		s.clock.Advance(31 * time.Minute)
		second, err := s.sessionAfterLapse(t, c)
		wantCode(t, "begin once more", err, "")
		if err := s.sim.Pay(second); err != nil {
			t.Fatal(err)
		}
		now, err := s.db.Checkout(t.Context(), c.ID)
		wantCode(t, "read", err, "")
		wantCode(t, "the customer is back", s.shop.AskForCheckout(t.Context(), now), "")
		s.work(t)
		s.wantStates(t, "paid", c, vitrine.Paid, vitrine.Paid, vitrine.Paid, vitrine.Paid)
		_, err = s.shop.Refund(t.Context(), c.Orders[2].ID, false)
		wantCode(t, "refund one", err, "")
		s.wantStates(t, "one is refunded", c, vitrine.Paid, vitrine.Paid, vitrine.Paid, vitrine.Refunded)
		if kept := s.sim.Kept(""); kept != 1250 || given == second {
			t.Errorf("Stripe has %d, want the price of the first order", kept)
		}
		if err := s.sim.Dispute(second); err != nil {
			t.Fatal(err)
		}
		wantCode(t, "looking", s.shop.FindLostNotices(t.Context()), "")
		s.work(t)
		s.wantStates(t, "disputed", c, vitrine.Paid, vitrine.Disputed, vitrine.Paid, vitrine.Refunded)
	})
}

// sessionAfterLapse begins the payment of a checkout anew, once the session before has ended.
func (s *till) sessionAfterLapse(t *testing.T, c *vitrine.Checkout) (string, error) {
	t.Helper()
	s.clock.Advance(10 * time.Minute)
	wantCode(t, "giving up", s.shop.EndLapsedPayments(t.Context()), "")
	chosen, err := s.shop.ChooseForCheckout(t.Context(), c.Key, "card")
	if err != nil {
		return "", err
	}
	return chosen.PaymentID, nil
}

// TestMoneyForWhatCantBeDelivered has money come for two orders when the buyer has got one of the models by another
// order: its part alone goes back.
func TestMoneyForWhatCantBeDelivered(t *testing.T) {
	t.Parallel()
	s := newTill(t, storetest.SQLite(t), nil)
	other := s.orderOnce(t)
	c := s.checkoutOf(t, s.orderOnce(t).ID, s.orderOf(t, s.publish(t, "Table", 700)).ID)
	chosen, err := s.shop.ChooseForCheckout(t.Context(), c.Key, "card")
	wantCode(t, "begin", err, "")
	if err := s.sim.PayLater(chosen.PaymentID); err != nil {
		t.Fatal(err)
	}
	s.clock.Advance(time.Hour)
	wantCode(t, "giving up", s.shop.EndLapsedPayments(t.Context()), "")
	_, err = s.shop.MarkPaid(t.Context(), other.ID, "")
	wantCode(t, "paid by hand meanwhile", err, "")
	s.sim.SettleAll()
	wantCode(t, "looking", s.shop.FindLostNotices(t.Context()), "")
	for range 3 {
		s.work(t)
	}
	s.wantStates(t, "then", c, vitrine.Paid, vitrine.Refunded, vitrine.Paid)
	if kept := s.sim.Kept(""); kept != 700 {
		t.Errorf("Stripe has %d, want what was delivered", kept)
	}
}

// TestCheckoutsAreTold tells who made a checkout, and operators, of it, and its sellers of their orders alone.
func TestCheckoutsAreTold(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := hooked(t, db)
		chief := m.chief(t)
		alone := func(n *shop.NewEndpoint) {
			n.Events = vitrine.Some([]vitrine.EventType{vitrine.EventCheckoutCreated, vitrine.EventCheckoutPaid, vitrine.EventCheckoutCanceled,
				vitrine.EventCheckoutExpired})
		}
		whole := func(n *shop.NewEndpoint) {
			n.Whole = true
			alone(n)
		}
		ofBuyer, ofSeller, ofAll := m.endpoint(t, m.buyer, alone), m.endpoint(t, m.seller, alone), m.endpoint(t, chief, whole)

		paid := m.together(t, 1250, 999)
		_, err := m.shop.ChooseForCheckout(t.Context(), paid.Key, "pay")
		wantCode(t, "pay", err, "")
		canceled := m.together(t, 100, 200)
		_, err = m.shop.CancelCheckoutByCustomer(t.Context(), canceled.Key)
		wantCode(t, "cancel", err, "")
		left := m.together(t, 300, 400)
		m.checkoutOf(t, left.Orders[0].ID) // another one takes its place
		late := m.together(t, 500, 600)
		wantCode(t, "cancel one order", m.shop.CancelOrder(t.Context(), m.buyer, late.Orders[0].ID, nil), "")
		m.clock.Advance(25 * time.Hour)
		for range 2 {
			wantCode(t, "expire", m.shop.ExpireOrders(t.Context()), "")
		}
		apart := m.together(t, 700, 800)
		for _, o := range apart.Orders {
			wantCode(t, "cancel one by one", m.shop.CancelOrder(t.Context(), m.buyer, o.ID, nil), "")
		}

		heard := m.heard(t, m.buyer, ofBuyer)
		const want = "checkout.created checkout.paid checkout.created checkout.canceled checkout.created checkout.canceled checkout.created " +
			"checkout.created checkout.expired checkout.expired checkout.created checkout.canceled" // one took another one's place
		if got := types(heard); got != want {
			t.Fatalf("the buyer heard %s; want %s", got, want)
		}
		for i, message := range heard[:2] {
			ids := []any{strconv.FormatInt(paid.Orders[0].ID, 10), strconv.FormatInt(paid.Orders[1].ID, 10)}
			status := []string{"unpaid", "paid"}[i]
			got := message.Data
			if got["object"] != "checkout" || got["id"] != strconv.FormatInt(paid.ID, 10) || got["status"] != status || got["sum"] != "22.49" ||
				!slices.Equal(got["order_ids"].([]any), ids) || message.Sequence != int64(i+1) || (got["paid_at"] == nil) != (i == 0) {
				t.Errorf("message %d says %+v", i, message)
			}
		}
		if last := heard[len(heard)-3].Data; last["id"] != strconv.FormatInt(late.ID, 10) || last["status"] != "expired" {
			t.Errorf("the late one is told as %v", last)
		}
		if got := types(m.heard(t, chief, ofAll)); got != want {
			t.Errorf("the operator heard %s", got)
		}
		if got := types(m.heard(t, m.seller, ofSeller)); got != "" {
			t.Errorf("the seller heard %s", got)
		}
	})
}
