package shop_test

import (
	"testing"
	"time"

	"vitrine"
)

// TestPayoutsCut cuts each step of payouts at each of its statements: neither the ledger nor the payouts have
// anything of it, and the same step works afterwards.
func TestPayoutsCut(t *testing.T) {
	t.Parallel()
	f := newFaultyFile(t)
	m := newPurse(t, f.db)
	m.earns(t)
	m.banks(t, m.seller)
	house := vitrine.DefaultHouse()
	house.Payouts = vitrine.PayoutRules{Schedule: vitrine.PayoutsWeekly, Day: 1}
	wantCode(t, "set a schedule", m.shop.SetHouse(t.Context(), house), "")
	m.clock.Advance(7 * 24 * time.Hour)
	booked := []string{"INSERT ON ledger_entries", "INSERT ON ledger_lines", "INSERT ON new_tallies", "INSERT ON audit"}
	var batch int64
	for _, step := range []struct {
		name               string
		cut                []string
		available, transit vitrine.Amount // before it
		do                 func() error
	}{
		{"make", append(booked, "INSERT ON payouts"), 1250, 0, func() error { return m.shop.MakePayouts(t.Context()) }},
		{"batch", []string{"INSERT ON payout_batches", "UPDATE ON payouts", "INSERT ON audit"}, 0, 1250, func() error {
			made, err := m.shop.MakeBatch(m.ctx, m.desk(), "", nil)
			batch = made.ID
			return err
		}},
		{"send", []string{"UPDATE ON payouts", "UPDATE ON payout_batches", "INSERT ON audit"}, 0, 1250, func() error {
			return m.shop.SendBatch(m.ctx, m.desk(), batch, nil, nil)
		}},
		{"arrive", append(booked, "UPDATE ON payouts", "INSERT ON mails", "INSERT ON jobs"), 0, 1250,
			func() error { return m.shop.EndPayouts(t.Context()) }},
		{"bounce", append(booked, "UPDATE ON payouts", "UPDATE ON payout_batches", "INSERT ON mails"), 0, 0, func() error {
			return m.shop.PayoutBounced(m.ctx, m.desk(), 1, "AC04", nil)
		}},
	} {
		for _, statement := range step.cut {
			if err := f.stopping(t, statement, step.do); err == nil {
				t.Errorf("%s works though %s fails", step.name, statement)
			}
			m.wantBalance(t, step.name+", cut at "+statement, step.available, step.transit)
		}
		if step.name == "make" { // that the run is over is noted when the payouts are made
			if err := f.stopping(t, "INSERT ON settings", step.do); err == nil {
				t.Error("a run ends though that can't be noted")
			}
			m.wantBalance(t, "made by a run that was cut off", 0, 1250)
		}
		wantCode(t, step.name, step.do(), "")
		if step.name == "send" {
			m.clock.Advance(vitrine.DefaultArrivalDays * 24 * time.Hour)
		}
		m.wantEven(t, step.name)
	}
	m.wantBalance(t, "at the end", 1250, 0)
}

// TestAccountCut cuts the change of an account: it stays what it was, and what was about to be paid is.
func TestAccountCut(t *testing.T) {
	t.Parallel()
	f := newFaultyFile(t)
	m := newPurse(t, f.db)
	set := func(holder string) error {
		_, err := m.shop.SetPayoutAccount(t.Context(), m.as(m.seller, false), someBank(holder), nil)
		return err
	}
	wantCode(t, "set", set("first"), "")
	for _, statement := range []string{"UPDATE ON payout_accounts", "INSERT ON audit", "INSERT ON mails", "INSERT ON jobs"} {
		if err := f.stopping(t, statement, func() error { return set("second") }); err == nil {
			t.Errorf("it is changed though %s fails", statement)
		}
		account, err := m.db.PayoutAccount(t.Context(), m.seller.User.ID)
		if account.Bank.Holder != "first" || account.Version != 1 || err != nil {
			t.Errorf("cut at %s it is %+v, %v", statement, account, err)
		}
	}
	wantCode(t, "change", set("second"), "")
	late := m.as(m.seller, false)
	late.Session.ProvedAt = late.Session.ProvedAt.Add(-vitrine.FreshFor)
	_, err := m.shop.SetPayoutAccount(t.Context(), late, someBank("thief"), nil)
	wantCode(t, "change without a fresh sign-in", err, vitrine.Forbidden)
	_, err = m.shop.SetPayoutAccount(t.Context(), m.as(m.seller, false), someBank("third"), sees(1))
	wantCode(t, "change what was changed since", err, vitrine.Stale)
	_, err = m.shop.SetPayoutAccount(t.Context(), m.as(m.seller, false), vitrine.BankAccount{Holder: "x", IBAN: "DE00"}, nil)
	wantCode(t, "change to nothing that there is", err, vitrine.Invalid)
}
