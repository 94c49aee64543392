package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// Fountain has three tiers in an eight-sided pool; its water is separate.
func Fountain() []sculpt.Part {
	stone := sculpt.Matte("limestone", 0xd6ccb8)
	pool := sculpt.Hoop(8, []sculpt.Pt{{1.9, 0}, {2.42, 0}, {2.42, 0.1}, {2.3, 0.14}, {2.3, 0.44}, {2.42, 0.48}, {2.42, 0.58}, {2.02, 0.58},
		{2.02, 0.14}, {1.9, 0.14}}).TurnZ(22.5)
	floor := sculpt.Lathe(8, []sculpt.Pt{{0, 0}, {2.1, 0}, {2.1, 0.12}, {0, 0.12}}).TurnZ(22.5)
	step := sculpt.Lathe(8, []sculpt.Pt{{0, -0.14}, {2.85, -0.14}, {2.85, -0.02}, {2.82, 0.01}, {0, 0.01}}).TurnZ(22.5)
	panels := sculpt.Around(8, sculpt.Box(0.06, 1.25, 0.2, 0.02).Move(2.3*math.Cos(math.Pi/8), 0, 0.19))
	stem := sculpt.Lathe(32, append(append([]sculpt.Pt{{0, 0.1}},
		sculpt.Smooth(3, []sculpt.Pt{{0.5, 0.1}, {0.5, 0.3}, {0.3, 0.42}, {0.2, 0.7}, {0.27, 0.95}, {0.17, 1.1}, {0.3, 1.3}, {0.16, 1.5},
			{0.11, 1.75}, {0.17, 1.88}, {0.1, 2.02}, {0.2, 2.15}, {0.09, 2.35}, {0.14, 2.5}})...), sculpt.Pt{0, 2.52}))
	tip := sculpt.Lathe(20, sculpt.Smooth(3, []sculpt.Pt{{0, 2.5}, {0.1, 2.52}, {0.07, 2.57}, {0.13, 2.67}, {0.1, 2.8}, {0, 2.9}}))
	return []sculpt.Part{
		{Name: "stonework", Mesh: sculpt.Join(pool, floor, step, panels, stem, tip, fountainBowl(1.15, 1.2), fountainBowl(0.64, 2.05)).
			Paint(stone)},
		{Name: "water", Mesh: fountainWater().Paint(sculpt.Glossy("water", 0x8fc6d6))},
	}
}

// fountainBowl is scalloped at its rim.
func fountainBowl(radius, height float64) *sculpt.Mesh {
	outer := sculpt.Smooth(2, []sculpt.Pt{{0.12, 0}, {0.3 * radius, 0.03}, {0.75 * radius, 0.14}, {0.95 * radius, 0.28}, {radius, 0.3}})
	profile := append([]sculpt.Pt{{0, 0}}, outer...)
	profile = append(profile, sculpt.Pt{radius, 0.335}, sculpt.Pt{0.93 * radius, 0.335}, sculpt.Pt{0.8 * radius, 0.25},
		sculpt.Pt{0.3 * radius, 0.16}, sculpt.Pt{0, 0.15})
	return sculpt.Lathe(64, profile).Each(func(p sculpt.Vec) sculpt.Vec {
		r := math.Hypot(p.X, p.Y)
		k := 1 + 0.045*math.Abs(math.Sin(8*math.Atan2(p.Y, p.X)))*sculpt.Smoothstep(0.4*radius, radius, r)
		return sculpt.V(p.X*k, p.Y*k, p.Z+height)
	})
}

func fountainWater() *sculpt.Mesh {
	ripple := func(radius, level, strength float64) *sculpt.Mesh {
		return sculpt.Disc(16, 40, radius, func(x, y float64) float64 {
			r := math.Hypot(x, y)
			return 0.05 + strength*math.Sin(18*r)*sculpt.Smoothstep(0, 0.4*radius, r)*(1-sculpt.Smoothstep(0.7*radius, radius, r)) +
				0.4*strength*sculpt.Noise(sculpt.V(4*x, 4*y, 0), 3)
		}).Move(0, 0, level-0.05)
	}
	fall := func(from, to, high, low, turn float64, n int) *sculpt.Mesh {
		stream := sculpt.Sweep{Outline: sculpt.Ellipse(0.012, 0.028, 6), Size: func(t float64) float64 { return 1 - 0.45*t },
			Path: sculpt.Path(9, func(t float64) sculpt.Vec {
				return sculpt.V(from+(to-from)*t, 0, high+0.035*math.Sin(math.Pi*min(1, 4*t))-(high-low)*t*t)
			})}.Mesh()
		splash := sculpt.Torus(0.07, 0.014, 14, 5).Scale(1, 1, 0.5).Move(to, 0, low+0.015)
		return sculpt.Around(n, sculpt.Join(stream, splash)).TurnZ(turn)
	}
	jet := sculpt.Around(6, sculpt.Tube(sculpt.Path(9, func(t float64) sculpt.Vec { return sculpt.V(0.02+0.32*t, 0, 2.88+0.75*t-1.28*t*t) }),
		0.011, 8))
	return sculpt.Join(ripple(2.06, 0.42, 0.012), ripple(0.98, 1.5, 0.006), ripple(0.55, 2.35, 0.004),
		fall(1.12, 1.5, 1.53, 0.42, 11.25, 16), fall(0.62, 0.84, 2.375, 1.5, 11.25, 8), jet,
		sculpt.Rod(sculpt.V(0, 0, 2.86), sculpt.V(0, 0, 3.02), 0.014, 8))
}
