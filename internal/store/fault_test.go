package store_test

import (
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"vitrine"
	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// wantAll fails unless reads end with one code and writes with another.
func wantAll(t *testing.T, when string, db *store.DB, read, write vitrine.Code) {
	t.Helper()
	_, err := db.User(t.Context(), 1)
	if got := vitrine.CodeOf(err); got != read {
		t.Errorf("%s a read gives %v, want code %q", when, err, read)
	}
	err = db.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertUser(t.Context(), userOf("u"+strings.ToLower(when))) })
	if got := vitrine.CodeOf(err); got != write || write == "" && err != nil {
		t.Errorf("%s a write gives %v, want code %q", when, err, write)
	}
}

// TestPostgresThatStops stops a real server, also in the middle of a transaction.
func TestPostgresThatStops(t *testing.T) {
	t.Parallel()
	server := storetest.StartServer(t)
	db, err := store.Open(t.Context(), server.Address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantAll(t, "before", db, vitrine.NotFound, "")
	err = db.Write(t.Context(), func(tx *store.Tx) error {
		if err := tx.InsertUser(t.Context(), userOf("in-the-middle")); err != nil {
			return err
		}
		server.Stop(t)
		return tx.InsertUser(t.Context(), userOf("at-the-end"))
	})
	if vitrine.CodeOf(err) != vitrine.Unavailable {
		t.Errorf("a transaction whose server is stopped gives %v", err)
	}
	for range 3 { // with the connections of the pool, and without
		wantAll(t, "afterwards", db, vitrine.Unavailable, vitrine.Unavailable)
	}
	if err := db.Ping(t.Context()); vitrine.CodeOf(err) != vitrine.Unavailable {
		t.Errorf("ping: %v", err)
	}
}

// TestReadOnlyPostgres has a server that has become a standby, so to say.
func TestReadOnlyPostgres(t *testing.T) {
	t.Parallel()
	address := storetest.NewPostgres(t).Address(t)
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	admin, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	if _, err := admin.ExecContext(t.Context(), "ALTER DATABASE "+strings.TrimPrefix(at.Path, "/")+
		" SET default_transaction_read_only = on"); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	wantAll(t, "read-only", db, vitrine.NotFound, vitrine.Unavailable)
}

// TestPostgresThatRefuses has a server that takes no connections to a database.
func TestPostgresThatRefuses(t *testing.T) {
	t.Parallel()
	address := storetest.NewPostgres(t).Address(t)
	db, err := store.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	wantAll(t, "before", db, vitrine.NotFound, "")
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimPrefix(at.Path, "/")
	at.Path = "/postgres"
	admin, err := sql.Open("pgx", at.String())
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	for _, statement := range []string{
		"ALTER DATABASE " + name + " WITH ALLOW_CONNECTIONS false",
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + name + "'",
	} {
		if _, err := admin.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 {
		wantAll(t, "refused", db, vitrine.Unavailable, vitrine.Unavailable)
	}
}

// TestFatalErrors has a pooler hand on that its server takes no connections, which comes in
// place of a statement's error.
func TestFatalErrors(t *testing.T) {
	t.Parallel()
	for severity, want := range map[string]vitrine.Fault{"FATAL": vitrine.Away, "ERROR": vitrine.NoFault} {
		err := fmt.Errorf("read: %w", &pgconn.PgError{Severity: severity, Code: "55000"})
		if got := store.FaultOf(err); got != want {
			t.Errorf("%v: %v, want %v", err, got, want)
		}
	}
}

// TestReadOnlySQLite and TestFullSQLite have SQLite meet these faults by itself.
func TestReadOnlySQLite(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t)
	if err := db.Pragma(t.Context(), "query_only = 1"); err != nil {
		t.Fatal(err)
	}
	wantAll(t, "read-only", db, vitrine.NotFound, vitrine.Unavailable)
	if err := db.Pragma(t.Context(), "query_only = 0"); err != nil {
		t.Fatal(err)
	}
	wantAll(t, "afterwards", db, vitrine.NotFound, "")
}

func TestFullSQLite(t *testing.T) {
	t.Parallel()
	db := storetest.SQLite(t)
	if err := db.Pragma(t.Context(), "max_page_count = 1"); err != nil { // as many as it has
		t.Fatal(err)
	}
	large := userOf("large")
	large.PasswordHash = strings.Repeat("x", 1<<20)
	err := db.Write(t.Context(), func(tx *store.Tx) error { return tx.InsertUser(t.Context(), large) })
	if vitrine.CodeOf(err) != vitrine.Unavailable || strings.Contains(err.Error(), "rollback") {
		t.Errorf("without room: %v", err)
	}
	if err := db.Pragma(t.Context(), "max_page_count = 1000000"); err != nil {
		t.Fatal(err)
	}
	wantAll(t, "with room", db, vitrine.NotFound, "")
}

// TestNoDatabase asks for a PostgreSQL that nobody runs, and a file in a place that is none.
func TestNoDatabase(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"postgres://nobody@127.0.0.1:1/x?sslmode=disable",
		filepath.Join(t.TempDir(), "no", "such", "folder", "vitrine.db")} {
		db, err := store.Open(t.Context(), address)
		if err == nil {
			err = db.Close()
			t.Errorf("%s was opened, and closed with %v", address, err)
		}
	}
}
