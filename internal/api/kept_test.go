package api_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/api"
	"vitrine/internal/inspect"
	"vitrine/internal/store"
)

// keeper is a marketplace whose answers are compared with those of a server that has only
// just started, and so remembers none.
type keeper struct {
	*server
	log   bytes.Buffer
	fresh func() http.Handler
	reads func() // is called while a file is read
}

func newKeeper(t *testing.T) *keeper {
	t.Helper()
	k := &keeper{reads: func() {}}
	untimed := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}
	k.server = newServer(t, func(o *options) {
		o.api.Log = slog.New(slog.NewTextHandler(&k.log, untimed))
		o.Reader.Read = func(ctx context.Context, f inspect.File, find inspect.Find, _ inspect.Want) (inspect.Result, error) {
			k.reads()
			return inspect.InProcess(ctx, f, find, inspect.Want{})
		}
		k.fresh = func() http.Handler {
			same := o.api
			same.Shop, same.Mux = k.shop, nil
			return api.New(same).Handler()
		}
	})
	return k
}

// ask returns the whole answer of a handler, with the line of the log.
func (k *keeper) ask(t *testing.T, h http.Handler, q request) string {
	t.Helper()
	k.log.Reset()
	got := httptest.NewRecorder()
	h.ServeHTTP(got, k.made(t, q))
	return fmt.Sprintf("%d\n%v\n%s\n%s", got.Code, got.Header(), got.Body, k.log.String())
}

func (k *keeper) made(t *testing.T, q request) *http.Request {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), q.method, q.path, http.NoBody)
	r.Header.Set("X-Request-Id", "same")
	if q.as != "" {
		r.Header.Set("Authorization", "Bearer "+k.user(t, q.as).Token)
	}
	for name, value := range q.header {
		r.Header.Set(name, value)
	}
	return r
}

// compare asks often enough for an answer to come from the memory, where it may, and
// wants it to be the one that a new server gives.
func (k *keeper) compare(t *testing.T, name string, q request, kept bool) {
	t.Helper()
	for range 2 {
		k.ask(t, k.handler, q)
	}
	k.clock.Advance(time.Minute) // its budgets are as full as those of a new one
	before := k.api.Kept().Hits
	got := k.ask(t, k.handler, q)
	if hit := k.api.Kept().Hits > before; hit != kept {
		t.Errorf("%s: the answer comes from the memory: %v, want %v", name, hit, kept)
	}
	if diff := cmp.Diff(k.ask(t, k.fresh(), q), got); diff != "" {
		t.Errorf("%s (-made +kept):\n%s", name, diff)
	}
}

// TestKeptAnswers holds what the memory answers against what is made anew, byte for byte,
// and says which requests it answers at all.
func TestKeptAnswers(t *testing.T) {
	t.Parallel()
	k := newKeeper(t)
	path, _ := k.offer(t, "ada", complete, "a.stl")
	wantStatus(t, k.do(t, put("ada", path, `{"title":"Eichenstuhl"}`).with("Content-Language", "de")), 200)
	draft, gone := k.draft(t, "ada", complete), k.draft(t, "ada", complete)
	wantStatus(t, k.do(t, remove("ada", gone)), 204)
	etag := k.do(t, get("bob", path)).Header.Get("ETag")
	k.user(t, operator, vitrine.ScopeAdmin)
	read := get("bob", path)
	for _, c := range []struct {
		name string
		request
		kept bool
	}{
		{"plain", read, true},
		{"by its author", get("ada", path), true},
		{"by the operator", get(operator, path), true},
		{"with .json", get("bob", path+".json"), true},
		{"with a slash", get("bob", path+"/"), true},
		{"with both", get("bob", path+".json/"), true},
		{"by another form of the id", get("bob", "/v1/models/0"+idOf(path)), true},
		{"in German", read.with("Accept-Language", "de"), true},
		{"in German, Swiss rather", read.with("Accept-Language", "de-CH, en;q=0.3"), true},
		{"in its own language", read.with("Accept-Language", "en-US"), true},
		{"in one that it is not in", read.with("Accept-Language", "fi"), true},
		{"with a wish of any length", read.with("Accept-Language", "de"+strings.Repeat(", fi", 100)), false},
		{"compressed", read.with("Accept-Encoding", "gzip"), true},
		{"compressed otherwise", read.with("Accept-Encoding", "gzip;q=0.5, zstd"), true},
		{"compressed as nobody can", read.with("Accept-Encoding", "br"), true},
		{"compressed and in German", read.with("Accept-Encoding", "gzip", "Accept-Language", "de"), true},
		{"as JSON", read.with("Accept", "application/json"), true},
		{"as what it is not", read.with("Accept", "text/html"), false},
		{"known", read.with("If-None-Match", etag), false},
		{"known weakly, compressed", read.with("If-None-Match", "W/"+etag, "Accept-Encoding", "gzip"), false},
		{"not known", read.with("If-None-Match", `"m1-0-en-US"`), false},
		{"its head", request{method: "HEAD", path: path, as: "bob"}, false},
		{"with a query", get("bob", path+"?x=1"), false},
		{"with an empty query", get("bob", path+"?"), true},
		{"with a token in the query", get("", path+"?access_token="+k.user(t, "bob").Token), false},
		{"with another origin", read.with("Origin", "https://else.example"), true},
		{"signed out", get("", path), false},
		{"with a wrong token", get("", path).with("Authorization", "Bearer x"), false},
		{"without the scope", get("", path).with("Authorization", "Bearer "+k.without(t, vitrine.ScopeModelsRead)), false},
		{"somebody's draft", get("bob", draft), false},
		{"one's own draft", get("ada", draft), false},
		{"a draft by the operator", get(operator, draft), false},
		{"a deleted one", get("ada", gone), false},
		{"none", get("bob", "/v1/models/99999"), false},
		{"no id", get("bob", "/v1/models/x"), false},
		{"a long id", get("bob", "/v1/models/"+strings.Repeat("0", 300)+idOf(path)), false},
		{"another method", request{method: "PATCH", path: path, as: "bob"}, false},
	} {
		k.compare(t, c.name, c.request, c.kept)
	}
}

// TestMadeAnew reads models whose records are not stored, or change while they are read.
func TestMadeAnew(t *testing.T) {
	t.Parallel()
	k := newKeeper(t)
	path, _ := k.offer(t, "ada", complete, "a.stl")
	read := get("bob", path)
	k.compare(t, "at rest", read, true)
	k.reads = func() { k.compare(t, "while a file is read", read, false) }
	wantStatus(t, k.do(t, bare("ada", path+"/files?name=b.stl", content("b.stl"))), 201)
	k.reads = func() {}
	k.compare(t, "when it is read", read, true)
	category, err := k.db.CategoryBySlug(t.Context(), "furniture")
	if err != nil {
		t.Fatal(err)
	}
	if err := k.db.Write(t.Context(), func(tx *store.Tx) error { return tx.ForgetRecordsOfCategory(t.Context(), category.ID) }); err != nil {
		t.Fatal(err)
	}
	k.compare(t, "without a stored record", read, false)
}

// TestCallerGone hangs up while answers are written: what is kept of them is whole.
func TestCallerGone(t *testing.T) {
	t.Parallel()
	k := newKeeper(t)
	path, _ := k.offer(t, "ada", complete, "a.stl")
	read := get("bob", path).with("Accept-Encoding", "gzip")
	for range 3 {
		k.handler.ServeHTTP(&gone{header: http.Header{}}, k.made(t, read))
	}
	if hits := k.api.Kept().Hits; hits > 0 {
		t.Errorf("%d answers come from the memory, though nobody took a whole one", hits)
	}
	k.compare(t, "afterwards", read, true)
}

// gone takes one piece of an answer.
type gone struct {
	header http.Header
	begun  bool
}

func (g *gone) Header() http.Header { return g.header }
func (g *gone) WriteHeader(int)     {}
func (g *gone) Write(p []byte) (int, error) {
	if g.begun {
		return 0, io.ErrClosedPipe
	}
	g.begun = true
	return len(p), nil
}

// TestNotForAll tries to read from the memory what one may not, or may no more.
func TestNotForAll(t *testing.T) {
	t.Parallel()
	s := newServer(t)
	path, _ := s.offer(t, "ada", complete, "a.stl")
	draft := s.draft(t, "ada", complete)
	status := func(when string, q request, want int) {
		t.Helper()
		for range 3 {
			if got := s.do(t, q); got.Status != want {
				t.Fatalf("%s: status is %d, want %d", when, got.Status, want)
			}
		}
	}
	status("the author's draft", get("ada", draft), 200)
	status("the author's draft for a stranger", get("bob", draft), 404)
	status("what all may see", get("bob", path), 200)
	status("signed out", get("", path), 401)
	status("without the scope", get("", path).with("Authorization", "Bearer "+s.without(t, vitrine.ScopeModelsRead)), 403)
	wantStatus(t, s.do(t, put("ada", path, `{"status":"draft"}`)), 200)
	status("taken back", get("bob", path), 404)
	status("taken back, for its author", get("ada", path), 200)
	wantStatus(t, s.do(t, put("ada", path, `{"status":"published"}`)), 200)
	status("published again", get("bob", path), 200)
	if _, err := s.shop.HideModel(t.Context(), 1, ""); err != nil {
		t.Fatal(err)
	}
	status("hidden by the operator", get("bob", path), 404)
	if _, err := s.shop.UnhideModel(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	status("hidden no more", get("bob", path), 200)
	if err := s.shop.RevokeToken(t.Context(), s.user(t, "bob").TokenID); err != nil {
		t.Fatal(err)
	}
	status("by a revoked token", get("bob", path), 401)
	status("by another", get("eve", path), 200)
	wantStatus(t, s.do(t, remove("ada", path)), 204)
	status("deleted", get("eve", path), 404)
}
