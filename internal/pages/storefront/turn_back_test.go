package storefront_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/payment/stripe"
	"vitrine/internal/payment/stripesim"
)

// TestTurnBackFromStripe has customers come back from Stripe's page without having paid: they change what they buy, or cancel it, at
// once; and what they cancel a moment after they paid it is theirs.
func TestTurnBackFromStripe(t *testing.T) {
	t.Parallel()
	const key, secret = "sk_test_0123456789", "whsec_0123456789abcdef0123"
	sim := stripesim.New(stripesim.Options{Key: key, Secret: secret})
	server := httptest.NewServer(sim)
	t.Cleanup(server.Close)
	sim.SetAddress(server.URL)
	provider, err := stripe.New(stripe.Options{Key: key, Secrets: []string{secret}, API: server.URL, BaseURL: baseURL})
	if err != nil {
		t.Fatal(err)
	}
	const begun = "You have begun to pay on the page of our payment service."
	for name, begin := range map[string]func(*testing.T, *site) string{
		"one order": func(t *testing.T, s *site) string {
			_, checkout := s.order(t, s.publish(t, "Lamp", 9), "")
			return checkout
		},
		"a cart": func(t *testing.T, s *site) string {
			b := &basket{s, map[string]string{}}
			b.put(t, s.publish(t, "Chair", 12.5))
			b.put(t, s.publish(t, "Table", 7))
			made := b.do(t, "POST", "/cart/checkout", url.Values{"seen": seen(t, b.open(t, "/cart")), "email": {"ada@example.com"}})
			made.wantStatus(t, http.StatusSeeOther)
			return made.header.Get("Location")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, provider)
			path := begin(t, s)
			choose := func() (session string) {
				t.Helper()
				form := formOf(t, path, "card", map[string]string{"Sec-Fetch-Site": "same-origin"})
				to := s.browse(t, form).header.Get("Location")
				if !strings.HasPrefix(to, server.URL+"/c/pay/") {
					t.Fatalf("paying leads to %q", to)
				}
				return strings.TrimPrefix(to, server.URL+"/c/pay/")
			}
			session := choose()
			s.get(t, path).wantText(t, begun, "Change something first")
			s.choose(t, path, "back").wantRedirect(t, path)
			s.get(t, path).wantNoText(t, begun, "Your payment is on its way")
			if err := sim.Pay(session); err == nil {
				t.Error("what was turned back from can be paid")
			}
			session = choose()
			s.choose(t, path, "cancel").wantRedirect(t, path)
			s.get(t, path).wantNoText(t, begun, "Go on to the payment")
			if err := sim.Pay(session); err == nil {
				t.Error("what was canceled can be paid")
			}

			s = newSite(t, provider)
			path = begin(t, s)
			if err := sim.Pay(choose()); err != nil {
				t.Fatal(err)
			}
			if to := s.choose(t, path, "cancel").header.Get("Location"); !strings.Contains(to, "receipt") {
				t.Errorf("canceled after it was paid, it leads to %q", to)
			}
		})
	}
}
