package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"vitrine/internal/web"
)

func TestClientAddress(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("/address", func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, web.ClientAddress(r.Context())) })
	trusted := web.Proxies{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for _, test := range []struct {
		name      string
		trusted   web.Proxies
		peer      string
		forwarded []string
		want      string
	}{
		{"direct", nil, "192.0.2.1:80", nil, "192.0.2.1"},
		{"direct, IPv6", nil, "[2001:db8::1]:80", nil, "2001:db8::1"},
		{"nobody is trusted", nil, "10.0.0.1:80", []string{"192.0.2.9"}, "10.0.0.1"},
		{"the peer is not trusted", trusted, "192.0.2.1:80", []string{"192.0.2.9"}, "192.0.2.1"},
		{"through a proxy", trusted, "10.0.0.1:80", []string{"192.0.2.9"}, "192.0.2.9"},
		{"through two", trusted, "10.0.0.1:80", []string{"192.0.2.9, 10.0.0.2"}, "192.0.2.9"},
		{"a forged one in front", trusted, "10.0.0.1:80", []string{"203.0.113.5, 192.0.2.9"}, "192.0.2.9"},
		{"two lines", trusted, "10.0.0.1:80", []string{"203.0.113.5", "192.0.2.9, 10.0.0.2"}, "192.0.2.9"},
		{"IPv6", trusted, "[fd00::1]:80", []string{"2001:db8::9"}, "2001:db8::9"},
		{"with ports", trusted, "10.0.0.1:80", []string{"192.0.2.9:4711"}, "192.0.2.9"},
		{"IPv6 with a port", trusted, "10.0.0.1:80", []string{"[2001:db8::9]:4711"}, "2001:db8::9"},
		{"mapped to IPv6", trusted, "[::ffff:10.0.0.1]:80", []string{"192.0.2.9"}, "192.0.2.9"},
		{"rubbish", trusted, "10.0.0.1:80", []string{"192.0.2.9, unknown"}, "10.0.0.1"},
		{"empty", trusted, "10.0.0.1:80", nil, "10.0.0.1"},
		{"proxies alone", trusted, "10.0.0.1:80", []string{"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest(http.MethodGet, "/address", nil)
			r.RemoteAddr = test.peer
			r.Header["X-Forwarded-For"] = test.forwarded
			w := record(web.Wrap(mux, web.Options{TrustedProxies: test.trusted}), r)
			if got := w.Body.String(); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
