package collada

import (
	"fmt"
	"math"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/polygon"
	"vitrine/internal/geometry/source"
)

// shape is a geometry that was read, and the meshes made of it: one for
// each choice of materials.
type shape struct {
	mesh    int // the first one; -1: it holds none
	groups  []geometry.Group
	symbols []string         // what the groups' materials are called
	bound   map[string]int   // meshes by their materials; nil: none is chosen
	corners *polygon.Corners // its vertices by position, where a skin may want them
}

// The values that corners have beside their positions.
const (
	uv = iota
	normal
	color
	kinds
)

// pool holds the values of one kind, of all the sources that a mesh has.
type pool struct {
	values []float32
	bases  map[int]span // by source
	bare   bool         // a corner has none
}

// span is where the values of a source are.
type span struct{ base, count int64 }

var sizes = [kinds]int{2, 3, 4}

// builder makes a mesh of a geometry.
type builder struct {
	*reader
	positions []float32
	shared    int // the element that says what belongs to a position
	pools     [kinds]pool

	vertex   polygon.Corners
	indices  []uint32
	groups   []geometry.Group
	symbols  []string
	numbered map[string]int // symbols
	face, at []uint32       // the corners of the face at hand, and their positions
	shapes   polygon.Cutter
	polygons int64
}

// geometry reads a geometry once.
func (r *reader) geometry(element int) (*shape, error) {
	if known := r.meshes[element]; known != nil {
		return known, nil
	}
	g := &shape{mesh: -1}
	r.meshes[element] = g
	mesh := r.find(element, "mesh")
	if mesh == 0 {
		mesh = r.find(element, "convex_mesh")
	}
	if mesh == 0 {
		return g, nil
	}
	b := &builder{reader: r}
	if err := b.read(mesh); err != nil || len(b.positions) == 0 {
		return g, err
	}
	if len(r.model.Meshes) >= source.MaxNodes {
		return nil, source.Refuse(source.Limit, "the file has more than %d meshes", source.MaxNodes)
	}
	g.mesh, g.groups, g.symbols = len(r.model.Meshes), b.groups, b.symbols
	r.model.Meshes = append(r.model.Meshes, b.mesh(r.attribute(element, "name")))
	if r.model.Rigged {
		g.corners = &b.vertex
	}
	return g, nil
}

func (b *builder) read(mesh int) error {
	if b.shared = b.find(mesh, "vertices"); b.shared == 0 {
		return source.Refuse(source.Malformed, "a mesh has no vertices")
	}
	if err := b.readPositions(); err != nil {
		return err
	}
	for primitive := range b.children(mesh) {
		switch string(b.name(primitive)) {
		case "triangles", "polylist", "polygons", "trifans", "tristrips":
			if err := b.primitive(primitive); err != nil {
				return err
			}
		}
	}
	b.corners += int64(len(b.indices))
	if n := len(b.groups); n > 0 {
		b.groups[n-1].End = len(b.indices) / 3
		if b.groups[n-1].First == b.groups[n-1].End {
			b.groups = b.groups[:n-1] // of a material without triangles
		}
	}
	return nil
}

func (b *builder) readPositions() error {
	for input := range b.children(b.shared) {
		if !b.is(input, "input") || b.attribute(input, "semantic") != "POSITION" {
			continue
		}
		file, err := b.refer(input, "source", "source")
		if err != nil {
			return err
		}
		if file == 0 {
			break
		}
		if b.positions, err = b.source(file, "vertices", 3, 0); err != nil {
			return err
		}
		if !source.Finite(b.positions) {
			return source.ErrNoNumber
		}
		if b.vertices += int64(len(b.positions) / 3); b.vertices > source.MaxVertices {
			return source.Refuse(source.Limit, "the file has more than %d vertices", source.MaxVertices)
		}
		return nil
	}
	return source.Refuse(source.Malformed, "a mesh has vertices without positions")
}

// pool reads the values of a source, once for each mesh. What is no number is
// zero.
func (b *builder) pool(kind, file int) (span, error) {
	pool := &b.pools[kind]
	if known, ok := pool.bases[file]; ok {
		return known, nil
	}
	fill := float32(0)
	if kind == color {
		fill = 1
	}
	values, err := b.source(file, [kinds]string{"texture coordinates", "normals", "colours"}[kind], sizes[kind], fill)
	if err != nil {
		return span{}, err
	}
	added := span{int64(len(pool.values) / sizes[kind]), int64(len(values) / sizes[kind])}
	if pool.bases == nil {
		pool.bases = map[int]span{}
	}
	pool.bases[file] = added
	if pool.values = append(pool.values, values...); len(pool.values) > 4*source.MaxVertices {
		return span{}, source.Refuse(source.Limit, "a mesh has more than %d %s", source.MaxVertices, "values of a kind")
	}
	for i := len(pool.values) - len(values); i < len(pool.values); i++ {
		if v := pool.values[i]; v-v != 0 {
			pool.values[i] = 0
		}
	}
	return added, nil
}

// mesh has the vertices that faces use, one for each combination of values; all
// there are where it has no faces.
func (b *builder) mesh(name string) geometry.Mesh {
	count := int64(len(b.positions) / 3)
	if b.polygons == 0 {
		return geometry.Mesh{Name: name, Positions: b.positions, Vertices: count, Points: true}
	}
	t := &b.vertex
	mesh := geometry.Mesh{Name: name, Positions: t.Gather(b.positions, 3), Indices: b.indices, Polygons: b.polygons, Vertices: count}
	if pool := &b.pools[uv]; len(pool.values) > 0 {
		mesh.UVs = t.GatherBy(uv, pool.values, 2)
	}
	if pool := &b.pools[normal]; len(pool.values) > 0 && !pool.bare {
		mesh.Normals = t.GatherBy(normal, pool.values, 3)
	}
	if pool := &b.pools[color]; len(pool.values) > 0 && !pool.bare {
		values := t.GatherBy(color, pool.values, 4)
		mesh.Colors = make([]uint8, len(values))
		for i, v := range values {
			mesh.Colors[i] = uint8(math.Round(255 * float64(geometry.ShareOf(float64(v)))))
		}
	}
	return mesh
}

// bind returns the mesh of a geometry with these materials. A second choice of
// them is a copy that is drawn but not counted again.
func (r *reader) bind(g *shape, chosen map[string]int) (int, error) {
	materials := make([]int, len(g.symbols))
	for i, symbol := range g.symbols {
		number, ok := chosen[symbol]
		if !ok {
			number = r.materialOf(symbol)
		}
		materials[i] = number
	}
	key := fmt.Sprint(materials)
	if known, ok := g.bound[key]; ok {
		return known, nil
	}
	number := g.mesh
	if g.bound != nil {
		copied := r.model.Meshes[g.mesh]
		copied.Copy = true
		if r.vertices += int64(len(copied.Positions)/3 + len(g.groups)); r.vertices > source.MaxVertices ||
			len(r.model.Meshes) >= source.MaxNodes {
			return 0, source.Refuse(source.Limit, "the file has more than %d vertices in other materials", source.MaxVertices)
		}
		number = len(r.model.Meshes)
		r.model.Meshes = append(r.model.Meshes, copied)
	} else {
		g.bound = map[string]int{}
	}
	g.bound[key] = number
	r.model.Meshes[number].Groups = nil
	for _, group := range g.groups {
		if group.Material >= 0 {
			group.Material = materials[group.Material]
		}
		r.model.Meshes[number].Groups = append(r.model.Meshes[number].Groups, group)
	}
	return number, nil
}

// materialOf finds the material of a symbol that nothing is bound to: some
// programs write its id.
func (r *reader) materialOf(symbol string) int {
	if element := r.named(symbol, "material"); element > 0 {
		return r.materials[element]
	}
	return -1
}
