package survey

import (
	"cmp"
	"context"
	"slices"

	"vitrine"
	"vitrine/internal/geometry"
	"vitrine/internal/inspect"
	"vitrine/internal/store"
)

// pieces are the ready files for which has is true, of the richest format that has any,
// in the order of upload: of a set, its pieces.
func pieces(m *vitrine.Model, has func(*vitrine.File) bool) []*vitrine.File {
	var found []*vitrine.File
	for i := range m.Files {
		f := &m.Files[i]
		if f.Status != vitrine.FileReady || !has(f) {
			continue
		}
		switch {
		case len(found) > 0 && rank(f.Format) > rank(found[0].Format):
			continue
		case len(found) > 0 && rank(f.Format) < rank(found[0].Format):
			found = nil
		}
		found = append(found, f)
	}
	return found[:min(len(found), maxPieces)]
}

// shapeKey is the key of what a file adds to the picture of its set: of its preview, where
// that has the whole shape, else of its shape; "" for nothing.
func shapeKey(f *vitrine.File) string {
	if f.Preview.Form == vitrine.PreviewFull && f.Preview.Kind == previewGLB {
		return f.Preview.BlobKey
	}
	return f.ShapeKey
}

const previewGLB = "glb"

// setOf are the files that are drawn together: those of the richest format. It is nil
// when the model is no set.
func setOf(m *vitrine.Model) []*vitrine.File {
	found := pieces(m, func(f *vitrine.File) bool { return shapeKey(f) != "" && measured(f) })
	if len(found) < 2 || !hasPieces(found[0]) || outranked(m, found[0], measured) {
		return nil
	}
	return found
}

// measured reports whether the size of a file's shape is known.
func measured(f *vitrine.File) bool { return longestSide(f) > 0 }

// splats is the type of geometry that is nothing but splats.
const splats = "gaussian_splats"

// neverSets are formats of which several files are no set: archives, which often hold the
// same model in several formats, and those of which no shape is made.
var neverSets = []geometry.Format{geometry.Zip, geometry.SPZ, geometry.Splat, geometry.STEP, geometry.IGES}

// hasPieces reports whether files like this one can be the pieces of a set. Splats can't,
// also not in a format that holds meshes as well.
func hasPieces(f *vitrine.File) bool {
	format := rank(formatOf(f))
	facts, _ := factsOf(f)
	return format < len(richness) && !slices.Contains(neverSets, richness[format]) && facts.GeometryType.Value != splats
}

// inSet reports whether a file may be a piece of a set: another file has its format.
func inSet(m *vitrine.Model, f *vitrine.File) bool {
	format := rank(formatOf(f))
	return hasPieces(f) && slices.ContainsFunc(m.Files, func(other vitrine.File) bool {
		return other.ID != f.ID && other.Status != vitrine.FileRejected && rank(formatOf(&other)) == format
	})
}

// millimetres is how many millimetres a unit has. Files that do not say theirs are
// compared by their bare numbers.
var millimetres = map[string]float64{"mm": 1, "cm": 10, "m": 1000, "in": 25.4, "ft": 304.8}

// longestSide is the length of the longest side of a file's bounding box, in millimetres
// where its unit is known; 0 when the box is not.
func longestSide(f *vitrine.File) float64 {
	facts, ok := factsOf(f)
	if !ok || !facts.BoundingBox.Known() {
		return 0
	}
	size, box := 0.0, facts.BoundingBox.Value
	for axis := range box.Min {
		size = max(size, box.Max[axis]-box.Min[axis])
	}
	return size * cmp.Or(millimetres[facts.Units.Value], 1)
}

// wantedOfSet is what is to be made of all pieces of a set together.
func wantedOfSet(m *vitrine.Model, files []*vitrine.File) inspect.Want {
	want := inspect.Want{Preview: formWanted(m), Picture: m.Drawn()}
	if !m.PictureRefused.IsZero() {
		later := func(f *vitrine.File) bool { return f.CreatedAt.After(m.PictureRefused) }
		want.Picture = want.Picture && slices.ContainsFunc(files, later)
	}
	for _, f := range files {
		want.Pieces = append(want.Pieces, inspect.Piece{Name: shapeKey(f), Size: longestSide(f)})
	}
	return want
}

// showsSet reports whether an image shows all pieces of a set.
func showsSet(image vitrine.Image) bool { return image.Generated && image.FileID == 0 }

// redrawSet follows a change of what is known of a model's files: it has its pieces
// drawn together anew, and drops what is shown of them together when they are no set.
func (s *Surveyor) redrawSet(ctx context.Context, tx *store.Tx, m *vitrine.Model) error {
	if setOf(m) == nil {
		return s.dropWhole(ctx, tx, m)
	}
	return s.queueSet(ctx, tx, m.ID)
}

// queueShapes has files read again for their shapes, after f has made a set of them: when
// they were read nobody wanted any. Those of which none could be made are not tried again
// by the same rules.
func (s *Surveyor) queueShapes(ctx context.Context, tx *store.Tx, m *vitrine.Model, f *vitrine.File) error {
	if !measured(f) {
		return nil
	}
	for i := range m.Files {
		other := &m.Files[i]
		if other.ID == f.ID || other.Status != vitrine.FileReady || !measured(other) {
			continue
		}
		if shapeKey(other) != "" || other.ShapeTried >= inspect.PreviewRules || !wanted(m, other).Shape {
			continue
		}
		if err := s.queueAgain(ctx, tx, other); err != nil {
			return err
		}
	}
	return nil
}

// dropWhole drops what is shown of all pieces together, until it is made anew.
func (s *Surveyor) dropWhole(ctx context.Context, tx *store.Tx, m *vitrine.Model) error {
	if m.Whole.BlobKey == "" {
		return nil
	}
	m.Whole = vitrine.Preview{}
	return tx.SetWhole(ctx, m.ID, m.Whole)
}
