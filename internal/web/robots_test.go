package web_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"vitrine/internal/web"
)

func TestIsVisit(t *testing.T) {
	t.Parallel()
	const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
	for name, test := range map[string]struct {
		method, agent, header, value string
		want                         bool
	}{
		"a browser":       {http.MethodGet, firefox, "", "", true},
		"a telephone":     {http.MethodGet, "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Safari/604.1", "", "", true},
		"the head alone":  {http.MethodHead, firefox, "", "", false},
		"loaded ahead":    {http.MethodGet, firefox, "Sec-Purpose", "prefetch;prerender", false},
		"of before":       {http.MethodGet, firefox, "X-Moz", "prefetch", false},
		"another purpose": {http.MethodGet, firefox, "Sec-Purpose", "other", true},
		"nameless":        {http.MethodGet, "", "", "", false},
		"a search engine": {http.MethodGet, "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "", "", false},
		"a program":       {http.MethodGet, "curl/8.5.0", "", "", false},
		"a preview":       {http.MethodGet, "facebookexternalhit/1.1", "", "", false},
	} {
		r := httptest.NewRequestWithContext(t.Context(), test.method, "/", nil)
		r.Header.Set("User-Agent", test.agent)
		if test.header != "" {
			r.Header.Set(test.header, test.value)
		}
		if got := web.IsVisit(r); got != test.want {
			t.Errorf("%s: it is a visit: %t, want %t", name, got, test.want)
		}
	}
}
