package shop_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// books adds up what the ledger has of an order, by kinds of accounts.
func (m *market) books(t *testing.T, o *vitrine.Order) map[vitrine.AccountKind]vitrine.Amount {
	t.Helper()
	entries, err := m.db.EntriesOfOrder(t.Context(), o.ID)
	wantCode(t, "read the books", err, "")
	sums := map[vitrine.AccountKind]vitrine.Amount{}
	for _, e := range entries {
		for _, line := range e.Lines {
			if sums[line.Account.Kind] += line.Amount; sums[line.Account.Kind] == 0 {
				delete(sums, line.Account.Kind)
			}
		}
	}
	return sums
}

// TestBooks has orders of a seller paid, paid twice, disputed and refunded in any order, with events that
// come again: after each, the ledger is what the orders are.
func TestBooks(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, &bank{})
		house := vitrine.DefaultHouse()
		house.Share = 1250
		wantCode(t, "ask for a share", m.shop.SetHouse(t.Context(), house), "")
		random := rand.New(rand.NewPCG(14, 64))
		for range 6 {
			m.playOrder(t, m.order(t, m.model.ID), random)
			m.compareBalance(t)
		}
	})
}

// playOrder has 25 events happen to an order.
func (m *market) playOrder(t *testing.T, o *vitrine.Order, random *rand.Rand) {
	t.Helper()
	kinds := []payment.Kind{payment.Paid, payment.Paid, payment.Paid,
		payment.Disputed, payment.DisputeOver, payment.DisputeOver, payment.Refunded}
	waiting := map[string]bool{} // needless payments whose money has not gone back
	released := false
	for n := range 25 {
		was := m.read(t, o)
		if random.IntN(4) == 0 {
			m.clock.Advance(vitrine.DefaultHoldDays * 24 * time.Hour)
			wantCode(t, "release what is earned", m.shop.ReleaseEarnings(t.Context()), "")
			released = was.Status == vitrine.Paid
			m.compareBooks(t, was, waiting, released)
		}
		e := payment.Event{Provider: "bank", ID: fmt.Sprintf("%d-%d", o.ID, random.IntN(n+2)), OrderID: o.ID}
		e.Kind = kinds[random.IntN(len(kinds))]
		e.Payment = fmt.Sprintf("%d-session-%d", o.ID, random.IntN(2))
		e.ID += string(e.Kind) + e.Payment
		if e.Kind == payment.Paid {
			e.ID = string(e.Kind) + e.Payment
			e.Sum = &payment.Sum{Amount: o.Price, Currency: o.Currency, Fee: payment.Fee{Amount: 30, Currency: o.Currency}}
		}
		if err := m.shop.RecordPayment(t.Context(), e); err != nil && vitrine.CodeOf(err) != vitrine.Conflict {
			t.Fatalf("%+v: %v", e, err)
		} else if err == nil && was.Status.Taken() && was.PaymentID != e.Payment {
			switch e.Kind {
			case payment.Paid:
				if _, known := waiting[e.Payment]; !known {
					waiting[e.Payment] = true
				}
			case payment.Refunded:
				if waiting[e.Payment] {
					waiting[e.Payment] = false
				}
			}
		}
		is := m.read(t, o)
		released = released && is.Status == vitrine.Paid
		m.compareBooks(t, is, waiting, released)
	}
}

// compareBooks compares an order with what the ledger has of it.
func (m *market) compareBooks(t *testing.T, o *vitrine.Order, waiting map[string]bool, released bool) {
	t.Helper()
	want := map[vitrine.AccountKind]vitrine.Amount{}
	if o.Status.Taken() {
		want[vitrine.AccountFees], want[vitrine.AccountClearing] = 30, -30
	}
	for _, still := range waiting {
		want[vitrine.AccountFees] += 30
		want[vitrine.AccountClearing] -= 30
		if still {
			want[vitrine.AccountClearing] += o.Price
			want[vitrine.AccountReturns] -= o.Price
		}
	}
	if o.Status == vitrine.Paid || o.Status == vitrine.Disputed {
		want[vitrine.AccountShare], want[vitrine.AccountHold] = -o.Share.Of(o.Price, 1), -o.Share.Rest(o.Price, 1)
	}
	if released {
		want[vitrine.AccountAvailable] = want[vitrine.AccountHold]
		delete(want, vitrine.AccountHold)
	}
	switch o.Status {
	case vitrine.Paid:
		want[vitrine.AccountClearing] += o.Price
	case vitrine.Disputed:
		want[vitrine.AccountDisputes] = o.Price
	}
	if diff := cmp.Diff(want, m.books(t, o)); diff != "" {
		t.Fatalf("the order is %s, and the books (-want +got):\n%s", o.Status, diff)
	}
	unbooked, err := m.db.UnbookedOrders(t.Context(), 10)
	uneven, err2 := m.db.UnevenEntries(t.Context(), 10)
	miscounted, err3 := m.db.MiscountedAccounts(t.Context(), 10)
	if len(unbooked)+len(uneven)+len(miscounted) > 0 || err != nil || err2 != nil || err3 != nil {
		t.Fatalf("a check finds %+v, %+v and %+v (%v, %v, %v)", unbooked, uneven, miscounted, err, err2, err3)
	}
}

// compareBalance compares what the seller of all orders has with the statement of it, and adds
// both up anew.
func (m *market) compareBalance(t *testing.T) {
	t.Helper()
	seller := m.model.AuthorID
	var sum vitrine.Balance
	pages := 0
	for page := (vitrine.Page{Size: 4}); pages == 0 || page.Cursor != ""; pages++ {
		part, err := m.db.Statement(t.Context(), seller, page)
		wantCode(t, "read the statement", err, "")
		for _, moved := range part.Movements {
			sum.Hold, sum.Available, sum.Currency, sum.Live = sum.Hold+moved.Hold, sum.Available+moved.Available, moved.Currency, moved.Live
			if moved.Hold == 0 && moved.Available == 0 {
				t.Errorf("%+v moves nothing", moved)
			}
		}
		page.Cursor = part.Next
	}
	for _, added := range []bool{false, true} {
		if added {
			wantCode(t, "add up", m.db.AddTallies(t.Context()), "")
		}
		balances, err := m.db.Balances(t.Context(), seller)
		if diff := cmp.Diff([]vitrine.Balance{sum}, balances); sum.Currency != "" && diff != "" || err != nil {
			t.Errorf("the balance (%v, -statement +balance):\n%s", err, diff)
		}
	}
}

// TestBooksOfSentBack books money that came for what the buyer has already, until it went back,
// and nothing of what is free.
func TestBooksOfSentBack(t *testing.T) {
	t.Parallel()
	provider := &bank{refund: func(o *vitrine.Order) (payment.Progress, error) {
		e := payment.Event{Provider: "bank", ID: "back", OrderID: o.ID, Kind: payment.Refunded, Payment: o.PaymentID}
		return payment.Happened(e), nil
	}}
	m := newMarket(t, provider)
	first, second := m.orderOnce(t), m.orderOnce(t)
	m.sent(t, first, payment.Paid, "e-1", "session-1")
	m.sent(t, second, payment.Paid, "e-2", "session-2")
	want := map[vitrine.AccountKind]vitrine.Amount{vitrine.AccountClearing: second.Price, vitrine.AccountReturns: -second.Price}
	if diff := cmp.Diff(want, m.books(t, second)); diff != "" {
		t.Errorf("before the money went back (-want +got):\n%s", diff)
	}
	for _, job := range m.refundJobs(t) {
		wantCode(t, "send the money back", m.shop.RefundPayment(t.Context(), job), "")
	}
	if diff := cmp.Diff(map[vitrine.AccountKind]vitrine.Amount{}, m.books(t, second)); diff != "" {
		t.Errorf("after it (-want +got):\n%s", diff)
	}

	free := m.order(t, m.publish(t, "Free chair", 0).ID)
	_, err := m.shop.ConfirmFree(t.Context(), free.CheckoutKey)
	wantCode(t, "a free order", err, "")
	if len(m.books(t, free)) > 0 {
		t.Error("a free order is booked")
	}
}
