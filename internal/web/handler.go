package web

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"path"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"vitrine"
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
}

// requestInfo is what is known of a request beside the request itself.
type requestInfo struct {
	id     string
	base   string
	path   string // as it was asked for
	client string // address of the client
	mu     sync.Mutex
	attrs  []slog.Attr
	cause  error
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

// RequestID gives the id of the request.
func RequestID(ctx context.Context) string { return infoOf(ctx).id }

// ClientAddress gives the address that the request came from.
func ClientAddress(ctx context.Context) string { return infoOf(ctx).client }

// Wrap is the outermost handler: it names the request, cleans its path, routes
// it, answers what no route takes, and writes one log line.
func Wrap(mux *http.ServeMux, o Options) http.Handler {
	if o.Now == nil {
		o.Now = time.Now
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := o.Now()
		info := &requestInfo{id: requestID(r), base: o.BaseURL, path: r.URL.Path, client: o.TrustedProxies.client(r)}
		r = r.WithContext(context.WithValue(r.Context(), infoKey{}, info))
		answer := &responseWriter{ResponseWriter: w}
		header := w.Header()
		header["X-Request-Id"] = []string{info.id}
		header["X-Content-Type-Options"] = nosniff
		header["Referrer-Policy"] = noReferrer
		pattern := ""
		defer func() {
			if fault := recover(); fault != nil {
				rescue(answer, r, info, fault)
			}
			logRequest(o, r, info, answer, start)
			if o.Observe != nil {
				o.Observe(pattern, r.Method, answer.status, o.Now().Sub(start))
			}
		}()
		pattern = route(mux, answer, r)
	})
}

// Values of headers that every answer has; they are never changed.
var (
	nosniff    = []string{"nosniff"}
	noReferrer = []string{"no-referrer"}
)

// route hands the request to the mux, or answers what the mux has no route for.
func route(mux *http.ServeMux, w http.ResponseWriter, r *http.Request) string {
	if !normalize(r) {
		WriteProblem(w, r, noRoute(r))
		return ""
	}
	_, pattern := mux.Handler(r)
	if pattern == "" {
		allowed := allowedMethods(mux, r)
		if len(allowed) == 0 {
			WriteProblem(w, r, noRoute(r))
			return ""
		}
		w.Header().Set("Allow", strings.Join(allowed, ", "))
		WriteProblem(w, r, vitrine.Errorf(MethodNotAllowed, "%s takes %s", r.URL.Path, strings.Join(allowed, ", ")))
		return ""
	}
	if isAPI(r.URL.Path) && !acceptsJSON(r.Header.Values("Accept")) {
		WriteProblem(w, r, vitrine.Errorf(NotAcceptable, "this interface answers with application/json, which the Accept header excludes"))
		return pattern
	}
	mux.ServeHTTP(w, r)
	return pattern
}

func noRoute(r *http.Request) error {
	return vitrine.Errorf(vitrine.NotFound, "nothing is at %s", r.URL.Path)
}

func isAPI(path string) bool { return strings.HasPrefix(path, "/v1/") }

// normalize makes the forms of an operation's path one: without .json and
// without a slash at its end. Paths with empty or dot segments are nowhere;
// the mux would answer them with a redirect.
func normalize(r *http.Request) bool {
	p := r.URL.Path
	if !strings.HasPrefix(p, "/") || strings.Contains(p, "//") || path.Clean(p) != strings.TrimRight(p, "/") && p != "/" {
		return false
	}
	if !isAPI(p) && !strings.HasPrefix(p, "/oauth/") {
		return true
	}
	if isAPI(p) {
		p = strings.TrimSuffix(strings.TrimSuffix(p, "/"), ".json")
		standIn(r.Header, "content_type", "Content-Type")
		standIn(r.Header, "content_language", "Content-Language")
	}
	r.URL.Path, r.URL.RawPath = strings.TrimSuffix(p, "/"), ""
	return true
}

// standIn takes a header under the name that the interface's document spells
// where the standard one is absent. net/http keeps such names in their own
// canonical form.
func standIn(header http.Header, spelled, standard string) {
	if value := header.Get(spelled); value != "" && header.Get(standard) == "" {
		header.Set(standard, value)
	}
}

func allowedMethods(mux *http.ServeMux, r *http.Request) []string {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		probe := *r
		probe.Method = method
		if _, pattern := mux.Handler(&probe); pattern != "" {
			allowed = append(allowed, method)
		}
	}
	return allowed
}

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

// rescue answers a request whose handler panicked.
func rescue(w *responseWriter, r *http.Request, info *requestInfo, fault any) {
	if fault == http.ErrAbortHandler {
		panic(fault)
	}
	info.fail(fmt.Errorf("panic: %v\n%s", fault, debug.Stack()))
	if w.status == 0 {
		WriteProblem(w, r, fmt.Errorf("panic: %v\n%s", fault, debug.Stack()))
	}
}

func logRequest(o Options, r *http.Request, info *requestInfo, w *responseWriter, start time.Time) {
	if o.Log == nil {
		return
	}
	level := slog.LevelInfo
	if w.status >= 500 {
		level = slog.LevelError
	}
	if !o.Log.Enabled(r.Context(), level) {
		return
	}
	attrs := make([]slog.Attr, 0, 8+len(info.attrs))
	attrs = append(attrs, slog.String("method", r.Method), slog.String("path", info.path), slog.Int("status", w.status),
		slog.Int64("bytes", w.bytes), slog.Duration("took", o.Now().Sub(start)), slog.String("request_id", info.id), slog.String("client", info.client))
	info.mu.Lock()
	defer info.mu.Unlock()
	attrs = append(attrs, info.attrs...)
	if info.cause != nil {
		attrs = append(attrs, slog.Any("error", info.cause))
	}
	o.Log.LogAttrs(r.Context(), level, "request", attrs...)
}
