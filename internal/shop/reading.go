package shop

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"golang.org/x/text/unicode/norm"

	"vitrine"
	"vitrine/internal/geometry"
	"vitrine/internal/inspect"
	"vitrine/internal/seed"
	"vitrine/internal/store"
)

// keepReading stores what was read of a file: bytes first, then the rows.
func (s *Shop) keepReading(ctx context.Context, r *reading) error {
	stored, err := s.storeReading(ctx, r)
	if err != nil {
		s.discard(ctx, stored.keys...)
		return err
	}
	var used []string
	err = s.db.Write(ctx, func(tx *store.Tx) error {
		used = nil
		now, err := tx.Model(ctx, r.then.ID)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			return nil
		}
		if err != nil {
			return err
		}
		f := now.File(r.file.ID)
		if f == nil {
			return nil
		}
		before := *f
		if err := applyReading(now, f, r, &stored); err != nil {
			return err
		}
		changed := !sameReading(before, *f)
		used = append(used, f.Preview.BlobKey, f.ShapeKey)
		if stored.drawn != nil && wanted(now, f).Picture && f.Status == vitrine.FileReady {
			used, changed = append(used, renditions(stored.drawn)...), true
			if err := s.replaceDrawn(ctx, tx, now, f.ID, *stored.drawn); err != nil {
				return err
			}
		}
		if err := s.followReading(ctx, tx, now, r, before.Status); err != nil {
			return err
		}
		if !changed {
			return tx.NoteProgress(ctx, f)
		}
		return s.putReading(ctx, tx, f)
	})
	return s.discardUnused(ctx, err, stored.keys, used)
}

// followReading has read, or drawn together, what has to be after a file was read that
// was in some state before.
func (s *Shop) followReading(ctx context.Context, tx *store.Tx, now *vitrine.Model, r *reading, before vitrine.FileStatus) error {
	f := now.File(r.file.ID)
	if r.outdated(now, f) {
		if err := s.enqueueAgain(ctx, tx, f); err != nil {
			return err
		}
	}
	if before == vitrine.FileProcessing {
		if err := s.shapeOthers(ctx, tx, now, f); err != nil {
			return err
		}
	}
	return s.showTogether(ctx, tx, now)
}

// outdated says whether the file has to be read again: something that it misses
// came meanwhile, something that it was read with went, or more is wanted of it.
func (r *reading) outdated(now *vitrine.Model, f *vitrine.File) bool {
	for _, name := range f.Missing {
		if sibling(now, name) != nil && sibling(r.then, name) == nil {
			return true
		}
	}
	for id := range r.used {
		if now.File(id) == nil {
			return true
		}
	}
	more := wanted(now, f)
	preview := more.Preview != "" && more.Preview != r.want.Preview
	return f.Status == vitrine.FileReady && (more.Picture && !r.want.Picture || more.Shape && !r.want.Shape || preview)
}

// sameReading says whether as much is known of a file as before.
func sameReading(before, f vitrine.File) bool {
	return before.Status == f.Status && before.Format == f.Format && before.Facts == f.Facts && before.Preview == f.Preview && before.ShapeKey == f.ShapeKey &&
		slices.Equal(before.Inside, f.Inside) && slices.Equal(before.Missing, f.Missing) && slices.Equal(before.Problems, f.Problems)
}

// applyReading writes what was read into a file. A file of a published
// model is not rejected by a second reading: it keeps its earlier facts.
func applyReading(m *vitrine.Model, f *vitrine.File, r *reading, stored *made) error {
	f.WorkedOn, f.Shown = time.Time{}, inspect.PreviewRules
	result := r.result
	if result.Rejected() && f.Status == vitrine.FileReady && m.Status == vitrine.Published {
		return nil
	}
	facts, err := json.Marshal(result.Facts)
	if err != nil {
		return fmt.Errorf("encode the facts: %w", err)
	}
	f.Status, f.Format, f.Inside, f.Missing, f.Problems, f.Facts = vitrine.FileReady, string(result.Format), result.Inside, nil, nil, string(facts)
	for _, name := range result.Missing {
		f.Missing = append(f.Missing, norm.NFC.String(name)) // as the names of uploads are
	}
	if r.want.Preview != "" {
		f.Preview = vitrine.Preview{}
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
	for _, problem := range slices.Concat(result.Problems, result.Notes) {
		f.Problems = append(f.Problems, vitrine.Problem(problem))
	}
	return nil
}

// wanted says what is to be made of a file: a picture, when its model has none of
// its author's, who did not remove the one that was drawn while the file was
// there, and none of a richer file or of a set that the file is of; a preview, when no
// richer file is shown, nor as many of the same format as pages show; and a shape, when
// it may be a piece of a set. The formats of files that were not read are guessed by
// their names.
func wanted(m *vitrine.Model, f *vitrine.File) inspect.Want {
	want := inspect.Want{Picture: m.Drawn() && (m.PictureRefused.IsZero() || f.CreatedAt.After(m.PictureRefused)), Preview: formWanted(m),
		Card: seed.HoldsModels(f.Extension)}
	for _, image := range m.Images {
		if shown := m.File(image.FileID); shown != nil && richer(shown, f) {
			want.Picture = false
		}
	}
	if inSet(m, f) && slices.ContainsFunc(m.Images, ofAll) {
		want.Picture = false
	}
	if outdone(m, f, func(other *vitrine.File) bool { return m.MayShow(other.Preview) }) {
		want.Preview = ""
	}
	want.Shape = want.Preview != inspect.Full && inSet(m, f) && !outdone(m, f, measured)
	return want
}

// outdone says whether others with a quality leave no room for a file: one of a richer
// format, or as many of the same as are shown.
func outdone(m *vitrine.Model, f *vitrine.File, has func(*vitrine.File) bool) bool {
	alike := 0
	for i := range m.Files {
		other := &m.Files[i]
		switch {
		case !has(other) || !richer(other, f):
		case rank(formatOf(other)) < rank(formatOf(f)):
			return true
		default:
			alike++
		}
	}
	return alike >= maxPieces
}

// richer says whether another file takes precedence over one: it is complete, and
// of a richer format, or of the same format and older.
func richer(other, f *vitrine.File) bool {
	if other.ID == f.ID || other.Status != vitrine.FileReady || len(other.Missing) > 0 {
		return false
	}
	theirs, ours := rank(formatOf(other)), rank(formatOf(f))
	return theirs < ours || theirs == ours && other.ID < f.ID
}

func formatOf(f *vitrine.File) string {
	if f.Format != "" {
		return f.Format
	}
	return f.Extension
}

// replaceDrawn puts a drawn image in the place of the one before.
func (s *Shop) replaceDrawn(ctx context.Context, tx *store.Tx, m *vitrine.Model, fileID int64, image vitrine.Image) error {
	now := s.now()
	for _, old := range m.Images {
		if err := tx.DeleteImage(ctx, m.ID, old.ID, now); err != nil {
			return err
		}
	}
	image.ModelID, image.FileID, image.Position, image.CreatedAt, image.UpdatedAt = m.ID, fileID, 1, now, now
	return tx.InsertImage(ctx, &image)
}

// healOthers has the files read again that miss one by a name.
func (s *Shop) healOthers(ctx context.Context, tx *store.Tx, m *vitrine.Model, name string) error {
	for i := range m.Files {
		if f := &m.Files[i]; f.Status != vitrine.FileProcessing && f.Lacks(name) {
			if err := s.enqueueAgain(ctx, tx, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// putReading stores a file that was read and all that shows it.
func (s *Shop) putReading(ctx context.Context, tx *store.Tx, f *vitrine.File) error {
	f.UpdatedAt, f.WorkedOn = s.now(), time.Time{}
	if err := tx.UpdateFile(ctx, f); err != nil {
		return err
	}
	return s.touch(ctx, tx, f.ModelID)
}

// partGone follows the removal of a file: those that may have been read with it
// are read again, and what was drawn or shown of it is made of another one.
func (s *Shop) partGone(ctx context.Context, tx *store.Tx, gone vitrine.File) error {
	m, err := tx.Model(ctx, gone.ModelID)
	if err != nil {
		return err
	}
	for _, image := range m.Images {
		if image.Generated && (image.FileID == gone.ID || ofAll(image)) && len(m.ReadyFiles()) == 0 {
			if err := tx.DeleteImage(ctx, m.ID, image.ID, s.now()); err != nil {
				return err
			}
		}
	}
	if err := s.dropWhole(ctx, tx, m); err != nil {
		return err
	}
	for i := range m.Files {
		f := &m.Files[i]
		unseen := gone.Preview.BlobKey != "" && (len(ShownOf(m)) == 0 || f.Preview.BlobKey == "" && measured(f) && wanted(m, f).Preview != "")
		drawn := slices.ContainsFunc(m.Images, func(image vitrine.Image) bool {
			return image.Generated && (image.FileID == gone.ID || ofAll(image) && setOf(m) == nil)
		})
		if f.Status == vitrine.FileReady && (drawn || unseen || usesOthers(f)) {
			if err := s.enqueueAgain(ctx, tx, f); err != nil {
				return err
			}
		}
	}
	return s.showTogether(ctx, tx, m)
}

// usesOthers says whether a file may have been read with others beside it.
func usesOthers(f *vitrine.File) bool {
	switch geometry.Format(f.Format) {
	case geometry.GLTF, geometry.OBJ, geometry.DAE, geometry.FBX, geometry.ThreeDS:
		return true
	}
	return false
}

// drawAnew has a picture drawn for a model that lost its last image, unless that
// was a drawn one itself: then its author wants none of the files that are there.
func (s *Shop) drawAnew(ctx context.Context, tx *store.Tx, modelID int64, unwanted bool) error {
	if unwanted {
		return tx.RefusePicture(ctx, modelID, s.now())
	}
	if err := tx.RefusePicture(ctx, modelID, time.Time{}); err != nil {
		return err
	}
	m, err := tx.Model(ctx, modelID)
	if err != nil {
		return err
	}
	files := speakers(m)
	if len(files) == 0 {
		files = m.ReadyFiles()
	}
	for _, f := range files {
		if err := s.enqueueAgain(ctx, tx, &f); err != nil {
			return err
		}
	}
	return nil
}
