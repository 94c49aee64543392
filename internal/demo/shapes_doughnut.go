package demo

import "math"

const doughRadius, doughThick = 0.034, 0.0185

// doughnuts are six of them on a cake stand.
func doughnuts() []Part {
	ice := []Material{glossy("strawberry icing", 0xf08aa5), glossy("chocolate icing", 0x55301f), glossy("vanilla icing", 0xf7ead0), glossy("pistachio icing", 0xb5cf8a), glossy("blueberry icing", 0x8f7fc4)}
	parts := []Part{{Name: "cake stand", Mesh: cakeStand()}}
	for i := range 6 {
		one := doughnut(ice[i%5], i)
		if i == 5 {
			one = one.turnX(7).move(0.006, 0, 0.158)
		} else {
			at := polar(0.0875, radians(72*float64(i)-90), 0.1265)
			one = one.move(at.x, at.y, at.z)
		}
		parts = append(parts, Part{Name: "doughnut " + string(rune('a'+i)), Mesh: one})
	}
	return parts
}

func cakeStand() *Mesh {
	foot := smooth(4, Pt{0.085, 0}, Pt{0.086, 0.006}, Pt{0.05, 0.014}, Pt{0.02, 0.035}, Pt{0.017, 0.06}, Pt{0.028, 0.092}, Pt{0.07, 0.1})
	plate := []Pt{{0.158, 0.101}, {0.168, 0.112}, {0.165, 0.114}, {0.154, 0.109}, {0, 0.109}}
	return lathe(72, append(append([]Pt{{0, 0}}, foot...), plate...)...).paint(glossy("china", 0xe7f0ee))
}

// doughnut lies about its middle; even ones have sprinkles.
func doughnut(icing Material, seed int) *Mesh {
	dough := torus(doughRadius, doughThick, 32, 12).scale(1, 1, 0.86).paint(matte("dough", 0xcf9450))
	rim := func(u float64, side int) float64 {
		p := polar(1.5, 2*math.Pi*u, float64(3*side))
		return radians(-12 + 20*noise(p.mul(1.4), seed+50) + 7*noise(p.mul(3), seed))
	}
	glaze := grid{nu: 52, nv: 10, wrapU: true, at: func(u, v float64) Vec {
		low, high := rim(u, 0), math.Pi-rim(u, 1)
		thick := doughThick + 0.0017
		if v == 0 || v == 1 {
			thick = doughThick - 0.002
		}
		sin, cos := math.Sincos(low + (high-low)*v)
		return polar(doughRadius+thick*cos, 2*math.Pi*u, thick*sin*0.86)
	}}.mesh().paint(icing)
	if seed%2 == 1 {
		return join(dough, glaze, doughnutStripes(seed))
	}
	return join(dough, glaze, doughnutSprinkles(seed))
}

func doughnutTop(around, up float64) Vec {
	sin, cos := math.Sincos(up)
	const thick = doughThick + 0.0016
	return polar(doughRadius+thick*cos, around, thick*sin*0.86)
}

func doughnutSprinkles(seed int) *Mesh {
	colours := []uint32{0xf4f1e6, 0xf2c53d, 0x4fb3bf, 0xe2574c, 0x77b255}
	var all []*Mesh
	for i := range 60 {
		angle, up := 2*math.Pi*hash(i, seed, 1, 31), radians(28+124*hash(i, seed, 2, 31))
		p := doughnutTop(angle, up)
		normal := p.sub(polar(doughRadius, angle, 0)).unit()
		along := perpendicular(normal).turn(normal, 6.28*hash(i, seed, 3, 31)).mul(0.0027)
		k := i % len(colours)
		all = append(all, rod(p.sub(along), p.add(along), 0.00085, 5).paint(satin("sprinkle "+string(rune('a'+k)), colours[k])))
	}
	return join(all...)
}

// doughnutStripes is a zigzag of piped icing.
func doughnutStripes(seed int) *Mesh {
	const turns = 14
	line := ringPath(turns*9, func(t float64) Vec {
		return doughnutTop(2*math.Pi*t+float64(seed), math.Pi/2+0.95*math.Sin(2*math.Pi*turns*t))
	})
	return loop(line, 0.0012, 5).paint(glossy("piped icing", 0xfdf6e8))
}
