package web

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"
)

// Conditional gives every JSON answer its length, and every one to GET a strong
// ETag, unless its handler named one; it answers 304 to a caller who has that
// already (RFC 9110, section 13). Other answers pass as they come.
func Conditional(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		held := &heldWriter{ResponseWriter: w, jsonOnly: true}
		next.ServeHTTP(held, r)
		held.send(r)
	})
}

// settle completes the header of a JSON answer that is whole, and reports whether
// the caller has it already.
func (w *heldWriter) settle(r *http.Request) (known bool) {
	header := w.Header()
	if !w.cacheable(r) {
		return false
	}
	etag := header.Get("ETag")
	if etag == "" {
		etag = strongTag(w.body)
		header["Etag"] = []string{etag}
	}
	setDefault(header, "Cache-Control", askAgain)
	setDefault(header, "Vary", varies)
	return ETagMatches(r.Header["If-None-Match"], etag)
}

// ETagMatches reports whether the lines of an If-None-Match header name an ETag,
// strong or weak, or are *.
func ETagMatches(lines []string, etag string) bool {
	opaque := strings.TrimPrefix(etag, "W/")
	return anyTag(lines, func(tag string) bool { return tag == opaque })
}

func strongTag(body []byte) string {
	text := make([]byte, 0, 18)
	text = append(text, '"')
	text = strconv.AppendUint(text, xxhash.Sum64(body), 16)
	return string(append(text, '"'))
}

// Values of headers that answers of the interface have by default; they are never
// changed.
var (
	askAgain = []string{"private, no-cache"}
	varies   = []string{"Authorization, Accept-Language, Accept"}
)

func setDefault(header http.Header, name string, values []string) {
	if len(header[name]) == 0 {
		header[name] = values
	}
}

// IfMatch reports whether an If-Match header lets a record through: it is empty, *, or
// one of its tags fits. A weak tag counts as the strong one: compression alone made
// it weak, and it names the same version of the record.
func IfMatch(header string, fits func(tag string) bool) bool {
	return header == "" || anyTag([]string{header}, fits)
}

// anyTag reports whether one tag of a list fits; * always does. Tags come with
// their quotes and without W/. What is not a tag ends its line.
func anyTag(lines []string, fits func(tag string) bool) bool {
	for _, line := range lines {
		for {
			line = strings.TrimLeft(line, " \t,")
			rest, weak := strings.CutPrefix(line, "W/")
			if strings.HasPrefix(rest, "*") && !weak {
				return true
			}
			if rest == "" || rest[0] != '"' {
				break
			}
			end := strings.IndexByte(rest[1:], '"') + 2
			if end < 2 {
				break
			}
			if fits(rest[:end]) {
				return true
			}
			line = rest[end:]
		}
	}
	return false
}
