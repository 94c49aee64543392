package shop_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/ledger"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// TestStatementsOfAYear sells, refunds, disputes and pays for a year: each month begins with what the one before
// ended with, and its entries come to the difference, also to what they are one by one.
func TestStatementsOfAYear(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newPurse(t, db)
		house := vitrine.DefaultHouse()
		house.Share = 1250
		house.Payouts = vitrine.PayoutRules{Schedule: vitrine.PayoutsMonthly, Day: 5}
		wantCode(t, "set a share and a schedule", m.shop.SetHouse(t.Context(), house), "")
		m.banks(t, m.seller)
		began := m.clock.Now()
		random := rand.New(rand.NewPCG(14, 81))
		var sold []*vitrine.Order
		for m.clock.Now().Before(began.AddDate(1, 0, 0)) {
			sold = m.someDays(t, random, sold)
		}
		months, err := m.shop.StatementMonths(t.Context(), m.seller.User.ID)
		wantCode(t, "list months", err, "")
		if len(months) < 12 || months[0].Final || !months[1].Final {
			t.Fatalf("the months are %+v", months)
		}
		next := m.total(t)
		groups := map[vitrine.StatementGroup]bool{}
		for _, month := range months {
			s := m.wantStatement(t, month.Month)
			if s.Closing != next {
				t.Errorf("%s ends with %s, and the next begins with %s", month.Name(), s.Closing, next)
			}
			next = s.Opening
			for group := range s.Sums {
				groups[group] = true
			}
		}
		if next != 0 || len(groups) < 4 {
			t.Errorf("the first month begins with %s, and the year has %v", next, groups)
		}
		_, err = m.shop.Statements(t.Context(), m.seller.User.ID, months[0].Month.AddDate(0, 1, 0), nil)
		wantCode(t, "a month that is not there yet", err, vitrine.NotFound)
		_, err = m.shop.Statements(t.Context(), m.buyer.User.ID, months[1].Month, nil)
		wantCode(t, "of who has sold nothing", err, vitrine.NotFound)
	})
}

// TestStatementsByCurrency earns in one currency and, months later, in another: what is earned then changes no month that was over, and
// what has stood ever since is carried on.
func TestStatementsByCurrency(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newPurse(t, db)
		seller := m.seller.User.ID
		earns := func(order int64, currency string, amount vitrine.Amount) {
			t.Helper()
			sale := ledger.Sale{OrderID: order, SellerID: seller, Provider: "bank", Currency: currency, Live: true, Price: amount}
			entry, err := ledger.Sold(sale)
			wantCode(t, "sell", err, "")
			entry.CreatedAt = m.clock.Now()
			write(t, db, func(ctx context.Context, tx *store.Tx) error {
				_, err := tx.Book(ctx, &entry)
				return err
			})
		}
		type part struct {
			Currency         string
			Opening, Closing vitrine.Amount
		}
		want := func(month time.Time, parts ...part) {
			t.Helper()
			list, err := m.shop.Statements(t.Context(), seller, month, nil)
			wantCode(t, "read a statement", err, "")
			var got []part
			for _, s := range list {
				got = append(got, part{s.Currency, s.Opening, s.Closing})
			}
			if diff := cmp.Diff(parts, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", month.Format("2006-01"), diff)
			}
		}
		earns(901, "USD", 1250)
		months, err := m.shop.StatementMonths(t.Context(), seller)
		if err != nil || len(months) != 1 {
			t.Fatalf("the months are %+v, %v", months, err)
		}
		began := months[0].Month
		want(began, part{"USD", 0, 1250})
		m.clock.Advance(70 * 24 * time.Hour)
		earns(902, "EUR", 700)
		want(began, part{"USD", 0, 1250})
		want(began.AddDate(0, 1, 0), part{"USD", 1250, 1250})
		want(began.AddDate(0, 2, 0), part{"EUR", 0, 700}, part{"USD", 1250, 1250})
	})
}

// someDays has things happen for some days, also at the turn of a month.
func (m *purse) someDays(t *testing.T, random *rand.Rand, sold []*vitrine.Order) []*vitrine.Order {
	t.Helper()
	o := m.order(t, m.model.ID)
	happens := func(o *vitrine.Order, kind payment.Kind, id string) {
		err := m.shop.RecordPayment(t.Context(), payment.Event{Provider: "bank", ID: id + o.UUID, OrderID: o.ID, Kind: kind,
			Payment: "s-" + o.UUID})
		if code := vitrine.CodeOf(err); err != nil && code != vitrine.Conflict {
			t.Fatalf("%s: %v", kind, err)
		}
	}
	happens(o, payment.Paid, "paid")
	sold = append(sold, o)
	before := sold[random.IntN(len(sold))]
	switch random.IntN(5) {
	case 0:
		happens(before, payment.Refunded, "back")
	case 1:
		happens(before, payment.Disputed, "disputed")
	case 2:
		happens(before, payment.DisputeOver, "over")
	}
	m.clock.Advance(time.Duration(random.Int64N(int64(9 * 24 * time.Hour))))
	wantCode(t, "release", m.shop.ReleaseEarnings(t.Context()), "")
	wantCode(t, "make payouts", m.shop.MakePayouts(t.Context()), "")
	if made, err := m.shop.MakeBatch(m.ctx, m.desk(), "", nil); err == nil {
		wantCode(t, "send", m.shop.SendBatch(m.ctx, m.desk(), made.ID, nil, nil), "")
	}
	wantCode(t, "end", m.shop.EndPayouts(t.Context()), "")
	return sold
}

// total is what the seller has.
func (m *purse) total(t *testing.T) vitrine.Amount {
	t.Helper()
	balances, err := m.db.Balances(t.Context(), m.seller.User.ID)
	if err != nil || len(balances) != 1 {
		t.Fatalf("the balances are %+v, %v", balances, err)
	}
	return balances[0].Hold + balances[0].Available + balances[0].Transit
}

// wantStatement adds the entries of a month up by itself.
func (m *purse) wantStatement(t *testing.T, month time.Time) vitrine.SellerStatement {
	t.Helper()
	var again vitrine.SellerStatement
	found, err := m.shop.Statements(t.Context(), m.seller.User.ID, month, func(e vitrine.StatementEntry) error {
		if e.At.Before(month) || !e.At.Before(month.AddDate(0, 1, 0)) {
			t.Errorf("%+v is not of %s", e, month)
		}
		again.Add(e)
		return nil
	})
	if err != nil || len(found) != 1 {
		t.Fatalf("%s has %d statements, %v", month, len(found), err)
	}
	s := found[0]
	if diff := cmp.Diff(s.Sums, again.Sums); diff != "" {
		t.Errorf("%s (-sums +entries):\n%s", month, diff)
	}
	if moved := s.Moved(); s.Opening+moved.Net != s.Closing || moved.Gross != moved.Net+moved.Share+moved.Tax {
		t.Errorf("%s goes from %s to %s by %+v", month, s.Opening, s.Closing, moved)
	}
	return s
}
