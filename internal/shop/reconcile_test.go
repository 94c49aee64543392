package shop_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/ledger"
	"vitrine/internal/payment/stripesim"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// reconciles compares the ledger with what Stripe reports, once nothing has happened for a while.
func (s *till) reconciles(t *testing.T) {
	t.Helper()
	s.clock.Advance(3 * time.Hour)
	wantCode(t, "reconcile", s.shop.Reconcile(t.Context()), "")
}

// wantDifferences compares the open differences: what each is of, reported and booked.
func (s *till) wantDifferences(t *testing.T, when string, want ...vitrine.Difference) []vitrine.Difference {
	t.Helper()
	open, err := s.db.OpenDifferences(t.Context(), 0, 50)
	got := make([]vitrine.Difference, 0, len(open))
	for _, d := range open {
		got = append(got, vitrine.Difference{Kind: d.Kind, OrderID: d.OrderID, Reported: d.Reported, Booked: d.Booked})
	}
	if diff := cmp.Diff(append([]vitrine.Difference{}, want...), got); diff != "" || err != nil {
		t.Errorf("%s the differences are (%v, -want +got):\n%s", when, err, diff)
	}
	return open
}

// wantMet compares all that Stripe holds with all that the ledger has there, but for what is off.
func (s *till) wantMet(t *testing.T, when string, off vitrine.Amount) {
	t.Helper()
	state, err := s.db.ReportState(t.Context(), "stripe", false)
	booked, err2 := s.db.HeldByLedger(t.Context(), "stripe", false)
	if err != nil || err2 != nil || len(state.Held) != 1 || len(booked) != 1 || state.Held[0].Amount-booked[0].Amount != off {
		t.Errorf("%s Stripe has %+v (%v), and the ledger %+v (%v); want them off by %s", when, state.Held, err, booked, err2, off)
	}
}

// TestReconcile reads all that can happen to money at Stripe: payments of one and of several orders, refunds, disputes, transfers
// there and back, payouts and fees. Both sides meet to the cent.
func TestReconcile(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		wantCode(t, "reconcile nothing", s.shop.Reconcile(t.Context()), "")
		s.connects(t)
		first := s.sells(t)
		s.reconciles(t)
		c := s.together(t, 1000, 500)
		chosen, err := s.shop.ChooseForCheckout(t.Context(), c.Key, "card")
		wantCode(t, "begin", err, "")
		s.occurs(t, func() error { return s.sim.Pay(chosen.PaymentID) })
		s.moves(t)
		s.givesBack(t, first)
		s.givesBack(t, c.Orders[0])
		disputed := s.sells(t)
		s.moves(t)
		s.occurs(t, func() error { return s.sim.Dispute(s.read(t, disputed).PaymentID) })
		s.moves(t)
		wantCode(t, "pay out", s.sim.PayMarketplace(700, "usd"), "")
		wantCode(t, "keep a fee", s.sim.Bill(200, "usd"), "")
		s.reconciles(t)
		s.reconciles(t)
		s.wantDifferences(t, "in the end")
		s.wantMet(t, "in the end", 0)
		s.occurs(t, func() error { return s.sim.EndDispute(s.read(t, disputed).PaymentID, true) })
		wantCode(t, "have the payout come back", s.sim.PayMarketplace(-700, "usd"), "")
		s.reconciles(t)
		s.wantDifferences(t, "after it was won")
		s.wantMet(t, "after it was won", 0)
		faults, err := s.db.UnevenEntries(t.Context(), 10)
		if len(faults) > 0 || err != nil {
			t.Errorf("uneven are %+v, %v", faults, err)
		}
	})
}

// TestReconcileElsewhere has Stripe settle in another currency at rates that change: the ledger stays in that of the shop, what
// is exchanged is booked, and both sides meet to the cent in what Stripe holds.
func TestReconcileElsewhere(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		account := s.connects(t)
		s.sim.SettleIn("eur", 907, 1000)
		first := s.sells(t)
		s.reconciles(t)
		s.moves(t)
		s.wantAccount(t, "sold", account, 1133, 0) // 12.50 × 0.907, rounded down
		s.sim.SettleIn("eur", 881, 1000)
		s.givesPartBack(t, first, 500)
		s.moves(t)
		s.wantAccount(t, "a part is back", account, 1133-453, 0)
		c := s.together(t, 1000, 500)
		chosen, err := s.shop.ChooseForCheckout(t.Context(), c.Key, "card")
		wantCode(t, "begin", err, "")
		s.occurs(t, func() error { return s.sim.Pay(chosen.PaymentID) })
		disputed := s.sells(t)
		s.moves(t)
		s.occurs(t, func() error { return s.sim.Dispute(s.read(t, disputed).PaymentID) })
		s.moves(t)
		s.sim.SettleIn("eur", 954, 1000)
		s.occurs(t, func() error { return s.sim.EndDispute(s.read(t, disputed).PaymentID, true) })
		wantCode(t, "pay out", s.sim.PayMarketplace(300, "eur"), "")
		wantCode(t, "keep a fee", s.sim.Bill(20, "eur"), "")
		for range 2 {
			s.reconciles(t)
			s.wantDifferences(t, "in the end")
			s.wantHeld(t, "EUR", "USD")
		}
		s.wantTransfers(t, "in the end")
		s.consistent(t)
		wantArrived(t, s, first, "transferred 11.33 EUR", "transfer_back 4.53 EUR")
	})
}

// wantArrived compares what the seller is told to have come to their account, or left it, in the currency that it settled in.
func wantArrived(t *testing.T, s *till, o *vitrine.Order, want ...string) {
	t.Helper()
	found, err := s.db.Statement(t.Context(), o.Model.AuthorID, vitrine.Page{Number: 1, Size: 100})
	var got []string
	for _, m := range slices.Backward(found.Movements) {
		if m.OrderID == o.ID && (m.Kind == vitrine.EntryTransferred || m.Kind == vitrine.EntryTransferBack) {
			got = append(got, string(m.Kind)+" "+m.Note)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("what the seller is told (%v, -want +got):\n%s", err, diff)
	}
}

// wantHeld compares what Stripe holds in a currency with what the ledger has there, which is nothing in another one.
func (s *till) wantHeld(t *testing.T, currency, other string) {
	t.Helper()
	state, err := s.db.ReportState(t.Context(), "stripe", false)
	wantCode(t, "read the report", err, "")
	booked, err := s.db.HeldByLedger(t.Context(), "stripe", false)
	diff := cmp.Diff(append(state.Held, vitrine.Held{Currency: other}), booked)
	if diff != "" || err != nil || state.Held[0].Currency != currency {
		t.Errorf("what Stripe holds, and the ledger has (%v, -Stripe +ledger):\n%s", err, diff)
	}
}

// TestDifferences finds money without an order, and money that only one side knows of: on the desk by name, in a check, closed by
// itself where both agree later, by a note, or by booking what is missing; and noted again where it has changed.
func TestDifferences(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		o := s.sells(t)
		boss := s.boss(t)
		s.reconciles(t)
		s.wantDifferences(t, "at first")
		wantCode(t, "charge for something else", s.sim.Charge(999, "usd"), "")
		wantCode(t, "refund untold", s.sim.Refund(s.read(t, o).PaymentID, 1250), "")
		s.reconciles(t)
		fee := vitrine.Amount(44)
		s.wantDifferences(t, "too early")
		s.reconciles(t)
		open := s.wantDifferences(t, "later",
			vitrine.Difference{Kind: vitrine.DifferenceOrder, OrderID: o.ID, Reported: -fee, Booked: 1250 - fee},
			vitrine.Difference{Kind: vitrine.DifferenceForeign, Reported: 999})
		s.wantMet(t, "later", 999-1250)
		page, err := s.shop.ReportAtDesk(t.Context(), boss, 0)
		if len(page.Open) != 2 || page.Next != 0 || err != nil {
			t.Errorf("an operator reads %+v, %v", page, err)
		}
		_, err = s.shop.ReportAtDesk(t.Context(), s.sellerIn(), 0)
		wantCode(t, "read as a seller", err, vitrine.NotFound)

		wantCode(t, "look for what was lost", s.shop.FindLostNotices(t.Context()), "")
		s.work(t)
		s.reconciles(t)
		s.wantDifferences(t, "once it is known", vitrine.Difference{Kind: vitrine.DifferenceForeign, Reported: 999})

		boss.Session.ProvedAt = s.clock.Now()
		ctx := shop.By(t.Context(), operator)
		explain := func(off vitrine.Amount, e shop.Explanation) error {
			return s.shop.Explain(ctx, boss, open[1].ID, off, e)
		}
		wantCode(t, "explain as a seller", s.shop.Explain(ctx, s.sellerIn(), open[1].ID, 999, shop.Explanation{Note: "Ours."}), vitrine.NotFound)
		wantCode(t, "explain by nothing", explain(999, shop.Explanation{}), vitrine.Invalid)
		wantCode(t, "book it for a seller", explain(999, shop.Explanation{Note: "x", Account: vitrine.AccountAvailable}), vitrine.Invalid)
		wantCode(t, "explain another sum", explain(998, shop.Explanation{Note: "A fair."}), vitrine.Conflict)
		wantCode(t, "explain none", s.shop.Explain(ctx, boss, 99, 1, shop.Explanation{Note: "A fair."}), vitrine.NotFound)
		wantCode(t, "explain", explain(999, shop.Explanation{Note: "Sold at a fair.", Account: vitrine.AccountShare}), "")
		wantCode(t, "explain again", explain(999, shop.Explanation{Note: "Sold at a fair."}), vitrine.Conflict)
		s.reconciles(t)
		s.wantDifferences(t, "explained")
		s.wantMet(t, "explained", 0)
	})
}

// TestExplainedAgain notes a difference again that was explained by a note, when it has changed.
func TestExplainedAgain(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		o, boss := s.sells(t), s.boss(t)
		wantCode(t, "refund a part untold", s.sim.Refund(s.read(t, o).PaymentID, 100), "")
		s.reconciles(t)
		s.reconciles(t)
		open := s.wantDifferences(t, "at first", vitrine.Difference{Kind: vitrine.DifferenceOrder, OrderID: o.ID, Reported: 1106, Booked: 1206})
		boss.Session.ProvedAt = s.clock.Now()
		wantCode(t, "explain", s.shop.Explain(shop.By(t.Context(), operator), boss, open[0].ID, -100,
			shop.Explanation{Note: "For a friend."}), "")
		s.reconciles(t)
		s.wantDifferences(t, "explained")
		wantCode(t, "refund another part untold", s.sim.Refund(s.read(t, o).PaymentID, 50), "")
		s.reconciles(t)
		s.reconciles(t)
		s.wantDifferences(t, "changed", vitrine.Difference{Kind: vitrine.DifferenceOrder, OrderID: o.ID, Reported: 1056, Booked: 1206})
	})
}

// TestExplainedStays notes a difference that was explained by a note no more while it is as large, whatever else both sides have of
// the order, nor once it was larger for a while; but again after both have agreed.
func TestExplainedStays(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		o, boss := s.sells(t), s.boss(t)
		of := vitrine.LedgerAccount{Kind: vitrine.AccountClearing, Provider: "stripe", Currency: "USD"}
		booked := 0
		book := func(amount vitrine.Amount) { // as if by a fault: the provider moved nothing
			t.Helper()
			from, to := vitrine.LedgerAccount{Kind: vitrine.AccountFees, Provider: "stripe", Currency: "USD"}, of
			if amount < 0 {
				from, to, amount = to, from, -amount
			}
			booked++
			entry, err := ledger.Adjusted(from, to, amount, "test:"+strconv.Itoa(booked), "A test.")
			must(t, err)
			entry.OrderID, entry.CreatedAt = o.ID, s.clock.Now()
			write(t, db, func(ctx context.Context, tx *store.Tx) error { _, err := tx.Book(ctx, &entry); return err })
			s.reconciles(t)
			s.reconciles(t)
		}
		wrong := func(reported, booked vitrine.Amount) vitrine.Difference {
			return vitrine.Difference{Kind: vitrine.DifferenceOrder, OrderID: o.ID, Reported: reported, Booked: booked}
		}
		book(100)
		open := s.wantDifferences(t, "at first", wrong(1206, 1306))
		boss.Session.ProvedAt = s.clock.Now()
		wantCode(t, "explain", s.shop.Explain(shop.By(t.Context(), operator), boss, open[0].ID, -100,
			shop.Explanation{Note: "It comes on Monday."}), "")
		s.occurs(t, func() error {
			_, err := s.shop.RefundPart(t.Context(), o.ID, shop.NewRefund{Amount: 500})
			return err
		})
		s.reconciles(t)
		s.reconciles(t)
		s.wantDifferences(t, "after a refund that both sides have")
		book(30)
		s.wantDifferences(t, "while it is larger", wrong(706, 836))
		book(-30)
		s.wantDifferences(t, "as large as it was")
		resolved, err := db.ResolvedDifferences(t.Context(), 5)
		if err != nil || len(resolved) != 2 || resolved[0].Note != "It comes on Monday." || resolved[0].Off() != -100 {
			t.Errorf("closed are %+v, %v", resolved, err)
		}
		book(-100)
		s.wantDifferences(t, "once it came")
		book(100)
		s.wantDifferences(t, "gone again", wrong(706, 806))
	})
}

// TestExplainedByBooking books the difference of an order against each account: its price stays what it is, and the check is
// satisfied.
func TestExplainedByBooking(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		boss := s.boss(t)
		for _, account := range shop.Explaining() {
			o := s.sells(t)
			wantCode(t, "refund a part untold", s.sim.Refund(s.read(t, o).PaymentID, 100), "")
			s.reconciles(t)
			s.reconciles(t)
			open := s.wantDifferences(t, string(account),
				vitrine.Difference{Kind: vitrine.DifferenceOrder, OrderID: o.ID, Reported: 1106, Booked: 1206})
			boss.Session.ProvedAt = s.clock.Now()
			wantCode(t, "explain", s.shop.Explain(shop.By(t.Context(), operator), boss, open[0].ID, -100,
				shop.Explanation{Note: "For a friend.", Account: account}), "")
			s.reconciles(t)
			s.wantDifferences(t, "explained by "+string(account))
			faults, err := s.db.UnbookedOrders(t.Context(), 10)
			if len(faults) > 0 || err != nil {
				t.Errorf("booked against %s, the check says %+v, %v", account, faults, err)
			}
		}
	})
}

// TestReconcileCut has calls fail at random and statements fail one after the other, over a report of several pages: in the end all is
// read once, and both sides meet.
func TestReconcileCut(t *testing.T) {
	t.Parallel()
	f := newFaultyFile(t)
	random := rand.New(rand.NewPCG(14, 95))
	var mu sync.Mutex // a call that was given up may still be at work
	var fails atomic.Bool
	s := newTill(t, f.db, func(r *http.Request) stripesim.Fault {
		if !fails.Load() || !strings.HasPrefix(r.URL.Path, "/v1/balance") {
			return stripesim.None
		}
		mu.Lock()
		defer mu.Unlock()
		return stripesim.Fault(random.IntN(2))
	})
	s.sells(t)
	s.clock.Advance(3 * time.Hour)
	wantCode(t, "begin", s.shop.Reconcile(t.Context()), "")
	for range 120 {
		wantCode(t, "pay out", s.sim.PayMarketplace(1, "usd"), "")
	}
	s.clock.Advance(3 * time.Hour)
	for _, statement := range []string{"INSERT ON provider_movements", "INSERT ON ledger_entries", "INSERT ON settings"} {
		if err := f.stopping(t, statement, func() error { return s.shop.Reconcile(t.Context()) }); err == nil {
			t.Errorf("it works though %s fails", statement)
		}
	}
	fails.Store(true)
	for range 40 {
		_ = s.shop.Reconcile(t.Context())
	}
	fails.Store(false)
	s.reconciles(t)
	s.wantDifferences(t, "in the end")
	s.wantMet(t, "in the end", 0)
	bank, err := s.db.LedgerSums(t.Context())
	found := vitrine.Amount(0)
	for _, sum := range bank {
		if sum.Kind == vitrine.AccountBank {
			found = sum.Sum
		}
	}
	if found != 120 || err != nil {
		t.Errorf("at the bank is %s, %v; want 1.20", found, err)
	}
}
