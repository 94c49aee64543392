package geometry

import (
	"math"

	"vitrine/internal/geometry/source"
)

// The limits of posing: vertices of all posed meshes, and what is done for them,
// a pull of a joint at a vertex being one.
const (
	maxPosed  = 4_000_000
	MaxPulls  = 64_000_000
	MaxJoints = 1 << 16 // of a skin
)

// skin bends the mesh of an instance.
type skin struct {
	instance int
	bend     func(p *Posing) error
}

// AddSkin has pose bend the mesh of the instance that was placed last.
func (m *Model) AddSkin(bend func(p *Posing) error) { m.BendWith(len(m.Instances)-1, bend) }

// BendWith has pose bend the mesh of an instance.
func (m *Model) BendWith(instance int, bend func(p *Posing) error) {
	m.skins = append(m.skins, skin{instance, bend})
}

// Pose bends skinned meshes as their skeletons stand in the file: each such
// instance gets a mesh of its own, a copy in other places. A skin that can't be
// read, that is too large or that throws its mesh out of all bounds leaves it where
// it was.
func (m *Model) Pose() {
	vertices, pulls := maxPosed, MaxPulls
	for _, s := range m.skins {
		if pulls < 0 {
			break
		}
		instance := &m.Instances[s.instance]
		mesh := m.Meshes[instance.Mesh]
		count := len(mesh.Positions) / 3
		if count > vertices || len(m.Meshes) >= source.MaxNodes {
			continue
		}
		vertices -= count
		p := newPosing(&mesh, &pulls)
		if m.Motion != nil {
			p.keepJoints()
		}
		if s.bend(p) != nil || p.Left() < 0 || !p.pulled {
			continue
		}
		mesh.Positions, mesh.Normals, mesh.Indices = p.finish(&instance.Matrix)
		if !source.Finite(mesh.Positions) {
			continue
		}
		mesh.Copy, mesh.Welded, mesh.Joints, mesh.Weights = true, false, p.joints, p.shares
		// Joints take points straight to their places in the scene, so where the mesh stood no longer counts.
		*instance = Instance{Mesh: len(m.Meshes), Matrix: Identity}
		m.Meshes = append(m.Meshes, mesh)
	}
	m.skins = nil
}

// Posing sums up where joints pull the vertices of a mesh: linear blend skinning,
// p' = Σ w (M p) / Σ w, so that there may be any number of joints at a vertex and
// none is kept.
type Posing struct {
	mesh     *Mesh
	points   []float32
	normals  []float32 // nil: the mesh has none
	weights  []float32
	joints   []uint16 // see Mesh.Joints; nil: nobody asks for them
	shares   []float32
	pulls    *int
	pulled   bool
	mirrored bool
}

func newPosing(mesh *Mesh, pulls *int) *Posing {
	p := &Posing{mesh: mesh, points: make([]float32, len(mesh.Positions)), weights: make([]float32, len(mesh.Positions)/3), pulls: pulls}
	if len(mesh.Normals) == len(mesh.Positions) {
		p.normals = make([]float32, len(mesh.Normals))
	}
	return p
}

// keepJoints has the four joints kept that pull most at each vertex.
func (p *Posing) keepJoints() {
	p.joints, p.shares = make([]uint16, 4*len(p.weights)), make([]float32, 4*len(p.weights))
	for i := range p.joints {
		p.joints[i] = Unmoved
	}
}

// Keep notes that a joint pulls at a vertex.
func (p *Posing) Keep(vertex, node int, weight float32) {
	if p.joints == nil || !(weight > 0 && weight < 1e6) || vertex < 0 || vertex >= len(p.weights) {
		return
	}
	least, shares := 0, p.shares[4*vertex:4*vertex+4]
	for i, share := range shares {
		if share < shares[least] {
			least = i
		}
	}
	if weight > shares[least] {
		p.joints[4*vertex+least], shares[least] = uint16(node), weight
	}
}

// Left is the work that may still be done; below 0 it was too much.
func (p *Posing) Left() int { return *p.pulls }

// Spend takes work that was done off what is left.
func (p *Posing) Spend(work int) { *p.pulls -= work }

// Pull moves a vertex as a joint does, as far as its weight goes. A joint that is
// nil is not there, and what is no number or no vertex does nothing.
func (p *Posing) Pull(vertex int, joint *[16]float64, weight float32) {
	*p.pulls--
	// It says what a weight must be, and negates that: NaN, which fails every comparison, is refused as well.
	if joint == nil || !(weight > 0 && weight < 1e6) || vertex < 0 || vertex >= len(p.weights) || *p.pulls < 0 {
		return
	}
	if !p.pulled {
		p.pulled, p.mirrored = true, determinant(joint) < 0
	}
	p.weights[vertex] += weight
	blend(p.points, p.mesh.Positions, vertex, joint, float64(weight), 1)
	if p.normals != nil {
		blend(p.normals, p.mesh.Normals, vertex, joint, float64(weight), 0)
	}
}

// blend adds a vector as a matrix moves it; at is 1 for a point and 0 for a
// direction. The conversions keep products from being fused with sums, which
// would give other pictures on other machines.
func blend(to, from []float32, vertex int, m *[16]float64, weight, at float64) {
	v, sum := from[3*vertex:3*vertex+3:3*vertex+3], to[3*vertex:3*vertex+3:3*vertex+3]
	x, y, z := float64(v[0]), float64(v[1]), float64(v[2])
	for row := range sum {
		moved := float64(m[row]*x) + float64(m[4+row]*y) + float64(m[8+row]*z) + float64(m[12+row]*at)
		sum[row] += float32(float64(moved * weight))
	}
}

// finish returns the mesh as it was pulled. Vertices that nothing pulls stand where
// the mesh did.
func (p *Posing) finish(otherwise *[16]float64) (points, normals []float32, indices []uint32) {
	for i, weight := range p.weights {
		if !(weight > 0) {
			blend(p.points, p.mesh.Positions, i, otherwise, 1, 1)
			if p.normals != nil {
				blend(p.normals, p.mesh.Normals, i, otherwise, 1, 0)
			}
			continue
		}
		for k := range 3 {
			p.points[3*i+k] /= weight
		}
	}
	if p.normals == nil {
		p.normals = p.mesh.Normals
	}
	return p.points, p.normals, p.facing()
}

// facing are the triangles with their fronts where they were: joints that mirror
// would turn them.
func (p *Posing) facing() []uint32 {
	if !p.mirrored {
		return p.mesh.Indices
	}
	turned := make([]uint32, len(p.mesh.Indices))
	for i := 0; i+2 < len(turned); i += 3 {
		turned[i], turned[i+1], turned[i+2] = p.mesh.Indices[i], p.mesh.Indices[i+2], p.mesh.Indices[i+1]
	}
	return turned
}

// Joint returns where a joint takes what it was bound to; nil when that is out of
// all bounds.
func Joint(matrix [16]float64) *[16]float64 {
	if !Bounded(&matrix) {
		return nil
	}
	return &matrix
}

// determinant is that of the part of a matrix that turns and scales.
func determinant(m *[16]float64) float64 {
	return m[0]*(m[5]*m[10]-m[9]*m[6]) - m[4]*(m[1]*m[10]-m[9]*m[2]) + m[8]*(m[1]*m[6]-m[5]*m[2])
}

// Inverse undoes a matrix whose last row is 0, 0, 0, 1. False: nothing does.
func Inverse(m *[16]float64) (inverse [16]float64, ok bool) {
	d := determinant(m)
	if !(math.Abs(d) > 1e-60) {
		return Identity, false
	}
	inverse = Identity
	for row := range 3 {
		for column := range 3 {
			// The cofactor of the element across the diagonal.
			a, b, c, e := (column+1)%3, (column+2)%3, (row+1)%3, (row+2)%3
			inverse[4*column+row] = (m[4*c+a]*m[4*e+b] - m[4*e+a]*m[4*c+b]) / d
		}
	}
	x, y, z := transform(&inverse, m[12], m[13], m[14])
	inverse[12], inverse[13], inverse[14] = -x, -y, -z
	return inverse, true
}

// MaxMorphed bounds what is added to vertices: one target at one vertex each.
// Meshes beyond it stand as they are without their targets.
const MaxMorphed = 16_000_000
