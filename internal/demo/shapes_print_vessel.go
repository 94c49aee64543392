package demo

import "math"

// vessel is a hollow body on a flat floor, open at the top. Its radius may
// depend on the angle and on the share of the height, and it may turn on its
// way up. All but the counts is in millimetres.
type vessel struct {
	height, wall, floor float64
	drain               float64 // radius of a hole in the floor, or 0
	segments, steps     int
	radius              func(angle, t float64) float64
	turn                func(t float64) float64 // radians
}

// mesh walks from the middle of the underside up the outside, over the rim, and
// down to the middle of the floor.
func (s vessel) mesh() *Mesh {
	rows := s.rows()
	n := len(rows)
	g := grid{nu: s.segments, nv: n - 1, wrapU: true}
	if s.drain > 0 {
		g.nv, g.wrapV = n, true
	}
	g.at = func(u, v float64) Vec {
		row := rows[int(math.Round(v*float64(g.nv)))%n]
		angle := 2 * math.Pi * u
		radius := row.middle
		if !row.flat {
			radius = s.radius(angle, row.t) - row.inset
		}
		if s.turn != nil {
			angle += s.turn(row.t)
		}
		return polar(radius, angle, row.z)
	}
	return g.mesh()
}

// vesselRow is a ring of points: inset from the radius, or flat around the
// middle.
type vesselRow struct {
	t, z, inset, middle float64
	flat                bool
}

func (s vessel) rows() []vesselRow {
	rows := []vesselRow{{flat: true, middle: s.drain}}
	for i := range s.steps + 1 {
		t := float64(i) / float64(s.steps)
		rows = append(rows, vesselRow{t: t, z: t * s.height})
	}
	low := s.floor / s.height
	for i := range s.steps + 1 {
		t := max(1-float64(i)/float64(s.steps), low)
		rows = append(rows, vesselRow{t: t, z: t * s.height, inset: s.wall})
	}
	return append(rows, vesselRow{t: low, z: s.floor, flat: true, middle: s.drain})
}

// bulge gives the radius at a share of the height, a curve through radii at
// equal steps.
func bulge(t float64, radii ...float64) float64 {
	last := len(radii) - 1
	at := func(i int) Pt { return Pt{radii[min(max(i, 0), last)]} }
	i := min(int(t*float64(last)), last-1)
	return catmullRom(at(i-1), at(i), at(i+1), at(i+2), t*float64(last)-float64(i))[0]
}

// rippleVase swells and closes again, its eleven ripples wound around it.
func rippleVase() *Mesh {
	return vessel{
		height: 165, wall: 2, floor: 2.4, segments: 110, steps: 30,
		radius: func(angle, t float64) float64 {
			return bulge(t, 30, 44, 52, 51, 40, 27, 24, 33) + (1.2+2.2*math.Sin(math.Pi*min(t+0.08, 1)))*math.Cos(11*angle)
		},
		turn: func(t float64) float64 { return 1.4 * smoothstep(0, 1, t) },
	}.mesh()
}

// facetPlanter has rings of nine corners, each ring half a corner further.
func facetPlanter() *Mesh {
	radii := []float64{34, 47, 56, 58, 52}
	steps := len(radii) - 1
	return vessel{
		height: 92, wall: 3, floor: 4, drain: 5, segments: 9, steps: steps,
		radius: func(_, t float64) float64 {
			i := min(int(t*float64(steps)), steps-1)
			return radii[i] + (radii[i+1]-radii[i])*(t*float64(steps)-float64(i))
		},
		turn: func(t float64) float64 { return -math.Pi / 9 * t * float64(steps) },
	}.mesh().facet()
}

func facetSaucer() *Mesh {
	return vessel{
		height: 14, wall: 3.2, floor: 3, segments: 9, steps: 1,
		radius: func(_, t float64) float64 { return 46 + 11*t },
		turn:   func(t float64) float64 { return -math.Pi / 9 * t },
	}.mesh().facet()
}

// facet gives every face points of its own, so that it is drawn flat.
func (m *Mesh) facet() *Mesh {
	points := make([]Vec, 0, 3*len(m.Faces))
	for i, f := range m.Faces {
		for k, v := range f.V {
			m.Faces[i].V[k] = uint32(len(points))
			points = append(points, m.Points[v])
		}
	}
	m.Points = points
	return m
}

// latticeCup is woven of bars that wind both ways around a waist.
func latticeCup() *Mesh {
	const height, bars = 104.0, 13
	radius := func(t float64) float64 { return 39 - 7*math.Sin(math.Pi*t) + 3*t }
	bar := func(way float64) *Mesh {
		return tube(path(26, func(t float64) Vec { return polar(radius(t), way*2.1*t, 4+t*(height-7)) }), 1.9, 8)
	}
	floor := vessel{
		height: 12, wall: 2.6, floor: 3, segments: 78, steps: 2,
		radius: func(_, t float64) float64 { return 40.6 - 1.8*t },
	}.mesh()
	rim := torus(radius(1), 3, 78, 10).move(0, 0, height-3)
	return join(floor, rim, around(bars, bar(1)), around(bars, bar(-1)))
}
