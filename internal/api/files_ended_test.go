package api_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestSignedAddressEnds uses addresses that were given out when what they were
// given for has ended since.
func TestSignedAddressEnds(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, file := s.offer(t, "ada", complete, "a.stl")
	free, freeFile := s.offer(t, "ada", strings.Replace(complete, "12.50", "0", 1), "a.stl")
	s.pay(t, s.order(t, "carol", path, ""))
	addressFor := func(who, file string) request {
		t.Helper()
		got := s.do(t, get(who, file))
		wantStatus(t, got, http.StatusFound)
		return request{method: http.MethodGet, path: strings.TrimPrefix(got.Header.Get("Location"), baseURL)}
	}
	bought, given, own := addressFor("carol", file), addressFor("frank", freeFile), addressFor("ada", file)
	for _, address := range []request{bought, given, own} {
		wantStatus(t, s.do(t, address), http.StatusOK)
	}
	if _, err := s.shop.Refund(t.Context(), 1, false); err != nil {
		t.Fatal(err)
	}
	wantStatus(t, s.do(t, put("ada", free, `{"status":"draft"}`)), http.StatusOK)
	wantStatus(t, s.do(t, bought), http.StatusForbidden)
	wantStatus(t, s.do(t, given), http.StatusForbidden)
	wantStatus(t, s.do(t, own), http.StatusOK)
}
