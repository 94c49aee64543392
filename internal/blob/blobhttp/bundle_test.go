package blobhttp_test

import (
	"bufio"
	"fmt"
	"hash/crc32"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/archive"
	"vitrine/internal/blob/blobhttp"
	"vitrine/internal/door"
)

// bundled is how large the file in a bundle is that readers dawdle with.
const bundled = 4 << 20

// TestBundleReaders sends a ZIP to a reader who is slow and gets all of it, and to readers
// who stand still or go away: neither keeps a file open, nor counts as damage.
func TestBundleReaders(t *testing.T) {
	t.Parallel()
	rules := door.DefaultRules()
	for name, c := range map[string]struct {
		read  func(line net.Conn) int64 // bytes that came
		whole bool
		most  time.Duration
	}{
		"slow":   {func(line net.Conn) int64 { return readSlowly(line, time.Second) }, true, 5 * time.Minute},
		"gone":   {func(line net.Conn) int64 { _ = line.Close(); return 0 }, false, time.Second},
		"stands": {func(net.Conn) int64 { return 0 }, false, 2 * rules.StallTime},
		"drips":  {func(line net.Conn) int64 { return readSlowly(line, 5*time.Minute) }, false, 10 * time.Minute},
		"takes a bit": {func(line net.Conn) int64 {
			n, _ := io.CopyN(io.Discard, line, 100_000)
			_ = line.Close()
			return n
		}, false, time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				var open atomic.Int64
				begun := time.Now()
				line, ended := bundleOn(t, rules, &open)
				came := c.read(line)
				<-ended
				if took := time.Since(begun); took > c.most {
					t.Errorf("the file was held for %v", took)
				}
				if open.Load() != 0 {
					t.Errorf("%d files are open still", open.Load())
				}
				if (came > bundled) != c.whole {
					t.Errorf("%d bytes came", came)
				}
			})
		})
	}
}

// bundleOn asks for a ZIP through a door, and returns the line and what is closed when the
// handler has ended.
func bundleOn(t *testing.T, rules door.Rules, open *atomic.Int64) (line net.Conn, ended chan struct{}) {
	t.Helper()
	sum := crc32.ChecksumIEEE(make([]byte, bundled))
	file := archive.File{Name: "a.bin", Size: bundled, CRC32: &sum, Open: func() (io.ReadSeekCloser, error) {
		open.Add(1)
		return &blank{open: open}, nil
	}}
	ended = make(chan struct{})
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(ended)
		broke := func(err error) { t.Errorf("it counts as damage: %v", err) }
		if err := blobhttp.Bundle(w, r, archive.New([]archive.File{file}, time.Now()), "a.zip", broke); err != nil {
			t.Error(err)
		}
	})}
	guests := &guests{coming: make(chan net.Conn), closed: make(chan struct{})}
	served := make(chan struct{})
	go func() { defer close(served); _ = door.New(rules).Serve(server, guests) }() // until it is closed
	line, inside := net.Pipe()
	guests.coming <- inside
	t.Cleanup(func() {
		_ = line.Close()
		_ = server.Close()
		<-served
	})
	if _, err := fmt.Fprint(line, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	return line, ended
}

// readSlowly reads an answer with a pause after each 64 KiB, until it ends or is cut.
func readSlowly(line net.Conn, pause time.Duration) int64 {
	response, err := http.ReadResponse(bufio.NewReaderSize(line, 64<<10), nil)
	if err != nil {
		return 0
	}
	defer response.Body.Close()
	var came int64
	for {
		n, err := io.CopyN(io.Discard, response.Body, 64<<10)
		if came += n; err != nil {
			return came
		}
		time.Sleep(pause)
	}
}

// blank is a file of zeros.
type blank struct {
	at   int64
	open *atomic.Int64
}

// Read reads on.
func (b *blank) Read(p []byte) (int, error) {
	if b.at >= bundled {
		return 0, io.EOF
	}
	p = p[:min(int64(len(p)), bundled-b.at)]
	clear(p)
	b.at += int64(len(p))
	return len(p), nil
}

// Seek moves.
func (b *blank) Seek(offset int64, _ int) (int64, error) { b.at = offset; return offset, nil }

// Close closes.
func (b *blank) Close() error { b.open.Add(-1); return nil }

// guests is a listener that connections are handed to.
type guests struct {
	coming chan net.Conn
	closed chan struct{}
}

// Accept waits for the next one.
func (g *guests) Accept() (net.Conn, error) {
	select {
	case line := <-g.coming:
		return line, nil
	case <-g.closed:
		return nil, net.ErrClosed
	}
}

// Close lets nobody in any more.
func (g *guests) Close() error { close(g.closed); return nil }

// Addr is nowhere.
func (g *guests) Addr() net.Addr { return &net.IPAddr{} }
