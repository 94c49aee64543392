package demo

import "math"

// bodySection is a cross-section of a body that lies along the Y axis: a
// superellipse. Round is its power: 2 for an ellipse, more towards a box.
type bodySection struct {
	at        float64 // along Y
	half      float64 // width
	low, high float64
	round     float64
}

// body runs a smooth skin through sections, given from front (-Y) to back. Ends
// of no width are tips, others are closed flat.
func body(segments, steps int, sections ...bodySection) *Mesh {
	rows := steps * (len(sections) - 1)
	skin := grid{nu: segments, nv: rows, wrapU: true, at: func(u, v float64) Vec {
		s := bodyAt(sections, v*float64(len(sections)-1))
		sin, cos := math.Sincos(-2 * math.Pi * u)
		return Vec{s.half * bodyPower(cos, s.round), s.at, (s.low+s.high)/2 + (s.high-s.low)/2*bodyPower(sin, s.round)}
	}}
	m := skin.mesh()
	n := len(m.Points)
	if sections[0].half > 0 {
		m.fan(0, segments, true)
	}
	if sections[len(sections)-1].half > 0 {
		m.fan(uint32(n-segments), segments, false)
	}
	return m
}

func bodyPower(x, round float64) float64 {
	return math.Copysign(math.Pow(math.Abs(x), 2/round), x)
}

func bodyAt(sections []bodySection, t float64) bodySection {
	i := min(int(t), len(sections)-2)
	at := func(k int) bodySection { return sections[min(max(k, 0), len(sections)-1)] }
	a, b, c, d := at(i-1), at(i), at(i+1), at(i+2)
	mix := func(of func(bodySection) float64) float64 {
		return catmullRom(Pt{of(a)}, Pt{of(b)}, Pt{of(c)}, Pt{of(d)}, t-float64(i))[0]
	}
	return bodySection{
		at:    mix(func(s bodySection) float64 { return s.at }),
		half:  max(mix(func(s bodySection) float64 { return s.half }), 0),
		low:   mix(func(s bodySection) float64 { return s.low }),
		high:  mix(func(s bodySection) float64 { return s.high }),
		round: mix(func(s bodySection) float64 { return s.round }),
	}
}

// bodySlab is a prism that lies on its side: an outline in Y and Z, so wide
// along X.
func bodySlab(width float64, outline []Pt, holes ...[]Pt) *Mesh {
	return prism(width, outline, holes...).each(func(p Vec) Vec { return Vec{p.z - width/2, p.x, p.y} })
}

// bodyPlate is a prism that stands: an outline in X and Z, so deep along Y.
func bodyPlate(depth float64, outline []Pt, holes ...[]Pt) *Mesh {
	return prism(depth, outline, holes...).turnX(90).move(0, depth/2, 0)
}

// dye gives another material to the faces that lie in some place. It asks for
// the middle of the box around each, which both halves of a patch share.
func (m *Mesh) dye(material Material, where func(middle Vec) bool) *Mesh {
	m.Materials = append(m.Materials, material)
	id := uint16(len(m.Materials) - 1)
	for i := range m.Faces {
		v := m.Faces[i].V
		a, b, c := m.Points[v[0]], m.Points[v[1]], m.Points[v[2]]
		if where(a.lowest(b).lowest(c).mix(a.highest(b).highest(c), 0.5)) {
			m.Faces[i].Material = id
		}
	}
	return m
}

// wing lies along X with rounded tips. Its section is an aerofoil whose nose
// looks to -Y; dihedral is how far the tips are raised.
func wing(span, chord, thick, dihedral float64) *Mesh {
	section := []Pt{{0.5, 0}, {0.2, 0.45}, {-0.15, 0.68}, {-0.38, 0.55}, {-0.49, 0.2}, {-0.5, -0.05}, {-0.4, -0.25}, {-0.1, -0.3}, {0.2, -0.2}}
	n := len(section)
	return grid{nu: n, nv: 28, wrapU: true, at: func(u, v float64) Vec {
		x := math.Sin((2*v - 1) * math.Pi / 2)
		k := math.Sqrt(max(1-math.Pow(math.Abs(x), 7), 0))
		if v == 0 || v == 1 {
			k = 0
		}
		p := section[int(math.Round(u*float64(n)))%n]
		return Vec{x * span / 2, p[0] * k * chord, p[1]*k*thick + dihedral*math.Abs(x)}
	}}.mesh()
}

// propeller turns about the Z axis.
func propeller(blades int, radius, chord float64) *Mesh {
	blade := sweep{
		outline: ellipse(chord/2, chord/14, 10),
		path:    path(8, func(t float64) Vec { return Vec{radius * (0.04 + 0.96*t), 0, 0} }),
		size:    func(t float64) float64 { return 0.35 + 1.3*math.Sqrt(t)*(1-t) + 0.25*t },
		roll:    func(t float64) float64 { return 0.75 - 0.5*t },
	}.mesh()
	return around(blades, blade)
}

// sheet is a thin skin with two sides, offset along X.
func sheet(nu, nv int, thick float64, at func(u, v float64) Vec) *Mesh {
	right := grid{nu: nu, nv: nv, at: at}.mesh()
	left := right.copy().flip()
	return join(right.move(thick/2, 0, 0), left.move(-thick/2, 0, 0))
}
