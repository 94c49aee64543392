package guard_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"vitrine/internal/guard"
)

// TestPublic asks about addresses of all kinds that are somebody's own, in all their spellings.
func TestPublic(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"127.0.0.1", "127.8.9.1", "0.0.0.0", "0.1.2.3", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
		"100.64.0.1", "192.0.0.8", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1",
		"255.255.255.255", "192.88.99.1",
		"::", "::1", "fe80::1", "fec0::1", "fc00::1", "fd12:3456::1", "ff02::1", "2001:db8::1", "100::1", "2002:7f00:1::", "2001::1",
		"64:ff9b::7f00:1", "64:ff9b:1::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1", "3fff::1", "5f00::1",
	} {
		if guard.Public(netip.MustParseAddr(address)) == nil {
			t.Errorf("%s counts as public", address)
		}
	}
	for _, address := range []string{"1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "2a00:1450:4001:81b::200e"} {
		if err := guard.Public(netip.MustParseAddr(address)); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}

func anywhere(netip.Addr) error { return nil }

func ask(t *testing.T, o guard.Options, address string) (*http.Response, error) {
	t.Helper()
	if o.Timeout == 0 {
		o.Timeout = 10 * time.Second
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := guard.Client(o).Do(r)
	if err == nil {
		t.Cleanup(func() { _ = answer.Body.Close() })
	}
	return answer, err
}

// TestDialled refuses this machine by its name and by its number: the address is looked at that is
// dialled.
func TestDialled(t *testing.T) {
	t.Parallel()
	met := make(chan struct{}, 10)
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { met <- struct{}{} }))
	t.Cleanup(server.Close)
	_, port, _ := strings.Cut(strings.TrimPrefix(server.URL, "http://"), ":")
	for _, host := range []string{"127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "0.0.0.0"} {
		answer, err := ask(t, guard.Options{Address: guard.Public}, "http://"+host+":"+port)
		if err == nil || !strings.Contains(err.Error(), "public internet") {
			t.Errorf("%s: %v, %v", host, answer, err)
		}
	}
	if len(met) > 0 {
		t.Error("a server on this machine was reached")
	}
}

func TestRedirectIsTheAnswer(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/elsewhere" {
			t.Error("the redirect was followed")
		}
		http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
	}))
	t.Cleanup(server.Close)
	answer, err := ask(t, guard.Options{Address: anywhere}, server.URL)
	if err != nil || answer.StatusCode != http.StatusTemporaryRedirect {
		t.Errorf("got %v, %v", answer, err)
	}
	elsewhere := errors.New("it leads elsewhere")
	if _, err := ask(t, guard.Options{Address: anywhere, Redirect: elsewhere}, server.URL); !errors.Is(err, elsewhere) {
		t.Errorf("with an error for redirects: %v", err)
	}
}

func TestURLIsRefusedFirst(t *testing.T) {
	t.Parallel()
	refused := errors.New("not there")
	_, err := ask(t, guard.Options{Address: anywhere, URL: func(*url.URL) error { return refused }}, "http://name.invalid")
	if !errors.Is(err, refused) {
		t.Errorf("got %v", err)
	}
}

// TestEndless has a server that never stops answering, and one that never begins.
func TestEndless(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/silent" {
			<-r.Context().Done()
			return
		}
		for r.Context().Err() == nil {
			if _, err := w.Write([]byte(strings.Repeat("x", 1024))); err != nil {
				return
			}
		}
	}))
	t.Cleanup(server.Close)
	answer, err := ask(t, guard.Options{Address: anywhere, MaxAnswer: 5000}, server.URL)
	if err != nil {
		t.Fatal(err)
	}
	read, err := io.ReadAll(answer.Body)
	if !errors.Is(err, guard.ErrTooLong) || len(read) > 5000 {
		t.Errorf("%d bytes, %v", len(read), err)
	}
	if _, err := ask(t, guard.Options{Address: anywhere, Timeout: 50 * time.Millisecond}, server.URL+"/silent"); !errors.Is(err,
		context.DeadlineExceeded) {
		t.Errorf("a server that says nothing: %v", err)
	}
}
