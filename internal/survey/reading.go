package survey

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"golang.org/x/text/unicode/norm"

	"vitrine"
	"vitrine/internal/inspect"
	"vitrine/internal/store"
)

// reading is a file that is read: what was asked for, and what came of it.
type reading struct {
	model  *vitrine.Model // as it was when the reading began
	file   *vitrine.File  // of it
	want   inspect.Want
	used   map[int64]bool // the files beside it that it was read with
	result inspect.Result
}

// keep stores what came of a reading: bytes first, then the rows. rows stores those, and
// returns the keys that they name.
func (r *Reader) keep(ctx context.Context, got *reading, rows func(*store.Tx, *storedBytes) (named []string, err error)) error {
	stored, err := r.storeBytes(ctx, got)
	if err != nil {
		r.shop.Discard(ctx, stored.keys...)
		return err
	}
	var named []string
	err = r.db.Write(ctx, func(tx *store.Tx) (err error) {
		named, err = rows(tx, &stored)
		return err
	})
	return r.discardUnnamed(ctx, err, stored.keys, named)
}

// keepFile stores what came of a reading with the file and its model, if both are there
// still. It returns the keys that they name.
func (r *Reader) keepFile(ctx context.Context, tx *store.Tx, got *reading, stored *storedBytes) (named []string, err error) {
	// As it is now: price, siblings and images may have changed while the file was read.
	m, err := tx.Model(ctx, got.model.ID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	f := m.File(got.file.ID)
	if f == nil {
		return nil, nil
	}
	before := *f
	if err := got.apply(m, f, stored); err != nil {
		return nil, err
	}
	named, changed := []string{f.Preview.BlobKey, f.ShapeKey}, !equallyKnown(before, *f)
	if stored.picture != nil && wanted(m, f).Picture && f.Status == vitrine.FileReady {
		named, changed = append(named, renditions(stored.picture)...), true
		if err := r.replacePicture(ctx, tx, m, f.ID, *stored.picture); err != nil {
			return nil, err
		}
	}
	if len(stored.views) > 0 && f.Status == vitrine.FileReady {
		kept, err := r.addViews(ctx, tx, m, stored.views)
		if err != nil {
			return nil, err
		}
		named, changed = append(named, kept...), true
	}
	if err := r.follow(ctx, tx, m, got, before.Status); err != nil {
		return nil, err
	}
	if err := r.shop.FileRead(ctx, tx, f, before.Status); err != nil {
		return nil, err
	}
	if f.Status == vitrine.FileRejected && before.Status != vitrine.FileRejected {
		if err := r.shop.TellRejected(ctx, tx, m.ID); err != nil {
			return nil, err
		}
	}
	if !changed {
		return named, tx.NoteProgress(ctx, f)
	}
	return named, r.putFile(ctx, tx, f)
}

// noteTried notes in a file that its reading is over, and what it was to make by the
// rules of today.
func noteTried(f *vitrine.File, want inspect.Want) {
	f.WorkedOn, f.Shown, f.ShapeTried = time.Time{}, inspect.PreviewRules, 0
	if want.Shape {
		f.ShapeTried = inspect.PreviewRules
	}
}

// apply writes what was read into a file of the model as it is now. A file of a
// published model is not rejected by a second reading: it keeps its earlier facts.
func (got *reading) apply(m *vitrine.Model, f *vitrine.File, stored *storedBytes) error {
	noteTried(f, got.want)
	result := got.result
	if result.Rejected() && f.Status == vitrine.FileReady && m.Status == vitrine.Published {
		return nil
	}
	facts, err := json.Marshal(result.Facts)
	if err != nil {
		return fmt.Errorf("encode the facts: %w", err)
	}
	f.Status, f.Format, f.Inside, f.Facts = vitrine.FileReady, string(result.Format), result.Inside, string(facts)
	f.Missing, f.Problems = missing(result), problems(result)
	if got.want.Preview != "" {
		f.Preview = vitrine.Preview{}
		// A price that was set meanwhile may forbid what was made before it.
		if m.MayShow(stored.preview) {
			f.Preview = stored.preview
		}
	}
	f.ShapeKey = stored.shape
	if !result.Format.Sold() {
		f.Facts = "" // a texture or a buffer has no geometry of its own
	}
	if result.Rejected() {
		f.Status, f.Facts = vitrine.FileRejected, ""
	}
	return nil
}

// missing are the names of files that were not there, in the form of the names of uploads.
func missing(result inspect.Result) (names []string) {
	for _, name := range result.Missing {
		names = append(names, norm.NFC.String(name))
	}
	return names
}

// problems are why a file is rejected, or why facts of it are unknown.
func problems(result inspect.Result) (found []vitrine.Problem) {
	for _, problem := range slices.Concat(result.Problems, result.Notes) {
		found = append(found, vitrine.Problem(problem))
	}
	return found
}

// equallyKnown reports whether as much is known of a file as before.
func equallyKnown(before, f vitrine.File) bool {
	return before.Status == f.Status && before.Format == f.Format && before.Facts == f.Facts &&
		before.Preview == f.Preview && before.ShapeKey == f.ShapeKey &&
		slices.Equal(before.Inside, f.Inside) && slices.Equal(before.Missing, f.Missing) && slices.Equal(before.Problems, f.Problems)
}

// replacePicture puts a drawn image in the place of the one before. fileID is 0 for all
// pieces of a set.
func (r *Reader) replacePicture(ctx context.Context, tx *store.Tx, m *vitrine.Model, fileID int64, image vitrine.Image) error {
	now := r.surveyor.now()
	for _, old := range m.Images {
		if err := tx.DeleteImage(ctx, m.ID, old.ID, now); err != nil {
			return err
		}
	}
	image.ModelID, image.FileID, image.Position, image.CreatedAt, image.UpdatedAt = m.ID, fileID, 1, now, now
	return tx.InsertImage(ctx, &image)
}

// addViews adds pictures that were drawn as those of the model's author, who asked for them:
// as many as there is room for, and in the place of one that was drawn unasked. It returns the
// keys that they name.
func (r *Reader) addViews(ctx context.Context, tx *store.Tx, m *vitrine.Model, views []vitrine.Image) (named []string, err error) {
	now := r.surveyor.now()
	images, err := tx.Images(ctx, m.ID)
	if err != nil {
		return nil, err
	}
	if len(images) > 0 && images[0].Generated {
		for _, drawn := range images {
			if err := tx.DeleteImage(ctx, m.ID, drawn.ID, now); err != nil {
				return nil, err
			}
		}
		images = nil
	}
	set, err := r.shop.LimitsIn(ctx, tx)
	if err != nil {
		return nil, err
	}
	for _, view := range views[:max(0, min(len(views), set.Images-len(images)))] {
		view.ModelID, view.Position, view.CreatedAt, view.UpdatedAt = m.ID, 1, now, now
		if n := len(images); n > 0 {
			view.Position = images[n-1].Position + 1
		}
		if err := tx.InsertImage(ctx, &view); err != nil {
			return nil, err
		}
		images, named = append(images, view), append(named, renditions(&view)...)
	}
	m.Images = images
	return named, nil
}

// putFile stores a file that was read and all that shows it.
func (r *Reader) putFile(ctx context.Context, tx *store.Tx, f *vitrine.File) error {
	f.UpdatedAt, f.WorkedOn = r.surveyor.now(), time.Time{}
	if err := tx.UpdateFile(ctx, f); err != nil {
		return err
	}
	return r.shop.Touch(ctx, tx, f.ModelID)
}

// follow queues what has to be read, or drawn together, after a file was read. before is
// the state that it was in.
func (r *Reader) follow(ctx context.Context, tx *store.Tx, m *vitrine.Model, got *reading, before vitrine.FileStatus) error {
	f := m.File(got.file.ID)
	if got.outdated(m, f) {
		if err := r.surveyor.queueAgain(ctx, tx, f); err != nil {
			return err
		}
	}
	if before == vitrine.FileProcessing {
		if err := r.surveyor.queueShapes(ctx, tx, m, f); err != nil {
			return err
		}
	}
	return r.surveyor.redrawSet(ctx, tx, m)
}

// outdated reports whether the file has to be read again: something that it misses
// came meanwhile, something that it was read with went, or more is wanted of it.
func (got *reading) outdated(m *vitrine.Model, f *vitrine.File) bool {
	for _, name := range f.Missing {
		if sibling(m, name) != nil && sibling(got.model, name) == nil {
			return true
		}
	}
	for id := range got.used {
		if m.File(id) == nil {
			return true
		}
	}
	more := wanted(m, f)
	preview := more.Preview != "" && more.Preview != got.want.Preview
	return f.Status == vitrine.FileReady && (more.Picture && !got.want.Picture || more.Shape && !got.want.Shape || preview)
}
