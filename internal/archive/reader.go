package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"io/fs"
	"sort"
)

// ErrDamaged is the cause of a reading that ended because stored bytes are not what the
// archive has promised.
var ErrDamaged = errors.New("stored bytes are not what they were")

// Reader reads an archive. An archive that does not resume is read from its beginning to
// its end alone.
type Reader struct {
	archive *Archive
	offset  int64
	found   []uint32

	open io.ReadSeekCloser // the file that is being read
	file int               // its index
	sum  *sum              // of it, while it is read from its beginning
	done bool
}

// sum is what was read of a file.
type sum struct {
	crc hash.Hash32
	sha hash.Hash // nil where the checksum is known: that is enough
	n   int64
}

// Open returns a reader of the archive. Close it.
func (a *Archive) Open() *Reader {
	r := &Reader{archive: a, found: make([]uint32, len(a.files)), file: -1}
	for i, e := range a.files {
		if e.CRC32 != nil {
			r.found[i] = *e.CRC32
		}
	}
	return r
}

// Read reads on.
func (r *Reader) Read(p []byte) (int, error) {
	switch {
	case r.done:
		return 0, fs.ErrClosed
	case len(p) == 0:
		return 0, nil
	case r.offset >= r.archive.size:
		return 0, io.EOF
	}
	part := r.archive.partAt(r.offset)
	within := r.offset - part.at
	p = p[:min(int64(len(p)), part.size-within)]
	if part.file < 0 {
		made := part.made
		if part.late != nil {
			made = part.late(r.found)
		}
		n := copy(p, made[within:])
		r.offset += int64(n)
		return n, nil
	}
	n, err := r.readFile(part.file, within, p)
	r.offset += int64(n)
	return n, err
}

// partAt is the part that has the byte at an offset. Empty files have none.
func (a *Archive) partAt(offset int64) *part {
	i := sort.Search(len(a.parts), func(i int) bool { return a.parts[i].at+a.parts[i].size > offset })
	return &a.parts[i]
}

// readFile reads on in a file.
func (r *Reader) readFile(i int, within int64, p []byte) (int, error) {
	e := &r.archive.files[i]
	if err := r.turnTo(i, within); err != nil {
		return 0, err
	}
	n, err := r.open.Read(p)
	ended := errors.Is(err, io.EOF)
	if ended && within+int64(n) < e.Size || err == nil && n == 0 {
		return n, e.damaged(fmt.Sprintf("%s ends after %d of %d bytes", e.name, within+int64(n), e.Size))
	}
	if ended {
		err = nil
	}
	if err == nil && r.sum != nil {
		err = r.add(i, p[:n])
	}
	return n, err
}

// turnTo opens a file at a place, unless it is.
func (r *Reader) turnTo(i int, within int64) error {
	if r.file == i && r.open != nil {
		return nil
	}
	r.leave()
	e := &r.archive.files[i]
	open, err := e.Open()
	if err != nil {
		return err
	}
	r.open, r.file = open, i
	if within == 0 {
		r.sum = &sum{crc: crc32.NewIEEE()}
		if e.CRC32 == nil {
			r.sum.sha = sha256.New()
		}
		return nil
	}
	_, err = open.Seek(within, io.SeekStart)
	return err
}

// add counts bytes of a file, and compares all of them when they are whole.
func (r *Reader) add(i int, p []byte) error {
	e, s := &r.archive.files[i], r.sum
	s.crc.Write(p)
	if s.sha != nil {
		s.sha.Write(p)
	}
	if s.n += int64(len(p)); s.n < e.Size {
		return nil
	}
	crc := s.crc.Sum32()
	right := e.CRC32 != nil && crc == *e.CRC32 || s.sha != nil && hex.EncodeToString(s.sha.Sum(nil)) == e.SHA256
	if !right {
		return e.damaged(e.name)
	}
	r.found[i] = crc
	if e.CRC32 == nil && e.Found != nil {
		e.Found(crc)
	}
	return nil
}

// damaged tells of bytes that are wrong, and returns why the reading ends.
func (e *entry) damaged(what string) error {
	if e.Broke != nil {
		e.Broke()
	}
	return fmt.Errorf("%s: %w", what, ErrDamaged)
}

func (r *Reader) leave() {
	if r.open != nil {
		_ = r.open.Close() // it was read only
	}
	r.open, r.file, r.sum = nil, -1, nil
}

// Seek moves to an offset.
func (r *Reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.offset
	case io.SeekEnd:
		offset += r.archive.size
	}
	if offset < 0 {
		return r.offset, fs.ErrInvalid
	}
	if offset != r.offset {
		r.leave()
		r.offset = offset
	}
	return offset, nil
}

// Close ends the reading.
func (r *Reader) Close() error {
	r.leave()
	r.done = true
	return nil
}
