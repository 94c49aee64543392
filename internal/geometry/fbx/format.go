package fbx

import (
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
)

// Format describes FBX. As text it is told, so that the reader can say what to do.
func Format() format.Format {
	return format.Format{
		Name: geometry.FBX, Extensions: []string{"fbx"}, Detect: detect, Unmistakable: format.Binary, Read: Read, AsksForOthers: true,
	}
}

func detect(h *format.Head) format.Evidence {
	switch {
	case h.Begins("Kaydara FBX Binary  \x00"):
		return format.Signed
	case strings.HasPrefix(h.Words(), "; fbx"):
		return format.Fitting
	}
	return format.None
}
