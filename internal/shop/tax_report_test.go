package shop_test

import (
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// TestTaxReport tells of who sold something, with what they say of themselves, and keeps it after they are gone for as
// long as the law asks.
func TestSellersReport(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newPurse(t, db)
		m.earns(t)
		m.banks(t, m.seller)
		year := m.clock.Now().Year()
		profile := vitrine.SellerFacts{LegalName: "Sally Seller", Country: "DE", TaxNumber: "11 222 333 444", TaxCountry: "DE"}
		late := m.as(m.seller, false)
		late.Session.ProvedAt = late.Session.ProvedAt.Add(-vitrine.FreshFor)
		wantCode(t, "say it without a fresh sign-in", m.shop.SetSellerFacts(t.Context(), late, profile, nil), vitrine.Forbidden)
		_, err := m.shop.SellerFacts(t.Context(), late)
		wantCode(t, "read it without a fresh sign-in", err, vitrine.Forbidden)
		wantCode(t, "say it", m.shop.SetSellerFacts(t.Context(), m.as(m.seller, false), profile, sees(0)), "")
		wantCode(t, "say it anew", m.shop.SetSellerFacts(t.Context(), m.as(m.seller, false), profile, sees(0)), vitrine.Stale)
		wantCode(t, "of the buyer, who sells nothing", m.shop.SetSellerFacts(t.Context(), m.as(m.buyer, false), profile, nil), "")
		wantCode(t, "wrong", m.shop.SetSellerFacts(t.Context(), m.as(m.seller, false), vitrine.SellerFacts{Country: "Germany"}, nil),
			vitrine.Invalid)

		told := m.report(t, year)
		if len(told) != 1 || told[0].Profile != profile || told[0].Account != someBank("").IBAN || told[0].Whole().Paid != 1250 {
			t.Errorf("the report tells of %+v", told)
		}
		if told := m.report(t, year-1); len(told) != 0 {
			t.Errorf("that of the year before tells of %+v", told)
		}
		never := func(vitrine.ReportedSeller) error { t.Error("it tells of somebody"); return nil }
		err = m.shop.SellersReport(m.ctx, m.desk(), year+1, "dac7", never)
		wantCode(t, "of a year to come", err, vitrine.Invalid)
		err = m.shop.SellersReport(m.ctx, m.as(m.seller, false), year, "dac7", never)
		wantCode(t, "to a seller", err, vitrine.NotFound)

		for _, who := range []vitrine.Caller{m.seller, m.buyer} {
			wantCode(t, "ask to be forgotten", m.shop.AskErasure(t.Context(), m.as(who, false)), "")
		}
		m.clock.Advance(vitrine.ErasureWait)
		wantCode(t, "begin", m.shop.EraseDue(t.Context()), "")
		m.clock.Advance(time.Hour)
		wantCode(t, "end", m.shop.EraseDue(t.Context()), "")
		if _, err := m.db.SellerFacts(t.Context(), m.buyer.User.ID); vitrine.CodeOf(err) != vitrine.NotFound {
			t.Errorf("that of who sold nothing: %v", err)
		}
		if told := m.report(t, year); len(told) != 1 || told[0].Profile != profile || told[0].Account != "" {
			t.Errorf("after they are gone the report tells of %+v", told)
		}
		m.clock.Advance(time.Date(year+1+vitrine.TaxKept, 1, 1, 0, 0, 0, 0, time.UTC).Sub(m.clock.Now()))
		wantCode(t, "forget", m.shop.ForgetSellerFacts(t.Context()), "")
		if _, err := m.db.SellerFacts(t.Context(), m.seller.User.ID); vitrine.CodeOf(err) != vitrine.NotFound {
			t.Errorf("ten years later: %v", err)
		}
	})
}

// report is what an operator is told of a year.
func (m *purse) report(t *testing.T, year int) (told []vitrine.ReportedSeller) {
	t.Helper()
	err := m.shop.SellersReport(m.ctx, m.desk(), year, "dac7", func(one vitrine.ReportedSeller) error {
		told = append(told, one)
		return nil
	})
	wantCode(t, "report", err, "")
	return told
}
