package session_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/session"
	"vitrine/internal/shop"
)

// TestOwnPath holds addresses that somebody wants people to go on to against what browsers
// make of them.
func TestOwnPath(t *testing.T) {
	t.Parallel()
	for _, own := range []string{
		"/", "/account", "/account/tokens?a=1&b=%2F%2Fx",
		"/oauth/authorize?redirect_uri=https%3A%2F%2Fa.example%2F&scope=a+b", "/a:b", "/ä", "/%09/x",
	} {
		if got := session.OwnPath(own); got != own {
			t.Errorf("%q became %q", own, got)
		}
	}
	for _, foreign := range []string{
		"", "account", "//host", "///host", "/\\host", "\\\\host", "\\/host", "/\t/host", "/\n/host", "/\r/host", "/\x00", " /account", "/a b",
		"https:", "https://host/", "https:host", "javascript:alert(1)", "/account\\@host", "/\x7f", "/%zz", "http:///host",
		"/" + strings.Repeat("a", 5000),
	} {
		if got := session.OwnPath(foreign); got != "" {
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
		own := session.OwnPath(text)
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

func TestDetour(t *testing.T) {
	t.Parallel()
	r := httptest.NewRequest(http.MethodGet, "/account/tokens?a=1", nil)
	_, out := session.Required(r)
	again := &vitrine.Error{Code: vitrine.Forbidden, Err: shop.ErrProveAgain}
	for _, c := range []struct {
		r    *http.Request
		err  error
		want string
	}{
		{r, out, "/sign-in?next=%2Faccount%2Ftokens%3Fa%3D1"},
		{r, fmt.Errorf("wrapped: %w", again), "/sign-in/again?next=%2Faccount%2Ftokens%3Fa%3D1"},
		{httptest.NewRequest(http.MethodPost, "/account/tokens?a=1", nil), again, "/sign-in/again?next=%2Faccount%2Ftokens"},
		{httptest.NewRequest(http.MethodGet, "/account/tokens?lang=de", nil), again,
			"/sign-in/again?lang=de&next=%2Faccount%2Ftokens%3Flang%3Dde"},
		{httptest.NewRequest(http.MethodGet, "/account/tokens?lang=none", nil), again, "/sign-in/again?next=%2Faccount%2Ftokens%3Flang%3Dnone"},
		{r, vitrine.Errorf(vitrine.NotFound, "nothing"), ""},
		{r, nil, ""},
	} {
		if got := session.Detour(c.r, c.err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}
