package door

import (
	"io"
	"net/http"
	"net/netip"
	"time"

	"vitrine"
)

// maxLeft is how much of a body that nobody wants is read, in bytes, so that the
// connection can be used again.
const maxLeft = 64 << 10

// watch tells the connection of each request when it begins and ends.
func (d *Door) watch(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := connOf(r.Context())
		if c == nil {
			next.ServeHTTP(w, r)
			return
		}
		c.begin(r)
		defer c.end()
		// After a request with two lengths nobody knows where the next one begins (RFC 9112, section 6.1). A place in the
		// reserve is for one request.
		if c.twoLengths || !c.headKnown || c.inReserve != nil {
			w.Header().Set("Connection", "close")
		}
		if !hasBody(r) {
			next.ServeHTTP(w, r)
			return
		}
		watched := *r
		sent := &body{ReadCloser: r.Body, conn: c, left: r.ContentLength, asked: r.Header.Get("Expect") != ""}
		watched.Body = sent
		next.ServeHTTP(&answer{ResponseWriter: w, body: sent}, &watched)
	})
}

func hasBody(r *http.Request) bool { return r.Body != nil && r.Body != http.NoBody }

// Enter reports whether a request may be answered; call leave when it was. client is
// the address that it came from, behind proxies. A request that may not be is
// RateLimited, Unavailable or Malformed.
func (d *Door) Enter(r *http.Request, client string) (leave func(), err error) {
	nothing := func() {}
	if d == nil {
		return nothing, nil
	}
	c := connOf(r.Context())
	if c == nil {
		return nothing, nil
	}
	switch {
	case c.twoLengths:
		return nothing, vitrine.Errorf(vitrine.Malformed, "the request has both Content-Length and Transfer-Encoding: send one of them")
	case c.displaced.Load():
		return nothing, vitrine.Errorf(vitrine.Unavailable, "the connection made room for others: send the request again")
	case c.inReserve != nil && !d.rules.Always(r):
		d.counts.turnedAway.Add(1)
		return nothing, c.full()
	case c.trusted:
		return d.enterProxied(client)
	}
	return nothing, nil
}

func (c *conn) full() error {
	if c.crowded {
		return tooMany()
	}
	return vitrine.Errorf(vitrine.Unavailable, "the server has as many connections as it can serve: try again in a moment")
}

func tooMany() error {
	return vitrine.Errorf(vitrine.RateLimited, "there are too many connections from your address: use fewer at once")
}

// enterProxied counts the requests of a client whose connections are a proxy's.
func (d *Door) enterProxied(client string) (leave func(), err error) {
	address, err := netip.ParseAddr(client)
	if err != nil || d.rules.Trusted(address.Unmap()) {
		return func() {}, nil // a proxy's own
	}
	network := Network(address)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.proxied[network] >= d.rules.PerNetwork {
		d.counts.turnedAway.Add(1)
		return func() {}, tooMany()
	}
	d.proxied[network]++
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.proxied[network]--; d.proxied[network] <= 0 {
			delete(d.proxied, network)
		}
	}, nil
}

// body is a request's body that remembers whether it was read.
type body struct {
	io.ReadCloser
	conn  *conn
	left  int64 // bytes; negative when nobody knows
	asked bool  // its sender waits to be told to go on
	over  bool
	err   error
}

// Read reads on.
func (b *body) Read(p []byte) (int, error) {
	b.asked = false
	n, err := b.ReadCloser.Read(p)
	b.left -= int64(n)
	if err == io.EOF && !b.over {
		b.over = true
		b.conn.enter(working)
	} else if err != nil {
		b.err = err
	}
	return n, err
}

// finish reads the little that is left of a body that nobody wants, and says
// whether the connection can be used again.
func (b *body) finish() bool {
	// Where asked is set, a read would send 100 Continue and invite what nobody wants.
	if b.over || b.err != nil || b.asked || b.left > maxLeft {
		return b.over
	}
	_ = b.conn.SetReadDeadline(time.Now().Add(settleTime)) // it never fails
	_, _ = io.CopyN(io.Discard, b, maxLeft+1)
	return b.over
}

// answer closes the connection behind an answer whose request has a body that
// was not read.
type answer struct {
	http.ResponseWriter
	body  *body
	begun bool
}

// WriteHeader begins the answer.
func (a *answer) WriteHeader(status int) {
	if !a.begun && status >= http.StatusOK {
		a.begun = true
		if !a.body.finish() {
			a.Header().Set("Connection", "close")
		}
	}
	a.ResponseWriter.WriteHeader(status)
}

// Write begins the answer where that is to be done.
func (a *answer) Write(p []byte) (int, error) {
	if !a.begun {
		a.WriteHeader(http.StatusOK)
	}
	return a.ResponseWriter.Write(p)
}

// ReadFrom lets the connection read from r by itself.
func (a *answer) ReadFrom(r io.Reader) (int64, error) {
	if !a.begun {
		a.WriteHeader(http.StatusOK)
	}
	return io.Copy(a.ResponseWriter, r)
}

// Unwrap is for http.ResponseController.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }
