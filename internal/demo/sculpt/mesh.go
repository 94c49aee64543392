// Package sculpt is a kit for building meshes in code: solids, surfaces over a
// grid, outlines raised to prisms or swept along paths, clay that melts together,
// ground, noise, and the moves that put pieces in their places.
//
// Shapes are Z-up; what the unit is, is up to their makers. Everything is the same
// from run to run: what looks random comes of Hash. A mesh made of closed pieces
// by Join is not their union: the pieces may run through each other.
//
// The package knows neither the shapes that are made with it nor the formats that
// they are written in.
package sculpt

import "math"

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
// is creased is found by angle, see Normals.
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

// Point adds a point and returns its index.
func (m *Mesh) Point(p Vec) uint32 {
	m.Points = append(m.Points, p)
	return uint32(len(m.Points) - 1)
}

// Face adds a triangle unless two of its corners are the same.
func (m *Mesh) Face(a, b, c uint32, uv ...Pt) {
	if a == b || b == c || c == a {
		return
	}
	f := Face{V: [3]uint32{a, b, c}}
	copy(f.UV[:], uv)
	m.Faces = append(m.Faces, f)
}

// Paint gives the whole mesh one material.
func (m *Mesh) Paint(material Material) *Mesh {
	m.Materials = []Material{material}
	for i := range m.Faces {
		m.Faces[i].Material = 0
	}
	return m
}

// Join puts meshes together, as they are, into a new one. Materials of the same
// name become one.
func Join(meshes ...*Mesh) *Mesh {
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

// Each moves every point.
func (m *Mesh) Each(f func(Vec) Vec) *Mesh {
	for i, p := range m.Points {
		m.Points[i] = f(p)
	}
	return m
}

// Move moves every point.
func (m *Mesh) Move(x, y, z float64) *Mesh {
	return m.Each(func(p Vec) Vec { return p.Add(Vec{x, y, z}) })
}

// Scale scales about the origin; a mirrored mesh keeps its faces outward.
func (m *Mesh) Scale(x, y, z float64) *Mesh {
	m.Each(func(p Vec) Vec { return p.Scale(Vec{x, y, z}) })
	if x*y*z < 0 {
		m.Flip()
	}
	return m
}

// Zoom scales evenly about the origin.
func (m *Mesh) Zoom(s float64) *Mesh { return m.Scale(s, s, s) }

// Turn rotates by degrees about an axis through the origin.
func (m *Mesh) Turn(axis Vec, degrees float64) *Mesh {
	axis = axis.Unit()
	return m.Each(func(p Vec) Vec { return p.Turn(axis, Radians(degrees)) })
}

// TurnX turns about the x axis.
func (m *Mesh) TurnX(degrees float64) *Mesh { return m.Turn(Vec{1, 0, 0}, degrees) }

// TurnY turns about the y axis.
func (m *Mesh) TurnY(degrees float64) *Mesh { return m.Turn(Vec{0, 1, 0}, degrees) }

// TurnZ turns about the z axis.
func (m *Mesh) TurnZ(degrees float64) *Mesh { return m.Turn(Vec{0, 0, 1}, degrees) }

// Flip turns the mesh inside out.
func (m *Mesh) Flip() *Mesh {
	for i := range m.Faces {
		f := &m.Faces[i]
		f.V[1], f.V[2] = f.V[2], f.V[1]
		f.UV[1], f.UV[2] = f.UV[2], f.UV[1]
	}
	return m
}

// Copy returns a mesh that can be changed without changing m.
func (m *Mesh) Copy() *Mesh { return Join(m) }

// Bounds returns the lowest and the highest corner of the box around the mesh.
func (m *Mesh) Bounds() (low, high Vec) {
	inf := math.Inf(1)
	low, high = Vec{inf, inf, inf}, Vec{-inf, -inf, -inf}
	for _, p := range m.Points {
		low, high = low.lowest(p), high.highest(p)
	}
	return low, high
}

// Rest centres the mesh over the origin and puts it on the ground.
func (m *Mesh) Rest() *Mesh {
	low, high := m.Bounds()
	return m.Move(-(low.X+high.X)/2, -(low.Y+high.Y)/2, -low.Z)
}

// Repeat puts n copies together, each placed by place.
func Repeat(n int, shape *Mesh, place func(i int, copy *Mesh)) *Mesh {
	copies := make([]*Mesh, n)
	for i := range copies {
		copies[i] = shape.Copy()
		place(i, copies[i])
	}
	return Join(copies...)
}

// Around puts n copies in a ring about the Z axis.
func Around(n int, shape *Mesh) *Mesh {
	return Repeat(n, shape, func(i int, c *Mesh) { c.TurnZ(360 * float64(i) / float64(n)) })
}

// Mirror returns the mesh and its mirror image across the plane x = 0.
func (m *Mesh) Mirror() *Mesh { return Join(m, m.Copy().Scale(-1, 1, 1)) }
