package web_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"vitrine/internal/web"
)

var prose = strings.Repeat("a page with much in it. ", 100)

// answers writes an answer with a header, "Name: value" each, in one piece.
func answers(status int, body string, header ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		for _, line := range header {
			name, value, _ := strings.Cut(line, ": ")
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func TestCompress(t *testing.T) {
	t.Parallel()
	const html, gzipped = "Content-Type: text/html; charset=utf-8", "Accept-Encoding: gzip, deflate, br"
	page := answers(200, prose, html, "Etag: \"a\"", "Vary: Accept-Language")
	file := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/css")
		w.Header().Set("ETag", `"a"`)
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(prose))
	}
	both := []string{"Accept-Language", "Accept-Encoding"}
	for _, c := range []struct {
		name     string
		handler  http.HandlerFunc
		method   string
		asked    []string
		status   int
		encoding string
		etag     string
		vary     []string
	}{
		{"a page", page, "GET", []string{gzipped}, 200, "gzip", `W/"a"`, both},
		{"as zstd", page, "GET", []string{"Accept-Encoding: gzip, deflate, br, zstd"}, 200, "zstd", `W/"a"`, both},
		{"gzip rather than zstd", page, "GET", []string{"Accept-Encoding: zstd;q=0.5, gzip"}, 200, "gzip", `W/"a"`, both},
		{"by a star", page, "GET", []string{"Accept-Encoding: *"}, 200, "gzip", `W/"a"`, both},
		{"not wanted", page, "GET", nil, 200, "", `"a"`, both},
		{"refused", page, "GET", []string{"Accept-Encoding: gzip;q=0, *"}, 200, "", `"a"`, both},
		{"only another", page, "GET", []string{"Accept-Encoding: br, *;q=0"}, 200, "", `"a"`, both},
		{"HEAD", page, "HEAD", []string{gzipped}, 200, "", `"a"`, both},
		{"a file", file, "GET", []string{gzipped}, 200, "gzip", `W/"a"`, []string{"Accept-Encoding"}},
		{"a part of a file", file, "GET", []string{gzipped, "Range: bytes=0-1199"}, 206, "", `"a"`, nil},
		{"a range that is none", file, "GET", []string{gzipped, "Range: lines=1"}, 416, "", "", nil},
		{"a file that is known", file, "GET", []string{gzipped, `If-None-Match: "b", W/"a"`}, 304, "", `W/"a"`, []string{"Accept-Encoding"}},
		{"known as it is", file, "GET", []string{gzipped, `If-None-Match: "a"`}, 304, "", `"a"`, []string{"Accept-Encoding"}},
		{"short", answers(200, "ok", html), "GET", []string{gzipped}, 200, "", "", nil},
		{"a picture", answers(200, prose, "Content-Type: image/png"), "GET", []string{gzipped}, 200, "", "", nil},
		{"a stream of events", answers(200, prose, "Content-Type: text/event-stream"), "GET", []string{gzipped}, 200, "", "", nil},
		{"of no type", answers(200, prose), "GET", []string{gzipped}, 200, "", "", nil},
		{"with a secret", answers(200, prose, html, "Cache-Control: private, no-store"), "GET", []string{gzipped}, 200, "", "", nil},
		{"encoded already", answers(200, prose, html, "Content-Encoding: br"), "GET", []string{gzipped}, 200, "br", "", nil},
		{"a failure", answers(404, prose, html), "GET", []string{gzipped}, 404, "", "", nil},
		{"no content", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, "GET", []string{gzipped}, 204, "", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			plain := ask(c.handler, c.method, "/", "", c.asked...)
			got := ask(web.Compress(c.handler), c.method, "/", "", c.asked...)
			header := got.Header()
			if diff := cmp.Diff([]any{c.status, c.encoding, c.etag, c.vary},
				[]any{got.Code, header.Get("Content-Encoding"), header.Get("ETag"), header["Vary"]}); diff != "" {
				t.Errorf("status, encoding, ETag, Vary (-want +got):\n%s", diff)
			}
			body := got.Body.Bytes()
			if c.encoding == "gzip" || c.encoding == "zstd" {
				body = unpack(t, c.encoding, body)
				if header.Get("Content-Length") != "" || header.Get("Accept-Ranges") != "" {
					t.Errorf("the header tells of other bytes: %v", header)
				}
			}
			if diff := cmp.Diff(plain.Body.String(), string(body)); diff != "" {
				t.Errorf("body (-want +got):\n%s", diff)
			}
		})
	}
}

func unpack(t *testing.T, encoding string, packed []byte) []byte {
	t.Helper()
	var reader io.Reader
	var err error
	if encoding == "zstd" {
		reader, err = zstd.NewReader(bytes.NewReader(packed))
	} else {
		reader, err = gzip.NewReader(bytes.NewReader(packed))
	}
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// TestCompressCutShort has a handler break off: what was sent must not look
// whole, neither then nor in the next answer.
func TestCompressCutShort(t *testing.T) {
	t.Parallel()
	broken := web.Compress(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answers(200, prose, "Content-Type: text/html")(w, r)
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}))
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodGet, "/", nil)
	r.Header.Set("Accept-Encoding", "gzip")
	func() {
		defer func() { _ = recover() }()
		broken.ServeHTTP(w, r)
	}()
	reader, err := gzip.NewReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	if sent, err := io.ReadAll(reader); string(sent) != prose || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%d bytes came, %v: want what was flushed and then an unexpected end", len(sent), err)
	}
}
