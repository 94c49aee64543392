package store_test

import (
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

func TestSQLite(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) *store.DB { return storetest.SQLite(t) })
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	postgres := storetest.NewPostgres(t)
	storetest.Run(t, func(t *testing.T) *store.DB { return postgres.Open(t) })
}

// TestPostgresBehindPgbouncer asks the same through a pooler in transaction mode, where
// nothing that belongs to a connection lasts. The schema is made there too.
func TestPostgresBehindPgbouncer(t *testing.T) {
	t.Parallel()
	server := storetest.NewPooled(t)
	db := server.OpenBare(t)
	if err := db.Migrate(t.Context()); err != nil {
		t.Error(err)
	}
	storetest.Run(t, func(t *testing.T) *store.DB { return server.Open(t) })
}

// TestPreparedBehindPgbouncer prepares a statement that another one has prepared: who reads
// the error learns what the address lacks.
func TestPreparedBehindPgbouncer(t *testing.T) {
	t.Parallel()
	server := storetest.NewPooled(t)
	first, err := store.Open(t.Context(), server.Preparing())
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	second, err := store.Open(t.Context(), server.Preparing())
	if err == nil {
		_ = second.Close()
	}
	if err == nil || !strings.Contains(err.Error(), storetest.Describing) {
		t.Errorf("a second one that prepares: %v", err)
	}
}

// TestDumpKnowsEveryTable fails on a table that a backup would forget.
func TestDumpKnowsEveryTable(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "vitrine.db")
	db, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	pool, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	rows, err := pool.QueryContext(t.Context(), `SELECT name FROM sqlite_master WHERE type = 'table'
		AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name NOT LIKE 'goose\_%' ESCAPE '\' AND name NOT LIKE '%\_search\_%' ESCAPE '\'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	got := []string{}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		got = append(got, name)
	}
	want := slices.Concat(store.Dumped, store.Made)
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("tables that are dumped or made, and tables of the schema (-want +got):\n%s", diff)
	}
}
