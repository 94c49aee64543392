package shop_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/tax"
)

// yearsEnd is the first moment behind a year in Berlin.
func yearsEnd() time.Time { return time.Date(2026, 12, 31, 23, 0, 0, 0, time.UTC) }

// lastHour is a market in the last hour of a year, and its operator.
func lastHour(t *testing.T, db *store.DB, provider payment.Provider) (*market, shop.SignedIn) {
	t.Helper()
	m := newMarketOn(t, db, provider)
	chief := m.taxes(t, germanRules())
	rate := tax.Rate{Country: "FI", Rate: 1000, From: "2027-01-01"}
	wantCode(t, "another rate of the new year", m.shop.AddTaxRate(t.Context(), chief, rate), "")
	m.clock.Advance(yearsEnd().Add(-time.Hour).Sub(m.clock.Now()))
	return m, chief
}

// proved is an operator who showed just now who they are, after some time.
func (m *market) proved(in shop.SignedIn, d time.Duration) shop.SignedIn {
	m.clock.Advance(d)
	in.Session.ProvedAt = m.clock.Now()
	return in
}

// billed is an unpaid order of a buyer of a country.
func (m *market) billed(t *testing.T, country string) *vitrine.Order {
	t.Helper()
	o := m.order(t, m.model.ID)
	m.bill(t, o, vitrine.Billing{Country: country}, "", "")
	return m.read(t, o)
}

// TestMoneyCameBefore taxes money that came before it was confirmed on its day: by the rate of then, in the report of then, and
// as a correction where that was due.
func TestMoneyCameBefore(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m, chief := lastHour(t, db, payment.Manual{})
		known, moment, now, late := m.billed(t, "FI"), m.billed(t, "AT"), m.billed(t, "FI"), m.billed(t, "EE")
		chief = m.proved(chief, 26*time.Hour)
		confirm := func(o *vitrine.Order, came shop.Came, want time.Time) {
			t.Helper()
			got, err := m.shop.ConfirmOrder(t.Context(), chief, o.ID, came, nil)
			wantCode(t, "confirm", err, "")
			if !got.PaidAt.Equal(want) || !m.read(t, o).PaidAt.Equal(want) {
				t.Errorf("%q: order %d was paid at %v, want %v", came, o.ID, got.PaidAt, want)
			}
		}
		confirm(known, "2026-12-31", known.CreatedAt) // its noon was before the order
		confirm(moment, "2026-12-31T23:30:00+01:00", yearsEnd().Add(-30*time.Minute))
		confirm(now, "", m.clock.Now())
		m.wantDated(t, known, "2026-12-31", "2027-01-02")
		chief = m.proved(chief, 31*24*time.Hour) // the report is due on the last day of January
		confirm(late, "2027-01-01", yearsEnd().Add(12*time.Hour))
		old := m.billed(t, "SE")
		chief = m.proved(chief, 70*24*time.Hour)
		confirm(old, "2027-02-28", yearsEnd().Add(58*24*time.Hour+12*time.Hour))
		chief = m.proved(chief, 25*24*time.Hour)
		for quarter, want := range map[vitrine.Quarter][]vitrine.TaxSum{
			{Year: 2026, Number: 4}: {
				{Country: "AT", Rate: 2000, Treatment: vitrine.Taxed, Currency: "USD", Net: 1042, Tax: 208, Documents: 1},
				{Country: "FI", Rate: 2550, Treatment: vitrine.Taxed, Currency: "USD", Net: 996, Tax: 254, Documents: 1},
			},
			{Year: 2027, Number: 1}: {
				{Country: "EE", Rate: 2400, Treatment: vitrine.Taxed, Currency: "USD", Net: 1008, Tax: 242, Documents: 1},
				{Country: "FI", Rate: 1000, Treatment: vitrine.Taxed, Currency: "USD", Net: 1136, Tax: 114, Documents: 1},
				{Country: "SE", Rate: 2500, Treatment: vitrine.Taxed, Currency: "USD", Net: 1000, Tax: 250, Documents: 1},
			},
			{Year: 2027, Number: 2}: {},
		} {
			got, err := m.shop.TaxReport(t.Context(), chief, quarter)
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("%s (%v, -want +got):\n%s", quarter, err, diff)
			}
		}
	})
}

// wantDated wants the invoice of an order to be of a day on which it was paid, and of one on which it was written, which the ledger
// has too, and the day in the audit log as the operator said it.
func (m *market) wantDated(t *testing.T, o *vitrine.Order, paid, written string) {
	t.Helper()
	list := m.documents(t, o)
	if len(list) != 1 || list[0].PaidDay != paid || list[0].Day != written {
		t.Errorf("the documents are %+v, want one of %s about %s", list, written, paid)
	}
	booked, err := m.db.EntriesOfOrder(t.Context(), o.ID)
	if err != nil || len(booked) != 1 || !booked[0].CreatedAt.Equal(m.clock.Now()) {
		t.Errorf("at %v there is booked %+v, %v", m.clock.Now(), booked, err)
	}
	page, err := m.db.Entries(t.Context(), vitrine.EntryQuery{Act: vitrine.ActOrderConfirm, SubjectID: fmt.Sprint(o.ID),
		Page: vitrine.Page{Number: 1, Size: 10}})
	if err != nil || len(page.Entries) != 1 {
		t.Fatalf("the audit log has %+v, %v", page.Entries, err)
	}
	var after map[string]string
	if err := json.Unmarshal(page.Entries[0].After, &after); err != nil || after["paid_at"] != paid {
		t.Errorf("the audit log says %s, %v", page.Entries[0].After, err)
	}
}

// TestMoneyCameAtNoTime refuses times at which no money can have come, and says which can be.
func TestMoneyCameAtNoTime(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m, chief := lastHour(t, db, payment.Sandbox{})
		o, disputed := m.order(t, m.model.ID), m.order(t, m.model.ID)
		m.bill(t, disputed, vitrine.Billing{Country: "FI"}, "", "")
		m.bring(t, disputed, "disputed")
		chief = m.proved(chief, 26*time.Hour)
		const moments = "write a moment from 2026-12-31T22:00:00Z, when it was made, to 2027-01-02T00:00:00Z, which is now"
		for came, want := range map[shop.Came][2]string{
			"2026-12-30":           {"too_early", "write a day from 2026-12-31, when it was made, to 2027-01-02, which is today"},
			"2027-01-03":           {"not_allowed", "write a day from 2026-12-31, when it was made, to 2027-01-02, which is today"},
			"2026-12-31T21:59:59Z": {"too_early", moments},
			"2027-01-02T00:00:01Z": {"not_allowed", moments},
			"31.12.2026":           {"bad_format", "write a day as 2026-03-31, or a moment as 2026-03-31T09:30:00Z"},
			"2027-02-30":           {"bad_format", "write a day as 2026-03-31, or a moment as 2026-03-31T09:30:00Z"},
		} {
			_, err := m.shop.ConfirmOrder(t.Context(), chief, o.ID, came, nil)
			wantField(t, err, "/paid_at", want[0])
			if problem, ok := errors.AsType[*vitrine.Error](err); !ok || problem.Code != vitrine.Invalid || problem.Fields[0].Detail != want[1] {
				t.Errorf("%s: %v", came, err)
			}
		}
		if got := m.read(t, o); got.Status.Taken() {
			t.Errorf("what was refused is %s", got.Status)
		}
		_, err := m.shop.ConfirmOrder(t.Context(), chief, disputed.ID, "2027-01-01", nil)
		wantField(t, err, "/paid_at", "not_allowed")
		asRead := shop.Came(m.read(t, disputed).PaidAt.Format(time.RFC3339Nano))
		_, err = m.shop.ConfirmOrder(t.Context(), chief, disputed.ID, asRead, nil)
		wantCode(t, "the end of a dispute", err, "")
		today, err := m.shop.ConfirmOrder(t.Context(), chief, o.ID, "2027-01-02", nil)
		wantCode(t, "today", err, "")
		if !today.PaidAt.Equal(m.clock.Now()) { // its noon is ahead
			t.Errorf("today, at %v: %v", m.clock.Now(), today.PaidAt)
		}
	})
}

// TestMoneyOfACheckoutCame dates a checkout and its orders by the same day.
func TestMoneyOfACheckoutCame(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m, chief := lastHour(t, db, payment.Manual{})
		a, b := m.billed(t, "FI"), m.billed(t, "FI")
		chief = m.proved(chief, 16*time.Hour)
		c := m.checkoutOf(t, a.ID, b.ID)
		_, err := m.shop.ConfirmCheckout(t.Context(), chief, c.ID, "2026-12-31", nil)
		wantField(t, err, "/paid_at", "too_early")
		chief = m.proved(chief, 24*time.Hour)
		want := c.CreatedAt // its orders were made on the day before
		c, err = m.shop.ConfirmCheckout(t.Context(), chief, c.ID, "2027-01-01", nil)
		wantCode(t, "confirm", err, "")
		if !c.PaidAt.Equal(want) {
			t.Errorf("the checkout was paid at %v, want %v", c.PaidAt, want)
		}
		for _, o := range []*vitrine.Order{a, b} {
			if got := m.read(t, o); !got.PaidAt.Equal(want) {
				t.Errorf("order %d was paid at %v, want %v", o.ID, got.PaidAt, want)
			}
		}
	})
}
