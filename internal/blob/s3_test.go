package blob_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/blob/blobtest"
)

func TestS3(t *testing.T) {
	t.Parallel()
	gateway := blobtest.StartGateway(t)
	var stores atomic.Int32
	blobtest.Run(t, func(t *testing.T, now func() time.Time) blob.Store {
		opts := gateway.Options
		opts.Prefix = fmt.Sprintf("shop/%d", stores.Add(1))
		opts.Now = now
		return openS3(t, opts)
	})
}

func openS3(t *testing.T, opts blob.S3Options) *blob.S3 {
	t.Helper()
	store, err := blob.OpenS3(t.Context(), opts)
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func TestS3LeavesNoPartsOfABrokenPut(t *testing.T) {
	t.Parallel()
	gateway := blobtest.StartGateway(t)
	store := openS3(t, gateway.Options)
	r := io.MultiReader(bytes.NewReader(blobtest.Bytes(20<<20, 1)), iotestError{})
	if _, err := store.Put(t.Context(), "files", r); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("Put gave %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	leave := readerFunc(func([]byte) (int, error) {
		awaitFile(t, gateway.Dir)
		cancel()
		return 0, io.ErrUnexpectedEOF
	})
	_, err := store.Put(ctx, "files", io.MultiReader(bytes.NewReader(blobtest.Bytes(20<<20, 1)), leave))
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("Put of one who goes away gave %v", err)
	}
	if got := filesBelow(t, gateway.Dir); len(got) > 0 {
		t.Errorf("left behind: %q", got)
	}
}

// awaitFile waits until a part has reached the server.
func awaitFile(t *testing.T, dir string) {
	t.Helper()
	deadline := time.After(30 * time.Second)
	for len(filesBelow(t, dir)) == 0 {
		select {
		case <-deadline:
			t.Error("no part has reached the server")
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func TestS3SweepsAbandonedUploads(t *testing.T) {
	t.Parallel()
	gateway := blobtest.StartGateway(t)
	store := openS3(t, gateway.Options)
	abandonUpload(t, gateway.Options)
	if len(filesBelow(t, gateway.Dir)) == 0 {
		t.Fatal("there is no abandoned upload to sweep")
	}

	if err := store.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(filesBelow(t, gateway.Dir)) == 0 {
		t.Error("a young upload was swept")
	}
	later := gateway.Options
	later.Now = func() time.Time { return time.Now().Add(8 * 24 * time.Hour) }
	if err := openS3(t, later).Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := filesBelow(t, gateway.Dir); len(got) > 0 {
		t.Errorf("left behind: %q", got)
	}
}

// TestS3MemoryIsBounded isn't parallel: others would allocate meanwhile.
func TestS3MemoryIsBounded(t *testing.T) {
	gateway := blobtest.StartGateway(t)
	store := openS3(t, gateway.Options)
	const size, limit = 200 << 20, 120 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	info, err := store.Put(t.Context(), "files", io.LimitReader(endless{}, size))
	runtime.ReadMemStats(&after)
	if err != nil || info.Size != size {
		t.Fatalf("Put gave %+v, %v", info, err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > limit {
		t.Errorf("putting %d MiB allocated %d MiB in all, at most %d are expected", size>>20, used>>20, limit>>20)
	} else {
		t.Logf("putting %d MiB allocated %d MiB in all", size>>20, used>>20)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestS3DoesNotAnswer(t *testing.T) {
	t.Parallel()
	gateway := blobtest.StartGateway(t)
	wrong := map[string]func(*blob.S3Options){
		"there is no such bucket": func(o *blob.S3Options) { o.Bucket = "elsewhere" },
		"secret key is wrong":     func(o *blob.S3Options) { o.SecretKey = "wrong" },
		"needs keys":              func(o *blob.S3Options) { o.AccessKey = "" },
		"reachable":               func(o *blob.S3Options) { o.Endpoint = "http://" + blobtest.FreeAddress(t) },
	}
	for want, change := range wrong {
		opts := gateway.Options
		change(&opts)
		if _, err := blob.OpenS3(t.Context(), opts); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("OpenS3 gave %v, want %q in it", err, want)
		}
	}
}

func TestS3FaultsOfTheServer(t *testing.T) {
	t.Parallel()
	fail := new(atomic.Int32)
	server := newStub(t, func(w http.ResponseWriter, r *http.Request) {
		if code := int(fail.Load()); code != 0 {
			w.WriteHeader(code)
		}
	})
	store := openS3(t, blob.S3Options{
		Bucket: "bucket", Endpoint: server, PathStyle: true, AccessKey: "access", SecretKey: "secret",
	})
	for answer, want := range map[int]vitrine.Code{
		http.StatusInsufficientStorage: vitrine.Unavailable,
		http.StatusNotImplemented:      vitrine.Unavailable,
		http.StatusForbidden:           "",
	} {
		fail.Store(int32(answer))
		_, err := store.Put(t.Context(), "files", strings.NewReader("a"))
		if err == nil || vitrine.CodeOf(err) != want {
			t.Errorf("after %d: Put gave %v with the code %q, want %q", answer, err, vitrine.CodeOf(err), want)
		}
	}
	if err := store.Check(t.Context()); vitrine.CodeOf(err) != vitrine.Unavailable {
		t.Errorf("Check gave %v, want unavailable", err)
	}
}

// TestS3CopiesInParts discards what is too large to be copied at once.
func TestS3CopiesInParts(t *testing.T) {
	t.Parallel()
	store := openS3(t, blobtest.StartGateway(t).Options)
	store.CopyInParts(5 << 20)
	data := blobtest.Bytes(12<<20+1, 1)
	info, err := store.Put(t.Context(), "files", bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(store.Discard(t.Context(), info.Key), store.Recover(t.Context(), info.Key)); err != nil {
		t.Fatal(err)
	}
	object, err := store.Open(t.Context(), info.Key)
	if err != nil {
		t.Fatal(err)
	}
	defer object.Close()
	if got, err := io.ReadAll(object); err != nil || !bytes.Equal(got, data) {
		t.Errorf("%d bytes came back (%v), or others than were stored", len(got), err)
	}
}

// TestClaimedAddressOfS3LivesAMinute: S3 asks nobody whether an order was refunded since,
// so an address that has a reason opens nothing for longer.
func TestClaimedAddressOfS3LivesAMinute(t *testing.T) {
	t.Parallel()
	opts := blobtest.StartGateway(t).Options
	file, err := openS3(t, opts).Put(t.Context(), "files", strings.NewReader("bytes"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		claim string
		age   time.Duration
		want  int
	}{
		{"order:7", 0, http.StatusOK}, {"order:7", 62 * time.Second, http.StatusForbidden}, {"free:7", 62 * time.Second, http.StatusForbidden},
		{"", 62 * time.Second, http.StatusOK}, {"", time.Hour, http.StatusForbidden},
	} {
		opts.Now = func() time.Time { return time.Now().Add(-c.age) }
		address, err := openS3(t, opts).DownloadURL(t.Context(), file.Key, blob.Download{Name: "a", Claim: c.claim})
		if err != nil {
			t.Fatal(err)
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != c.want {
			t.Errorf("given for %q, %v ago: status %d, want %d", c.claim, c.age, answer.StatusCode, c.want)
		}
	}
}
