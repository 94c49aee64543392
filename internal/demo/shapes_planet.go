package demo

import "math"

// ringedPlanet gives a planet with painted clouds, its rings and a moon. The
// planet's radius is 1; it turns about its tilted axis, and the moon around it.
func ringedPlanet() []Part {
	axis := Vec{0, 0, 1}.turn(Vec{0, 1, 0}, radians(planetTilt))
	place := func(m *Mesh) *Mesh { return m.turnY(planetTilt).move(0, 0, planetHeight) }
	pivot := Vec{0, 0, planetHeight}
	globe := sphere(1, 72).paint(Material{Name: "clouds", Roughness: 0.75, Texture: paintTexture(1024, 512, planetClouds)})
	moon := ball(0.13, 3).rough(0.06, 0.05, 12).turnX(30).move(1.35, -2.1, 0).paint(matte("moon", 0xb9b2a8))
	return []Part{
		{Name: "planet", Mesh: place(globe), Spin: &Spin{Pivot: pivot, Axis: axis, Seconds: 24}},
		{Name: "rings", Mesh: place(planetRings())},
		{Name: "moon", Mesh: place(moon), Spin: &Spin{Pivot: pivot, Axis: axis, Seconds: 60}},
	}
}

const (
	planetTilt   = 17  // degrees
	planetHeight = 1.3 // of the middle above the ground
)

// planetClouds are bands drawn out by turbulence, with one great storm.
func planetClouds(u, v float64) Color {
	sin, cos := math.Sincos(math.Pi * (v - 0.5))
	p := polar(cos, 2*math.Pi*u, sin)
	swirl := fractal(Vec{p.x * 2.4, p.y * 2.4, p.z * 9}, 4, 40)
	storm := math.Hypot(math.Remainder(u-0.75, 1)*2*cos, (v-0.64)*1.9)
	lat := sin + 0.075*swirl + 0.05*math.Exp(-storm*storm*90)*math.Sin(60*storm)
	c := planetBand(lat * 9)
	c = c.blend(rgb(0xfff4df), 0.35*smoothstep(0.1, 0.6, fractal(Vec{p.x * 5, p.y * 5, p.z * 26}, 3, 51)))
	c = c.blend(rgb(0xd9673f), smoothstep(0.115, 0.05, storm))
	c = c.blend(rgb(0xf6c79b), smoothstep(0.05, 0.01, storm))
	return c.blend(rgb(0x5a7f93), 0.75*smoothstep(0.72, 1, math.Abs(sin)))
}

func planetBand(at float64) Color {
	shades := []uint32{0xf2dcb6, 0xd99b63, 0xeac798, 0xb8693f, 0xf6e6c8, 0xcf8a58, 0xe8b981, 0x9c5f4a, 0xf0d3a6}
	cell, t := latticeCell(at)
	shade := func(i int) Color { n := len(shades); return rgb(shades[((i+4)%n+n)%n]) }
	return shade(cell).blend(shade(cell+1), t)
}

// planetRings are three flat rings with gaps between them, seen from both sides.
func planetRings() *Mesh {
	dust := paintTexture(4, 512, func(u, v float64) Color {
		grain := 0.5 + 0.5*noise(Vec{0.5, 0.5, v * 42}, 7) + 0.35*noise(Vec{0.5, 0.5, v * 130}, 9)
		return rgb(0x8d7560).blend(rgb(0xf3e3c6), clamp(grain, 0, 1))
	})
	var rings []*Mesh
	for _, r := range [][2]float64{{1.32, 1.5}, {1.52, 1.86}, {1.92, 2.15}} {
		ring := grid{nu: 128, nv: 2, wrapU: true, at: func(u, v float64) Vec { return polar(r[1]+(r[0]-r[1])*v, 2*math.Pi*u, 0) }}.mesh()
		for i := range ring.Faces {
			for k := range 3 {
				uv := &ring.Faces[i].UV[k]
				uv[1] = (r[1] + (r[0]-r[1])*uv[1] - 1.3) / 0.9
			}
		}
		rings = append(rings, ring.copy().move(0, 0, 0.002), ring.flip().move(0, 0, -0.002))
	}
	return join(rings...).paint(Material{Name: "ring dust", Roughness: 0.9, Texture: dust})
}
