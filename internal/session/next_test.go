package session_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"vitrine"
	"vitrine/internal/session"
	"vitrine/internal/shop"
)

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
