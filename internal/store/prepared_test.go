package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"vitrine/internal/store"
	"vitrine/internal/store/storetest"
)

// TestManyStatements writes by more texts than are kept prepared. None is left open: a
// connection with one could not be closed, and its log would stay beside the database.
func TestManyStatements(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "vitrine.db")
	storetest.LaySQLite(t, path)
	db, err := store.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 1000 {
		if err := db.WriteText(t.Context(), fmt.Sprintf("UPDATE settings SET value = '%d' WHERE name = 'none'", n)); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + "-wal"); !os.IsNotExist(err) {
		t.Errorf("the log is still there after the end: %v", err)
	}
}
