package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// marble is white stone with a painted picture of grey veins.
func marble() sculpt.Material {
	texture := sculpt.PaintTexture(512, 512, func(u, v float64) sculpt.Color {
		p := sculpt.V(5*u, 5*v, 0)
		bent := p.Add(sculpt.V(sculpt.Fractal(p, 4, 3), sculpt.Fractal(p, 4, 23), 0).Mul(1.6))
		vein := math.Pow(1-math.Abs(math.Sin(1.3*bent.X+0.8*bent.Y)), 5)
		fine := math.Pow(1-math.Abs(sculpt.Noise(bent.Mul(1.9), 7)), 14)
		cloud := 0.5 + 0.5*sculpt.Fractal(p.Mul(0.6), 3, 40)
		stone := sculpt.RGB(0xf6f3ee).Blend(sculpt.RGB(0xdedbd8), cloud*0.6)
		return stone.Blend(sculpt.RGB(0x7d7b7e), sculpt.Clamp(0.55*vein+0.25*fine, 0, 1))
	})
	return sculpt.Material{Name: "marble", Color: sculpt.RGB(0xf0ede8), Roughness: 0.22, Texture: texture}
}

// MarbleBistro is a table for two: a marble disc on an iron column, with its
// stools.
func MarbleBistro() []sculpt.Part {
	table := roundTable(0.42, 0.74, marble(), iron()).UnwrapTop(0.9)
	seat := func(x, y float64) *sculpt.Mesh { return stool(0.46, 4, iron(), walnut()).TurnZ(20).Move(x, y, 0) }
	return []sculpt.Part{{Name: "table", Mesh: table}, {Name: "stool left", Mesh: seat(-0.56, -0.14)},
		{Name: "stool right", Mesh: seat(0.5, 0.32)}}
}
