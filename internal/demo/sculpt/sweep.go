package sculpt

import "math"

// Sweep carries an outline, counter-clockwise, along a path. The outline is
// turned by Roll (radians) and sized by Size, both over t from 0 to 1; without
// them it keeps its own. An open path is closed with flat caps, and a size of 0
// at an end makes a tip.
type Sweep struct {
	Outline []Pt
	Path    []Vec
	Closed  bool
	Size    func(t float64) float64
	Roll    func(t float64) float64
}

// Mesh makes the sweep.
func (s Sweep) Mesh() *Mesh {
	n, steps := len(s.Outline), len(s.Path)
	if !s.Closed {
		steps--
	}
	right, up := s.frames()
	shell := Grid{NU: n, NV: steps, WrapU: true, WrapV: s.Closed, At: func(u, v float64) Vec {
		j := int(math.Round(v * float64(steps)))
		p := s.Outline[int(math.Round(u*float64(n)))%n]
		x, y := s.place(p, v)
		return s.Path[j].Add(right[j].Mul(x)).Add(up[j].Mul(y))
	}}
	m := shell.Mesh()
	if !s.Closed {
		s.capEnds(m)
	}
	return m
}

func (s Sweep) place(p Pt, t float64) (x, y float64) {
	x, y = p[0], p[1]
	if s.Size != nil {
		k := s.Size(t)
		x, y = x*k, y*k
	}
	if s.Roll != nil {
		sin, cos := math.Sincos(s.Roll(t))
		x, y = x*cos-y*sin, x*sin+y*cos
	}
	return x, y
}

// frames returns the outline's axes along the path, turning as little as can be
// (parallel transport); on a closed path the rest is spread over its length.
func (s Sweep) frames() (right, up []Vec) {
	n := len(s.Path)
	right, up = make([]Vec, n), make([]Vec, n)
	carried := Perpendicular(s.tangent(0))
	for i := range n {
		t := s.tangent(i)
		carried = carried.Sub(t.Mul(carried.Dot(t))).Unit()
		right[i], up[i] = carried, t.Cross(carried)
	}
	if !s.Closed {
		return right, up
	}
	t := s.tangent(0)
	end := right[n-1].Sub(t.Mul(right[n-1].Dot(t))).Unit()
	gap := math.Atan2(end.Cross(right[0]).Dot(t), end.Dot(right[0]))
	for i := range n {
		t, angle := s.tangent(i), gap*float64(i)/float64(n)
		right[i], up[i] = right[i].Turn(t, angle), up[i].Turn(t, angle)
	}
	return right, up
}

func (s Sweep) tangent(i int) Vec {
	n := len(s.Path)
	if s.Closed {
		return s.Path[(i+1)%n].Sub(s.Path[(i+n-1)%n]).Unit()
	}
	return s.Path[min(i+1, n-1)].Sub(s.Path[max(i-1, 0)]).Unit()
}

// capEnds closes the first and the last ring of points with fans, unless they
// are tips.
func (s Sweep) capEnds(m *Mesh) {
	n, last := len(s.Outline), len(m.Points)-len(s.Outline)
	if s.Size == nil || s.Size(0) > 0 {
		m.Fan(0, n, true)
	}
	if s.Size == nil || s.Size(1) > 0 {
		m.Fan(uint32(last), n, false)
	}
}

// Fan closes a ring of n points.
func (m *Mesh) Fan(first uint32, n int, downwards bool) {
	var middle Vec
	for i := range n {
		middle = middle.Add(m.Points[int(first)+i].Mul(1 / float64(n)))
	}
	centre := m.Point(middle)
	for i := range uint32(n) {
		a, b := first+i, first+(i+1)%uint32(n)
		if downwards {
			a, b = b, a
		}
		m.Face(centre, a, b)
	}
}

// Tube is a round sweep.
func Tube(path []Vec, radius float64, segments int) *Mesh {
	return Sweep{Outline: Circle(radius, segments), Path: path}.Mesh()
}

// Loop is a closed round sweep.
func Loop(path []Vec, radius float64, segments int) *Mesh {
	return Sweep{Outline: Circle(radius, segments), Path: path, Closed: true}.Mesh()
}

// Path samples a curve at n + 1 points from 0 to 1.
func Path(n int, at func(t float64) Vec) []Vec {
	points := make([]Vec, n+1)
	for i := range points {
		points[i] = at(float64(i) / float64(n))
	}
	return points
}

// RingPath samples a closed curve at n points.
func RingPath(n int, at func(t float64) Vec) []Vec { return Path(n, at)[:n] }
