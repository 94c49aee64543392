package demo

import "math"

// fountain has three tiers in an eight-sided pool; its water is separate.
func fountain() []Part {
	stone := matte("limestone", 0xd6ccb8)
	pool := hoop(8, Pt{1.9, 0}, Pt{2.42, 0}, Pt{2.42, 0.1}, Pt{2.3, 0.14}, Pt{2.3, 0.44}, Pt{2.42, 0.48}, Pt{2.42, 0.58}, Pt{2.02, 0.58}, Pt{2.02, 0.14}, Pt{1.9, 0.14}).turnZ(22.5)
	floor := lathe(8, Pt{0, 0}, Pt{2.1, 0}, Pt{2.1, 0.12}, Pt{0, 0.12}).turnZ(22.5)
	step := lathe(8, Pt{0, -0.14}, Pt{2.85, -0.14}, Pt{2.85, -0.02}, Pt{2.82, 0.01}, Pt{0, 0.01}).turnZ(22.5)
	panels := around(8, box(0.06, 1.25, 0.2, 0.02).move(2.3*math.Cos(math.Pi/8), 0, 0.19))
	stem := lathe(32, append(append([]Pt{{0, 0.1}}, smooth(3, Pt{0.5, 0.1}, Pt{0.5, 0.3}, Pt{0.3, 0.42}, Pt{0.2, 0.7}, Pt{0.27, 0.95}, Pt{0.17, 1.1}, Pt{0.3, 1.3}, Pt{0.16, 1.5}, Pt{0.11, 1.75}, Pt{0.17, 1.88}, Pt{0.1, 2.02}, Pt{0.2, 2.15}, Pt{0.09, 2.35}, Pt{0.14, 2.5})...), Pt{0, 2.52})...)
	tip := lathe(20, smooth(3, Pt{0, 2.5}, Pt{0.1, 2.52}, Pt{0.07, 2.57}, Pt{0.13, 2.67}, Pt{0.1, 2.8}, Pt{0, 2.9})...)
	return []Part{
		{Name: "stonework", Mesh: join(pool, floor, step, panels, stem, tip, fountainBowl(1.15, 1.2), fountainBowl(0.64, 2.05)).paint(stone)},
		{Name: "water", Mesh: fountainWater().paint(glossy("water", 0x8fc6d6))},
	}
}

// fountainBowl is scalloped at its rim.
func fountainBowl(radius, height float64) *Mesh {
	outer := smooth(2, Pt{0.12, 0}, Pt{0.3 * radius, 0.03}, Pt{0.75 * radius, 0.14}, Pt{0.95 * radius, 0.28}, Pt{radius, 0.3})
	profile := append([]Pt{{0, 0}}, outer...)
	profile = append(profile, Pt{radius, 0.335}, Pt{0.93 * radius, 0.335}, Pt{0.8 * radius, 0.25}, Pt{0.3 * radius, 0.16}, Pt{0, 0.15})
	return lathe(64, profile...).each(func(p Vec) Vec {
		r := math.Hypot(p.x, p.y)
		k := 1 + 0.045*math.Abs(math.Sin(8*math.Atan2(p.y, p.x)))*smoothstep(0.4*radius, radius, r)
		return Vec{p.x * k, p.y * k, p.z + height}
	})
}

func fountainWater() *Mesh {
	ripple := func(radius, level, strength float64) *Mesh {
		return disc(16, 40, radius, func(x, y float64) float64 {
			r := math.Hypot(x, y)
			return 0.05 + strength*math.Sin(18*r)*smoothstep(0, 0.4*radius, r)*(1-smoothstep(0.7*radius, radius, r)) + 0.4*strength*noise(Vec{4 * x, 4 * y, 0}, 3)
		}).move(0, 0, level-0.05)
	}
	fall := func(from, to, high, low, turn float64, n int) *Mesh {
		stream := sweep{outline: ellipse(0.012, 0.028, 6), size: func(t float64) float64 { return 1 - 0.45*t }, path: path(9, func(t float64) Vec {
			return Vec{from + (to-from)*t, 0, high + 0.035*math.Sin(math.Pi*min(1, 4*t)) - (high-low)*t*t}
		})}.mesh()
		splash := torus(0.07, 0.014, 14, 5).scale(1, 1, 0.5).move(to, 0, low+0.015)
		return around(n, join(stream, splash)).turnZ(turn)
	}
	jet := around(6, tube(path(9, func(t float64) Vec { return Vec{0.02 + 0.32*t, 0, 2.88 + 0.75*t - 1.28*t*t} }), 0.011, 8))
	return join(ripple(2.06, 0.42, 0.012), ripple(0.98, 1.5, 0.006), ripple(0.55, 2.35, 0.004),
		fall(1.12, 1.5, 1.53, 0.42, 11.25, 16), fall(0.62, 0.84, 2.375, 1.5, 11.25, 8), jet, rod(Vec{0, 0, 2.86}, Vec{0, 0, 3.02}, 0.014, 8))
}
