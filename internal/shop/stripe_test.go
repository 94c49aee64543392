package shop_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/payment/stripe"
	"vitrine/internal/payment/stripesim"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// till is a marketplace whose customers pay by a simulated Stripe.
type till struct {
	*market
	sim     *stripesim.Sim
	address string         // of sim
	tries   []func() error // jobs that failed
}

const stripeKey, stripeSecret = "sk_test_0123456789", "whsec_0123456789abcdef0123"

// newTill opens a marketplace whose calls go wrong as fault says; nil for never.
func newTill(t *testing.T, db *store.DB, fault func(*http.Request) stripesim.Fault) *till {
	t.Helper()
	return tillOf(t, newMarketOn(t, db, payment.Manual{}), fault)
}

// tillOf has a marketplace take payments so.
func tillOf(t *testing.T, m *market, fault func(*http.Request) stripesim.Fault) *till {
	t.Helper()
	s := &till{market: m, sim: stripesim.New(stripesim.Options{Key: stripeKey, Secret: stripeSecret, Now: m.clock.Now, Fault: fault})}
	server := httptest.NewServer(s.sim)
	t.Cleanup(server.Close)
	s.sim.SetAddress(server.URL)
	s.address = server.URL
	m.shop = s.other(t)
	return s
}

// other is another process of the marketplace.
func (s *till) other(t *testing.T) *shop.Shop {
	t.Helper()
	return s.shopWith(s.provider(t))
}

// provider is the one of the till.
func (s *till) provider(t *testing.T) *stripe.Provider {
	t.Helper()
	return s.providerOver(t, nil)
}

// providerOver is a provider whose calls go over a client; nil for the usual one.
func (s *till) providerOver(t *testing.T, client *http.Client) *stripe.Provider {
	t.Helper()
	provider, err := stripe.New(stripe.Options{Key: stripeKey, Secrets: []string{stripeSecret}, API: s.address, PaysAt: s.address,
		Client: client, Now: s.clock.Now, BaseURL: "https://shop.example"})
	if err != nil {
		t.Fatal(err)
	}
	return provider
}

// sends has the marketplace get an event.
func (s *till) sends(t *testing.T, e *stripesim.Event) {
	t.Helper()
	header, body := s.sim.Message(e)
	wantCode(t, e.Type, s.shop.TakeMessage(t.Context(), payment.Message{Header: header, Body: body}), "")
}

// jobs claims what is to be asked of Stripe, by whichever process carries it out.
func (s *till) jobs(t *testing.T) (tries []func() error) {
	t.Helper()
	for _, job := range takeJobs[shop.NoticeJob](t, s.market, shop.JobTakeNotice) {
		tries = append(tries, func() error { return s.shop.TakeNotice(t.Context(), job) })
	}
	for _, job := range takeJobs[shop.PaymentJob](t, s.market, shop.JobConfirmPayment) {
		tries = append(tries, func() error { return s.shop.ConfirmPayment(t.Context(), job) })
	}
	for _, job := range takeJobs[shop.PaymentJob](t, s.market, shop.JobRefundPayment) {
		tries = append(tries, func() error { return s.shop.RefundPayment(t.Context(), job) })
	}
	return tries
}

// work carries out what is to be asked of Stripe. What fails is tried again by the next call.
func (s *till) work(t *testing.T) {
	t.Helper()
	tries := append(s.tries, s.jobs(t)...)
	s.tries = nil
	for _, try := range tries {
		if err := try(); err != nil {
			s.tries = append(s.tries, try)
		}
	}
}

// chosen has the customer of an order go to Stripe.
func (s *till) chosen(t *testing.T, o *vitrine.Order) shop.Chosen {
	t.Helper()
	chosen, err := s.shop.Choose(t.Context(), o.CheckoutKey, stripe.Choice)
	wantCode(t, "choose", err, "")
	return chosen
}

// TestPayByStripe has a customer leave the pages of Stripe and come back to them, pay, and be
// given their money back, while all notices but one are lost.
func TestPayByStripe(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		o := s.orderOnce(t)
		first := s.chosen(t, o)
		if again := s.chosen(t, o); again.PayAt != first.PayAt || first.PayAt == "" {
			t.Errorf("gone on with, the payment is at %q; it was begun at %q", again.PayAt, first.PayAt)
		}
		session := s.read(t, o).PaymentID
		s.clock.Advance(40 * time.Minute)
		wantCode(t, "giving up", s.shop.EndLapsedPayments(t.Context()), "")
		if other := s.chosen(t, o); other.PayAt == first.PayAt || s.read(t, o).PaymentID == session {
			t.Error("a session that is over is gone on with")
		}
		if err := s.sim.Pay(s.read(t, o).PaymentID); err != nil {
			t.Fatal(err)
		}
		wantCode(t, "asking when the customer is back", s.shop.AskForOutcome(t.Context(), s.read(t, o)), "")
		s.work(t)
		if got := s.read(t, o); got.Status != vitrine.Paid || s.sales(t, s.model.ID) != 1 {
			t.Fatalf("the order is %s, its model sold %d times", got.Status, s.sales(t, s.model.ID))
		}
		if err := s.sim.Dispute(s.read(t, o).PaymentID); err != nil {
			t.Fatal(err)
		}
		wantCode(t, "looking for what was lost", s.shop.FindLostNotices(t.Context()), "")
		s.work(t)
		if got := s.read(t, o); got.Status != vitrine.Disputed {
			t.Errorf("after a dispute that nobody told of the order is %s", got.Status)
		}
		if err := s.sim.EndDispute(s.read(t, o).PaymentID, true); err != nil {
			t.Fatal(err)
		}
		events := s.sim.Events()
		for range 2 {
			s.sends(t, events[len(events)-1])
			s.work(t)
		}
		if got := s.read(t, o); got.Status != vitrine.Paid {
			t.Errorf("after it was won the order is %s", got.Status)
		}
		back, err := s.shop.Refund(t.Context(), o.ID, false)
		if err != nil || back.Status != vitrine.Refunded || s.sales(t, s.model.ID) != 0 {
			t.Errorf("refunded: %+v, %v; sold %d times", back, err, s.sales(t, s.model.ID))
		}
		s.settled(t, []*vitrine.Order{o})
	})
}

// TestMoneyThatIsNotThePrice leaves an order unpaid and says so, and pays nobody else's order.
func TestMoneyThatIsNotThePrice(t *testing.T) {
	t.Parallel()
	s := newTill(t, storetest.SQLite(t), nil)
	o := s.orderOnce(t)
	less := payment.Event{Provider: stripe.Name, ID: "paid:cs_1", OrderID: o.ID, Kind: payment.Paid, Payment: "cs_1", Of: payment.Reference(o),
		Sum: &payment.Sum{Amount: o.Price - 1, Currency: o.Currency}}
	other := less
	other.Sum = &payment.Sum{Amount: o.Price, Currency: "JPY"}
	foreign := less
	foreign.Of, foreign.Sum = "of another marketplace", &payment.Sum{Amount: o.Price, Currency: o.Currency}
	wantCode(t, "a cent too little", s.shop.RecordPayment(t.Context(), less), vitrine.Conflict)
	wantCode(t, "another currency", s.shop.RecordPayment(t.Context(), other), vitrine.Conflict)
	wantCode(t, "another marketplace", s.shop.RecordPayment(t.Context(), foreign), "")
	if got := s.read(t, o); got.Status != vitrine.Unpaid {
		t.Errorf("the order is %s", got.Status)
	}
	less.Sum.Amount++
	wantCode(t, "the price", s.shop.RecordPayment(t.Context(), less), "")
	if got := s.read(t, o); got.Status != vitrine.Paid {
		t.Errorf("the order is %s", got.Status)
	}
}

// TestNoticesOfDays finds what was lost in days in which nothing arrived, also when the first message
// after them comes before anybody asks.
func TestNoticesOfDays(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		disputed := s.order(t, s.model.ID)
		pay := func(o *vitrine.Order) {
			s.chosen(t, o)
			if err := s.sim.Pay(s.read(t, o).PaymentID); err != nil {
				t.Fatal(err)
			}
		}
		pay(disputed)
		wantCode(t, "asking", s.shop.FindLostNotices(t.Context()), "")
		s.work(t)
		if err := s.sim.Dispute(s.read(t, disputed).PaymentID); err != nil {
			t.Fatal(err)
		}
		s.clock.Advance(4 * 24 * time.Hour)
		other := s.order(t, s.model.ID)
		pay(other)
		events := s.sim.Events()
		s.sends(t, events[len(events)-1])
		wantCode(t, "asking then", s.shop.FindLostNotices(t.Context()), "")
		s.work(t)
		if got := s.read(t, disputed); got.Status != vitrine.Disputed {
			t.Errorf("an order that was disputed four days ago is %s", got.Status)
		}
	})
}

// TestAskedManyTimes has a customer come back many times without having paid: one job waits for the end of the session,
// and the order stays as it was.
func TestAskedManyTimes(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		o := s.orderOnce(t)
		s.chosen(t, o)
		begun := s.read(t, o)
		for range 5 {
			wantCode(t, "ask", s.shop.AskForOutcome(t.Context(), s.read(t, o)), "")
			job := shop.PaymentJob{OrderID: o.ID}
			wantCode(t, "the job", s.shop.ConfirmPayment(t.Context(), job), "")
		}
		kinds, err := s.db.JobKinds(t.Context())
		wantCode(t, "count the jobs", err, "")
		for _, k := range kinds {
			if k.Kind == shop.JobConfirmPayment && k.Waiting != 2 { // the one that was not claimed here, and that for the end
				t.Errorf("%d jobs wait to ask", k.Waiting)
			}
		}
		if got := s.read(t, o); got.Version != begun.Version || !got.PayingUntil.Equal(begun.PayingUntil) {
			t.Errorf("the order became version %d, held until %s; it was %d, until %s",
				got.Version, got.PayingUntil, begun.Version, begun.PayingUntil)
		}
	})
}

// TestSecondTabWhileAnotherBegins holds an order for the payment that is being begun, also where an earlier one
// has ended unheard of.
func TestSecondTabWhileAnotherBegins(t *testing.T) {
	t.Parallel()
	provider := &bank{lookup: func(o *vitrine.Order) (payment.Progress, error) {
		return payment.Happened(payment.Event{Provider: "bank", ID: "failed:" + o.PaymentID, OrderID: o.ID, Kind: payment.Failed,
			Payment: o.PaymentID}), nil
	}}
	m := newMarket(t, provider)
	o := m.orderOnce(t)
	provider.begin = elsewhere("session-1")
	_, err := m.shop.Choose(t.Context(), o.CheckoutKey, "card")
	wantCode(t, "the first payment", err, "")
	m.clock.Advance(40 * time.Minute)
	wantCode(t, "giving up", m.shop.EndLapsedPayments(t.Context()), "")
	provider.begin = func(o *vitrine.Order) (payment.Progress, error) {
		_, err := m.shop.Choose(t.Context(), o.CheckoutKey, "card")
		wantCode(t, "the second tab", err, vitrine.Conflict)
		return elsewhere("session-2")(o)
	}
	_, err = m.shop.Choose(t.Context(), o.CheckoutKey, "card")
	wantCode(t, "the first tab", err, "")
	if got := m.read(t, o); provider.asked != 2 || got.PaymentID != "session-2" || !got.Paying(m.clock.Now()) {
		t.Errorf("%d payments were begun, and the order is held until %s for %q", provider.asked, got.PayingUntil, got.PaymentID)
	}
}

// TestMoneyFoundThatIsNotThePrice compares money with the price also where the provider was asked for it.
func TestMoneyFoundThatIsNotThePrice(t *testing.T) {
	t.Parallel()
	provider := &bank{begin: elsewhere("session-1")}
	m := newMarket(t, provider)
	o := m.orderOnce(t)
	provider.lookup = func(o *vitrine.Order) (payment.Progress, error) {
		return payment.Happened(payment.Event{Provider: "bank", ID: "paid", OrderID: o.ID, Kind: payment.Paid, Payment: o.PaymentID,
			Sum: &payment.Sum{Amount: 1, Currency: o.Currency}}), nil
	}
	_, err := m.shop.Choose(t.Context(), o.CheckoutKey, "card")
	wantCode(t, "choose", err, "")
	wantCode(t, "a job asks", m.shop.ConfirmPayment(t.Context(), shop.PaymentJob{OrderID: o.ID}), vitrine.Conflict)
	_, err = m.shop.Choose(t.Context(), o.CheckoutKey, "card")
	wantCode(t, "the customer comes back", err, vitrine.Conflict)
	if got := m.read(t, o); got.Status != vitrine.Unpaid {
		t.Errorf("a cent makes the order %s", got.Status)
	}
}

// TestLateFee books what Stripe keeps of a payment when it says so only after the payment: of that
// which made an order paid, and of one that goes back, since an operator has seen other money.
func TestLateFee(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		s.sim.SetLateFees(true)
		paid, byHand := s.order(t, s.model.ID), s.order(t, s.model.ID)
		for _, o := range []*vitrine.Order{paid, byHand} {
			s.chosen(t, o)
			if err := s.sim.PayLater(s.read(t, o).PaymentID); err != nil {
				t.Fatal(err)
			}
		}
		late := s.read(t, byHand).PaymentID
		_, err := s.shop.MarkPaid(t.Context(), byHand.ID, "")
		wantCode(t, "an operator's word", err, "")
		s.sim.SettleAll()
		wantCode(t, "asking what came", s.shop.FindLostNotices(t.Context()), "")
		s.work(t)
		for _, o := range []*vitrine.Order{paid, byHand} {
			if fees := s.books(t, o)[vitrine.AccountFees]; fees != 0 || s.read(t, o).Status != vitrine.Paid {
				t.Fatalf("the order is %s, with fees of %s", s.read(t, o).Status, fees)
			}
		}
		for _, session := range []string{s.read(t, paid).PaymentID, late} {
			if err := s.sim.SayFee(session); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			wantCode(t, "asking for fees", s.shop.FindLostNotices(t.Context()), "")
			s.work(t)
		}
		const fee = 44 // of each: 1.5 % of 12.50 and 25 cents
		want := map[vitrine.AccountKind]vitrine.Amount{vitrine.AccountFees: fee, vitrine.AccountClearing: paid.Price - fee,
			vitrine.AccountHold: -paid.Price}
		for _, o := range []*vitrine.Order{paid, byHand} {
			if diff := cmp.Diff(want, s.books(t, o)); diff != "" {
				t.Errorf("the books of order %d (-want +got):\n%s", o.ID, diff)
			}
		}
	})
}

// settled compares orders with what Stripe has: whatever was kept pays for one order, and each
// order that opens its files is paid for.
func (s *till) settled(t *testing.T, orders []*vitrine.Order) {
	t.Helper()
	var owed int64
	states := map[vitrine.OrderStatus]int{}
	for _, o := range orders {
		got := s.read(t, o)
		states[got.Status]++
		kept := s.sim.Kept(payment.Reference(got))
		switch got.Status {
		case vitrine.Paid, vitrine.Disputed:
			owed += int64(got.Price)
			if kept != int64(got.Price) {
				t.Errorf("order %d is %s and costs %s: Stripe has %d", got.ID, got.Status, got.Price, kept)
			}
		default:
			if kept != 0 {
				t.Errorf("order %d is %s, and Stripe has %d", got.ID, got.Status, kept)
			}
		}
	}
	if all := s.sim.Kept(""); all != owed {
		t.Errorf("Stripe has %d, and orders are worth %d", all, owed)
	}
	t.Log(states)
}

// TestManyPaymentsByStripe plays customers who pay at once, later, twice or never, sellers'
// refunds and banks' disputes, while calls fail before and after they did something and events
// are lost, late, repeated and in any order. In the end no cent is unexplained.
func TestManyPaymentsByStripe(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		const seed = 14
		random := rand.New(rand.NewPCG(seed, seed))
		var calm atomic.Bool
		s := newTill(t, db, wrongNowAndThen(seed, &calm))
		orders := make([]*vitrine.Order, 0, 150)
		for range cap(orders) {
			orders = append(orders, s.order(t, s.model.ID))
			for range 8 {
				s.happens(t, random, orders[max(0, len(orders)-1-random.IntN(8))])
			}
			s.tells(t, random)
			s.clock.Advance(time.Duration(random.IntN(20)) * time.Minute)
			wantCode(t, "giving up", s.shop.EndLapsedPayments(t.Context()), "")
		}
		calm.Store(true)
		s.sim.SettleAll()
		s.clock.Advance(time.Hour)
		for range 60 {
			wantCode(t, "looking for what was lost", s.shop.FindLostNotices(t.Context()), "")
			s.work(t)
		}
		for _, try := range s.tries {
			if err := try(); err != nil {
				t.Errorf("a job never ends: %v", err)
			}
		}
		s.settled(t, orders)
	})
}

// wrongNowAndThen has one call in six go wrong until all is calm. Its numbers are its own: a call that was
// given up may still be at work.
func wrongNowAndThen(seed uint64, calm *atomic.Bool) func(*http.Request) stripesim.Fault {
	var mu sync.Mutex
	random := rand.New(rand.NewPCG(seed, seed+1))
	return func(*http.Request) stripesim.Fault {
		if calm.Load() {
			return stripesim.None
		}
		mu.Lock()
		defer mu.Unlock()
		switch random.IntN(12) {
		case 0:
			return stripesim.Before
		case 1:
			return stripesim.After
		default:
			return stripesim.None
		}
	}
}

// happens does something with an order that a customer, a seller or a bank may do.
func (s *till) happens(t *testing.T, random *rand.Rand, o *vitrine.Order) {
	t.Helper()
	session := s.read(t, o).PaymentID
	var err error
	switch random.IntN(8) {
	case 0, 1, 2:
		_, err = s.shop.Choose(t.Context(), o.CheckoutKey, stripe.Choice)
		if code := vitrine.CodeOf(err); code == vitrine.Conflict || code == vitrine.Unavailable {
			err = nil // it was paid already, or Stripe failed
		}
	case 3, 4:
		s.sim.PayAny(random, payment.Reference(o)) // any of its sessions that is open
	case 5:
		_ = s.sim.PayLater(session) // refused unless it is open
	case 6:
		if random.IntN(4) > 0 {
			return
		}
		_, err = s.shop.Refund(t.Context(), o.ID, false)
		if code := vitrine.CodeOf(err); code == vitrine.Conflict || code == vitrine.Unavailable {
			err = nil
		}
	case 7:
		if random.IntN(4) == 0 && s.sim.Dispute(session) == nil {
			_ = s.sim.EndDispute(session, random.IntN(2) == 0)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// tells sends some events, new ones and old ones, and works on what came.
func (s *till) tells(t *testing.T, random *rand.Rand) {
	t.Helper()
	events := s.sim.Events()
	for range random.IntN(4) {
		if len(events) > 0 {
			s.sends(t, events[random.IntN(len(events))])
		}
	}
	if random.IntN(3) == 0 {
		s.work(t)
	}
}

// TestNoticeOfAnotherProvider waits for the provider that it came from.
func TestNoticeOfAnotherProvider(t *testing.T) {
	t.Parallel()
	s := newTill(t, storetest.SQLite(t), nil)
	o := s.orderOnce(t)
	s.chosen(t, o)
	if err := s.sim.Pay(s.read(t, o).PaymentID); err != nil {
		t.Fatal(err)
	}
	s.sends(t, s.sim.Events()[0])
	jobs := takeJobs[shop.NoticeJob](t, s.market, shop.JobTakeNotice)
	if len(jobs) != 1 {
		t.Fatalf("%d jobs, want 1", len(jobs))
	}
	if err := s.shopWith(payment.Manual{}).TakeNotice(t.Context(), jobs[0]); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("taken while payments are manual: %v", err)
	}
	wantCode(t, "taken by Stripe's", s.shop.TakeNotice(t.Context(), jobs[0]), "")
	if got := s.read(t, o); got.Status != vitrine.Paid {
		t.Errorf("the order is %s", got.Status)
	}
}
