package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// FruitBowl is a turned bowl heaped with fruit.
func FruitBowl() []sculpt.Part {
	outer := sculpt.Smooth(4, []sculpt.Pt{{0.055, 0}, {0.062, 0.008}, {0.11, 0.028}, {0.15, 0.065}, {0.158, 0.085}})
	profile := append([]sculpt.Pt{{0, 0}}, outer...)
	profile = append(profile, sculpt.Pt{0.152, 0.086}, sculpt.Pt{0.142, 0.065}, sculpt.Pt{0.1, 0.035}, sculpt.Pt{0.05, 0.018},
		sculpt.Pt{0, 0.016})
	apple, orange, pear := fruitApple(), fruitOrange(), fruitPear()
	put := func(m *sculpt.Mesh, x, y, z, lean, turn float64) *sculpt.Mesh {
		return m.Copy().TurnX(lean).TurnZ(turn).Move(x, y, z)
	}
	return []sculpt.Part{
		{Name: "bowl", Mesh: sculpt.Lathe(72, profile).Scale(0.84, 0.84, 0.84).Paint(walnut())},
		{Name: "apples", Mesh: sculpt.Join(put(apple, -0.066, -0.05, 0.037, 16, -40), put(apple, 0.068, -0.038, 0.037, 14, 70),
			put(apple, 0.008, 0.075, 0.038, 14, 160), put(apple, -0.002, -0.008, 0.066, 20, 20))},
		{Name: "oranges", Mesh: sculpt.Join(put(orange, 0.004, -0.081, 0.07, 38, -10), put(orange, -0.074, 0.035, 0.072, 24, 250),
			put(orange, 0.078, 0.042, 0.07, 20, 120))},
		{Name: "pear", Mesh: put(pear, -0.062, 0.03, 0.086, -52, -74)},
		{Name: "bananas", Mesh: fruitBananas().TurnZ(-12).Move(0.035, 0.045, 0.125)},
		{Name: "grapes", Mesh: fruitGrapes()},
	}
}

func fruitApple() *sculpt.Mesh {
	skin := sculpt.PaintTexture(512, 256, func(u, v float64) sculpt.Color {
		streak := sculpt.Fractal(sculpt.Polar(5, 2*math.Pi*u, 2.2*v), 3, 3)
		blush := 0.62 + 0.9*sculpt.Noise(sculpt.Polar(0.8, 2*math.Pi*u, 1.3*v), 8) +
			0.5*streak - 0.5*sculpt.Smoothstep(0.74, 0.95, v) - 0.4*(1-sculpt.Smoothstep(0.05, 0.3, v))
		skin := sculpt.RGB(0xd9c24f).Blend(sculpt.RGB(0xb3202a), sculpt.Smoothstep(0.12, 0.62, blush))
		speck := sculpt.Hash(int(u*170), int(v*85), 1, 2)
		if speck > 0.985 && blush > 0.3 {
			skin = skin.Blend(sculpt.RGB(0xf0d9a0), 0.45)
		}
		return skin.Blend(sculpt.RGB(0x8a7a2c), sculpt.Smoothstep(0.9, 1, v))
	})
	profile := sculpt.Smooth(4, []sculpt.Pt{{0, 0.009}, {0.009, 0.002}, {0.02, 0.002}, {0.0345, 0.024}, {0.0375, 0.043}, {0.028, 0.064},
		{0.013, 0.068}, {0.004, 0.061}, {0, 0.058}})
	body := sculpt.Lathe(36, profile).Paint(sculpt.Material{Name: "apple skin", Color: sculpt.RGB(0xb83a30), Roughness: 0.28, Texture: skin})
	stem := sculpt.Tube(sculpt.Path(4, func(t float64) sculpt.Vec { return sculpt.V(0.006*t*t, 0, 0.056+0.024*t) }), 0.0013, 6).Paint(bark())
	return sculpt.Join(body, stem)
}

func fruitOrange() *sculpt.Mesh {
	peel := sculpt.Ball(0.036, 3).Rough(0.02, 0.007, 12).Paint(sculpt.Satin("orange peel", 0xee8a1d))
	return sculpt.Join(peel, sculpt.Around(5,
		sculpt.Taper(sculpt.V(0, 0, 0.0355), sculpt.V(0.006, 0, 0.0362), 0.0018, 0.0006, 6)).Paint(leaves()))
}

func fruitPear() *sculpt.Mesh {
	profile := sculpt.Smooth(5, []sculpt.Pt{{0, 0.004}, {0.012, 0}, {0.033, 0.022}, {0.034, 0.04}, {0.021, 0.068}, {0.015, 0.086},
		{0.007, 0.096}, {0, 0.096}})
	stem := sculpt.Tube(sculpt.Path(4, func(t float64) sculpt.Vec { return sculpt.V(0.008*t*t, 0, 0.094+0.026*t) }), 0.0015, 6).Paint(bark())
	return sculpt.Join(sculpt.Lathe(32, profile).Paint(sculpt.Satin("pear skin", 0xb7c04b)), stem)
}

// fruitBananas is a hand of three, hanging over x.
func fruitBananas() *sculpt.Mesh {
	one := sculpt.Sweep{
		Outline: sculpt.SmoothLoop(2, sculpt.Circle(0.0165, 5)),
		Path:    sculpt.Path(18, func(t float64) sculpt.Vec { return sculpt.Polar(0.105, sculpt.Radians(15+105*t), 0) }),
		Size: func(t float64) float64 {
			return min(sculpt.Smoothstep(-0.09, 0.2, t)*0.9+0.1, 0.24+0.76*(1-sculpt.Smoothstep(0.72, 0.93, t)))
		},
	}.Mesh().TurnX(90).Move(0, 0, -0.105).Paint(sculpt.Satin("banana skin", 0xf2cf3f))
	one.Dye(sculpt.Matte("banana end", 0x5d4a2a), func(p sculpt.Vec) bool { return p.X > 0.0975 })
	return sculpt.Repeat(3, one, func(i int, c *sculpt.Mesh) {
		side := float64(i) - 1
		c.TurnX(-24*side).Move(0.012*math.Abs(side), 0.012*side, -0.004*math.Abs(side))
	})
}

// fruitGrapes hang over the rim in front.
func fruitGrapes() *sculpt.Mesh {
	one := sculpt.Sphere(0.0098, 14)
	grapes := sculpt.Repeat(34, one, func(i int, c *sculpt.Mesh) {
		t := float64(i) / 33
		p := sculpt.Polar(0.031*math.Sqrt(1-0.8*t)*math.Sqrt(sculpt.Hash(i, 1, 1, 9)), 2.4*float64(i), 0)
		c.Move(0.062+0.05*t+0.6*p.X, -0.092-0.038*t+p.Y, 0.101-0.055*t*t+0.4*math.Abs(p.X)+0.012*sculpt.Hash(i, 2, 1, 9))
	})
	stalk := sculpt.Tube(smoothPath(4, sculpt.V(0.04, -0.07, 0.116), sculpt.V(0.06, -0.086, 0.124), sculpt.V(0.08, -0.1, 0.108)), 0.0015, 6)
	return sculpt.Join(grapes.Paint(sculpt.Glossy("grape", 0x5b2f63)), stalk.Paint(bark()))
}
