package survey

import (
	"context"

	"vitrine"
)

// maxPieces is how many files of a set are shown.
const maxPieces = 24

// Shown is something that a page shows of a model in 3D.
type Shown struct {
	vitrine.Preview
	Name string // of the file; "" is all pieces of a set together
}

// ShownOf is all that a page shows of a model in 3D: the files of the richest format
// that has any which may be shown, and before them all together where that was made.
func ShownOf(m *vitrine.Model) []Shown {
	files := pieces(m, func(f *vitrine.File) bool { return m.MayShow(f.Preview) })
	var shown []Shown
	if len(files) > 1 && hasPieces(files[0]) && m.MayShow(m.Whole) {
		shown = append(shown, Shown{Preview: m.Whole})
	}
	for _, f := range files {
		shown = append(shown, Shown{f.Preview, f.Name})
	}
	return shown
}

// CheckPreview is nil for the stored bytes that a page shows in 3D now, and NotFound
// for what it showed before, at another price or by another choice of the author.
func (r *Reader) CheckPreview(ctx context.Context, key string) (vitrine.Shown, error) {
	models, err := r.db.ModelsOfPreview(ctx, key)
	if err != nil {
		return vitrine.Shown{}, err
	}
	for _, id := range models {
		m, err := r.db.Model(ctx, id)
		if vitrine.CodeOf(err) == vitrine.NotFound {
			continue // a draft version that has just been published, or dropped
		}
		if err != nil {
			return vitrine.Shown{}, err
		}
		for _, shown := range ShownOf(m) {
			if shown.BlobKey != key {
				continue
			}
			found := vitrine.Shown{Size: shown.Size, Reserved: m.NoAITraining}
			if m.Status != vitrine.Published {
				found.Only = m.Viewers()
			}
			return found, nil
		}
	}
	return vitrine.Shown{}, vitrine.Errorf(vitrine.NotFound, "there is no such preview")
}
