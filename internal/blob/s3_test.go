package blob_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/blob"
	"vitrine/internal/blob/blobtest"
)

// gatewayVariable names the binary of versitygw, an S3 server for tests.
const gatewayVariable = "VITRINE_TEST_VERSITYGW"

const (
	testAccess = "access"
	testSecret = "a secret of the tests"
	testBucket = "bucket"
)

func TestS3(t *testing.T) {
	t.Parallel()
	gateway := startGateway(t)
	var stores atomic.Int32
	blobtest.Run(t, func(t *testing.T, now func() time.Time) blob.Store {
		opts := gateway.options
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

type gateway struct {
	dir     string // of its buckets
	options blob.S3Options
}

// startGateway starts an S3 server on the loopback with one empty bucket.
func startGateway(t *testing.T) gateway {
	t.Helper()
	binary := os.Getenv(gatewayVariable)
	if binary == "" {
		t.Skipf("%s names no versitygw", gatewayVariable)
	}
	g := gateway{dir: t.TempDir()}
	if err := os.Mkdir(filepath.Join(g.dir, testBucket), 0o700); err != nil {
		t.Fatal(err)
	}
	address := freeAddress(t)
	g.options = blob.S3Options{
		Bucket: testBucket, Endpoint: "http://" + address, PathStyle: true, AccessKey: testAccess, SecretKey: testSecret,
	}

	var output bytes.Buffer
	cmd := exec.Command(binary, "--port", address, "--access", testAccess, "--secret", testSecret,
		"--quiet", "posix", "--sidecar", t.TempDir(), g.dir)
	cmd.Env = withoutAWS(os.Environ())
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-exited
	})
	if err := awaitServer(t.Context(), address, exited); err != nil {
		t.Fatalf("versitygw didn't start: %v\n%s", err, &output)
	}
	return g
}

func freeAddress(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

func withoutAWS(environ []string) []string {
	var kept []string
	for _, entry := range environ {
		if !strings.HasPrefix(entry, "AWS_") {
			kept = append(kept, entry)
		}
	}
	return kept
}

// awaitServer asks until address takes connections, the server has exited or
// half a minute has gone.
func awaitServer(ctx context.Context, address string, exited chan error) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
		if err == nil {
			return conn.Close()
		}
		select {
		case err := <-exited:
			exited <- err
			return fmt.Errorf("it exited: %w", err)
		case <-ctx.Done():
			return err
		case <-ticker.C:
		}
	}
}

func TestS3LeavesNoPartsOfABrokenPut(t *testing.T) {
	t.Parallel()
	gateway := startGateway(t)
	store := openS3(t, gateway.options)
	r := io.MultiReader(bytes.NewReader(blobtest.Bytes(20<<20, 1)), iotestError{})
	if _, err := store.Put(t.Context(), "files", r); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("Put gave %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	leave := readerFunc(func([]byte) (int, error) {
		awaitFile(t, gateway.dir)
		cancel()
		return 0, io.ErrUnexpectedEOF
	})
	_, err := store.Put(ctx, "files", io.MultiReader(bytes.NewReader(blobtest.Bytes(20<<20, 1)), leave))
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("Put of one who goes away gave %v", err)
	}
	if got := filesBelow(t, gateway.dir); len(got) > 0 {
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
	gateway := startGateway(t)
	store := openS3(t, gateway.options)
	abandonUpload(t, gateway.options)
	if len(filesBelow(t, gateway.dir)) == 0 {
		t.Fatal("there is no abandoned upload to sweep")
	}

	if err := store.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(filesBelow(t, gateway.dir)) == 0 {
		t.Error("a young upload was swept")
	}
	later := gateway.options
	later.Now = func() time.Time { return time.Now().Add(8 * 24 * time.Hour) }
	if err := openS3(t, later).Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := filesBelow(t, gateway.dir); len(got) > 0 {
		t.Errorf("left behind: %q", got)
	}
}

// TestS3MemoryIsBounded isn't parallel: others would allocate meanwhile.
func TestS3MemoryIsBounded(t *testing.T) {
	gateway := startGateway(t)
	store := openS3(t, gateway.options)
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
	gateway := startGateway(t)
	wrong := map[string]func(*blob.S3Options){
		"there is no such bucket": func(o *blob.S3Options) { o.Bucket = "elsewhere" },
		"secret key is wrong":     func(o *blob.S3Options) { o.SecretKey = "wrong" },
		"needs keys":              func(o *blob.S3Options) { o.AccessKey = "" },
		"reachable":               func(o *blob.S3Options) { o.Endpoint = "http://" + freeAddress(t) },
	}
	for want, change := range wrong {
		opts := gateway.options
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
		Bucket: testBucket, Endpoint: server, PathStyle: true, AccessKey: testAccess, SecretKey: testSecret,
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
