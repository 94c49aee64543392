package store_test

import (
	"context"
	"path/filepath"
	"testing"

	"vitrine/internal/store"
)

func TestOpenMigrate(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	db, err := store.Open(ctx, filepath.Join(t.TempDir(), "vitrine.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	if err := db.Migrate(ctx); err != nil {
		t.Fatal(err)
	}
	v, err := db.SchemaVersion(ctx)
	t.Log(v, err)
}
