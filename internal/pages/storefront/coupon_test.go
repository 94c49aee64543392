package storefront_test

import (
	"net/http"
	"net/url"
	"slices"
	"testing"

	"vitrine"
	"vitrine/internal/payment"
)

// TestCouponAtTheCheckout enters a wrong code and a right one, gives it up, and pays the lower price.
func TestCouponAtTheCheckout(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	cube := s.publish(t, "Calibration cube", 12.5)
	_, checkout := s.order(t, cube, "")
	s.get(t, checkout).wantNoText(t, "Code of a coupon")
	s.call(t, s.seller, "POST", "/v1/coupons", map[string]any{"code": "TEN-OFF", "name": "Friends", "percent": 10}, http.StatusCreated)
	s.get(t, checkout).wantText(t, "Code of a coupon", "12.50 USD")

	send := func(outcome, code string) page {
		t.Helper()
		return s.send(t, checkout, url.Values{"outcome": {outcome}, "coupon": {code}}, "same-origin")
	}
	wrong := send("coupon", "<b>wrong")
	wrong.wantStatus(t, http.StatusUnprocessableEntity)
	wrong.wantText(t, "There is no such code: look whether you have typed it right.")
	if typed := wrong.attributes(t, "input", "value"); !slices.Contains(typed, "<b>wrong") {
		t.Errorf("what was typed is gone: %q", typed)
	}
	send("coupon", "ten-off").wantRedirect(t, checkout)
	s.get(t, checkout).wantText(t, "The coupon TEN-OFF takes 1.25 USD off.", "Pay 11.25 USD (sandbox)")
	send("nocoupon", "TEN-OFF").wantRedirect(t, checkout)
	s.get(t, checkout).wantText(t, "Pay 12.50 USD (sandbox)")
	send("coupon", "TEN-OFF").wantRedirect(t, checkout)

	s.call(t, s.seller, "DELETE", "/v1/coupons/1", nil, http.StatusNoContent)
	late := send("pay", "")
	late.wantStatus(t, http.StatusConflict)
	late.wantText(t, "The code TEN-OFF is not good any more: look at the price", "12.50 USD")
	s.call(t, s.seller, "POST", "/v1/coupons", map[string]any{"code": "FIVE-OFF", "name": "Friends", "amount": "5.00"}, http.StatusCreated)
	send("coupon", "five-off").wantRedirect(t, checkout)
	paid := send("pay", "")
	paid.wantStatus(t, http.StatusSeeOther)
	s.get(t, paid.header.Get("Location")).wantText(t, "12.50 USD 7.50 USD", "with the coupon FIVE-OFF")
}

// TestCouponsOfACart lowers what is bought together, by a code for each of two orders.
func TestCouponsOfACart(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	b := &basket{s, map[string]string{}}
	for _, model := range []string{s.publish(t, "Cube", 12.5), s.publish(t, "Ball", 4)} {
		b.put(t, model).wantRedirect(t, "/cart?added")
	}
	s.call(t, s.seller, "POST", "/v1/coupons", map[string]any{"code": "CUBE-OFF", "name": "x", "percent": 10, "model_ids": []int64{1}},
		http.StatusCreated)
	s.call(t, s.seller, "POST", "/v1/coupons", map[string]any{"code": "BALL-OFF", "name": "x", "amount": "1.00", "model_ids": []int64{2}},
		http.StatusCreated)
	made := b.do(t, "POST", "/cart/checkout", url.Values{"seen": seen(t, b.open(t, "/cart")), "email": {"ada@example.com"}})
	made.wantStatus(t, http.StatusSeeOther)
	path := made.header.Get("Location")
	send := func(outcome, code string) page {
		t.Helper()
		return b.do(t, "POST", path, url.Values{"outcome": {outcome}, "coupon": {code}})
	}
	wrong := send("coupon", "CUBE-ON")
	wrong.wantStatus(t, http.StatusUnprocessableEntity)
	wrong.wantText(t, "There is no such code")
	send("coupon", "cube-off").wantRedirect(t, path)
	send("coupon", "ball-off").wantRedirect(t, path)
	b.open(t, path).wantText(t, "Coupon CUBE-OFF\u22121.25 USD", "Coupon BALL-OFF\u22121.00 USD", "Together14.25 USD",
		"Pay 14.25 USD (sandbox)")
	send("nocoupon", "ball-off").wantRedirect(t, path)
	b.open(t, path).wantText(t, "Together15.25 USD")
	send("pay", "").wantRedirect(t, path+"/receipt")
	b.open(t, path+"/receipt").wantText(t, "Coupon CUBE-OFF\u22121.25 USD", "Together15.25 USD")
	orders, err := s.db.Orders(t.Context(), vitrine.OrderQuery{Scope: vitrine.OrdersAll, Page: vitrine.Page{Number: 1, Size: 10}}, s.now())
	if err != nil || len(orders.Orders) != 2 || orders.Orders[0].Price+orders.Orders[1].Price != 1525 {
		t.Errorf("the orders are %+v, %v", orders.Orders, err)
	}
}
