package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// Amethyst is a cluster of six-sided crystals on its mother rock.
func Amethyst() []sculpt.Part {
	rock := sculpt.Ball(1, 3).Each(func(p sculpt.Vec) sculpt.Vec { return p.Mul(1 + 0.28*sculpt.Fractal(p.Mul(2.2), 3, 9)) }).
		Scale(0.12, 0.1, 0.05).Move(0, 0, 0.03)
	rock.Each(func(p sculpt.Vec) sculpt.Vec { p.Z = max(p.Z, 0); return p })
	tones := []sculpt.Material{sculpt.Glossy("amethyst", 0x7d4bb0), sculpt.Glossy("pale amethyst", 0xb795d8),
		sculpt.Glossy("deep amethyst", 0x55308a)}
	var points []*sculpt.Mesh
	for i := range 46 {
		out := math.Sqrt((float64(i) + 0.5) / 46)
		angle := 2.39996*float64(i) + 0.5*sculpt.Hash(i, 1, 1, 4)
		length := 0.17 - 0.115*out + 0.035*(sculpt.Hash(i, 2, 1, 4)-0.5)
		radius := length * (0.13 + 0.05*sculpt.Hash(i, 3, 1, 4))
		lean := sculpt.Polar(math.Sin(0.95*out), angle, math.Cos(0.95*out))
		crystal := crystalPoint(radius, length, i).Aim(lean)
		from := sculpt.Polar(0.088*out, angle, 0.055-0.03*out*out)
		points = append(points, crystal.Move(from.X, from.Y*0.85, from.Z).Paint(tones[int(2.999*sculpt.Hash(i, 4, 1, 4))]))
	}
	return []sculpt.Part{{Name: "rock", Mesh: rock.Paint(sculpt.Matte("mother rock", 0x6e675f))},
		{Name: "crystals", Mesh: sculpt.Join(points...)}}
}

// crystalPoint stands upright and ends in a pyramid a little off its middle.
func crystalPoint(radius, length float64, seed int) *sculpt.Mesh {
	m := sculpt.Lathe(6, []sculpt.Pt{{0, -0.02}, {radius * 0.85, -0.02}, {radius, length * 0.72}, {0, length}})
	off := sculpt.V(sculpt.Hash(seed, 1, 5, 5)-0.5, sculpt.Hash(seed, 2, 5, 5)-0.5, 0).Mul(0.7 * radius)
	m.Each(func(p sculpt.Vec) sculpt.Vec {
		if p.Z == length {
			return p.Add(off)
		}
		if p.Z > 0 {
			p.Z += radius * 0.6 * (sculpt.Hash(int(p.X*1e5), int(p.Y*1e5), seed, 6) - 0.5)
		}
		return p
	})
	return m.TurnZ(60 * sculpt.Hash(seed, 3, 5, 5))
}
