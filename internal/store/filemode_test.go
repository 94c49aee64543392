package store_test

import (
	"os"
	"path/filepath"
	"testing"

	"vitrine/internal/store"
)

// TestSQLiteIsPrivate opens a new database and one that others may read: its owner
// alone can read all of its files. The umask of the tests lets others read.
func TestSQLiteIsPrivate(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "vitrine.db")
	for _, name := range []string{"a new one", "again"} {
		wantPrivate(t, name, dir, openFile(t, path), 0)
	}
	db := openFile(t, path)
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Chmod(path+suffix, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	wantPrivate(t, "beside a process that has it open", dir, openFile(t, path), 3)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func openFile(t *testing.T, path string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if err := db.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	err = db.Write(t.Context(), func(tx *store.Tx) error { return tx.HoldSweep(t.Context(), "a test", 0) }) // makes the log
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func wantPrivate(t *testing.T, name, dir string, db *store.DB, tightened int) {
	t.Helper()
	if got := db.Tightened(); len(got) != tightened {
		t.Errorf("%s: %q were open, want %d", name, got, tightened)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) < 3 {
		t.Fatalf("%s: %d files, %v", name, len(entries), err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		if mode := info.Mode().Perm(); mode != 0o600 {
			t.Errorf("%s: %s has the mode %v", name, entry.Name(), mode)
		}
	}
}
