package shop_test

import (
	"database/sql"
	"fmt"
	"net/http"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment/stripe"
	"vitrine/internal/store"
)

// deadly is a connection to Stripe at one of whose calls the process dies.
type deadly struct {
	calls, at int  // at: 0 for none
	behind    bool // once Stripe has done what was asked for
}

// death is what a process that dies leaves by: nothing behind it is carried out.
type death struct{}

func (d *deadly) RoundTrip(r *http.Request) (*http.Response, error) {
	if d.calls++; d.calls != d.at {
		return http.DefaultTransport.RoundTrip(r)
	}
	if d.behind {
		if answer, err := http.DefaultTransport.RoundTrip(r); err == nil {
			_ = answer.Body.Close()
		}
	}
	panic(death{})
}

// TestKilledAtEachCall sells two orders by one payment, moves what they earned to the seller's account, and gives one of them back,
// while the process dies before, or behind, each of the calls to Stripe that this takes. Another process goes on: in the end
// each thing has happened once, and orders, ledger and Stripe agree.
func TestKilledAtEachCall(t *testing.T) {
	t.Parallel()
	onBothPast(t, func(t *testing.T, db *store.DB, past *sql.DB, _ bool) {
		s := newTill(t, db, nil)
		wantCode(t, "reconcile nothing", s.shop.Reconcile(t.Context()), "")
		account, sold := s.connects(t), int64(0)
		for at, died := 1, true; died; at++ {
			for _, behind := range []bool{false, true} {
				sale := &killedSale{till: s, Checkout: s.together(t, 1000, 500), over: &deadly{at: at, behind: behind}, past: past}
				if died = sale.play(t); died {
					sale.name = fmt.Sprintf("killed at call %d, behind it: %t", at, behind)
				}
				sold += 1000
				sale.wantDone(t)
				s.wantAccount(t, sale.name, account, sold, 0)
				if kept := s.sim.Kept(""); kept != sold {
					t.Fatalf("%s: Stripe keeps %d, want %d", sale.name, kept, sold)
				}
			}
			if !died && at < 10 {
				t.Errorf("all of it takes %d calls", at-1)
			}
		}
		s.reconciles(t)
		s.wantDifferences(t, "in the end")
		s.wantMet(t, "in the end", 0)
		s.consistent(t)
	})
}

// killedSale is a purchase during which a process dies.
type killedSale struct {
	*till
	*vitrine.Checkout
	over    *deadly
	past    *sql.DB // past the marketplace
	name    string
	pending []func() error // jobs that are not done
	paid    bool           // by the customer
	back    bool           // the money of the second order was asked for
}

// play carries out what is left to do, with another process after each death, and reports whether one died.
func (k *killedSale) play(t *testing.T) (died bool) {
	t.Helper()
	k.shop = k.shopWith(k.providerOver(t, &http.Client{Transport: k.over}))
	for k.dies(t) {
		died = true
		k.shop = k.other(t)
		k.clock.Advance(2 * time.Minute) // the jobs of the dead are taken by others
	}
	k.shop = k.other(t)
	return died
}

// dies reports whether the process died over its work.
func (k *killedSale) dies(t *testing.T) (died bool) {
	t.Helper()
	defer func() {
		if met := recover(); met != nil {
			if _, died = met.(death); !died {
				panic(met)
			}
		}
	}()
	if !k.paid {
		chosen, err := k.shop.ChooseForCheckout(t.Context(), k.Key, stripe.Choice)
		if vitrine.CodeOf(err) == vitrine.Conflict { // the dead process holds the orders, for as long as a payment may take
			k.clock.Advance(40 * time.Minute)
			wantCode(t, "end what lapsed", k.shop.EndLapsedPayments(t.Context()), "")
			chosen, err = k.shop.ChooseForCheckout(t.Context(), k.Key, stripe.Choice)
		}
		wantCode(t, "choose", err, "")
		must(t, k.sim.Pay(chosen.PaymentID))
		k.paid = true
	}
	k.findOut(t)
	k.clock.Advance(vitrine.DefaultHoldDays * 24 * time.Hour)
	wantCode(t, "release", k.shop.ReleaseEarnings(t.Context()), "")
	k.move(t)
	if !k.back {
		k.back = true // what was asked for once is carried out
		_, err := k.shop.Refund(t.Context(), k.Orders[1].ID, false)
		wantCode(t, "give back", err, "")
	}
	k.findOut(t)
	k.findOut(t)
	k.move(t)
	return false
}

// findOut has the marketplace ask for what happened, and carry out all that is to be asked of Stripe.
func (k *killedSale) findOut(t *testing.T) {
	t.Helper()
	wantCode(t, "look for what was lost", k.shop.FindLostNotices(t.Context()), "")
	_, err := k.past.ExecContext(t.Context(), "UPDATE jobs SET run_at = 0") // which the clock of the database says
	must(t, err)
	k.pending = append(k.pending, k.jobs(t)...)
	for len(k.pending) > 0 {
		wantCode(t, "a job", k.pending[0](), "")
		k.pending = k.pending[1:]
	}
}

// move moves what is due to the seller's account and back, also after rests.
func (k *killedSale) move(t *testing.T) {
	t.Helper()
	for range 6 {
		wantCode(t, "move what is due", k.shop.MoveTransfers(t.Context()), "")
		k.clock.Advance(time.Hour)
	}
}

// wantDone wants the first order to be paid, and the second one given back.
func (k *killedSale) wantDone(t *testing.T) {
	t.Helper()
	kept, back := k.read(t, k.Orders[0]), k.read(t, k.Orders[1])
	if kept.Status != vitrine.Paid || kept.Refunded != 0 || back.Status != vitrine.Refunded || back.Refunded != 500 {
		t.Errorf("%s: one order is %s, the other %s with %s given back", k.name, kept.Status, back.Status, back.Refunded)
	}
	c, err := k.db.Checkout(t.Context(), k.ID)
	if err != nil || c.PaymentID == "" {
		t.Errorf("%s: the checkout is %+v, %v", k.name, c, err)
	}
}
