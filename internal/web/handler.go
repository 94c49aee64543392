package web

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"strings"
	"time"
)

// Wrap is the outermost handler: it names the request, cleans its path, routes
// it, answers what no route takes, and writes one log line. The mux must have
// no route for "/" as a whole, which would hide what is not there.
func Wrap(mux *http.ServeMux, o Options) http.Handler {
	if o.Now == nil {
		o.Now = time.Now
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := o.Now()
		info := &requestInfo{id: requestID(r), base: o.BaseURL, path: r.URL.Path, client: o.TrustedProxies.client(r), guesses: o.Guesses}
		r = r.WithContext(context.WithValue(r.Context(), infoKey{}, info))
		answer := &responseWriter{ResponseWriter: w, head: r.Method == http.MethodHead}
		header := w.Header()
		header["X-Request-Id"] = []string{info.id}
		header["X-Content-Type-Options"] = nosniff
		header["Referrer-Policy"] = sameOrigin
		defer func() {
			broken := rescue(answer, r, recover())
			took := o.Now().Sub(start)
			logRequest(o.Log, r, answer, took)
			if o.Observe != nil {
				o.Observe(info.pattern, r.Method, answer.sent(), took)
			}
			if broken {
				// net/http cuts the connection for this panic, and logs nothing of it.
				panic(http.ErrAbortHandler)
			}
		}()
		leave, err := o.Door.Enter(r, info.client)
		defer leave()
		switch {
		// First of all: a script of another origin can't read an answer without these headers, not even a refusal.
		case allowOrigins(answer, r):
		case err != nil:
			WriteProblem(answer, r, err)
		default:
			route(mux, answer, r, o.Missing)
		}
	})
}

// Values of headers that every answer has; they are never changed.
var (
	nosniff = []string{"nosniff"}
	// No other site learns an address, which may be a secret. With no-referrer even the forms of our own pages would come from the
	// origin null, which is refused where the browser says no more of them: without TLS, and in older ones.
	sameOrigin = []string{"same-origin"}
)

// requestID keeps a caller's own id when it is short and plain.
func requestID(r *http.Request) string {
	id := r.Header.Get("X-Request-Id")
	if id == "" || len(id) > 64 {
		return rand.Text()
	}
	for i := range len(id) {
		c := id[i]
		plain := c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-' || c == '_' || c == '.'
		if !plain {
			return rand.Text()
		}
	}
	return id
}

// rescue answers a request whose handler panicked. An answer that has begun
// can't be mended: broken asks to cut the connection, so that the client
// doesn't take a part for the whole.
func rescue(w *responseWriter, r *http.Request, fault any) (broken bool) {
	if fault == nil {
		return false
	}
	if cause, ok := fault.(error); ok && errors.Is(cause, http.ErrAbortHandler) {
		return true
	}
	err := fmt.Errorf("panic: %v\n%s", fault, debug.Stack())
	if w.status == 0 {
		WriteProblem(w, r, err)
		return false
	}
	infoOf(r.Context()).fail(err)
	w.cut = true
	return true
}

func logRequest(log *slog.Logger, r *http.Request, w *responseWriter, took time.Duration) {
	if log == nil {
		return
	}
	info, status := infoOf(r.Context()), w.sent()
	info.mu.Lock()
	defer info.mu.Unlock()
	level := slog.LevelInfo
	if status >= 500 || w.cut {
		level = slog.LevelError
	}
	if !log.Enabled(r.Context(), level) {
		return
	}
	attrs := make([]slog.Attr, 0, 8+len(info.attrs))
	attrs = append(attrs, slog.String("method", r.Method), slog.String("path", info.loggedPath()), slog.Int("status", status),
		slog.Int64("bytes", w.bytes), slog.Duration("took", took), slog.String("request_id", info.id), slog.String("client", info.client))
	attrs = append(attrs, info.attrs...)
	if info.cause != nil {
		attrs = append(attrs, slog.Any("error", info.cause))
	}
	log.LogAttrs(r.Context(), level, "request", attrs...)
}

// loggedPath is the path as it was asked for. Where the path itself is a secret,
// which a route says by a wildcard named key, the pattern stands for it; so does
// the first segment for a path outside the interface that matched nothing.
func (info *requestInfo) loggedPath() string {
	if strings.Contains(info.pattern, "{key}") {
		_, pattern, found := strings.Cut(info.pattern, " ")
		if !found {
			return info.pattern
		}
		return pattern
	}
	if info.pattern == "" && !isAPI(info.path) {
		if end := strings.IndexByte(strings.TrimLeft(info.path, "/"), '/'); end >= 0 {
			begin := len(info.path) - len(strings.TrimLeft(info.path, "/"))
			return info.path[:begin+end] + "/…"
		}
	}
	return info.path
}
