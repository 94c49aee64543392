package obj

import (
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
	"vitrine/internal/geometry/source"
)

// Format describes OBJ.
func Format() format.Format {
	return format.Format{Name: geometry.OBJ, Extensions: []string{"obj"}, Detect: detect, Read: Read, AsksForOthers: true, UTF16: true}
}

// detect goes by statements that other texts may have too, so that any other format is
// surer. A file may begin with more comments than are seen.
func detect(h *format.Head) format.Evidence {
	text := h.Text()
	if hasStatements(text) || h.Extension == "obj" && h.IsText && len(h.Bytes) >= source.HeadSize && onlyComments(text) {
		return format.Weak
	}
	return format.None
}

// onlyComments reports whether nothing but comments and blank lines stand in a text,
// whose last line may be cut.
func onlyComments(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return false
		}
	}
	return true
}

// hasStatements looks for a vertex, or a name that only OBJ has, among the first
// statements.
func hasStatements(text string) bool {
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	for line := range strings.Lines(text) {
		keyword, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch keyword {
		case "v", "vn", "vt", "f":
			return rest != ""
		case "mtllib", "usemtl", "vp", "curv", "surf":
			return true
		}
	}
	return false
}
