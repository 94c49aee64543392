package demo

import "math"

// sweep carries an outline, counter-clockwise, along a path. The outline is
// turned by roll (radians) and sized by size, both over t from 0 to 1; without
// them it keeps its own. An open path is closed with flat caps, and a size of 0
// at an end gives a tip.
type sweep struct {
	outline []Pt
	path    []Vec
	closed  bool
	size    func(t float64) float64
	roll    func(t float64) float64
	shift   int // columns that a closed sweep with a roll is turned by at its seam
}

func (s sweep) mesh() *Mesh {
	n, steps := len(s.outline), len(s.path)
	if !s.closed {
		steps--
	}
	right, up := s.frames()
	shell := grid{nu: n, nv: steps, wrapU: true, wrapV: s.closed, twistV: s.shift, at: func(u, v float64) Vec {
		j := int(math.Round(v * float64(steps)))
		p := s.outline[int(math.Round(u*float64(n)))%n]
		x, y := s.place(p, v)
		return s.path[j].add(right[j].mul(x)).add(up[j].mul(y))
	}}
	m := shell.mesh()
	if !s.closed {
		s.capEnds(m)
	}
	return m
}

func (s sweep) place(p Pt, t float64) (x, y float64) {
	x, y = p[0], p[1]
	if s.size != nil {
		k := s.size(t)
		x, y = x*k, y*k
	}
	if s.roll != nil {
		sin, cos := math.Sincos(s.roll(t))
		x, y = x*cos-y*sin, x*sin+y*cos
	}
	return x, y
}

// frames gives the outline's axes along the path, turning as little as can be
// (parallel transport); on a closed path the rest is spread over its length.
func (s sweep) frames() (right, up []Vec) {
	n := len(s.path)
	right, up = make([]Vec, n), make([]Vec, n)
	carried := perpendicular(s.tangent(0))
	for i := range n {
		t := s.tangent(i)
		carried = carried.sub(t.mul(carried.dot(t))).unit()
		right[i], up[i] = carried, t.cross(carried)
	}
	if !s.closed {
		return right, up
	}
	t := s.tangent(0)
	end := right[n-1].sub(t.mul(right[n-1].dot(t))).unit()
	gap := math.Atan2(end.cross(right[0]).dot(t), end.dot(right[0]))
	for i := range n {
		t, angle := s.tangent(i), gap*float64(i)/float64(n)
		right[i], up[i] = right[i].turn(t, angle), up[i].turn(t, angle)
	}
	return right, up
}

func (s sweep) tangent(i int) Vec {
	n := len(s.path)
	if s.closed {
		return s.path[(i+1)%n].sub(s.path[(i+n-1)%n]).unit()
	}
	return s.path[min(i+1, n-1)].sub(s.path[max(i-1, 0)]).unit()
}

// capEnds closes the first and the last ring of points with fans, unless they
// are tips.
func (s sweep) capEnds(m *Mesh) {
	n, last := len(s.outline), len(m.Points)-len(s.outline)
	if s.size == nil || s.size(0) > 0 {
		m.fan(0, n, true)
	}
	if s.size == nil || s.size(1) > 0 {
		m.fan(uint32(last), n, false)
	}
}

// fan closes a ring of n points.
func (m *Mesh) fan(first uint32, n int, downwards bool) {
	var middle Vec
	for i := range n {
		middle = middle.add(m.Points[int(first)+i].mul(1 / float64(n)))
	}
	centre := m.point(middle)
	for i := range uint32(n) {
		a, b := first+i, first+(i+1)%uint32(n)
		if downwards {
			a, b = b, a
		}
		m.face(centre, a, b)
	}
}

// tube is a round sweep.
func tube(path []Vec, radius float64, segments int) *Mesh {
	return sweep{outline: circle(radius, segments), path: path}.mesh()
}

// loop is a closed round sweep.
func loop(path []Vec, radius float64, segments int) *Mesh {
	return sweep{outline: circle(radius, segments), path: path, closed: true}.mesh()
}

// path samples a curve at n + 1 points from 0 to 1.
func path(n int, at func(t float64) Vec) []Vec {
	points := make([]Vec, n+1)
	for i := range points {
		points[i] = at(float64(i) / float64(n))
	}
	return points
}

// ringPath samples a closed curve at n points.
func ringPath(n int, at func(t float64) Vec) []Vec { return path(n, at)[:n] }
