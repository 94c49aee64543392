package shop

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/seed"
)

// startSize is how much of a file's start tells its format, in bytes.
const startSize = 64 << 10

// startKeeper keeps the start of what is read through it.
type startKeeper struct {
	io.Reader
	start bytes.Buffer
}

// Read reads on.
func (k *startKeeper) Read(p []byte) (int, error) {
	n, err := k.Reader.Read(p)
	k.start.Write(p[:min(n, max(startSize-k.start.Len(), 0))])
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
