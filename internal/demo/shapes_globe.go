package demo

import "math"

// globe is an old desk globe of an invented world in its brass meridian.
func globe() []Part {
	tilt := Vec{math.Sin(radians(23)), 0, math.Cos(radians(23))}
	const middle = 0.27
	world := sphere(0.15, 64).paint(globeMap()).turnZ(140).turnY(23).move(0, 0, middle)
	// A square bar bent to a circle: the meridian stands on its edge.
	meridian := hoop(80, Pt{0.158, -0.006}, Pt{0.172, -0.006}, Pt{0.172, 0.006}, Pt{0.158, 0.006}).turnX(90).move(0, 0, middle)
	pins := []*Mesh{}
	for _, s := range []float64{-1, 1} {
		from, to := tilt.mul(s*0.148), tilt.mul(s*0.19)
		pins = append(pins, rod(from, to, 0.005, 14), sphere(0.009, 20).move(to.x, to.y, to.z))
	}
	brasswork := join(meridian, join(pins...).move(0, 0, middle)).paint(brass())
	return []Part{{Name: "world", Mesh: world}, {Name: "meridian", Mesh: brasswork}, {Name: "stand", Mesh: globeStand(middle - 0.166)}}
}

func globeStand(height float64) *Mesh {
	turned := smooth(5, Pt{0.115, 0}, Pt{0.118, 0.012}, Pt{0.1, 0.022}, Pt{0.06, 0.03}, Pt{0.026, 0.045}, Pt{0.021, 0.062}, Pt{0.03, 0.074}, Pt{0.024, height})
	foot := lathe(56, append(append([]Pt{{0, 0}}, turned...), Pt{0, height})...).paint(walnut())
	ring := torus(0.031, 0.004, 40, 10).move(0, 0, 0.074).paint(brass())
	return join(foot, ring)
}

// globeMap paints land and sea on parchment, with a net of meridians.
func globeMap() Material {
	texture := paintTexture(1024, 512, func(u, v float64) Color {
		p := polar(math.Sin(math.Pi*v), 2*math.Pi*u, -math.Cos(math.Pi*v))
		height := fractal(p.mul(1.7).add(Vec{3.1, 1.7, 0.4}), 6, 11) + 0.03
		paper := rgb(0x9fbcb4).blend(rgb(0xd9cfa8), 0.3+0.3*fractal(p.mul(3), 3, 60))
		if height > 0 {
			low, high := rgb(0xd8b871), rgb(0x9a6f3f)
			paper = low.blend(high, smoothstep(0.02, 0.3, height))
			if math.Abs(p.z) > 0.86 {
				paper = rgb(0xf0ead8)
			}
		}
		paper = paper.blend(rgb(0x5a4630), 0.75*(1-smoothstep(0.004, 0.014, math.Abs(height))))
		return paper.blend(rgb(0x6b5a40), 0.4*globeNet(u, v))
	})
	return Material{Name: "map", Color: rgb(0xcdbf92), Roughness: 0.4, Texture: texture}
}

// globeNet is 1 on the lines of longitude and latitude, 15 degrees apart; the
// equator is broader.
func globeNet(u, v float64) float64 {
	away := func(x float64) float64 { return math.Abs(x - math.Round(x)) }
	width := 0.012
	if math.Abs(v-0.5) < 0.02 {
		width = 0.035
	}
	across := (1 - smoothstep(width, 2*width, away(12*v)))
	round := 1 - smoothstep(0.014, 0.028, away(24*u)*math.Sin(math.Pi*v))
	return max(across, round*smoothstep(0.02, 0.09, min(v, 1-v)))
}
