package detect

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"path"
	"slices"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/source"
)

// The limits of what is looked at inside a ZIP.
const (
	maxInside = 256 << 20 // bytes of a model and the files beside it
	maxModels = 200       // models of one format that are read
	maxBytes  = 1 << 30   // and their bytes
)

// ranks order formats by how much they tell.
var ranks = []geometry.Format{geometry.GLB, geometry.GLTF, geometry.FBX, geometry.OBJ, geometry.DAE, geometry.ThreeMF, geometry.PLY, geometry.ThreeDS, geometry.STL, geometry.Splat, geometry.SPZ, geometry.Blend, geometry.STEP, geometry.IGES}

// inspectBundle sums the facts of all models inside a ZIP of the format that tells
// most; the largest of them is the one to be drawn. What can't be read inside says
// nothing against the ZIP, which may hold anything, but then nothing is known of
// it. No archive inside it is opened; a 3MF is none, though it is packed the same way.
func inspectBundle(in source.Input) (geometry.Facts, *geometry.Model, error) {
	opened, err := source.OpenArchive(in.File, maxInside)
	if err != nil {
		return geometry.Facts{}, nil, err
	}
	archive := bundle{opened}
	for _, group := range archive.groups() {
		if facts, model, err := archive.inspect(group, in); err != nil || model != nil {
			return facts, model, err
		}
	}
	return geometry.Facts{}, nil, nil
}

// inspect reads the models of a format, the largest last. Facts stay unknown where
// one of them can't be read, or too many are there. It fails for bombs, and where
// the archive itself can't be read.
func (a bundle) inspect(group []*zip.File, outer source.Input) (sum geometry.Facts, largest *geometry.Model, err error) {
	whole := len(group) <= maxModels && unpackedSize(group) <= maxBytes
	if !whole {
		group = group[:1]
	}
	var missing []string
	for _, file := range slices.Backward(group) {
		a.Allow(maxInside)
		m, err := a.readModel(file, outer)
		var facts geometry.Facts
		if err == nil {
			m.Pose()
			facts, err = geometry.Measure(m)
		}
		refusal, refused := errors.AsType[*source.Refusal](err)
		switch {
		case err != nil && (!refused || refusal.Code == source.Ratio):
			return geometry.Facts{}, nil, err
		case refused, m.Counts != nil && m.Counts.Certainty == geometry.Unsure:
			whole = false
			continue
		case largest == nil:
			sum = facts
		default:
			sum = geometry.Sum(sum, facts)
		}
		largest, missing = m, append(missing, m.Missing...)
	}
	if !whole {
		sum = geometry.Facts{}
	}
	if largest != nil {
		slices.Sort(missing)
		largest.Missing = slices.Compact(missing)
	}
	return sum, largest, nil
}

func unpackedSize(files []*zip.File) (size uint64) {
	for _, file := range files {
		size += min(file.UncompressedSize64, maxBytes+1)
	}
	return size
}

// groups are the files that may be models, by format, the one that tells most
// first; in each the largest comes first.
func (a bundle) groups() [][]*zip.File {
	groups := make([][]*zip.File, len(ranks))
	for _, file := range a.Files {
		if rank := rankOf(file); rank >= 0 && a.begins(file, source.ExtensionOf(file.Name)) {
			groups[rank] = append(groups[rank], file)
		}
	}
	for _, group := range groups {
		slices.SortStableFunc(group, func(one, other *zip.File) int {
			return cmp.Compare(other.UncompressedSize64, one.UncompressedSize64)
		})
	}
	return groups
}

// rankOf is the place of a file's format, by its name, among ranks; -1: it has
// none.
func rankOf(file *zip.File) int {
	if !isModelName(file.Name) {
		return -1
	}
	return slices.Index(ranks, byExtension[source.ExtensionOf(file.Name)][0])
}

// readModel unpacks and reads a model.
func (a bundle) readModel(file *zip.File, outer source.Input) (*geometry.Model, error) {
	data, err := a.ReadAll(file)
	if err != nil {
		return nil, err
	}
	in := source.Input{File: source.File{Name: path.Base(file.Name), Size: int64(len(data)), ReaderAt: bytes.NewReader(data)}}
	in.Sibling = func(name string) (source.File, bool) {
		if beside := a.Beside(file.Name, name); beside != nil {
			return a.SourceOf(beside), true
		}
		if outer.Sibling == nil {
			return source.File{}, false
		}
		return outer.Sibling(name)
	}
	found, err := Detect(in, in.Size, in.Name)
	if err != nil {
		return nil, err
	}
	read := readers[found.Format]
	switch {
	case len(found.Problems) > 0:
		return nil, &source.Refusal{Problem: found.Problems[0]}
	case read == nil:
		return geometry.TypeOnly(), nil
	}
	return read(in)
}

// bundle is an archive that may hold models.
type bundle struct{ *source.Archive }
