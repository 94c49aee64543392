// Package web is the HTTP plumbing that every path shares: request ids and the
// log line, problem details, the JSON configuration of huma, conditional and
// idempotent requests, rate limits, languages.
//
// It knows the errors of package vitrine and nothing else of the domain: no
// model, no order, no database. Its state is passed in by its users, so that two
// servers can run in one process.
package web

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"vitrine/internal/door"
)

// Options is what Wrap needs to know of the server.
type Options struct {
	BaseURL        string // public base address, without a slash at its end
	Log            *slog.Logger
	Now            func() time.Time // nil: time.Now
	TrustedProxies Proxies          // whose X-Forwarded-For is believed
	// Observe, when set, is told of every answered request: the pattern that it
	// matched, its method, status and duration.
	Observe func(pattern, method string, status int, took time.Duration)
	// Missing, when set, answers what no route takes outside the interface.
	Missing func(w http.ResponseWriter, r *http.Request, err error)
	// Guesses, when set, counts wrong secrets.
	Guesses *Guesses
	// Door, when set, says which requests may be answered.
	Door *door.Door
}

// requestInfo is what is known of a request beside the request itself.
type requestInfo struct {
	id      string
	base    string
	path    string // as it was asked for
	pattern string // that it matched
	client  string // address of the client
	guesses *Guesses
	counted bool // as a wrong secret
	mu      sync.Mutex
	attrs   []slog.Attr
	cause   error
}

type infoKey struct{}

func infoOf(ctx context.Context) *requestInfo {
	if info, ok := ctx.Value(infoKey{}).(*requestInfo); ok {
		return info
	}
	return &requestInfo{}
}

func (info *requestInfo) fail(err error) {
	info.mu.Lock()
	defer info.mu.Unlock()
	info.cause = err
}

// Log adds attributes to the request's log line.
func Log(ctx context.Context, attrs ...slog.Attr) {
	info := infoOf(ctx)
	info.mu.Lock()
	defer info.mu.Unlock()
	info.attrs = append(info.attrs, attrs...)
}

// ClientAddress returns the address that the request came from.
func ClientAddress(ctx context.Context) string { return infoOf(ctx).client }

// ClientNetwork names the network that the request came from: an IPv4 address, or
// the /64 of an IPv6 address, all of which belongs to one subscriber.
func ClientNetwork(ctx context.Context) string { return networkOf(infoOf(ctx).client) }
