package demo

import "math"

// marble is white stone with a painted picture of grey veins.
func marble() Material {
	texture := paintTexture(512, 512, func(u, v float64) Color {
		p := Vec{5 * u, 5 * v, 0}
		bent := p.add(Vec{fractal(p, 4, 3), fractal(p, 4, 23), 0}.mul(1.6))
		vein := math.Pow(1-math.Abs(math.Sin(1.3*bent.x+0.8*bent.y)), 5)
		fine := math.Pow(1-math.Abs(noise(bent.mul(1.9), 7)), 14)
		cloud := 0.5 + 0.5*fractal(p.mul(0.6), 3, 40)
		stone := rgb(0xf6f3ee).blend(rgb(0xdedbd8), cloud*0.6)
		return stone.blend(rgb(0x7d7b7e), clamp(0.55*vein+0.25*fine, 0, 1))
	})
	return Material{Name: "marble", Color: rgb(0xf0ede8), Roughness: 0.22, Texture: texture}
}

// unwrapTop lays texture coordinates over a mesh as seen from above, a square
// of the given size to one picture.
func (m *Mesh) unwrapTop(size float64) *Mesh {
	for i := range m.Faces {
		f := &m.Faces[i]
		for k, v := range f.V {
			f.UV[k] = Pt{m.Points[v].x/size + 0.5, m.Points[v].y/size + 0.5}
		}
	}
	return m
}

// marbleBistro is a table for two: a marble disc on an iron column, with its
// stools.
func marbleBistro() []Part {
	table := roundTable(0.42, 0.74, marble(), iron()).unwrapTop(0.9)
	seat := func(x, y float64) *Mesh { return stool(0.46, 4, iron(), walnut()).turnZ(20).move(x, y, 0) }
	return []Part{{Name: "table", Mesh: table}, {Name: "stool left", Mesh: seat(-0.56, -0.14)}, {Name: "stool right", Mesh: seat(0.5, 0.32)}}
}
