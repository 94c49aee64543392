package storetest

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"vitrine"
	"vitrine/internal/store"
)

// testReadings stores what was read of files, and asks what bytes that needs.
func testReadings(t *testing.T, db *store.DB) {
	m := modelFor(t, db, "a")
	f := vitrine.File{
		ModelID: m.ID, Name: "a.gltf", Extension: "gltf", Size: 10, SHA256: "ab", BlobKey: "files/a", Status: vitrine.FileProcessing,
		CreatedAt: noon(), UpdatedAt: noon(),
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertFile(ctx, &f) })
	f.WorkedOn, f.Queued = noon().Add(time.Second), noon().Add(2*time.Second)
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.UpdateFile(ctx, &f) })
	compareFile(t, db, f)

	f.Status, f.Format, f.Inside, f.Facts = vitrine.FileReady, "gltf", []string{"obj"}, `{"polygons":{"value":1}}`
	f.Missing, f.WorkedOn, f.Queued = []string{"a.bin"}, time.Time{}, time.Time{}
	f.Problems, f.Preview = []vitrine.Problem{{Code: "odd", Detail: "a 'quoted' one"}}, vitrine.Preview{BlobKey: "previews/a", Kind: "glb",
		Size: 77}
	f.ShapeKey, f.ShapeTried = "files/shape", 3
	f.Preview.Plays = true
	whole := vitrine.Preview{BlobKey: "previews/whole", Kind: "turntable", Form: vitrine.PreviewTurntable, Size: 88}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.SetWhole(ctx, m.ID, whole) })
	if got, err := db.Model(t.Context(), m.ID); err != nil || got.Whole != whole {
		t.Errorf("of the whole %+v is shown, %v, want %+v", got.Whole, err, whole)
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.UpdateFile(ctx, &f) })
	compareFile(t, db, f)

	inUse := map[string]int64{}
	if err := db.BlobsInUse(t.Context(), noon(), func(b store.BlobRef) { inUse[b.Key] = b.Size }); err != nil {
		t.Fatal(err)
	}
	if inUse["files/a"] != 10 || inUse["previews/a"] != 77 || inUse["files/shape"] != -1 || inUse["previews/whole"] != 88 {
		t.Errorf("bytes in use: %v", inUse)
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteFile(ctx, m.ID, f.ID, noon()) })
	err := db.Write(t.Context(), func(tx *store.Tx) error { return tx.UpdateFile(t.Context(), &f) })
	if vitrine.CodeOf(err) != vitrine.NotFound {
		t.Errorf("a deleted file is updated: %v", err)
	}
}

func compareFile(t *testing.T, db *store.DB, want vitrine.File) {
	t.Helper()
	got, err := db.File(t.Context(), want.ModelID, want.ID)
	if err != nil {
		t.Fatal(err)
	}
	want.Inside, want.Missing, want.Problems = append([]string{}, want.Inside...), append([]string{},
		want.Missing...), append([]vitrine.Problem{}, want.Problems...)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the file (-want +got):\n%s", diff)
	}
}

// testFilesAfter walks through the files that are there, page by page.
func testFilesAfter(t *testing.T, db *store.DB) {
	var want []store.FileRef
	models := []*vitrine.Model{modelFor(t, db, "a"), modelFor(t, db, "b"), modelFor(t, db, "c")}
	for i, name := range []string{"a.stl", "b.stl", "c.stl", "d.stl", "e.stl", "f.stl"} {
		f := vitrine.File{ModelID: models[i%3].ID, Name: name, Status: vitrine.FileReady, CreatedAt: noon(), UpdatedAt: noon()}
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertFile(ctx, &f) })
		want = append(want, store.FileRef{ModelID: f.ModelID, FileID: f.ID})
	}
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		return tx.DeleteFile(ctx, want[1].ModelID, want[1].FileID, noon())
	})
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteModel(ctx, models[2].ID, noon()) })
	want = []store.FileRef{want[0], want[3], want[4]}
	for _, test := range []struct {
		after, model int64
		limit        int
		want         []store.FileRef
	}{{0, 0, 10, want}, {0, 0, 2, want[:2]}, {want[1].FileID, 0, 2, want[2:]}, {0, models[0].ID, 10, want[:2]}, {want[2].FileID, 0, 10, nil}} {
		got, err := db.FilesAfter(t.Context(), test.after, test.model, test.limit)
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("after %d, of model %d, %d at most: %v, %v, want %v", test.after, test.model, test.limit, got, err, test.want)
		}
	}
}

// testShownBefore asks for the files whose previews are made again.
func testShownBefore(t *testing.T, db *store.DB) {
	models := []*vitrine.Model{modelFor(t, db, "a"), modelFor(t, db, "b")}
	insert := func(model int, name string, status vitrine.FileStatus, shown int) vitrine.File {
		f := vitrine.File{ModelID: models[model].ID, Name: name, Status: status, Shown: shown, CreatedAt: noon(), UpdatedAt: noon()}
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertFile(ctx, &f) })
		return f
	}
	later, never := insert(0, "later.stl", vitrine.FileReady, 1), insert(0, "never.stl", vitrine.FileReady, 0)
	insert(0, "now.stl", vitrine.FileReady, 2)
	insert(0, "rejected.stl", vitrine.FileRejected, 0)
	insert(0, "processing.stl", vitrine.FileProcessing, 0)
	queued, read := insert(0, "queued.stl", vitrine.FileReady, 0), insert(0, "read.stl", vitrine.FileReady, 0)
	gone, ofGone := insert(0, "gone.stl", vitrine.FileReady, 0), insert(1, "a.stl", vitrine.FileReady, 0)
	queued.Queued, read.WorkedOn = noon(), noon()
	write(t, db, func(ctx context.Context, tx *store.Tx) error {
		return errors.Join(tx.NoteProgress(ctx, &queued), tx.NoteProgress(ctx, &read),
			tx.DeleteFile(ctx, gone.ModelID, gone.ID, noon()), tx.DeleteModel(ctx, ofGone.ModelID, noon()))
	})
	want := []store.FileRef{{ModelID: never.ModelID, FileID: never.ID}, {ModelID: later.ModelID, FileID: later.ID}}
	for limit := range 3 {
		if got, err := db.FilesShownBefore(t.Context(), 2, limit); err != nil || !slices.Equal(got, want[:limit]) {
			t.Errorf("up to %d: %v, %v, want %v", limit, got, err, want[:limit])
		}
	}
	// Else it would be looked at every time.
	if _, err := db.File(t.Context(), ofGone.ModelID, ofGone.ID); vitrine.CodeOf(err) != vitrine.NotFound {
		t.Errorf("the file of a deleted model is not deleted: %v", err)
	}
}

// testDrawnImages keeps which file an image shows.
func testDrawnImages(t *testing.T, db *store.DB) {
	m := modelFor(t, db, "a")
	for i, file := range []int64{0, 7} {
		image := vitrine.Image{ModelID: m.ID, Position: i + 1, Generated: file != 0, FileID: file, BlobKey: "media/a", CreatedAt: noon(),
			UpdatedAt: noon()}
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertImage(ctx, &image) })
	}
	images, err := db.Images(t.Context(), m.ID)
	if err != nil || len(images) != 2 || images[0].FileID != 0 || images[1].FileID != 7 || !images[1].Generated {
		t.Errorf("images: %+v, %v", images, err)
	}
}

// testPictures asks for stored bytes that several images share, and deletes one after
// the other.
func testPictures(t *testing.T, db *store.DB) {
	ctx := t.Context()
	insert := func(m *vitrine.Model, keys ...string) vitrine.Image {
		image := vitrine.Image{ModelID: m.ID, Position: 1, BlobKey: keys[0], CreatedAt: noon(), UpdatedAt: noon()}
		for _, key := range keys {
			image.Thumbnails = append(image.Thumbnails, vitrine.Thumbnail{BlobKey: key})
		}
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.InsertImage(ctx, &image) })
		return image
	}
	wantShown := func(when, shown string) {
		t.Helper()
		for _, key := range []string{"media/a", "media/b", "media/c", "media/d", "media/never", ""} {
			want := vitrine.NotFound
			if key != "" && strings.Contains(shown, key) {
				want = ""
			}
			if _, err := db.CheckPicture(ctx, key); vitrine.CodeOf(err) != want || want == "" && err != nil {
				t.Errorf("%s: %q gives %v, want %q", when, key, err, want)
			}
		}
	}
	one, other := modelFor(t, db, "one"), modelFor(t, db, "other")
	first, second := insert(one, "media/a", "media/b"), insert(one, "media/b", "media/c")
	insert(other, "media/c", "media/d")
	wantShown("at first", "media/a media/b media/c media/d")
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteImage(ctx, one.ID, first.ID, noon()) })
	wantShown("without the first", "media/b media/c media/d")
	err := db.Write(ctx, func(tx *store.Tx) error { return tx.DeleteImage(ctx, other.ID, second.ID, noon()) })
	wantCode(t, err, vitrine.NotFound)
	wantShown("after a deletion that is refused", "media/b media/c media/d")
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteModel(ctx, one.ID, noon()) })
	wantShown("without the first model", "media/c media/d")
	write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.DeleteModel(ctx, other.ID, noon()) })
	wantShown("without both", "")
}

// testPicturesTakenOff takes a model out of the catalogue: whose pictures are still there, those of
// its draft version with them, says who sees them.
func testPicturesTakenOff(t *testing.T, db *store.DB) {
	ctx := t.Context()
	m := modelFor(t, db, "chair")
	var copied int64
	write(t, db, func(ctx context.Context, tx *store.Tx) (err error) {
		if copied, err = tx.CopyModel(ctx, m, noon()); err != nil {
			return err
		}
		for i, key := range []string{"media/m", "media/c"} {
			image := vitrine.Image{ModelID: []int64{m.ID, copied}[i], Position: 1, BlobKey: key, CreatedAt: noon(), UpdatedAt: noon()}
			if err := tx.InsertImage(ctx, &image); err != nil {
				return err
			}
		}
		return nil
	})
	hide := func(from vitrine.Status) {
		write(t, db, func(ctx context.Context, tx *store.Tx) error { return tx.HideModel(ctx, m.ID, from) })
	}
	for _, from := range []vitrine.Status{"", vitrine.Published, ""} {
		hide(from)
		var only *vitrine.Viewers
		if from != "" {
			only = &vitrine.Viewers{AuthorID: m.AuthorID, Moderators: true}
		}
		for _, key := range []string{"media/m", "media/c"} {
			shown, err := db.CheckPicture(ctx, key)
			wantCode(t, err, "")
			if diff := cmp.Diff(only, shown.Only); diff != "" {
				t.Errorf("who alone sees %s of a model that is hidden from %q (-want +got):\n%s", key, from, diff)
			}
		}
		found, err := db.ShownFirstImages(ctx, []int64{m.ID})
		if wantCode(t, err, ""); (len(found) == 1) != (from == "") {
			t.Errorf("hidden from %q, buyers are shown %v", from, found)
		}
		all, err := db.FirstImages(ctx, []int64{m.ID})
		if wantCode(t, err, ""); len(all) != 1 {
			t.Errorf("hidden from %q, moderators are shown %v", from, all)
		}
	}
}

// modelFor makes a draft of an author of its own.
func modelFor(t testing.TB, db *store.DB, slug string) *vitrine.Model {
	t.Helper()
	return newModel(t, db, newUser(t, db, "author-of-"+slug), slug, nil)
}
