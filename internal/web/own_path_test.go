package web_test

import (
	"net/url"
	"strings"
	"testing"

	"vitrine/internal/web"
)

// TestOwnPath holds addresses that somebody wants people to go on to against what browsers
// make of them.
func TestOwnPath(t *testing.T) {
	t.Parallel()
	for _, own := range []string{
		"/", "/account", "/account/tokens?a=1&b=%2F%2Fx",
		"/oauth/authorize?redirect_uri=https%3A%2F%2Fa.example%2F&scope=a+b", "/a:b", "/ä", "/%09/x",
	} {
		if got := web.OwnPath(own); got != own {
			t.Errorf("%q became %q", own, got)
		}
	}
	for _, foreign := range []string{
		"", "account", "//host", "///host", "/\\host", "\\\\host", "\\/host", "/\t/host", "/\n/host", "/\r/host", "/\x00", " /account", "/a b",
		"https:", "https://host/", "https:host", "javascript:alert(1)", "/account\\@host", "/\x7f", "/%zz", "http:///host",
		"/" + strings.Repeat("a", 5000),
	} {
		if got := web.OwnPath(foreign); got != "" {
			t.Errorf("%q leads to %q", foreign, got)
		}
	}
}

func FuzzOwnPath(f *testing.F) {
	for _, seed := range []string{"/account", "//host", "/\\host", "/\t/host", "https://host"} {
		f.Add(seed)
	}
	base, err := url.Parse("https://models.example/sign-in")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		own := web.OwnPath(text)
		if own == "" {
			return
		}
		// What browsers take away or read as a slash must not make another host of it.
		read := strings.NewReplacer("\\", "/", "\t", "", "\n", "", "\r", "").Replace(own)
		u, err := base.Parse(read)
		if err != nil || u.Host != base.Host || u.Scheme != base.Scheme {
			t.Errorf("%q leads to %v, %v", text, u, err)
		}
	})
}
