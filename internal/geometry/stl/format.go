package stl

import (
	"encoding/binary"
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
)

// Format describes STL.
func Format() format.Format {
	return format.Format{
		Name: geometry.STL, Extensions: []string{"stl"}, Detect: detect, Unmistakable: format.Binary, Read: Read, UTF16: true,
	}
}

// detect tells STL. The binary form comes before all other formats: its 80 free bytes may
// begin like anything.
func detect(h *format.Head) format.Evidence {
	words := h.Words()
	switch {
	case isBinary(h.Bytes, h.Size):
		return format.Exact
	case strings.HasPrefix(words, "solid") && (strings.Contains(words, "facet") || h.Extension == "stl"):
		return format.Fitting
	case !h.IsText && h.Extension == "stl" && h.Size >= headSize:
		return format.Weak // damaged, or with bytes behind its triangles, as the reader finds out
	}
	return format.None
}

// isBinary reports whether a file is just as long as 80 free bytes, a count, and 50 bytes
// for each triangle.
func isBinary(head []byte, size int64) bool {
	return len(head) >= headSize && size == headSize+triangleSize*int64(binary.LittleEndian.Uint32(head[80:84]))
}
