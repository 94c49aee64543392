package ply

import (
	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
)

// Format describes PLY.
func Format() format.Format {
	return format.Format{
		Name: geometry.PLY, Extensions: []string{"ply"}, Detect: detect, Unmistakable: format.Binary | format.Text, Read: Read,
	}
}

func detect(h *format.Head) format.Evidence {
	if h.Begins("ply\n") || h.Begins("ply\r") {
		return format.Signed
	}
	return format.None
}
