package spz

import (
	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
)

// Format describes SPZ.
func Format() format.Format {
	return format.Format{Name: geometry.SPZ, Extensions: []string{"spz"}, Detect: detect, Unmistakable: format.Binary, Read: Read}
}

// detect tells SPZ 4 by its signature. Those before are gzip outside, like much else.
func detect(h *format.Head) format.Evidence {
	switch {
	case h.Begins(signature):
		return format.Signed
	case h.Extension == "spz" && h.Begins("\x1f\x8b"):
		return format.Fitting
	}
	return format.None
}
