package shop_test

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/payment/stripesim"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// connects has the seller get an account with Stripe, and tell it all that it asks.
func (s *till) connects(t *testing.T) string {
	t.Helper()
	in := s.sellerIn()
	at, err := s.shop.Connect(t.Context(), in, "/sell/money?connected=1")
	wantCode(t, "connect", err, "")
	again, err := s.shop.Connect(t.Context(), in, "/sell/money?connected=1")
	wantCode(t, "connect again", err, "")
	accounts := s.sim.Accounts()
	if len(accounts) != 1 || !strings.Contains(at, accounts[0]) || at != again {
		t.Fatalf("connected there are %v, at %s and %s", accounts, at, again)
	}
	s.occurs(t, func() error { return s.sim.Onboarded(accounts[0]) })
	return accounts[0]
}

// sellerIn is the seller, who has just shown who they are.
func (s *till) sellerIn() shop.SignedIn {
	return shop.SignedIn{User: s.seller.User, Session: vitrine.Session{ProvedAt: s.clock.Now(), CreatedAt: s.clock.Now(), Strong: true}}
}

// occurs has something happen at Stripe, and the marketplace told of it.
func (s *till) occurs(t *testing.T, happen func() error) {
	t.Helper()
	before := len(s.sim.Events())
	wantCode(t, "happen at Stripe", happen(), "")
	for _, e := range s.sim.Events()[before:] {
		s.sends(t, e)
	}
	s.work(t)
}

// sells has somebody pay an order, and what is earned by it released.
func (s *till) sells(t *testing.T) *vitrine.Order {
	t.Helper()
	o := s.order(t, s.model.ID)
	s.chosen(t, o)
	s.occurs(t, func() error { return s.sim.Pay(s.read(t, o).PaymentID) })
	s.clock.Advance(vitrine.DefaultHoldDays * 24 * time.Hour)
	wantCode(t, "release", s.shop.ReleaseEarnings(t.Context()), "")
	return o
}

// givesBack has an operator send the money of an order back.
func (s *till) givesBack(t *testing.T, o *vitrine.Order) {
	t.Helper()
	s.occurs(t, func() error {
		_, err := s.shop.Refund(t.Context(), o.ID, false)
		s.work(t)
		return err
	})
}

// moves has all moved that is due, also after rests.
func (s *till) moves(t *testing.T) {
	t.Helper()
	for range 12 {
		_ = s.shop.MoveTransfers(t.Context())
		s.clock.Advance(time.Hour)
	}
}

func (s *till) wantAccount(t *testing.T, when, account string, there int64, available vitrine.Amount) {
	t.Helper()
	if has := s.sim.AccountHas(account); has != there {
		t.Errorf("%s the account has %d, want %d", when, has, there)
	}
	balances, err := s.db.Balances(t.Context(), s.seller.User.ID)
	want := []vitrine.Balance{{Currency: "USD", Available: available}}
	if diff := cmp.Diff(want, balances); diff != "" || err != nil {
		t.Errorf("%s the balance is (%v, -want +got):\n%s", when, err, diff)
	}
	s.wantTransfers(t, when)
}

// wantTransfers checks ledger and transfers against each other.
func (s *till) wantTransfers(t *testing.T, when string) {
	t.Helper()
	if faults, err := s.db.TransferFaults(t.Context(), 10); len(faults) > 0 || err != nil {
		t.Errorf("%s a check finds %+v (%v)", when, faults, err)
	}
}

// TestTransfers moves what is earned to the seller's account, back after a refund, and carries on what could not be
// moved back.
func TestTransfers(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		early := s.sells(t) // before there is an account: by a batch
		s.moves(t)
		account := s.connects(t)
		s.moves(t)
		s.wantAccount(t, "before another sale", account, 0, early.Price)

		first := s.sells(t)
		s.moves(t)
		s.wantAccount(t, "after a sale", account, 1250, early.Price)
		s.givesBack(t, first)
		s.moves(t)
		s.wantAccount(t, "refunded", account, 0, early.Price)

		second := s.sells(t)
		s.moves(t)
		s.occurs(t, func() error { return s.sim.PayOut(account, "") })
		s.givesBack(t, second)
		s.moves(t)
		s.wantAccount(t, "refunded after Stripe paid the seller", account, 0, early.Price-1250)
		boss := s.boss(t)
		s.wantFailed(t, "while nothing is owed", boss, 0)
		third := s.sells(t)
		s.moves(t)
		s.occurs(t, func() error { return s.sim.PayOut(account, "") })
		s.givesBack(t, third)
		s.moves(t)
		s.wantAccount(t, "and another one", account, 0, -1250)
		s.wantFailed(t, "owing", boss, 2)

		s.sells(t) // which makes up for it
		s.moves(t)
		s.wantAccount(t, "after a sale that makes up for it", account, 0, 0)
		s.wantFailed(t, "owing nothing any more", boss, 0)
		s.sells(t)
		s.moves(t)
		s.wantAccount(t, "after another sale", account, 1250, 0)
		_, err := s.shop.Untransferred(t.Context(), s.sellerIn(), 10)
		wantCode(t, "ask as a seller", err, vitrine.NotFound)
	})
}

// TestTransfersOfParts moves back what parts of an order took, and takes from the next sale what the account does not have any more.
func TestTransfersOfParts(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		account := s.connects(t)
		back := func(o *vitrine.Order, amount vitrine.Amount) {
			t.Helper()
			s.occurs(t, func() error {
				_, err := s.shop.RefundPart(t.Context(), o.ID, shop.NewRefund{Amount: amount})
				s.work(t)
				return err
			})
			s.moves(t)
		}
		first := s.sells(t)
		s.moves(t)
		s.wantAccount(t, "after a sale", account, 1250, 0)
		back(first, 500)
		s.wantAccount(t, "after a part", account, 750, 0)
		back(first, 50)
		s.wantAccount(t, "after another part", account, 700, 0)

		s.occurs(t, func() error { return s.sim.PayOut(account, "") })
		back(first, 0)
		s.wantAccount(t, "after the rest, which Stripe has paid the seller", account, 0, -700)
		s.sells(t)
		s.moves(t)
		s.wantAccount(t, "after the next sale", account, 550, 0)
		if o := s.read(t, first); o.Status != vitrine.Refunded || o.Refunded != 1250 {
			t.Errorf("the order is %s, %s of it went back", o.Status, o.Refunded)
		}
	})
}

// wantFailed counts what an operator reads that could not be moved.
func (s *till) wantFailed(t *testing.T, when string, boss shop.SignedIn, want int) {
	t.Helper()
	if u, err := s.shop.Untransferred(t.Context(), boss, 10); len(u.Failed) != want || err != nil {
		t.Errorf("%s failed are %+v, %v; want %d", when, u.Failed, err, want)
	}
}

// boss is an operator.
func (m *market) boss(t *testing.T) shop.SignedIn {
	t.Helper()
	user, _, err := m.shop.CreateUser(t.Context(), shop.NewUser{Username: "boss", Email: "boss@example.com", Admin: true})
	wantCode(t, "make an operator", err, "")
	return shop.SignedIn{User: *user, Session: vitrine.Session{ProvedAt: m.clock.Now(), CreatedAt: m.clock.Now(), Strong: true}}
}

// TestRestricted has Stripe restrict an account: what is earned waits, no batch pays it, and the seller is told. Then
// Stripe lets it in again, and a payout of it fails.
func TestRestricted(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		s := newTill(t, db, nil)
		account := s.connects(t)
		s.occurs(t, func() error { return s.sim.Restrict(account, "requirements.past_due") })
		s.wantMail(t, "connect-stopped")
		s.sells(t)
		s.moves(t)
		s.wantAccount(t, "while it is restricted", account, 0, 1250)
		u, err := s.shop.Untransferred(t.Context(), s.boss(t), 10)
		if len(u.Stopped) != 1 || u.Stopped[0].Seller != "seller" || err != nil {
			t.Errorf("stopped are %+v, %v", u.Stopped, err)
		}
		now, err := s.shop.Connected(t.Context(), s.seller.User.ID)
		if now.Status != vitrine.ConnectRestricted || now.Reason != "requirements.past_due" || err != nil {
			t.Errorf("restricted it is %+v, %v", now, err)
		}
		s.occurs(t, func() error { return s.sim.Onboarded(account) })
		wantCode(t, "move", s.shop.MoveTransfers(t.Context()), "")
		s.wantAccount(t, "let in again", account, 1250, 0)
		s.occurs(t, func() error { return s.sim.PayOut(account, "The account is closed.") })
		if now, err = s.shop.Connected(t.Context(), s.seller.User.ID); !strings.Contains(now.Fault, "The account is closed.") || err != nil {
			t.Errorf("after a payout that failed it is %+v, %v", now, err)
		}
		s.occurs(t, func() error { return s.sim.PayOut(account, "") })
		if now, err = s.shop.Connected(t.Context(), s.seller.User.ID); now.Fault != "" || err != nil {
			t.Errorf("after one that did not it is %+v, %v", now, err)
		}
		stranger := &stripesim.Event{ID: "evt_x", Object: "event", Type: "account.updated", Account: "acct_other",
			Data: stripesim.EventData{Object: map[string]string{"id": "acct_other", "object": "account"}}}
		s.sends(t, stranger)
		s.work(t)
	})
}

// TestTransfersWithFaults has calls fail before and after they did something, at random: in the end what stands at the
// account and what the ledger says fit together, and nothing was moved twice.
func TestTransfersWithFaults(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		random := rand.New(rand.NewPCG(14, 82))
		var mu sync.Mutex // calls that time out come beside those that follow
		var failing atomic.Bool
		s := newTill(t, db, func(r *http.Request) stripesim.Fault {
			if !failing.Load() || !strings.Contains(r.URL.Path, "/transfers") {
				return stripesim.None
			}
			mu.Lock()
			defer mu.Unlock()
			return stripesim.Fault(random.IntN(3))
		})
		account := s.connects(t)
		failing.Store(true)
		left := int64(0)
		for n := range 8 {
			o := s.sells(t)
			left += 1250
			for range 4 {
				s.moves(t)
			}
			if n%2 == 1 {
				s.givesBack(t, o)
				left -= 1250
			}
			for range 4 {
				s.moves(t)
			}
		}
		failing.Store(false)
		s.moves(t)
		s.wantAccount(t, "in the end", account, left, 0)
	})
}

// TestConnectedWithEarlierSales tells a seller who has an account with the provider to name one of their own, once something is
// available that was not paid there.
func TestConnectedWithEarlierSales(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newPurse(t, db)
		m.earns(t)
		s := tillOf(t, m.market, nil)
		paying := func(when string, want shop.Unpayable) {
			t.Helper()
			got, err := s.shop.PayingOf(t.Context(), s.seller.User.ID)
			if err != nil || got.Why != want {
				t.Errorf("%s is not paid because of %q (%v), want %q", when, got.Why, err, want)
			}
		}
		paying("who said nothing", shop.NoAccount)
		s.connects(t)
		paying("who earned before they had an account with the provider", shop.NoAccount)
		m.banks(t, m.seller)
		paying("who said where to", shop.PayableNow)
	})
}

// TestConnectedWithoutSales asks no seller for an account of their own who has one with the provider.
func TestConnectedWithoutSales(t *testing.T) {
	t.Parallel()
	s := newTill(t, storetest.SQLite(t), nil)
	s.connects(t)
	if got, err := s.shop.PayingOf(t.Context(), s.seller.User.ID); err != nil || got.Why != shop.PayableNow {
		t.Errorf("they are not paid because of %q (%v)", got.Why, err)
	}
}
