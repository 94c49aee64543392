package vies_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"vitrine/internal/vies"
)

// TestKnown asks a register that knows one VAT ID, and is out of order in many ways.
func TestKnown(t *testing.T) {
	t.Parallel()
	answers := map[string]string{
		"/ms/DE/vat/136695976": `{"isValid": true, "userError": "VALID", "name": "---"}`,
		"/ms/AT/vat/U13585627": `{"isValid": false, "userError": "INVALID"}`,
		"/ms/FR/vat/1":         `{"isValid": false, "userError": "MS_UNAVAILABLE"}`,
		"/ms/IT/vat/1":         `{"actionSucceed": false, "errorWrappers": [{"error": "MS_MAX_CONCURRENT_REQ"}]}`,
		"/ms/ES/vat/1":         `<html>`,
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, ok := answers[r.URL.Path]
		if !ok {
			http.Error(w, "busy", http.StatusServiceUnavailable)
			return
		}
		_, _ = w.Write([]byte(text))
	}))
	t.Cleanup(server.Close)
	register := vies.At(server.URL, server.Client())
	for id, want := range map[string]bool{"DE136695976": true, "ATU13585627": false} {
		if known, err := register.Known(t.Context(), id); known != want || err != nil {
			t.Errorf("%s is known: %t (%v)", id, known, err)
		}
	}
	for _, id := range []string{"FR1", "IT1", "ES1", "NL1", "X", ""} {
		if known, err := register.Known(t.Context(), id); known || err == nil {
			t.Errorf("%q is known: %t, and there is no fault", id, known)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := register.Known(gone, "DE136695976"); err == nil {
		t.Error("a buyer who left is answered")
	}
	// The client of a server dials no address of this machine.
	if _, err := vies.At(server.URL, vies.New().Client()).Known(t.Context(), "DE136695976"); err == nil {
		t.Error("an address of this machine is dialled")
	}
}
