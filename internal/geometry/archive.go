package geometry

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"net/url"
	"path"
	"strings"

	"github.com/klauspost/compress/flate"
)

// zipArchive is a ZIP (PKWARE, "APPNOTE.TXT", 6.3) whose list of files was found
// fit by detectZip. Nothing of it is unpacked but what is opened.
type zipArchive struct {
	files  []*zip.File
	named  map[string]*zip.File // by zipKey
	source *limitedReaderAt
	left   int64 // bytes that may still be unpacked
}

// listZip reads the list of a ZIP's files.
func listZip(r io.ReaderAt, size int64) (*zip.Reader, *limitedReaderAt, error) {
	limited := &limitedReaderAt{r: r, left: maxDirectory}
	archive, err := zip.NewReader(limited, size)
	if limited.err != nil {
		return nil, nil, fmt.Errorf("read the archive's list: %w", limited.err)
	}
	if err != nil {
		return nil, nil, refuse("broken_archive", "the archive is damaged or not whole: its list of files can't be read")
	}
	limited.left = math.MaxInt64
	for _, file := range archive.File {
		file.Name = portable(file.Name)
	}
	return archive, limited, nil
}

// openZip opens an archive of which so many bytes may be unpacked.
func openZip(in Source, limit int64) (*zipArchive, error) {
	archive, source, err := listZip(in, in.Size)
	if err != nil {
		return nil, err
	}
	archive.RegisterDecompressor(zip.Deflate, func(r io.Reader) io.ReadCloser {
		return flate.NewReader(bufio.NewReaderSize(r, 64<<10))
	})
	a := &zipArchive{files: archive.File, named: make(map[string]*zip.File, len(archive.File)), source: source, left: limit}
	for _, file := range archive.File {
		a.named[zipKey(file.Name)] = file
	}
	return a, nil
}

// zipKey is a name that those share which some file system takes for the same.
func zipKey(name string) string { return path.Clean(strings.ToLower(name)) }

// find finds a file by the absolute name that another one calls it, as the parts
// of an OPC package do (ECMA-376, part 2, section 6.2): case is ignored, and
// letters may be percent-encoded. It is nil when there is none.
func (a *zipArchive) find(name string) (*zip.File, error) {
	inside := strings.TrimPrefix(name, "/")
	if !safeName(inside) {
		return nil, refuse(codeUnsafe, "the file names its part %q, which is no safe name", shorten(name))
	}
	if file := a.named[zipKey(inside)]; file != nil {
		return file, nil
	}
	plain, err := url.PathUnescape(inside)
	if err != nil {
		return nil, nil
	}
	return a.named[zipKey(plain)], nil
}

// zipPart is a file of an archive that is being unpacked. It counts the bytes
// that really come out.
type zipPart struct {
	archive *zipArchive
	file    *zip.File
	unpack  io.ReadCloser
	read    int64
}

func (a *zipArchive) open(file *zip.File) (*zipPart, error) {
	part := &zipPart{archive: a, file: file}
	if file.Flags&zipEncrypted != 0 {
		return nil, refuse("archive_encrypted", "%s is locked with a password", shorten(file.Name))
	}
	unpack, err := file.Open()
	if err != nil {
		return nil, part.refusal(err)
	}
	part.unpack = unpack
	return part, nil
}

// Read unpacks on.
func (p *zipPart) Read(to []byte) (int, error) {
	n, err := p.unpack.Read(to)
	p.read += int64(n)
	if p.archive.left -= int64(n); p.archive.left < 0 {
		return 0, refuse(codeLimit, "%s and what goes with it unpack to more than is read", shorten(p.file.Name))
	}
	if p.read > ratioMinimum && uint64(p.read) > maxRatio*max(p.file.CompressedSize64, 1) {
		return 0, refuse(codeRatio, "%s unpacks to far more than a file of its size should", shorten(p.file.Name))
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return n, p.refusal(err)
	}
	return n, err
}

// Close lets go of what unpacking needs.
func (p *zipPart) Close() { _ = p.unpack.Close() }

// refusal tells what is wrong with the packed bytes from what is wrong with the
// place where they are kept.
func (p *zipPart) refusal(err error) error {
	switch {
	case p.archive.source.err != nil:
		return fmt.Errorf("read the archive: %w", p.archive.source.err)
	case errors.Is(err, zip.ErrAlgorithm):
		return refuse(codeMalformed, "%s is packed by a method (%d) that is not read", shorten(p.file.Name), p.file.Method)
	}
	return refuse(codeMalformed, "%s can't be unpacked: its bytes are damaged", shorten(p.file.Name))
}

// readAll unpacks a whole file.
func (a *zipArchive) readAll(file *zip.File) ([]byte, error) {
	if file.UncompressedSize64 > uint64(max(a.left, 0)) {
		return nil, refuse(codeLimit, "%s unpacks to %d bytes, which is more than is read", shorten(file.Name), file.UncompressedSize64)
	}
	part, err := a.open(file)
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

// head unpacks so many bytes of a file's beginning, or as many as there are.
func (a *zipArchive) head(file *zip.File, size int) []byte {
	part, err := a.open(file)
	if err != nil {
		return nil
	}
	defer part.Close()
	head := make([]byte, size)
	n, _ := io.ReadFull(part, head)
	return head[:n]
}
