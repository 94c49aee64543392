package storefront_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/payment"
)

// TestBundleInTheCart sees a bundle on the page of a model, puts it into the cart, takes a model out and in, and pays its price.
func TestBundleInTheCart(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	_, path := s.publishOf(t, map[string]any{"title": "Cube", "price": 12})
	ball := s.publish(t, "Ball", 4)
	s.get(t, path).wantNoText(t, "Bundle")
	s.call(t, s.seller, "POST", "/v1/bundles", map[string]any{"name": "Toys", "price": "12.00", "model_ids": []int64{1, 2}},
		http.StatusCreated)
	s.get(t, path).wantText(t, "In the bundle “Toys” you save 4.00 USD", "2 models for 12.00 USD",
		"One by one they cost 16.00 USD: you save 4.00 USD.")

	b := &basket{s, map[string]string{}}
	b.do(t, "POST", "/cart", url.Values{"bundle": {"1"}}).wantRedirect(t, "/cart?added")
	b.open(t, "/cart").wantText(t, "Bundle “Toys”\u22124.00 USD", "Together12.00 USD")
	b.do(t, "POST", "/cart/remove", url.Values{"model": {strings.TrimPrefix(ball, "/v1/models/")}}).wantRedirect(t, "/cart")
	b.open(t, "/cart").wantText(t, "Together12.00 USD")
	b.open(t, "/cart").wantNoText(t, "Toys")
	b.put(t, ball).wantRedirect(t, "/cart?added") // by itself it makes up the bundle, too

	values := seen(t, b.open(t, "/cart"))
	form := url.Values{"seen": values[:2], "bundle": values[2:], "email": {"ada@example.com"}}
	s.call(t, s.seller, "PUT", "/v1/bundles/1", map[string]any{"price": "10.00"}, http.StatusOK)
	changed := b.do(t, "POST", "/cart/checkout", form)
	changed.wantStatus(t, http.StatusConflict)
	changed.wantText(t, "Something has changed since you looked at your cart.", "Bundle “Toys”\u22126.00 USD")

	form.Set("bundle", seen(t, changed)[2])
	made := b.do(t, "POST", "/cart/checkout", form)
	made.wantStatus(t, http.StatusSeeOther)
	at := made.header.Get("Location")
	b.open(t, at).wantText(t, "Bundle “Toys”\u22126.00 USD", "Together10.00 USD", "Pay 10.00 USD (sandbox)")
	b.do(t, "POST", at, url.Values{"outcome": {"pay"}}).wantRedirect(t, at+"/receipt")
	b.open(t, at+"/receipt").wantText(t, "Bundle “Toys”\u22126.00 USD", "Together10.00 USD")

	s.call(t, s.seller, "DELETE", "/v1/bundles/1", nil, http.StatusNoContent)
	s.get(t, path).wantNoText(t, "Bundle")
	gone := b.do(t, "POST", "/cart", url.Values{"bundle": {"1"}})
	gone.wantStatus(t, http.StatusNotFound)
	gone.wantText(t, "This bundle is no longer sold.")
}

// TestBundleIsNotWhole says so where a part of one can't be paid any more, and what the rest costs then.
func TestBundleIsNotWhole(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	s.publish(t, "Cube", 12)
	ball := s.publish(t, "Ball", 4)
	s.call(t, s.seller, "POST", "/v1/bundles", map[string]any{"name": "Toys", "price": "8.00", "model_ids": []int64{1, 2}},
		http.StatusCreated)
	b := &basket{s, map[string]string{}}
	b.do(t, "POST", "/cart", url.Values{"bundle": {"1"}}).wantRedirect(t, "/cart?added")
	values := seen(t, b.open(t, "/cart"))
	made := b.do(t, "POST", "/cart/checkout", url.Values{"seen": values[:2], "bundle": values[2:], "email": {"ada@example.com"}})
	made.wantStatus(t, http.StatusSeeOther)
	at := made.header.Get("Location")
	s.call(t, s.seller, "DELETE", ball, nil, http.StatusNoContent)
	refused := b.do(t, "POST", at, url.Values{"outcome": {"pay"}})
	refused.wantStatus(t, http.StatusConflict)
	refused.wantText(t, "Its model is no longer sold.", "A bundle that is not whole costs what its models do one by one.")
	b.do(t, "POST", at, url.Values{"outcome": {"without"}}).wantRedirect(t, at)
	b.open(t, at).wantText(t, "Together12.00 USD", "Pay 12.00 USD (sandbox)")
}
