package demo

import (
	"io"

	"vitrine/internal/demo/sculpt"
	"vitrine/internal/meshfile"
)

// writeSTL writes the mesh as binary STL.
func writeSTL(w io.Writer, m *sculpt.Mesh) error {
	return meshfile.WriteSTL(w, "binary STL, millimetres, Z up", len(m.Faces), func(yield func(meshfile.Facet) bool) {
		for _, f := range m.Faces {
			a, b, c := m.Points[f.V[0]], m.Points[f.V[1]], m.Points[f.V[2]]
			normal := b.Sub(a).Cross(c.Sub(a)).Unit()
			if !yield(meshfile.Facet{Normal: single(normal), Corners: [3][3]float32{single(a), single(b), single(c)}}) {
				return
			}
		}
	})
}

func single(p sculpt.Vec) [3]float32 { return [3]float32{float32(p.X), float32(p.Y), float32(p.Z)} }
