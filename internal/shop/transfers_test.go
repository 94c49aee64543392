package shop_test

import (
	"archive/zip"
	"bytes"
	"context"
	"io/fs"
	"net/http"
	"strings"
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

// transferring reports whether a call makes a transfer, or moves some of one back.
func transferring(r *http.Request) bool {
	return r.Method == http.MethodPost && strings.HasPrefix(r.URL.Path, "/v1/transfers")
}

// TestTransfersOfACheckout pays two orders at once: each is transferred by itself, and one is moved back alone.
func TestTransfersOfACheckout(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		account := s.connects(t)
		c := s.together(t, 1000, 500, 0)
		chosen, err := s.shop.ChooseForCheckout(t.Context(), c.Key, "card")
		wantCode(t, "begin", err, "")
		s.occurs(t, func() error { return s.sim.Pay(chosen.PaymentID) })
		s.clock.Advance(vitrine.DefaultHoldDays * 24 * time.Hour)
		wantCode(t, "release", s.shop.ReleaseEarnings(t.Context()), "")
		s.moves(t)
		s.wantAccount(t, "paid", account, 1500, 0)
		s.givesBack(t, c.Orders[1])
		s.moves(t)
		s.wantAccount(t, "one refunded", account, 1000, 0)
		s.wantExported(t, "sold.json", `"amount":"5.00"`, `"moved_back":"5.00"`, `"reference":"tr_`)
		s.occurs(t, func() error { return s.sim.Dispute(chosen.PaymentID) })
		s.moves(t)
		if has := s.sim.AccountHas(account); has != 0 {
			t.Errorf("while there is a dispute the account has %d", has)
		}
		s.wantTransfers(t, "disputed")
		s.occurs(t, func() error { return s.sim.EndDispute(chosen.PaymentID, true) })
		s.clock.Advance(vitrine.DefaultHoldDays * 24 * time.Hour)
		wantCode(t, "release again", s.shop.ReleaseEarnings(t.Context()), "")
		s.moves(t)
		s.wantAccount(t, "won", account, 1000, 0)
	})
}

// wantExported holds that a file of the seller's export says some texts.
func (m *market) wantExported(t *testing.T, name string, texts ...string) {
	t.Helper()
	var archive bytes.Buffer
	wantCode(t, "export", m.shop.Export(t.Context(), m.seller.User, &archive), "")
	files, err := zip.NewReader(bytes.NewReader(archive.Bytes()), int64(archive.Len()))
	wantCode(t, "read the export", err, "")
	said, err := fs.ReadFile(files, name)
	wantCode(t, "read "+name, err, "")
	for _, text := range texts {
		if !bytes.Contains(said, []byte(text)) {
			t.Errorf("%s lacks %s: %s", name, text, said)
		}
	}
}

// TestRefundDuringATransfer has an order refunded while Stripe moves its money, whether the answer arrives or not: all
// comes back.
func TestRefundDuringATransfer(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]stripesim.Fault{"answered": stripesim.None, "answer lost": stripesim.After,
		"refused": stripesim.Before} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			onBoth(t, func(t *testing.T, db *store.DB) {
				var s *till
				var o *vitrine.Order
				var once sync.Once
				s = newTill(t, db, func(r *http.Request) (now stripesim.Fault) {
					if transferring(r) {
						once.Do(func() {
							now = fault
							_ = s.sim.Refund(s.read(t, o).PaymentID, 1250)
							_ = s.shop.FindLostNotices(t.Context())
							s.work(t)
						})
					}
					return now
				})
				account := s.connects(t)
				o = s.sells(t)
				s.moves(t)
				if got := s.read(t, o); got.Status != vitrine.Refunded {
					t.Fatalf("it is %s", got.Status)
				}
				s.wantAccount(t, "in the end", account, 0, 0)
			})
		})
	}
}

// TestRestrictedUntold has Stripe refuse transfers to an account of which it did not tell that it is restricted: nothing
// stays planned, so that what is refunded meanwhile is never moved, and all else is moved once Stripe lets it in.
func TestRestrictedUntold(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		account := s.connects(t)
		refunded, kept := s.sells(t), s.sells(t)
		wantCode(t, "restrict", s.sim.Restrict(account, "listed"), "")
		wantCode(t, "move", s.shop.MoveTransfers(t.Context()), "")
		now, err := s.shop.Connected(t.Context(), s.seller.User.ID)
		if now.Status != vitrine.ConnectRestricted || now.Reason != "listed" || err != nil {
			t.Errorf("it is %+v, %v", now, err)
		}
		s.givesBack(t, refunded)
		s.moves(t)
		wantCode(t, "let it in", s.sim.Onboarded(account), "")
		s.clock.Advance(24 * time.Hour)
		wantCode(t, "look", s.shop.LookAtAccounts(t.Context()), "")
		s.moves(t)
		s.wantAccount(t, "let in again", account, 1250, 0)
		for _, o := range []*vitrine.Order{refunded, kept} {
			made, err := s.db.Transfers(t.Context(), o.ID)
			if want := map[bool]int{true: 1}[o == kept]; len(made) != want || err != nil {
				t.Errorf("of order %d are the transfers %+v, %v; want %d", o.ID, made, err, want)
			}
		}
	})
}

// TestTopUp takes what a seller owes from a transfer, moves it later when it is owed no more, and moves both back.
func TestTopUp(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		account, boss := s.connects(t), s.boss(t)
		first := s.sells(t)
		s.moves(t)
		owes := vitrine.LedgerAccount{Kind: vitrine.AccountAvailable, SellerID: s.seller.User.ID, Currency: "USD"}
		house := vitrine.LedgerAccount{Kind: vitrine.AccountShare, Currency: "USD"}
		adjust := func(from, to vitrine.LedgerAccount) {
			t.Helper()
			boss.Session.ProvedAt = s.clock.Now()
			_, err := s.shop.Adjust(shop.By(t.Context(), operator), boss, shop.Adjustment{From: from, To: to, Amount: 500, Reason: "A mistake."})
			wantCode(t, "adjust", err, "")
		}
		adjust(house, owes)
		o := s.sells(t)
		s.moves(t)
		s.wantAccount(t, "owing 5.00", account, 2000, 0)
		adjust(owes, house)
		s.moves(t)
		s.wantAccount(t, "owing nothing", account, 2500, 0)
		s.givesBack(t, o)
		s.moves(t)
		s.wantAccount(t, "refunded", account, 1250, 0)
		made, err := s.db.Transfers(t.Context(), o.ID)
		if len(made) != 2 || made[0].Reversed != 750 || made[1].Reversed != 500 || err != nil {
			t.Errorf("its transfers are %+v, %v", made, err)
		}
		s.givesBack(t, first)
		s.moves(t)
		s.wantAccount(t, "all refunded", account, 0, 0)
	})
}

// TestTransferCut cuts a transfer and what moves it back at each of their statements, as a kill would: the ledger has
// nothing of it, and what Stripe did is found by the next turn, and done once.
func TestTransferCut(t *testing.T) {
	t.Parallel()
	f := newFaultyFile(t)
	s := newTill(t, f.db, nil)
	account := s.connects(t)
	statements := []string{
		"INSERT ON order_transfers", "UPDATE ON order_transfers", "INSERT ON transfers", "INSERT ON ledger_entries", "INSERT ON ledger_lines",
		"INSERT ON audit",
	}
	for _, statement := range statements {
		o := s.sells(t)
		if err := f.stopping(t, statement, func() error { return s.shop.MoveTransfers(t.Context()) }); err == nil {
			t.Errorf("it is transferred though %s fails", statement)
		}
		s.wantTransfers(t, statement)
		s.sim.ForgetKeys()
		s.moves(t)
		s.wantAccount(t, "transferred after "+statement, account, 1250, 0)
		s.givesBack(t, o)
		if err := f.stopping(t, statement, func() error { return s.shop.MoveTransfers(t.Context()) }); err == nil {
			t.Errorf("it is moved back though %s fails", statement)
		}
		s.wantTransfers(t, statement+", back")
		s.sim.ForgetKeys()
		s.moves(t)
		s.wantAccount(t, "moved back after "+statement, account, 0, 0)
	}
	s.sells(t)
	if err := f.stopping(t, "UPDATE OF reversed ON transfers", func() error { s.moves(t); return nil }); err != nil {
		t.Error(err)
	}
	s.wantAccount(t, "at last", account, 1250, 0)
}

// TestTransfersOfNodes has two processes move the same at once.
func TestTransfersOfNodes(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		account := s.connects(t)
		for range 4 {
			s.sells(t)
		}
		other := s.other(t)
		var both sync.WaitGroup
		for _, node := range []*shop.Shop{s.shop, other, s.shop, other} {
			both.Go(func() {
				if err := node.MoveTransfers(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		both.Wait()
		s.moves(t)
		s.wantAccount(t, "by both", account, 5000, 0)
	})
}

// TestWaitingTransfers has nothing moved to a seller who is suspended, and no batch pay what waits; where the shop takes
// payments in another way, or the seller wants no account any more, batches do.
func TestWaitingTransfers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		account := s.connects(t)
		_, err := s.shop.Suspend(t.Context(), "seller")
		wantCode(t, "suspend", err, "")
		o := s.sells(t)
		s.moves(t)
		s.wantAccount(t, "suspended", account, 0, 1250)
		s.wantWaiting(t, "suspended", o, true)
		_, err = s.shop.Restore(t.Context(), "seller")
		wantCode(t, "restore", err, "")
		wantCode(t, "move", s.shop.MoveTransfers(t.Context()), "")
		s.wantAccount(t, "restored", account, 1250, 0)

		s.occurs(t, func() error { return s.sim.Restrict(account, "listed") })
		o = s.sells(t)
		s.moves(t)
		s.wantWaiting(t, "restricted", o, true)
		in := s.sellerIn()
		stale := in
		stale.Session.ProvedAt = stale.Session.ProvedAt.Add(-vitrine.FreshFor)
		wantCode(t, "disconnect without a fresh sign-in", s.shop.Disconnect(t.Context(), stale), vitrine.Forbidden)
		wantCode(t, "disconnect", s.shop.Disconnect(t.Context(), in), "")
		wantCode(t, "disconnect again", s.shop.Disconnect(t.Context(), in), vitrine.NotFound)
		s.moves(t)
		s.wantWaiting(t, "disconnected", o, false)
		s.wantAccount(t, "disconnected", account, 1250, 1250)
	})
}

// wantWaiting compares whether an order waits to be moved, and no batch pays it.
func (s *till) wantWaiting(t *testing.T, when string, o *vitrine.Order, want bool) {
	t.Helper()
	if got, err := s.db.OrderTransfer(t.Context(), o.ID); got.DueAt.IsZero() == want || got.There != 0 || err != nil {
		t.Errorf("%s it is %+v, %v; want it to wait: %t", when, got, err, want)
	}
}

// TestNobodyPaysSellers has a shop take payments in another way: nothing waits any more, but for what is under way.
func TestNobodyPaysSellers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		s.connects(t)
		o := s.sells(t)
		s.wantWaiting(t, "with Stripe", o, true)
		if due, err := s.shop.TransfersToMove(t.Context()); !due || err != nil {
			t.Errorf("something is to be moved: %t, %v", due, err)
		}
		wantCode(t, "move", s.shopWith(payment.Sandbox{}).MoveTransfers(t.Context()), "")
		s.wantWaiting(t, "without", o, false)
		if due, err := s.shop.TransfersToMove(t.Context()); due || err != nil {
			t.Errorf("something is to be moved still: %t, %v", due, err)
		}
		wantCode(t, "look", s.shopWith(payment.Sandbox{}).LookAtAccounts(t.Context()), "")
		_, err := s.shopWith(payment.Sandbox{}).Connect(t.Context(), s.sellerIn(), "/sell/money")
		wantCode(t, "connect", err, vitrine.NotFound)
	})
}

// TestErasedWhileTransferred has a seller erased while it is not known what became of a transfer: their account is
// forgotten once it is, and what a refund asks back is moved back from where it stands.
func TestErasedWhileTransferred(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		var lost atomic.Bool
		s := newTill(t, db, func(r *http.Request) stripesim.Fault {
			if lost.Load() && transferring(r) {
				return stripesim.After
			}
			return stripesim.None
		})
		account := s.connects(t)
		o := s.sells(t)
		lost.Store(true)
		if err := s.shop.MoveTransfers(t.Context()); vitrine.CodeOf(err) != vitrine.Unavailable {
			t.Errorf("an answer that is lost gives %v", err)
		}
		wantCode(t, "disconnect", s.shop.Disconnect(t.Context(), s.sellerIn()), vitrine.Conflict)
		write(t, s.db, func(ctx context.Context, tx *store.Tx) error {
			_, err := tx.InsertErasure(ctx, &vitrine.Erasure{UserID: s.seller.User.ID, AskedAt: s.clock.Now(), DueAt: s.clock.Now()})
			return err
		})
		erase := func(done bool) {
			t.Helper()
			for range 3 {
				wantCode(t, "erase", s.shop.EraseDue(t.Context()), "")
				s.clock.Advance(time.Hour)
			}
			_, err := s.shop.Connected(t.Context(), s.seller.User.ID)
			if done != (vitrine.CodeOf(err) == vitrine.NotFound) {
				t.Errorf("the account is there: %v; want it forgotten: %t", err, done)
			}
		}
		erase(false)
		lost.Store(false)
		s.moves(t)
		erase(true)
		s.givesBack(t, o)
		s.moves(t)
		s.wantAccount(t, "refunded", account, 0, 0)
	})
}

// TestLookAtAccounts asks about accounts that wait more often than about others, and never about one alone.
func TestLookAtAccounts(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		var asked atomic.Int32
		s := newTill(t, db, func(r *http.Request) stripesim.Fault {
			if r.Method == http.MethodGet && strings.HasPrefix(r.URL.Path, "/v1/accounts/") {
				asked.Add(1)
			}
			return stripesim.None
		})
		in := s.sellerIn()
		_, err := s.shop.Connect(t.Context(), in, "/sell/money")
		wantCode(t, "connect", err, "")
		account := s.sim.Accounts()[0]
		want := func(when string, after time.Duration, n int32) {
			t.Helper()
			s.clock.Advance(after)
			asked.Store(0)
			wantCode(t, when, s.shop.LookAtAccounts(t.Context()), "")
			wantCode(t, when, s.shop.LookAtAccounts(t.Context()), "")
			if asked.Load() != n {
				t.Errorf("%s it is asked %d times, want %d", when, asked.Load(), n)
			}
		}
		want("at once", 0, 0)
		want("after an hour", time.Hour, 1)
		wantCode(t, "tell all", s.sim.Onboarded(account), "")
		want("after another", time.Hour, 1)
		if now, err := s.shop.Connected(t.Context(), in.User.ID); now.Status != vitrine.ConnectActive || err != nil {
			t.Errorf("though the notice was lost it is %+v, %v", now, err)
		}
		want("active, after an hour", time.Hour, 0)
		want("active, after a day", 23*time.Hour, 1)
		wantCode(t, "close it", s.sim.CloseAccount(account), "")
		want("closed", 24*time.Hour, 1)
		if now, err := s.shop.Connected(t.Context(), in.User.ID); now.Status != vitrine.ConnectRestricted ||
			now.Reason != "account_invalid" || err != nil {
			t.Errorf("closed at Stripe it is %+v, %v", now, err)
		}
	})
}

// TestTransfersAreChecked names an order of whose money something else stands at the account than the ledger says.
func TestTransfersAreChecked(t *testing.T) {
	t.Parallel()
	f := newFaultyFile(t)
	s := newTill(t, f.db, nil)
	s.connects(t)
	o := s.sells(t)
	s.moves(t)
	f.run(t, "UPDATE order_transfers SET there = there - 1")
	faults, err := s.db.TransferFaults(t.Context(), 10)
	want := []store.TransferFault{{OrderID: o.ID, Ledger: 1250, Transfers: 1250, There: 1249}}
	if diff := cmp.Diff(want, faults); diff != "" || err != nil {
		t.Errorf("a check finds (%v, -want +got):\n%s", err, diff)
	}
}
