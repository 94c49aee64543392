package iges

import (
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
)

// Format describes IGES.
func Format() format.Format {
	return format.Format{Name: geometry.IGES, Extensions: []string{"iges", "igs"}, Detect: detect, Read: Read}
}

// detect looks for lines of 80 columns, which may be blank but for the section letter S in
// column 73 (IGES 5.3, section 2.2).
func detect(h *format.Head) format.Evidence {
	line, _, _ := strings.Cut(h.Lines(), "\n")
	if len(line) >= 73 && line[72] == 'S' {
		return format.Layout
	}
	return format.None
}
