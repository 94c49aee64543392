package shop_test

import (
	"testing"

	"vitrine"
	"vitrine/internal/payment/stripe"
	"vitrine/internal/payment/stripesim"
	"vitrine/internal/shop"
)

// peopleAct has a seller see to how they are paid, the operator to what is left to them, and Stripe to itself.
func (y *year) peopleAct(t *testing.T) {
	t.Helper()
	y.sellerActs(t, y.random.IntN(len(y.sellers)))
	if y.random.IntN(3) == 0 {
		y.seesTo(t)
	}
	if y.random.IntN(3) == 0 {
		y.paysSellers(t)
	}
	y.stripeActs(t)
	y.taxerActs(t)
}

// taxerActs has the operator change now and then how tax is found, also while people pay, and Stripe Tax fail.
func (y *year) taxerActs(t *testing.T) {
	t.Helper()
	switch y.taxer.IntN(8) {
	case 0:
		y.lives(t, "find tax by the table", func() error { return y.shop.SetTaxRules(t.Context(), y.as(y.chief.User), germanRules(), nil) })
	case 1:
		y.lives(t, "find tax by Stripe", func() error { return y.shop.SetTaxRules(t.Context(), y.as(y.chief.User), foundRules(), nil) })
	case 2:
		y.sim.FailTax([]string{"", "", stripesim.TaxFailed, stripesim.TaxUnsure, stripesim.TaxRefused}[y.taxer.IntN(5)])
	}
}

// types has a customer tell Stripe who they are.
func (y *year) types(session string) {
	some := []stripesim.Customer{inParis, inVienna, inAlbany, {Name: "Ida", Country: "FI", Card: "SE"}, {Name: "Kim", Country: "CH"}}
	_ = y.sim.Say(session, some[y.taxer.IntN(len(some))]) // refused where it took too long
}

// stripeActs: what came before the report was read for the first time is for operators to book.
func (y *year) stripeActs(t *testing.T) {
	t.Helper()
	state, err := y.db.ReportState(t.Context(), stripe.Name, true)
	wantCode(t, "read how far the report is", err, "")
	if state.Began.IsZero() {
		return
	}
	switch y.random.IntN(12) {
	case 0:
		wantCode(t, "pay the marketplace", y.sim.PayMarketplace(y.some(5000), "usd"), "")
	case 1:
		wantCode(t, "have a payout come back", y.sim.PayMarketplace(-y.some(50), "usd"), "")
	case 2:
		wantCode(t, "keep a fee", y.sim.Bill(y.some(300), "usd"), "")
	case 3:
		wantCode(t, "charge for something else", y.sim.Charge(y.some(2000), "usd"), "")
	case 4:
		y.sim.SetLateFees(true)
	case 5:
		y.sim.ForgetKeys()
	}
}

// sellerActs: two of three sellers have an account with Stripe, and most of the others a bank.
func (y *year) sellerActs(t *testing.T, i int) {
	t.Helper()
	who := y.sellers[i].User
	if i%3 == 2 {
		if i%2 == 0 {
			y.lives(t, "name a bank", func() error {
				_, err := y.shop.SetPayoutAccount(t.Context(), y.as(who), someBank(who.Username), nil)
				return err
			})
		}
		return
	}
	account, err := y.db.ConnectedAccount(t.Context(), who.ID, true)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		y.lives(t, "connect", func() error { _, err := y.shop.Connect(t.Context(), y.as(who), "/sell/money"); return err })
		return
	}
	wantCode(t, "read the account of a seller", err, "")
	switch y.random.IntN(12) {
	case 0:
		wantCode(t, "restrict", y.sim.Restrict(account.Account, "requirements.past_due"), "")
	case 1, 2, 3, 4:
		if y.sim.AccountHas(account.Account) > 0 {
			wantCode(t, "pay a seller", y.sim.PayOut(account.Account, ""), "")
		}
	case 5:
		wantCode(t, "fail to pay a seller", y.sim.PayOut(account.Account, "The account is closed."), "")
	case 6:
		y.lives(t, "disconnect", func() error { return y.shop.Disconnect(t.Context(), y.as(who)) })
	default:
		wantCode(t, "tell Stripe all", y.sim.Onboarded(account.Account), "")
	}
}

// seesTo has the operator send what is owed to buyers, explain money that is of no order, and put something right.
func (y *year) seesTo(t *testing.T) {
	t.Helper()
	ctx, in := shop.By(t.Context(), operator), y.as(y.chief.User)
	waiting, err := y.db.RefundsWaiting(t.Context(), 100)
	wantCode(t, "list what is owed", err, "")
	for _, r := range waiting {
		if r.State == vitrine.RefundOwed {
			y.lives(t, "send what is owed", func() error {
				_, err := y.shop.SettleRefund(ctx, in, r.ID, shop.SentByHand{Note: "by transfer"}, nil)
				return err
			})
		}
	}
	open, err := y.db.OpenDifferences(t.Context(), 0, 100)
	wantCode(t, "list differences", err, "")
	for _, d := range open {
		if d.Kind == vitrine.DifferenceForeign && (y.fate.calm || d.FoundAt.Before(y.clock.Now().AddDate(0, 0, -14))) {
			y.lives(t, "explain", func() error {
				return y.shop.Explain(ctx, in, d.ID, d.Off(), shop.Explanation{Note: "Sold at a fair.", Account: vitrine.AccountShare})
			})
		}
	}
	if y.fate.calm {
		return
	}
	seller := y.sellers[y.random.IntN(len(y.sellers))].User
	account := func(kind vitrine.AccountKind, seller int64) vitrine.LedgerAccount {
		return vitrine.LedgerAccount{Kind: kind, SellerID: seller, Currency: "USD", Live: true}
	}
	y.lives(t, "put something right", func() error {
		_, err := y.shop.Adjust(ctx, in, shop.Adjustment{From: account(vitrine.AccountAvailable, seller.ID), To: account(vitrine.AccountShare, 0),
			Amount: vitrine.Amount(y.some(20)), Reason: "For a favour."})
		return err
	})
}

// paysSellers has the operator pay what is due, by a batch that the bank takes or not.
func (y *year) paysSellers(t *testing.T) {
	t.Helper()
	ctx, in := shop.By(t.Context(), operator), y.as(y.chief.User)
	var batch vitrine.PayoutBatch
	made := y.lives(t, "make a batch", func() (err error) { batch, err = y.shop.MakeBatch(ctx, in, "", nil); return err })
	if !made {
		return
	}
	if y.random.IntN(4) == 0 {
		y.lives(t, "cancel a batch", func() error { return y.shop.CancelBatch(ctx, in, batch.ID, nil) })
		return
	}
	y.lives(t, "send a batch", func() error { return y.shop.SendBatch(ctx, in, batch.ID, nil, nil) })
	payouts, err := y.db.PayoutsOfBatch(t.Context(), batch.ID)
	wantCode(t, "read a batch", err, "")
	for _, p := range payouts {
		if y.random.IntN(6) == 0 {
			y.lives(t, "bounce", func() error { return y.shop.PayoutBounced(ctx, in, p.ID, "AC04: account closed", nil) })
		}
	}
	if y.random.IntN(2) == 0 {
		y.lives(t, "all arrived", func() error { return y.shop.BatchArrived(ctx, in, batch.ID, nil) })
	}
}
