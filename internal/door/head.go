package door

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
)

// maxHead is how much of a head is kept, in bytes.
const maxHead = 16 << 10

var headEnd = []byte("\r\n\r\n")

// keepHead keeps what arrives while the connection waits for a request.
func (c *conn) keepHead(p []byte) {
	c.head = append(c.head, p[:min(len(p), maxHead-len(c.head))]...)
}

// readFraming looks whether a request has two lengths: net/http goes by its
// Transfer-Encoding and hides its Content-Length, a proxy in front may have gone by
// that, and what one takes for the body the other takes for the next request (RFC
// 9112, section 6.1). Of a request that came along with the one before it the head
// is not known. What arrives from now on belongs to the next one.
func (c *conn) readFraming(r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.twoLengths, c.headKnown = false, true
	if len(r.TransferEncoding) > 0 {
		head := bytes.TrimLeft(c.head, "\r\n")
		head, _, c.headKnown = bytes.Cut(head, headEnd)
		c.headKnown = c.headKnown && bytes.HasPrefix(head, []byte(r.Method+" "+r.RequestURI+" HTTP/"))
		c.twoLengths = c.headKnown && hasLength(head)
	}
	// Most connections wait most of the time: a large buffer for each would add up.
	if c.head = c.head[:0]; cap(c.head) > 4096 {
		c.head = nil
	}
}

func hasLength(head []byte) bool {
	for line := range bytes.Lines(head) {
		name, _, _ := bytes.Cut(line, []byte(":"))
		if bytes.EqualFold(bytes.TrimSpace(name), []byte("Content-Length")) {
			return true
		}
	}
	return false
}

// reword returns the server's answer in place of net/http's own, nil for all that
// is not one: while a connection waits for a request, nobody else writes.
func (c *conn) reword(p []byte) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	status, ok := refusalStatus(p)
	if c.phase != waiting || !ok {
		return nil
	}
	c.refused = true
	c.door.counts.refused.Add(1)
	method, path := requestLine(c.head)
	return c.door.rules.Refuse(Refusal{Status: status, Method: method, Path: path, Client: addressOf(c.Conn).String()})
}

// refusalStatus reads the status line of an answer that fails.
func refusalStatus(p []byte) (int, bool) {
	rest, ok := bytes.CutPrefix(p, []byte("HTTP/1.1 "))
	if !ok || len(rest) < 3 {
		return 0, false
	}
	status, err := strconv.Atoi(string(rest[:3]))
	return status, err == nil && status >= http.StatusBadRequest
}

// requestLine reads the method and the path of a head, both "" where they are not
// plain.
func requestLine(head []byte) (method, path string) {
	line, _, _ := strings.Cut(string(head[:min(len(head), 2048)]), "\r\n")
	method, rest, _ := strings.Cut(line, " ")
	target, _, _ := strings.Cut(rest, " ")
	path, _, _ = strings.Cut(target, "?")
	plain := func(r rune) bool { return r > ' ' && r <= '~' }
	if strings.Trim(method, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || !strings.HasPrefix(path, "/") || strings.TrimFunc(path, plain) != "" {
		return "", ""
	}
	return method, path
}
