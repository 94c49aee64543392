package viewer_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/viewer"
)

func get(t *testing.T, method, target string, header http.Header) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(method, target, nil)
	r.Header = header
	w := httptest.NewRecorder()
	viewer.Handler("/shop").ServeHTTP(w, r)
	return w
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	script := "/shop" + viewer.Asset("viewer.js")
	for _, test := range []struct {
		name, accept, want string
	}{
		{"a browser", "gzip, deflate, br, zstd", "br"},
		{"an older one", "gzip, deflate", "gzip"},
		{"brotli refused", "br;q=0, gzip", "gzip"},
		{"gzip with a weight", "GZIP ; q=0.5", "gzip"},
		{"anything", "*", "br"},
		{"anything but brotli", "br;q=0.0, *", "gzip"},
		{"nothing of ours", "deflate", ""},
		{"none named", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := get(t, "GET", script, http.Header{"Accept-Encoding": {test.accept}})
			got := map[string]string{}
			for _, name := range []string{"Content-Encoding", "Content-Type", "Cache-Control", "Vary"} {
				got[name] = w.Header().Get(name)
			}
			want := map[string]string{
				"Content-Encoding": test.want,
				"Content-Type":     "text/javascript; charset=utf-8",
				"Cache-Control":    "public, max-age=31536000, immutable",
				"Vary":             "Accept-Encoding",
			}
			if diff := cmp.Diff(want, got); diff != "" || w.Code != http.StatusOK {
				t.Errorf("status %d, header (-want +got):\n%s", w.Code, diff)
			}
			if length := w.Header().Get("Content-Length"); length != fmt.Sprint(w.Body.Len()) {
				t.Errorf("Content-Length %s for %d bytes", length, w.Body.Len())
			}
		})
	}
}

func TestTwinHoldsTheSame(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"viewer.js", "viewer.css", "mesh.js", "splat.js"} {
		target := "/shop" + viewer.Asset(name)
		plain := get(t, "GET", target, nil)
		zipped := get(t, "GET", target, http.Header{"Accept-Encoding": {"gzip"}})
		reader, err := gzip.NewReader(zipped.Body)
		if err != nil {
			t.Fatal(err)
		}
		unzipped, err := io.ReadAll(reader)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(unzipped, plain.Body.Bytes()) {
			t.Errorf("%s: the gzip twin holds something else", name)
		}
		if plain.Header().Get("ETag") == zipped.Header().Get("ETag") {
			t.Errorf("%s: two encodings share the ETag %s", name, plain.Header().Get("ETag"))
		}
	}
}

func TestConditions(t *testing.T) {
	t.Parallel()
	style := "/shop" + viewer.Asset("viewer.css")
	first := get(t, "GET", style, http.Header{"Accept-Encoding": {"br"}})
	tag := first.Header().Get("ETag")
	for _, test := range []struct {
		name, method, target string
		header               http.Header
		want                 int
		empty                bool
	}{
		{"head", "HEAD", style, nil, http.StatusOK, true},
		{"known", "GET", style, http.Header{"Accept-Encoding": {"br"}, "If-None-Match": {tag}}, http.StatusNotModified, true},
		{"known in another encoding", "GET", style, http.Header{"If-None-Match": {tag}}, http.StatusOK, false},
		{"without the hash", "GET", "/shop/assets/viewer.css", nil, http.StatusNotFound, false},
		{"without the prefix", "GET", viewer.Asset("viewer.css"), nil, http.StatusNotFound, false},
		{"a twin by name", "GET", style + ".br", nil, http.StatusNotFound, false},
		{"the folder", "GET", "/shop/assets/", nil, http.StatusNotFound, false},
		{"the list of sources", "GET", "/shop/assets/sources.sha256", nil, http.StatusNotFound, false},
		{"post", "POST", style, nil, http.StatusMethodNotAllowed, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			w := get(t, test.method, test.target, test.header)
			if w.Code != test.want || (w.Body.Len() == 0) != test.empty {
				t.Errorf("%s %s: %d with %d bytes, want %d", test.method, test.target, w.Code, w.Body.Len(), test.want)
			}
		})
	}
}

func TestUnknownAssetPanics(t *testing.T) {
	t.Parallel()
	defer func() {
		if recover() == nil {
			t.Error("an asset that is not there has an address")
		}
	}()
	viewer.Asset("viewer.ts")
}

// TestBuiltFromTheseSources fails when the sources of the viewer were changed
// and `make viewer` was not run.
func TestBuiltFromTheseSources(t *testing.T) {
	t.Parallel()
	files := []string{"build.mjs", "package.json", "package-lock.json"}
	for _, pattern := range []string{"src/*", "style/*"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	var want strings.Builder
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&want, "%x  %s\n", sha256.Sum256(text), filepath.ToSlash(file))
	}
	got, err := os.ReadFile("dist/sources.sha256")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.String(), string(got)); diff != "" {
		t.Errorf("dist was built from other sources: run make viewer (-sources +built):\n%s", diff)
	}
}
