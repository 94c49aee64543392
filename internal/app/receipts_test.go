package app_test

import (
	"net/http"
	"testing"

	"vitrine/internal/receipt"
)

// TestKeysOfReceipts serves the public keys of receipts, and takes a new one without a restart.
func TestKeysOfReceipts(t *testing.T) {
	t.Parallel()
	c := settings(t)
	m, _ := emptyMarket(t, c)
	ask := func(etag string) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, m.public+"/.well-known/jwks.json", nil)
		if err != nil {
			t.Fatal(err)
		}
		if etag != "" {
			r.Header.Set("If-None-Match", etag)
		}
		answer, err := m.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = answer.Body.Close() })
		return answer
	}
	none := ask("")
	if none.StatusCode != http.StatusOK || none.Header.Get("Cache-Control") != "public, max-age=300" ||
		none.Header.Get("Content-Type") != "application/jwk-set+json" || none.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("without keys: %d, %v", none.StatusCode, none.Header)
	}
	if again := ask(none.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("asked again: %d", again.StatusCode)
	}
	for want := 1; want <= 2; want++ {
		command(t, c.Data, append([]string{"receipt", "rotate"}, flags(c)...)...)
		set, err := receipt.ParseSet([]byte(m.get(t, m.public+"/.well-known/jwks.json").Body))
		if err != nil || len(set) != want {
			t.Errorf("after %d rotations there are %d keys, %v", want, len(set), err)
		}
	}
	if changed := ask(none.Header.Get("ETag")); changed.StatusCode != http.StatusOK {
		t.Errorf("other keys have the ETag of before: %d", changed.StatusCode)
	}
}
