package source

import (
	"archive/zip"
	"bytes"
	"path"
	"strings"
)

// Beside finds the file of a name that lies nearest to a model: in its folder,
// below it, above it, or elsewhere.
func (a *Archive) Beside(model, name string) *zip.File {
	var nearest *zip.File
	shared := -1
	folder := strings.Split(path.Dir(model), "/")
	for _, file := range a.Files {
		if !strings.EqualFold(path.Base(file.Name), name) || strings.HasSuffix(file.Name, "/") {
			continue
		}
		n := 0
		for other := strings.Split(path.Dir(file.Name), "/"); n < min(len(folder), len(other)) && folder[n] == other[n]; {
			n++
		}
		// Folders in common count first; of as many, being in the model's very folder decides.
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

// packedFile is a file of an archive that is unpacked when it is first read.
type packedFile struct {
	archive *Archive
	file    *zip.File
	data    *bytes.Reader
	err     error
}

// ReadAt reads of the unpacked file.
func (s *packedFile) ReadAt(p []byte, at int64) (int, error) {
	if s.data == nil && s.err == nil {
		var data []byte
		if data, s.err = s.archive.ReadAll(s.file); s.err == nil {
			s.data = bytes.NewReader(data)
		}
	}
	if s.err != nil {
		return 0, s.err
	}
	return s.data.ReadAt(p, at)
}

// SourceOf is a file of an archive that is unpacked when it is first read.
func (a *Archive) SourceOf(file *zip.File) File {
	return File{Name: path.Base(file.Name), Size: int64(file.UncompressedSize64), ReaderAt: &packedFile{archive: a, file: file}}
}
