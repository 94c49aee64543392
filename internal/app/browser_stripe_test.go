package app_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"vitrine"
	browser "vitrine/internal/browsertest"
	"vitrine/internal/payment/stripesim"
	"vitrine/internal/shop"
)

// TestStripeInBrowser has a customer leave the pages of Stripe without paying, go on with the
// payment, pay and come to the receipt, and see the order refunded: in wide and narrow windows,
// with the events of Stripe and without.
func TestStripeInBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("it opens a browser")
	}
	t.Parallel()
	for _, w := range bothWidths() {
		t.Run(w.name, func(t *testing.T) {
			t.Parallel()
			told := w.name == "360"
			m, host := marketByStripe(t, told)
			m.findsTax(t)
			m.bowl = m.publish(t, m.draft(t, m.ofDemo(t, "Walnut Bowl Heaped with Fruit", 2, map[string]any{"price": 18})))
			p := &guest{market: m, w: w, axe: true, opts: []browser.Option{browser.Without3D(), browser.Host(host)}}
			p.page = w.open(t, p.opts...)
			p.open(t, p.bowl, "model-by-stripe")
			p.page.Fill(`form[action="/buy"] #email`, "eve@example.com")
			p.press(t, `form[action="/buy"] button`, "Checkout")
			p.says(t, "Tax is part of the price")
			p.look("checkout-stripe")
			checkout := p.page.Address()
			p.page.Click("[name=first]")
			pay := p.buttonSays(t, "Pay 18.00 USD")
			p.press(t, pay, "Walnut Bowl Heaped with Fruit")
			p.press(t, `button[value="back"]`, "Checkout")
			p.says(t, "You have begun to pay on the page of our payment service.")
			p.look("checkout-stripe-begun")
			p.press(t, `main form button[value="card"]`, "Walnut Bowl Heaped with Fruit")
			p.page.Follow(`button[value="pay"]`)
			p.page.Wait(`document.querySelector("h1")?.textContent === "Receipt"`)
			p.says(t, "Includes 2.87 USD of VAT (19%, Germany).") // as the simulated customer lives there
			p.look("receipt-stripe")
			receipt := p.page.Address()
			p.page.Follow(`a[href*="/invoices/"]`)
			p.says(t, "15.13")
			p.page.Go(receipt)
			if key := checkout[strings.LastIndexByte(checkout, '/')+1:]; !strings.Contains(p.page.Address(), key) {
				t.Errorf("the receipt is at %s, the checkout was at %s", p.page.Address(), checkout)
			}
			p.paysByBank(t)
			p.connects(t)
			o, err := m.app.Shop().Refund(t.Context(), 1, false)
			if err != nil || o.Status != vitrine.Refunded {
				t.Fatalf("a refund gives %+v, %v", o, err)
			}
			p.page.Go(p.page.Address())
			p.says(t, "refunded")
		})
	}
}

// findsTax has an operator choose Stripe Tax.
func (m *market) findsTax(t *testing.T) {
	t.Helper()
	s := m.app.Shop()
	chief, _, err := s.CreateUser(t.Context(), shop.NewUser{Username: "taxman", Email: "taxman@example.com", Admin: true})
	if err != nil {
		t.Fatal(err)
	}
	in := shop.SignedIn{User: *chief, Session: vitrine.Session{ProvedAt: time.Now(), CreatedAt: time.Now(), Strong: true}}
	err = s.SetTaxRules(t.Context(), in, vitrine.TaxRules{Mode: vitrine.TaxStripe, Seller: vitrine.ShopSells, Series: "INV-",
		House: vitrine.Party{Name: "Vitrine GmbH", Address: "Marktplatz 1", Country: "DE", VATID: "DE136695976"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
}

// paysByBank has another customer pay by a bank that confirms later: their page says so, and has no button to pay.
func (p *guest) paysByBank(t *testing.T) {
	t.Helper()
	buyer := &guest{market: p.market, w: p.w, opts: p.opts, axe: true}
	buyer.page = p.w.open(t, p.opts...)
	buyer.open(t, p.bowl, "model-by-stripe-bank")
	buyer.page.Fill(`form[action="/buy"] #email`, "mallory@example.com")
	buyer.press(t, `form[action="/buy"] button`, "Checkout")
	buyer.page.Click("[name=first]")
	buyer.press(t, submit, "Walnut Bowl Heaped with Fruit")
	buyer.page.Follow(`button[value="later"]`)
	buyer.page.Wait(`document.querySelector("main")?.innerText.includes("your bank has still to confirm it")`)
	if n := browser.Eval[int](buyer.page, `document.querySelectorAll("main button[value=card]").length`); n != 0 {
		t.Errorf("%d buttons pay what is paid", n)
	}
	buyer.look("checkout-stripe-bank")
}

// connects has a seller get an account at Stripe: the form may lead there, and back.
func (p *guest) connects(t *testing.T) {
	t.Helper()
	seller := &guest{market: p.market, w: p.w, opts: p.opts, name: "connie-" + p.w.name, email: "connie-" + p.w.name + "@example.com"}
	seller.page = p.w.open(t, p.opts...)
	seller.join(t)
	seller.axe = true
	seller.open(t, "/sell/money", "sell-money-stripe")
	seller.press(t, `form[action="/sell/money/connect"] button`, "Simulated account")
	seller.press(t, `button[value="done"]`, "Your money")
	seller.says(t, "Your sales are paid to it, from where Stripe pays your bank.")
	seller.look("sell-money-connected")
}

// buttonSays returns the selector of the first button of the page, which must say something.
func (p *guest) buttonSays(t *testing.T, want string) string {
	t.Helper()
	if got := strings.TrimSpace(p.page.Text(submit)); got != want {
		t.Errorf("the button says %q, want %q", got, want)
	}
	return submit
}

// marketByStripe is a marketplace that is paid by a simulation of Stripe, which is at a host of its own. told
// says whether its events arrive.
func marketByStripe(t *testing.T, told bool) (m *market, host string) {
	t.Helper()
	var sim *stripesim.Sim
	const key, secret = "sk_test_0123456789", "whsec_0123456789abcdef0123"
	sim = stripesim.New(stripesim.Options{Key: key, Secret: secret, Told: func(e *stripesim.Event) {
		if !told {
			return
		}
		if err := sim.Send(context.WithoutCancel(t.Context()), m.public+"/payments/stripe/events", e); err != nil {
			t.Errorf("event %s: %v", e.Type, err)
		}
	}})
	server := httptest.NewServer(sim)
	t.Cleanup(server.Close)
	sim.SetAddress(server.URL)
	c := unlimited(t)
	c.Payments, c.StripeKey, c.StripeSecrets, c.StripeAPI = "stripe", key, secret, server.URL
	m = marketOf(t, c, "juniper-forge", readPlainly)
	return m, server.Listener.Addr().String()
}

// TestStripeEventsOverHTTP refuses what Stripe did not sign, and what is no event.
func TestStripeEventsOverHTTP(t *testing.T) {
	t.Parallel()
	m, _ := marketByStripe(t, false)
	for name, c := range map[string]struct {
		path, body string
		want       int
	}{
		"not signed":       {"/payments/stripe/events", `{"id":"evt_1","object":"event"}`, http.StatusUnauthorized},
		"too large":        {"/payments/stripe/events", strings.Repeat(" ", 1<<20+1), http.StatusRequestEntityTooLarge},
		"another provider": {"/payments/sandbox/events", "{}", http.StatusNotFound},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, m.public+c.path, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if _ = answer.Body.Close(); answer.StatusCode != c.want {
			t.Errorf("%s: status %d, want %d", name, answer.StatusCode, c.want)
		}
	}
}
