package splat

import (
	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
)

// Format describes .splat.
func Format() format.Format {
	return format.Format{Name: geometry.Splat, Extensions: []string{"splat"}, Detect: detect, Read: Read}
}

// detect goes by the name: records of 32 bytes and nothing else may be anything.
func detect(h *format.Head) format.Evidence {
	if !h.IsText && h.Extension == "splat" && h.Size%recordSize == 0 {
		return format.Weak
	}
	return format.None
}
