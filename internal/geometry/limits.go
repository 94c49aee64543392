package geometry

import (
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
)

// The limits of a file. A count in a header sizes nothing before it was held
// against the bytes that are left.
const (
	maxVertices  = 60_000_000
	maxTriangles = 60_000_000
	maxNodes     = 200_000
	maxDepth     = 200
	maxLine      = 1 << 20   // bytes of a line of text
	maxUnpacked  = 4 << 30   // bytes out of a compressed part
	maxArray     = 512 << 20 // bytes of one array of an FBX file
)

// Refusal is why a file can't be read, for its seller.
type Refusal struct{ Problem }

// Error gives the reason.
func (r *Refusal) Error() string { return r.Code + ": " + r.Detail }

// The codes of refusals that several readers share.
const (
	codeTruncated  = "truncated"  // the file ends early
	codeMalformed  = "malformed"  // it breaks its format's rules
	codeLimit      = "limit"      // it is larger than what is read
	codeNoGeometry = "no_content" // it holds nothing to sell
	codeUnsafe     = "unsafe"     // it asks for something that no file may
	codeUnmeasured = "unmeasured" // it is fine, in a form of its format that is not read
)

func refuse(code, format string, args ...any) error {
	return &Refusal{Problem{code, fmt.Sprintf(format, args...)}}
}

// checkCount refuses a count that the bytes left can't hold, each taking at
// least size bytes, or that is over the limit.
func checkCount(what string, n, size, left, limit int64) error {
	if n < 0 || n > limit {
		return refuse(codeLimit, "the file declares %d %s; at most %d are read", n, what, limit)
	}
	if size > 0 && n > left/size {
		return refuse(codeTruncated, "the file declares %d %s but has room for only %d", n, what, left/size)
	}
	return nil
}

// siblingName makes the name of another file safe: the last part of a relative
// path without any way out. Files call their textures by the path on the machine
// that wrote them, so folders are dropped.
func siblingName(name string) (string, error) {
	name = strings.ReplaceAll(strings.TrimSpace(name), `\`, "/")
	switch {
	case name == "" || strings.ContainsRune(name, 0):
		return "", refuse(codeUnsafe, "the file names another one by %q, which is no name", name)
	case strings.Contains(name, "://") || strings.HasPrefix(strings.ToLower(name), "data:"):
		return "", refuse(codeUnsafe, "the file names %q, an address: put the file beside it", shorten(name))
	}
	base := path.Base(name)
	if base == "." || base == ".." || base == "/" {
		return "", refuse(codeUnsafe, "the file names another one by %q, which is no name", shorten(name))
	}
	return base, nil
}

// staysInside refuses the name of another file that leads out of the folder that
// both are in. It is for formats whose names are relative by their specification;
// others name textures by where they were on their author's machine.
func staysInside(name string) error {
	plain := strings.ReplaceAll(name, `\`, "/")
	leaves := strings.HasPrefix(plain, "/") || strings.Contains(plain, "://") || len(plain) > 1 && plain[1] == ':'
	for part := range strings.SplitSeq(plain, "/") {
		leaves = leaves || part == ".."
	}
	if leaves {
		return refuse(codeUnsafe, "the file asks for %q, outside its folder: put that file beside it and name it alone", shorten(name))
	}
	return nil
}

func shorten(text string) string {
	if len(text) <= 80 {
		return text
	}
	return text[:80] + "…"
}

// readAll reads a whole source that is no larger than limit.
func (s Source) readAll(limit int64) ([]byte, error) {
	if s.Size > limit {
		return nil, refuse(codeLimit, "%s has %d bytes, at most %d are read at once", shorten(s.Name), s.Size, limit)
	}
	data := make([]byte, s.Size)
	n, err := s.ReadAt(data, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("read %s: %w", s.Name, err)
	}
	if int64(n) < s.Size {
		return nil, refuse(codeTruncated, "the file ends after %d of %d bytes", n, s.Size)
	}
	return data, nil
}

// reader reads a source from its beginning.
func (s Source) reader() *io.SectionReader { return io.NewSectionReader(s, 0, s.Size) }

// readFull fills p from a place of a file. A file that ends before is
// io.ErrUnexpectedEOF.
func readFull(source io.ReaderAt, p []byte, at int64) error {
	n, err := source.ReadAt(p, at)
	if n == len(p) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// headSize is how much of a file's beginning is looked at.
const headSize = 64 << 10

func readHead(r io.ReaderAt, size int64) ([]byte, error) {
	head := make([]byte, min(size, headSize))
	n, err := r.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return head[:n], nil
}
