package upload_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/blob/blobtest"
	"vitrine/internal/clocktest"
	"vitrine/internal/markettest"
	"vitrine/internal/shop"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
	"vitrine/internal/upload"
	"vitrine/internal/web"
)

// site is a server of uploads with two sellers, ada and bob; each has a model, 1 and 2.
type site struct {
	*httptest.Server
	shop    *shop.Shop
	db      *store.DB
	blobs   *limited
	clock   *clocktest.Clock
	options shop.Options
	callers map[string]vitrine.Caller
}

// limited is a storage that is full after so many more objects.
type limited struct {
	blob.Store
	left atomic.Int64
	// stuck, when set, is what storing the next file waits for once all of it was read.
	stuck atomic.Pointer[chan struct{}]
}

// Put stores while there is room.
func (l *limited) Put(ctx context.Context, prefix string, r io.Reader) (blob.Info, error) {
	if l.left.Add(-1) < 0 {
		return blob.Info{}, vitrine.Errorf(vitrine.Unavailable, "the storage is full")
	}
	info, err := l.Store.Put(ctx, prefix, r)
	if prefix == blob.Files {
		if stuck := l.stuck.Swap(nil); stuck != nil {
			<-*stuck
		}
	}
	return info, err
}

// pieces is how many bytes the sites store at a time.
const pieces = 1000

func newSite(t *testing.T, edit ...func(*shop.Settings)) *site {
	t.Helper()
	clock := clocktest.At(time.Now())
	return newSiteOn(t, storetest.SQLite(t), markettest.Folder(t, clock.Now), clock, edit...)
}

func newSiteOn(t *testing.T, db *store.DB, blobs blob.Store, clock *clocktest.Clock, edit ...func(*shop.Settings)) *site {
	t.Helper()
	s := &site{db: db, blobs: &limited{Store: blobs}, clock: clock, callers: map[string]vitrine.Caller{}}
	s.blobs.left.Store(1 << 40)
	parts := markettest.New(db, s.blobs, clock.Now)
	parts.Shop.Piece = pieces
	for _, change := range edit {
		change(&parts.Shop.Settings)
	}
	s.shop, _ = parts.Open(t)
	s.options = parts.Shop
	for _, name := range []string{"ada", "bob"} {
		user, _, err := s.shop.CreateUser(t.Context(), shop.NewUser{Username: name, Email: name + "@example.com"})
		if err != nil {
			t.Fatal(err)
		}
		s.callers[name] = vitrine.Caller{User: *user, Scopes: vitrine.DefaultScopes()}
		_, err = s.shop.CreateModel(t.Context(), s.callers[name],
			shop.ModelRequest{ModelChange: vitrine.ModelChange{Title: vitrine.Some(name + "'s chair")}})
		if err != nil {
			t.Fatal(err)
		}
	}
	s.Server = httptest.NewServer(s.handler(t))
	t.Cleanup(s.Close)
	return s
}

// handler takes who asks from a header, as a token would say it.
func (s *site) handler(t *testing.T) http.Handler {
	t.Helper()
	handler := upload.New(s.shop)
	mux := http.NewServeMux()
	serve := func(w http.ResponseWriter, r *http.Request) {
		model, err := strconv.ParseInt(r.PathValue("model"), 10, 64)
		if err != nil {
			t.Error(err)
		}
		base := fmt.Sprintf("%s/models/%d/uploads", s.URL, model)
		err = handler.Serve(w, r, upload.Request{Caller: s.callers[r.Header.Get("X-As")], ModelID: model, ID: r.PathValue("upload"), Base: base,
			File: func(id int64) string { return fmt.Sprintf("%s/models/%d/files/%d", s.URL, model, id) }})
		if err != nil {
			web.WriteProblem(w, r, err)
		}
	}
	mux.HandleFunc("OPTIONS /models/{model}/uploads", handler.Describe)
	mux.HandleFunc("/models/{model}/uploads", serve)
	mux.HandleFunc("/models/{model}/uploads/{upload}", serve)
	return web.Wrap(mux, web.Options{})
}

// restart starts the site anew, as another process that shares database and storage.
func (s *site) restart(t *testing.T) {
	t.Helper()
	s.Close()
	s.shop = shop.New(s.options)
	s.Server = httptest.NewServer(s.handler(t))
	t.Cleanup(s.Close)
}

// call is a request of tus.
type call struct {
	as, method, path string
	header           map[string]string
	body             io.Reader
}

// do sends a request, by ada where nobody is named.
func (s *site) do(t *testing.T, c call) *http.Response {
	t.Helper()
	response, err := s.try(t, c)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

func (s *site) try(t *testing.T, c call) (*http.Response, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), c.method, s.URL+c.path, c.body)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-As", "ada")
	if c.as != "" {
		r.Header.Set("X-As", c.as)
	}
	r.Header.Set("Tus-Resumable", upload.Version)
	for name, value := range c.header {
		if r.Header.Set(name, value); value == "" {
			r.Header.Del(name)
		}
	}
	response, err := s.Client().Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	response.Body = io.NopCloser(bytes.NewReader(body))
	return response, err
}

func metadata(pairs ...string) string {
	var list []string
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, pairs[i]+" "+base64.StdEncoding.EncodeToString([]byte(pairs[i+1])))
	}
	return strings.Join(list, ",")
}

// begin announces a file of ada's and returns the path of the upload.
func (s *site) begin(t *testing.T, size int, pairs ...string) string {
	t.Helper()
	if len(pairs) == 0 {
		pairs = []string{"filename", "chair.stl"}
	}
	response := s.do(t, call{method: "POST", path: "/models/1/uploads",
		header: map[string]string{"Upload-Length": strconv.Itoa(size), "Upload-Metadata": metadata(pairs...)}})
	wantStatus(t, "POST", response, 201)
	return strings.TrimPrefix(response.Header.Get("Location"), s.URL)
}

// patch sends bytes of an upload from an offset on.
func (s *site) patch(t *testing.T, path string, offset int, body io.Reader, header ...string) *http.Response {
	t.Helper()
	return s.do(t, s.part(path, offset, body, header...))
}

func (s *site) part(path string, offset int, body io.Reader, header ...string) call {
	c := call{method: "PATCH", path: path, body: body, header: map[string]string{
		"Upload-Offset": strconv.Itoa(offset), "Content-Type": "application/offset+octet-stream"}}
	for i := 0; i < len(header); i += 2 {
		c.header[header[i]] = header[i+1]
	}
	return c
}

// wantOffset asks how far an upload is.
func (s *site) wantOffset(t *testing.T, path string, want int) *http.Response {
	t.Helper()
	response := s.do(t, call{method: "HEAD", path: path})
	wantStatus(t, "HEAD", response, 200)
	if got := response.Header.Get("Upload-Offset"); got != strconv.Itoa(want) {
		t.Errorf("the upload is at %s, want %d", got, want)
	}
	return response
}

func wantStatus(t *testing.T, what string, response *http.Response, want int) {
	t.Helper()
	if response.StatusCode != want {
		body, _ := io.ReadAll(response.Body)
		t.Errorf("%s: %d, want %d\n%s", what, response.StatusCode, want, body)
	}
	if got := response.Header.Get("Tus-Resumable"); got != upload.Version {
		t.Errorf("%s: Tus-Resumable %q", what, got)
	}
}

// wantStored counts what the storage holds of a kind.
func (s *site) wantStored(t *testing.T, prefix string, want int) {
	t.Helper()
	n := 0
	if err := s.blobs.List(t.Context(), prefix, func(blob.Info) error { n++; return nil }); err != nil || n != want {
		t.Errorf("%d %s are stored, %v, want %d", n, prefix, err, want)
	}
}

// both runs a test on SQLite with a folder, and on PostgreSQL with a bucket.
func both(t *testing.T, test func(t *testing.T, s *site)) {
	t.Helper()
	t.Run("SQLite and a folder", func(t *testing.T) {
		t.Parallel()
		test(t, newSite(t))
	})
	t.Run("PostgreSQL and a bucket", func(t *testing.T) {
		t.Parallel()
		bucket, err := blob.OpenS3(t.Context(), blobtest.StartGateway(t).Options)
		if err != nil {
			t.Fatal(err)
		}
		test(t, newSiteOn(t, storetest.NewPostgres(t).Open(t), bucket, clocktest.At(time.Now())))
	})
}
