package shop

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"vitrine"
	"vitrine/internal/geometry"
	"vitrine/internal/seed"
)

// headSize is how much of a file's beginning tells its format, in bytes.
const headSize = 64 << 10

// head keeps the beginning of what is read through it.
type head struct {
	io.Reader
	kept bytes.Buffer
}

// Read reads on.
func (h *head) Read(p []byte) (int, error) {
	n, err := h.Reader.Read(p)
	h.kept.Write(p[:min(n, max(headSize-h.kept.Len(), 0))])
	return n, err
}

// contradicts says whether a file that begins so can't be of a file type. Archives
// may hold a file of any type.
func contradicts(typeID int64, beginning []byte, size int64) bool {
	i := slices.IndexFunc(seed.FileTypes(), func(t seed.FileType) bool { return t.ID == typeID })
	if i < 0 || bytes.HasPrefix(beginning, []byte("PK\x03\x04")) {
		return false
	}
	for _, extension := range seed.FileTypes()[i].Extensions {
		detected, err := geometry.Detect(bytes.NewReader(beginning), size, "file."+extension)
		if err != nil || !detected.Contradicts(extension) {
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
