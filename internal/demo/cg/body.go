package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

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
func body(segments, steps int, sections ...bodySection) *sculpt.Mesh {
	rows := steps * (len(sections) - 1)
	skin := sculpt.Grid{NU: segments, NV: rows, WrapU: true, At: func(u, v float64) sculpt.Vec {
		s := bodyAt(sections, v*float64(len(sections)-1))
		sin, cos := math.Sincos(-2 * math.Pi * u)
		return sculpt.V(s.half*bodyPower(cos, s.round), s.at, (s.low+s.high)/2+(s.high-s.low)/2*bodyPower(sin, s.round))
	}}
	m := skin.Mesh()
	n := len(m.Points)
	if sections[0].half > 0 {
		m.Fan(0, segments, true)
	}
	if sections[len(sections)-1].half > 0 {
		m.Fan(uint32(n-segments), segments, false)
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
		return sculpt.CatmullRom(sculpt.Pt{of(a)}, sculpt.Pt{of(b)}, sculpt.Pt{of(c)}, sculpt.Pt{of(d)}, t-float64(i))[0]
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
func bodySlab(width float64, outline []sculpt.Pt, holes ...[]sculpt.Pt) *sculpt.Mesh {
	return sculpt.Prism(width, outline, holes...).Each(func(p sculpt.Vec) sculpt.Vec { return sculpt.V(p.Z-width/2, p.X, p.Y) })
}

// bodyPlate is a prism that stands: an outline in X and Z, so deep along Y.
func bodyPlate(depth float64, outline []sculpt.Pt, holes ...[]sculpt.Pt) *sculpt.Mesh {
	return sculpt.Prism(depth, outline, holes...).TurnX(90).Move(0, depth/2, 0)
}

// wing lies along X with rounded tips. Its section is an aerofoil whose nose
// looks to -Y; dihedral is how far the tips are raised.
func wing(span, chord, thick, dihedral float64) *sculpt.Mesh {
	section := []sculpt.Pt{{0.5, 0}, {0.2, 0.45}, {-0.15, 0.68}, {-0.38, 0.55}, {-0.49, 0.2}, {-0.5, -0.05}, {-0.4, -0.25}, {-0.1, -0.3},
		{0.2, -0.2}}
	n := len(section)
	return sculpt.Grid{NU: n, NV: 28, WrapU: true, At: func(u, v float64) sculpt.Vec {
		x := math.Sin((2*v - 1) * math.Pi / 2)
		k := math.Sqrt(max(1-math.Pow(math.Abs(x), 7), 0))
		if v == 0 || v == 1 {
			k = 0
		}
		p := section[int(math.Round(u*float64(n)))%n]
		return sculpt.V(x*span/2, p[0]*k*chord, p[1]*k*thick+dihedral*math.Abs(x))
	}}.Mesh()
}

// propeller turns about the Z axis.
func propeller(blades int, radius, chord float64) *sculpt.Mesh {
	blade := sculpt.Sweep{
		Outline: sculpt.Ellipse(chord/2, chord/14, 10),
		Path:    sculpt.Path(8, func(t float64) sculpt.Vec { return sculpt.V(radius*(0.04+0.96*t), 0, 0) }),
		Size:    func(t float64) float64 { return 0.35 + 1.3*math.Sqrt(t)*(1-t) + 0.25*t },
		Roll:    func(t float64) float64 { return 0.75 - 0.5*t },
	}.Mesh()
	return sculpt.Around(blades, blade)
}

// sheet is a thin skin with two sides, offset along X.
func sheet(nu, nv int, thick float64, at func(u, v float64) sculpt.Vec) *sculpt.Mesh {
	right := sculpt.Grid{NU: nu, NV: nv, At: at}.Mesh()
	left := right.Copy().Flip()
	return sculpt.Join(right.Move(thick/2, 0, 0), left.Move(-thick/2, 0, 0))
}
