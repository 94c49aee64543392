package web_test

import (
	"context"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/web"
)

// answer writes a body in pieces, reusing its buffer, as io.Copy does.
func answer(status int, contentType, body string, headers ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		for _, header := range headers {
			name, value, _ := strings.Cut(header, ": ")
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		piece := make([]byte, 4)
		for rest := body; rest != ""; {
			n := copy(piece, rest)
			_, _ = w.Write(piece[:n])
			rest = rest[n:]
		}
	})
}

const private = "private, no-cache"

func TestConditional(t *testing.T) {
	t.Parallel()
	const body = `{"a":[1,2,3]}`
	fresh := ask(web.Conditional(answer(200, "application/json", body)), http.MethodGet, "/", "")
	tag := fresh.Header().Get("ETag")
	if len(tag) < 4 || tag[0] != '"' || fresh.Body.String() != body || fresh.Header().Get("Content-Length") != "13" {
		t.Fatalf("ETag %s, body %s, %v", tag, fresh.Body, fresh.Header())
	}
	if other := ask(web.Conditional(answer(200, "application/json", body+" ")), http.MethodGet, "/", ""); other.Header().Get("ETag") == tag {
		t.Error("another body has the same ETag")
	}
	for _, test := range []struct {
		name         string
		handler      http.Handler
		method       string
		sent         string
		status       int
		etag, policy string
		length       int
	}{
		{"none sent", answer(200, "application/json", body), "GET", "", 200, tag, private, 13},
		{"the same", answer(200, "application/json; charset=utf-8", body), "GET", tag, 304, tag, private, 0},
		{"weak", answer(200, "application/json", body), "GET", "W/" + tag, 304, tag, private, 0},
		{"in a list", answer(200, "application/json", body), "GET", `"a,b" , ` + tag, 304, tag, private, 0},
		{"any", answer(200, "application/json", body), "GET", "*", 304, tag, private, 0},
		{"another", answer(200, "application/json", body), "GET", `"x"`, 200, tag, private, 13},
		{"no tag at all", answer(200, "application/json", body), "GET", strings.Trim(tag, `"`), 200, tag, private, 13},
		{"HEAD", answer(200, "application/json", body), "HEAD", "", 200, tag, private, 0},
		{"HEAD of the same", answer(200, "application/json", body), "HEAD", tag, 304, tag, private, 0},
		{"the handler's own", answer(200, "application/json", body, `ETag: "v7"`, "Cache-Control: no-store"), "GET", `"v7"`, 304, `"v7"`,
			"no-store", 0},
		{"POST", answer(200, "application/json", body), "POST", tag, 200, "", "", 13},
		{"a problem", answer(404, "application/problem+json", body), "GET", "*", 404, "", "", 13},
		{"created", answer(201, "application/json", body), "GET", "*", 201, "", "", 13},
		{"not JSON", answer(200, "text/html", body), "GET", "*", 200, "", "", 13},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := ask(web.Conditional(test.handler), test.method, "/", "", "If-None-Match: "+test.sent)
			want := []any{test.status, test.etag, test.policy, test.length}
			got := []any{w.Code, w.Header().Get("ETag"), w.Header().Get("Cache-Control"), w.Body.Len()}
			if test.name == "HEAD" && w.Header().Get("Content-Length") != "13" {
				t.Errorf("Content-Length = %q", w.Header().Get("Content-Length"))
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("status, ETag, Cache-Control, length (-want +got):\n%s", diff)
			}
			if test.status == http.StatusNotModified && w.Header().Get("Content-Type")+w.Header().Get("Content-Length") != "" {
				t.Errorf("a 304 describes a body: %v", w.Header())
			}
			if got := w.Header().Get("Vary"); (got != "") != (test.policy != "") {
				t.Errorf("Vary = %q", got)
			}
		})
	}
}

func TestConditionalStreams(t *testing.T) {
	t.Parallel()
	large := `"` + strings.Repeat("x", 5<<20) + `"`
	w := ask(web.Conditional(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.Copy(w, strings.NewReader(large))
		_, _ = io.Copy(w, strings.NewReader("\n"))
	})), http.MethodGet, "/", "")
	if w.Body.String() != large+"\n" || w.Header().Get("ETag") != "" {
		t.Errorf("a body that is too large to hold: %d bytes, ETag %q", w.Body.Len(), w.Header().Get("ETag"))
	}

	flushed := make(chan bool, 1)
	w = ask(web.Conditional(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, "1")
		flushed <- http.NewResponseController(w).Flush() == nil
		_, _ = io.WriteString(w, "2")
	})), http.MethodGet, "/", "")
	if !<-flushed || !w.Flushed || w.Body.String() != "12" {
		t.Errorf("flushed: %v, body %q", w.Flushed, w.Body)
	}
}

func TestTypedAnswers(t *testing.T) {
	t.Parallel()
	mux, inside := http.NewServeMux(), http.NewServeMux()
	api := web.NewAPI("Test", "1")
	typed(inside, api, http.MethodGet, "/v1/hello", hello)
	typed(inside, api, http.MethodGet, "/v1/fail/{how}", fail)
	typed(inside, api, http.MethodGet, "/v1/odd", func(context.Context, *struct{}) (*struct{ Body any }, error) {
		return &struct{ Body any }{math.NaN()}, nil
	})
	mux.Handle("/v1/", web.Conditional(inside))
	server := web.Wrap(mux, web.Options{})

	first := ask(server, http.MethodGet, "/v1/hello", "")
	tag := first.Header().Get("ETag")
	if first.Body.String() != `{"hello":"world"}` || tag == "" || first.Header().Get("Content-Length") != "17" {
		t.Fatalf("%s %v", first.Body, first.Header())
	}
	if again := ask(server, http.MethodGet, "/v1/hello", "", "If-None-Match: "+tag); again.Code != http.StatusNotModified ||
		again.Body.Len() != 0 {
		t.Errorf("again: %d %q", again.Code, again.Body)
	}
	for target, want := range map[string]int{"/v1/fail/conflict": 409, "/v1/fail/panic": 500, "/v1/odd": 500} {
		w := ask(server, http.MethodGet, target, "", "If-None-Match: *")
		if p := problemIn(t, w); p.Status != want || w.Code != want || w.Header().Get("ETag") != "" {
			t.Errorf("%s: %d %+v", target, w.Code, p)
		}
	}
}

func TestUnwrap(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(web.Wrap(func() *http.ServeMux {
		mux := http.NewServeMux()
		mux.Handle("GET /v1/x", web.Conditional(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if err := http.NewResponseController(w).EnableFullDuplex(); err != nil {
				t.Errorf("the connection can't be reached: %v", err)
			}
		})))
		return mux
	}(), web.Options{}))
	defer server.Close()
	resp, err := http.Get(server.URL + "/v1/x")
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		t.Errorf("a handler that writes nothing: %d", resp.StatusCode)
	}
}

func TestIfMatch(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]bool{
		"":               true,
		"*":              true,
		`"a"`:            true,
		`"b", "a"`:       true,
		`"x,y" ,"a"`:     true,
		`"b"`:            false,
		`W/"a"`:          true,
		`W/"b"`:          false,
		`a`:              false,
		`"a`:             false,
		`"b", W/"a"`:     true,
		`W/*`:            false,
		`"b" , * , "cc"`: true,
	} {
		if got := web.IfMatch(header, func(tag string) bool { return tag == `"a"` }); got != want {
			t.Errorf("IfMatch(%s) = %v, want %v", header, got, want)
		}
	}
}
