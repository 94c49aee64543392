package shop

import (
	"bytes"
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
	preview, drawn, keys, err := s.storeReading(ctx, r.result)
	if err != nil {
		s.discard(ctx, keys...)
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
		if err := applyReading(now, f, r, preview); err != nil {
			return err
		}
		if f.Preview == preview && preview.BlobKey != "" {
			used = append(used, preview.BlobKey)
		}
		if drawn != nil && wanted(now, f).Picture && f.Status == vitrine.FileReady {
			for _, rendition := range drawn.Thumbnails {
				used = append(used, rendition.BlobKey)
			}
			if err := s.replaceDrawn(ctx, tx, now, f.ID, *drawn); err != nil {
				return err
			}
		}
		if r.outdated(now, f) {
			if err := s.enqueueAgain(ctx, tx, f); err != nil {
				return err
			}
		}
		return s.putReading(ctx, tx, f)
	})
	if err != nil {
		return s.discardAfter(ctx, err, keys...)
	}
	s.discard(ctx, slices.DeleteFunc(keys, func(key string) bool { return slices.Contains(used, key) })...)
	return nil
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
	return f.Status == vitrine.FileReady && (more.Picture && !r.want.Picture || more.Preview && !r.want.Preview)
}

// storeReading stores preview and picture. The keys are those that were stored,
// also when it fails.
func (s *Shop) storeReading(ctx context.Context, result inspect.Result) (preview vitrine.Preview, drawn *vitrine.Image, keys []string, err error) {
	put := func(prefix string, data []byte) (string, error) {
		info, err := s.blobs.Put(ctx, prefix, bytes.NewReader(data))
		if err == nil {
			keys = append(keys, info.Key)
		}
		return info.Key, err
	}
	if result.Preview != nil {
		key, err := put(previewPrefix, result.Preview)
		if err != nil {
			return preview, nil, keys, err
		}
		preview = vitrine.Preview{BlobKey: key, Kind: result.PreviewKind, Size: int64(len(result.Preview))}
	}
	if result.Picture == nil || result.Thumbnail == nil {
		return preview, nil, keys, nil
	}
	drawn = &vitrine.Image{Generated: true, Size: int64(len(result.Picture)), Width: inspect.PictureWidth, Height: inspect.PictureHeight}
	if drawn.BlobKey, err = put(mediaPrefix, result.Picture); err != nil {
		return preview, nil, keys, err
	}
	thumbnail, err := put(mediaPrefix, result.Thumbnail)
	drawn.Thumbnails = []vitrine.Thumbnail{
		{BlobKey: drawn.BlobKey, Width: inspect.PictureWidth, Height: inspect.PictureHeight},
		{BlobKey: thumbnail, Width: inspect.ThumbnailWidth, Height: inspect.ThumbnailHeight},
	}
	return preview, drawn, keys, err
}

// applyReading writes what was read into a file. A file of a published
// model is not rejected by a second reading: it keeps its earlier facts.
func applyReading(m *vitrine.Model, f *vitrine.File, r *reading, preview vitrine.Preview) error {
	f.WorkedOn = time.Time{}
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
	if r.want.Preview {
		f.Preview = preview
	}
	if !result.Format.Sold() {
		f.Facts = "" // a texture or a buffer has no geometry of its own
	}
	for _, problem := range result.Problems {
		f.Status, f.Facts = vitrine.FileRejected, ""
		f.Problems = append(f.Problems, vitrine.Problem(problem))
	}
	return nil
}

// wanted says what is to be made of a file: a picture, when its model has none of
// its author's, who did not remove the one that was drawn while the file was
// there, and none of a richer file, and a preview, when none of a richer
// file is shown. The formats of files that were not read are guessed by their
// names.
func wanted(m *vitrine.Model, f *vitrine.File) inspect.Want {
	want := inspect.Want{Picture: m.Drawn() && (m.PictureRefused.IsZero() || f.CreatedAt.After(m.PictureRefused)), Preview: true, Card: seed.HoldsModels(f.Extension)}
	for _, image := range m.Images {
		if shown := m.File(image.FileID); shown != nil && richer(shown, f) {
			want.Picture = false
		}
	}
	for i := range m.Files {
		if other := &m.Files[i]; other.Preview.BlobKey != "" && richer(other, f) {
			want.Preview = false
		}
	}
	return want
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
		if image.Generated && image.FileID == gone.ID && len(m.ReadyFiles()) == 0 {
			if err := tx.DeleteImage(ctx, m.ID, image.ID, s.now()); err != nil {
				return err
			}
		}
	}
	for i := range m.Files {
		f := &m.Files[i]
		unseen := gone.Preview.BlobKey != "" && PreviewOf(m).BlobKey == ""
		drawn := slices.ContainsFunc(m.Images, func(image vitrine.Image) bool { return image.Generated && image.FileID == gone.ID })
		if f.Status == vitrine.FileReady && (drawn || unseen || usesOthers(f)) {
			if err := s.enqueueAgain(ctx, tx, f); err != nil {
				return err
			}
		}
	}
	return nil
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
