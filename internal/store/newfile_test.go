package store_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"vitrine/internal/store"
)

// TestFileThatIsNoMarketplace opens files that something has happened to: each is
// refused with what to do, and left as it is.
func TestFileThatIsNoMarketplace(t *testing.T) {
	t.Parallel()
	whole := wholeFile(t)
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"empty":             {nil, "is empty"},
		"text":              {bytes.Repeat([]byte("not a database\n"), 1000), "not an SQLite database"},
		"short text":        {[]byte("hello"), "not an SQLite database"},
		"another program's": {foreignFile(t), "another program"},
		"half":              {whole[:len(whole)/2], "cut off"},
		"first page":        {whole[:4096], "cut off"},
		"part of a page":    {whole[:len(whole)-700], "cut off"},
		"zeros":             {make([]byte, len(whole)), "not an SQLite database"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "vitrine.db")
			if err := os.WriteFile(path, c.data, 0o600); err != nil {
				t.Fatal(err)
			}
			db, err := store.Open(t.Context(), path)
			if err == nil {
				_ = db.Close()
				t.Fatal("it was opened")
			}
			for _, part := range []string{c.want, path, "restore a backup", "if a new marketplace is wanted"} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%v: it does not say %q", err, part)
				}
			}
			if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, c.data) {
				t.Errorf("the file was changed, or %v", err)
			}
		})
	}
}

// TestLogWithoutFile refuses to begin anew beside the log of a database that is gone.
func TestLogWithoutFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "vitrine.db")
	if err := os.WriteFile(path+"-wal", []byte("writes"), 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), path)
	if err == nil {
		_ = db.Close()
	}
	if err == nil || !strings.Contains(err.Error(), "its log is") {
		t.Errorf("got %v, want that the log is there", err)
	}
}

// TestBegunIsNew cuts off the making of a database before and within its first
// migration: what is there then is a new marketplace.
func TestBegunIsNew(t *testing.T) {
	t.Parallel()
	for name, tables := range map[string]string{
		"before the migrations": "",
		"before the first one": "CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY AUTOINCREMENT, version_id INTEGER NOT NULL, is_applied " +
			"INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now'))); INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, 1)",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "vitrine.db")
			db, err := store.Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			info, err := os.Stat(path)
			if err != nil || info.Size() == 0 {
				t.Fatalf("a database that was begun has no bytes, or %v", err)
			}
			execute(t, path, tables)
			if err := openFile(t, path).Close(); err != nil {
				t.Error(err)
			}
			entries, err := os.ReadDir(filepath.Dir(path))
			if err != nil || len(entries) != 1 {
				t.Errorf("beside the database there is something: %v, %v", entries, err)
			}
		})
	}
}

// TestCloseFoldsTheLog closes a database that another process has open: its file
// alone holds the last write.
func TestCloseFoldsTheLog(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "vitrine.db")
	db := openFile(t, path)
	openFile(t, path) // stays open
	want := write(t, db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copied.db")
	if err := os.WriteFile(copied, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := write(t, openFile(t, copied)); got != want {
		t.Error("the copy does not hold the last write")
	}
}

// TestCloseBesideReader closes a database that another process reads from: what can't
// be folded is no failure.
func TestCloseBesideReader(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "vitrine.db")
	db := openFile(t, path)
	pool := plain(t, path)
	reading, err := pool.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reading.Rollback() }()
	var n int
	if err := reading.QueryRowContext(t.Context(), "SELECT count(*) FROM settings").Scan(&n); err != nil {
		t.Fatal(err)
	}
	want := write(t, db)
	if err := db.Close(); err != nil {
		t.Errorf("the stop failed: %v", err)
	}
	if got := write(t, openFile(t, path)); got != want {
		t.Error("the last write is gone")
	}
}

// write stores an id of the marketplace, or gives the one that is there.
func write(t *testing.T, db *store.DB) (id string) {
	t.Helper()
	err := db.Write(t.Context(), func(tx *store.Tx) (err error) {
		id, err = tx.KeepMarketplace(t.Context(), rand.Text())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func wholeFile(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "whole.db")
	if err := openFile(t, path).Close(); err != nil {
		t.Fatal(err)
	}
	return contentOf(t, path)
}

func foreignFile(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "foreign.db")
	execute(t, path, "CREATE TABLE models (id INTEGER); CREATE TABLE notes (text TEXT)")
	return contentOf(t, path)
}

func contentOf(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// plain opens a file as another program does.
func plain(t *testing.T, path string) *sql.DB {
	t.Helper()
	pool, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	return pool
}

func execute(t *testing.T, path, statements string) {
	t.Helper()
	pool := plain(t, path)
	if _, err := pool.ExecContext(context.Background(), statements); err != nil {
		t.Fatal(err)
	}
	if err := pool.Close(); err != nil {
		t.Fatal(err)
	}
}
