package openid

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"syscall"
	"time"
)

// The limits of what a provider answers with.
const (
	maxAnswer  = 1 << 20
	maxHeaders = 64 << 10
	patience   = 10 * time.Second
)

// guarded is a client for the addresses that a provider names. What it is sent to is not the
// operator's word any more: it asks nothing without TLS, nothing of this machine and of what
// clouds keep their secrets at (link-local addresses), unless the provider itself is on this
// machine. It follows nothing, and reads no more and waits no longer than a provider needs.
func (p *Provider) guarded() *http.Client {
	dialer := &net.Dialer{Timeout: patience, Control: func(_, address string, _ syscall.RawConn) error {
		host, _, err := net.SplitHostPort(address)
		ip := net.ParseIP(host)
		if err != nil || ip == nil || !p.local && (ip.IsLoopback() || ip.IsLinkLocalUnicast() || ip.IsUnspecified() || ip.IsMulticast()) {
			return fmt.Errorf("%s is no address of a provider", address)
		}
		return nil
	}}
	return &http.Client{
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return errors.New("the provider leads elsewhere") },
		Transport: guard{p.allows, &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: patience, ForceAttemptHTTP2: true, MaxIdleConns: 4,
			IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: maxHeaders,
		}},
	}
}

// guard refuses addresses without TLS, and cuts long answers off.
type guard struct {
	allows func(u *url.URL) bool
	next   http.RoundTripper
}

func (g guard) RoundTrip(r *http.Request) (*http.Response, error) {
	if !g.allows(r.URL) {
		return nil, fmt.Errorf("%s is without TLS", r.URL.Redacted())
	}
	answer, err := g.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	answer.Body = &limited{answer.Body, maxAnswer}
	return answer, nil
}

// limited fails where a body is longer than it may be: half an answer is none.
type limited struct {
	io.ReadCloser
	left int64
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.ReadCloser.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return 0, errors.New("the answer is too long")
	}
	return n, err
}
