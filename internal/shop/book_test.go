package shop_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

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
		}
	})
}

// playOrder has 25 events happen to an order.
func (m *market) playOrder(t *testing.T, o *vitrine.Order, random *rand.Rand) {
	t.Helper()
	kinds := []payment.Kind{payment.Paid, payment.Paid, payment.Paid,
		payment.Disputed, payment.DisputeOver, payment.DisputeOver, payment.Refunded}
	waiting := map[string]bool{} // needless payments whose money has not gone back
	for n := range 25 {
		was := m.read(t, o)
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
		m.compareBooks(t, m.read(t, o), waiting)
	}
}

// compareBooks compares an order with what the ledger has of it.
func (m *market) compareBooks(t *testing.T, o *vitrine.Order, waiting map[string]bool) {
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
		want[vitrine.AccountShare], want[vitrine.AccountHold] = -o.Share.Of(o.Price), -o.Share.Rest(o.Price)
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
	if len(unbooked)+len(uneven) > 0 || err != nil || err2 != nil {
		t.Fatalf("a check finds %+v and %+v (%v, %v)", unbooked, uneven, err, err2)
	}
}

// TestBooksOfSentBack books money that came for what the buyer has already, until it went back,
// and nothing of what is free.
func TestBooksOfSentBack(t *testing.T) {
	t.Parallel()
	provider := &bank{refund: func(o *vitrine.Order) (payment.Progress, error) {
		e := payment.Event{Provider: "bank", ID: "back", OrderID: o.ID, Kind: payment.Refunded, Payment: o.PaymentID}
		return payment.Settled{Event: e}, nil
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
