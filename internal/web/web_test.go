package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"vitrine"
	"vitrine/internal/web"
)

const base = "https://models.example"

// logbook is a log that a test may read while requests are served.
type logbook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *logbook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// lines are the log's lines, decoded.
func (l *logbook) lines(t *testing.T) []map[string]any {
	t.Helper()
	var lines []map[string]any
	for line := range strings.Lines(l.String()) {
		var decoded map[string]any
		if err := json.Unmarshal([]byte(line), &decoded); err != nil {
			t.Fatalf("log line %q: %v", line, err)
		}
		lines = append(lines, decoded)
	}
	return lines
}

func (l *logbook) logger() *slog.Logger { return slog.New(slog.NewJSONHandler(l, nil)) }

type thing struct {
	Name  string      `json:"name" minLength:"2" maxLength:"5"`
	Tags  []string    `json:"tags,omitempty" minItems:"2" maxItems:"3" uniqueItems:"true"`
	Size  int64       `json:"size,omitempty" minimum:"1" maximum:"9"`
	Color string      `json:"color,omitempty" enum:"red,green"`
	Mail  string      `json:"mail,omitempty" format:"email"`
	Live  bool        `json:"live,omitempty"`
	Part  part        `json:"part,omitempty"`
	Parts []part      `json:"parts,omitempty"`
	Price json.Number `json:"price,omitempty"`
}

type part struct {
	Height int64 `json:"height,omitempty"`
}

type thingInput struct {
	ID   int64 `path:"id"`
	Page int   `query:"page" minimum:"1"`
	Deep bool  `query:"deep"`
	Body thing
}

type thingOutput struct{ Body thing }

func echo(_ context.Context, in *thingInput) (*thingOutput, error) { return &thingOutput{in.Body}, nil }

type failInput struct {
	How string `path:"how"`
}

func fail(ctx context.Context, in *failInput) (*struct{}, error) {
	web.Log(ctx, slog.String("how", in.How))
	switch in.How {
	case "plain":
		return nil, errors.New("the disk said no")
	case "panic":
		panic("a wild pointer")
	case "scope":
		return nil, vitrine.Caller{}.Require(vitrine.ScopeModelsWrite)
	case "conflict":
		return nil, &vitrine.Error{Code: vitrine.Conflict, Message: "taken", Err: errors.New("row 7")}
	}
	return nil, vitrine.Errorf(vitrine.NotFound, "no such way to fail")
}

// typed adds a typed operation to a mux.
func typed[I, O any](mux *http.ServeMux, api huma.API, method, path string, handler func(context.Context, *I) (*O, error)) {
	mux.Handle(method+" "+path, web.Typed(api, huma.Operation{OperationID: path, Method: method, Path: path}, handler))
}

// testMux has an operation of each kind that the tests ask.
func testMux() *http.ServeMux {
	mux := http.NewServeMux()
	api := web.NewAPI("Test", "1")
	typed(mux, api, http.MethodGet, "/v1/hello", hello)
	typed(mux, api, http.MethodPut, "/v1/things/{id}", echo)
	typed(mux, api, http.MethodGet, "/v1/fail/{how}", fail)
	mux.HandleFunc("GET /{$}", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /checkout/{key}", func(http.ResponseWriter, *http.Request) {})
	return mux
}

func testServer() http.Handler { return web.Wrap(testMux(), web.Options{BaseURL: base}) }

// ask sends a request and gives its answer. Headers are "Name: value".
func ask(h http.Handler, method, target, body string, headers ...string) *httptest.ResponseRecorder {
	var content io.Reader
	if body != "" {
		content = strings.NewReader(body)
	}
	r := httptest.NewRequest(method, target, content)
	for _, header := range headers {
		name, value, _ := strings.Cut(header, ": ")
		r.Header.Add(name, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func problemIn(t *testing.T, w *httptest.ResponseRecorder) web.Problem {
	t.Helper()
	if got := w.Header().Get("Content-Type"); got != "application/problem+json" {
		t.Fatalf("Content-Type = %q, body %s", got, w.Body)
	}
	var p web.Problem
	decoder := json.NewDecoder(w.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&p); err != nil {
		t.Fatalf("the problem does not parse: %v", err)
	}
	return p
}
