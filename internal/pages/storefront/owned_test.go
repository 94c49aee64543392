package storefront_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"vitrine/internal/payment"
)

// TestOwnedAlready leads to what the same account has bought instead of selling
// it twice.
func TestOwnedAlready(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	model := s.publish(t, "Calibration cube", 12.5)
	order := func(more map[string]any) string {
		t.Helper()
		request := map[string]any{"model_id": strings.TrimPrefix(model, "/v1/models/")}
		for name, value := range more {
			request[name] = value
		}
		made := s.call(t, s.buyer, "POST", "/v1/orders/", request, http.StatusCreated)
		return strings.TrimPrefix(made["checkout_url"].(string), baseURL)
	}
	first, second, again := order(nil), order(nil), order(map[string]any{"again": true})
	s.choose(t, first, "pay").wantRedirect(t, receiptOf(first))

	for _, got := range []page{s.choose(t, second, "pay"), s.get(t, second)} {
		got.wantText(t, "You own this already: here it is.")
		if links := got.attributes(t, "a", "href"); !slices.Contains(links, receiptOf(first)) {
			t.Errorf("the page links to %v, want the receipt", links)
		}
		if outcomes := got.outcomes(t); !slices.Equal(outcomes, []string{"cancel"}) {
			t.Errorf("the customer can choose %v", outcomes)
		}
	}
	s.choose(t, second, "pay").wantStatus(t, http.StatusConflict)
	s.choose(t, again, "pay").wantRedirect(t, receiptOf(again))
}

// TestVisitorIsAsked shows the same page to everybody who types an address,
// whoever has bought what with it.
func TestVisitorIsAsked(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	model, path := s.publishOf(t, map[string]any{"title": "Cube"})
	buy := func(email string) string {
		t.Helper()
		return s.send(t, "/buy", buyForm(t, s.get(t, path), email), "same-origin").header.Get("Location")
	}
	s.choose(t, buy("eve@example.net"), "pay").wantStatus(t, http.StatusSeeOther)
	made := s.call(t, s.buyer, "POST", "/v1/orders/", map[string]any{"model_id": strings.TrimPrefix(model, "/v1/models/")}, http.StatusCreated)
	s.choose(t, strings.TrimPrefix(made["checkout_url"].(string), baseURL), "pay").wantStatus(t, http.StatusSeeOther)

	shown := map[string]string{}
	for _, email := range []string{"eve@example.net", "bob@example.com", "new@example.net"} {
		checkout := buy(email)
		got := s.get(t, checkout)
		got.wantText(t, "I have not bought this model with the address "+email+" before")
		if !slices.Contains(got.attributes(t, "input", "name"), "first") {
			t.Error("the page does not ask")
		}
		text := strings.ReplaceAll(strings.ReplaceAll(got.text(t), email, "ADDRESS"), checkout, "PLACE")
		shown[text] = email
	}
	if len(shown) != 1 {
		t.Errorf("the page tells addresses apart: %v", shown)
	}
	_, free := s.publishOf(t, map[string]any{"title": "Free", "price": 0})
	location := s.send(t, "/buy", buyForm(t, s.get(t, free), "eve@example.net"), "same-origin").header.Get("Location")
	if slices.Contains(s.get(t, location).attributes(t, "input", "name"), "first") {
		t.Error("the page asks before it gives something away")
	}
}

// TestVisitorWhoPaysByHandIsTold: there is no button that an answer could go with, so the
// page says what it asks elsewhere.
func TestVisitorWhoPaysByHandIsTold(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Manual{})
	_, path := s.publishOf(t, map[string]any{"title": "Cube"})
	location := s.send(t, "/buy", buyForm(t, s.get(t, path), "eve@example.net"), "same-origin").header.Get("Location")
	got := s.get(t, location)
	got.wantText(t, "If you have bought this model with the address eve@example.net before, you need not pay again: the link that you kept "+
		"then still opens it.")
	if names := got.attributes(t, "input", "name"); slices.Contains(names, "first") {
		t.Errorf("the page asks with a box that nothing sends: %q", names)
	}
}

// TestModelGoneWhileOpen says on the page why the order can't be paid any more.
func TestModelGoneWhileOpen(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	model := s.publish(t, "Calibration cube", 12.5)
	id, checkout := s.order(t, model, "")
	s.call(t, s.seller, "DELETE", model, nil, http.StatusNoContent)
	got := s.choose(t, checkout, "pay")
	got.wantStatus(t, http.StatusConflict)
	got.wantText(t, "This order is canceled and can't be paid any more. Its model is no longer sold. Nothing was charged.")
	order := s.call(t, s.buyer, "GET", "/v1/orders/"+strconv.FormatInt(id, 10), nil, http.StatusOK)
	if order["status"] != "canceled" || order["canceled_because"] != "model_gone" || order["checkout_url"] != nil {
		t.Errorf("the order is %v because of %v", order["status"], order["canceled_because"])
	}
}
