// Package obj reads the polygons of Wavefront OBJ and the materials of its libraries (MTL).
//
// All objects of a file are one mesh. Free-form curves and surfaces are counted and not
// drawn. It is as lenient as the programs that read OBJ are, and knows no other format.
package obj

import (
	"bytes"
	"errors"
	"io"
	"math"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/polygon"
	"vitrine/internal/geometry/source"
)

// Read reads the polygons of OBJ (Wavefront, "Advanced Visualizer Manual",
// appendix B1, "Object Files", 1995) with the colours that many programs write
// behind a vertex. All objects of a file share its vertices: they are one mesh.
func Read(in source.Input) (*geometry.Model, error) {
	r := &reader{lines: source.NewLines(in.Reader()), mostVertices: in.Size/leastVertex + 1, material: -1}
	if err := r.read(); err != nil {
		return nil, err
	}
	m := &geometry.Model{}
	if err := r.finish(m); err != nil {
		return nil, err
	}
	return m, r.readMaterials(in, m)
}

// leastVertex is the length of "v 0 0 0", the shortest vertex.
const leastVertex = 7

type reader struct {
	lines        *source.Lines
	mostVertices int64 // that the file can hold

	positions, colors, uvs, normals []float32 // as listed; colors: x < 0 is none

	vertices vertices
	indices  []uint32
	groups   []geometry.Group
	polygons int64
	face, at []uint32 // the corners of the face at hand, and their positions
	shapes   polygon.Cutter
	largest  [3]namedIndex // index of each kind
	bare     bool          // a corner has no normal
	textured bool          // a corner has a texture vertex

	material  int // of the faces to come
	name      string
	names     []string // of the materials that faces have
	numbers   map[string]int
	libraries []string
	surfaces  int64 // free-form
}

// namedIndex is an index that a face names, from 1, and the line where it does.
type namedIndex struct {
	index int64
	line  int
}

func (r *reader) read() error {
	for {
		line, err := r.lines.Logical()
		if err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		if err := r.statement(line); err != nil {
			if r.lines.Cut {
				return source.Refuse(source.Truncated, "the file ends within line %d", r.lines.Number)
			}
			return err
		}
		if len(r.positions)/3+len(r.vertices.further) > source.MaxVertices {
			return source.Refuse(source.Limit, "the file has more than %d vertices", source.MaxVertices)
		}
		if len(r.indices) > 3*source.MaxTriangles {
			return source.Refuse(source.Limit, "the file has more than %d triangles", source.MaxTriangles)
		}
	}
}

// statement reads a line. What says nothing of polygons is left out.
func (r *reader) statement(line []byte) error {
	start := 0
	for start < len(line) && line[start] <= ' ' {
		start++
	}
	end := start
	for end < len(line) && line[end] > ' ' {
		end++
	}
	rest := line[end:]
	switch string(line[start:end]) {
	case "v":
		return r.vertex(rest)
	case "vt":
		r.uvs = loose(r.uvs, rest, 2)
	case "vn":
		r.normals = loose(r.normals, rest, 3)
	case "f", "fo":
		return r.readFace(rest)
	case "usemtl":
		r.useMaterial(bytes.TrimSpace(rest))
	case "mtllib":
		if len(r.libraries) < maxLibraries {
			r.libraries = append(r.libraries, string(bytes.TrimSpace(rest)))
		}
	case "surf":
		r.surfaces++
	}
	return nil
}

// vertex reads x, y, z and, where six numbers stand there, a colour; a fourth
// number alone is a weight for curves.
func (r *reader) vertex(text []byte) error {
	var numbers [6]float32
	count, at := 0, 0
	for count < len(numbers) {
		v, next, ok := source.ReadNumber(text, at)
		if !ok {
			break
		}
		numbers[count], at = float32(v), next
		count++
	}
	if count < 3 {
		return source.Refuse(source.Malformed, "line %d: a vertex has three numbers", r.lines.Number)
	}
	for _, v := range numbers[:3] {
		if v-v != 0 { // infinite, or not a number
			return source.Refuse(source.Malformed, "line %d: the coordinates of the vertex are not finite numbers", r.lines.Number)
		}
	}
	if count == 6 || r.colors != nil {
		r.color(numbers[3:], count == 6)
	}
	r.positions = append(source.Grow(r.positions, 3), numbers[0], numbers[1], numbers[2])
	return nil
}

// color keeps a vertex's colour; those without one before it and after it get
// none.
func (r *reader) color(rgb []float32, has bool) {
	for len(r.colors) < len(r.positions) {
		r.colors = append(r.colors, -1, -1, -1)
	}
	if has {
		if sum := rgb[0] + rgb[1] + rgb[2]; sum-sum == 0 {
			r.colors = append(r.colors, rgb...)
			return
		}
	}
	r.colors = append(r.colors, -1, -1, -1)
}

// loose reads n numbers that no count depends on: what is missing, or no
// number, is zero.
func loose(to []float32, text []byte, n int) []float32 {
	at := 0
	for range n {
		v, next, ok := source.ReadNumber(text, at)
		if narrow := float32(v); !ok || narrow-narrow != 0 {
			v = 0
		}
		to, at = append(source.Grow(to, 1), float32(v)), next
	}
	return to
}

// finish makes the mesh. Its vertices are those that faces use, one for each
// combination with texture vertices and normals.
func (r *reader) finish(m *geometry.Model) error {
	count := int64(len(r.positions) / 3)
	if r.largest[0].index > count {
		return source.Refuse(source.Malformed, "line %d: the face names vertex %d, the file has %d", r.largest[0].line, r.largest[0].index, count)
	}
	// Many programs write faces that name texture vertices or normals and leave
	// those out. What is there still is a mesh.
	r.textured = r.textured && len(r.uvs) > 0
	r.bare = r.bare || r.largest[2].index > int64(len(r.normals)/3)
	switch {
	case r.polygons == 0 && r.surfaces > 0:
		m.Type, m.Counts = geometry.TypeNURBS, &geometry.Counts{Polygons: r.surfaces, Triangles: -1, Vertices: count,
			Certainty: geometry.Declared}
		return nil
	case count == 0:
		return source.Refuse(source.NoContent, "the file holds no vertices")
	case r.polygons == 0:
		m.Meshes = []geometry.Mesh{{Positions: r.positions, Colors: colors(r.colors, count), Vertices: count, Points: true}}
	default:
		m.Meshes = []geometry.Mesh{r.mesh(count)}
	}
	m.Place(0)
	return nil
}

func (r *reader) mesh(count int64) geometry.Mesh {
	t := &r.vertices
	t.settle(r.indices, int(count))
	if r.colors != nil {
		r.color(nil, false) // fills up to the last vertex, and one more
		r.colors = t.gather(r.colors[:3*count], 3)
	}
	mesh := geometry.Mesh{Positions: t.gather(r.positions, 3), Indices: r.indices, Polygons: r.polygons, Vertices: count}
	mesh.Colors = colors(r.colors, int64(len(mesh.Positions)/3))
	if r.textured {
		mesh.UVs = t.uvs(r.uvs)
	}
	if !r.bare {
		mesh.Normals = t.normals(r.normals)
	}
	if len(r.names) > 0 {
		r.groups[len(r.groups)-1].End = len(r.indices) / 3
		mesh.Groups = r.groups
	}
	return mesh
}

// colors makes bytes of colours that are written up to 1, or up to 255. A
// vertex without one is white.
func colors(rgb []float32, count int64) []uint8 {
	if rgb == nil {
		return nil
	}
	// Programs write either, and no file says which: a single number above 1 means bytes.
	scale := float32(255)
	for _, v := range rgb {
		if v > 1 {
			scale = 1
		}
	}
	colors := make([]uint8, 0, 4*count)
	for i := range int(count) {
		for k := 3 * i; k < 3*i+3; k++ {
			if k >= len(rgb) || rgb[k] < 0 {
				colors = append(colors, 255)
				continue
			}
			colors = append(colors, uint8(math.Round(float64(min(rgb[k]*scale, 255)))))
		}
		colors = append(colors, 255)
	}
	return colors
}
