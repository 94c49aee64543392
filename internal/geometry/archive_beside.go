package geometry

import (
	"archive/zip"
	"bytes"
	"path"
	"strings"
)

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

// sourceOf is a file of an archive that is unpacked when it is first read.
func (a *zipArchive) sourceOf(file *zip.File) Source {
	return Source{Name: path.Base(file.Name), Size: int64(file.UncompressedSize64), ReaderAt: &zipSibling{archive: a, file: file}}
}
