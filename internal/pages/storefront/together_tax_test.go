package storefront_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/payment"
	"vitrine/internal/store"
)

// taxedCart checks out a cart in a marketplace that finds tax by its table, and returns the page and the orders.
func taxedCart(t *testing.T, s *site, models ...string) (path string, orders []*vitrine.Order) {
	t.Helper()
	rules := vitrine.TaxRules{Mode: vitrine.TaxTable, Seller: vitrine.ShopSells, NetworkHeader: "X-Country",
		House: vitrine.Party{Name: "Vitrine GmbH", Country: "DE"}}
	if err := s.db.Write(t.Context(), func(tx *store.Tx) error { return tx.SetTaxRules(t.Context(), rules) }); err != nil {
		t.Fatal(err)
	}
	b := &basket{s, map[string]string{}}
	for _, model := range models {
		b.put(t, model)
	}
	made := b.do(t, "POST", "/cart/checkout", url.Values{"seen": seen(t, b.open(t, "/cart")), "email": {"ada@example.com"}})
	made.wantStatus(t, http.StatusSeeOther)
	path = made.header.Get("Location")
	c, err := s.shop.CheckoutByKey(t.Context(), strings.TrimPrefix(path, "/checkouts/"))
	if err != nil {
		t.Fatal(err)
	}
	return path, c.Orders
}

// bill says from a network where somebody lives.
func (s *site) bill(t *testing.T, path, network string, form url.Values) page {
	t.Helper()
	form.Set("outcome", "bill")
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("X-Country", network)
	return s.browse(t, r)
}

const confirmsCountry = "Yes, this is the country in which I live"

// TestPlaceBesideAFreeOrder has a network contradict what a buyer says whose first order is free.
func TestPlaceBesideAFreeOrder(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	free, cube := s.publish(t, "Free", 0), s.publish(t, "Cube", 12.5)
	path, orders := taxedCart(t, s, cube, free) // what was put in last is first
	if orders[0].Price != 0 || orders[1].Price == 0 {
		t.Fatalf("the orders cost %s and %s, want a free one first", orders[0].Price, orders[1].Price)
	}

	s.bill(t, path, "FR", url.Values{"country": {"DE"}}).wantRedirect(t, path)
	kept, err := s.db.Order(t.Context(), orders[1].ID)
	if err != nil || kept.Billing.Country != "DE" || kept.Billing.Network != "FR" {
		t.Errorf("kept: said %q, network %q, %v", kept.Billing.Country, kept.Billing.Network, err)
	}
	s.get(t, path).wantText(t, confirmsCountry)
	s.choose(t, path, "pay").wantStatus(t, http.StatusUnprocessableEntity)
	s.bill(t, path, "FR", url.Values{"country": {"DE"}, "sure": {"yes"}}).wantRedirect(t, path)
	s.get(t, path).wantText(t, "Pay 12.50 USD (sandbox)")
}

// TestPlaceOfEachOrder asks for the country as long as one order lacks it, whichever has it.
func TestPlaceOfEachOrder(t *testing.T) {
	t.Parallel()
	for billed, name := range []string{"first", "second"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, payment.Sandbox{})
			path, orders := taxedCart(t, s, s.publish(t, "Cube", 12.5), s.publish(t, "Ball", 2))
			own := "/checkout/" + orders[billed].CheckoutKey
			s.bill(t, own, "", url.Values{"country": {"AT"}, "name": {"Grace"}}).wantRedirect(t, own)

			got := s.get(t, path)
			got.wantText(t, "Where do you live?")
			got.wantNoText(t, "Pay 14.50 USD")
			if !strings.Contains(got.body, `<option value="AT" selected>`) || !strings.Contains(got.body, `value="Grace"`) {
				t.Error("the page asks again for what was said of one order")
			}
			refused := s.choose(t, path, "pay")
			refused.wantStatus(t, http.StatusUnprocessableEntity)
			refused.wantText(t, "Where do you live?")
			s.bill(t, path, "", url.Values{"country": {"AT"}, "name": {"Grace"}}).wantRedirect(t, path)
			page := s.get(t, path)
			page.wantText(t, "Pay 14.50 USD (sandbox)")
			page.wantText(t, "Includes 2.08 USD of VAT")
			page.wantText(t, "Includes 0.33 USD of VAT")
			s.choose(t, path, "pay").wantRedirect(t, path+"/receipt")
			s.get(t, path+"/receipt").wantText(t, "Includes 2.08 USD of VAT")
		})
	}
}
