package web_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/web"
)

func TestPaths(t *testing.T) {
	t.Parallel()
	server := testServer()
	for _, test := range []struct {
		method, target string
		status         int
		allow          string
	}{
		{"GET", "/v1/hello", 200, ""},
		{"GET", "/v1/hello/", 200, ""},
		{"GET", "/v1/hello.json", 200, ""},
		{"GET", "/v1/hello.json/", 200, ""},
		{"HEAD", "/v1/hello", 200, ""},
		{"GET", "/v1", 404, ""},
		{"GET", "/v1/", 404, ""},
		{"GET", "/v1/.json", 404, ""},
		{"GET", "/v1/nothing", 404, ""},
		{"GET", "/nothing", 404, ""},
		{"GET", "//", 404, ""},
		{"GET", "//v1/hello", 404, ""},
		{"GET", "/v1//hello", 404, ""},
		{"GET", "/v1/hello//", 404, ""},
		{"GET", "/v1/./hello", 404, ""},
		{"GET", "/v1/x/../hello", 404, ""},
		{"GET", "/v1/%2e%2e/v1/hello", 404, ""},
		{"GET", "/checkout/%00", 404, ""},
		{"GET", "/checkout/%ff", 404, ""},
		{"GET", "/checkout/%c3%a9", 200, ""},
		{"GET", "/", 200, ""},
		{"GET", "/v1/things%2F7", 404, ""},
		{"GET", "/v1/hello?q=%00", 400, ""},
		{"GET", "/v1/hello?q=%ff", 400, ""},
		{"GET", "/v1/hello?q=%zz", 400, ""},
		{"GET", "/v1/hello?q=%c3%a9", 200, ""},
		{"POST", "/v1/hello", 405, "GET, HEAD"},
		{"DELETE", "/v1/things/7.json/", 405, "PUT"},
		{"OPTIONS", "/v1/things/7", 405, "PUT"},
	} {
		t.Run(test.method+" "+test.target, func(t *testing.T) {
			t.Parallel()
			w := ask(server, test.method, test.target, "")
			if w.Code != test.status || w.Header().Get("Allow") != test.allow {
				t.Fatalf("%d, Allow %q; want %d, %q", w.Code, w.Header().Get("Allow"), test.status, test.allow)
			}
			if test.status >= 400 {
				if p := problemIn(t, w); p.Status != test.status {
					t.Errorf("problem says %d", p.Status)
				}
			}
		})
	}
}

func TestSubtreeIsNotRedirected(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/models/{id}/uploads/", func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.URL.Path) })
	server := web.Wrap(mux, web.Options{})
	for target, want := range map[string]string{
		"/v1/models/7/uploads":    "/v1/models/7/uploads/",
		"/v1/models/7/uploads/":   "/v1/models/7/uploads/",
		"/v1/models/7/uploads/ab": "/v1/models/7/uploads/ab",
	} {
		if w := ask(server, http.MethodPost, target, ""); w.Code != http.StatusOK || w.Body.String() != want {
			t.Errorf("%s: %d %q, want 200 %q", target, w.Code, w.Body, want)
		}
	}
}

func TestAccept(t *testing.T) {
	t.Parallel()
	mux := testMux()
	mux.Handle("GET /v1/file", web.AnyAccept(http.RedirectHandler("/elsewhere", http.StatusFound)))
	server := web.Wrap(mux, web.Options{})
	for accept, want := range map[string]int{
		"*/*":              200,
		"application/json": 200,
		"Application/JSON": 200,
		"application/*":    200,
		"text/html,application/xhtml+xml,*/*;q=0.8": 200,
		"text/html, application/json;q=0.1":         200,
		"application/json;charset=utf-8":            200,
		"":                                          200,
		"text/html":                                 406,
		"application/problem+json":                  200,
		"application/problem+json;q=0":              406,
		"application/json;q=0, */*":                 406,
		"application/json; q=0.0":                   406,
		"*/*;q=0":                                   406,
		"application/*;q=0, application/*;q=0":      406,
		"application/json;q=0, application/json":    200,
		"application/*;q=0, */*":                    406,
	} {
		if w := ask(server, http.MethodGet, "/v1/hello", "", "Accept: "+accept); w.Code != want {
			t.Errorf("Accept: %s: %d, want %d", accept, w.Code, want)
		}
	}
	if w := ask(server, http.MethodGet, "/v1/hello", ""); w.Code != http.StatusOK {
		t.Errorf("no Accept: %d", w.Code)
	}
	if w := ask(server, http.MethodGet, "/v1/hello", "", "Accept: text/html", "Accept: application/json"); w.Code != http.StatusOK {
		t.Errorf("two lines: %d", w.Code)
	}
	if w := ask(server, http.MethodGet, "/v1/file", "", "Accept: model/gltf-binary"); w.Code != http.StatusFound {
		t.Errorf("a file: %d", w.Code)
	}
	if w := ask(server, http.MethodGet, "/checkout/abc", "", "Accept: text/html"); w.Code != http.StatusOK {
		t.Errorf("a page: %d", w.Code)
	}
}

func TestRequestID(t *testing.T) {
	t.Parallel()
	server := testServer()
	for id, kept := range map[string]bool{
		"abc-DEF_1.2":           true,
		strings.Repeat("a", 64): true,
		strings.Repeat("a", 65): false,
		"a b":                   false,
		"a\"b":                  false,
		"é":                     false,
		"":                      false,
	} {
		w := ask(server, http.MethodGet, "/v1/nothing", "", "X-Request-Id: "+id)
		got := w.Header().Get("X-Request-Id")
		if (got == id) != kept || !regexp.MustCompile(`^[A-Za-z0-9._-]{10,64}$`).MatchString(got) {
			t.Errorf("%q became %q", id, got)
		}
		if p := problemIn(t, w); p.RequestID != got {
			t.Errorf("header %q, problem %q", got, p.RequestID)
		}
	}
}

func TestSecurityHeaders(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"/v1/hello", "/nothing", "/v1/fail/panic", "/checkout/abc"} {
		h := ask(testServer(), http.MethodGet, target, "").Header()
		got := []string{h.Get("X-Content-Type-Options"), h.Get("Referrer-Policy")}
		if diff := cmp.Diff([]string{"nosniff", "same-origin"}, got); diff != "" {
			t.Errorf("%s:\n%s", target, diff)
		}
	}
}

func TestSpelledHeaders(t *testing.T) {
	t.Parallel()
	mux := http.NewServeMux()
	show := func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, r.Header.Get("Content-Type")+"|"+r.Header.Get("Content-Language"))
	}
	mux.HandleFunc("PUT /v1/show", show)
	mux.HandleFunc("PUT /show", show)
	server := web.Wrap(mux, web.Options{})
	for _, test := range []struct {
		target  string
		headers []string
		want    string
	}{
		{"/v1/show", []string{"content_type: application/json", "content_language: de"}, "application/json|de"},
		{"/v1/show", []string{"content_type: text/plain", "Content-Type: application/json"}, "application/json|"},
		{"/show", []string{"content_type: application/json"}, "|"},
	} {
		if got := ask(server, http.MethodPut, test.target, "", test.headers...).Body.String(); got != test.want {
			t.Errorf("%s %v: %q, want %q", test.target, test.headers, got, test.want)
		}
	}
}

func TestLogLine(t *testing.T) {
	t.Parallel()
	book := &logbook{}
	var observed []string
	server := web.Wrap(testMux(), web.Options{
		Log: book.logger(),
		Observe: func(pattern, method string, status int, _ time.Duration) {
			observed = append(observed, pattern+" "+method+" "+http.StatusText(status))
		},
	})
	ask(server, http.MethodGet, "/v1/hello?access_token=vtr_secret&signature=s3cret", "", "X-Request-Id: one")
	ask(server, http.MethodGet, "/checkout/verysecretkey", "", "X-Request-Id: two")
	ask(server, http.MethodGet, "/checkout/verysecretkey/more", "", "X-Request-Id: three")
	ask(server, http.MethodGet, "/v1/fail/plain", "", "X-Request-Id: four")
	ask(server, http.MethodGet, "/v1/fail/panic", "", "X-Request-Id: five")
	ask(server, http.MethodHead, "/v1/hello", "", "X-Request-Id: six")

	if strings.Contains(book.String(), "secret") || strings.Contains(book.String(), "s3cret") {
		t.Errorf("a secret is in the log: %s", book)
	}
	var got []map[string]any
	for _, line := range book.lines(t) {
		brief := map[string]any{}
		for _, name := range []string{"level", "method", "path", "status", "bytes", "request_id", "how"} {
			if value, ok := line[name]; ok {
				brief[name] = value
			}
		}
		if text, _ := line["error"].(string); text != "" {
			brief["error"], _, _ = strings.Cut(text, "\n")
		}
		if line["bytes"].(float64) > 100 {
			delete(brief, "bytes") // of a problem
		}
		got = append(got, brief)
	}
	want := []map[string]any{
		{"level": "INFO", "method": "GET", "path": "/v1/hello", "status": 200.0, "bytes": 17.0, "request_id": "one"},
		{"level": "INFO", "method": "GET", "path": "/checkout/{key}", "status": 200.0, "bytes": 0.0, "request_id": "two"},
		{"level": "INFO", "method": "GET", "path": "/checkout/…", "status": 404.0, "request_id": "three"},
		{"level": "ERROR", "method": "GET", "path": "/v1/fail/plain", "status": 500.0, "request_id": "four", "how": "plain",
			"error": "the disk said no"},
		{"level": "ERROR", "method": "GET", "path": "/v1/fail/panic", "status": 500.0, "request_id": "five", "how": "panic",
			"error": "panic: a wild pointer"},
		{"level": "INFO", "method": "HEAD", "path": "/v1/hello", "status": 200.0, "bytes": 0.0, "request_id": "six"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("log (-want +got):\n%s", diff)
	}
	if !strings.Contains(book.String(), "handler_test") && !strings.Contains(book.String(), "web_test.fail") {
		t.Error("the panic's line has no stack")
	}
	wantObserved := []string{
		"GET /v1/hello GET OK", "GET /checkout/{key} GET OK", " GET Not Found",
		"GET /v1/fail/{how} GET Internal Server Error", "GET /v1/fail/{how} GET Internal Server Error", "GET /v1/hello HEAD OK",
	}
	if diff := cmp.Diff(wantObserved, observed); diff != "" {
		t.Errorf("observed (-want +got):\n%s", diff)
	}
}

func TestPanicBehindTheFirstByte(t *testing.T) {
	t.Parallel()
	book := &logbook{}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /half", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, "half")
		_ = http.NewResponseController(w).Flush()
		panic("gone")
	})
	server := httptest.NewServer(web.Wrap(mux, web.Options{Log: book.logger()}))
	defer server.Close()
	resp, err := http.Get(server.URL + "/half")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if _, err = io.ReadAll(resp.Body); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the client read the answer with error %v, want an unexpected end", err)
	}
	server.Close()
	if lines := book.lines(t); len(lines) != 1 || lines[0]["level"] != "ERROR" {
		t.Errorf("log: %v", lines)
	}
}

// readerFrom notes whether a body came through ReadFrom, as it must for
// sendfile.
type readerFrom struct {
	*httptest.ResponseRecorder
	used bool
}

func (r *readerFrom) ReadFrom(src io.Reader) (int64, error) {
	r.used = true
	return io.Copy(r.ResponseRecorder, src)
}

func TestSendfile(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "model.stl")
	if err := os.WriteFile(name, []byte("solid"), 0o600); err != nil {
		t.Fatal(err)
	}
	serve := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, name) })
	mux := http.NewServeMux()
	mux.Handle("GET /file", serve)
	mux.Handle("GET /v1/file", web.Conditional(serve))
	for _, target := range []string{"/file", "/v1/file"} {
		w := &readerFrom{ResponseRecorder: httptest.NewRecorder()}
		web.Wrap(mux, web.Options{}).ServeHTTP(w, httptest.NewRequest(http.MethodGet, target, nil))
		if !w.used || w.Body.String() != "solid" {
			t.Errorf("%s: ReadFrom used: %v, body %q", target, w.used, w.Body)
		}
	}
}

func TestTwoServers(t *testing.T) {
	t.Parallel()
	one := web.Wrap(testMux(), web.Options{BaseURL: "https://one.example"})
	two := web.Wrap(testMux(), web.Options{BaseURL: "https://two.example"})
	for server, want := range map[*http.Handler]string{&one: "https://one.example/problems/not_found",
		&two: "https://two.example/problems/not_found"} {
		if p := problemIn(t, ask(*server, http.MethodGet, "/v1/fail/x", "")); p.Type != want {
			t.Errorf("type %q, want %q", p.Type, want)
		}
	}
}
