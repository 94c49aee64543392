package detect

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"path"
	"slices"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
	"vitrine/internal/geometry/source"
)

// The limits of what is looked at inside a ZIP.
const (
	maxInside = 256 << 20 // bytes of a model and the files beside it
	maxModels = 200       // models of one format that are read
	maxBytes  = 1 << 30   // and their bytes
)

// bundle is an archive that may hold models.
type bundle struct {
	*source.Archive
	registry *Registry
}

// inspectBundle sums the facts of all models inside a ZIP of the format that tells
// most; the largest of them is the one to be drawn. What can't be read inside says
// nothing against the ZIP, which may hold anything, but then nothing is known of
// it. No archive inside it is opened; a 3MF is none, though it is packed the same way.
func (r *Registry) inspectBundle(in source.Input) (geometry.Facts, *geometry.Model, error) {
	opened, err := source.OpenArchive(in.File, maxInside)
	if err != nil {
		return geometry.Facts{}, nil, err
	}
	archive := bundle{opened, r}
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
func (b bundle) inspect(group []*zip.File, outer source.Input) (sum geometry.Facts, largest *geometry.Model, err error) {
	whole := len(group) <= maxModels && unpackedSize(group) <= maxBytes
	if !whole {
		group = group[:1]
	}
	var missing []string
	for _, file := range slices.Backward(group) {
		// For each model anew, as one must not take from the next; that
		// of all together was held against maxBytes.
		b.Allow(maxInside)
		m, err := b.readModel(file, outer)
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
		// Sizes are the list's word and may be anything: cut, they can't overflow their sum.
		size += min(file.UncompressedSize64, maxBytes+1)
	}
	return size
}

// groups are the files that may be models, by format, the one that tells most
// first; in each the largest comes first.
func (b bundle) groups() (groups [][]*zip.File) {
	byFormat := map[*format.Format][]*zip.File{}
	for _, file := range b.Files {
		if f := b.modelFormat(file.Name); f != nil && f.Read != nil && !f.ChecksOnly && b.begins(file, source.ExtensionOf(file.Name)) {
			byFormat[f] = append(byFormat[f], file)
		}
	}
	models := b.registry.models()
	for i := range models {
		group := byFormat[&models[i]]
		slices.SortStableFunc(group, func(one, other *zip.File) int {
			return cmp.Compare(other.UncompressedSize64, one.UncompressedSize64)
		})
		groups = append(groups, group)
	}
	return groups
}

// readModel unpacks and reads a model.
func (b bundle) readModel(file *zip.File, outer source.Input) (*geometry.Model, error) {
	data, err := b.ReadAll(file)
	if err != nil {
		return nil, err
	}
	in := source.Input{File: source.File{Name: path.Base(file.Name), Size: int64(len(data)), ReaderAt: bytes.NewReader(data)}}
	in.Sibling = func(name string) (source.File, bool) {
		if beside := b.Beside(file.Name, name); beside != nil {
			return b.SourceOf(beside), true
		}
		if outer.Sibling == nil {
			return source.File{}, false
		}
		return outer.Sibling(name)
	}
	found, err := b.registry.Detect(in, in.Size, in.Name)
	if err != nil {
		return nil, err
	}
	f := b.registry.format(found.Format)
	switch {
	case len(found.Problems) > 0:
		return nil, &source.Refusal{Problem: found.Problems[0]}
	case f == nil || f.Read == nil:
		return geometry.TypeOnly(), nil
	}
	return f.Read(in)
}
