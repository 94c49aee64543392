package shop_test

import (
	"testing"

	"vitrine"
	"vitrine/internal/shop"
)

// payoutActs are what is noted of payouts.
func payoutActs() []act {
	open := func(t *testing.T, a *acting) (*purse, shop.Batch) {
		a.shop = a.shopWith(&bank{})
		m := &purse{a, a.operator(t)}
		quiet := *a // of whom nothing is noted as the operator's
		quiet.ctx = t.Context()
		m.banks(t, a.seller)
		m.earns(t)
		return m, (&purse{&quiet, m.op}).batch(t)
	}
	return []act{
		{"SetPayoutAccount", "user.payout-account", func(_ *testing.T, a *acting) error {
			_, err := a.shop.SetPayoutAccount(a.ctx, a.as(a.seller, false), someBank("seller"), nil)
			return a.keep(someBank("").IBAN[4:20], err)
		}},
		{"Connect", "user.payout-account", func(t *testing.T, a *acting) error {
			tillOf(t, a.market, nil)
			_, err := a.shop.Connect(a.ctx, a.as(a.seller, false), "/sell/money")
			return err
		}},
		{"Disconnect", "user.payout-account", func(t *testing.T, a *acting) error {
			tillOf(t, a.market, nil)
			if _, err := a.shop.Connect(t.Context(), a.as(a.seller, false), "/sell/money"); err != nil {
				return err
			}
			return a.shop.Disconnect(a.ctx, a.as(a.seller, false))
		}},
		{"SetSellerFacts", "user.tax-profile", func(_ *testing.T, a *acting) error {
			p := vitrine.SellerFacts{LegalName: "Sally Seller", TaxNumber: "11 222 333 444"}
			return a.keep("Sally", a.shop.SetSellerFacts(a.ctx, a.as(a.seller, false), p, nil))
		}},
		{"SellersReport", "house.tax-report", func(t *testing.T, a *acting) error {
			return a.shop.SellersReport(a.ctx, a.operator(t), a.clock.Now().Year(), "dac7", func(vitrine.ReportedSeller) error { return nil })
		}},
		{"MakeBatch", "payout.make payout.batch", func(t *testing.T, a *acting) error {
			m, b := open(t, a)
			if err := a.shop.CancelBatch(t.Context(), m.desk(), b.ID, nil); err != nil {
				return err
			}
			_, err := a.shop.MakeBatch(a.ctx, m.desk(), "", nil)
			return err
		}},
		{"SendBatch", "payout.sent", func(t *testing.T, a *acting) error {
			m, b := open(t, a)
			return a.shop.SendBatch(a.ctx, m.desk(), b.ID, nil, nil)
		}},
		{"CancelBatch", "payout.cancel", func(t *testing.T, a *acting) error {
			m, b := open(t, a)
			return a.shop.CancelBatch(a.ctx, m.desk(), b.ID, nil)
		}},
		{"BatchForBank", "batch.export", func(t *testing.T, a *acting) error {
			m, b := open(t, a)
			_, err := a.shop.BatchForBank(a.ctx, m.desk(), b.ID, "csv")
			return err
		}},
		{"BatchArrived", "payout.paid", func(t *testing.T, a *acting) error {
			m, b := open(t, a)
			if err := a.shop.SendBatch(t.Context(), m.desk(), b.ID, nil, nil); err != nil {
				return err
			}
			return a.shop.BatchArrived(a.ctx, m.desk(), b.ID, nil)
		}},
		{"CancelPayout", "payout.cancel", func(t *testing.T, a *acting) error {
			m, b := open(t, a)
			return a.shop.CancelPayout(a.ctx, m.desk(), b.Payouts[0].ID, nil)
		}},
		{"PayoutBounced", "payout.failed", func(t *testing.T, a *acting) error {
			m, b := open(t, a)
			if err := a.shop.SendBatch(t.Context(), m.desk(), b.ID, nil, nil); err != nil {
				return err
			}
			return a.shop.PayoutBounced(a.ctx, m.desk(), b.Payouts[0].ID, "AC04", nil)
		}},
	}
}
