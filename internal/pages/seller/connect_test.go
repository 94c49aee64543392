package seller_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/internal/markettest"
	"vitrine/internal/payment/stripe"
	"vitrine/internal/payment/stripesim"
)

// TestConnectPages has a seller get an account with Stripe, come back before and after telling it all, see it restricted and its
// payout failed, and give it up; while Stripe does not answer, the page shows what is known.
func TestConnectPages(t *testing.T) {
	t.Parallel()
	const key, secret = "sk_test_0123456789", "whsec_0123456789abcdef0123"
	down := false
	sim := stripesim.New(stripesim.Options{Key: key, Secret: secret, Fault: func(*http.Request) stripesim.Fault {
		if down {
			return stripesim.Before
		}
		return stripesim.None
	}})
	server := httptest.NewServer(sim)
	t.Cleanup(server.Close)
	sim.SetAddress(server.URL)
	provider, err := stripe.New(stripe.Options{Key: key, Secrets: []string{secret}, API: server.URL, BaseURL: markettest.BaseURL})
	if err != nil {
		t.Fatal(err)
	}
	s := newSite(t, func(p *built) { p.Shop.Payments = provider })
	ada := s.signedIn(t, "ada")
	ada.get(t, "/sell/money").want(t, "at first", http.StatusOK, "What your buyers pay by Stripe can be paid to an account of your own there.",
		"Get paid by Stripe")
	to := ada.post(t, "/sell/money/connect", nil)
	if to.status != http.StatusSeeOther || !strings.HasPrefix(to.leads, server.URL+"/setup/acct_") ||
		!strings.Contains(to.leads, "connected%3D1") {
		t.Fatalf("connecting leads to %+v", to)
	}
	ada.get(t, "/sell/money?connected=1").want(t, "begun", http.StatusOK, "Stripe asks something of you still", "Go on at Stripe")
	account := sim.Accounts()[0]
	for _, step := range []struct {
		change func() error
		want   string
	}{
		{func() error { return sim.Onboarded(account) }, "Your sales are paid to it, from where Stripe pays your bank."},
		{func() error { return sim.PayOut(account, "The account is closed.") }, "The last payout from it failed: The account is closed."},
		{func() error { down = true; return nil }, "The account is closed."},
		{func() error { down = false; return sim.Restrict(account, "listed") }, "Stripe asks something of you: until you have answered"},
	} {
		if err := step.change(); err != nil {
			t.Fatal(err)
		}
		ada.get(t, "/sell/money?connected=1").want(t, step.want, http.StatusOK, step.want)
	}
	if gone := ada.post(t, "/sell/money/disconnect", nil); gone.status != http.StatusSeeOther || gone.leads != "/sell/money" {
		t.Errorf("giving it up leads to %+v", gone)
	}
	ada.get(t, "/sell/money").want(t, "given up", http.StatusOK, "Get paid by Stripe")
	ada.post(t, "/sell/money/disconnect", nil).want(t, "given up twice", http.StatusNotFound)
	for _, path := range []string{"/sell/money/connect", "/sell/money/disconnect"} { // after showing once more who it is
		if back := ada.get(t, path); back.leads != "/sell/money" {
			t.Errorf("%s leads to %+v", path, back)
		}
	}
	plain := newSite(t)
	eve := plain.signedIn(t, "eve")
	eve.post(t, "/sell/money/connect", nil).want(t, "where nobody pays sellers", http.StatusNotFound)
}
