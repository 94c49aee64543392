package storefront_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"vitrine/internal/payment"
)

// TestCompressedPages asks as browsers do. Pages with an order's key are never
// compressed: their length would tell of it.
func TestCompressedPages(t *testing.T) {
	t.Parallel()
	s := shelvedSite(t)
	ask := func(path, known string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		r.Header.Set("Accept-Encoding", "gzip, deflate, br")
		if known != "" {
			r.Header.Set("If-None-Match", known)
		}
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		return w
	}
	for _, path := range []string{"/", "/3d-models", "/search?keywords=chair", "/sellers/ada", "/docs", "/sitemap.xml"} {
		packed := ask(path, "")
		if packed.Header().Get("Content-Encoding") != "gzip" {
			t.Errorf("%s is not compressed: %v", path, packed.Header())
			continue
		}
		reader, err := gzip.NewReader(packed.Body)
		if err != nil {
			t.Fatal(err)
		}
		if plain, err := io.ReadAll(reader); err != nil || string(plain) != s.get(t, path).body {
			t.Errorf("%s: unpacked, it is another page: %v", path, err)
		}
		if etag := packed.Header().Get("ETag"); etag != "" && ask(path, etag).Code != http.StatusNotModified {
			t.Errorf("%s: its ETag %s is not known again", path, etag)
		}
	}
}

func TestSecretPagesAreNotCompressed(t *testing.T) {
	t.Parallel()
	s := newSite(t, payment.Sandbox{})
	_, checkout := s.order(t, s.publish(t, "Vase", 5), "")
	for _, path := range []string{checkout, receiptOf(checkout)} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		got := s.browse(t, r)
		if got.status != http.StatusOK || got.header.Get("Content-Encoding") != "" || len(got.body) < 1024 {
			t.Errorf("%s: status %d, encoding %q, %d bytes", path, got.status, got.header.Get("Content-Encoding"), len(got.body))
		}
		s.choose(t, checkout, "pay")
	}
}
