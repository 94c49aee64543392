package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// Globe is an old desk globe of an invented world in its brass meridian.
func Globe() []sculpt.Part {
	tilt := sculpt.V(math.Sin(sculpt.Radians(23)), 0, math.Cos(sculpt.Radians(23)))
	const middle = 0.27
	world := sculpt.Sphere(0.15, 64).Paint(globeMap()).TurnZ(140).TurnY(23).Move(0, 0, middle)
	// A square bar bent to a circle: the meridian stands on its edge.
	meridian := sculpt.Hoop(80, []sculpt.Pt{{0.158, -0.006}, {0.172, -0.006}, {0.172, 0.006}, {0.158, 0.006}}).TurnX(90).Move(0, 0, middle)
	pins := []*sculpt.Mesh{}
	for _, s := range []float64{-1, 1} {
		from, to := tilt.Mul(s*0.148), tilt.Mul(s*0.19)
		pins = append(pins, sculpt.Rod(from, to, 0.005, 14), sculpt.Sphere(0.009, 20).Move(to.X, to.Y, to.Z))
	}
	brasswork := sculpt.Join(meridian, sculpt.Join(pins...).Move(0, 0, middle)).Paint(brass())
	return []sculpt.Part{{Name: "world", Mesh: world}, {Name: "meridian", Mesh: brasswork}, {Name: "stand", Mesh: globeStand(middle - 0.166)}}
}

func globeStand(height float64) *sculpt.Mesh {
	turned := sculpt.Smooth(5, []sculpt.Pt{{0.115, 0}, {0.118, 0.012}, {0.1, 0.022}, {0.06, 0.03}, {0.026, 0.045}, {0.021, 0.062},
		{0.03, 0.074}, {0.024, height}})
	foot := sculpt.Lathe(56, append(append([]sculpt.Pt{{0, 0}}, turned...), sculpt.Pt{0, height})).Paint(walnut())
	ring := sculpt.Torus(0.031, 0.004, 40, 10).Move(0, 0, 0.074).Paint(brass())
	return sculpt.Join(foot, ring)
}

// globeMap paints land and sea on parchment, with a net of meridians.
func globeMap() sculpt.Material {
	texture := sculpt.PaintTexture(1024, 512, func(u, v float64) sculpt.Color {
		p := sculpt.Polar(math.Sin(math.Pi*v), 2*math.Pi*u, -math.Cos(math.Pi*v))
		height := sculpt.Fractal(p.Mul(1.7).Add(sculpt.V(3.1, 1.7, 0.4)), 6, 11) + 0.03
		paper := sculpt.RGB(0x9fbcb4).Blend(sculpt.RGB(0xd9cfa8), 0.3+0.3*sculpt.Fractal(p.Mul(3), 3, 60))
		if height > 0 {
			low, high := sculpt.RGB(0xd8b871), sculpt.RGB(0x9a6f3f)
			paper = low.Blend(high, sculpt.Smoothstep(0.02, 0.3, height))
			if math.Abs(p.Z) > 0.86 {
				paper = sculpt.RGB(0xf0ead8)
			}
		}
		paper = paper.Blend(sculpt.RGB(0x5a4630), 0.75*(1-sculpt.Smoothstep(0.004, 0.014, math.Abs(height))))
		return paper.Blend(sculpt.RGB(0x6b5a40), 0.4*globeNet(u, v))
	})
	return sculpt.Material{Name: "map", Color: sculpt.RGB(0xcdbf92), Roughness: 0.4, Texture: texture}
}

// globeNet is 1 on the lines of longitude and latitude, 15 degrees apart; the
// equator is broader.
func globeNet(u, v float64) float64 {
	away := func(x float64) float64 { return math.Abs(x - math.Round(x)) }
	width := 0.012
	if math.Abs(v-0.5) < 0.02 {
		width = 0.035
	}
	across := (1 - sculpt.Smoothstep(width, 2*width, away(12*v)))
	round := 1 - sculpt.Smoothstep(0.014, 0.028, away(24*u)*math.Sin(math.Pi*v))
	return max(across, round*sculpt.Smoothstep(0.02, 0.09, min(v, 1-v)))
}
