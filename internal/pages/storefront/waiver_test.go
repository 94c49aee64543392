package storefront_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/shop"
)

// TestCheckoutAsksForTheWaiver pays with the box ticked and not, by each provider.
func TestCheckoutAsksForTheWaiver(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		provider payment.Provider
		outcome  string
		then     func(t *testing.T, s *site, id int64, checkout string, got page)
	}{
		{"sandbox", payment.Sandbox{}, "pay", func(t *testing.T, s *site, id int64, checkout string, got page) {
			got.wantRedirect(t, receiptOf(checkout))
			s.wantOrder(t, id, vitrine.Paid)
			s.get(t, receiptOf(checkout)).wantText(t, "Agreed", vitrine.DefaultWaiver)
		}},
		{"manual", payment.Manual{}, "agree", func(t *testing.T, s *site, id int64, checkout string, got page) {
			got.wantRedirect(t, checkout)
			s.wantOrder(t, id, vitrine.Unpaid)
			s.get(t, checkout).wantText(t, "Pay 12.50 USD to the seller as agreed")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, c.provider)
			house := vitrine.DefaultHouse()
			house.AskWaiver = true
			if err := s.shop.SetHouse(t.Context(), house); err != nil {
				t.Fatal(err)
			}
			id, checkout := s.order(t, s.publish(t, "Calibration cube", 12.5), "")
			shown := s.get(t, checkout)
			shown.wantText(t, vitrine.DefaultWaiver)
			if strings.Contains(shown.body, "name order") {
				t.Error("how to pay is told to one who has not agreed")
			}
			refused := s.choose(t, checkout, c.outcome)
			refused.wantStatus(t, http.StatusUnprocessableEntity)
			refused.wantText(t, "Tick the box if you agree")
			s.wantOrder(t, id, vitrine.Unpaid)
			c.then(t, s, id, checkout, s.agree(t, checkout, c.outcome))
		})
	}
}

// agree sends the form of a checkout page with its box ticked.
func (s *site) agree(t *testing.T, checkout, outcome string) page {
	t.Helper()
	form := url.Values{"outcome": {outcome}, "waiver": {shop.WaiverHash(vitrine.DefaultWaiver)}}
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, checkout, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	return s.browse(t, r)
}
