package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

const doughRadius, doughThick = 0.034, 0.0185

// Doughnuts are six of them on a cake stand.
func Doughnuts() []sculpt.Part {
	ice := []sculpt.Material{sculpt.Glossy("strawberry icing", 0xf08aa5), sculpt.Glossy("chocolate icing", 0x55301f),
		sculpt.Glossy("vanilla icing", 0xf7ead0), sculpt.Glossy("pistachio icing", 0xb5cf8a), sculpt.Glossy("blueberry icing", 0x8f7fc4)}
	parts := []sculpt.Part{{Name: "cake stand", Mesh: cakeStand()}}
	for i := range 6 {
		one := doughnut(ice[i%5], i)
		if i == 5 {
			one = one.TurnX(7).Move(0.006, 0, 0.158)
		} else {
			at := sculpt.Polar(0.0875, sculpt.Radians(72*float64(i)-90), 0.1265)
			one = one.Move(at.X, at.Y, at.Z)
		}
		parts = append(parts, sculpt.Part{Name: "doughnut " + string(rune('a'+i)), Mesh: one})
	}
	return parts
}

func cakeStand() *sculpt.Mesh {
	foot := sculpt.Smooth(4, []sculpt.Pt{{0.085, 0}, {0.086, 0.006}, {0.05, 0.014}, {0.02, 0.035}, {0.017, 0.06}, {0.028, 0.092}, {0.07, 0.1}})
	plate := []sculpt.Pt{{0.158, 0.101}, {0.168, 0.112}, {0.165, 0.114}, {0.154, 0.109}, {0, 0.109}}
	return sculpt.Lathe(72, append(append([]sculpt.Pt{{0, 0}}, foot...), plate...)).Paint(sculpt.Glossy("china", 0xe7f0ee))
}

// doughnut lies about its middle; even ones have sprinkles.
func doughnut(icing sculpt.Material, seed int) *sculpt.Mesh {
	dough := sculpt.Torus(doughRadius, doughThick, 32, 12).Scale(1, 1, 0.86).Paint(sculpt.Matte("dough", 0xcf9450))
	rim := func(u float64, side int) float64 {
		p := sculpt.Polar(1.5, 2*math.Pi*u, float64(3*side))
		return sculpt.Radians(-12 + 20*sculpt.Noise(p.Mul(1.4), seed+50) + 7*sculpt.Noise(p.Mul(3), seed))
	}
	glaze := sculpt.Grid{NU: 52, NV: 10, WrapU: true, At: func(u, v float64) sculpt.Vec {
		low, high := rim(u, 0), math.Pi-rim(u, 1)
		thick := doughThick + 0.0017
		if v == 0 || v == 1 {
			thick = doughThick - 0.002
		}
		sin, cos := math.Sincos(low + (high-low)*v)
		return sculpt.Polar(doughRadius+thick*cos, 2*math.Pi*u, thick*sin*0.86)
	}}.Mesh().Paint(icing)
	if seed%2 == 1 {
		return sculpt.Join(dough, glaze, doughnutStripes(seed))
	}
	return sculpt.Join(dough, glaze, doughnutSprinkles(seed))
}

func doughnutTop(around, up float64) sculpt.Vec {
	sin, cos := math.Sincos(up)
	const thick = doughThick + 0.0016
	return sculpt.Polar(doughRadius+thick*cos, around, thick*sin*0.86)
}

func doughnutSprinkles(seed int) *sculpt.Mesh {
	colours := []uint32{0xf4f1e6, 0xf2c53d, 0x4fb3bf, 0xe2574c, 0x77b255}
	var all []*sculpt.Mesh
	for i := range 60 {
		angle, up := 2*math.Pi*sculpt.Hash(i, seed, 1, 31), sculpt.Radians(28+124*sculpt.Hash(i, seed, 2, 31))
		p := doughnutTop(angle, up)
		normal := p.Sub(sculpt.Polar(doughRadius, angle, 0)).Unit()
		along := sculpt.Perpendicular(normal).Turn(normal, 6.28*sculpt.Hash(i, seed, 3, 31)).Mul(0.0027)
		k := i % len(colours)
		all = append(all, sculpt.Rod(p.Sub(along), p.Add(along), 0.00085, 5).Paint(sculpt.Satin("sprinkle "+string(rune('a'+k)), colours[k])))
	}
	return sculpt.Join(all...)
}

// doughnutStripes is a zigzag of piped icing.
func doughnutStripes(seed int) *sculpt.Mesh {
	const turns = 14
	line := sculpt.RingPath(turns*9, func(t float64) sculpt.Vec {
		return doughnutTop(2*math.Pi*t+float64(seed), math.Pi/2+0.95*math.Sin(2*math.Pi*turns*t))
	})
	return sculpt.Loop(line, 0.0012, 5).Paint(sculpt.Glossy("piped icing", 0xfdf6e8))
}
