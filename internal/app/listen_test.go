package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"vitrine/internal/app"
)

// TestListen forwards an event of a server that has one, verifies it there, and removes its
// endpoint at the end. The second time that it asks, it says that the event is done.
func TestListen(t *testing.T) {
	t.Parallel()
	const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
	ctx, stop := context.WithCancel(t.Context())
	var mu sync.Mutex
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		asked = append(asked, r.Method+" "+r.URL.Path+" "+string(body))
		mu.Unlock()
		if r.Header.Get("Authorization") != "Bearer vat_token" {
			t.Errorf("asked with %q", r.Header.Get("Authorization"))
		}
		switch {
		case r.Method == http.MethodDelete:
			w.WriteHeader(http.StatusNoContent)
		case strings.HasSuffix(r.URL.Path, "/take"):
			w.Header().Set("Content-Type", "application/json")
			list := []map[string]any{}
			if strings.Contains(string(body), "[]") {
				list = append(list, map[string]any{"id": 5, "event_id": "evt_1", "request": `{"type":"order.paid"}`})
			} else {
				stop()
			}
			_ = json.NewEncoder(w).Encode(map[string]any{"deliveries": list})
		default:
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusCreated)
			fmt.Fprintf(w, `{"id": 3, "secret": %q}`, secret)
		}
	}))
	t.Cleanup(server.Close)
	developed := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		judge, err := standardwebhooks.NewWebhook(secret)
		if err == nil {
			err = judge.Verify(body, r.Header)
		}
		if err != nil || string(body) != `{"type":"order.paid"}` {
			t.Errorf("got %s, %v", body, err)
		}
	}))
	t.Cleanup(developed.Close)

	var out bytes.Buffer
	env := app.Environment{Stdout: &out, Stderr: io.Discard, Getenv: func(name string) (string, bool) {
		return "vat_token", name == "VITRINE_TOKEN"
	}}
	err := app.Run(ctx, []string{"vitrine", "listen", "--server", server.URL, "--forward-to", developed.URL, "--events", "order.paid"}, env)

	if err != nil || !strings.Contains(out.String(), "order.paid evt_1: 200 OK") {
		t.Errorf("it printed %s, %v", out.String(), err)
	}
	want := []string{`POST /v1/webhook_endpoints {"description":"vitrine listen","events":["order.paid"]}`,
		`POST /v1/webhook_endpoints/3/take {"done":[]}`, `POST /v1/webhook_endpoints/3/take {"done":[5]}`, `DELETE /v1/webhook_endpoints/3 `}
	if strings.Join(asked, "\n") != strings.Join(want, "\n") {
		t.Errorf("asked:\n%s", strings.Join(asked, "\n"))
	}
}
