package shop_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// bank is a provider that a test answers for. It signs its messages with a word.
type bank struct {
	mu      sync.Mutex
	asked   int // to begin a payment
	refunds int // asked for
	begin   func(o *vitrine.Order) (payment.Progress, error)
	refund  func(o *vitrine.Order) (payment.Progress, error)
	lookup  func(o *vitrine.Order) (payment.Progress, error)
	events  map[string]payment.Event // that notice was given of
}

func (*bank) Name() string   { return "bank" }
func (*bank) Live() bool     { return true }
func (*bank) PaysAt() string { return "https://bank.example" }

func (b *bank) Begin(_ context.Context, bill payment.Bill, _ string) (payment.Progress, error) {
	b.mu.Lock()
	b.asked++
	b.mu.Unlock()
	return b.begin(bill.Orders[0])
}

func (b *bank) Refund(_ context.Context, o *vitrine.Order, _ payment.Repayment) (payment.Progress, error) {
	b.mu.Lock()
	b.refunds++
	b.mu.Unlock()
	return b.refund(o)
}

func (b *bank) Lookup(_ context.Context, bill payment.Bill) (payment.Progress, error) {
	return b.lookup(bill.Orders[0])
}

func (b *bank) Verify(message payment.Message) (notices []payment.Notice, err error) {
	if message.Header.Get("Signature") != "of the bank" {
		return nil, vitrine.Errorf(vitrine.Unauthenticated, "the bank did not sign this")
	}
	var events []payment.Event
	if err := json.Unmarshal(message.Body, &events); err != nil {
		return nil, vitrine.Errorf(vitrine.Malformed, "no events")
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range events {
		if b.events == nil {
			b.events = map[string]payment.Event{}
		}
		b.events[e.ID] = e
		notices = append(notices, payment.Notice{ID: e.ID, Payment: e.ID})
	}
	return notices, nil
}

func (*bank) Since(context.Context, time.Time) ([]payment.Notice, error) { return nil, nil }

func (b *bank) Read(_ context.Context, n payment.Notice) ([]payment.Event, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return []payment.Event{b.events[n.Payment]}, nil
}

// message is a message of the bank about events.
func message(t *testing.T, signature string, events ...payment.Event) payment.Message {
	t.Helper()
	body, err := json.Marshal(events)
	if err != nil {
		t.Fatal(err)
	}
	return payment.Message{Header: http.Header{"Signature": {signature}}, Body: body}
}

// sent has the bank report an event of a payment.
func (m *market) sent(t *testing.T, o *vitrine.Order, kind payment.Kind, id, name string) {
	t.Helper()
	m.sentAs(t, payment.Event{ID: id, OrderID: o.ID, Kind: kind, Payment: name})
}

// sentAs has the bank send an event of its own, and takes it.
func (m *market) sentAs(t *testing.T, event payment.Event) {
	t.Helper()
	event.Provider = "bank"
	wantCode(t, event.ID, m.shop.TakeMessage(t.Context(), message(t, "of the bank", event)), "")
	m.takeNotices(t)
}

// takeNotices carries the jobs out that ask what happened.
func (m *market) takeNotices(t *testing.T) {
	t.Helper()
	for _, job := range takeJobs[shop.NoticeJob](t, m, shop.JobTakeNotice) {
		wantCode(t, job.Notice.ID, m.shop.TakeNotice(t.Context(), job), "")
	}
}

func elsewhere(name string) func(*vitrine.Order) (payment.Progress, error) {
	return func(*vitrine.Order) (payment.Progress, error) {
		return payment.Redirect{URL: "https://bank.example/" + name, Payment: name}, nil
	}
}

// TestPaidElsewhere sends a customer away to pay. What comes of it is told by messages:
// forged ones count for nothing, repeated ones once.
func TestPaidElsewhere(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, &bank{begin: elsewhere("session-1")})
		o := m.orderOnce(t)
		chosen, err := m.shop.Choose(t.Context(), o.CheckoutKey, "card")
		if err != nil || chosen.PayAt != "https://bank.example/session-1" {
			t.Fatalf("the customer is sent to %q, %v", chosen.PayAt, err)
		}
		if got := m.read(t, o); got.Status != vitrine.Unpaid || !got.Paying(m.clock.Now()) || got.PaymentID != "session-1" {
			t.Errorf("meanwhile the order is %s, paying until %s, payment %q", got.Status, got.PayingUntil, got.PaymentID)
		}

		paid := payment.Event{Provider: "bank", ID: "e-1", OrderID: o.ID, Kind: payment.Paid, Payment: "session-1"}
		wantCode(t, "a forged message", m.shop.TakeMessage(t.Context(), message(t, "of a thief", paid)), vitrine.Unauthenticated)
		if got := m.read(t, o); got.Status != vitrine.Unpaid {
			t.Fatalf("a forged message makes the order %s", got.Status)
		}
		wantCode(t, "a message", m.shop.TakeMessage(t.Context(), message(t, "of the bank", paid, paid)), "")
		m.takeNotices(t)
		wantCode(t, "the same again", m.shop.TakeMessage(t.Context(), message(t, "of the bank", paid)), "")
		m.takeNotices(t)
		if got := m.read(t, o); got.Status != vitrine.Paid || got.PaymentID != "session-1" || m.sales(t, m.model.ID) != 1 {
			t.Errorf("the order is %s by %q, its model sold %d times", got.Status, got.PaymentID, m.sales(t, m.model.ID))
		}
	})
}

// TestFailedElsewhere frees the order for another try, which a late word about the
// first one does not end.
func TestFailedElsewhere(t *testing.T) {
	t.Parallel()
	provider := &bank{begin: elsewhere("session-1")}
	m := newMarket(t, provider)
	o := m.orderOnce(t)
	choose := func() {
		t.Helper()
		_, err := m.shop.Choose(t.Context(), o.CheckoutKey, "card")
		wantCode(t, "choose", err, "")
	}
	choose()
	m.sent(t, o, payment.Failed, "e-1", "session-1")
	if got := m.read(t, o); got.Status != vitrine.Unpaid || !got.PayingUntil.IsZero() || got.PaymentID != "" {
		t.Fatalf("after a failure the order is %s, paying until %s, payment %q", got.Status, got.PayingUntil, got.PaymentID)
	}
	provider.begin = elsewhere("session-2")
	choose()
	m.sent(t, o, payment.Failed, "e-2", "session-1")
	if got := m.read(t, o); !got.Paying(m.clock.Now()) || got.PaymentID != "session-2" {
		t.Errorf("a late word about the first payment leaves paying until %s, payment %q", got.PayingUntil, got.PaymentID)
	}
	m.sent(t, o, payment.Paid, "e-3", "session-2")
	if got := m.read(t, o); got.Status != vitrine.Paid {
		t.Errorf("the order is %s", got.Status)
	}
}

// TestRefundAsksTheProvider gives money back by the provider that took it, and by the
// operator where no provider did.
func TestRefundAsksTheProvider(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		broken := errors.New("the bank is closed")
		provider := &bank{begin: confirmed, refund: func(*vitrine.Order) (payment.Progress, error) { return nil, broken }}
		m := newMarketOn(t, db, provider)
		o := m.order(t, m.model.ID)
		_, err := m.shop.Choose(t.Context(), o.CheckoutKey, "card")
		wantCode(t, "pay", err, "")

		if _, err := m.shop.Refund(t.Context(), o.ID, false); !errors.Is(err, broken) || m.read(t, o).Status != vitrine.Paid {
			t.Errorf("a refund that fails gives %v and leaves the order %s", err, m.read(t, o).Status)
		}
		provider.refund = func(*vitrine.Order) (payment.Progress, error) { return payment.Pending{}, nil }
		waiting, err := m.shop.Refund(t.Context(), o.ID, true)
		if err != nil || waiting.Status != vitrine.Paid {
			t.Fatalf("a refund on its way: %v, the order is %s", err, waiting.Status)
		}
		m.sent(t, o, payment.Refunded, "e-1", "")
		if got := m.read(t, o); got.Status != vitrine.Refunded || !got.Downloads() || m.sales(t, m.model.ID) != 0 {
			t.Errorf("the order is %s, downloads %t, its model sold %d times", got.Status, got.Downloads(), m.sales(t, m.model.ID))
		}
		_, err = m.shop.Refund(t.Context(), o.ID, true)
		wantCode(t, "a second refund", err, vitrine.Conflict)
		elsewhere := m.order(t, m.model.ID)
		m.sent(t, elsewhere, payment.Paid, "e-2", "session-2")
		_, err = m.shopWith(payment.Manual{}).Refund(t.Context(), elsewhere.ID, false)
		wantCode(t, "a refund where payments are another provider's", err, vitrine.Conflict)

		byHand := m.order(t, m.model.ID)
		_, err = m.shop.MarkPaid(t.Context(), byHand.ID, "")
		wantCode(t, "paid by hand", err, "")
		_, err = m.shop.Refund(t.Context(), byHand.ID, false)
		wantCode(t, "refunded by hand", err, "")
		if got := m.read(t, byHand); got.Status != vitrine.Refunded || got.Downloads() || provider.refunds != 2 {
			t.Errorf("refunded by hand the order is %s, downloads %t; the bank was asked %d times", got.Status, got.Downloads(), provider.refunds)
		}
	})
}

// TestMoneyThatComesTooLateGoesBack has a job send back what came for a model that the
// buyer has bought meanwhile.
func TestMoneyThatComesTooLateGoesBack(t *testing.T) {
	t.Parallel()
	provider := &bank{begin: elsewhere("session-1")}
	m := newMarket(t, provider)
	first, second := m.orderOnce(t), m.orderOnce(t)
	_, err := m.shop.Choose(t.Context(), first.CheckoutKey, "card")
	wantCode(t, "choose", err, "")
	m.clock.Advance(time.Hour)
	wantCode(t, "giving up", m.shop.EndLapsedPayments(t.Context()), "")
	m.sent(t, second, payment.Paid, "e-1", "session-2")
	m.sent(t, first, payment.Paid, "e-2", "session-1")
	if got := m.read(t, first); got.Status != vitrine.Refunded || provider.refunds != 0 {
		t.Fatalf("the second payment is %s; the bank was asked %d times before the job ran", got.Status, provider.refunds)
	}

	provider.refund = func(o *vitrine.Order) (payment.Progress, error) {
		return payment.Happened(payment.Event{Provider: "bank", ID: "back-" + o.PaymentID, OrderID: o.ID, Kind: payment.Refunded}), nil
	}
	jobs := m.refundJobs(t)
	if len(jobs) != 1 || jobs[0].OrderID != first.ID {
		t.Fatalf("money is sent back by %+v, want one job for order %d", jobs, first.ID)
	}
	job := jobs[0]
	for range 2 {
		wantCode(t, "the job", m.shop.RefundPayment(t.Context(), job), "")
	}
	if got := m.read(t, first); got.Status != vitrine.Refunded || m.sales(t, m.model.ID) != 1 {
		t.Errorf("the order is %s, its model sold %d times", got.Status, m.sales(t, m.model.ID))
	}
}

// TestMoneyThatCannotGoBack tells the operator of a job that was set aside.
func TestMoneyThatCannotGoBack(t *testing.T) {
	t.Parallel()
	var ahead time.Duration
	m := newMarket(t, payment.Sandbox{})
	s, log := m.later(nil, &ahead)
	write(t, m.db, func(ctx context.Context, tx *store.Tx) error {
		return s.AbandonRefund(ctx, tx, `{"OrderID":7}`, "the bank is closed")
	})
	for _, want := range []string{"level=ERROR", `{\"OrderID\":7}`, "the bank is closed"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log %q has no %s", log, want)
		}
	}
}

// TestConfirmPayment asks the provider until there is an outcome, or nobody waits.
func TestConfirmPayment(t *testing.T) {
	t.Parallel()
	provider := &bank{begin: func(*vitrine.Order) (payment.Progress, error) { return payment.Pending{AskAfter: time.Minute}, nil }}
	provider.lookup = provider.begin
	m := newMarket(t, provider)
	o := m.orderOnce(t)
	_, err := m.shop.Choose(t.Context(), o.CheckoutKey, "transfer")
	wantCode(t, "choose", err, "")
	job := shop.PaymentJob{OrderID: o.ID}
	wantCode(t, "asking", m.shop.ConfirmPayment(t.Context(), job), "")
	if got := m.read(t, o); got.Status != vitrine.Unpaid || !got.Paying(m.clock.Now()) {
		t.Fatalf("without an outcome the order is %s, paying until %s", got.Status, got.PayingUntil)
	}
	provider.lookup = confirmed
	wantCode(t, "asking again", m.shop.ConfirmPayment(t.Context(), job), "")
	if got := m.read(t, o); got.Status != vitrine.Paid {
		t.Errorf("the order is %s", got.Status)
	}
}

// TestSecondPaymentGoesBack has a customer finish two payments of one order: one that was
// given up and that the provider had forgotten, and the next. The second money goes back, and the order stays paid.
func TestSecondPaymentGoesBack(t *testing.T) {
	t.Parallel()
	provider := &bank{lookup: func(o *vitrine.Order) (payment.Progress, error) {
		return nil, vitrine.Errorf(vitrine.NotFound, "there is no %s", o.PaymentID)
	}}
	m := newMarket(t, provider)
	o := m.orderOnce(t)
	for _, session := range []string{"session-1", "session-2"} {
		provider.begin = elsewhere(session)
		_, err := m.shop.Choose(t.Context(), o.CheckoutKey, "card")
		wantCode(t, session, err, "")
		m.clock.Advance(20 * time.Minute)
		wantCode(t, "giving up", m.shop.EndLapsedPayments(t.Context()), "")
	}
	m.sent(t, o, payment.Paid, "e-1", "session-1")
	m.sent(t, o, payment.Paid, "e-2", "session-2")
	var refunded []string
	provider.refund = func(o *vitrine.Order) (payment.Progress, error) {
		refunded = append(refunded, o.PaymentID)
		return payment.Pending{}, nil
	}
	for _, job := range m.refundJobs(t) {
		wantCode(t, "the job", m.shop.RefundPayment(t.Context(), job), "")
	}
	m.sent(t, o, payment.Refunded, "e-3", "session-2")
	got := m.read(t, o)
	if got.Status != vitrine.Paid || got.PaymentID != "session-1" || !slices.Equal(refunded, []string{"session-2"}) ||
		m.sales(t, m.model.ID) != 1 {
		t.Errorf("the order is %s by %q, %v went back, its model sold %d times", got.Status, got.PaymentID, refunded, m.sales(t, m.model.ID))
	}
}

// refundJobs takes the jobs that send money back.
func (m *market) refundJobs(t *testing.T) []shop.PaymentJob {
	t.Helper()
	return takeJobs[shop.PaymentJob](t, m, shop.JobRefundPayment)
}

// takeJobs takes up to ten jobs of a kind, for good: whose work fails is the caller's to try again.
func takeJobs[T any](t *testing.T, m *market, kind string) (found []T) {
	t.Helper()
	write(t, m.db, func(ctx context.Context, tx *store.Tx) error {
		jobs, err := tx.ClaimJobs(ctx, kind, store.Lease{Name: "lease", For: time.Minute}, 10)
		found = make([]T, len(jobs))
		for i, job := range jobs {
			err = errors.Join(err, json.Unmarshal([]byte(job.Args), &found[i]), tx.FinishJob(ctx, job))
		}
		return err
	})
	return found
}
