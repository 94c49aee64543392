// Package clients_test plays the stories of a seller and of a buyer with clients
// that are generated from the contract. run.sh generates them.
package clients_test

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// market is a running server with a seller and a buyer.
type market struct {
	base   string
	seller string // access tokens
	buyer  string
}

// sellersScopes let the seller make accounts too.
const sellersScopes = "models:read,models:write,orders:read,orders:write,users:create"

// openMarket starts a server of its own.
func openMarket(t *testing.T) market {
	t.Helper()
	binary := os.Getenv("VITRINE")
	if binary == "" {
		t.Fatal("VITRINE names no program: use run.sh")
	}
	data, address := filepath.Join(t.TempDir(), "data"), freeAddress(t)
	m := market{base: "http://" + address, seller: makeUser(t, binary, data, "seller", "--scope", sellersScopes), buyer: makeUser(t, binary, data, "buyer")}
	server := exec.Command(binary, "serve", "--data", data, "--listen", address, "--base-url", m.base, "--payments", "sandbox", "--admin-listen", "")
	server.Stderr = os.Stderr
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Signal(os.Interrupt)
		_ = server.Wait()
	})
	wait(t, "the server", func() bool {
		answer, err := http.Get(m.base + "/readyz")
		if err != nil {
			return false
		}
		answer.Body.Close()
		return answer.StatusCode == http.StatusOK
	})
	return m
}

func makeUser(t *testing.T, binary, data, name string, more ...string) string {
	t.Helper()
	arguments := append([]string{"user", "create", "--data", data, "--username", name, "--email", name + "@example.com"}, more...)
	text, err := exec.Command(binary, arguments...).Output()
	if err != nil {
		t.Fatalf("make the user %s: %v", name, err)
	}
	var made struct {
		AccessToken string `json:"access_token"`
	}
	if err := json.Unmarshal(text, &made); err != nil {
		t.Fatal(err)
	}
	return made.AccessToken
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

// wait asks until the answer is yes.
func wait(t *testing.T, what string, done func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ticker := time.NewTicker(50 * time.Millisecond)
	defer ticker.Stop()
	for !done() {
		select {
		case <-ctx.Done():
			t.Fatalf("%s did not come", what)
		case <-ticker.C:
		}
	}
}

// pay does what the customer does on the checkout page.
func pay(t *testing.T, checkout string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, checkout, strings.NewReader(url.Values{"outcome": {"pay"}}.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode >= http.StatusBadRequest {
		t.Fatalf("the checkout page answers %d", answer.StatusCode)
	}
}

// tour returns a file of the README's tour.
func tour(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "docs", "tour", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// as fails unless an answer is of one type, that of success.
func as[T any](t *testing.T, answer any, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	good, ok := answer.(T)
	if !ok {
		text, _ := json.Marshal(answer)
		t.Fatalf("the answer is a %T: %s", answer, text)
	}
	return good
}
