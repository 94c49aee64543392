package storefront_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine/internal/payment"
)

// BenchmarkPages makes pages that nobody keeps: an address that is too long for it.
func BenchmarkPages(b *testing.B) {
	s := newSite(b, payment.Sandbox{})
	path := ""
	for i := range 24 {
		_, path = s.publishOf(b, map[string]any{"title": fmt.Sprintf("Oak chair %d", i), "category": "furniture"})
	}
	for _, address := range []string{"/", "/3d-models", path} {
		for _, language := range []string{"en", "de"} {
			b.Run(address+" "+language, func(b *testing.B) {
				for b.Loop() {
					r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, address+"?"+strings.Repeat("x", 5000), nil)
					r.Header.Set("Accept-Language", language)
					w := httptest.NewRecorder()
					if s.handler.ServeHTTP(w, r); w.Code != http.StatusOK {
						b.Fatalf("status %d", w.Code)
					}
				}
			})
		}
	}
}
