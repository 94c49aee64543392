package upload_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/blob/blobtest"
	"vitrine/internal/shop"
	"vitrine/internal/store"
)

// TestTwoAtOnce has a second browser send to an upload that a first one is sending to.
func TestTwoAtOnce(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, s *site) {
		file := blobtest.Bytes(4000, 1)
		path := s.begin(t, len(file))
		body, more := io.Pipe()
		answered := make(chan *http.Response, 1)
		go func() { answered <- s.patch(t, path, 0, body) }()
		if _, err := more.Write(file[:1000]); err != nil {
			t.Fatal(err)
		}
		s.wantReceived(t, path, 1000)
		second := s.patch(t, path, 1000, bytes.NewReader(file[1000:]))
		wantStatus(t, "the second", second, 423)
		if second.Header.Get("Retry-After") == "" {
			t.Error("the second is not told when to try again")
		}
		if _, err := more.Write(file[1000:]); err != nil {
			t.Fatal(err)
		}
		_ = more.Close()
		wantStatus(t, "the first", <-answered, 204)
		s.wantOffset(t, path, len(file))
		wantStatus(t, "the second, late", s.patch(t, path, 1000, bytes.NewReader(file[1000:])), 409)
		s.wantStored(t, "files", 1)
	})
}

// wantReceived waits until so many bytes of an upload are safe.
func (s *site) wantReceived(t *testing.T, path string, want int64) {
	t.Helper()
	var in vitrine.Incoming
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); {
		var err error
		in, err = s.db.Upload(t.Context(), s.callers["ada"].User.ID, path[strings.LastIndex(path, "/")+1:])
		if err != nil {
			t.Fatal(err)
		}
		if in.Received == want {
			return
		}
	}
	t.Fatalf("%d bytes are safe, want %d", in.Received, want)
}

// TestFullStorage fills the storage up in the middle of an upload, and again when all its
// bytes are there: it goes on when there is room again.
func TestFullStorage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	file := blobtest.Bytes(4000, 1)
	path := s.begin(t, len(file))
	s.blobs.left.Store(2)
	wantStatus(t, "in the middle", s.patch(t, path, 0, bytes.NewReader(file)), 503)
	s.wantOffset(t, path, 2000)

	s.blobs.left.Store(2) // for the rest, and not for the file
	wantStatus(t, "at the end", s.patch(t, path, 2000, bytes.NewReader(file[2000:])), 503)
	wantStatus(t, "still full", s.do(t, call{method: "HEAD", path: path}), 503)
	s.wantStored(t, "parts", 4)
	s.blobs.left.Store(100)
	s.wantOffset(t, path, len(file))
	s.wantStored(t, "parts", 0)
	s.wantStored(t, "files", 1)
}

// TestFinishesByItself fills the storage up, or lets the server die, when all bytes of an
// upload are there: it becomes a file although its sender never asks again.
func TestFinishesByItself(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, s *site) {
		file := blobtest.Bytes(2500, 1)
		path := s.begin(t, len(file))
		s.blobs.left.Store(3) // for the pieces, and not for the file
		wantStatus(t, "at the end", s.patch(t, path, 0, bytes.NewReader(file)), 503)
		if err := s.shop.FinishUploads(t.Context()); vitrine.CodeOf(err) != vitrine.Unavailable {
			t.Errorf("still full: %v", err)
		}
		s.blobs.left.Store(100)
		if _, err := s.shop.Suspend(t.Context(), "ada"); err != nil {
			t.Fatal(err)
		}
		s.wantFinished(t, false)
		if _, err := s.shop.Restore(t.Context(), "ada"); err != nil {
			t.Fatal(err)
		}
		s.hold(t, path, time.Hour) // by a request that is at it
		s.wantFinished(t, false)
		s.hold(t, path, -time.Second) // by one that died
		s.wantFinished(t, true)
		s.wantStored(t, "files", 1)
		s.wantStored(t, "parts", 0)
		head := s.wantOffset(t, path, len(file))
		if !strings.HasSuffix(head.Header.Get("Content-Location"), "/models/1/files/1") {
			t.Errorf("it became %q", head.Header.Get("Content-Location"))
		}
	})
}

// TestSlowStorage has the storage take longer for a whole file than an upload is held by one
// request: nobody else begins to make the same file meanwhile.
func TestSlowStorage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.options.Hold = 150 * time.Millisecond
	s.restart(t)
	path, stuck := s.begin(t, 2500), make(chan struct{})
	s.blobs.stuck.Store(&stuck)
	answered := make(chan *http.Response, 1)
	go func() { answered <- s.patch(t, path, 0, bytes.NewReader(blobtest.Bytes(2500, 1))) }()
	s.wantReceived(t, path, 2500)
	for begun := time.Now(); time.Since(begun) < 4*s.options.Hold; {
		wantStatus(t, "HEAD", s.do(t, call{method: "HEAD", path: path}), 423)
		s.wantFinished(t, false)
	}
	close(stuck)
	wantStatus(t, "PATCH", <-answered, 204)
	s.wantOffset(t, path, 2500)
	s.wantStored(t, "files", 1)
}

// wantFinished has whole uploads finished, which leaves none, or one.
func (s *site) wantFinished(t *testing.T, want bool) {
	t.Helper()
	if err := s.shop.FinishUploads(t.Context()); err != nil {
		t.Fatal(err)
	}
	count, _, err := s.db.UploadsUnderWay(t.Context(), s.callers["ada"].User.ID)
	if err != nil || (count == 0) != want {
		t.Errorf("%d uploads are under way, %v", count, err)
	}
}

// hold takes the hold of an upload that is whole, for so long.
func (s *site) hold(t *testing.T, path string, long time.Duration) {
	t.Helper()
	id := path[strings.LastIndex(path, "/")+1:]
	in, err := s.db.Upload(t.Context(), s.callers["ada"].User.ID, id)
	if err != nil {
		t.Fatal(err)
	}
	lease := store.Lease{Name: "another", For: long}
	err = s.db.Write(t.Context(), func(tx *store.Tx) error {
		if held, err := tx.HoldUpload(t.Context(), id, in.Received, lease); held || err != nil {
			return err
		}
		return tx.RenewUpload(t.Context(), id, lease)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestSuspendedInTheMiddle suspends a seller whose bytes are coming in.
func TestSuspendedInTheMiddle(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, s *site) {
		path := s.begin(t, 3000)
		body, more := io.Pipe()
		answered := make(chan *http.Response, 1)
		go func() { answered <- s.patch(t, path, 0, body) }()
		if _, err := more.Write(make([]byte, 1000)); err != nil {
			t.Fatal(err)
		}
		s.wantReceived(t, path, 1000)
		if _, err := s.shop.Suspend(t.Context(), "ada"); err != nil {
			t.Fatal(err)
		}
		_, _ = more.Write(make([]byte, 2000)) // the server may have hung up
		_ = more.Close()
		wantStatus(t, "PATCH", <-answered, 403)
		s.wantReceived(t, path, 1000)
		s.wantStored(t, "files", 0)
		s.wantStored(t, "parts", 1)
	})
}

// TestExpires lets an upload wait for too long.
func TestExpires(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, s *site) {
		path := s.begin(t, 3000)
		s.clock.Advance(23 * time.Hour)
		wantStatus(t, "PATCH", s.patch(t, path, 0, strings.NewReader("solid")), 204) // and it has a day again
		s.clock.Advance(23 * time.Hour)
		if err := s.shop.ExpireUploads(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.wantOffset(t, path, 5)
		s.clock.Advance(time.Hour)
		wantStatus(t, "HEAD", s.do(t, call{method: "HEAD", path: path}), 404)
		wantStatus(t, "PATCH", s.patch(t, path, 5, strings.NewReader("solid")), 404)
		s.wantStored(t, "parts", 1)
		if err := s.shop.ExpireUploads(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.wantStored(t, "parts", 0)
	})
}

// TestRefusesAtTheEnd sends files that can't be, as is seen when all of them is there: the
// answer says why, and nothing is left.
func TestRefusesAtTheEnd(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pairs  []string
		before func(t *testing.T, s *site)
		want   int
		says   string
	}{
		"another digest": {
			[]string{"filename", "a.stl", "sha256", strings.Repeat("0", 64)}, nil, 400, "send them again",
		},
		"another type": {
			[]string{"filename", "a.glb", "file_type_id", "1"}, nil, 422, "send the id of its own type",
		},
		"the name is taken meanwhile": {
			[]string{"filename", "a.stl"},
			func(t *testing.T, s *site) {
				_, err := s.shop.AddFile(t.Context(), s.callers["ada"], 1, shop.Upload{Name: "a.stl", Body: strings.NewReader("x"), Size: 1})
				if err != nil {
					t.Fatal(err)
				}
			}, 409, "use another name",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			path := s.begin(t, 9, c.pairs...)
			body, more := io.Pipe()
			answered := make(chan *http.Response, 1)
			go func() { answered <- s.patch(t, path, 0, body) }()
			if _, err := io.WriteString(more, "solid end"[:8]); err != nil {
				t.Fatal(err)
			}
			if c.before != nil {
				s.wantHeld(t, path, true) // it was let in
				c.before(t, s)
			}
			_, _ = io.WriteString(more, "d")
			_ = more.Close()
			response := <-answered
			text, _ := io.ReadAll(response.Body)
			if wantStatus(t, "PATCH", response, c.want); !bytes.Contains(text, []byte(c.says)) {
				t.Errorf("the answer does not say %q:\n%s", c.says, text)
			}
			wantStatus(t, "HEAD", s.do(t, call{method: "HEAD", path: path}), 404)
			s.wantStored(t, "parts", 0)
		})
	}
}

// TestSweepSpares sweeps beside an upload that is under way: its bytes are needed.
func TestSweepSpares(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	if _, err := s.shop.Adopt(t.Context()); err != nil {
		t.Fatal(err)
	}
	path := s.begin(t, 2500)
	wantStatus(t, "PATCH", s.patch(t, path, 0, bytes.NewReader(make([]byte, 2000))), 204)
	if _, err := s.blobs.Put(context.Background(), "parts", strings.NewReader("nobody's")); err != nil {
		t.Fatal(err)
	}
	s.clock.Advance(2 * time.Hour)
	swept, err := s.shop.SweepBytes(t.Context())
	if err != nil || swept.Discarded != 1 {
		t.Errorf("swept: %+v, %v", swept, err)
	}
	wrong, err := s.shop.Check(t.Context(), false)
	if err != nil || len(wrong) > 0 {
		t.Errorf("check: %v, %v", wrong, err)
	}
	wantStatus(t, "the rest", s.patch(t, path, 2000, bytes.NewReader(make([]byte, 500))), 204)
}
