package shop_test

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/payment/stripesim"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// paidByStripe is an order of 12.50 that was paid at the simulation, and its session.
func (s *till) paidByStripe(t *testing.T) (*vitrine.Order, string) {
	t.Helper()
	o := s.order(t, s.model.ID)
	s.chosen(t, o)
	session := s.read(t, o).PaymentID
	must(t, s.sim.Pay(session))
	s.takeAll(t)
	return s.read(t, o), session
}

// takeAll has the marketplace find out all that happened.
func (s *till) takeAll(t *testing.T) {
	t.Helper()
	wantCode(t, "look for what was lost", s.shop.FindLostNotices(t.Context()), "")
	s.work(t)
}

// wantMoney compares an order, what the ledger has of it, and what a check finds.
func (s *till) wantMoney(t *testing.T, when string, o *vitrine.Order, status vitrine.OrderStatus, gone vitrine.Amount,
	want map[vitrine.AccountKind]vitrine.Amount) {
	t.Helper()
	got := s.read(t, o)
	if got.Status != status || got.Refunded != gone {
		t.Errorf("%s the order is %s, and %s of it is gone; want %s and %s", when, got.Status, got.Refunded, status, gone)
	}
	books := s.books(t, o)
	delete(books, vitrine.AccountFees) // with the clearing account's part of it
	books[vitrine.AccountClearing] += s.fees(t, o)
	if books[vitrine.AccountClearing] == 0 {
		delete(books, vitrine.AccountClearing)
	}
	if diff := cmp.Diff(want, books); diff != "" {
		t.Errorf("%s the books (-want +got):\n%s", when, diff)
	}
	wrong, err := s.db.UnbookedOrders(t.Context(), 10)
	if err != nil || len(wrong) > 0 {
		t.Errorf("%s a check finds %+v, %v", when, wrong, err)
	}
}

// fees is what was kept of an order's payment and disputes.
func (s *till) fees(t *testing.T, o *vitrine.Order) vitrine.Amount {
	t.Helper()
	return s.books(t, o)[vitrine.AccountFees]
}

// TestPartRefunds gives an order back in parts, by the desk and at Stripe's own, until nothing is left.
func TestPartRefunds(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		house := vitrine.DefaultHouse()
		house.Share = 2000
		wantCode(t, "ask for a share", s.shop.SetHouse(t.Context(), house), "")
		o, session := s.paidByStripe(t)
		_, err := s.shop.RefundPart(t.Context(), o.ID, shop.NewRefund{Amount: 500, Reason: vitrine.ReasonBroken})
		wantCode(t, "give 5.00 back", err, "")
		s.wantMoney(t, "after 5.00", o, vitrine.Paid, 500, map[vitrine.AccountKind]vitrine.Amount{
			vitrine.AccountClearing: 750, vitrine.AccountShare: -150, vitrine.AccountHold: -600})
		if got := s.read(t, o); !got.Downloads() {
			t.Error("a part of the money stopped the downloads")
		}
		s.takeAll(t) // the notice of it changes nothing
		must(t, s.sim.Refund(session, 250))
		s.takeAll(t)
		s.wantMoney(t, "after 2.50 at Stripe's desk", o, vitrine.Paid, 750, map[vitrine.AccountKind]vitrine.Amount{
			vitrine.AccountClearing: 500, vitrine.AccountShare: -100, vitrine.AccountHold: -400})
		for _, wrong := range []vitrine.Amount{501, -1} {
			_, err := s.shop.RefundPart(t.Context(), o.ID, shop.NewRefund{Amount: wrong})
			wantCode(t, wrong.String(), err, vitrine.Invalid)
		}
		back, err := s.shop.RefundPart(t.Context(), o.ID, shop.NewRefund{KeepDownloads: true})
		if err != nil || back.Status != vitrine.Refunded || !back.Downloads() {
			t.Errorf("the rest: %+v, %v", back, err)
		}
		s.wantMoney(t, "after all", o, vitrine.Refunded, 1250, map[vitrine.AccountKind]vitrine.Amount{})
		_, err = s.shop.RefundPart(t.Context(), o.ID, shop.NewRefund{})
		wantCode(t, "once more", err, vitrine.Conflict)
		rows, err := db.RefundsOfOrder(t.Context(), o.ID)
		if err != nil || len(rows) != 3 || rows[1].Object == "" || rows[1].ByID != 0 || s.sim.Kept("") != 0 || s.sales(t, s.model.ID) != 0 {
			t.Errorf("%+v, %v; %d is kept", rows, err, s.sim.Kept(""))
		}
		must(t, s.sim.FailRefund(session))
		s.takeAll(t)
		s.wantMoney(t, "after the last did not arrive", o, vitrine.Refunded, 1250, map[vitrine.AccountKind]vitrine.Amount{
			vitrine.AccountClearing: 500, vitrine.AccountReturns: -500})
		waiting, err := db.RefundsWaiting(t.Context(), 10)
		if err != nil || len(waiting) != 1 || waiting[0].State != vitrine.RefundOwed || waiting[0].Amount != 500 {
			t.Errorf("%+v waits, %v", waiting, err)
		}
	})
}

// TestRefundIsSentOnce has the answer to a refund get lost after Stripe took it, and two operators give money back at once.
func TestRefundIsSentOnce(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		var lose atomic.Bool // a call that was given up may still be at work
		s := newTill(t, db, func(r *http.Request) stripesim.Fault {
			if lose.Load() && r.URL.Path == "/v1/refunds" && r.Method == http.MethodPost {
				return stripesim.After
			}
			return stripesim.None
		})
		o, _ := s.paidByStripe(t)
		lose.Store(true)
		_, err := s.shop.RefundPart(t.Context(), o.ID, shop.NewRefund{Amount: 500})
		wantCode(t, "a refund whose answer is lost", err, "")
		rows, err := db.RefundsOfOrder(t.Context(), o.ID)
		if err != nil || len(rows) != 1 || rows[0].State != vitrine.RefundAsked {
			t.Fatalf("the refund is %+v, %v", rows, err)
		}
		lose.Store(false)
		for range 2 {
			wantCode(t, "its job", s.shop.RefundPayment(t.Context(), shop.PaymentJob{OrderID: o.ID, Refund: rows[0].ID}), "")
		}
		s.takeAll(t)
		if kept := s.sim.Kept(""); kept != 750 || s.read(t, o).Refunded != 500 {
			t.Errorf("%d is kept, and %s of the order is gone", kept, s.read(t, o).Refunded)
		}
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() { _, _ = s.shop.RefundPart(t.Context(), o.ID, shop.NewRefund{}) })
		}
		all.Wait()
		s.takeAll(t)
		if kept := s.sim.Kept(""); kept != 0 || s.read(t, o).Refunded != 1250 || s.read(t, o).Status != vitrine.Refunded {
			t.Errorf("%d is kept, and %s of the order is gone", kept, s.read(t, o).Refunded)
		}
	})
}

// TestProviderEndsDisputes takes nobody's word for the end of a dispute that the provider tells of, also where payments are by
// hand meanwhile, as they are for commands: what it says later still counts.
func TestProviderEndsDisputes(t *testing.T) {
	t.Parallel()
	type money = map[vitrine.AccountKind]vitrine.Amount
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Manual{})
		command := m.shop
		s := tillOf(t, m, nil)
		boss := s.boss(t)
		for end, want := range map[bool]money{true: {vitrine.AccountClearing: 1250, vitrine.AccountHold: -1250}, false: {}} {
			o, session := s.paidByStripe(t)
			must(t, s.sim.Dispute(session))
			s.takeAll(t)
			_, err := s.shop.MarkPaid(t.Context(), o.ID, "")
			wantCode(t, "the operator's word", err, vitrine.Conflict)
			_, err = s.shop.ConfirmOrder(t.Context(), boss, o.ID, "", nil)
			wantCode(t, "at a browser", err, vitrine.Conflict)
			_, err = command.MarkPaid(t.Context(), o.ID, "")
			wantCode(t, "by a command", err, vitrine.Conflict)
			s.wantMoney(t, "refused", o, vitrine.Disputed, 0, money{vitrine.AccountDisputes: 1250, vitrine.AccountHold: -1250})
			must(t, s.sim.EndDispute(session, end))
			s.takeAll(t)
			status, gone := vitrine.Paid, vitrine.Amount(0)
			if !end {
				status, gone = vitrine.Refunded, 1250
			}
			s.wantMoney(t, fmt.Sprintf("won: %t,", end), o, status, gone, want)
		}
	})
}

// TestDisputesToTheEnd follows disputes of parts, several of one charge, after refunds and after the release of earnings.
func TestDisputesToTheEnd(t *testing.T) {
	t.Parallel()
	type money = map[vitrine.AccountKind]vitrine.Amount
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		o, session := s.paidByStripe(t)
		s.clock.Advance(vitrine.DefaultHoldDays * 24 * time.Hour)
		wantCode(t, "release", s.shop.ReleaseEarnings(t.Context()), "")
		must(t, s.sim.Inquire(session))
		s.takeAll(t)
		s.wantMoney(t, "asked by the bank", o, vitrine.Paid, 0, money{vitrine.AccountClearing: 1250, vitrine.AccountAvailable: -1250})
		must(t, s.sim.DisputePart(session, 500))
		must(t, s.sim.DisputePart(session, 250))
		s.takeAll(t)
		s.wantMoney(t, "disputed twice", o, vitrine.Disputed, 0, money{vitrine.AccountClearing: 500, vitrine.AccountDisputes: 750,
			vitrine.AccountHold: -750, vitrine.AccountAvailable: -500})
		if fees := s.fees(t, o); fees != 2*stripesim.DisputeFee+44 {
			t.Errorf("%s is kept for the payment and two disputes", fees)
		}
		_, err := s.shop.RefundPart(t.Context(), o.ID, shop.NewRefund{Amount: 100})
		wantCode(t, "a refund while the bank has money", err, vitrine.Conflict)
		must(t, s.sim.EndDispute(session, false))
		s.takeAll(t)
		s.wantMoney(t, "one is lost", o, vitrine.Disputed, 250, money{vitrine.AccountClearing: 500, vitrine.AccountDisputes: 500,
			vitrine.AccountHold: -500, vitrine.AccountAvailable: -500})
		must(t, s.sim.EndAllDisputes(session, true))
		s.takeAll(t)
		s.wantMoney(t, "one is won", o, vitrine.Paid, 250, money{vitrine.AccountClearing: 1000, vitrine.AccountHold: -500,
			vitrine.AccountAvailable: -500})
		list, err := db.DisputesOfOrder(t.Context(), o.ID)
		if err != nil || len(list) != 3 || list[0].Status != vitrine.InquiryOver || list[1].Status != vitrine.DisputeWon ||
			list[2].Status != vitrine.DisputeLost || list[2].ClosedAt.IsZero() {
			t.Errorf("the disputes are %+v, %v", list, err)
		}

		late, other := s.paidByStripe(t)
		_, err = s.shop.Refund(t.Context(), late.ID, false)
		wantCode(t, "refund", err, "")
		must(t, s.sim.DisputePart(other, 1250))
		s.takeAll(t)
		s.wantMoney(t, "disputed after a refund", late, vitrine.Refunded, 1250,
			money{vitrine.AccountClearing: -1250, vitrine.AccountDisputes: 1250})
		must(t, s.sim.EndDispute(other, false))
		s.takeAll(t)
		s.wantMoney(t, "and lost", late, vitrine.Refunded, 1250, money{vitrine.AccountClearing: -1250, vitrine.AccountLosses: 1250})
	})
}
