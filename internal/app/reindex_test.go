package app_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"vitrine/internal/app"
	"vitrine/internal/jobs"
	"vitrine/internal/store"
)

// TestServerGoesOnBuilding cuts a build of the search index off: a server finds it and
// ends it.
func TestServerGoesOnBuilding(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "vitrine.db")
	synctest.Test(t, func(t *testing.T) {
		db, err := store.Open(t.Context(), file)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		if err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, cut := context.WithCancel(t.Context())
		if err := db.RebuildSearch(ctx, func(store.Rebuilt) { cut() }); err == nil {
			t.Fatal("a build that was cut off ended well")
		}
		worker := jobs.New(db, nil, []jobs.Periodic{app.BuildsSearch(db)}, slog.New(slog.DiscardHandler))
		worker.Start(t.Context())
		defer worker.Stop()
		time.Sleep(time.Minute)
		synctest.Wait()
		if left, err := db.SearchToRebuild(t.Context()); err != nil || left {
			t.Errorf("after a minute the build is left: %v, %v", left, err)
		}
	})
}
