package shop_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/payment/stripesim"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// owes has Stripe take no refund of an order until nobody tries again: the money is owed to the buyer.
func (s *till) owes(t *testing.T, o *vitrine.Order, refused *atomic.Bool) vitrine.Refund {
	t.Helper()
	refused.Store(true)
	_, err := s.shop.RefundPart(t.Context(), o.ID, shop.NewRefund{})
	refused.Store(false)
	wantCode(t, "a refund that Stripe does not take", err, "")
	rows, err := s.db.RefundsOfOrder(t.Context(), o.ID)
	if err != nil || len(rows) != 1 || rows[0].State != vitrine.RefundAsked {
		t.Fatalf("the refund is %+v, %v", rows, err)
	}
	write(t, s.db, func(ctx context.Context, tx *store.Tx) error {
		return s.shop.AbandonRefund(ctx, tx, fmt.Sprintf(`{"OrderID": %d, "Refund": %d}`, o.ID, rows[0].ID), "the balance is too low")
	})
	return s.refund(t, rows[0].ID)
}

func (s *till) refund(t *testing.T, id int64) vitrine.Refund {
	t.Helper()
	row, err := s.db.Refund(t.Context(), id)
	wantCode(t, "read a refund", err, "")
	return row
}

// TestOwedIsSentOnce has money that is owed be sent by hand, at Stripe's own desk, and in part at each: never more than was paid.
func TestOwedIsSentOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		var refused atomic.Bool
		s := newTill(t, db, func(r *http.Request) stripesim.Fault {
			if refused.Load() && r.URL.Path == "/v1/refunds" && r.Method == http.MethodPost {
				return stripesim.Before
			}
			return stripesim.None
		})
		boss := s.boss(t)
		again := func(o *vitrine.Order) {
			t.Helper()
			_, err := s.shop.RefundPart(t.Context(), o.ID, shop.NewRefund{})
			wantCode(t, "refund what is owed", err, vitrine.Conflict)
		}
		settle := func(row vitrine.Refund, want vitrine.Code) {
			t.Helper()
			_, err := s.shop.SettleRefund(t.Context(), boss, row.ID, shop.SentByHand{Note: "by transfer", Amount: row.Amount + 1}, nil)
			wantCode(t, "say that another amount was sent", err, vitrine.Conflict)
			_, err = s.shop.SettleRefund(t.Context(), boss, row.ID, shop.SentByHand{Note: "by transfer", Amount: row.Amount}, nil)
			wantCode(t, "say that it was sent", err, want)
		}
		wantOwed := func(when string, row vitrine.Refund, state vitrine.RefundState, amount vitrine.Amount) {
			t.Helper()
			if got := s.refund(t, row.ID); got.State != state || got.Amount != amount {
				t.Errorf("%s the refund is %s, of %s: want %s, of %s", when, got.State, got.Amount, state, amount)
			}
		}
		nothing := map[vitrine.AccountKind]vitrine.Amount{}

		hand, _ := s.paidByStripe(t)
		row := s.owes(t, hand, &refused)
		wantOwed("abandoned,", row, vitrine.RefundOwed, 1250)
		again(hand)
		settle(row, "")
		settle(row, vitrine.Conflict)
		again(hand)
		s.wantMoney(t, "sent by hand", hand, vitrine.Refunded, 1250, map[vitrine.AccountKind]vitrine.Amount{
			vitrine.AccountClearing: 1250, vitrine.AccountBank: -1250}) // Stripe has it still

		desk, session := s.paidByStripe(t)
		row = s.owes(t, desk, &refused)
		must(t, s.sim.Refund(session, 1250))
		s.takeAll(t)
		wantOwed("sent at Stripe's desk,", row, vitrine.RefundDone, 1250)
		settle(row, vitrine.Conflict)
		s.wantMoney(t, "sent at Stripe's desk", desk, vitrine.Refunded, 1250, nothing)

		both, session := s.paidByStripe(t)
		row = s.owes(t, both, &refused)
		must(t, s.sim.Refund(session, 400))
		s.takeAll(t)
		wantOwed("a part sent at Stripe's desk,", row, vitrine.RefundOwed, 850)
		noted, err := db.Entries(t.Context(), vitrine.EntryQuery{Act: vitrine.ActOrderRefundLess, SubjectID: fmt.Sprint(both.ID),
			Page: vitrine.Page{Size: 2}})
		if err != nil || len(noted.Entries) != 1 || !strings.Contains(string(noted.Entries[0].Before), `"12.50"`) ||
			!strings.Contains(string(noted.Entries[0].After), `"8.50"`) {
			t.Errorf("of a refund that is lowered, the audit log has %+v, %v", noted.Entries, err)
		}
		settle(row, vitrine.Conflict)
		settle(s.refund(t, row.ID), "")
		s.wantMoney(t, "sent at both", both, vitrine.Refunded, 1250, map[vitrine.AccountKind]vitrine.Amount{
			vitrine.AccountClearing: 850, vitrine.AccountBank: -850})

		lost, session := s.paidByStripe(t)
		row = s.owes(t, lost, &refused)
		must(t, s.sim.Refund(session, 400))
		must(t, s.sim.Refund(session, 850))
		s.takeAll(t)
		wantOwed("once nothing is left,", row, vitrine.RefundDone, 850)
		settle(row, vitrine.Conflict)
		s.wantMoney(t, "sent in two parts", lost, vitrine.Refunded, 1250, nothing)
		if waiting, err := db.RefundsWaiting(t.Context(), 10); err != nil || len(waiting) > 0 {
			t.Errorf("%+v waits, %v", waiting, err)
		}
		s.consistent(t)
	})
}

// TestOldSuccess has a refund go back and fail while a process that has read that it went back is slow: what that says, once the failure
// is known, changes nothing.
func TestOldSuccess(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		var lost atomic.Bool
		s := newTill(t, db, func(r *http.Request) stripesim.Fault {
			if lost.Load() && r.URL.Path == "/v1/refunds" && r.Method == http.MethodPost {
				return stripesim.After
			}
			return stripesim.None
		})
		for by, send := range map[string]func(o *vitrine.Order, session string){
			"sent at Stripe's desk": func(_ *vitrine.Order, session string) { must(t, s.sim.Refund(session, 1250)) },
			"sent by the shop": func(o *vitrine.Order, _ string) {
				lost.Store(true)
				_, err := s.shop.RefundPart(t.Context(), o.ID, shop.NewRefund{})
				lost.Store(false)
				wantCode(t, "a refund whose answer is lost", err, "")
			},
		} {
			o, session := s.paidByStripe(t)
			send(o, session)
			old, err := s.provider(t).Read(t.Context(), payment.Notice{Payment: session})
			if err != nil || old[len(old)-1].Kind != payment.Refunded {
				t.Fatalf("%s, it is read as %+v, %v", by, old, err)
			}
			must(t, s.sim.FailRefund(session))
			for _, when := range []string{"failed", "told later that it had gone back"} {
				if when == "failed" {
					s.takeAll(t)
				} else {
					wantCode(t, when, s.shop.RecordPayment(t.Context(), old[len(old)-1]), "")
				}
				s.wantMoney(t, by+", "+when+",", o, vitrine.Paid, 0, map[vitrine.AccountKind]vitrine.Amount{
					vitrine.AccountClearing: 1250, vitrine.AccountHold: -1250})
				rows, err := db.RefundsOfOrder(t.Context(), o.ID)
				if err != nil || len(rows) != 1 || rows[0].State != vitrine.RefundFailed {
					t.Errorf("%s, %s, the refunds are %+v, %v", by, when, rows, err)
				}
			}
		}
		s.consistent(t)
	})
}
