package gltf

import (
	"strings"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
)

// GLB describes glTF in one binary file. One that names other files is read with them, and
// so rare that no GLB is read again when a file beside it is removed.
func GLB() format.Format {
	return format.Format{
		Name: geometry.GLB, Extensions: []string{"glb"}, Derived: []string{"vrm"}, Detect: detectGLB, Unmistakable: format.Binary, Read: ReadGLB,
	}
}

func detectGLB(h *format.Head) format.Evidence {
	if h.Begins("glTF") {
		return format.Signed
	}
	return format.None
}

// GLTF describes glTF as JSON, with its buffers in it or beside it.
func GLTF() format.Format {
	return format.Format{Name: geometry.GLTF, Extensions: []string{"gltf"}, Detect: detectGLTF, Read: Read, AsksForOthers: true, UTF16: true}
}

// detectGLTF tells glTF by the keys that it alone has. Under its own extension others do,
// which come first where a buffer inside the file fills what is seen.
func detectGLTF(h *format.Head) format.Evidence {
	text := h.Text()
	if !strings.HasPrefix(text, "{") {
		return format.None
	}
	keys := []string{`"asset"`, `"accessors"`, `"meshes"`}
	if h.Extension == "gltf" {
		keys = append(keys, `"buffers"`, `"bufferViews"`, `"images"`, `"animations"`, `"nodes"`, `"materials"`)
	}
	for _, key := range keys {
		if strings.Contains(text, key) {
			return format.Fitting
		}
	}
	return format.None
}
