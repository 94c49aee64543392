package step

import (
	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
)

// Format describes STEP, on which IFC is built.
func Format() format.Format {
	return format.Format{
		Name: geometry.STEP, Extensions: []string{"step", "stp"}, Derived: []string{"ifc"}, Detect: detect, Unmistakable: format.Text, Read: Read,
	}
}

func detect(h *format.Head) format.Evidence {
	const signature = "ISO-10303-21"
	switch {
	case h.Begins(signature):
		return format.Signed
	case h.BeginsText(signature):
		return format.Fitting
	}
	return format.None
}
