package storetest

import (
	"context"
	"testing"
	"time"

	"vitrine"
	"vitrine/internal/store"
)

// testDamage notes how the bytes of files compared with their digests.
func testDamage(t *testing.T, db *store.DB) {
	ctx := t.Context()
	author := newUser(t, db, "ada")
	model := newModel(t, db, author, "chair", func(*vitrine.Model) {})
	file := &vitrine.File{ModelID: model.ID, Name: "chair.glb", BlobKey: "key", Size: 7, SHA256: "sum", Status: vitrine.FileReady,
		CreatedAt: noon(), UpdatedAt: noon()}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertFile(ctx, file) })
	if files, bytes, err := db.StoredFiles(ctx); err != nil || files < 1 || bytes < 7 {
		t.Errorf("%d files of %d bytes, %v", files, bytes, err)
	}
	due := func(before, damagedBefore time.Time) []store.Checked {
		t.Helper()
		found, err := db.FilesToCheck(ctx, before, damagedBefore)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if got := due(noon().Add(-time.Microsecond), noon()); len(got) > 0 {
		t.Errorf("before its time: %+v", got)
	}
	want := store.Checked{FileID: file.ID, ModelID: model.ID, Name: "chair.glb", BlobKey: "key", Size: 7, SHA256: "sum", At: noon()}
	if got := due(noon(), time.Time{}); len(got) != 1 || got[0] != want {
		t.Errorf("due: %+v, want %+v", got, want)
	}
	later := noon().Add(time.Hour)
	for range 2 {
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.NoteChecked(ctx, "key", later, true) })
	}
	want.At, want.Damaged = later, later
	if got := due(noon(), later); len(got) != 1 || got[0] != want {
		t.Errorf("damaged and due: %+v, want %+v", got, want)
	}
	if n, err := db.CountDamaged(ctx); err != nil || n != 1 {
		t.Errorf("%d damaged, %v", n, err)
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		if err := tx.NoteChecked(ctx, "key", later, false); err != nil {
			return err
		}
		return tx.CheckSoon(ctx, "key")
	})
	got, err := db.CheckedFile(ctx, "key")
	if err != nil || !got.Damaged.IsZero() || got.At.UnixMicro() != 0 {
		t.Errorf("right again, and due soon: %+v, %v", got, err)
	}
	_, err = db.CheckedFile(ctx, "another")
	wantCode(t, err, vitrine.NotFound)
	for range 2 {
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.EnqueueSole(ctx, "sole") })
	}
	if n, _, err := db.JobsDue(ctx, []string{"sole"}); err != nil || n != 1 {
		t.Errorf("%d jobs, %v: want one", n, err)
	}
}
