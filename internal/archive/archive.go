// Package archive makes ZIP files while they are sent. What is in them is stored as it is,
// so that the whole layout is known before: how long the archive is, where each file
// begins, and what stands around it. An archive whose checksums are known can be read from
// any place, and so be resumed.
//
// The package knows names, sizes and readers. It does not know what the files are, where
// they are kept or who may have them. Sections and field names below are those of
// PKWARE's APPNOTE 6.3.10.
package archive

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
	"time"
)

// File is what is to be put into an archive.
type File struct {
	Name   string // as its owner calls it; Name in the archive may differ
	Size   int64  // bytes
	SHA256 string // hex
	// CRC32 is the checksum that ZIP asks for; nil where it is not known yet. It is found
	// while such a file is sent, and stands behind it.
	CRC32 *uint32
	// Open returns the bytes.
	Open func() (io.ReadSeekCloser, error)
	// Found is told the checksum of a file that had none, once all of it has been read and
	// its SHA-256 is right.
	Found func(crc uint32)
	// Broke is told that the bytes are not those that the file says, or fewer.
	Broke func()
}

// Archive is a ZIP file to be sent. It may be read several times, by several readers.
type Archive struct {
	parts []part
	files []entry
	size  int64
	etag  string
	whole bool // every checksum is known
}

// part is a piece of the archive: bytes that were made for it, or a file.
type part struct {
	at   int64  // where it begins
	size int64  // bytes
	made []byte // nil where file says what it is
	file int    // index in files; -1 for what is made
	// late is what stands behind files whose checksum is found while they are sent: made
	// from what was found until then.
	late func(found []uint32) []byte
}

// entry is a file as the archive has it.
type entry struct {
	File
	name   string // in the archive
	at     int64  // of its header
	offset int64  // of its bytes
}

// sums is the name of the file that lists the SHA-256 of the others, as sha256sum reads it.
const sums = "SHA256SUMS"

// New lays out an archive of files, and a list of their SHA-256 at its end. All of them
// are dated the same, and the same files make the same bytes.
func New(files []File, dated time.Time) *Archive {
	a := &Archive{whole: true}
	names := newNames(sums)
	var list strings.Builder
	for _, f := range files {
		if f.Size == 0 {
			f.CRC32 = new(uint32) // there is nothing to find out
		}
		e := entry{File: f, name: names.take(f.Name)}
		list.WriteString(f.SHA256 + "  " + e.name + "\n")
		a.whole = a.whole && f.CRC32 != nil
		a.files = append(a.files, e)
	}
	a.files = append(a.files, entry{File: Text(sums, list.String()), name: sums})
	date := dosTime(dated)
	for i := range a.files {
		a.place(i, date)
	}
	a.end(date)
	return a
}

// place puts a file behind those that are there.
func (a *Archive) place(i int, date [2]uint16) {
	e := &a.files[i]
	e.at = a.size
	a.made(localHeader(e, date))
	e.offset = a.size
	a.parts = append(a.parts, part{at: a.size, size: e.Size, file: i})
	a.size += e.Size
	if e.CRC32 == nil {
		a.late(int64(len(descriptor(e, 0))), func(found []uint32) []byte { return descriptor(&a.files[i], found[i]) })
	}
}

// end puts the directory at the end and names the archive by all that it holds.
func (a *Archive) end(date [2]uint16) {
	at := a.size
	directory := func(found []uint32) []byte { return directory(a.files, at, date, found) }
	known := make([]uint32, len(a.files))
	for i, e := range a.files {
		if e.CRC32 != nil {
			known[i] = *e.CRC32
		}
	}
	made := directory(known)
	a.late(int64(len(made)), directory)
	// The directory has names, sizes, checksums and places, and the list has the SHA-256.
	digest := sha256.New()
	digest.Write(made)
	for _, e := range a.files {
		digest.Write([]byte(e.SHA256 + "\n"))
	}
	a.etag = hex.EncodeToString(digest.Sum(nil)[:16])
}

func (a *Archive) made(bytes []byte) {
	a.parts = append(a.parts, part{at: a.size, size: int64(len(bytes)), made: bytes, file: -1})
	a.size += int64(len(bytes))
}

func (a *Archive) late(size int64, made func(found []uint32) []byte) {
	a.parts = append(a.parts, part{at: a.size, size: size, file: -1, late: made})
	a.size += size
}

// Size is how many bytes the archive has.
func (a *Archive) Size() int64 { return a.size }

// ETag names the archive's bytes, without quotes.
func (a *Archive) ETag() string { return a.etag }

// Resumes reports whether the archive can be read from any place: every checksum is known.
func (a *Archive) Resumes() bool { return a.whole }
