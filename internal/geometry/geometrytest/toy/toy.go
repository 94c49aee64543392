// Package toy reads a format that nobody has: "toy 1" in the first line, and in each line
// behind it the three corners of a triangle, as nine numbers. It shows how a format is
// added, see docs/another-format.md. No program imports it.
package toy

import (
	"errors"
	"io"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/format"
	"vitrine/internal/geometry/source"
)

// Format describes the toy format.
func Format() format.Format {
	return format.Format{
		Name: "toy", Extensions: []string{"toy"}, Detect: detect, Unmistakable: format.Text, Read: Read, UTF16: true,
	}
}

func detect(h *format.Head) format.Evidence {
	if h.BeginsText("toy 1") {
		return format.Signed
	}
	return format.None
}

// Read reads a file as one mesh.
func Read(in source.Input) (*geometry.Model, error) {
	lines := source.NewLines(in.Reader())
	if _, err := lines.Next(); err != nil {
		return nil, err
	}
	mesh := geometry.Mesh{Vertices: -1}
	for {
		line, err := lines.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := addTriangle(&mesh, line, lines.Number); err != nil {
			return nil, err
		}
	}
	if mesh.Polygons == 0 {
		return nil, source.Refuse(source.NoContent, "the file holds no triangles")
	}
	m := &geometry.Model{Meshes: []geometry.Mesh{mesh}, Units: "mm", UpAxis: "z"}
	m.Place(0)
	return m, nil
}

// addTriangle reads nine numbers.
func addTriangle(mesh *geometry.Mesh, line []byte, number int) error {
	if mesh.Polygons == source.MaxTriangles {
		return source.Refuse(source.Limit, "the file has more than %d triangles", int64(source.MaxTriangles))
	}
	at := 0
	for range 9 {
		v, next, ok := source.ReadNumber(line, at)
		if !ok {
			return source.Refuse(source.Malformed, "line %d: a triangle has nine numbers", number)
		}
		if !source.Finite([]float32{float32(v)}) {
			return source.ErrNoNumber
		}
		mesh.Positions, at = append(mesh.Positions, float32(v)), next
	}
	for range 3 {
		mesh.Indices = append(mesh.Indices, uint32(len(mesh.Indices)))
	}
	mesh.Polygons++
	return nil
}
