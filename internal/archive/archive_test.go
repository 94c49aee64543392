package archive_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"vitrine/internal/archive"
)

var dated = time.Date(2026, 3, 4, 5, 6, 8, 0, time.UTC)

// file is a file whose checksum is known, or is to be found.
func file(name, content string, known bool) archive.File {
	f := archive.Text(name, content)
	if !known {
		f.CRC32 = nil
	}
	return f
}

func readAll(t testing.TB, a *archive.Archive) []byte {
	t.Helper()
	r := a.Open()
	defer r.Close()
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	if int64(len(data)) != a.Size() {
		t.Fatalf("%d bytes came, %d were announced", len(data), a.Size())
	}
	return data
}

// TestArchive reads archives with the ZIP reader of Go and with Info-ZIP: files whose
// checksums are known, are not, and both, and an empty one.
func TestArchive(t *testing.T) {
	t.Parallel()
	files := func(known ...bool) []archive.File {
		return []archive.File{
			file("chair.glb", strings.Repeat("glTF", 50_000), known[0]), file("Straße.obj", "v 0 0 0\n", known[1]), file("empty.txt", "", known[2]),
		}
	}
	for name, given := range map[string][]archive.File{
		"known": files(true, true, true), "unknown": files(false, false, false), "mixed": files(true, false, true), "none": nil,
	} {
		a := archive.New(given, dated)
		if want := name != "unknown" && name != "mixed"; a.Resumes() != want {
			t.Errorf("%s: resumes: %v", name, a.Resumes())
		}
		data := readAll(t, a)
		wantFiles(t, data, given)
		wantUnzipped(t, data)
		if err := iotest.TestReader(a.Open(), data); a.Resumes() && err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func wantFiles(t *testing.T, data []byte, given []archive.File) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if len(z.File) != len(given)+1 {
		t.Fatalf("the archive has %d files, want %d and their sums", len(z.File), len(given))
	}
	sums := ""
	for i, f := range z.File {
		content := readEntry(t, f)
		if !f.Modified.UTC().Equal(dated) || f.Method != zip.Store || f.NonUTF8 {
			t.Errorf("%s is dated %v, stored by %d", f.Name, f.Modified, f.Method)
		}
		if i == len(given) {
			if f.Name != "SHA256SUMS" || content != sums {
				t.Errorf("%s says\n%swant\n%s", f.Name, content, sums)
			}
			continue
		}
		sum := sha256.Sum256([]byte(content))
		if hex.EncodeToString(sum[:]) != given[i].SHA256 || f.Name != given[i].Name {
			t.Errorf("%s has %d bytes that differ", f.Name, len(content))
		}
		sums += given[i].SHA256 + "  " + f.Name + "\n"
	}
}

func readEntry(t *testing.T, f *zip.File) string {
	t.Helper()
	r, err := f.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	content, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return string(content)
}

// wantUnzipped has Info-ZIP test an archive, and sha256sum what it unpacks.
func wantUnzipped(t *testing.T, data []byte) {
	t.Helper()
	if _, err := exec.LookPath("unzip"); err != nil {
		t.Skip("there is no unzip")
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "a.zip")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "unzip", "-t", path).CombinedOutput(); err != nil {
		t.Fatalf("unzip -t: %v\n%s", err, out)
	}
	// The names are UTF-8, which Info-ZIP writes as such where the locale says so.
	for _, command := range []string{"unzip -q a.zip", "test ! -s SHA256SUMS || sha256sum --strict -c SHA256SUMS"} {
		run := exec.CommandContext(t.Context(), "sh", "-c", command)
		run.Dir, run.Env = folder, append(os.Environ(), "LC_ALL=C.UTF-8")
		if out, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out)
		}
	}
}

// TestResumed reads an archive from each of its bytes on.
func TestResumed(t *testing.T) {
	t.Parallel()
	a := archive.New([]archive.File{file("a.glb", "0123456789", true), file("b.glb", "abc", true), file("c", "", true)}, dated)
	whole := readAll(t, a)
	for at := range whole {
		r := a.Open()
		if _, err := r.Seek(int64(at), io.SeekStart); err != nil {
			t.Fatal(err)
		}
		rest, err := io.ReadAll(iotest.OneByteReader(r))
		if err != nil || !bytes.Equal(rest, whole[at:]) {
			t.Fatalf("from byte %d: %d bytes, %v", at, len(rest), err)
		}
	}
}

// TestSameBytes makes the same archive of the same files, and another one of others.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	etags := map[string]string{}
	for name, files := range map[string][]archive.File{
		"a file": {file("a", "1", true)}, "its checksum unknown": {file("a", "1", false)}, "another name": {file("b", "1", true)},
		"other bytes": {file("a", "2", true)}, "two": {file("a", "1", true), file("b", "1", true)},
	} {
		first, second := archive.New(files, dated), archive.New(files, dated)
		if first.ETag() != second.ETag() || !bytes.Equal(readAll(t, first), readAll(t, second)) {
			t.Errorf("%s: the same files make another archive", name)
		}
		if other, taken := etags[first.ETag()]; taken {
			t.Errorf("%s and %s have the same ETag", name, other)
		}
		etags[first.ETag()] = name
	}
}

// TestFound tells the checksum of a file that had none, once all of it was read, and that
// of wrong bytes never.
func TestFound(t *testing.T) {
	t.Parallel()
	var found []uint32
	right := file("a.glb", "content", false)
	right.Found = func(crc uint32) { found = append(found, crc) }
	readAll(t, archive.New([]archive.File{right}, dated))
	if len(found) != 1 || found[0] != crc32.ChecksumIEEE([]byte("content")) {
		t.Errorf("found %v", found)
	}

	for name, change := range map[string]func(f *archive.File){
		"another SHA-256": func(f *archive.File) { f.SHA256 = strings.Repeat("0", 64) },
		"another CRC-32":  func(f *archive.File) { f.CRC32 = new(uint32) },
		"fewer bytes":     func(f *archive.File) { f.Size++ },
	} {
		wrong := right
		change(&wrong)
		_, err := io.ReadAll(archive.New([]archive.File{wrong}, dated).Open())
		if !errors.Is(err, archive.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(found) != 1 {
		t.Error("the checksum of wrong bytes was told")
	}
}

// zeros is a file of zeros, whose bytes are nowhere.
type zeros struct{ at, size int64 }

func (z *zeros) Read(p []byte) (int, error) {
	if z.at >= z.size {
		return 0, io.EOF
	}
	p = p[:min(int64(len(p)), z.size-z.at)]
	clear(p)
	z.at += int64(len(p))
	return len(p), nil
}

func (z *zeros) Seek(offset int64, _ int) (int64, error) { z.at = offset; return offset, nil }
func (z *zeros) Close() error                            { return nil }

// TestLarge lays out what needs 64 bits: a file of more than 4 GiB, one behind it, and more
// files than 16 bits count.
func TestLarge(t *testing.T) {
	t.Parallel()
	const size = 5 << 30
	for _, known := range []bool{true, false} {
		large := archive.File{Name: "large.bin", Size: size, Open: func() (io.ReadSeekCloser, error) { return &zeros{size: size}, nil }}
		if known {
			large.CRC32 = new(uint32)
		}
		a := archive.New([]archive.File{large, archive.Text("behind.txt", "here")}, dated)
		z, err := zip.NewReader(readerAt{a}, a.Size())
		if err != nil {
			t.Fatal(err)
		}
		if z.File[0].UncompressedSize64 != size || readEntry(t, z.File[1]) != "here" {
			t.Errorf("the large file has %d bytes", z.File[0].UncompressedSize64)
		}
	}

	many := make([]archive.File, math.MaxUint16+5)
	for i := range many {
		many[i] = archive.Text("a", "")
	}
	data := readAll(t, archive.New(many, dated))
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil || len(z.File) != len(many)+1 {
		t.Errorf("%d files are found, %v", len(z.File), err)
	}
}

// readerAt reads an archive anywhere.
type readerAt struct{ *archive.Archive }

func (r readerAt) ReadAt(p []byte, at int64) (int, error) {
	reader := r.Open()
	defer reader.Close()
	if _, err := reader.Seek(at, io.SeekStart); err != nil {
		return 0, err
	}
	n, err := io.ReadFull(reader, p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = io.EOF
	}
	return n, err
}
