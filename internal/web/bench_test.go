package web_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"vitrine/internal/web"
)

// sink is an answer that keeps nothing, so that the chain alone is measured.
type sink struct{ header http.Header }

func (s *sink) Header() http.Header         { return s.header }
func (s *sink) Write(p []byte) (int, error) { return len(p), nil }
func (s *sink) WriteHeader(int)             {}

type helloOutput struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

func hello(context.Context, *struct{}) (*helloOutput, error) {
	return &helloOutput{ContentType: "application/json", Body: []byte(`{"hello":"world"}`)}, nil
}

// BenchmarkChain compares a typed operation behind the whole chain with the
// same one when huma serves it alone.
func BenchmarkChain(b *testing.B) {
	mux := http.NewServeMux()
	api := web.NewAPI("Test", "1")
	operation := huma.Operation{OperationID: "hello", Method: http.MethodGet, Path: "/v1/hello"}
	typed := web.Typed(api, operation, hello)
	mux.Handle("GET /v1/hello", typed)
	mux.Handle("GET /v1/conditional", web.Conditional(typed))
	logged := slog.New(slog.NewJSONHandler(io.Discard, nil))
	whole := web.Wrap(mux, web.Options{BaseURL: base, Log: logged})
	quiet := web.Wrap(mux, web.Options{BaseURL: base})
	for _, run := range []struct {
		name    string
		handler http.Handler
		path    string
	}{
		{"huma alone", mux, "/v1/hello"},
		{"without log", quiet, "/v1/hello"},
		{"with log", whole, "/v1/hello"},
		{"with log and ETag", whole, "/v1/conditional"},
	} {
		b.Run(run.name, func(b *testing.B) {
			r := httptest.NewRequest(http.MethodGet, run.path, nil)
			b.ReportAllocs()
			for b.Loop() {
				run.handler.ServeHTTP(&sink{http.Header{}}, r)
			}
		})
	}
}
