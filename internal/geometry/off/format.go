package off

import (
	"bytes"
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
)

// Format describes OFF.
func Format() format.Format {
	return format.Format{Name: geometry.OFF, Extensions: []string{"off"}, Detect: detect, Read: Read, ChecksOnly: true}
}

// detect looks for the keyword, with what its vertices have in front (Geomview manual,
// section "OFF Files").
func detect(h *format.Head) format.Evidence {
	first := words([]byte(h.Words()), 1)
	if len(first) == 0 {
		return format.None
	}
	before, is := bytes.CutSuffix(first[0], []byte("off"))
	if is && strings.Trim(string(before), "stcn4") == "" {
		return format.Fitting
	}
	return format.None
}
