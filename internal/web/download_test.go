package web_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"vitrine"
	"vitrine/internal/web"
)

// TestDownloadSend makes files that break off before and behind their first byte.
func TestDownloadSend(t *testing.T) {
	t.Parallel()
	gone := vitrine.Errorf(vitrine.Unavailable, "the database is away")
	for name, c := range map[string]struct {
		method string
		write  func(io.Writer) error
		status int
		body   string
		broken bool
	}{
		"whole":            {http.MethodGet, func(w io.Writer) error { _, err := io.WriteString(w, "all"); return err }, 200, "all", false},
		"only asked about": {http.MethodHead, func(io.Writer) error { t.Error("HEAD had it made"); return nil }, 200, "", false},
		"broken at once":   {http.MethodGet, func(io.Writer) error { return gone }, 503, "", false},
		"broken while little": {http.MethodGet, func(w io.Writer) error {
			_, err := io.WriteString(w, "part")
			return errors.Join(err, gone)
		}, 503, "", false},
		"broken in the middle": {http.MethodGet, func(w io.Writer) error {
			_, err := io.WriteString(w, strings.Repeat("part", 100_000))
			return errors.Join(err, gone)
		}, 200, "", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(web.Wrap(made(c.write), web.Options{}))
			defer server.Close()
			request, err := http.NewRequestWithContext(t.Context(), c.method, server.URL+"/file", nil)
			if err != nil {
				t.Fatal(err)
			}
			response, err := server.Client().Do(request)
			if err != nil {
				t.Fatal(err)
			}
			defer response.Body.Close()
			body, err := io.ReadAll(response.Body)
			if response.StatusCode != c.status || (err != nil) != c.broken || c.body != "" && string(body) != c.body {
				t.Errorf("%d, %d bytes, %v", response.StatusCode, len(body), err)
			}
			kind, disposition := response.Header.Get("Content-Type"), response.Header.Get("Content-Disposition")
			if file := c.status == 200; file != (kind == "text/csv") || file != (disposition == `attachment; filename="a.csv"`) ||
				response.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("headers: %v", response.Header)
			}
		})
	}
}

func made(write func(io.Writer) error) *http.ServeMux {
	mux := http.NewServeMux()
	mux.HandleFunc("/file", func(w http.ResponseWriter, r *http.Request) {
		if err := (web.Download{Name: "a.csv", Type: "text/csv"}).Send(w, r, write); err != nil {
			web.WriteProblem(w, r, err)
		}
	})
	return mux
}
