package storetest

import (
	"bytes"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// NewPooled prepares the server that the environment names behind pgbouncer, which gives
// each transaction any of its connections. The test is skipped where one of them is not
// there.
func NewPooled(t *testing.T) *Postgres {
	t.Helper()
	p := NewPostgres(t)
	p.address.Host = startPgbouncer(t, p.address)
	p.address.RawQuery += "&" + Describing
	return p
}

// Describing is what an address has for a pooler that knows nothing of prepared statements.
const Describing = "default_query_exec_mode=cache_describe"

// Preparing is the address of a database of a pooler without that. All that is done there
// shares one connection.
func (p *Postgres) Preparing() string {
	return fmt.Sprintf("postgres://%s@%s/%s?sslmode=disable", p.address.User.Username(), p.address.Host, shared)
}

const shared = "shared"

// startPgbouncer starts it in front of a server, until the test ends, and returns where it
// listens.
func startPgbouncer(t *testing.T, server url.URL) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program, err = exec.LookPath("/usr/sbin/pgbouncer") // where Debian puts it, and only root looks
	}
	if err != nil {
		t.Skipf("pgbouncer is not installed: %v", err)
	}
	to := fmt.Sprintf("host=%s port=%s user=%s", server.Hostname(), server.Port(), server.User.Username())
	settings := "[databases]\n" + shared + " = " + to + " dbname=postgres pool_size=1\n* = " + to +
		"\n[pgbouncer]\npool_mode = transaction\nauth_type = any\nlisten_addr = 127.0.0.1\nunix_socket_dir =\nmax_client_conn = 2000\n"
	if os.Getuid() == 0 { // it refuses to be root
		settings += "user = nobody\n"
	}
	for range 5 { // the port may be taken meanwhile
		if address, ok := tryPgbouncer(t, program, settings); ok {
			return address
		}
	}
	t.Fatal("pgbouncer does not start")
	return ""
}

// tryPgbouncer starts it at a free port, and reports whether it came to listen there.
func tryPgbouncer(t *testing.T, program, settings string) (address string, ok bool) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address = listener.Addr().String()
	_ = listener.Close()
	_, port, _ := net.SplitHostPort(address)
	file := filepath.Join(t.TempDir(), "pgbouncer.ini")
	if err := os.WriteFile(file, []byte(settings+"listen_port = "+port+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var output bytes.Buffer
	process := exec.Command(program, file)
	process.Stdout, process.Stderr = &output, &output
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	exited := make(chan error, 1)
	go func() { exited <- process.Wait() }()
	t.Cleanup(func() {
		_ = process.Process.Kill()
		exited <- <-exited
	})
	for {
		if conn, err := net.Dial("tcp", address); err == nil {
			return address, conn.Close() == nil
		}
		select {
		case err := <-exited:
			exited <- err
			t.Logf("pgbouncer: %v\n%s", err, &output)
			return "", false
		case <-time.After(20 * time.Millisecond):
		}
	}
}
