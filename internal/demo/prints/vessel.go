package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// TwistedVase is a vase with ripples that wind around it.
func TwistedVase() []sculpt.Part {
	return one("vase", rippleVase().Paint(filament(0x3f8f8b)))
}

// FacetedPlanter is a pot of flat faces in its saucer.
func FacetedPlanter() []sculpt.Part {
	return []sculpt.Part{
		{Name: "pot", Mesh: facetPlanter().Move(0, 0, 3).Paint(spool("clay pink", 0xd98873))},
		{Name: "saucer", Mesh: facetSaucer().Paint(spool("cream", 0xefe3cf))},
	}
}

// PencilCup is a woven cup for pencils.
func PencilCup() []sculpt.Part {
	return one("cup", latticeCup().Paint(filament(0x5b6fb5)))
}

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
func (s vessel) mesh() *sculpt.Mesh {
	rows := s.rows()
	n := len(rows)
	g := sculpt.Grid{NU: s.segments, NV: n - 1, WrapU: true}
	if s.drain > 0 {
		g.NV, g.WrapV = n, true
	}
	g.At = func(u, v float64) sculpt.Vec {
		row := rows[int(math.Round(v*float64(g.NV)))%n]
		angle := 2 * math.Pi * u
		radius := row.middle
		if !row.flat {
			radius = s.radius(angle, row.t) - row.inset
		}
		if s.turn != nil {
			angle += s.turn(row.t)
		}
		return sculpt.Polar(radius, angle, row.z)
	}
	return g.Mesh()
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

// bulge returns the radius at a share of the height, a curve through radii at
// equal steps.
func bulge(t float64, radii ...float64) float64 {
	last := len(radii) - 1
	at := func(i int) sculpt.Pt { return sculpt.Pt{radii[min(max(i, 0), last)]} }
	i := min(int(t*float64(last)), last-1)
	return sculpt.CatmullRom(at(i-1), at(i), at(i+1), at(i+2), t*float64(last)-float64(i))[0]
}

// rippleVase swells and closes again, its eleven ripples wound around it.
func rippleVase() *sculpt.Mesh {
	return vessel{
		height: 165, wall: 2, floor: 2.4, segments: 110, steps: 30,
		radius: func(angle, t float64) float64 {
			return bulge(t, 30, 44, 52, 51, 40, 27, 24, 33) + (1.2+2.2*math.Sin(math.Pi*min(t+0.08, 1)))*math.Cos(11*angle)
		},
		turn: func(t float64) float64 { return 1.4 * sculpt.Smoothstep(0, 1, t) },
	}.mesh()
}

// facetPlanter has rings of nine corners, each ring half a corner further.
func facetPlanter() *sculpt.Mesh {
	radii := []float64{34, 47, 56, 58, 52}
	steps := len(radii) - 1
	return vessel{
		height: 92, wall: 3, floor: 4, drain: 5, segments: 9, steps: steps,
		radius: func(_, t float64) float64 {
			i := min(int(t*float64(steps)), steps-1)
			return radii[i] + (radii[i+1]-radii[i])*(t*float64(steps)-float64(i))
		},
		turn: func(t float64) float64 { return -math.Pi / 9 * t * float64(steps) },
	}.mesh().Facet()
}

func facetSaucer() *sculpt.Mesh {
	return vessel{
		height: 14, wall: 3.2, floor: 3, segments: 9, steps: 1,
		radius: func(_, t float64) float64 { return 46 + 11*t },
		turn:   func(t float64) float64 { return -math.Pi / 9 * t },
	}.mesh().Facet()
}

// latticeCup is woven of bars that wind both ways around a waist.
func latticeCup() *sculpt.Mesh {
	const height, bars = 104.0, 13
	radius := func(t float64) float64 { return 39 - 7*math.Sin(math.Pi*t) + 3*t }
	bar := func(way float64) *sculpt.Mesh {
		return sculpt.Tube(sculpt.Path(26, func(t float64) sculpt.Vec { return sculpt.Polar(radius(t), way*2.1*t, 4+t*(height-7)) }), 1.9, 8)
	}
	floor := vessel{
		height: 12, wall: 2.6, floor: 3, segments: 78, steps: 2,
		radius: func(_, t float64) float64 { return 40.6 - 1.8*t },
	}.mesh()
	rim := sculpt.Torus(radius(1), 3, 78, 10).Move(0, 0, height-3)
	return sculpt.Join(floor, rim, sculpt.Around(bars, bar(1)), sculpt.Around(bars, bar(-1)))
}
