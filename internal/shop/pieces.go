package shop

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"vitrine"
	"vitrine/internal/geometry"
	"vitrine/internal/inspect"
	"vitrine/internal/store"
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

// pieces are the ready files of the richest format that has any with a quality, in
// the order of upload: of a set, the pieces.
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

// shapeKey is what a file adds to the picture of its set: its preview, where that
// has its whole shape.
func shapeKey(f *vitrine.File) string {
	if f.Preview.Form == vitrine.PreviewFull && f.Preview.Kind == previewGLB {
		return f.Preview.BlobKey
	}
	return f.ShapeKey
}

const previewGLB = "glb"

// setOf are the files that are drawn together: those of the richest format. It is nil
// when the model is no set. Archives are none: they hold as often the same in several
// formats.
func setOf(m *vitrine.Model) []*vitrine.File {
	found := pieces(m, func(f *vitrine.File) bool { return shapeKey(f) != "" && longest(f) > 0 })
	if len(found) < 2 || !hasPieces(found[0]) || outdone(m, found[0], measured) {
		return nil
	}
	return found
}

// measured says of a file that its shape is known.
func measured(f *vitrine.File) bool { return longest(f) > 0 }

// splats is the type of geometry that is nothing but splats.
const splats = "gaussian_splats"

// apart are formats of which several files are no set: archives, and those that no
// shape is made of.
var apart = []geometry.Format{geometry.Zip, geometry.SPZ, geometry.Splat, geometry.STEP, geometry.IGES}

// hasPieces reports whether files of a file's format are the pieces of a set. Splats
// are none, whose format may be that of meshes.
func hasPieces(f *vitrine.File) bool {
	format := rank(formatOf(f))
	facts, _ := factsOf(f)
	return format < len(richness) && !slices.Contains(apart, richness[format]) && facts.GeometryType.Value != splats
}

// inSet says whether a file may be a piece of a set: another has its format.
func inSet(m *vitrine.Model, f *vitrine.File) bool {
	format := rank(formatOf(f))
	return hasPieces(f) && slices.ContainsFunc(m.Files, func(other vitrine.File) bool {
		return other.ID != f.ID && other.Status != vitrine.FileRejected && rank(formatOf(&other)) == format
	})
}

// millimetres is how many a unit has. Files that do not say theirs are taken for
// files of one unit.
var millimetres = map[string]float64{"mm": 1, "cm": 10, "m": 1000, "in": 25.4, "ft": 304.8}

// longest is how long the longest side of a file is; 0 when that is not known.
func longest(f *vitrine.File) float64 {
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

// showTogether follows a change of what is known of a model's files: has its pieces
// drawn together anew, and shows nothing of all of them when it is no set any more.
func (s *Shop) showTogether(ctx context.Context, tx *store.Tx, m *vitrine.Model) error {
	if setOf(m) == nil {
		return s.dropWhole(ctx, tx, m)
	}
	return tx.Enqueue(ctx, JobReadFile, fileJob{Model: m.ID}, s.burst, fmt.Sprintf("%s.all.%d", JobReadFile, m.ID))
}

// shapeOthers has the files read again that were read before a further one made a set of
// them.
func (s *Shop) shapeOthers(ctx context.Context, tx *store.Tx, m *vitrine.Model, f *vitrine.File) error {
	if longest(f) == 0 {
		return nil
	}
	for i := range m.Files {
		other := &m.Files[i]
		if other.ID == f.ID || other.Status != vitrine.FileReady || shapeKey(other) != "" || longest(other) == 0 || !wanted(m, other).Shape {
			continue
		}
		if err := s.enqueueAgain(ctx, tx, other); err != nil {
			return err
		}
	}
	return nil
}

// ofAll says of an image that all pieces of a set are drawn on it.
func ofAll(image vitrine.Image) bool { return image.Generated && image.FileID == 0 }

// dropWhole has nothing shown of all pieces together until that is made anew.
func (s *Shop) dropWhole(ctx context.Context, tx *store.Tx, m *vitrine.Model) error {
	if m.Whole.BlobKey == "" {
		return nil
	}
	m.Whole = vitrine.Preview{}
	return tx.SetWhole(ctx, m.ID, m.Whole)
}

// readTogether draws the pieces of a set together. While one of them is being read,
// the end of that reading brings the job again.
func (s *Shop) readTogether(ctx context.Context, modelID int64) error {
	m, err := s.db.Model(ctx, modelID)
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
	r := &reading{then: m, file: &vitrine.File{Preview: m.Whole}, want: wantedTogether(m, files), used: map[int64]bool{}}
	if !r.want.Picture && r.want.Preview == "" {
		return nil
	}
	if err := s.readShapes(ctx, r, files); err != nil {
		return err
	}
	return s.keepTogether(ctx, r, files)
}

// wantedTogether says what is to be made of all pieces of a set.
func wantedTogether(m *vitrine.Model, files []*vitrine.File) inspect.Want {
	want := inspect.Want{Preview: formWanted(m), Picture: m.Drawn()}
	if !m.PictureRefused.IsZero() {
		want.Picture = want.Picture && slices.ContainsFunc(files, func(f *vitrine.File) bool { return f.CreatedAt.After(m.PictureRefused) })
	}
	for _, f := range files {
		want.Pieces = append(want.Pieces, inspect.Piece{Name: shapeKey(f), Size: longest(f)})
	}
	return want
}

// readShapes reads what was stored of each piece.
func (s *Shop) readShapes(ctx context.Context, r *reading, files []*vitrine.File) error {
	shapes := make([]vitrine.File, len(files))
	for i, f := range files {
		shapes[i] = vitrine.File{ID: f.ID, Name: shapeKey(f), BlobKey: shapeKey(f)}
	}
	with := *r
	with.then, with.file = &vitrine.Model{Files: shapes}, &shapes[0]
	err := s.readStored(ctx, &with)
	r.result = with.result
	return err
}

// keepTogether stores what was drawn of a set, unless the set has changed meanwhile: it
// is drawn again then.
func (s *Shop) keepTogether(ctx context.Context, r *reading, files []*vitrine.File) error {
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
		if current := setOf(now); !sameShapes(current, files) || wantedTogether(now, current).Preview != r.want.Preview {
			return s.showTogether(ctx, tx, now)
		}
		used = append(used, stored.preview.BlobKey)
		changed := now.Whole != stored.preview
		if changed {
			if err := tx.SetWhole(ctx, now.ID, stored.preview); err != nil {
				return err
			}
		}
		if stored.drawn != nil && wantedTogether(now, files).Picture {
			used, changed = append(used, renditions(stored.drawn)...), true
			if err := s.replaceDrawn(ctx, tx, now, 0, *stored.drawn); err != nil {
				return err
			}
		}
		if !changed {
			return nil
		}
		return s.touch(ctx, tx, now.ID)
	})
	return s.discardUnused(ctx, err, stored.keys, used)
}

func sameShapes(a, b []*vitrine.File) bool {
	return slices.EqualFunc(a, b, func(a, b *vitrine.File) bool { return shapeKey(a) == shapeKey(b) && longest(a) == longest(b) })
}
