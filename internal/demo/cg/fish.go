package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// Clownfish swims over an anemone on a small rock. Its head looks to -Y; it is
// drawn about ten times as large as life.
func Clownfish() []sculpt.Part {
	fish := sculpt.Join(fishSkin(), fishFins(), fishFace()).TurnX(-6).TurnZ(28).Move(0.04, 0.02, 0.72)
	return []sculpt.Part{{Name: "fish", Mesh: fish}, {Name: "reef", Mesh: fishReef()}}
}

func fishSkin() *sculpt.Mesh {
	skin := body(36, 7, bodySection{-0.5, 0, 0, 0.02, 2}, bodySection{-0.45, 0.05, -0.06, 0.08, 2}, bodySection{-0.3, 0.105, -0.15, 0.18, 2.1},
		bodySection{-0.08, 0.125, -0.205, 0.225, 2.1},
		bodySection{0.16, 0.09, -0.165, 0.175, 2.1}, bodySection{0.36, 0.04, -0.085, 0.09, 2.1}, bodySection{0.44, 0.022, -0.075, 0.08, 2},
		bodySection{0.5, 0, -0.06, 0.065, 2})
	return skin.Paint(sculpt.Material{Name: "fish skin", Roughness: 0.35, Texture: sculpt.PaintTexture(512, 512, fishPattern)})
}

// fishPattern paints three white bands with dark edges on orange; v runs from
// the nose to the tail, u around from the right side downwards.
func fishPattern(u, v float64) sculpt.Color {
	belly := math.Max(math.Sin(2*math.Pi*u), 0)
	c := sculpt.RGB(0xf2761f).Blend(sculpt.RGB(0xf9a648), 0.7*belly).Blend(sculpt.RGB(0xd9541a), 0.5*math.Max(-math.Sin(2*math.Pi*u), 0))
	scales := math.Sin(2*math.Pi*u*34) * math.Sin(2*math.Pi*v*46)
	c = c.Blend(sculpt.RGB(0xffbe6b), 0.12*math.Max(scales, 0))
	wave := 0.018*math.Sin(4*math.Pi*u+0.6) + 0.006*sculpt.Noise(sculpt.V(u*20, v*20, 0), 3)
	for _, band := range []sculpt.Pt{{0.285, 0.04}, {0.525, 0.05}, {0.83, 0.028}} {
		d := math.Abs(v+wave-band[0]) - band[1]
		c = c.Blend(sculpt.RGB(0x25201f), sculpt.Smoothstep(0.018, 0.010, d)).Blend(sculpt.RGB(0xf7f4ee), sculpt.Smoothstep(0.003, -0.003, d))
	}
	return c
}

func fishFins() *sculpt.Mesh {
	rays := sculpt.PaintTexture(256, 128, func(u, v float64) sculpt.Color {
		c := sculpt.RGB(0xf2761f).Blend(sculpt.RGB(0xf9a648), 0.5+0.5*math.Sin(2*math.Pi*u*11))
		return c.Blend(sculpt.RGB(0x25201f), sculpt.Smoothstep(0.76, 0.84, v)).Blend(sculpt.RGB(0xe9d9c8), sculpt.Smoothstep(0.95, 0.98, v))
	})
	back := func(u float64) sculpt.Vec { return sculpt.V(0, -0.24+0.58*u, 0.2-0.14*math.Pow(u, 2)) }
	dorsal := fishFin(func(u, v float64) sculpt.Vec {
		height := 0.1*math.Sin(math.Pi*math.Min(u*1.9, 1))*(1-u*0.3) + 0.12*math.Sin(math.Pi*sculpt.Clamp(u*1.8-0.75, 0, 1))
		return back(u).Add(sculpt.V(0.012*math.Sin(9*u)*v, 0.1*v*u, (height+0.015)*v))
	})
	anal := fishFin(func(u, v float64) sculpt.Vec {
		return sculpt.V(0.01*math.Sin(8*u)*v, 0.1+0.22*u+0.1*v*u, -0.15+0.07*u-0.13*v*math.Sin(math.Pi*(0.12+0.8*u)))
	}).Flip()
	tail := fishFin(func(u, v float64) sculpt.Vec {
		angle := (u - 0.5) * 1.75
		length := 0.26 - 0.05*math.Cos(angle*2.4)
		return sculpt.V(0.035*v*v*math.Sin(4*u), 0.46+length*v*math.Cos(angle), (u-0.5)*0.13+length*v*math.Sin(angle))
	}).Flip()
	side := fishFin(func(u, v float64) sculpt.Vec {
		angle := 0.5 - u*1.75
		length := 0.21 - 0.03*math.Cos(angle*3)
		return sculpt.V(0.1+0.11*v*(1+0.2*math.Sin(5*u)), -0.12+length*v*math.Cos(angle)*0.85, -0.03+(0.5-u)*0.09+length*v*math.Sin(angle)*0.9)
	})
	pelvic := fishFin(func(u, v float64) sculpt.Vec {
		angle := -0.35 - 0.8*u
		return sculpt.V(0.05+0.04*v, -0.2+0.09*u+0.17*v*math.Cos(angle), -0.17-0.01*u+0.17*v*math.Sin(angle))
	})
	return sculpt.Join(dorsal, anal, tail, side.Mirror(), pelvic.Mirror()).
		Paint(sculpt.Material{Name: "fish fins", Roughness: 0.4, Texture: rays})
}

// fishFin is a thin sheet from its root (v = 0) to its edge (v = 1).
func fishFin(at func(u, v float64) sculpt.Vec) *sculpt.Mesh { return sheet(22, 8, 0.006, at) }

func fishFace() *sculpt.Mesh {
	eye := sculpt.Join(sculpt.Sphere(0.042, 24).Paint(sculpt.Glossy("eye", 0x161313)),
		sculpt.Torus(0.036, 0.009, 24, 8).Move(0, 0, 0.015).Paint(sculpt.Glossy("iris", 0xf28a2c)),
		sculpt.Sphere(0.011, 10).Move(0.012, 0.012, 0.036).Paint(sculpt.Glowing("glint", 0xffffff)))
	eye = eye.TurnY(74).TurnZ(-14).Move(0.076, -0.365, 0.065)
	lips := sculpt.Torus(0.03, 0.011, 20, 8).Scale(1.1, 0.8, 1).TurnX(90).Move(0, -0.492, 0.006).Paint(sculpt.Satin("lips", 0xd9541a))
	return sculpt.Join(eye.Mirror(), lips)
}

func fishReef() *sculpt.Mesh {
	rock := sculpt.Ball(0.42, 3).Rough(0.35, 0.3, 17).Scale(1.25, 1.05, 0.42).Move(0, 0.02, 0.13).Paint(sculpt.Matte("reef rock", 0x8a7f86))
	sand := sculpt.Disc(10, 44, 0.78, func(x,
		y float64) float64 {
		return 0.05 + 0.012*math.Sin(26*(y+0.2*math.Sin(4*x)))
	}).Paint(sculpt.Matte("sand", 0xe6d3a8))
	parts := []*sculpt.Mesh{sand, rock}
	for i := range 62 {
		r := 0.3 * math.Sqrt((float64(i)+0.5)/62)
		root := sculpt.Polar(r, float64(i)*2.39996, 0.26-0.5*r*r)
		length := 0.24 + 0.12*sculpt.Hash(i, 1, 2, 3)
		lean := root.Mul(1.15).Add(sculpt.V(0.16*(sculpt.Hash(i, 2, 2, 3)-0.2), 0.14*(sculpt.Hash(i, 3, 2, 3)-0.5), 0))
		arm := sculpt.Sweep{Outline: sculpt.Circle(0.021, 7), Path: sculpt.Path(6, func(t float64) sculpt.Vec {
			return root.Add(sculpt.V(lean.X*t*t, lean.Y*t*t, length*t*(1-0.25*t)))
		}), Size: func(t float64) float64 { return 1 - 0.35*t }}.Mesh()
		tip := arm.Points[len(arm.Points)-1]
		parts = append(parts, arm.Paint(sculpt.Satin("anemone", 0xb678b8)),
			sculpt.Sphere(0.024, 8).Move(tip.X, tip.Y, tip.Z).Paint(sculpt.Satin("anemone tips", 0xf3b9d2)))
	}
	for i := range 7 {
		at := sculpt.Polar(0.52+0.16*sculpt.Hash(i, 1, 5, 5), 0.9*float64(i)+0.4, 0.05)
		parts = append(parts, sculpt.Ball(0.035+0.04*sculpt.Hash(i, 2, 5, 5), 1).Rough(0.3, 0.03, i).Scale(1.2, 1, 0.7).Move(at.X, at.Y, at.Z).
			Paint(sculpt.Matte("pebbles", 0xa89c94)))
	}
	return sculpt.Join(parts...)
}
