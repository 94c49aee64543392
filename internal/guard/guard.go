// Package guard makes HTTP clients for addresses that others name: users of this server, and
// other servers. A client looks at an address after its name is resolved, in the moment in
// which it is dialled, so that nothing changes in between; it asks no proxy, follows nothing,
// and reads no more and waits no longer than it was told.
//
// It knows nothing of what is asked there.
package guard

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

// Options are what a client may do.
type Options struct {
	URL       func(u *url.URL) error         // refuses addresses before anything is resolved; nil: none
	Address   func(address netip.Addr) error // refuses what a name was resolved to
	Redirect  error                          // what an answer that leads elsewhere fails with; nil: it is the answer
	Timeout   time.Duration                  // of a request in all, with the body of its answer
	MaxAnswer int64                          // bytes of its body; reading fails behind them
}

const (
	maxHeaders  = 64 << 10
	maxIdle     = 4
	idleTimeout = time.Minute
)

// Client makes a client.
func Client(o Options) *http.Client {
	dialer := &net.Dialer{Timeout: o.Timeout, Control: func(_, address string, _ syscall.RawConn) error {
		dialled, err := netip.ParseAddrPort(address)
		if err != nil {
			return fmt.Errorf("%s is no address: %w", address, err)
		}
		return o.Address(dialled.Addr().WithZone(""))
	}}
	return &http.Client{
		Timeout: o.Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error {
			if o.Redirect != nil {
				return o.Redirect
			}
			return http.ErrUseLastResponse
		},
		Transport: guarded{o, &http.Transport{
			DialContext: dialer.DialContext, TLSHandshakeTimeout: o.Timeout, ForceAttemptHTTP2: true, DisableCompression: true,
			MaxIdleConnsPerHost: maxIdle, IdleConnTimeout: idleTimeout, MaxResponseHeaderBytes: maxHeaders,
		}},
	}
}

// public knows which addresses are of the internet and of nothing else.
var public = ssrf.New(ssrf.WithAnyPort())

// Public refuses what is not an address of the public internet: those of this machine and of
// networks beside it, of what clouds keep their secrets at, shared, reserved and multicast
// ones, and those that hide another address.
func Public(address netip.Addr) error {
	if err := public.SafeAddr(address.Unmap()); err != nil || address.Unmap().IsMulticast() {
		return fmt.Errorf("%s: %w", address, ErrNotPublic)
	}
	return nil
}

// ErrNotPublic is what Public refuses addresses with.
var ErrNotPublic = errors.New("this is not an address of the public internet")

// guarded refuses addresses, and cuts long answers off.
type guarded struct {
	Options
	next http.RoundTripper
}

// RoundTrip implements http.RoundTripper.
func (g guarded) RoundTrip(r *http.Request) (*http.Response, error) {
	if g.URL != nil {
		if err := g.URL(r.URL); err != nil {
			return nil, err
		}
	}
	answer, err := g.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	answer.Body = &limited{answer.Body, g.MaxAnswer}
	return answer, nil
}

// ErrTooLong is what reading an answer fails with that is longer than it may be: half an
// answer is none.
var ErrTooLong = errors.New("the answer is too long")

type limited struct {
	io.ReadCloser
	left int64
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.ReadCloser.Read(p)
	if l.left -= int64(n); l.left < 0 {
		return 0, ErrTooLong
	}
	return n, err
}
