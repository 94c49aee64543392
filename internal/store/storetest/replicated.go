package storetest

import (
	"database/sql"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// Server is a PostgreSQL server of a test's own.
type Server struct {
	Address string // of its first database; another port after each start
	dir     string
	command []string
	stopped bool
}

// StartServer starts a server until the test ends, and skips the test where there is no
// PostgreSQL.
func StartServer(t *testing.T) *Server { return startServer(t, "start") }

func startServer(t *testing.T, command string, more ...string) *Server {
	t.Helper()
	if os.Getenv(PostgresVariable) == "" {
		t.Skipf("%s is not set", PostgresVariable)
	}
	dir, err := os.MkdirTemp("", "vitrine-postgres-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil { // the server may run as nobody
		t.Fatal(err)
	}
	s := &Server{dir: dir, command: append([]string{command, dir}, more...)}
	s.Start(t)
	t.Cleanup(func() { s.Stop(t) })
	return s
}

// Start starts a server that was stopped.
func (s *Server) Start(t *testing.T) {
	t.Helper()
	s.Address, s.stopped = script(t, s.command...), false
}

// Stop stops the server. It may be repeated.
func (s *Server) Stop(t *testing.T) {
	t.Helper()
	if !s.stopped {
		script(t, "stop", s.dir)
		s.stopped = true
	}
}

func script(t *testing.T, args ...string) string {
	t.Helper()
	command := exec.Command("../../scripts/postgres.sh", args...)
	// A replica gets what is written, which a commit would else leave for a fifth of a second later.
	command.Env = append(os.Environ(), "POSTGRES_SETTINGS=-c synchronous_commit=on")
	output, err := command.Output()
	if err != nil {
		t.Fatalf("postgres.sh %q: %v", args, err)
	}
	return strings.TrimSpace(string(output))
}

// Run runs a statement.
func (s *Server) Run(t *testing.T, statement string) {
	t.Helper()
	pool, err := sql.Open("pgx", s.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	if _, err := pool.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// Database waits until the server has a database with the name of another server's, and
// returns its address.
func (s *Server) Database(t *testing.T, like string) string {
	t.Helper()
	address := s.Named(t, like)
	pool, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
		err := pool.PingContext(t.Context())
		if err == nil {
			return address
		}
		if time.Now().After(deadline) {
			t.Fatalf("the server never has that database: %v", err)
		}
	}
}

// Named returns the address that a database has at the server which is named as another
// server's is.
func (s *Server) Named(t *testing.T, like string) string {
	t.Helper()
	address, err := url.Parse(s.Address)
	if err != nil {
		t.Fatal(err)
	}
	other, err := url.Parse(like)
	if err != nil {
		t.Fatal(err)
	}
	address.Path = other.Path
	return address.String()
}

// Replicated makes databases on a server of its own, that has streaming replicas.
type Replicated struct {
	*Postgres
	Primary *Server
}

// NewReplicated starts a server without replicas until the test ends.
func NewReplicated(t *testing.T) *Replicated {
	t.Helper()
	primary := StartServer(t)
	return &Replicated{newPostgres(t, primary.Address), primary}
}

// Replica starts one more replica.
func (r *Replicated) Replica(t *testing.T) *Server {
	t.Helper()
	return startServer(t, "replica", r.Primary.Address)
}
