package shop_test

import (
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestCreditNotesOfParts gives a taxed order back in two parts: each has a credit note, and together they are the invoice.
func TestCreditNotesOfParts(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, &bank{})
		chief := m.taxes(t, germanRules())
		o := m.paidByBank(t, "FI")
		for _, part := range []struct{ gross, tax, left vitrine.Amount }{{500, 102, 152}, {1, 0, 152}, {749, 152, 0}} {
			e := payment.Event{Provider: "bank", ID: part.gross.String(), OrderID: o.ID, Kind: payment.Refunded, Payment: o.PaymentID,
				Object: "re-" + part.gross.String(), Amount: part.gross}
			wantCode(t, "give back", m.shop.RecordPayment(t.Context(), e), "")
			list := m.documents(t, o)
			note := list[len(list)-1]
			if note.Kind != vitrine.Credited || note.Of != list[0].Number || note.Gross != part.gross || note.Tax != part.tax ||
				note.Net != part.gross-part.tax {
				t.Errorf("of %s the credit note is %+v", part.gross, note)
			}
			if owed := -m.books(t, o)[vitrine.AccountTax]; owed != part.left {
				t.Errorf("behind %s, %s of tax is owed, want %s", part.gross, owed, part.left)
			}
		}
		m.withoutGaps(t, chief, 4)
		sums, err := m.shop.TaxReport(t.Context(), chief, vitrine.QuarterOf(m.clock.Now(), time.UTC))
		var net, tax vitrine.Amount
		for _, sum := range sums {
			net, tax = net+sum.Net, tax+sum.Tax
		}
		if err != nil || len(sums) == 0 || net != 0 || tax != 0 {
			t.Errorf("the quarter comes to %s and %s of tax (%v): %+v", net, tax, err, sums)
		}
	})
}

// TestRefundsAndPayouts gives parts of an order back while its payout is under way and after it arrived, and has the
// buyer's bank draw what is left, and more.
func TestRefundsAndPayouts(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newPurse(t, db)
		o := m.earns(t)
		m.banks(t, m.seller)
		b := m.batch(t)
		happens := func(id string, e payment.Event) {
			t.Helper()
			e.Provider, e.ID, e.OrderID, e.Payment = "bank", id, o.ID, "session-"+o.UUID
			wantCode(t, id, m.shop.RecordPayment(t.Context(), e), "")
		}
		happens("part", payment.Event{Kind: payment.Refunded, Object: "re-1", Amount: 500})
		m.wantBalance(t, "after a part, in a batch", -500, 1250)
		wantCode(t, "send", m.shop.SendBatch(m.ctx, m.desk(), b.ID, nil, nil), "")
		m.clock.Advance(vitrine.DefaultArrivalDays * 24 * time.Hour)
		wantCode(t, "arrive", m.shop.EndPayouts(t.Context()), "")
		m.wantBalance(t, "arrived", -500, 0)
		happens("more", payment.Event{Kind: payment.Refunded, Object: "re-2", Amount: 250})
		m.wantBalance(t, "after another part", -750, 0)
		due, err := m.shop.PayoutsDue(t.Context(), m.desk(), "")
		if err != nil || due.Count != 0 {
			t.Errorf("to a seller who owes something %+v is due, %v", due, err)
		}

		// The bank draws all of the payment: 500 are left of it, and the rest is the marketplace's loss.
		happens("drawn", payment.Event{Kind: payment.Disputed, Amount: 1250})
		happens("lost", payment.Event{Kind: payment.DisputeLost, Amount: 1250})
		m.wantBalance(t, "after the dispute", -1250, 0)
		got := m.read(t, o)
		if got.Status != vitrine.Refunded || got.Refunded != 1250 {
			t.Errorf("the order is %s, and %s of it is gone", got.Status, got.Refunded)
		}
		if lost := m.books(t, o)[vitrine.AccountLosses]; lost != 750 {
			t.Errorf("%s is lost", lost)
		}
		if wrong, err := m.db.UnbookedOrders(t.Context(), 10); len(wrong) > 0 || err != nil {
			t.Errorf("a check finds %+v, %v", wrong, err)
		}
	})
}

// TestPartOfACheckout gives a part of one order of several back that were paid at once, and then all of each.
func TestPartOfACheckout(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		const paid, refunded = vitrine.Paid, vitrine.Refunded
		c := m.together(t, 1250, 999)
		_, err := m.shop.ChooseForCheckout(t.Context(), c.Key, "pay")
		wantCode(t, "pay", err, "")
		first, second := c.Orders[0], c.Orders[1]
		_, err = m.shop.RefundPart(t.Context(), first.ID, shop.NewRefund{Amount: 1251})
		wantCode(t, "more than the order", err, vitrine.Invalid)
		back := func(id int64, amount vitrine.Amount) {
			t.Helper()
			_, err := m.shop.RefundPart(t.Context(), id, shop.NewRefund{Amount: amount})
			wantCode(t, "give back", err, "")
		}
		back(first.ID, 250)
		m.wantStates(t, "after a part", c, paid, paid, paid)
		if got := m.read(t, second); got.Refunded != 0 || m.read(t, first).Refunded != 250 {
			t.Errorf("of the other order %s went back", got.Refunded)
		}
		back(first.ID, 0)
		m.wantStates(t, "after one", c, paid, refunded, paid)
		back(second.ID, 0)
		m.wantStates(t, "after both", c, refunded, refunded, refunded)
	})
}
