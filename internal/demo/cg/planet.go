package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// RingedPlanet returns a planet with painted clouds, its rings and a moon. The
// planet's radius is 1; it turns about its tilted axis, and the moon around it.
func RingedPlanet() []sculpt.Part {
	axis := sculpt.V(0, 0, 1).Turn(sculpt.V(0, 1, 0), sculpt.Radians(planetTilt))
	place := func(m *sculpt.Mesh) *sculpt.Mesh { return m.TurnY(planetTilt).Move(0, 0, planetHeight) }
	pivot := sculpt.V(0, 0, planetHeight)
	globe := sculpt.Sphere(1, 72).Paint(sculpt.Material{Name: "clouds", Roughness: 0.75,
		Texture: sculpt.PaintTexture(1024, 512, planetClouds)})
	moon := sculpt.Ball(0.13, 3).Rough(0.06, 0.05, 12).TurnX(30).Move(1.35, -2.1, 0).Paint(sculpt.Matte("moon", 0xb9b2a8))
	return []sculpt.Part{
		{Name: "planet", Mesh: place(globe), Spin: &sculpt.Spin{Pivot: pivot, Axis: axis, Seconds: 24}},
		{Name: "rings", Mesh: place(planetRings())},
		{Name: "moon", Mesh: place(moon), Spin: &sculpt.Spin{Pivot: pivot, Axis: axis, Seconds: 60}},
	}
}

const (
	planetTilt   = 17  // degrees
	planetHeight = 1.3 // of the middle above the ground
)

// planetClouds are bands drawn out by turbulence, with one great storm.
func planetClouds(u, v float64) sculpt.Color {
	sin, cos := math.Sincos(math.Pi * (v - 0.5))
	p := sculpt.Polar(cos, 2*math.Pi*u, sin)
	swirl := sculpt.Fractal(sculpt.V(p.X*2.4, p.Y*2.4, p.Z*9), 4, 40)
	storm := math.Hypot(math.Remainder(u-0.75, 1)*2*cos, (v-0.64)*1.9)
	lat := sin + 0.075*swirl + 0.05*math.Exp(-storm*storm*90)*math.Sin(60*storm)
	c := planetBand(lat * 9)
	c = c.Blend(sculpt.RGB(0xfff4df), 0.35*sculpt.Smoothstep(0.1, 0.6, sculpt.Fractal(sculpt.V(p.X*5, p.Y*5, p.Z*26), 3, 51)))
	c = c.Blend(sculpt.RGB(0xd9673f), sculpt.Smoothstep(0.115, 0.05, storm))
	c = c.Blend(sculpt.RGB(0xf6c79b), sculpt.Smoothstep(0.05, 0.01, storm))
	return c.Blend(sculpt.RGB(0x5a7f93), 0.75*sculpt.Smoothstep(0.72, 1, math.Abs(sin)))
}

func planetBand(at float64) sculpt.Color {
	shades := []uint32{0xf2dcb6, 0xd99b63, 0xeac798, 0xb8693f, 0xf6e6c8, 0xcf8a58, 0xe8b981, 0x9c5f4a, 0xf0d3a6}
	cell, t := sculpt.LatticeCell(at)
	shade := func(i int) sculpt.Color { n := len(shades); return sculpt.RGB(shades[((i+4)%n+n)%n]) }
	return shade(cell).Blend(shade(cell+1), t)
}

// planetRings are three flat rings with gaps between them, seen from both sides.
func planetRings() *sculpt.Mesh {
	dust := sculpt.PaintTexture(4, 512, func(u, v float64) sculpt.Color {
		grain := 0.5 + 0.5*sculpt.Noise(sculpt.V(0.5, 0.5, v*42), 7) + 0.35*sculpt.Noise(sculpt.V(0.5, 0.5, v*130), 9)
		return sculpt.RGB(0x8d7560).Blend(sculpt.RGB(0xf3e3c6), sculpt.Clamp(grain, 0, 1))
	})
	var rings []*sculpt.Mesh
	for _, r := range [][2]float64{{1.32, 1.5}, {1.52, 1.86}, {1.92, 2.15}} {
		ring := sculpt.Grid{NU: 128, NV: 2, WrapU: true,
			At: func(u, v float64) sculpt.Vec { return sculpt.Polar(r[1]+(r[0]-r[1])*v, 2*math.Pi*u, 0) }}.Mesh()
		for i := range ring.Faces {
			for k := range 3 {
				uv := &ring.Faces[i].UV[k]
				uv[1] = (r[1] + (r[0]-r[1])*uv[1] - 1.3) / 0.9
			}
		}
		rings = append(rings, ring.Copy().Move(0, 0, 0.002), ring.Flip().Move(0, 0, -0.002))
	}
	return sculpt.Join(rings...).Paint(sculpt.Material{Name: "ring dust", Roughness: 0.9, Texture: dust})
}
