package collada

import (
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
)

// Format describes Collada.
func Format() format.Format {
	return format.Format{Name: geometry.DAE, Extensions: []string{"dae"}, Detect: detect, Read: Read, AsksForOthers: true, UTF16: true}
}

// detect looks for the root element among the first words of an XML document.
func detect(h *format.Head) format.Evidence {
	words := h.Markup()
	isXML := strings.HasPrefix(words, "<?xml") || strings.HasPrefix(words, "<collada") || strings.HasPrefix(words, "<!--")
	if isXML && strings.Contains(words, "<collada") {
		return format.Fitting
	}
	return format.None
}
