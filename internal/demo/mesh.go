package demo

import "math"

// Color is sRGB, each channel from 0 to 1.
type Color [3]float64

// rgb takes a colour as it is written on the web, such as 0x336699.
func rgb(hex uint32) Color {
	return Color{float64(hex>>16&255) / 255, float64(hex>>8&255) / 255, float64(hex&255) / 255}
}

// Material is how a surface looks, in the terms of glTF's metallic-roughness
// model.
type Material struct {
	Name      string
	Color     Color
	Metallic  float64
	Roughness float64
	Glow      float64  // how much of its colour it emits
	Texture   *Texture // in place of Color, where there is one
}

// Face is a triangle, counter-clockwise seen from outside.
type Face struct {
	V        [3]uint32
	UV       [3]Pt // used with a textured material only; v grows upwards
	Material uint16
}

// Mesh is a triangle mesh. Vertices are shared between faces; where the surface
// is creased is found by angle, see creased.
type Mesh struct {
	Points    []Vec
	Faces     []Face
	Materials []Material
}

// Part is a mesh with a name: an object of a scene, a file of a print.
type Part struct {
	Name string
	Mesh *Mesh
	// Spin makes the part turn for ever in formats that can say so.
	Spin *Spin
}

// Spin is a steady turn about an axis.
type Spin struct {
	Pivot   Vec
	Axis    Vec // length 1
	Seconds float64
}

func (m *Mesh) point(p Vec) uint32 {
	m.Points = append(m.Points, p)
	return uint32(len(m.Points) - 1)
}

// face adds a triangle unless two of its corners are the same.
func (m *Mesh) face(a, b, c uint32, uv ...Pt) {
	if a == b || b == c || c == a {
		return
	}
	f := Face{V: [3]uint32{a, b, c}}
	copy(f.UV[:], uv)
	m.Faces = append(m.Faces, f)
}

// paint gives the whole mesh one material.
func (m *Mesh) paint(material Material) *Mesh {
	m.Materials = []Material{material}
	for i := range m.Faces {
		m.Faces[i].Material = 0
	}
	return m
}

// join puts meshes together, as they are, into a new one. Materials of the same
// name become one.
func join(meshes ...*Mesh) *Mesh {
	whole := &Mesh{}
	index := map[string]uint16{}
	for _, m := range meshes {
		first := uint32(len(whole.Points))
		whole.Points = append(whole.Points, m.Points...)
		ids := make([]uint16, max(len(m.Materials), 1))
		for i, material := range m.Materials {
			id, known := index[material.Name]
			if !known {
				id = uint16(len(whole.Materials))
				index[material.Name] = id
				whole.Materials = append(whole.Materials, material)
			}
			ids[i] = id
		}
		for _, f := range m.Faces {
			f.V = [3]uint32{f.V[0] + first, f.V[1] + first, f.V[2] + first}
			f.Material = ids[f.Material]
			whole.Faces = append(whole.Faces, f)
		}
	}
	return whole
}

// each moves every point.
func (m *Mesh) each(f func(Vec) Vec) *Mesh {
	for i, p := range m.Points {
		m.Points[i] = f(p)
	}
	return m
}

func (m *Mesh) move(x, y, z float64) *Mesh {
	return m.each(func(p Vec) Vec { return p.add(Vec{x, y, z}) })
}

func (m *Mesh) scale(x, y, z float64) *Mesh {
	m.each(func(p Vec) Vec { return p.scale(Vec{x, y, z}) })
	if x*y*z < 0 {
		m.flip()
	}
	return m
}

func (m *Mesh) zoom(s float64) *Mesh { return m.scale(s, s, s) }

// turn rotates by degrees about an axis through the origin.
func (m *Mesh) turn(axis Vec, degrees float64) *Mesh {
	axis = axis.unit()
	return m.each(func(p Vec) Vec { return p.turn(axis, radians(degrees)) })
}

func (m *Mesh) turnX(degrees float64) *Mesh { return m.turn(Vec{1, 0, 0}, degrees) }
func (m *Mesh) turnY(degrees float64) *Mesh { return m.turn(Vec{0, 1, 0}, degrees) }
func (m *Mesh) turnZ(degrees float64) *Mesh { return m.turn(Vec{0, 0, 1}, degrees) }

// flip turns the mesh inside out.
func (m *Mesh) flip() *Mesh {
	for i := range m.Faces {
		f := &m.Faces[i]
		f.V[1], f.V[2] = f.V[2], f.V[1]
		f.UV[1], f.UV[2] = f.UV[2], f.UV[1]
	}
	return m
}

// copy gives a mesh that can be changed without changing m.
func (m *Mesh) copy() *Mesh { return join(m) }

// bounds gives the lowest and the highest corner of the box around the mesh.
func (m *Mesh) bounds() (low, high Vec) {
	inf := math.Inf(1)
	low, high = Vec{inf, inf, inf}, Vec{-inf, -inf, -inf}
	for _, p := range m.Points {
		low, high = low.lowest(p), high.highest(p)
	}
	return low, high
}

// rest centres the mesh over the origin and puts it on the ground.
func (m *Mesh) rest() *Mesh {
	low, high := m.bounds()
	return m.move(-(low.x+high.x)/2, -(low.y+high.y)/2, -low.z)
}

// repeat puts n copies together, each placed by place.
func repeat(n int, shape *Mesh, place func(i int, copy *Mesh)) *Mesh {
	copies := make([]*Mesh, n)
	for i := range copies {
		copies[i] = shape.copy()
		place(i, copies[i])
	}
	return join(copies...)
}

// around puts n copies in a ring about the Z axis.
func around(n int, shape *Mesh) *Mesh {
	return repeat(n, shape, func(i int, c *Mesh) { c.turnZ(360 * float64(i) / float64(n)) })
}

// mirror gives the mesh and its mirror image across the plane x = 0.
func (m *Mesh) mirror() *Mesh { return join(m, m.copy().scale(-1, 1, 1)) }
