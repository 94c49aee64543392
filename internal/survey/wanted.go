package survey

import (
	"slices"

	"vitrine"
	"vitrine/internal/geometry"
	"vitrine/internal/inspect"
	"vitrine/internal/seed"
)

// richness orders formats by how much of a model they hold, the richest first:
// of a model that is there in several, the first speaks for it.
var richness = []geometry.Format{
	geometry.GLB, geometry.GLTF, geometry.FBX, geometry.Blend, geometry.DAE, geometry.OBJ, geometry.ThreeMF, geometry.ThreeDS, geometry.PLY,
	geometry.STL, geometry.SPZ, geometry.Splat, geometry.Zip, geometry.STEP, geometry.IGES,
}

// rank is the place of a format in richness; what is not there comes last.
func rank(format string) int {
	if i := slices.Index(richness, geometry.Format(format)); i >= 0 {
		return i
	}
	return len(richness)
}

// formatOf is the format of a file, guessed by its name before it was read.
func formatOf(f *vitrine.File) string {
	if f.Format != "" {
		return f.Format
	}
	return f.Extension
}

// richer reports whether another file takes precedence over one: it is complete, and
// of a richer format, or of the same format and older.
func richer(other, f *vitrine.File) bool {
	if other.ID == f.ID || other.Status != vitrine.FileReady || len(other.Missing) > 0 {
		return false
	}
	theirs, ours := rank(formatOf(other)), rank(formatOf(f))
	return theirs < ours || theirs == ours && other.ID < f.ID
}

// outranked reports whether other files for which has is true leave no room for this one:
// one of a richer format, or as many of the same as are shown.
func outranked(m *vitrine.Model, f *vitrine.File, has func(*vitrine.File) bool) bool {
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

// wanted is what is to be made of a file: a picture, when its model has none of
// its author's, who did not remove the one that was drawn while the file was
// there, and none of a richer file or of a set that the file is of; a preview, when no
// richer file is shown, nor as many of the same format as pages show; and a shape, when
// it may be a piece of a set.
func wanted(m *vitrine.Model, f *vitrine.File) inspect.Want {
	want := inspect.Want{
		Picture: m.Drawn() && (m.PictureRefused.IsZero() || f.CreatedAt.After(m.PictureRefused)),
		Preview: formWanted(m),
		Card:    seed.HoldsModels(f.Extension),
	}
	for _, image := range m.Images {
		if shown := m.File(image.FileID); shown != nil && richer(shown, f) {
			want.Picture = false
		}
	}
	if inSet(m, f) && slices.ContainsFunc(m.Images, showsSet) {
		want.Picture = false
	}
	if outranked(m, f, func(other *vitrine.File) bool { return m.MayShow(other.Preview) }) {
		want.Preview = ""
	}
	want.Shape = want.Preview != inspect.Full && inSet(m, f) && !outranked(m, f, measured)
	return want
}

// formWanted is the form in which a model's files are to be shown, "" for none.
func formWanted(m *vitrine.Model) inspect.Form {
	switch limit := m.PreviewLimit(); {
	case limit == vitrine.PreviewNone:
		return ""
	case m.PreviewChoice == "" && limit == vitrine.PreviewReduced:
		return inspect.Fitting
	default:
		return inspect.Form(limit)
	}
}
