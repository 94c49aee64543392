package detect

import (
	"bytes"
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/off"
	"vitrine/internal/geometry/source"
)

// textFormat tells the formats that are text.
func textFormat(head []byte, extension string) geometry.Format {
	whole := string(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))
	text := strings.TrimLeft(whole, " \t\r\n")
	low := strings.ToLower(text[:min(len(text), 4096)])
	switch {
	case strings.HasPrefix(text, "ISO-10303-21"):
		return geometry.STEP
	case !namedLikeModel(extension) && !strings.HasPrefix(low, "<"):
		return geometry.Unknown // what follows is guessed from words that any text may have
	case strings.HasPrefix(low, "solid") && strings.Contains(low, "facet"), strings.HasPrefix(low, "solid") && extension == "stl":
		return geometry.STL
	case strings.HasPrefix(text, "{"):
		return jsonFormat(text, extension)
	case strings.HasPrefix(low, "<?xml"), strings.HasPrefix(low, "<collada"), strings.HasPrefix(low, "<!--"):
		return xmlFormat(low)
	case strings.HasPrefix(low, "<"):
		return geometry.Program
	case off.Is(low):
		return geometry.OFF
	case strings.HasPrefix(low, "; fbx"):
		return geometry.FBX
	case isIGES(whole):
		return geometry.IGES
	case isDXF(text):
		return geometry.DXF
	case hasOBJLines(text), extension == "obj" && len(head) >= source.HeadSize && onlyComments(text):
		return geometry.OBJ
	}
	return geometry.Unknown
}

// jsonFormat tells glTF by the keys that it alone has. Under its own extension
// others do, which come first where a buffer inside the file fills what is seen.
func jsonFormat(text, extension string) geometry.Format {
	keys := []string{`"asset"`, `"accessors"`, `"meshes"`}
	if extension == "gltf" {
		keys = append(keys, `"buffers"`, `"bufferViews"`, `"images"`, `"animations"`, `"nodes"`, `"materials"`)
	}
	for _, key := range keys {
		if strings.Contains(text, key) {
			return geometry.GLTF
		}
	}
	return geometry.Unknown
}

func xmlFormat(low string) geometry.Format {
	switch {
	case strings.Contains(low, "<collada"):
		return geometry.DAE
	case strings.Contains(low, "<html"), strings.Contains(low, "<svg"), strings.Contains(low, "<script"):
		return geometry.Program
	}
	return geometry.Unknown
}

// isIGES: lines of 80 columns, which may be blank but for the section letter S
// in column 73 (IGES 5.3, section 2.2).
func isIGES(text string) bool {
	line, _, _ := strings.Cut(text, "\n")
	return len(line) >= 73 && line[72] == 'S'
}

// isDXF: pairs of a group code and a value; the first pairs are comments or
// open a section.
func isDXF(text string) bool {
	lines := strings.SplitN(text, "\n", 60)
	for i := 0; i+1 < len(lines); i += 2 {
		switch code, value := strings.TrimSpace(lines[i]), strings.TrimSpace(lines[i+1]); {
		case code == "999":
		case code == "0" && value == "SECTION":
			return true
		default:
			return false
		}
	}
	return false
}

// namedLikeModel: text formats that are not known here, such as NFF, have lines
// like those of OBJ, and prose may begin like anything. Their own names tell them.
func namedLikeModel(extension string) bool {
	_, known := byExtension[extension]
	return known || extension == ""
}

// onlyComments says whether nothing but comments and blank lines stand in a text,
// whose last line may be cut.
func onlyComments(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			return false
		}
	}
	return true
}

// hasOBJLines looks for a vertex, or a name that only OBJ has, among the first
// statements.
func hasOBJLines(text string) bool {
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
