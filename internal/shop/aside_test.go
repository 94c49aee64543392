package shop_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestAside has orders be paid twice, and parts of both payments be given back, come back, and be drawn by banks, in any order: what
// the ledger owes to the buyer is what refunds are to send, and is nothing while they got more than they paid.
func TestAside(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, &bank{})
		boss := m.boss(t)
		random, kinds := rand.New(rand.NewPCG(14, 104)), map[vitrine.EntryKind]bool{} // of what covers a debt
		for range 25 {
			p := paysTwice(t, m)
			p.random, p.boss = random, boss
			for n := range 30 {
				p.step(t, n)
				p.compare(t)
			}
			booked, err := db.EntriesOfOrder(t.Context(), p.order.ID)
			wantCode(t, "read what was booked", err, "")
			for _, e := range booked {
				if strings.Contains(e.Cause, ":covered:") {
					kinds[e.Kind] = true
				}
			}
		}
		if len(kinds) != 1 || !kinds[vitrine.EntryCovered] {
			t.Errorf("debts are covered by entries of the kinds %v", kinds)
		}
	})
}

// twice is an order that was paid twice.
type twice struct {
	*market
	order  *vitrine.Order
	random *rand.Rand
	boss   shop.SignedIn
	of     [2]struct {
		name    string
		refunds []moved // that did not come back
		draws   []moved // that banks have, whose disputes are not over
		lost    vitrine.Amount
		hand    vitrine.Amount // sent by the operator
	}
	history []string
}

type moved struct {
	object string
	amount vitrine.Amount
}

// paysTwice makes an order, and pays it twice.
func paysTwice(t *testing.T, m *market) *twice {
	t.Helper()
	p := &twice{market: m, order: m.order(t, m.model.ID)}
	for i := range p.of {
		p.of[i].name = fmt.Sprintf("%d-session-%d", p.order.ID, i)
		p.tell(t, i, payment.Event{ID: "paid-" + p.of[i].name, Kind: payment.Paid,
			Sum: &payment.Sum{Amount: p.order.Price, Currency: p.order.Currency}})
	}
	return p
}

func (p *twice) tell(t *testing.T, i int, e payment.Event) {
	t.Helper()
	e.Provider, e.OrderID, e.Payment = "bank", p.order.ID, p.of[i].name
	p.history = append(p.history, fmt.Sprintf("%d: %s %s %s", i, e.Kind, e.Object, e.Amount))
	wantCode(t, string(e.Kind), p.shop.RecordPayment(t.Context(), e), "")
}

// step has something happen to one of the payments that a provider lets happen.
func (p *twice) step(t *testing.T, n int) {
	t.Helper()
	i := p.random.IntN(2)
	of := &p.of[i]
	name := fmt.Sprintf("%d-%d", p.order.ID, n)
	some := func(most vitrine.Amount) vitrine.Amount {
		if p.random.IntN(3) == 0 {
			return most
		}
		return 1 + vitrine.Amount(p.random.Int64N(int64(most)))
	}
	left := p.order.Price - sumOf(of.refunds)
	switch what := p.random.IntN(7); {
	case what == 6 && left > 0: // who read of it while it had gone back tells so once it has failed
		back := moved{"re-" + name, some(left)}
		p.tell(t, i, payment.Event{ID: "failed-" + name, Kind: payment.RefundFailed, Object: back.object, Amount: back.amount,
			Voids: "refunded-" + name})
		p.tell(t, i, payment.Event{ID: "refunded-" + name, Kind: payment.Refunded, Object: back.object, Amount: back.amount})
	case what == 0 && left > 0:
		back := moved{"re-" + name, some(left)}
		of.refunds = append(of.refunds, back)
		p.tell(t, i, payment.Event{ID: "refunded-" + name, Kind: payment.Refunded, Object: back.object, Amount: back.amount})
	case what == 1 && len(of.refunds) > 0:
		last := of.refunds[len(of.refunds)-1]
		of.refunds = of.refunds[:len(of.refunds)-1]
		p.tell(t, i, payment.Event{ID: "failed-" + name, Kind: payment.RefundFailed, Object: last.object, Amount: last.amount})
	case what == 2 && sumOf(of.draws)+of.lost < p.order.Price:
		draw := moved{"dp-" + name, some(p.order.Price - sumOf(of.draws) - of.lost)}
		of.draws = append(of.draws, draw)
		p.tell(t, i, payment.Event{ID: "drawn-" + name, Kind: payment.Disputed, Object: draw.object, Amount: draw.amount})
	case what == 5:
		p.sendByHand(t)
	case what >= 3 && len(of.draws) > 0:
		draw := of.draws[0]
		of.draws = of.draws[1:]
		kind := payment.DisputeOver
		if what == 3 {
			kind, of.lost = payment.DisputeLost, of.lost+draw.amount
		}
		p.tell(t, i, payment.Event{ID: "over-" + name, Kind: kind, Object: draw.object, Amount: draw.amount})
	}
}

// sendByHand has the operator send the first refund that is owed; not while the bank has money of the sale.
func (p *twice) sendByHand(t *testing.T) {
	t.Helper()
	rows, err := p.db.RefundsOfOrder(t.Context(), p.order.ID)
	wantCode(t, "read the refunds", err, "")
	for _, r := range rows {
		if r.State != vitrine.RefundOwed {
			continue
		}
		p.history = append(p.history, fmt.Sprintf("by hand: refund %d, %s", r.ID, r.Amount))
		_, err = p.shop.SettleRefund(t.Context(), p.boss, r.ID, shop.SentByHand{Note: "by transfer"}, nil)
		if !r.Needless && len(p.of[0].draws) > 0 {
			wantCode(t, "send what the bank has", err, vitrine.Conflict)
			return
		}
		wantCode(t, "send by hand", err, "")
		for i := range p.of {
			if p.of[i].name == r.Payment {
				p.of[i].hand += r.Amount
			}
		}
		return
	}
}

func sumOf(list []moved) (sum vitrine.Amount) {
	for _, m := range list {
		sum += m.amount
	}
	return sum
}

// compare compares the ledger with what happened, and with the refunds.
func (p *twice) compare(t *testing.T) {
	t.Helper()
	rows, err := p.db.RefundsOfOrder(t.Context(), p.order.ID)
	wantCode(t, "read the refunds", err, "")
	var sends vitrine.Amount
	for _, r := range rows {
		if !r.Settled() {
			sends += r.Amount
		}
	}
	books := p.books(t, p.order)
	owed, clearing := -books[vitrine.AccountReturns], 2*p.order.Price
	for _, of := range p.of {
		clearing -= sumOf(of.refunds) + sumOf(of.draws) + of.lost
	}
	// What was taken off the sale is the buyer's, and so is all of a second payment, less what they have. Of the second one the
	// bank counts at once; what it has of the sale is its own until the dispute is over.
	first, second := p.of[0], p.of[1]
	want := max(0, p.order.Price-p.read(t, p.order).Left()-sumOf(first.refunds)-first.lost-first.hand) +
		max(0, p.order.Price-sumOf(second.refunds)-sumOf(second.draws)-second.lost-second.hand)
	if owed != want || sends != want || books[vitrine.AccountClearing] != clearing {
		t.Fatalf("%s is owed and refunds are to send %s, want %s, and the provider has %s, want %s:\n%+v\n%+v\n%q",
			owed, sends, want, books[vitrine.AccountClearing], clearing, books, rows, p.history)
	}
	unsent, err := p.db.UnsentOrders(t.Context(), 10)
	unbooked, err2 := p.db.UnbookedOrders(t.Context(), 10)
	if len(unsent)+len(unbooked) > 0 || err != nil || err2 != nil {
		t.Fatalf("a check finds %+v and %+v (%v, %v)", unsent, unbooked, err, err2)
	}
}

// TestUnsentIsFound has refunds be to send more and less than the ledger owes: a check finds both, also beside a refund of the sale.
func TestUnsentIsFound(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, &bank{})
		p := paysTwice(t, m)
		p.tell(t, 0, payment.Event{ID: "begun", Kind: payment.RefundBegun, Object: "re", Amount: 700})
		rows, err := db.RefundsOfOrder(t.Context(), p.order.ID)
		if err != nil || len(rows) != 2 || !rows[0].Needless || rows[1].State != vitrine.RefundPending {
			t.Fatalf("the refunds are %+v, %v", rows, err)
		}
		row := rows[0]
		for _, c := range []struct {
			amount vitrine.Amount
			state  vitrine.RefundState
			found  int
		}{{1250, vitrine.RefundAsked, 0}, {600, vitrine.RefundAsked, 1}, {1251, vitrine.RefundOwed, 1}, {1251, vitrine.RefundPending, 0},
			{1250, vitrine.RefundFailed, 1}, {1250, vitrine.RefundOwed, 0}} {
			row.Amount, row.State = c.amount, c.state
			write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.UpdateRefund(ctx, &row, m.clock.Now()) })
			found, err := db.UnsentOrders(t.Context(), 10)
			if err != nil || len(found) != c.found || c.found > 0 && (found[0].OrderID != p.order.ID || found[0].Amount != 1250) {
				t.Errorf("with a refund of %s that is %s, a check finds %+v, %v", c.amount, c.state, found, err)
			}
		}
	})
}
