package web_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/internal/web"
)

// TestOtherOrigins holds each kind of path, and each kind of answer, to what
// scripts of other origins may do with it.
func TestOtherOrigins(t *testing.T) {
	t.Parallel()
	server := testServer()
	for _, test := range []struct {
		method, target string
		status         int
		open           bool
	}{
		{"GET", "/v1/hello", 200, true},
		{"HEAD", "/v1/hello.json", 200, true},
		{"GET", "/v1/nothing", 404, true},
		{"POST", "/v1/hello", 405, true},
		{"OPTIONS", "/v1/hello", 405, true},
		{"GET", "/v1/hello?q=%ff", 400, true},
		{"GET", "/v1/fail/plain", 500, true},
		{"GET", "/v1/fail/panic", 500, true},
		{"GET", "/v1", 404, true},
		{"GET", "/media/nothing", 404, true},
		{"GET", "/blobs/nothing", 404, true},
		{"POST", "/oauth/token", 404, true},
		{"POST", "/oauth/token/", 404, true},
		{"POST", "/oauth/revoke", 404, true},
		{"GET", "/openapi.yaml", 404, true},
		{"GET", "/.well-known/oauth-authorization-server", 404, true},
		{"GET", "/", 200, false},
		{"GET", "/checkout/secret", 200, false},
		{"GET", "/oauth/authorize", 404, false},
		{"GET", "/v10/hello", 404, false},
		{"GET", "/previews/nothing", 404, false},
	} {
		t.Run(test.method+" "+test.target, func(t *testing.T) {
			t.Parallel()
			w := ask(server, test.method, test.target, "", "Origin: https://shop.example")
			if w.Code != test.status {
				t.Fatalf("status %d, want %d", w.Code, test.status)
			}
			want := ""
			if test.open {
				want = "*"
			}
			if got := w.Header().Get("Access-Control-Allow-Origin"); got != want {
				t.Errorf("Access-Control-Allow-Origin = %q, want %q", got, want)
			}
			if got := w.Header().Get("Access-Control-Expose-Headers"); (got != "") != test.open {
				t.Errorf("Access-Control-Expose-Headers = %q", got)
			}
			wantNoCredentials(t, w)
		})
	}
}

func wantNoCredentials(t *testing.T, w *httptest.ResponseRecorder) {
	t.Helper()
	if got, ok := w.Header()["Access-Control-Allow-Credentials"]; ok {
		t.Errorf("Access-Control-Allow-Credentials = %q, want none", got)
	}
}

// TestPreflights asks for what a script of another origin wants to send.
func TestPreflights(t *testing.T) {
	t.Parallel()
	server := testServer()
	preflight := func(target string) *httptest.ResponseRecorder {
		return ask(server, "OPTIONS", target, "", "Origin: https://shop.example",
			"Access-Control-Request-Method: PUT", "Access-Control-Request-Headers: authorization,content-type")
	}
	for _, target := range []string{"/v1/things/7", "/v1/nothing", "/v1/things/7.json/", "/media/x", "/blobs/x", "/oauth/token",
		"/openapi.yaml", "/.well-known/x"} {
		w := preflight(target)
		header := w.Header()
		if w.Code != 204 || w.Body.Len() != 0 || header.Get("Access-Control-Allow-Origin") != "*" ||
			header.Get("Access-Control-Max-Age") != "86400" {
			t.Errorf("%s: %d, %v", target, w.Code, header)
		}
		wantAll(t, header.Get("Access-Control-Allow-Methods"), "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
		wantAll(t, header.Get("Access-Control-Allow-Headers"), "Authorization", "Content-Type", "Content-Language", "Accept-Language",
			"Idempotency-Key", "If-Match", "If-None-Match", "Range", "Repr-Digest", "X-Request-Id", "Tus-Resumable", "Upload-Offset",
			"Upload-Length", "Upload-Metadata")
		wantNoCredentials(t, w)
	}
	for _, page := range []string{"/", "/checkout/secret"} {
		if w := preflight(page); w.Code != 405 || w.Header().Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("a page answers a preflight: %d, %v", w.Code, w.Header())
		}
	}
}

// TestExposedHeaders names the headers that a script has to read.
func TestExposedHeaders(t *testing.T) {
	t.Parallel()
	w := ask(testServer(), "GET", "/v1/hello", "")
	wantAll(t, w.Header().Get("Access-Control-Expose-Headers"), "ETag", "Link", "Location", "Retry-After", "RateLimit", "RateLimit-Policy",
		"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-Request-Id", "WWW-Authenticate", "Content-Language",
		"Content-Disposition",
		"Content-Range", "Accept-Ranges", "Allow", "Tus-Resumable", "Upload-Offset")
}

func wantAll(t *testing.T, list string, names ...string) {
	t.Helper()
	listed := strings.Split(list, ", ")
	for _, name := range names {
		found := false
		for _, have := range listed {
			found = found || have == name
		}
		if !found {
			t.Errorf("%s is not in %q", name, list)
		}
	}
}

// TestPreflightIsLogged lets no request pass unseen.
func TestPreflightIsLogged(t *testing.T) {
	t.Parallel()
	var log logbook
	ask(web.Wrap(testMux(), web.Options{Log: log.logger()}), "OPTIONS", "/v1/hello", "", "Access-Control-Request-Method: GET")
	if lines := log.lines(t); len(lines) != 1 || lines[0]["status"] != 204.0 {
		t.Errorf("the log says %v", lines)
	}
}
