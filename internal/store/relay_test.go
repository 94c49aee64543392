package store_test

import (
	"io"
	"net"
	"net/url"
	"sync"
	"testing"
)

// relay leads the connections to one address to servers that a test chooses, and holds
// back what they say where it wants so.
type relay struct {
	listener net.Listener
	mu       sync.Mutex
	to       func(connection int) string // host:port
	made     int
	held     sync.RWMutex
}

// newRelay listens until the test ends.
func newRelay(t *testing.T) *relay {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{listener: listener}
	var all sync.WaitGroup
	t.Cleanup(func() {
		_ = listener.Close()
		all.Wait()
	})
	all.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			all.Go(func() { r.serve(conn) })
		}
	})
	return r
}

// lead leads connections that are made from now on, counted from 0.
func (r *relay) lead(to func(connection int) string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.to, r.made = to, 0
}

// count is how many connections were made since lead.
func (r *relay) count() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.made
}

func (r *relay) serve(conn net.Conn) {
	defer conn.Close()
	r.mu.Lock()
	to := r.to(r.made)
	r.made++
	r.mu.Unlock()
	server, err := net.Dial("tcp", to)
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		_, _ = io.Copy(server, conn)
		_ = server.Close()
	}()
	answer := make([]byte, 64<<10)
	for {
		n, err := server.Read(answer)
		r.held.RLock()
		_, errWrite := conn.Write(answer[:n])
		r.held.RUnlock()
		if err != nil || errWrite != nil {
			return
		}
	}
}

// address is that of a database by way of the relay.
func (r *relay) address(t *testing.T, database string) string {
	t.Helper()
	address, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	address.Host = r.listener.Addr().String()
	return address.String()
}

// hostOf is where the server of a database listens.
func hostOf(t *testing.T, database string) string {
	t.Helper()
	address, err := url.Parse(database)
	if err != nil {
		t.Fatal(err)
	}
	return address.Host
}
