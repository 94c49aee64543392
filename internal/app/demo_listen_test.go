package app_test

import (
	"net"
	"testing"

	"vitrine/internal/app"
)

// TestDemoTakesAnotherPort when the one that was asked for is in use, on the same
// host, and nothing when the address is none.
func TestDemoTakesAnotherPort(t *testing.T) {
	t.Parallel()
	first, err := app.ListenNear("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	second, err := app.ListenNear(first.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	a, b := first.Addr().(*net.TCPAddr), second.Addr().(*net.TCPAddr)
	if !a.IP.Equal(b.IP) || a.Port == b.Port {
		t.Errorf("%s was in use: it listens at %s", a, b)
	}
	for _, address := range []string{"nowhere", "127.0.0.1:port", "192.0.2.1:80"} {
		if listener, err := app.ListenNear(address); err == nil {
			t.Errorf("%q: it listens at %s", address, listener.Addr())
			_ = listener.Close()
		}
	}
}
