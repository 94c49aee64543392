package web

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// Conditional gives every JSON answer to GET a strong ETag, unless its handler
// named one, and answers 304 to a caller who has it already (RFC 9110,
// section 13).
func Conditional(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			next.ServeHTTP(w, r)
			return
		}
		held := &heldWriter{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(held, r)
		held.send(r)
	})
}

// heldWriter holds an answer back until it is whole. Handlers write theirs in
// one piece, which is kept without a copy.
type heldWriter struct {
	http.ResponseWriter
	status int
	body   []byte
	owned  bool // body is a copy that may grow
}

// WriteHeader holds the status back.
func (w *heldWriter) WriteHeader(status int) { w.status = status }

// Write holds the body back.
func (w *heldWriter) Write(p []byte) (int, error) {
	switch {
	case w.body == nil:
		w.body = p
	case !w.owned:
		w.body = append(append(make([]byte, 0, 2*(len(w.body)+len(p))), w.body...), p...)
		w.owned = true
	default:
		w.body = append(w.body, p...)
	}
	return len(p), nil
}

// Unwrap is for http.ResponseController.
func (w *heldWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *heldWriter) send(r *http.Request) {
	header := w.Header()
	if w.status == http.StatusOK && strings.HasPrefix(header.Get("Content-Type"), jsonType) {
		etag := header.Get("ETag")
		if etag == "" {
			etag = strongTag(w.body)
			header["Etag"] = []string{etag}
		}
		setDefault(header, "Cache-Control", "private, no-cache")
		setDefault(header, "Vary", "Authorization, Accept-Language, Accept")
		if matches(r.Header.Values("If-None-Match"), etag) {
			header.Del("Content-Type")
			w.ResponseWriter.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if len(w.body) > 0 {
		header["Content-Length"] = []string{strconv.Itoa(len(w.body))}
	}
	w.ResponseWriter.WriteHeader(w.status)
	if r.Method != http.MethodHead {
		_, _ = w.ResponseWriter.Write(w.body)
	}
}

func strongTag(body []byte) string {
	text := make([]byte, 0, 18)
	text = append(text, '"')
	text = strconv.AppendUint(text, xxhash.Sum64(body), 16)
	return string(append(text, '"'))
}

func setDefault(header http.Header, name, value string) {
	if len(header[name]) == 0 {
		header[name] = []string{value}
	}
}

// matches compares weakly, as If-None-Match asks.
func matches(headers []string, etag string) bool {
	for _, header := range headers {
		for tag := range strings.SplitSeq(header, ",") {
			tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/")
			if tag == "*" || tag == strings.TrimPrefix(etag, "W/") {
				return true
			}
		}
	}
	return false
}

// IfMatch says whether an If-Match header lets a record with this ETag through:
// it is empty, *, or names it. Weak tags never match.
func IfMatch(header, etag string) bool {
	if header == "" {
		return true
	}
	for tag := range strings.SplitSeq(header, ",") {
		tag = strings.TrimSpace(tag)
		if tag == "*" || tag == etag {
			return true
		}
	}
	return false
}
