package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/blob"
	"vitrine/internal/clocktest"
	"vitrine/internal/store"
)

// stored counts the stored bytes under a prefix.
func (s *server) stored(t testing.TB) int {
	t.Helper()
	n := 0
	if err := s.blobs.List(t.Context(), "", func(blob.Info) error { n++; return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestRepeatedUploads sends uploads again with their keys.
func TestRepeatedUploads(t *testing.T) {
	t.Parallel()
	for part, c := range map[string]struct{ name, body, other string }{
		"files":  {"a.stl", content("a.stl"), content("a.stl") + "\n"},
		"images": {"a.png", drawing(t, 40, 30, "png"), drawing(t, 30, 40, "png")},
	} {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			s := newServer(t)
			path := s.draft(t, "ada", `{"title":"Vase"}`)
			parts := path + "/" + part
			key := func(q request) request { return q.with("Idempotency-Key", "k") }
			first := s.do(t, key(form("ada", parts, c.name, c.body)))
			wantStatus(t, first, http.StatusCreated)
			if got := first.Header.Get("Idempotent-Replayed"); got != "" {
				t.Errorf("the first answer is replayed: %q", got)
			}
			kept := s.stored(t)

			for name, q := range map[string]request{
				"the same form":              form("ada", parts, c.name, c.body),
				"another boundary":           otherBoundary(form("ada", parts, c.name, c.body)),
				"bare bytes":                 bare("ada", parts+"?name="+c.name, c.body),
				"with a digest":              bare("ada", parts+"?name="+c.name, c.body).with("Repr-Digest", digestOf(c.body)),
				"the other form of the path": bare("ada", parts+".json?name="+c.name, c.body),
			} {
				again := s.do(t, key(q))
				if again.Status != http.StatusCreated || again.Header.Get("Idempotent-Replayed") != "true" || string(again.Body) != string(first.Body) {
					t.Errorf("%s: %d, replayed %q: %s", name, again.Status, again.Header.Get("Idempotent-Replayed"), again.Body)
				}
				for _, header := range []string{"Location", "ETag", "Content-Type"} {
					if diff := cmp.Diff(first.Header.Get(header), again.Header.Get(header)); diff != "" {
						t.Errorf("%s: %s (-first +again):\n%s", name, header, diff)
					}
				}
			}

			model := s.draft(t, "ada", `{"title":"Bowl"}`)
			s.run(t, []scenario{
				{name: "other bytes", request: key(form("ada", parts, c.name, c.other)), wantStatus: 422, want: map[string]any{"code": "validation"}},
				{name: "other bare bytes", request: key(bare("ada", parts+"?name="+c.name, c.other)), wantStatus: 422},
				{name: "another name", request: key(form("ada", parts, "b"+c.name, c.body)), wantStatus: 422},
				{name: "another model", request: key(form("ada", model+"/"+part, c.name, c.body)), wantStatus: 422},
				{name: "another operation", request: key(create("ada", "/v1/models", `{"title":"Cup"}`)), wantStatus: 422},
				{name: "a second file behind it", request: key(behind(form("ada", parts, c.name, c.body), `name="second"; filename="l"`, "x")),
					wantStatus: 422},
				{name: "a wrong digest", request: key(form("ada", parts, c.name, c.body)).with("Repr-Digest", digestOf("x")), wantStatus: 400},
				{name: "no key that is one", request: form("ada", parts, c.name, c.body).with("Idempotency-Key", `""`), wantStatus: 400},
				{name: "there is one", request: get("ada", parts), wantStatus: 200, want: map[string]any{"total": 1}},
				{name: "a refusal", request: form("ada", parts, "r"+c.name, c.other).with("Idempotency-Key", "r", "Repr-Digest", digestOf("x")),
					wantStatus: 400},
				{name: "is not kept", request: form("ada", model+"/"+part, "r"+c.name, c.body).with("Idempotency-Key", "r"), wantStatus: 201,
					wantHeader: map[string]string{"Idempotent-Replayed": ""}},
			})
			if got := s.stored(t); got != 2*kept {
				t.Errorf("%d are stored, want %d of each upload", got, kept)
			}
		})
	}
}

func otherBoundary(q request) request {
	q.body = strings.ReplaceAll(q.body, "--xx", "--yy")
	return q.with("Content-Type", "multipart/form-data; boundary=yy")
}

// slowUpload has answer answer an upload with the key "k" whose first bytes have come. The
// others are written to flow; answered is closed behind the answer.
func (s *server) slowUpload(t *testing.T, files string, answer func(*http.Request)) (flow *io.PipeWriter, answered <-chan struct{}) {
	t.Helper()
	body, flow := io.Pipe()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, files, body)
	r.Header.Set("Authorization", "Bearer "+s.user(t, "ada").Token)
	r.Header.Set("Content-Type", "application/octet-stream")
	r.Header.Set("Idempotency-Key", "k")
	over := make(chan struct{})
	go func() {
		defer close(over)
		answer(r)
	}()
	if _, err := io.WriteString(flow, content("a.stl")[:10]); err != nil {
		t.Fatal(err)
	}
	return flow, over
}

// TestProcessDiesInAnUpload: the process that holds an upload's key is no more. Until its
// claim has lapsed the upload is running, for all that anybody knows; then another process
// takes it over, once.
func TestProcessDiesInAnUpload(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "vitrine.db")
		disk, err := blob.OpenDisk(t.TempDir(), blob.DiskOptions{BaseURL: baseURL, Secret: bytes.Repeat([]byte("s"), 32)})
		if err != nil {
			t.Fatal(err)
		}
		process := func() *server {
			t.Helper()
			db, err := store.Open(t.Context(), path)
			if err == nil {
				err = db.Migrate(t.Context())
			}
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = db.Close() })
			return newServerOn(t, db, disk, clocktest.At(time.Now()), http.NewServeMux())
		}
		dies, lives := process(), process()
		files := dies.draft(t, "ada", `{"title":"Vase"}`) + "/files?name=a.stl"
		lives.accounts["ada"] = dies.user(t, "ada")
		flow, lost := dies.slowUpload(t, files, func(r *http.Request) { dies.handler.ServeHTTP(httptest.NewRecorder(), r) })
		if err := dies.db.Close(); err != nil { // from here on it does nothing that lasts
			t.Fatal(err)
		}

		again := bare("ada", files, content("a.stl")).with("Idempotency-Key", "k")
		wantStatus(t, lives.do(t, again), http.StatusConflict)
		time.Sleep(2 * time.Minute)
		taken := lives.do(t, again)
		if taken.Status != http.StatusCreated || taken.Header.Get("Idempotent-Replayed") != "" {
			t.Fatalf("taken over: %d %s", taken.Status, taken.Body)
		}
		replayed := lives.do(t, again)
		if replayed.Header.Get("Idempotent-Replayed") != "true" || string(replayed.Body) != string(taken.Body) {
			t.Errorf("first %s, then %d %s", taken.Body, replayed.Status, replayed.Body)
		}
		if listed := lives.do(t, get("ada", strings.TrimSuffix(files, "?name=a.stl"))); listed.at(t, "total") != json.Number("1") {
			t.Errorf("the model has the files %s", listed.Body)
		}
		_ = flow.CloseWithError(io.ErrUnexpectedEOF)
		<-lost
	})
}

// TestUploadsAtOnce sends an upload again while the first one takes longer than
// a claim holds by itself.
func TestUploadsAtOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t)
		files := s.draft(t, "ada", `{"title":"Vase"}`) + "/files?name=a.stl"
		var got answer
		flow, answered := s.slowUpload(t, files, func(r *http.Request) { got = s.send(t, r) })

		again := bare("ada", files, content("a.stl")).with("Idempotency-Key", "k")
		for range 3 {
			wantStatus(t, s.do(t, again), http.StatusConflict)
			time.Sleep(50 * time.Second)
		}

		if _, err := io.WriteString(flow, content("a.stl")[10:]); err != nil {
			t.Fatal(err)
		}
		_ = flow.Close()
		<-answered
		wantStatus(t, got, http.StatusCreated)
		replayed := s.do(t, again)
		if replayed.Header.Get("Idempotent-Replayed") != "true" || string(replayed.Body) != string(got.Body) {
			t.Errorf("first %s, then %d %s", got.Body, replayed.Status, replayed.Body)
		}
	})
}
