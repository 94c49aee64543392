package pages_test

import (
	"strings"
	"testing"

	"vitrine/internal/pages"
)

func TestPolicy(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		policy pages.Policy
		want   string
	}{
		{pages.Policy{}, "default-src 'none'; img-src 'self'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"},
		{
			pages.Policy{FormLeadsTo: []string{"https://shop.example/back", "", "https://bank.example"}, Asks: true, Viewer: []string{"glb"}},
			"default-src 'none'; img-src 'self' blob:; script-src 'self'; connect-src 'self' blob:; style-src 'self'; " +
				"form-action 'self' https://shop.example https://bank.example; base-uri 'none'; frame-ancestors 'none'",
		},
		{
			pages.Policy{Script: true, Asks: true},
			"default-src 'none'; img-src 'self'; script-src 'self'; connect-src 'self'; style-src 'self'; form-action 'self'; base-uri 'none'; " +
				"frame-ancestors 'none'",
		},
		{
			pages.Policy{Viewer: []string{"splat"}},
			"default-src 'none'; img-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self' blob:; " +
				"style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
		},
	} {
		if got := c.policy.String(); got != c.want {
			t.Errorf("policy %q, want %q", got, c.want)
		}
	}
	hostile := pages.Policy{FormLeadsTo: []string{"https://a.example;script-src *"}, Viewer: []string{"glb"}}
	if got := hostile.String(); strings.Contains(got, "*") || strings.Contains(got, "javascript") {
		t.Errorf("policy %q", got)
	}
}

func TestGrouped(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -1000: "-1,000", -100: "-100"} {
		if got := pages.Grouped(n); got != want {
			t.Errorf("%d is %q", n, got)
		}
	}
}
