package app_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

// from asks as a client behind a trusted proxy, and returns the status.
func (m *market) from(t *testing.T, client, method, path, token string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, m.public+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Forwarded-For", client)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	answer, err := m.client.Transport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, answer.Body)
	if (answer.StatusCode == http.StatusTooManyRequests) != (answer.Header.Get("Retry-After") != "") {
		t.Errorf("%s %s: status %d, Retry-After %q", method, path, answer.StatusCode, answer.Header.Get("Retry-After"))
	}
	return answer.StatusCode
}

// TestGuessingEnds guesses each kind of secret from all addresses of a network.
func TestGuessingEnds(t *testing.T) {
	t.Parallel()
	c := settings(t)
	c.TrustedProxies, c.GuessRate, c.GuessBurst = "127.0.0.0/8", 1, 5
	m, _ := emptyMarket(t, c)
	draft := m.draft(t, upload{members: map[string]any{"title": "A text"}, files: []namedFile{{plain + "a.txt", []byte("text")}}})
	files, _ := m.call(t, "GET", draft+"/files", nil)["files"].([]any)
	own := fmt.Sprintf("%s/files/%v", draft, files[0].(map[string]any)["id"])
	signed := strings.TrimPrefix(m.redirect(t, m.public+own), m.public)
	for number, test := range []struct {
		method, path, token string
		miss                int
		right               string // an address that this kind of guess would find
		rightStatus         int    // of it, once too much was guessed
	}{
		{"GET", "/checkout/guess%d", "", 404, "/checkout/right", 429},
		{"POST", "/checkout/guess%d", "", 404, "/checkout/right", 429},
		{"GET", "/receipt/guess%d", "", 404, "/receipt/right", 429},
		{"GET", "/receipt/guess%d/files/1", "", 404, "/receipt/right", 429},
		{"GET", "/blobs/files/guess%d?expires=99999999999&signature=x", "", 403, signed, 429},
		{"GET", "/v1/models/999/files/1?download_token=vdl_guess%d", m.token, 404, own + "?download_token=right", 429},
		{"GET", "/v1/models/999/files/1?download%%5Ftoken=vdl_guess%d", m.token, 404, own + "?download%5Ftoken=right", 429},
		{"GET", "/v1/models?n=%d", "vtr_guess", 401, "/v1/models", 200}, // others of this address go on
		{"GET", "/v1/models?m=%d", "vtr_guess", 401, "/checkout/right", 404},
		{"GET", "/checkout/guess%d", "", 404, own + "?download_token=right", 302}, // which its author needs no token for
	} {
		t.Run(test.method+" "+test.path, func(t *testing.T) {
			client := func(host int) string { return fmt.Sprintf("2001:db8:0:%x::%x", number, host+1) }
			for i := range 5 {
				if got := m.from(t, client(i), test.method, fmt.Sprintf(test.path, i), test.token); got != test.miss {
					t.Fatalf("guess %d: status %d, want %d", i, got, test.miss)
				}
			}
			if got := m.from(t, client(5), test.method, fmt.Sprintf(test.path, 5), test.token); got != http.StatusTooManyRequests {
				t.Errorf("guess 6: status %d, want 429", got)
			}
			if got := m.from(t, client(6), "GET", test.right, m.token); got != test.rightStatus {
				t.Errorf("the right one: status %d, want %d", got, test.rightStatus)
			}
			if got := m.from(t, "2001:db8:1::1", "GET", test.right, m.token); got == http.StatusTooManyRequests {
				t.Error("another network is refused too")
			}
			for _, path := range []string{"/", "/v1/models", "/healthz"} {
				if got := m.from(t, client(7), "GET", path, m.token); got != http.StatusOK {
					t.Errorf("%s answers %d", path, got)
				}
			}
		})
	}
}

// TestPagesAreCounted reads each page until its network may read no more.
func TestPagesAreCounted(t *testing.T) {
	t.Parallel()
	c := settings(t)
	c.TrustedProxies, c.PageRate, c.PageBurst, c.OrderRate, c.OrderBurst = "127.0.0.0/8", 1, 2, 1, 2
	m, _ := emptyMarket(t, c)
	for number, page := range []string{
		"GET /", "GET /search", "GET /3d-models", "GET /sellers/ada", "GET /docs", "GET /docs/schemas", "GET /problems/not_found",
		"GET /docs/operations/listModels", "GET /docs/schemas/Model", "GET /sitemap.xml",
		"GET /checkout/x", "POST /checkout/x", "GET /receipt/x", "POST /buy",
	} {
		method, path, _ := strings.Cut(page, " ")
		for i, limited := range []bool{false, false, true} {
			got := m.from(t, fmt.Sprintf("2001:db8:0:%x::%x", number, i), method, path, "")
			if (got == http.StatusTooManyRequests) != limited {
				t.Errorf("%s, time %d: status %d", page, i+1, got)
			}
		}
	}
}
