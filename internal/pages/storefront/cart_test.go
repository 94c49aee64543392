package storefront_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/payment"
)

// basket is a browser that keeps cookies.
type basket struct {
	*site
	cookies map[string]string
}

func (b *basket) do(t *testing.T, method, path string, form url.Values) page {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(form.Encode()))
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	for name, value := range b.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	got := b.browse(t, r)
	for _, c := range (&http.Response{Header: got.header}).Cookies() {
		if b.cookies[c.Name] = c.Value; c.MaxAge < 0 {
			delete(b.cookies, c.Name)
		}
	}
	return got
}

func (b *basket) open(t *testing.T, path string) page { t.Helper(); return b.do(t, "GET", path, nil) }

func (b *basket) put(t *testing.T, model string) page {
	t.Helper()
	return b.do(t, "POST", "/cart", url.Values{"model": {strings.TrimPrefix(model, "/v1/models/")}})
}

// seen are the hidden fields of the cart's form.
func seen(t *testing.T, cart page) (values []string) {
	t.Helper()
	for _, value := range cart.attributes(t, "input", "value") {
		if strings.Contains(value, ":") {
			values = append(values, value)
		}
	}
	return values
}

// wantNoText fails for a page that says one of some texts.
func (p page) wantNoText(t *testing.T, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if strings.Contains(p.text(t), part) {
			t.Errorf("the page says %q", part)
		}
	}
}

// TestCartOfAVisitor fills a cart, buys two models of it, and finds it empty.
func TestCartOfAVisitor(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	cube, ball, gone := s.publish(t, "Cube", 12.5), s.publish(t, "Ball", 0.49), s.publish(t, "Cone", 3)
	b := &basket{s, map[string]string{}}

	b.open(t, "/cart").wantText(t, "Nothing is in your cart yet")
	if len(b.cookies) != 0 {
		t.Errorf("looking at an empty cart sets cookies: %v", b.cookies)
	}
	for _, model := range []string{cube, ball, gone, cube} {
		b.put(t, model).wantRedirect(t, "/cart?added")
	}
	s.call(t, s.seller, "DELETE", gone, nil, http.StatusNoContent)
	s.call(t, s.seller, "PUT", ball, map[string]any{"price": 1.49}, http.StatusOK)
	cart := b.open(t, "/cart")
	cart.wantStatus(t, http.StatusOK)
	cart.wantText(t, "Cube", "Ball", "13.99 USD", "it was 0.49 USD when you put it in", "no longer sold")
	b.open(t, "/").wantText(t, "Cart 3")
	s.get(t, "/").wantNoText(t, "Cart 3")

	shown := seen(t, cart)
	if len(shown) != 2 {
		t.Fatalf("the form names %q, want two models", shown)
	}
	form := url.Values{"seen": shown, "email": {"no address"}}
	b.do(t, "POST", "/cart/checkout", form).wantStatus(t, http.StatusUnprocessableEntity)
	form.Set("email", "ada@example.com")
	s.call(t, s.seller, "PUT", ball, map[string]any{"price": 2.49}, http.StatusOK)
	changed := b.do(t, "POST", "/cart/checkout", form)
	changed.wantStatus(t, http.StatusConflict)
	changed.wantText(t, "Something has changed", "14.99 USD")
	form["seen"] = seen(t, changed)
	made := b.do(t, "POST", "/cart/checkout", form)
	made.wantStatus(t, http.StatusSeeOther)
	path := made.header.Get("Location")
	checkout := b.open(t, path)
	checkout.wantText(t, "Cube", "Ball", "Pay 14.99 USD (sandbox)", "SANDBOX: NO MONEY MOVES")

	b.do(t, "POST", path, url.Values{"outcome": {"decline"}}).wantRedirect(t, path+"?declined=1")
	b.do(t, "POST", path, url.Values{"outcome": {"pay"}}).wantRedirect(t, path+"/receipt")
	receipt := b.open(t, path+"/receipt")
	receipt.wantText(t, "Receipt", "Cube", "Ball", "14.99 USD", "Download all")
	b.open(t, path).wantRedirect(t, path+"/receipt")
	b.open(t, "/cart").wantNoText(t, "Cube")
	s.wantOrder(t, 1, vitrine.Paid)
	s.wantOrder(t, 2, vitrine.Paid)
	b.do(t, "POST", "/cart/remove", url.Values{"model": {strings.TrimPrefix(gone, "/v1/models/")}}).wantRedirect(t, "/cart")
	if b.cookies["vitrine-cart"] != "" {
		t.Errorf("an empty cart leaves a cookie: %v", b.cookies)
	}
}

// TestForgedCart takes no cart that the marketplace did not write.
func TestForgedCart(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	b := &basket{s, map[string]string{}}
	b.put(t, s.publish(t, "Cube", 12.5))
	good := b.cookies["vitrine-cart"]
	for _, forged := range []string{"1.0_x", strings.Replace(good, "1.", "2.", 1), good + "x", strings.Repeat("1.0-", 9000)} {
		other := &basket{s, map[string]string{"vitrine-cart": forged}}
		other.open(t, "/cart").wantText(t, "Nothing is in your cart yet")
	}
}

// TestCheckoutThatIsOver leads back to the cart from a purchase that was called off, and names an order that left.
func TestCheckoutThatIsOver(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	cube, ball := s.publish(t, "Cube", 12.5), s.publish(t, "Ball", 2)
	b := &basket{s, map[string]string{}}
	buy := func() string {
		b.put(t, cube)
		b.put(t, ball)
		made := b.do(t, "POST", "/cart/checkout", url.Values{"seen": seen(t, b.open(t, "/cart")), "email": {"ada@example.com"}})
		made.wantStatus(t, http.StatusSeeOther)
		return made.header.Get("Location")
	}
	path := buy()
	b.do(t, "POST", path, url.Values{"outcome": {"cancel"}}).wantRedirect(t, path)
	over := b.open(t, path)
	over.wantText(t, "This purchase was called off", "Put all of it back into the cart")
	s.wantOrder(t, 1, vitrine.Canceled)

	path = buy()
	s.call(t, s.seller, "DELETE", ball, nil, http.StatusNoContent)
	lacks := b.open(t, path)
	lacks.wantText(t, "Its model is no longer sold", "Not all of it can be paid any more", "Go on without that")
	lacks.wantNoText(t, "Pay 14.50 USD")
	b.do(t, "POST", path, url.Values{"outcome": {"pay"}}).wantStatus(t, http.StatusConflict)
	b.do(t, "POST", path, url.Values{"outcome": {"without"}}).wantRedirect(t, path)
	b.open(t, path).wantText(t, "Pay 12.50 USD (sandbox)")
	b.do(t, "POST", path, url.Values{"outcome": {"pay"}}).wantRedirect(t, path+"/receipt")
	s.get(t, "/checkouts/guess").wantStatus(t, http.StatusNotFound)
}
