package geometry

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"path"
	"slices"
)

// The limits of what is looked at inside a ZIP.
const (
	maxInside    = 256 << 20 // bytes of a model and the files beside it
	maxZipModels = 200       // models of one format that are read
	maxZipBytes  = 1 << 30   // and their bytes
)

// zipRanks order formats by how much they tell.
var zipRanks = []Format{GLB, GLTF, FBX, OBJ, DAE, ThreeMF, PLY, ThreeDS, STL, Splat, SPZ, Blend, STEP, IGES}

// inspectZip sums the facts of all models inside a ZIP of the format that tells
// most; the largest of them is the one to be drawn. What can't be read inside says
// nothing against the ZIP, which may hold anything, but then nothing is known of
// it. No archive inside it is opened; a 3MF is none, though it is packed the same way.
func inspectZip(in Input) (Facts, *Model, error) {
	opened, err := openZip(in.Source, maxInside)
	if err != nil {
		return Facts{}, nil, err
	}
	archive := bundle{opened}
	for _, group := range archive.groups() {
		if facts, model, err := archive.inspect(group, in); err != nil || model != nil {
			return facts, model, err
		}
	}
	return Facts{}, nil, nil
}

// inspect reads the models of a format, the largest last. Facts stay unknown where
// one of them can't be read, or too many are there. It fails for bombs, and where
// the archive itself can't be read.
func (a bundle) inspect(group []*zip.File, outer Input) (sum Facts, largest *Model, err error) {
	whole := len(group) <= maxZipModels && unpackedSize(group) <= maxZipBytes
	if !whole {
		group = group[:1]
	}
	var missing []string
	for _, file := range slices.Backward(group) {
		a.left = maxInside
		m, err := a.readModel(file, outer)
		var facts Facts
		if err == nil {
			m.pose()
			facts, err = measure(m)
		}
		refusal, refused := errors.AsType[*Refusal](err)
		switch {
		case err != nil && (!refused || refusal.Code == codeRatio):
			return Facts{}, nil, err
		case refused, m.Counts != nil && m.Counts.Certainty == Unsure:
			whole = false
			continue
		case largest == nil:
			sum = facts
		default:
			sum = Sum(sum, facts)
		}
		largest, missing = m, append(missing, m.Missing...)
	}
	if !whole {
		sum = Facts{}
	}
	if largest != nil {
		slices.Sort(missing)
		largest.Missing = slices.Compact(missing)
	}
	return sum, largest, nil
}

func unpackedSize(files []*zip.File) (size uint64) {
	for _, file := range files {
		size += min(file.UncompressedSize64, maxZipBytes+1)
	}
	return size
}

// groups are the files that may be models, by format, the one that tells most
// first; in each the largest comes first.
func (a bundle) groups() [][]*zip.File {
	groups := make([][]*zip.File, len(zipRanks))
	for _, file := range a.files {
		if rank := zipRank(file); rank >= 0 && a.begins(file, extensionOf(file.Name)) {
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

// zipRank is the place of a file's format, by its name, among zipRanks; -1: it has
// none.
func zipRank(file *zip.File) int {
	if !isModelName(file.Name) {
		return -1
	}
	return slices.Index(zipRanks, byExtension[extensionOf(file.Name)][0])
}

// readModel unpacks and reads a model.
func (a bundle) readModel(file *zip.File, outer Input) (*Model, error) {
	data, err := a.readAll(file)
	if err != nil {
		return nil, err
	}
	in := Input{Source: Source{Name: path.Base(file.Name), Size: int64(len(data)), ReaderAt: bytes.NewReader(data)}}
	in.Sibling = func(name string) (Source, bool) {
		if beside := a.beside(file.Name, name); beside != nil {
			return a.sourceOf(beside), true
		}
		if outer.Sibling == nil {
			return Source{}, false
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
		return nil, &Refusal{found.Problems[0]}
	case read == nil:
		return typeOnly(), nil
	}
	return read(in)
}

// bundle is an archive that may hold models.
type bundle struct{ *zipArchive }
