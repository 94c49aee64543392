package blobtest

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/blob"
)

// GatewayVariable names the environment variable with the binary of versitygw,
// an S3 server for tests; scripts/install.sh builds it.
const GatewayVariable = "VITRINE_TEST_VERSITYGW"

const (
	testAccess = "access"
	testSecret = "a secret of the tests"
	testBucket = "bucket"
)

// Gateway is an S3 server that runs for one test and the tests in it.
type Gateway struct {
	Dir     string // of its buckets
	Options blob.S3Options

	address, sidecar string
	process          *exec.Cmd
	exited           chan error
}

// StartGateway starts an S3 server on the loopback with one empty bucket, and
// skips the test where there is none.
func StartGateway(t *testing.T) *Gateway {
	t.Helper()
	if os.Getenv(GatewayVariable) == "" {
		t.Skipf("%s names no versitygw", GatewayVariable)
	}
	g := &Gateway{Dir: t.TempDir(), sidecar: t.TempDir(), address: FreeAddress(t)}
	if err := os.Mkdir(filepath.Join(g.Dir, testBucket), 0o700); err != nil {
		t.Fatal(err)
	}
	g.Options = blob.S3Options{
		Bucket: testBucket, Endpoint: "http://" + g.address, PathStyle: true, AccessKey: testAccess, SecretKey: testSecret,
	}
	g.Start(t)
	return g
}

// URL names the bucket as the setting of a server does.
func (g *Gateway) URL() string { return "s3://" + testBucket + "?endpoint=" + g.Options.Endpoint }

// Start starts the server, with all that it had before, until the test ends.
func (g *Gateway) Start(t *testing.T) {
	t.Helper()
	var output bytes.Buffer
	g.process = exec.Command(os.Getenv(GatewayVariable), "--port", g.address, "--access", testAccess, "--secret", testSecret,
		"--quiet", "posix", "--sidecar", g.sidecar, g.Dir)
	g.process.Env = withoutAWS(os.Environ())
	g.process.Stdout, g.process.Stderr = &output, &output
	if err := g.process.Start(); err != nil {
		t.Fatal(err)
	}
	process, exited := g.process, make(chan error, 1)
	go func() { exited <- process.Wait() }()
	g.exited = exited
	t.Cleanup(g.Stop)
	if err := awaitServer(t.Context(), g.address, exited); err != nil {
		t.Fatalf("versitygw didn't start: %v\n%s", err, &output)
	}
}

// Stop kills the server. It may be repeated.
func (g *Gateway) Stop() {
	_ = g.process.Process.Kill()
	g.exited <- <-g.exited
}

// FreeAddress is an address on the loopback where nothing listens.
func FreeAddress(t *testing.T) string {
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
