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
}

// StartGateway starts an S3 server on the loopback with one empty bucket, and
// skips the test where there is none.
func StartGateway(t *testing.T) Gateway {
	t.Helper()
	binary := os.Getenv(GatewayVariable)
	if binary == "" {
		t.Skipf("%s names no versitygw", GatewayVariable)
	}
	g := Gateway{Dir: t.TempDir()}
	if err := os.Mkdir(filepath.Join(g.Dir, testBucket), 0o700); err != nil {
		t.Fatal(err)
	}
	address := FreeAddress(t)
	g.Options = blob.S3Options{
		Bucket: testBucket, Endpoint: "http://" + address, PathStyle: true, AccessKey: testAccess, SecretKey: testSecret,
	}

	var output bytes.Buffer
	cmd := exec.Command(binary, "--port", address, "--access", testAccess, "--secret", testSecret,
		"--quiet", "posix", "--sidecar", t.TempDir(), g.Dir)
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
