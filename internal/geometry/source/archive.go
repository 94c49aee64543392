package source

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"path"
	"strings"

	"vitrine/internal/geometry/inflate"
)

// Archive is a ZIP (PKWARE, "APPNOTE.TXT", 6.3) whose list of files was found
// fit by detect.detectArchive. Nothing of it is unpacked but what is opened.
type Archive struct {
	Files  []*zip.File
	named  map[string]*zip.File // by archiveKey
	source *limitedReaderAt
	left   int64 // bytes that may still be unpacked
}

// listArchive reads the list of a ZIP's files.
func listArchive(r io.ReaderAt, size int64) (*zip.Reader, *limitedReaderAt, error) {
	limited := &limitedReaderAt{r: r, left: maxDirectory}
	archive, err := zip.NewReader(limited, size)
	if limited.err != nil {
		return nil, nil, fmt.Errorf("read the archive's list: %w", limited.err)
	}
	if err != nil {
		return nil, nil, Refuse("broken_archive", "the archive is damaged or not whole: its list of files can't be read")
	}
	// The bound was for the list; from here on parts count what they unpack.
	limited.left = math.MaxInt64
	for _, file := range archive.File {
		file.Name = portable(file.Name)
	}
	return archive, limited, nil
}

// OpenArchive opens an archive of which so many bytes may be unpacked.
func OpenArchive(in File, limit int64) (*Archive, error) {
	archive, source, err := listArchive(in, in.Size)
	if err != nil {
		return nil, err
	}
	archive.RegisterDecompressor(zip.Deflate, func(r io.Reader) io.ReadCloser {
		return inflate.NewReader(r)
	})
	a := &Archive{Files: archive.File, named: make(map[string]*zip.File, len(archive.File)), source: source, left: limit}
	for _, file := range archive.File {
		a.named[archiveKey(file.Name)] = file
	}
	return a, nil
}

// archiveKey is a name that those share which some file system takes for the same.
func archiveKey(name string) string { return path.Clean(strings.ToLower(name)) }

// Find finds a file by the absolute name that another one calls it, as the parts
// of an OPC package do (ECMA-376, part 2, section 6.2): case is ignored, and
// letters may be percent-encoded. It is nil when there is none.
func (a *Archive) Find(name string) (*zip.File, error) {
	inside := strings.TrimPrefix(name, "/")
	if !safeName(inside) {
		return nil, Refuse(Unsafe, "the file names its part %q, which is no safe name", Shorten(name))
	}
	if file := a.named[archiveKey(inside)]; file != nil {
		return file, nil
	}
	plain, err := url.PathUnescape(inside)
	if err != nil {
		return nil, nil
	}
	return a.named[archiveKey(plain)], nil
}

// Part is a file of an archive that is being unpacked. It counts the bytes
// that really come out.
type Part struct {
	archive *Archive
	file    *zip.File
	unpack  io.ReadCloser
	read    int64
}

// Open begins to unpack a file. Whoever asks closes it.
func (a *Archive) Open(file *zip.File) (*Part, error) {
	part := &Part{archive: a, file: file}
	if file.Flags&encrypted != 0 {
		return nil, Refuse("archive_encrypted", "%s is locked with a password", Shorten(file.Name))
	}
	unpack, err := file.Open()
	if err != nil {
		return nil, part.refusal(err)
	}
	part.unpack = unpack
	return part, nil
}

// Read unpacks on.
func (p *Part) Read(to []byte) (int, error) {
	n, err := p.unpack.Read(to)
	p.read += int64(n)
	if p.archive.left -= int64(n); p.archive.left < 0 {
		return 0, Refuse(Limit, "%s and what goes with it unpack to more than is read", Shorten(p.file.Name))
	}
	if p.read > RatioMinimum && uint64(p.read) > MaxRatio*max(p.file.CompressedSize64, 1) {
		return 0, Refuse(Ratio, "%s unpacks to far more than a file of its size should", Shorten(p.file.Name))
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return n, p.refusal(err)
	}
	return n, err
}

// Close lets go of what unpacking needs.
func (p *Part) Close() { _ = p.unpack.Close() }

// refusal tells what is wrong with the packed bytes from what is wrong with the
// place where they are kept.
func (p *Part) refusal(err error) error {
	switch {
	case p.archive.source.err != nil:
		return fmt.Errorf("read the archive: %w", p.archive.source.err)
	case errors.Is(err, zip.ErrAlgorithm):
		return Refuse(Malformed, "%s is packed by a method (%d) that is not read", Shorten(p.file.Name), p.file.Method)
	}
	return Refuse(Malformed, "%s can't be unpacked: its bytes are damaged", Shorten(p.file.Name))
}

// ReadAll unpacks a whole file.
func (a *Archive) ReadAll(file *zip.File) ([]byte, error) {
	// The size is only the list's word, and a slice is made of it: what may be unpacked bounds it first.
	if file.UncompressedSize64 > uint64(max(a.left, 0)) {
		return nil, Refuse(Limit, "%s unpacks to %d bytes, which is more than is read", Shorten(file.Name), file.UncompressedSize64)
	}
	part, err := a.Open(file)
	if err != nil {
		return nil, err
	}
	defer part.Close()
	data := make([]byte, file.UncompressedSize64)
	if _, err := io.ReadFull(part, data); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = part.refusal(err)
		}
		return nil, err
	}
	// Only the end tells whether the bytes are those that were packed.
	if n, err := part.Read(make([]byte, 1)); n > 0 || !errors.Is(err, io.EOF) {
		return nil, part.refusal(err)
	}
	return data, nil
}

// limitedReaderAt bounds how much a hostile archive can make us read, and
// remembers what went wrong where the archive is kept.
type limitedReaderAt struct {
	r    io.ReaderAt
	left int64
	err  error
}

// ReadAt reads while there is something left.
func (l *limitedReaderAt) ReadAt(p []byte, at int64) (int, error) {
	if at < 0 {
		return 0, errors.New("the archive's list names a place before its beginning")
	}
	l.left -= int64(len(p))
	if l.left < 0 {
		return 0, fmt.Errorf("the archive's list is larger than %d bytes", maxDirectory)
	}
	n, err := l.r.ReadAt(p, at)
	if err != nil && !errors.Is(err, io.EOF) {
		l.err = err
	}
	return n, err
}

// Head unpacks so many bytes of a file's beginning, or as many as there are.
func (a *Archive) Head(file *zip.File, size int) []byte {
	part, err := a.Open(file)
	if err != nil {
		return nil
	}
	defer part.Close()
	head := make([]byte, size)
	n, _ := io.ReadFull(part, head)
	return head[:n]
}

// Allow has so many bytes be unpacked from here on.
func (a *Archive) Allow(bytes int64) { a.left = bytes }

// Failure is why the archive could not be read from where it is kept; nil: it could.
func (a *Archive) Failure() error { return a.source.err }
