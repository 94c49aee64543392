package geometry

import (
	"archive/zip"
	"bytes"
	"errors"
	"path"
	"slices"
	"strings"
)

// The limits of what is looked at inside a ZIP.
const (
	maxInside   = 256 << 20 // bytes of a model and the files beside it
	zipAttempts = 3         // models that are tried
)

// zipRanks order formats by how much they tell.
var zipRanks = []Format{GLB, GLTF, FBX, OBJ, DAE, ThreeMF, PLY, ThreeDS, STL, Splat, SPZ, Blend, STEP, IGES}

// readZip reads the model inside a ZIP that tells most, with the files beside it:
// its facts and its picture are those of the ZIP. What can't be read inside says
// nothing against the ZIP, which may hold anything. No archive inside it is
// opened; a 3MF is none, though it is packed the same way.
func readZip(in Input) (*Model, error) {
	archive, err := openZip(in.Source, maxInside)
	if err != nil {
		return nil, err
	}
	for i, file := range archive.models() {
		if i == zipAttempts {
			break
		}
		archive.left = maxInside
		m, err := archive.readModel(file, in)
		if refusal, refused := errors.AsType[*Refusal](err); err != nil && (!refused || refusal.Code == codeRatio) {
			return nil, err
		}
		if err == nil && (m.Counts == nil || m.Counts.Certainty != Unsure) {
			return m, nil
		}
	}
	return typeOnly(), nil
}

// models are the files that may be models, the one that tells most first: of the
// best format the largest.
func (a *zipArchive) models() []*zip.File {
	var models []*zip.File
	for _, file := range a.files {
		if isModelName(file.Name) && zipRank(file) >= 0 && file.UncompressedSize64 <= maxInside {
			models = append(models, file)
		}
	}
	slices.SortStableFunc(models, func(one, other *zip.File) int {
		if rank := zipRank(one) - zipRank(other); rank != 0 {
			return rank
		}
		return int(int64(other.UncompressedSize64) - int64(one.UncompressedSize64))
	})
	return models
}

// zipRank is the place of a file's format among zipRanks; -1: it has none.
func zipRank(file *zip.File) int {
	return slices.Index(zipRanks, byExtension[extensionOf(file.Name)][0])
}

// readModel unpacks and reads a model.
func (a *zipArchive) readModel(file *zip.File, outer Input) (*Model, error) {
	data, err := a.readAll(file)
	if err != nil {
		return nil, err
	}
	in := Input{Source: Source{Name: path.Base(file.Name), Size: int64(len(data)), ReaderAt: bytes.NewReader(data)}}
	in.Sibling = func(name string) (Source, bool) {
		if beside := a.beside(file.Name, name); beside != nil {
			return Source{Name: path.Base(beside.Name), Size: int64(beside.UncompressedSize64), ReaderAt: &zipSibling{archive: a, file: beside}}, true
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

// beside finds the file of a name that lies nearest to a model: in its folder,
// below it, above it, or elsewhere.
func (a *zipArchive) beside(model, name string) *zip.File {
	var nearest *zip.File
	shared := -1
	folder := strings.Split(path.Dir(model), "/")
	for _, file := range a.files {
		if !strings.EqualFold(path.Base(file.Name), name) || strings.HasSuffix(file.Name, "/") {
			continue
		}
		n := 0
		for other := strings.Split(path.Dir(file.Name), "/"); n < min(len(folder), len(other)) && folder[n] == other[n]; {
			n++
		}
		n = 2*n + 1
		if path.Dir(file.Name) == path.Dir(model) {
			n++
		}
		if n > shared {
			nearest, shared = file, n
		}
	}
	return nearest
}

// zipSibling is a file of an archive that is unpacked when it is first read.
type zipSibling struct {
	archive *zipArchive
	file    *zip.File
	data    *bytes.Reader
	err     error
}

// ReadAt reads of the unpacked file.
func (s *zipSibling) ReadAt(p []byte, at int64) (int, error) {
	if s.data == nil && s.err == nil {
		var data []byte
		if data, s.err = s.archive.readAll(s.file); s.err == nil {
			s.data = bytes.NewReader(data)
		}
	}
	if s.err != nil {
		return 0, s.err
	}
	return s.data.ReadAt(p, at)
}
