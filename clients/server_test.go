// Package clients_test plays the stories of a seller and of a buyer with clients
// that are generated from the contract. run.sh generates them.
package clients_test

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// market is a running server with a seller and a buyer.
type market struct {
	base   string
	seller string // access tokens
	buyer  string
	admin  string
	app    application // of the buyer's
}

// application is one as the command line prints it.
type application struct {
	ClientID string `json:"client_id"`
}

// sellersScopes let the seller make accounts too, and look after their own.
const sellersScopes = "models:read,models:write,orders:read,orders:write,users:create,payouts:write,profile:write,library:read,tokens:read,tokens:write," +
	"sessions:read,sessions:write,grants:read,grants:write,account:export"

// sellersPassword lets the seller sign in at a browser.
const sellersPassword = "correct horse battery"

// openMarket starts a server of its own.
func openMarket(t *testing.T) market {
	t.Helper()
	binary := os.Getenv("VITRINE")
	if binary == "" {
		t.Fatal("VITRINE names no program: use run.sh")
	}
	data, address := filepath.Join(t.TempDir(), "data"), freeAddress(t)
	m := market{
		base:   "http://" + address,
		seller: makeUser(t, binary, data, "seller", "--scope", sellersScopes, "--password", sellersPassword),
		buyer:  makeUser(t, binary, data, "buyer", "--scope", "models:read,orders:read,orders:write,library:read,reviews:write,keeping:read,keeping:write,webhooks:read,webhooks:write"),
		admin:  makeUser(t, binary, data, "operator", "--admin"),
	}
	runJSON(t, &m.app, binary, "app", "create", "--data", data, "--name", "Workshop", "--owner", "buyer", "--redirect-uri", m.base+"/")
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
	var made struct {
		AccessToken string `json:"access_token"`
	}
	runJSON(t, &made, binary, arguments...)
	return made.AccessToken
}

// runJSON reads what a command prints.
func runJSON(t *testing.T, into any, binary string, arguments ...string) {
	t.Helper()
	text, err := exec.Command(binary, arguments...).Output()
	if err != nil {
		t.Fatalf("%q: %v", arguments, err)
	}
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

// allow signs the seller in at a browser, and has them say yes to the application.
func (m market) allow(t *testing.T) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	asked := url.Values{"response_type": {"code"}, "client_id": {m.app.ClientID}, "redirect_uri": {m.base + "/"}}
	post := func(path string, form url.Values) {
		t.Helper()
		answer, err := browser.PostForm(m.base+path, form)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != http.StatusSeeOther {
			t.Fatalf("%s answers %d", path, answer.StatusCode)
		}
	}
	post("/sign-in", url.Values{"email": {"seller@example.com"}, "password": {sellersPassword}})
	page := "/oauth/authorize?" + asked.Encode()
	post(page, url.Values{"decision": {"allow"}, "shown": {shownOn(t, browser, m.base+page)}})
}

// shownOn is what a page asks to have sent back with a yes.
func shownOn(t *testing.T, browser *http.Client, address string) string {
	t.Helper()
	answer, err := browser.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	page, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	shown := regexp.MustCompile(`name="shown" value="([^"]*)"`).FindSubmatch(page)
	if shown == nil {
		t.Fatalf("%s shows %d %s", address, answer.StatusCode, page)
	}
	return string(shown[1])
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
