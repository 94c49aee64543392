package blobtest

import (
	"bytes"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/blob"
)

// answer is the part of an HTTP answer that the tests look at.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// fetch asks for address as a caller without any token does.
func fetch(t *testing.T, method, address string, header ...string) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatalf("%s: reading the body: %v", method, err)
	}
	return answer{res.StatusCode, res.Header, body}
}

func downloadURL(t *testing.T, store blob.Store, key string, d blob.Download) string {
	t.Helper()
	address, err := store.DownloadURL(t.Context(), key, d)
	if err != nil {
		t.Fatalf("DownloadURL: %v", err)
	}
	return address
}

func download(t *testing.T, open Open) {
	store := open(t, time.Now)
	data := Bytes(300_000, 5)
	info := put(t, store, "files", data)
	d := blob.Download{Name: "chair.glb", Type: "model/gltf-binary", ETag: info.SHA256, Expires: time.Minute}
	address := downloadURL(t, store, info.Key, d)

	got := fetch(t, http.MethodGet, address, "Accept", "application/json")
	if got.status != http.StatusOK || !bytes.Equal(got.body, data) {
		t.Fatalf("GET gave %d and %d bytes, want 200 and %d", got.status, len(got.body), len(data))
	}
	wantHeader(t, got, "Content-Type", "model/gltf-binary")
	wantHeader(t, got, "Accept-Ranges", "bytes")
	wantHeader(t, got, "Content-Disposition", `attachment; filename="chair.glb"; filename*=UTF-8''chair.glb`)
	if tag := got.header.Get("ETag"); !strings.HasPrefix(tag, `"`) {
		t.Errorf("ETag = %q, want a strong one", tag)
	}
	same := fetch(t, http.MethodGet, address, "If-None-Match", got.header.Get("ETag"))
	if same.status != http.StatusNotModified || len(same.body) > 0 {
		t.Errorf("If-None-Match gave %d and %d bytes, want 304", same.status, len(same.body))
	}

	d.Head = true
	head := fetch(t, http.MethodHead, downloadURL(t, store, info.Key, d))
	if head.status != http.StatusOK || len(head.body) > 0 {
		t.Errorf("HEAD gave %d and %d bytes, want 200", head.status, len(head.body))
	}
	for _, name := range []string{"Content-Length", "Content-Type", "Content-Disposition", "ETag"} {
		wantHeader(t, head, name, got.header.Get(name))
	}
}

func downloadRanges(t *testing.T, open Open) {
	store := open(t, time.Now)
	data := Bytes(10_000, 6)
	info := put(t, store, "files", data)
	address := downloadURL(t, store, info.Key, blob.Download{Name: "a.stl", ETag: info.SHA256})
	tag := fetch(t, http.MethodGet, address).header.Get("ETag")

	tests := []struct {
		name, rng, ifRange string
		status             int
		want               []byte
		contentRange       string
	}{
		{"first", "bytes=0-99", "", 206, data[:100], "bytes 0-99/10000"},
		{"open end", "bytes=9990-", "", 206, data[9990:], "bytes 9990-9999/10000"},
		{"suffix", "bytes=-5", "", 206, data[9995:], "bytes 9995-9999/10000"},
		{"same version", "bytes=5-9", tag, 206, data[5:10], "bytes 5-9/10000"},
		{"beyond", "bytes=10000-", "", 416, nil, "bytes */10000"},
	}
	for _, test := range tests {
		header := []string{"Range", test.rng}
		if test.ifRange != "" {
			header = append(header, "If-Range", test.ifRange)
		}
		got := fetch(t, http.MethodGet, address, header...)
		if got.status != test.status || test.want != nil && !bytes.Equal(got.body, test.want) {
			t.Errorf("%s: status %d and %d bytes, want %d and %d", test.name, got.status, len(got.body), test.status, len(test.want))
		}
		if test.status == http.StatusPartialContent {
			wantHeader(t, got, "Content-Range", test.contentRange)
		}
	}
}

func downloadNames(t *testing.T, open Open) {
	store := open(t, time.Now)
	info := put(t, store, "files", []byte("a"))
	names := map[string]string{
		"Stuhl größer.obj":              "Stuhl größer.obj",
		"椅子 (1).blend":                  "椅子 (1).blend",
		`a"b;c=d%41'.zip`:               `a"b;c=d%41'.zip`,
		"x\r\nSet-Cookie: a=b\r\n\r\n<": "x__Set-Cookie: a=b____<",
		"../../etc/passwd":              ".._.._etc_passwd",
		"🪑+&#?.fbx":                     "🪑+&#?.fbx",
	}
	for name, want := range names {
		got := fetch(t, http.MethodGet, downloadURL(t, store, info.Key, blob.Download{Name: name}))
		kind, params, err := mime.ParseMediaType(got.header.Get("Content-Disposition"))
		if got.status != http.StatusOK || err != nil || kind != "attachment" || params["filename"] != want {
			t.Errorf("%q: status %d, %q, error %v; want the name %q",
				name, got.status, got.header.Get("Content-Disposition"), err, want)
		}
		wantHeader(t, got, "Set-Cookie", "")
		wantHeader(t, got, "Content-Type", "application/octet-stream")
	}
}

func downloadExpired(t *testing.T, open Open) {
	var clock atomic.Int64 // unix seconds
	now := time.Now().Unix()
	store := open(t, func() time.Time { return time.Unix(clock.Load(), 0) })
	clock.Store(now - 3600)
	info := put(t, store, "files", []byte("a"))
	d := blob.Download{Name: "a.stl", Expires: 10 * time.Minute}
	old := downloadURL(t, store, info.Key, d)

	clock.Store(now)
	if got := fetch(t, http.MethodGet, old); got.status != http.StatusForbidden {
		t.Errorf("an expired address gave %d, want 403", got.status)
	}
	if got := fetch(t, http.MethodGet, downloadURL(t, store, info.Key, d)); got.status != http.StatusOK {
		t.Errorf("a fresh address gave %d, want 200", got.status)
	}
}

func downloadTampered(t *testing.T, open Open) {
	store := open(t, time.Now)
	info, other := put(t, store, "files", []byte("a")), put(t, store, "files", []byte("b"))
	address := downloadURL(t, store, info.Key, blob.Download{Name: "a.stl", Type: "model/stl", ETag: info.SHA256})

	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	wantForbidden(t, "another key", strings.Replace(address, info.Key, other.Key, 1))
	wantForbidden(t, "all parameters", strings.TrimSuffix(address, "?"+u.RawQuery))
	for name := range u.Query() {
		q := u.Query()
		value := q.Get(name)
		switch name {
		case "expires":
			value += "0"
		case "X-Amz-Expires":
			value = "3600"
		case "X-Amz-Signature", "signature", "response-content-type", "response-content-disposition", "name", "type", "etag":
			value = flip(value)
		default: // a server may call other faults malformed
			continue
		}
		q.Set(name, value)
		changed := *u
		changed.RawQuery = q.Encode()
		wantForbidden(t, name, changed.String())
	}
}

// flip changes the first character of s to another of the same alphabet.
func flip(s string) string {
	if s[0] == 'a' {
		return "b" + s[1:]
	}
	return "a" + s[1:]
}

func wantForbidden(t *testing.T, what, address string) {
	t.Helper()
	if got := fetch(t, http.MethodGet, address); got.status != http.StatusForbidden {
		t.Errorf("%s changed: status %d, want 403", what, got.status)
	}
}

func downloadMissing(t *testing.T, open Open) {
	store := open(t, time.Now)
	info := put(t, store, "files", []byte("a"))
	address := downloadURL(t, store, info.Key, blob.Download{Name: "a.stl"})
	if err := store.Delete(t.Context(), info.Key); err != nil {
		t.Fatal(err)
	}
	// S3 itself answers 404; a server knows that it gave the address.
	if got := fetch(t, http.MethodGet, address); got.status != http.StatusNotFound && got.status != http.StatusServiceUnavailable {
		t.Errorf("the address of deleted bytes gave %d, want 404 or 503", got.status)
	}
	if address, err := store.DownloadURL(t.Context(), "../x", blob.Download{}); err == nil {
		t.Errorf("DownloadURL took the key ../x: %s", address)
	}
}

func wantHeader(t *testing.T, got answer, name, want string) {
	t.Helper()
	if diff := cmp.Diff(want, got.header.Get(name)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}
