package survey

import (
	"context"
	"slices"

	"vitrine"
	"vitrine/internal/store"
)

// readSet draws the pieces of a set together. While one of them is being read, the end
// of that reading brings the job again.
func (r *Reader) readSet(ctx context.Context, modelID int64) error {
	m, err := r.db.Model(ctx, modelID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil
	}
	if err != nil {
		return err
	}
	files := setOf(m)
	if files == nil || slices.ContainsFunc(m.Files, func(f vitrine.File) bool { return f.Pending() }) {
		return nil
	}
	// All together are read as a file is whose preview is that of the whole.
	got := &reading{model: m, file: &vitrine.File{Preview: m.Whole}, want: wantedOfSet(m, files), used: map[int64]bool{}}
	if !got.want.Picture && got.want.Preview == "" {
		return nil
	}
	if err := r.readShapes(ctx, got, files); err != nil {
		return err
	}
	return r.keep(ctx, got, func(tx *store.Tx, stored *storedBytes) ([]string, error) {
		return r.keepSet(ctx, tx, got, files, stored)
	})
}

// readShapes reads what was stored of each piece.
func (r *Reader) readShapes(ctx context.Context, got *reading, files []*vitrine.File) error {
	shapes := make([]vitrine.File, len(files))
	for i, f := range files {
		shapes[i] = vitrine.File{ID: f.ID, Name: shapeKey(f), BlobKey: shapeKey(f)}
	}
	of := *got
	of.model, of.file = &vitrine.Model{Files: shapes}, &shapes[0]
	err := r.readStored(ctx, &of)
	got.result = of.result
	return err
}

// keepSet stores what was drawn of a set with its model, unless the set has changed
// meanwhile: it is drawn again then. It returns the keys that the model names.
func (r *Reader) keepSet(ctx context.Context, tx *store.Tx, got *reading, files []*vitrine.File, stored *storedBytes) ([]string, error) {
	m, err := tx.Model(ctx, got.model.ID)
	if vitrine.CodeOf(err) == vitrine.NotFound {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if current := setOf(m); !sameShapes(current, files) || wantedOfSet(m, current).Preview != got.want.Preview {
		return nil, r.surveyor.redrawSet(ctx, tx, m)
	}
	named, changed := []string{stored.preview.BlobKey}, m.Whole != stored.preview
	if changed {
		if err := tx.SetWhole(ctx, m.ID, stored.preview); err != nil {
			return nil, err
		}
	}
	if stored.picture != nil && wantedOfSet(m, files).Picture {
		named, changed = append(named, renditions(stored.picture)...), true
		if err := r.replacePicture(ctx, tx, m, 0, *stored.picture); err != nil {
			return nil, err
		}
	}
	if !changed {
		return named, nil
	}
	return named, r.shop.Touch(ctx, tx, m.ID)
}

func sameShapes(a, b []*vitrine.File) bool {
	return slices.EqualFunc(a, b, func(a, b *vitrine.File) bool { return shapeKey(a) == shapeKey(b) && longestSide(a) == longestSide(b) })
}
