package blob_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"vitrine"
	"vitrine/internal/blob"
)

// patient is a fake S3 that can be told how to answer.
type patient struct {
	answer   atomic.Pointer[http.HandlerFunc]
	requests atomic.Int64
}

func (p *patient) do(answer http.HandlerFunc) { p.answer.Store(&answer) }

// newPatient returns a store whose S3 has a few tenths of a second.
func newPatient(t *testing.T) (*patient, *blob.S3) {
	t.Helper()
	p := &patient{}
	p.do(fine)
	endpoint := newStub(t, func(w http.ResponseWriter, r *http.Request) {
		p.requests.Add(1)
		(*p.answer.Load())(w, r)
	})
	return p, openS3(t, blob.S3Options{
		Bucket: "models", Endpoint: endpoint, PathStyle: true, AccessKey: "a", SecretKey: "s",
		AttemptTime: 300 * time.Millisecond, TotalTime: 500 * time.Millisecond,
	})
}

func fine(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	w.Header().Set("ETag", `"e"`)
	_, _ = io.WriteString(w, "bytes")
}

// hang reads what comes, so that it notices when the other side leaves.
func hang(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}

func fail(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }

// TestS3ThatIsBad has an S3 that hangs and one that answers 500: callers are told to
// come later, soon without a request, and are served again when it is well.
func TestS3ThatIsBad(t *testing.T) {
	t.Parallel()
	for name, badly := range map[string]http.HandlerFunc{"hanging": hang, "500": fail} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, store := newPatient(t)
			p.do(badly)
			for range 4 {
				if _, err := store.Open(t.Context(), someKey); vitrine.CodeOf(err) != vitrine.Unavailable {
					t.Errorf("Open gave %v", err)
				}
				if _, err := store.Put(t.Context(), "files", bytes.NewReader([]byte("x"))); vitrine.CodeOf(err) != vitrine.Unavailable {
					t.Errorf("Put gave %v", err)
				}
			}
			before := p.requests.Load()
			_, err := store.Open(t.Context(), someKey)
			waits, ok := errors.AsType[interface {
				error
				RetryAfter() time.Duration
			}](err)
			if vitrine.CodeOf(err) != vitrine.Unavailable || !ok || waits.RetryAfter() <= 0 || p.requests.Load() != before {
				t.Errorf("while it is known to be bad: %v, after %d requests", err, p.requests.Load()-before)
			}
			if err := store.Check(t.Context()); vitrine.CodeOf(err) != vitrine.Unavailable {
				t.Errorf("Check gave %v", err)
			}
			p.do(fine)
			awaitOpen(t, store, someKey)
		})
	}
}

// awaitOpen opens a key until it works.
func awaitOpen(t *testing.T, store blob.Store, key string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		object, err := store.Open(t.Context(), key)
		if err == nil {
			if err := object.Close(); err != nil {
				t.Error(err)
			}
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("it is well again, but: %v", err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// TestS3ThatIsSlow has a body that takes longer than a request may altogether: it
// makes progress, and arrives. One that stops half way does not keep its reader.
func TestS3ThatIsSlow(t *testing.T) {
	t.Parallel()
	p, store := newPatient(t)
	const pieces, piece = 12, 8 << 10
	p.do(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", strconv.Itoa(pieces*piece))
		for range pieces {
			_, _ = w.Write(make([]byte, piece))
			_ = http.NewResponseController(w).Flush()
			time.Sleep(60 * time.Millisecond)
		}
	})
	read := func() (int64, error) {
		object, err := store.Open(t.Context(), someKey)
		if err != nil {
			return 0, err
		}
		defer object.Close()
		return io.Copy(io.Discard, object)
	}
	if n, err := read(); n != pieces*piece || err != nil {
		t.Errorf("a slow download: %d bytes, %v", n, err)
	}
	p.do(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Length", strconv.Itoa(pieces*piece))
		_, _ = w.Write(make([]byte, piece))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	if n, err := read(); err == nil {
		t.Errorf("a download that stops: %d bytes, and no error", n)
	}
}

// TestS3ThatTakesSlowly sends a body that S3 takes for hours, piece by piece: that is cut
// only when nothing is taken.
func TestS3ThatTakesSlowly(t *testing.T) {
	t.Parallel()
	for pause, cut := range map[time.Duration]bool{25 * time.Second: false, 40 * time.Second: true} {
		synctest.Test(t, func(t *testing.T) {
			taken := 0
			do := blob.Guard(func(r *http.Request) (*http.Response, error) {
				for piece := make([]byte, 64<<10); ; time.Sleep(pause) {
					n, err := r.Body.Read(piece)
					taken += n
					if r.Context().Err() != nil {
						return nil, r.Context().Err()
					}
					if err == io.EOF {
						return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody}, nil
					}
				}
			})
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPut, "http://s3/models/part", bytes.NewReader(make([]byte, 8<<20)))
			if err != nil {
				t.Fatal(err)
			}
			answer, err := do(r)
			if (err != nil) != cut || !cut && taken != 8<<20 {
				t.Errorf("a piece in %v: %d bytes were taken, %v", pause, taken, err)
			}
			if err == nil {
				_ = answer.Body.Close()
			}
		})
	}
}

// lazy is the body of an answer that comes in pieces, while its request lasts.
type lazy struct {
	ctx    context.Context
	pieces int
}

func (l *lazy) Read(p []byte) (int, error) {
	if l.pieces--; l.pieces < 0 {
		return 0, io.EOF
	}
	select {
	case <-time.After(6 * time.Second):
		return copy(p, "piece"), nil
	case <-l.ctx.Done():
		return 0, context.Cause(l.ctx)
	}
}

func (*lazy) Close() error { return nil }

// TestS3ThatAnswersLate answers the last attempt of a request just in time, and then
// sends slowly: that its begin took long does not cut its body.
func TestS3ThatAnswersLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		do := blob.Guard(func(r *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: http.StatusOK, Body: &lazy{r.Context(), 3}}, nil
		})
		r, err := http.NewRequestWithContext(blob.Begin(t.Context()), http.MethodGet, "http://s3/models/part", nil)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(14 * time.Second) // for attempts that failed
		answer, err := do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if text, err := io.ReadAll(answer.Body); string(text) != "piecepiecepiece" || err != nil {
			t.Errorf("%q, %v", text, err)
		}
	})
}

// TestUploadThatComesSlowly has a client that sends for longer than a request to S3 may
// take: what of it is there waits here.
func TestUploadThatComesSlowly(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds, which -short leaves out")
	}
	t.Parallel()
	p, store := newPatient(t)
	slow := readerFunc(func([]byte) (int, error) {
		time.Sleep(100 * time.Millisecond)
		return 1, nil
	})
	if info, err := store.Put(t.Context(), "files", io.LimitReader(slow, 20)); err != nil || info.Size != 20 {
		t.Errorf("%+v, %v", info, err)
	}
	if n := p.requests.Load(); n > 2 {
		t.Errorf("the slow upload took %d requests", n)
	}
}

// TestS3CheckIsKept counts what readiness probes cost.
func TestS3CheckIsKept(t *testing.T) {
	t.Parallel()
	p, store := newPatient(t)
	before := p.requests.Load()
	for range 20 {
		if err := store.Check(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := p.requests.Load() - before; n > 4 {
		t.Errorf("20 checks made %d requests", n)
	}
}
