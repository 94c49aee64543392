package blobhttp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/blob/blobhttp"
	"vitrine/internal/blob/blobtest"
	"vitrine/internal/web"
)

func TestDownloadHeaders(t *testing.T) {
	t.Parallel()
	disk := blobtest.OpenDisk(t, t.TempDir(), blob.DiskOptions{BaseURL: "https://shop.example/x/", Secret: secret})
	info := putString(t, disk, "files", "<script>alert(1)</script>")
	address := signed(t, disk, info.Key, blob.Download{Name: "a.html", Type: "text/html", ETag: info.SHA256})
	if want := "https://shop.example/x/blobs/" + info.Key + "?"; !strings.HasPrefix(address, want) {
		t.Errorf("address %q doesn't begin with %q", address, want)
	}

	req := request(t, http.MethodGet, strings.TrimPrefix(address, "https://shop.example/x"))
	req.Header.Set("Authorization", "Bearer vtr_of_nobody")
	req.Header.Set("Accept", "text/nothing")
	got := record(downloads(disk), req)
	want := map[string]string{
		"Content-Type":            "text/html",
		"Content-Disposition":     `attachment; filename="a.html"; filename*=UTF-8''a.html`,
		"Content-Security-Policy": "default-src 'none'; sandbox",
		"X-Content-Type-Options":  "nosniff",
		"Cache-Control":           "private, no-transform",
		"Etag":                    `"` + info.SHA256 + `"`,
		"Accept-Ranges":           "bytes",
		"Content-Length":          "25",
	}
	wantHeaders(t, got, http.StatusOK, want)

	req.Header.Set("If-Range", `"another"`)
	req.Header.Set("Range", "bytes=0-3")
	if got := record(downloads(disk), req); got.Code != http.StatusOK || got.Body.Len() != 25 {
		t.Errorf("If-Range of another version gave %d and %d bytes, want all", got.Code, got.Body.Len())
	}
}

// everything lets everybody see all that is stored.
func everything(store blob.Store, refuse blobhttp.Refuse) blobhttp.Showing {
	return blobhttp.Showing{
		Store: store, Allowed: func(context.Context, string) (vitrine.Shown, error) { return vitrine.Shown{}, nil },
		Damaged: func(string, string) {}, Refuse: refuse,
	}
}

// TestUnservedContent asks for ranges that are not there, and for another version.
func TestUnservedContent(t *testing.T) {
	t.Parallel()
	disk := blobtest.OpenDisk(t, t.TempDir(), blob.DiskOptions{Secret: secret})
	file, preview := putString(t, disk, "files", "0123456789"), putString(t, disk, "previews", "glTF456789")
	for _, served := range []struct {
		address string
		handler http.Handler
	}{
		{signed(t, disk, file.Key, blob.Download{Name: "a", ETag: file.SHA256}), downloads(disk)},
		{"/" + preview.Key, blobhttp.Previews(everything(disk, web.WriteProblem))},
	} {
		for _, asked := range []struct {
			header, value string
			status        int
			code, size    string
		}{
			{"Range", "bytes=99-", 416, "range_not_satisfiable", "bytes */10"},
			{"Range", "bytes=abc", 416, "range_not_satisfiable", ""},
			{"If-Match", `"another"`, 412, "stale", ""},
		} {
			req := request(t, http.MethodGet, served.address)
			req.Header.Set(asked.header, asked.value)
			got := record(served.handler, req)
			wantHeaders(t, got, asked.status, map[string]string{
				"Content-Type": "application/problem+json", "Content-Range": asked.size, "Content-Disposition": "", "Cache-Control": "no-store",
			})
			var problem struct{ Code string }
			if err := json.Unmarshal(got.Body.Bytes(), &problem); err != nil || problem.Code != asked.code {
				t.Errorf("%s: %s: %q, %v", asked.header, asked.value, got.Body, err)
			}
		}
	}
}

func TestDownloadTypesAndTags(t *testing.T) {
	t.Parallel()
	disk := blobtest.OpenDisk(t, t.TempDir(), blob.DiskOptions{Secret: secret})
	info := putString(t, disk, "files", "a")
	for given, want := range map[string]string{
		"": "application/octet-stream", "model/stl": "model/stl", "nonsense": "application/octet-stream",
		"text/plain\r\nSet-Cookie: a=b": "application/octet-stream", "text/plain; charset=utf-8": "text/plain; charset=utf-8",
	} {
		address := signed(t, disk, info.Key, blob.Download{Type: given, ETag: `"x` + "\r\n"})
		got := record(downloads(disk), request(t, http.MethodGet, address))
		wantHeaders(t, got, http.StatusOK, map[string]string{
			"Content-Type": want, "Etag": "", "Content-Disposition": "attachment", "Set-Cookie": "",
		})
	}
}

func TestDownloadRefusals(t *testing.T) {
	t.Parallel()
	disk := blobtest.OpenDisk(t, t.TempDir(), blob.DiskOptions{Secret: secret})
	stranger := blobtest.OpenDisk(t, t.TempDir(), blob.DiskOptions{Secret: []byte("the secret of another one")})
	keyless := blobtest.OpenDisk(t, t.TempDir(), blob.DiskOptions{})
	address := signed(t, disk, someKey, blob.Download{Name: "a"})

	tests := []struct {
		name, method, address string
		handler               http.Handler
		status                int
		code                  string
	}{
		{"missing bytes", http.MethodGet, address, downloads(disk), http.StatusServiceUnavailable, "unavailable"},
		{"secret of another", http.MethodGet, address, downloads(stranger), http.StatusForbidden, "forbidden"},
		{"no secret", http.MethodGet, address, downloads(keyless), http.StatusForbidden, "forbidden"},
		{"no signature", http.MethodGet, "/blobs/" + someKey, downloads(disk), http.StatusForbidden, "forbidden"},
		{"no key", http.MethodGet, "/blobs/", downloads(disk), http.StatusForbidden, "forbidden"},
		{"method", http.MethodPost, address, downloads(disk), http.StatusMethodNotAllowed, "method_not_allowed"},
	}
	for _, test := range tests {
		got := record(test.handler, request(t, test.method, test.address))
		var problem struct {
			Type, Title, Detail, Code, Error string
			Status                           int
			Success                          bool
		}
		if err := json.Unmarshal(got.Body.Bytes(), &problem); err != nil {
			t.Errorf("%s: %v in %q", test.name, err, got.Body)
			continue
		}
		if got.Code != test.status || problem.Status != test.status || problem.Code != test.code ||
			problem.Detail == "" || problem.Detail != problem.Error || problem.Title == "" || problem.Success {
			t.Errorf("%s: %d %+v, want %d %s", test.name, got.Code, problem, test.status, test.code)
		}
		wantHeaders(t, got, test.status, map[string]string{"Content-Type": "application/problem+json"})
		if test.status == http.StatusMethodNotAllowed {
			wantHeaders(t, got, test.status, map[string]string{"Allow": "GET, HEAD"})
		}
		if test.status == http.StatusServiceUnavailable { // an operator has to bring the bytes back
			wantHeaders(t, got, test.status, map[string]string{"Retry-After": "300"})
		}
	}
}

// Bytes that move from one part of an address to the next change the signature.
func TestDownloadPartsDoNotMix(t *testing.T) {
	t.Parallel()
	disk := blobtest.OpenDisk(t, t.TempDir(), blob.DiskOptions{Secret: secret})
	info := putString(t, disk, "files", "a")
	address := signed(t, disk, info.Key, blob.Download{Name: "ab", Type: "text/plain"})
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("name", "a")
	q.Set("type", "btext/plain")
	u.RawQuery = q.Encode()
	if got := record(downloads(disk), request(t, http.MethodGet, u.String())); got.Code != http.StatusForbidden {
		t.Errorf("status %d, want 403", got.Code)
	}
}

func TestRefuseAnswersForTheHandlers(t *testing.T) {
	t.Parallel()
	refuse := func(w http.ResponseWriter, _ *http.Request, err error) {
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, string(vitrine.CodeOf(err)))
	}
	disk := blobtest.OpenDisk(t, t.TempDir(), blob.DiskOptions{Secret: secret})
	for want, got := range map[string]*httptest.ResponseRecorder{
		"forbidden": record(blobhttp.Downloads(disk, holds, refuse), request(t, http.MethodGet, "/blobs/"+someKey)),
		"not_found": record(blobhttp.Media(everything(disk, refuse)), request(t, http.MethodGet, "/files/a")),
	} {
		if got.Code != http.StatusTeapot || got.Body.String() != want {
			t.Errorf("got %d %q, want 418 %q", got.Code, got.Body, want)
		}
	}
}

func TestMedia(t *testing.T) {
	t.Parallel()
	disk := blobtest.OpenDisk(t, t.TempDir(), blob.DiskOptions{})
	handler := blobhttp.Media(everything(disk, web.WriteProblem))
	pictures := map[string]string{
		"image/png":  "\x89PNG\r\n\x1a\n rest",
		"image/jpeg": "\xff\xd8\xff rest",
		"image/gif":  "GIF89a rest",
		"image/webp": "RIFF\x00\x00\x00\x00WEBPVP8 rest",
	}
	for kind, data := range pictures {
		info := putString(t, disk, "media", data)
		got := record(handler, request(t, http.MethodGet, "/"+info.Key))
		wantHeaders(t, got, http.StatusOK, map[string]string{
			"Content-Type":            kind,
			"Cache-Control":           "public, max-age=3600, must-revalidate",
			"X-Content-Type-Options":  "nosniff",
			"Content-Security-Policy": "default-src 'none'; sandbox",
			"Content-Disposition":     "",
		})
		if got.Body.String() != data {
			t.Errorf("%s: got %q", kind, got.Body)
		}
		again := request(t, http.MethodGet, "/"+info.Key)
		again.Header.Set("If-None-Match", got.Header().Get("ETag"))
		if got := record(handler, again); got.Code != http.StatusNotModified {
			t.Errorf("%s: If-None-Match gave %d, want 304", kind, got.Code)
		}
		if got := record(handler, request(t, http.MethodHead, "/"+info.Key)); got.Code != http.StatusOK || got.Body.Len() > 0 {
			t.Errorf("%s: HEAD gave %d and %d bytes", kind, got.Code, got.Body.Len())
		}
	}
}

// TestMediaAsksFirst deletes a picture whose bytes are still stored, for those who have
// it too.
func TestMediaAsksFirst(t *testing.T) {
	t.Parallel()
	disk := blobtest.OpenDisk(t, t.TempDir(), blob.DiskOptions{})
	info := putString(t, disk, "media", "\x89PNG\r\n\x1a\n rest")
	gone := false
	showing := everything(disk, web.WriteProblem)
	showing.Allowed = func(_ context.Context, key string) (vitrine.Shown, error) {
		if key != info.Key || gone {
			return vitrine.Shown{}, vitrine.Errorf(vitrine.NotFound, "there is no such picture")
		}
		return vitrine.Shown{Size: info.Size, Reserved: true}, nil
	}
	showing.Reserve = func(_ context.Context, h http.Header) error {
		web.Reserve(h, "")
		return nil
	}
	handler := blobhttp.Media(showing)
	known := request(t, http.MethodGet, "/"+info.Key)
	known.Header.Set("If-None-Match", record(handler, request(t, http.MethodGet, "/"+info.Key)).Header().Get("ETag"))
	wantHeaders(t, record(handler, known), http.StatusNotModified,
		map[string]string{"Cache-Control": "public, max-age=3600, must-revalidate", "Etag": known.Header.Get("If-None-Match"),
			"X-Robots-Tag": "noai, noimageai", "Tdm-Reservation": "1"})
	gone = true
	for _, r := range []*http.Request{known, request(t, http.MethodGet, "/"+info.Key), request(t, http.MethodHead, "/"+info.Key)} {
		wantHeaders(t, record(handler, r), http.StatusNotFound, map[string]string{"Cache-Control": "no-store", "Etag": ""})
	}
}

func TestMediaShowsPicturesOnly(t *testing.T) {
	t.Parallel()
	disk := blobtest.OpenDisk(t, t.TempDir(), blob.DiskOptions{})
	handler := blobhttp.Media(everything(disk, web.WriteProblem))
	for _, c := range []struct {
		name, path string
		want       int
	}{
		{"no key", "/media/", http.StatusServiceUnavailable},
		{"a file", "/" + putString(t, disk, "files", "\x89PNG\r\n\x1a\n").Key, http.StatusNotFound},
		{"page", "/" + putString(t, disk, "media", "<html><script>").Key, http.StatusServiceUnavailable},
		{"SVG", "/" + putString(t, disk, "media", `<svg xmlns="http://www.w3.org/2000/svg"/>`).Key, http.StatusServiceUnavailable},
		{"nothing", "/" + putString(t, disk, "media", "").Key, http.StatusServiceUnavailable},
		{"out of it", "/media/../" + putString(t, disk, "files", "\x89PNG\r\n\x1a\n").Key, http.StatusServiceUnavailable},
		{"other host", "/elsewhere", http.StatusNotFound},
	} {
		got := record(handler, &http.Request{Method: http.MethodGet, URL: &url.URL{Path: c.path}, Header: http.Header{}})
		if got.Code != c.want || got.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %d, Cache-Control %q; want %d, no-store", c.name, got.Code, got.Header().Get("Cache-Control"), c.want)
		}
	}
	if got := record(handler, request(t, http.MethodDelete, "/media/x")); got.Code != http.StatusMethodNotAllowed {
		t.Errorf("DELETE gave %d, want 405", got.Code)
	}
}

var secret = []byte("a secret of the tests, 32 bytes.")

const someKey = "files/a/a/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

// downloads serves a folder to all who have an address of it.
func downloads(disk *blob.Disk) http.Handler {
	return blobhttp.Downloads(disk, holds, web.WriteProblem)
}

func putString(t *testing.T, store blob.Store, prefix, data string) blob.Info {
	t.Helper()
	info, err := store.Put(t.Context(), prefix, bytes.NewReader([]byte(data)))
	if err != nil {
		t.Fatal(err)
	}
	return info
}

func signed(t *testing.T, store blob.Store, key string, d blob.Download) string {
	t.Helper()
	d.Expires = time.Minute
	address, err := store.DownloadURL(t.Context(), key, d)
	if err != nil {
		t.Fatal(err)
	}
	return address
}

func request(t *testing.T, method, address string) *http.Request {
	t.Helper()
	return httptest.NewRequestWithContext(t.Context(), method, address, nil)
}

func record(handler http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	return w
}

func wantHeaders(t *testing.T, got *httptest.ResponseRecorder, status int, want map[string]string) {
	t.Helper()
	if got.Code != status {
		t.Errorf("status %d, want %d: %s", got.Code, status, got.Body)
	}
	have := map[string]string{}
	for name := range want {
		have[name] = got.Header().Get(name)
	}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
}

// TestSignedAddressOfDamagedBytes cuts, exchanges and removes bytes after their
// address was given: it answers 503 and tells the operator.
func TestSignedAddressOfDamagedBytes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var disk *blob.Disk
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		downloads(disk).ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	told := make(chan string, 1)
	damaged := func(key, why string) { told <- key + ": " + why }
	disk = blobtest.OpenDisk(t, dir, blob.DiskOptions{BaseURL: server.URL, Secret: secret, Damaged: damaged})
	info, err := disk.Put(t.Context(), "files", strings.NewReader("sold"))
	if err != nil {
		t.Fatal(err)
	}
	address, err := disk.DownloadURL(t.Context(), info.Key, blob.Download{Name: "a.stl", Size: info.Size})
	if err != nil {
		t.Fatal(err)
	}
	get := func(address string) int {
		t.Helper()
		response, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		return response.StatusCode
	}
	if got := get(address); got != http.StatusOK {
		t.Errorf("whole: %d", got)
	}
	if got := get(strings.Replace(address, "size=4", "size=5", 1)); got != http.StatusForbidden {
		t.Errorf("another size: %d", got)
	}
	if got := get(strings.Replace(address, "size=4", "", 1)); got != http.StatusForbidden {
		t.Errorf("without its size: %d", got)
	}
	for _, c := range []struct {
		name   string
		damage func() error
		want   string
	}{
		{"cut off", func() error { return os.Truncate(filepath.Join(dir, info.Key), 3) }, "3 bytes are stored, 4 were uploaded"},
		{"missing", func() error { return disk.Delete(t.Context(), info.Key) }, "they are missing"},
	} {
		if err := c.damage(); err != nil {
			t.Fatal(err)
		}
		if got := get(address); got != http.StatusServiceUnavailable {
			t.Errorf("%s: %d, want 503", c.name, got)
		}
		if got := <-told; got != info.Key+": "+c.want {
			t.Errorf("%s: the operator was told %q", c.name, got)
		}
	}
}

// TestShownToSome asks for bytes that not everybody may see. Those who may are answered in a way that
// keeps the bytes out of shared caches.
func TestShownToSome(t *testing.T) {
	t.Parallel()
	disk := blobtest.OpenDisk(t, t.TempDir(), blob.DiskOptions{})
	broken := errors.New("the database is away")
	for kind, one := range map[string]struct {
		data    string
		handler func(blobhttp.Showing) http.Handler
	}{
		blob.Media:    {"\x89PNG\r\n\x1a\n rest", blobhttp.Media},
		blob.Previews: {"glTF\x02\x00\x00\x00 rest", blobhttp.Previews},
	} {
		info := putString(t, disk, kind, one.data)
		only := &vitrine.Viewers{AuthorID: 7}
		showing := everything(disk, web.WriteProblem)
		showing.Allowed = func(context.Context, string) (vitrine.Shown, error) {
			return vitrine.Shown{Size: info.Size, Only: only}, nil
		}
		nobody := one.handler(showing)
		showing.Among = func(r *http.Request, got *vitrine.Viewers) (bool, error) {
			if got != only {
				t.Errorf("%s: who asks is held against %+v", kind, got)
			}
			if r.Header.Get("Cookie") == "broken" {
				return false, broken
			}
			return r.Header.Get("Cookie") == "author", nil
		}
		some := one.handler(showing)
		etag := `"` + path.Base(info.Key) + `"`
		for _, c := range []struct {
			handler http.Handler
			cookie  string
			known   string
			status  int
			caching string
		}{
			{nobody, "author", "", http.StatusNotFound, "no-store"},
			{some, "", "", http.StatusNotFound, "no-store"},
			{some, "", etag, http.StatusNotFound, "no-store"},
			{some, "broken", "", http.StatusInternalServerError, "no-store"},
			{some, "author", "", http.StatusOK, "private, no-cache"},
			{some, "author", etag, http.StatusNotModified, "private, no-cache"},
		} {
			r := request(t, http.MethodGet, "/"+info.Key)
			r.Header.Set("Cookie", c.cookie)
			r.Header.Set("If-None-Match", c.known)
			got := record(c.handler, r)
			if got.Code != c.status || got.Header().Get("Cache-Control") != c.caching {
				t.Errorf("%s for %q, who knows %q: %d, %q; want %d, %q", kind, c.cookie, c.known, got.Code,
					got.Header().Get("Cache-Control"), c.status, c.caching)
			}
		}
	}
}
