package render

import (
	"math"
	"slices"
	"sort"

	"vitrine/internal/geometry"
)

// scene is a model with z upwards, its box of size 1 around the origin.
type scene struct {
	parts    []part
	surfaces []surface // by material + 1: the first is of what has none
	loader   *loader
	low      vec // of the box
	high     vec
	count    uint32 // primitives
	dressed  bool   // its surfaces have their textures
	decoded  func(*geometry.Texture)
}

// part is a mesh at its place.
type part struct {
	mesh     *geometry.Mesh
	groups   []geometry.Group
	world    affine
	normals  affine // turns normals
	mirrored bool
	points   bool
	first    uint32 // number of its first primitive in the scene
	count    uint32 // triangles, or points
	used     []uint64
	smooth   *smooth // nil: flat, or the mesh has normals
}

// maxPrimitives is how many a scene numbers.
const maxPrimitives = 1 << 31

// farthest is the largest coordinate that counts; what is farther out is no
// place where anything could be.
const farthest = 1e100

// newScene places the meshes and finds out how large the whole is.
func newScene(m *geometry.Model) (*scene, error) {
	s := &scene{}
	prepared := make([]part, len(m.Meshes))
	for _, instance := range m.Instances {
		if instance.Mesh < 0 || instance.Mesh >= len(m.Meshes) {
			continue
		}
		p := &prepared[instance.Mesh]
		if p.mesh == nil {
			*p = newPart(&m.Meshes[instance.Mesh], len(m.Materials))
		}
		if p.count == 0 || uint64(s.count)+uint64(p.count) > maxPrimitives {
			continue
		}
		placed := *p
		placed.first = s.count
		placed.world = placement(&instance.Matrix, UpAxis(m))
		s.count += p.count
		s.parts = append(s.parts, placed)
	}
	if !s.normalise() {
		return nil, ErrEmpty
	}
	return s, nil
}

// UpAxis is the axis that a model calls up. Files that do not say are z up
// where their vertices had to be found by position, as in STL and what else is
// made to be printed, and y up otherwise, as in OBJ.
func UpAxis(m *geometry.Model) string {
	if m.UpAxis != "" {
		return m.UpAxis
	}
	if len(m.Meshes) > 0 && m.Meshes[0].Vertices < 0 {
		return "z"
	}
	return "y"
}

// placement makes rows of a column-major matrix, with z upwards and the front
// towards negative y.
func placement(columns *[16]float64, up string) affine {
	row := func(i int) [4]float64 { return [4]float64{columns[i], columns[4+i], columns[8+i], columns[12+i]} }
	x, y, z := row(0), row(1), row(2)
	// Each way is a turn: to exchange two axes alone would mirror the model.
	switch up {
	case "z":
		return affine{x, y, z}
	case "x":
		return affine{y, z, x}
	}
	for i := range z {
		z[i] = -z[i]
	}
	return affine{x, z, y}
}

func newPart(mesh *geometry.Mesh, materials int) part {
	p := part{mesh: mesh, points: mesh.Points || len(mesh.Indices) < 3}
	vertices := len(mesh.Positions) / 3
	if p.points {
		p.count = uint32(min(vertices, maxPrimitives))
		p.groups = []geometry.Group{{Material: -1, First: 0, End: int(p.count)}}
		return p
	}
	p.count = uint32(min(len(mesh.Indices)/3, maxPrimitives))
	p.groups = groupsOf(mesh, int(p.count), materials)
	p.used = make([]uint64, (vertices+63)/64)
	for _, i := range mesh.Indices {
		if int(i) < vertices {
			p.used[i/64] |= 1 << (i % 64)
		}
	}
	return p
}

// groupsOf are a mesh's groups in order, without what is wrong in them.
func groupsOf(mesh *geometry.Mesh, triangles, materials int) []geometry.Group {
	if mesh.Groups == nil {
		return []geometry.Group{{Material: -1, First: 0, End: triangles}}
	}
	groups := slices.Clone(mesh.Groups)
	sort.SliceStable(groups, func(i, j int) bool { return groups[i].First < groups[j].First })
	last, kept := 0, groups[:0]
	for _, g := range groups {
		g.First, g.End = max(g.First, last), min(g.End, triangles)
		if g.Material < 0 || g.Material >= materials {
			g.Material = -1
		}
		if g.First < g.End {
			last, kept = g.End, append(kept, g)
		}
	}
	return kept
}

// vertices calls f with the places of all vertices that are of use. False ends
// it.
func (p *part) vertices(f func(v vec)) {
	positions := p.mesh.Positions
	for i := 0; i+2 < len(positions); i += 3 {
		if n := i / 3; p.used != nil && p.used[n/64]&(1<<(n%64)) == 0 {
			continue
		}
		v := p.world.point(float64(positions[i]), float64(positions[i+1]), float64(positions[i+2]))
		if v.within(farthest) {
			f(v)
		}
	}
}

// within reports whether all coordinates are numbers below a limit.
func (a vec) within(limit float64) bool {
	return math.Abs(a.x) < limit && math.Abs(a.y) < limit && math.Abs(a.z) < limit
}

// normalise moves the middle to the origin and makes the box's diagonal 1.
func (s *scene) normalise() bool {
	inf := math.Inf(1)
	low, high := vec{inf, inf, inf}, vec{-inf, -inf, -inf}
	for i := range s.parts {
		s.parts[i].vertices(func(v vec) { low, high = low.lowest(v), high.highest(v) })
	}
	size := high.sub(low).length()
	if !(size > 1e-60) || size > farthest {
		return false
	}
	middle, zoom := low.mix(high, 0.5), 1/size
	s.low, s.high = low.sub(middle).mul(zoom), high.sub(middle).mul(zoom)
	fit := affine{{zoom, 0, 0, mul(-middle.x, zoom)}, {0, zoom, 0, mul(-middle.y, zoom)}, {0, 0, zoom, mul(-middle.z, zoom)}}
	for i := range s.parts {
		p := &s.parts[i]
		p.world = fit.after(&p.world)
		p.normals, p.mirrored = p.world.cofactors()
	}
	return true
}

// find returns the part of a primitive, its number there and its material.
func (s *scene) find(primitive uint32) (p *part, number, material int) {
	i := sort.Search(len(s.parts), func(i int) bool { return s.parts[i].first > primitive }) - 1
	p = &s.parts[i]
	number = int(primitive - p.first)
	if len(p.groups) == 1 {
		return p, number, p.groups[0].Material
	}
	g := sort.Search(len(p.groups), func(i int) bool { return p.groups[i].End > number })
	return p, number, p.groups[g].Material
}

// corners returns the vertices of a triangle; false: some do not exist.
func (p *part) corners(triangle int) (v [3]uint32, ok bool) {
	v = [3]uint32(p.mesh.Indices[3*triangle:])
	return v, int(max(v[0], v[1], v[2])) < len(p.mesh.Positions)/3
}

// at is the place of a vertex in the mesh.
func (p *part) at(vertex uint32) vec {
	q := p.mesh.Positions[3*vertex : 3*vertex+3 : 3*vertex+3]
	return vec{float64(q[0]), float64(q[1]), float64(q[2])}
}
