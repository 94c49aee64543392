package threemf

import (
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
	"vitrine/internal/geometry/source"
)

// Format describes 3MF.
func Format() format.Format {
	return format.Format{Name: geometry.ThreeMF, Extensions: []string{"3mf"}, Package: isPackage, Read: Read}
}

// isPackage looks for a model part, where 3MF puts it or in a package that lists its parts.
// Under its own extension any package is one, as the part may be called anything.
func isPackage(names []string, extension string) bool {
	model, listed := extension == "3mf", false
	for _, name := range names {
		low := strings.ToLower(name)
		if source.ExtensionOf(low) == "model" {
			model = true
			listed = listed || strings.HasPrefix(low, "3d/")
		}
		listed = listed || low == "[content_types].xml"
	}
	return model && listed
}
