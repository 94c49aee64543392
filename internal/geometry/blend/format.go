package blend

import (
	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
)

// Format describes Blender's files.
func Format() format.Format {
	return format.Format{Name: geometry.Blend, Extensions: []string{"blend"}, Detect: detect, Unmistakable: format.Binary, Read: Read}
}

// detect tells plain files by their signature. Compressed ones are gzip, or zstd since
// Blender 3.0, like much else.
func detect(h *format.Head) format.Evidence {
	switch {
	case h.Begins("BLENDER"):
		return format.Signed
	case h.Extension == "blend" && (h.Begins("\x1f\x8b") || h.Begins("\x28\xb5\x2f\xfd")):
		return format.Fitting
	}
	return format.None
}
