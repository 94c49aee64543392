package shop_test

import (
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestWaiver has buyers pay with the box on their checkout page ticked and not.
func TestWaiver(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		m := newMarketOn(t, db, payment.Sandbox{})
		house := vitrine.DefaultHouse()
		house.AskWaiver, house.WaiverText = true, "Ich verzichte."
		wantCode(t, "ask for it", m.shop.SetHouse(t.Context(), house), "")
		o := m.order(t, m.model.ID)
		words, err := m.shop.NeedsWaiver(t.Context(), o)
		if err != nil || words != "Ich verzichte." {
			t.Fatalf("the page shows %q, %v", words, err)
		}
		hash := shop.WaiverHash(words)

		_, err = m.shop.Choose(t.Context(), o.CheckoutKey, "pay")
		wantCode(t, "pay without it", err, vitrine.Invalid)
		wantCode(t, "agree to nothing", m.shop.Waive(t.Context(), o.CheckoutKey, ""), vitrine.Invalid)
		wantCode(t, "agree to other words", m.shop.Waive(t.Context(), o.CheckoutKey, shop.WaiverHash(vitrine.DefaultWaiver)), vitrine.Invalid)
		wantCode(t, "agree", m.shop.Waive(t.Context(), o.CheckoutKey, hash), "")
		agreed := m.clock.Now()
		m.clock.Advance(time.Minute)
		wantCode(t, "agree once more", m.shop.Waive(t.Context(), o.CheckoutKey, hash), "")
		house.WaiverText = "Ich verzichte gern."
		wantCode(t, "change the words", m.shop.SetHouse(t.Context(), house), "")
		paid, err := m.shop.Choose(t.Context(), o.CheckoutKey, "pay")
		wantCode(t, "pay", err, "")

		kept, err := m.shop.WaiverOf(t.Context(), paid.Order)
		if err != nil || kept != "Ich verzichte." || !paid.Waiver.At.Equal(agreed) {
			t.Errorf("kept is %q of %s, %v; want the words and the time that were agreed to", kept, paid.Waiver.At, err)
		}
		house.AskWaiver = false
		wantCode(t, "ask no more", m.shop.SetHouse(t.Context(), house), "")
		_, err = m.shop.Choose(t.Context(), m.order(t, m.model.ID).CheckoutKey, "pay")
		wantCode(t, "pay where nobody asks", err, "")
	})
}
