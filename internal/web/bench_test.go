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

// BenchmarkChain compares a typed operation behind the whole chain with one
// that huma serves alone.
func BenchmarkChain(b *testing.B) {
	mux := http.NewServeMux()
	api := web.NewAPI(mux, "Test", "1")
	web.Handle(api, huma.Operation{OperationID: "hello", Method: http.MethodGet, Path: "/v1/hello"}, hello)
	logged := slog.New(slog.NewJSONHandler(io.Discard, nil))
	for _, run := range []struct {
		name    string
		handler http.Handler
	}{
		{"bare", mux},
		{"whole", web.Wrap(mux, web.Options{BaseURL: "https://models.example", Log: logged})},
		{"whole, no log", web.Wrap(mux, web.Options{BaseURL: "https://models.example"})},
	} {
		b.Run(run.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r := httptest.NewRequest(http.MethodGet, "/v1/hello", nil)
				run.handler.ServeHTTP(&sink{http.Header{}}, r)
			}
		})
	}
	b.Run("request alone", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			httptest.NewRequest(http.MethodGet, "/v1/hello", nil)
		}
	})
}
