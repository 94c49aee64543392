package shop_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// purse is a marketplace that pays sellers.
type purse struct {
	*acting
	op shop.SignedIn
}

func newPurse(t *testing.T, db *store.DB) *purse {
	t.Helper()
	a := newActing(t, db)
	a.shop = a.shopWith(&bank{})
	return &purse{a, a.operator(t)}
}

// desk is the operator, who has just shown who they are.
func (m *purse) desk() shop.SignedIn {
	in := m.op
	in.Session.ProvedAt = m.clock.Now()
	return in
}

// someBank is an account whose IBAN is good: of France, whose check digits follow from the last digits.
func someBank(holder string) vitrine.BankAccount {
	for n := range 97 {
		if iban := fmt.Sprintf("FR%02d20041010050500013M02606", n); vitrine.IsIBAN(iban) {
			return vitrine.BankAccount{Holder: holder, IBAN: iban, BIC: "PSSTFRPP"}
		}
	}
	panic("no check digits fit")
}

// banks has a seller say where they are paid, and waits until they can be.
func (m *purse) banks(t *testing.T, who vitrine.Caller) {
	t.Helper()
	_, err := m.shop.SetPayoutAccount(t.Context(), m.as(who, false), someBank(who.User.Username), nil)
	wantCode(t, "say where to be paid", err, "")
	m.clock.Advance(vitrine.DefaultCoolingDays * 24 * time.Hour)
}

// earns has the seller sell a model, and what they earn by it released.
func (m *purse) earns(t *testing.T) *vitrine.Order {
	t.Helper()
	o := m.order(t, m.model.ID)
	e := payment.Event{Provider: "bank", ID: "paid-" + o.UUID, OrderID: o.ID, Kind: payment.Paid, Payment: "session-" + o.UUID}
	wantCode(t, "sell", m.shop.RecordPayment(t.Context(), e), "")
	m.clock.Advance(vitrine.DefaultHoldDays * 24 * time.Hour)
	wantCode(t, "release", m.shop.ReleaseEarnings(t.Context()), "")
	return o
}

// wantBalance compares the seller's balance, and all that a check finds.
func (m *purse) wantBalance(t *testing.T, when string, available, transit vitrine.Amount) {
	t.Helper()
	balances, err := m.db.Balances(t.Context(), m.seller.User.ID)
	want := []vitrine.Balance{{Currency: "USD", Live: true, Available: available, Transit: transit}}
	if diff := cmp.Diff(want, balances); diff != "" || err != nil {
		t.Errorf("%s the balance is (%v, -want +got):\n%s", when, err, diff)
	}
	m.wantEven(t, when)
}

// wantEven checks ledger and payouts against each other.
func (m *purse) wantEven(t *testing.T, when string) {
	t.Helper()
	faults, err := m.db.TransitFaults(t.Context(), 10)
	uneven, err2 := m.db.UnevenEntries(t.Context(), 10)
	if len(faults)+len(uneven) > 0 || err != nil || err2 != nil {
		t.Fatalf("%s a check finds %+v and %+v (%v, %v)", when, faults, uneven, err, err2)
	}
}

// batch makes a batch of all that is due.
func (m *purse) batch(t *testing.T) shop.Batch {
	t.Helper()
	made, err := m.shop.MakeBatch(m.ctx, m.desk(), "", nil)
	wantCode(t, "make a batch", err, "")
	return m.readBatch(t, made.ID)
}

func (m *purse) readBatch(t *testing.T, id int64) shop.Batch {
	t.Helper()
	b, err := m.shop.Batch(t.Context(), m.desk(), id)
	wantCode(t, "read a batch", err, "")
	return b
}

func sees(version int64) shop.Precondition { return func(now int64) bool { return now == version } }

// TestPayout follows the money of a sale to the seller's bank, back from there, and there again.
func TestPayout(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newPurse(t, db)
		m.earns(t)
		due, err := m.shop.PayoutsDue(t.Context(), m.desk(), "")
		wantCode(t, "look", err, "")
		if len(due.Sellers) != 1 || due.Sellers[0].Why != shop.NoAccount || due.Count != 0 {
			t.Errorf("without an account due is %+v", due)
		}
		_, err = m.shop.MakeBatch(m.ctx, m.desk(), "", nil)
		wantCode(t, "make a batch of nothing", err, vitrine.Conflict)

		m.banks(t, m.seller)
		b := m.batch(t)
		m.wantBalance(t, "in a batch", 0, 1250)
		if len(b.Payouts) != 1 || b.Payouts[0].Status != vitrine.PayoutInBatch || b.Sum != 1250 || b.Count != 1 ||
			b.Payouts[0].To != someBank("seller") {
			t.Errorf("the batch is %+v", b)
		}
		wantCode(t, "arrive unsent", m.shop.BatchArrived(m.ctx, m.desk(), b.ID, nil), vitrine.Conflict)
		wantCode(t, "bounce unsent", m.shop.PayoutBounced(m.ctx, m.desk(), b.Payouts[0].ID, "why", nil), vitrine.Conflict)
		wantCode(t, "send", m.shop.SendBatch(m.ctx, m.desk(), b.ID, nil, sees(b.Version)), "")
		wantCode(t, "send twice", m.shop.SendBatch(m.ctx, m.desk(), b.ID, nil, nil), vitrine.Conflict)
		wantCode(t, "cancel late", m.shop.CancelBatch(m.ctx, m.desk(), b.ID, nil), vitrine.Conflict)
		m.wantBalance(t, "sent", 0, 1250)

		wantCode(t, "bounce for no reason", m.shop.PayoutBounced(m.ctx, m.desk(), b.Payouts[0].ID, " ", nil), vitrine.Invalid)
		wantCode(t, "bounce", m.shop.PayoutBounced(m.ctx, m.desk(), b.Payouts[0].ID, "AC04: account closed", nil), "")
		m.wantBalance(t, "bounced", 1250, 0)
		m.wantMail(t, "payout-failed")

		again := m.batch(t)
		wantCode(t, "send again", m.shop.SendBatch(m.ctx, m.desk(), again.ID, nil, nil), "")
		wantCode(t, "end too early", m.shop.EndPayouts(t.Context()), "")
		m.wantBalance(t, "under way", 0, 1250)
		m.clock.Advance(vitrine.DefaultArrivalDays * 24 * time.Hour)
		for range 2 {
			wantCode(t, "end", m.shop.EndPayouts(t.Context()), "")
		}
		m.wantBalance(t, "arrived", 0, 0)
		m.wantMail(t, "payout-paid")
		wantCode(t, "bounce after all", m.shop.PayoutBounced(m.ctx, m.desk(), again.Payouts[0].ID, "MD06", nil), "")
		m.wantBalance(t, "bounced after all", 1250, 0)
	})
}

// TestTwoOperators has two look at the same things, and one be faster.
func TestTwoOperators(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newPurse(t, db)
		m.earns(t)
		m.banks(t, m.seller)
		told := m.endpoint(t, m.seller, func(n *shop.NewEndpoint) {
			n.Events = vitrine.Some([]vitrine.EventType{vitrine.EventPayoutCreated, vitrine.EventPayoutCanceled})
		})
		due, err := m.shop.PayoutsDue(t.Context(), m.desk(), "")
		wantCode(t, "look", err, "")
		m.earns(t)
		_, err = m.shop.MakeBatch(m.ctx, m.desk(), "", sees(due.Version))
		wantCode(t, "pay more than was seen", err, vitrine.Stale)
		m.wantBalance(t, "after that", 2500, 0)

		b := m.batch(t)
		wantCode(t, "cancel one", m.shop.CancelPayout(m.ctx, m.desk(), b.Payouts[0].ID, sees(b.Payouts[0].Version)), "")
		wantCode(t, "cancel it once more", m.shop.CancelPayout(m.ctx, m.desk(), b.Payouts[0].ID, sees(b.Payouts[0].Version)), vitrine.Stale)
		wantCode(t, "send what was seen", m.shop.SendBatch(m.ctx, m.desk(), b.ID, nil, sees(b.Version)), vitrine.Stale)
		m.wantBalance(t, "canceled", 2500, 0)
		next := m.batch(t)
		wantCode(t, "cancel all", m.shop.CancelBatch(m.ctx, m.desk(), next.ID, sees(next.Version)), "")
		m.wantBalance(t, "canceled again", 2500, 0)
		if got := types(m.heard(t, m.seller, told)); got != "payout.created payout.canceled payout.created payout.canceled" {
			t.Errorf("the seller heard %s", got)
		}
		late := m.desk()
		late.Session.ProvedAt = late.Session.ProvedAt.Add(-vitrine.FreshFor)
		_, err = m.shop.BatchForBank(m.ctx, late, next.ID, "csv")
		wantCode(t, "download without a fresh sign-in", err, vitrine.Forbidden)
		_, err = m.shop.MakeBatch(m.ctx, m.as(m.seller, false), "", nil)
		wantCode(t, "make a batch as somebody else", err, vitrine.NotFound)
	})
}

// TestScheduledPayouts has runs come, be cut off, and come twice.
func TestScheduledPayouts(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newPurse(t, db)
		m.earns(t)
		m.banks(t, m.seller)
		house := vitrine.DefaultHouse()
		house.Payouts = vitrine.PayoutRules{Schedule: vitrine.PayoutsWeekly, Day: 3, Least: 2000}
		wantCode(t, "set a schedule", m.shop.SetHouse(t.Context(), house), "")
		run := func(when string) {
			t.Helper()
			for range 2 {
				wantCode(t, when, m.shop.MakePayouts(t.Context()), "")
			}
		}
		run("on the day of the change")
		m.clock.Advance(7 * 24 * time.Hour)
		run("with too little")
		m.wantBalance(t, "below the threshold", 1250, 0)
		m.earns(t)
		run("two weeks later")
		m.wantBalance(t, "above it", 0, 2500)
		m.earns(t) // two runs on, of less than the least
		run("with too little again")
		m.wantBalance(t, "once more below it", 1250, 2500)

		_, err := m.shop.SetPayoutAccount(t.Context(), m.as(m.seller, false), someBank("Somebody else"), nil)
		wantCode(t, "change the account", err, "")
		m.wantBalance(t, "with another account", 3750, 0)
		m.wantMail(t, "payout-account")
		m.clock.Advance(6 * 24 * time.Hour)
		run("while it cools")
		m.wantBalance(t, "while it cools", 3750, 0)
		m.clock.Advance(7 * 24 * time.Hour)
		run("cooled")
		m.wantBalance(t, "cooled", 0, 3750)
	})
}

// TestUnpaid pays nobody who is suspended, in debt or forgotten.
func TestUnpaid(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newPurse(t, db)
		o := m.earns(t)
		m.banks(t, m.seller)
		_, err := m.shop.Suspend(t.Context(), "seller")
		wantCode(t, "suspend", err, "")
		_, err = m.shop.MakeBatch(m.ctx, m.desk(), "", nil)
		wantCode(t, "pay a suspended seller", err, vitrine.Conflict)
		_, err = m.shop.Restore(t.Context(), "seller")
		wantCode(t, "restore", err, "")

		b := m.batch(t)
		wantCode(t, "send", m.shop.SendBatch(m.ctx, m.desk(), b.ID, nil, nil), "")
		e := payment.Event{Provider: "bank", ID: "back", OrderID: o.ID, Kind: payment.Refunded, Payment: "session-" + o.UUID}
		wantCode(t, "refund", m.shop.RecordPayment(t.Context(), e), "")
		m.wantBalance(t, "refunded during the payout", -1250, 1250)
		m.earns(t)
		_, err = m.shop.MakeBatch(m.ctx, m.desk(), "", nil)
		wantCode(t, "pay out of a debt", err, vitrine.Conflict)
		m.earns(t)
		if next := m.batch(t); next.Sum != 1250 {
			t.Errorf("after two more sales %s are paid", next.Sum)
		}
		m.wantEven(t, "paid again")

		m.earns(t)
		wantCode(t, "ask to be forgotten", m.shop.AskErasure(t.Context(), m.as(m.seller, false)), "")
		m.clock.Advance(vitrine.ErasureWait)
		wantCode(t, "begin", m.shop.EraseDue(t.Context()), "")
		m.clock.Advance(time.Hour)
		wantCode(t, "end", m.shop.EraseDue(t.Context()), "")
		due, err := m.shop.PayoutsDue(t.Context(), m.desk(), "")
		if len(due.Sellers) != 1 || due.Count != 0 || err != nil {
			t.Errorf("what is due of who was forgotten is %+v, %v", due, err)
		}
		if _, err := m.db.PayoutAccount(t.Context(), m.seller.User.ID); vitrine.CodeOf(err) != vitrine.NotFound {
			t.Errorf("their account: %v", err)
		}
		sent := m.readBatch(t, b.ID)
		if sent.Payouts[0].To.IBAN == "" {
			t.Error("what the bank has can't be looked after any more")
		}
		wantCode(t, "it arrives", m.shop.BatchArrived(m.ctx, m.desk(), b.ID, nil), "")
		if sent = m.readBatch(t, b.ID); sent.Payouts[0].To != (vitrine.BankAccount{}) || sent.Payouts[0].Masked != "" {
			t.Error("their account is still with the payout")
		}
	})
}

// TestSuspendedMeanwhile suspends sellers whose payouts were made: they are in no batch, no file for a bank has them, and
// an operator confirms them as sent only by name.
func TestSuspendedMeanwhile(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newPurse(t, db)
		house := vitrine.DefaultHouse()
		house.Payouts = vitrine.PayoutRules{Schedule: vitrine.PayoutsWeekly, Day: 3}
		wantCode(t, "settings", m.shop.SetHouse(t.Context(), house), "")
		m.earns(t)
		m.banks(t, m.seller)
		m.clock.Advance(7 * 24 * time.Hour)
		wantCode(t, "run", m.shop.MakePayouts(t.Context()), "")
		m.wantBalance(t, "after the run", 0, 1250)
		suspended := func(is bool) {
			t.Helper()
			set := map[bool]func(context.Context, string) (*vitrine.User, error){true: m.shop.Suspend, false: m.shop.Restore}[is]
			_, err := set(t.Context(), "seller")
			wantCode(t, "suspend or restore", err, "")
		}

		suspended(true)
		due, err := m.shop.PayoutsDue(t.Context(), m.desk(), "")
		if len(due.Pending) != 1 || due.Pending[0].Why != shop.SellerSuspended || due.Count != 0 || due.Sum != 0 || err != nil {
			t.Errorf("due is %+v, %v", due, err)
		}
		_, err = m.shop.MakeBatch(m.ctx, m.desk(), "", nil)
		wantCode(t, "make a batch of a suspended seller", err, vitrine.Conflict)
		m.wantBalance(t, "it waits", 0, 1250)

		suspended(false)
		b := m.batch(t)
		if b.Sum != 1250 || len(b.Stopped) != 0 {
			t.Errorf("restored, they are in %+v", b)
		}
		suspended(true)
		if b = m.readBatch(t, b.ID); len(b.Stopped) != 1 || b.Stopped[0].ID != b.Payouts[0].ID {
			t.Errorf("stopped is %+v", b.Stopped)
		}
		_, err = m.shop.BatchForBank(m.ctx, m.desk(), b.ID, "csv")
		wantCode(t, "write it for the bank", err, vitrine.Conflict)
		for _, had := range [][]int64{nil, {b.Payouts[0].ID + 1}} {
			err = m.shop.SendBatch(m.ctx, m.desk(), b.ID, had, nil)
			if vitrine.CodeOf(err) != vitrine.Conflict || !strings.Contains(err.Error(), fmt.Sprintf("%d (seller)", b.Payouts[0].ID)) {
				t.Errorf("sending it: %v", err)
			}
		}
		wantCode(t, "take it out", m.shop.CancelPayout(m.ctx, m.desk(), b.Payouts[0].ID, nil), "")
		m.wantBalance(t, "taken out", 1250, 0)
		wantCode(t, "send what is left", m.shop.SendBatch(m.ctx, m.desk(), b.ID, nil, nil), "")

		suspended(false)
		b = m.batch(t)
		suspended(true)
		wantCode(t, "send what the bank has", m.shop.SendBatch(m.ctx, m.desk(), b.ID, []int64{b.Payouts[0].ID}, nil), "")
		m.wantBalance(t, "sent", 0, 1250)
		_, err = m.shop.BatchForBank(m.ctx, m.desk(), b.ID, "csv")
		wantCode(t, "look at what was sent", err, "")
		m.wantEven(t, "sent")
	})
}

// TestPayoutsAtRandom sells, refunds, pays, loses and finds again in any order. After each step the money that is
// on its way is that of the payouts, and what was earned is what is available, on its way or paid.
func TestPayoutsAtRandom(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newPurse(t, db)
		m.banks(t, m.seller)
		random := rand.New(rand.NewPCG(14, 80))
		var sold []*vitrine.Order
		var batches []int64
		for range 60 {
			switch n := random.IntN(8); {
			case n < 2:
				sold = append(sold, m.earns(t))
			case n == 2 && len(sold) > 0:
				o := sold[random.IntN(len(sold))]
				_ = m.shop.RecordPayment(t.Context(), payment.Event{Provider: "bank", ID: "back-" + o.UUID, OrderID: o.ID,
					Kind: payment.Refunded, Payment: "session-" + o.UUID})
			case n == 3:
				if made, err := m.shop.MakeBatch(m.ctx, m.desk(), "", nil); err == nil {
					batches = append(batches, made.ID)
				}
			case n == 4:
				_ = m.shop.EndPayouts(t.Context())
			case len(batches) > 0:
				m.handle(t, batches[random.IntN(len(batches))], random)
			}
			m.wantSum(t, sold)
		}
	})
}

// handle does something to a batch or to a payout in it; much of it is refused.
func (m *purse) handle(t *testing.T, id int64, random *rand.Rand) {
	t.Helper()
	b := m.readBatch(t, id)
	p := b.Payouts[random.IntN(len(b.Payouts))]
	refused := []error{nil}
	switch random.IntN(5) {
	case 0:
		refused[0] = m.shop.SendBatch(m.ctx, m.desk(), id, nil, nil)
	case 1:
		refused[0] = m.shop.CancelBatch(m.ctx, m.desk(), id, nil)
	case 2:
		refused[0] = m.shop.BatchArrived(m.ctx, m.desk(), id, nil)
	case 3:
		refused[0] = m.shop.CancelPayout(m.ctx, m.desk(), p.ID, nil)
	default:
		refused[0] = m.shop.PayoutBounced(m.ctx, m.desk(), p.ID, "AC04", nil)
	}
	if code := vitrine.CodeOf(refused[0]); refused[0] != nil && code != vitrine.Conflict {
		t.Fatalf("batch %d: %v", id, refused[0])
	}
}

func (m *purse) wantSum(t *testing.T, sold []*vitrine.Order) {
	t.Helper()
	m.wantEven(t, "at random")
	var earned, paid vitrine.Amount
	for _, o := range sold {
		if m.read(t, o).Status == vitrine.Paid {
			earned += o.Price
		}
	}
	found, err := m.db.Payouts(t.Context(), store.PayoutQuery{Page: vitrine.Page{Size: 100}})
	wantCode(t, "list payouts", err, "")
	for _, p := range found.Payouts {
		if p.Status == vitrine.PayoutPaid {
			paid += p.Amount
		}
	}
	balances, err := m.db.Balances(t.Context(), m.seller.User.ID)
	if len(balances) == 0 || err != nil {
		return
	}
	if b := balances[0]; b.Available+b.Transit+paid != earned {
		t.Fatalf("%s were earned, and %+v and %s paid", earned, b, paid)
	}
}
