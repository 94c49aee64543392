package door

import (
	"container/list"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// phase is where a connection is with its request.
type phase int

const (
	waiting   phase = iota // for a head, whose deadlines net/http sets
	receiving              // a body, which has to move
	working                // at an answer; nothing more has to arrive
	settling               // after an answer, with a body that nobody has read
)

// conn is a connection that has to move. Its deadlines are those that net/http
// sets, or earlier ones where the rules say so.
type conn struct {
	net.Conn
	door    *Door
	network netip.Prefix
	trusted bool
	since   time.Time

	// Guarded by the door's mutex.
	placed           bool
	crowded          bool // its network has all the places that it may have
	inReserve        *list.Element
	inAll, inNetwork *list.Element

	busy      atomic.Bool // with a request
	displaced atomic.Bool

	mu          sync.Mutex
	phase       phase
	in, out     pace
	readUntil   time.Time // as net/http or a handler set it
	readSet     time.Time // as the connection has it
	writeSet    time.Time
	settleUntil time.Time
	head        []byte // the beginning of the next request, as it arrived
	refused     bool

	twoLengths bool // the request has both, see readFraming
	headKnown  bool
}

func newConn(d *Door, accepted net.Conn) *conn {
	address := addressOf(accepted)
	return &conn{
		Conn: accepted, door: d, network: Network(address), trusted: d.rules.Trusted(address), since: time.Now(),
		in: newPace(d.rules.StallTime, d.rules.UploadSpeed), out: newPace(d.rules.StallTime, d.rules.DownloadSpeed),
	}
}

type connKey struct{}

// withConn lets handlers find their connection.
func withConn(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, ownConn(c))
}

// ownConn returns the conn that the server has, itself or within TLS; nil when
// there is none.
func ownConn(c net.Conn) *conn {
	if outer, ok := c.(interface{ NetConn() net.Conn }); ok {
		c = outer.NetConn()
	}
	own, _ := c.(*conn)
	return own
}

func connOf(ctx context.Context) *conn {
	c, _ := ctx.Value(connKey{}).(*conn)
	return c
}

func (c *conn) client() string { return addressOf(c.Conn).String() }

// Read reads on. In a body it waits no longer than the rules allow.
func (c *conn) Read(p []byte) (int, error) {
	begun, paced := c.beforeRead()
	n, err := c.Conn.Read(p)
	c.afterRead(p[:n], time.Since(begun), paced)
	if paced && errors.Is(err, os.ErrDeadlineExceeded) {
		c.door.counts.stalled.Add(1)
	}
	return n, err
}

func (c *conn) beforeRead() (now time.Time, paced bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now = time.Now()
	if c.phase == receiving {
		c.setRead(now)
	}
	return now, c.phase == receiving
}

func (c *conn) afterRead(p []byte, took time.Duration, paced bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case paced:
		c.in.moved(took, int64(len(p)))
	case c.phase == waiting || c.phase == working: // where net/http looks whether somebody is still there
		c.keepHead(p)
	}
}

// setRead sets the deadline of reading that holds in this phase.
func (c *conn) setRead(now time.Time) {
	until, anew := c.readUntil, true
	switch {
	case c.phase == receiving:
		var paced time.Time
		if paced, anew = c.in.deadline(now, c.readSet); until.IsZero() || paced.Before(until) {
			until = paced
		} else {
			anew = until != c.readSet
		}
	case c.phase == settling:
		until = earlier(until, c.settleUntil)
	case c.phase == waiting && c.inReserve != nil:
		until = earlier(until, c.since.Add(reserveTime))
	}
	if anew {
		c.readSet = until
		_ = c.Conn.SetReadDeadline(until) // of a closed connection it fails, and so will the reading
	}
}

// earlier returns the earlier time; the zero time is never.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || b.Before(a) {
		return b
	}
	return a
}

// SetReadDeadline bounds reading; the rules may bound it more.
func (c *conn) SetReadDeadline(t time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.readUntil = t
	c.setRead(time.Now())
	return nil
}

// SetWriteDeadline does nothing: an answer has as long as it needs, while it
// moves.
func (c *conn) SetWriteDeadline(time.Time) error { return nil }

// SetDeadline bounds reading; see SetWriteDeadline.
func (c *conn) SetDeadline(t time.Time) error { return c.SetReadDeadline(t) }

// enter moves the connection to the phase of a request that begins, or whose body
// has been read.
func (c *conn) enter(next phase) {
	c.mu.Lock()
	defer c.mu.Unlock()
	// Each request has the whole time, whatever the one before it has used up.
	if c.phase == waiting {
		c.in.left, c.out.left = c.in.whole, c.out.whole
	}
	c.phase = next
	now := time.Now()
	switch next {
	case working:
		// net/http goes on reading to notice who hangs up: a deadline that is met there would cancel the request.
		c.readUntil = time.Time{}
	case settling:
		c.settleUntil = now.Add(min(settleTime, c.in.whole))
	}
	c.setRead(now)
}

// begin takes the connection out of those that wait.
func (c *conn) begin(r *http.Request) {
	c.busy.Store(true)
	c.readFraming(r)
	c.door.mu.Lock()
	c.door.unqueue(c)
	c.door.mu.Unlock()
	if hasBody(r) {
		c.enter(receiving)
	} else {
		c.enter(working)
	}
}

// end bounds what net/http does after the handler, with what is left of a body.
func (c *conn) end() {
	c.mu.Lock()
	left := c.phase == receiving
	c.mu.Unlock()
	if left {
		c.enter(settling)
	}
}

// wait puts the connection among those without a request.
func (c *conn) wait() {
	c.mu.Lock()
	c.phase, c.readUntil = waiting, time.Time{}
	c.mu.Unlock()
	c.busy.Store(false)
	c.door.mu.Lock()
	defer c.door.mu.Unlock()
	if c.placed && c.inReserve == nil && c.inAll == nil {
		c.door.queue(c)
	}
}

// Close ends the connection and gives its place back. One that was refused
// before its request was read is given a moment to read why.
func (c *conn) Close() error {
	c.mu.Lock()
	linger := c.refused
	c.refused = false
	c.mu.Unlock()
	if linger {
		c.linger()
	}
	c.door.mu.Lock()
	c.door.forget(c)
	c.door.mu.Unlock()
	return c.Conn.Close()
}

// linger reads on until the other side has seen the end: what is unread when a
// connection closes makes the kernel take back what was written (RFC 9112, section
// 9.6).
func (c *conn) linger() {
	_ = c.CloseWrite()
	_ = c.Conn.SetReadDeadline(time.Now().Add(settleTime / 2))
	_, _ = io.CopyN(io.Discard, c.Conn, maxLeft)
}

// CloseWrite ends the answer; net/http asks for it.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}
