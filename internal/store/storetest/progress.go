package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

// testProgress follows the reading of a model's files, and of its copy's once there is one.
func testProgress(t *testing.T, db *store.DB) {
	ada := newUser(t, db, "ada")
	chair, other := newModel(t, db, ada, "chair", nil), newModel(t, db, ada, "other", nil)
	file := &vitrine.File{ModelID: chair.ID, Name: "a.stl", Status: vitrine.FileProcessing, CreatedAt: noon(), UpdatedAt: noon()}
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		foreign := &vitrine.File{ModelID: other.ID, Name: "a.stl", Status: vitrine.FileProcessing, CreatedAt: noon(), UpdatedAt: noon()}
		return tx.InsertFile(ctx, foreign)
	})
	var copied int64
	var marks []string
	for _, step := range []struct {
		name    string
		pending int
		do      func(ctx context.Context, tx *store.Tx) error
	}{
		{"no files", 0, func(context.Context, *store.Tx) error { return nil }},
		{"a file that waits", 1, func(ctx context.Context, tx *store.Tx) error { return tx.InsertFile(ctx, file) }},
		{"a file that is read", 1, func(ctx context.Context, tx *store.Tx) error {
			file.WorkedOn = noon()
			return tx.NoteProgress(ctx, file)
		}},
		{"a file that was read", 0, func(ctx context.Context, tx *store.Tx) error {
			file.WorkedOn, file.Status = time.Time{}, vitrine.FileReady
			if err := tx.UpdateFile(ctx, file); err != nil {
				return err
			}
			return tx.TouchModel(ctx, chair.ID, noon())
		}},
		{"a file that waits to be read again", 1, func(ctx context.Context, tx *store.Tx) error {
			file.Queued = noon()
			return tx.NoteProgress(ctx, file)
		}},
		{"a copy without files", 0, func(ctx context.Context, tx *store.Tx) (err error) {
			copied, err = tx.CopyModel(ctx, chair, noon())
			return err
		}},
		{"a picture of the copy", 0, func(ctx context.Context, tx *store.Tx) error { return tx.TouchModel(ctx, copied, noon()) }},
	} {
		write(t, db, step.do)
		got, err := db.Progress(t.Context(), chair.ID)
		want := store.Progress{AuthorID: ada.ID, Mark: got.Mark, Pending: step.pending}
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s (-want +got), %v:\n%s", step.name, err, diff)
		}
		for i, mark := range marks {
			if mark == got.Mark {
				t.Errorf("%s: the mark %s is that of step %d, too", step.name, mark, i)
			}
		}
		marks = append(marks, got.Mark)
	}
	for _, id := range []int64{copied, 999_999} {
		_, err := db.Progress(t.Context(), id)
		wantCode(t, err, vitrine.NotFound)
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteModel(ctx, chair.ID, noon()) })
	_, err := db.Progress(t.Context(), chair.ID)
	wantCode(t, err, vitrine.NotFound)
}
