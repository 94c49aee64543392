package web

import (
	"net/http"
	"slices"
	"strings"
)

// Programs of other origins may read what programs read: the interface, its
// pictures and downloads, its tokens and its contract. They send tokens, never
// cookies, so any origin may, and none with credentials (Fetch, section 3.2).
// Pages are for people, and closed to other origins.
var (
	anyOrigin = []string{"*"}
	// Headers of answers that scripts of other origins may read.
	exposed = []string{strings.Join([]string{
		"Accept-Ranges", "Allow", "Content-Disposition", "Content-Encoding", "Content-Language", "Content-Length", "Content-Location",
		"Content-Range", "ETag",
		"Idempotent-Replayed", "Last-Modified", "Link", "Location", "RateLimit", "RateLimit-Policy", "Repr-Digest", "Retry-After",
		"WWW-Authenticate",
		"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Request-Id",
		"Tus-Checksum-Algorithm", "Tus-Extension", "Tus-Max-Size", "Tus-Resumable", "Tus-Version", "Upload-Expires", "Upload-Length",
		"Upload-Metadata", "Upload-Offset",
	}, ", ")}
	preflightMethods = []string{"GET, HEAD, POST, PUT, PATCH, DELETE"}
	preflightHeaders = []string{strings.Join([]string{
		"Authorization", "Content-Type", "Content-Language", "Accept-Language", "Idempotency-Key", "If-Match", "If-None-Match", "Range",
		"Repr-Digest", "X-Request-Id",
		"Tus-Resumable", "Upload-Checksum", "Upload-Concat", "Upload-Defer-Length", "Upload-Length", "Upload-Metadata", "Upload-Offset",
		"X-HTTP-Method-Override",
	}, ", ")}
	preflightKept = []string{"86400"} // seconds
)

// forOtherOrigins reports whether scripts of other origins may use a path.
func forOtherOrigins(path string) bool {
	if slices.Contains([]string{"/oauth/token", "/oauth/revoke"}, bareForm(path)) {
		return true
	}
	for _, prefix := range [...]string{"/v1/", "/media/", signedPath, "/openapi.", "/.well-known/"} {
		if strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return path == "/v1"
}

// allowOrigins lets scripts of other origins read the answer, whatever it will
// be, and answers their preflights: whether an address exists is not theirs to
// ask there.
func allowOrigins(w http.ResponseWriter, r *http.Request) (answered bool) {
	if !forOtherOrigins(r.URL.Path) {
		return false
	}
	header := w.Header()
	header["Access-Control-Allow-Origin"] = anyOrigin
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		header["Access-Control-Expose-Headers"] = exposed
		return false
	}
	header["Access-Control-Allow-Methods"] = preflightMethods
	header["Access-Control-Allow-Headers"] = preflightHeaders
	header["Access-Control-Max-Age"] = preflightKept
	w.WriteHeader(http.StatusNoContent)
	return true
}
