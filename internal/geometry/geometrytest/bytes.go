package geometrytest

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// ErrDisk is what a source fails with that can be read no more.
var ErrDisk = errors.New("the disk is gone")

// FailingAt fails from a place on.
type FailingAt struct {
	io.ReaderAt
	From int64
}

// ReadAt reads what lies in front of it.
func (f FailingAt) ReadAt(p []byte, at int64) (int, error) {
	if at+int64(len(p)) > f.From {
		return 0, ErrDisk
	}
	return f.ReaderAt.ReadAt(p, at)
}

// Seeds are the contents of the samples of an extension, for fuzzing: the
// small ones, which are changed quickly.
func Seeds(f *testing.F, extension string) [][]byte {
	f.Helper()
	paths, err := filepath.Glob("../testdata/samples/*/*." + extension)
	if err != nil || len(paths) == 0 {
		f.Fatalf("no samples of %s: %v", extension, err)
	}
	var seeds [][]byte
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		if len(data) < 120_000 {
			seeds = append(seeds, data)
		}
	}
	return seeds
}

// Gzipped packs bytes as gzip.
func Gzipped(data []byte) string {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(data); err != nil {
		panic(err)
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return packed.String()
}

// Patched is text with bytes written over it.
func Patched(text string, at int, with ...byte) string {
	return text[:at] + string(with) + text[at+len(with):]
}

// Zip is a ZIP of files, in the order of their names and contents.
func Zip(t testing.TB, files ...string) string {
	t.Helper()
	var data bytes.Buffer
	w := zip.NewWriter(&data)
	for i := 0; i < len(files); i += 2 {
		entry, err := w.Create(files[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(entry, files[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return data.String()
}

// Random is text that can't be packed to much less.
func Random(n int) string {
	text, state := make([]byte, n), uint64(88172645463325252)
	for i := range text {
		state ^= state << 13
		state ^= state >> 7
		state ^= state << 17
		text[i] = 'a' + byte(state%26)
	}
	return string(text)
}
