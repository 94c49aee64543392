package shop

import (
	"bytes"
	"hash"
	"io"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/seed"
)

// startSize is how much of a file's start tells its format, in bytes.
const startSize = 64 << 10

// startKeeper keeps the start of what is read through it, and its checksum.
type startKeeper struct {
	io.Reader
	start bytes.Buffer
	sum   hash.Hash32
}

// crc is the checksum of what was read.
func (k *startKeeper) crc() *uint32 {
	crc := k.sum.Sum32()
	return &crc
}

// Read reads on.
func (k *startKeeper) Read(p []byte) (int, error) {
	n, err := k.Reader.Read(p)
	k.start.Write(p[:min(n, max(startSize-k.start.Len(), 0))])
	k.sum.Write(p[:n])
	return n, err
}

// contradicts reports whether a file that starts so can't be of a file type. Archives
// may hold a file of any type.
func (s *Shop) contradicts(typeID int64, start []byte, size int64) bool {
	i := slices.IndexFunc(seed.FileTypes(), func(t seed.FileType) bool { return t.ID == typeID })
	if i < 0 || bytes.HasPrefix(start, []byte("PK\x03\x04")) {
		return false
	}
	for _, extension := range seed.FileTypes()[i].Extensions {
		if !s.surveyor.Contradicts(extension, start, size) {
			return false
		}
	}
	return true
}

func contradiction(typeID int64) error {
	i := slices.IndexFunc(seed.FileTypes(), func(t seed.FileType) bool { return t.ID == typeID })
	detail := "the content is not of the file type " + seed.FileTypes()[i].Name + " (." + strings.Join(seed.FileTypes()[i].Extensions, ", .") +
		"): send the id of its own type, or none; nothing was kept"
	return vitrine.InvalidFields([]vitrine.Field{{Pointer: "/file_type_id", Code: "not_allowed", Detail: detail}})
}
