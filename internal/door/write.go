package door

import (
	"errors"
	"io"
	"os"
	"time"
)

// Write sends bytes for as long as they move. In place of a refusal that
// net/http worded itself it sends the server's.
func (c *conn) Write(p []byte) (written int, err error) {
	if own := c.reword(p); own != nil {
		_, err := c.send(own)
		return len(p), err
	}
	return c.send(p)
}

func (c *conn) send(p []byte) (written int, err error) {
	for {
		begun := c.beforeWrite()
		n, err := c.Conn.Write(p[written:])
		written += n
		if !c.goesOn(begun, int64(n), err) {
			return written, err
		}
	}
}

// ReadFrom sends what r gives, a file by the kernel itself.
func (c *conn) ReadFrom(r io.Reader) (written int64, err error) {
	to, ok := c.Conn.(io.ReaderFrom)
	limited, whole := r.(*io.LimitedReader)
	if !ok || !whole || !isFile(limited.R) {
		// io.Copy would call this very method if it saw it.
		return io.Copy(justWriter{c}, r)
	}
	for {
		begun, left := c.beforeWrite(), limited.N
		n, err := to.ReadFrom(r)
		written += n
		if limited.N != left-n { // read and not sent: it can't be sent again
			return written, err
		}
		if !c.goesOn(begun, n, err) {
			return written, err
		}
	}
}

func isFile(r io.Reader) bool {
	_, ok := r.(*os.File)
	return ok
}

// justWriter hides all methods but Write.
type justWriter struct{ io.Writer }

func (c *conn) beforeWrite() (now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now = time.Now()
	if until, anew := c.out.deadline(now, c.writeSet); anew {
		c.writeSet = until
		_ = c.Conn.SetWriteDeadline(until) // of a closed connection it fails, and so will the writing
	}
	return now
}

// goesOn reports whether to write the rest: the time was over, but meanwhile enough
// bytes have moved.
func (c *conn) goesOn(begun time.Time, moved int64, err error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	left := c.out.moved(time.Since(begun), moved)
	if !errors.Is(err, os.ErrDeadlineExceeded) {
		return false
	}
	if moved == 0 || !left {
		c.door.counts.stalled.Add(1)
		return false
	}
	return true
}
