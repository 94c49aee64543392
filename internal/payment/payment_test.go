package payment_test

import (
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/payment"
)

func TestByName(t *testing.T) {
	t.Parallel()
	for name, live := range map[string]bool{"manual": true, "sandbox": false} {
		provider, err := payment.ByName(name)
		if err != nil || provider.Name() != name || provider.Live() != live {
			t.Errorf("%s gives %+v, %v; want live %t", name, provider, err, live)
		}
	}
	if _, err := payment.ByName("barter"); err == nil || !strings.Contains(err.Error(), `"barter"`) {
		t.Errorf("barter gives the error %v, want one that names it", err)
	}
}

func TestBegin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		provider payment.Provider
		live     bool
		choice   string
		want     payment.Attempt
		wantCode vitrine.Code
	}{
		{name: "pay", provider: payment.Sandbox{}, choice: "pay", want: payment.Attempt{Outcome: payment.Confirmed}},
		{name: "decline", provider: payment.Sandbox{}, choice: "decline", want: payment.Attempt{Outcome: payment.Declined}},
		{name: "delay", provider: payment.Sandbox{}, choice: "delay",
			want: payment.Attempt{Outcome: payment.Confirmed, After: payment.SandboxDelay}},
		{name: "no choice", provider: payment.Sandbox{}, wantCode: vitrine.Invalid},
		{name: "an order for real money", provider: payment.Sandbox{}, live: true, choice: "pay", wantCode: vitrine.Conflict},
		{name: "manual", provider: payment.Manual{}, live: true, choice: "pay", wantCode: vitrine.Conflict},
	} {
		got, err := c.provider.Begin(t.Context(), &vitrine.Order{Live: c.live}, c.choice)
		if got != c.want || vitrine.CodeOf(err) != c.wantCode || c.wantCode == "" && err != nil {
			t.Errorf("%s: got %+v, %v; want %+v, code %q", c.name, got, err, c.want, c.wantCode)
		}
	}
}
