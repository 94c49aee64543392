package demo

import "math"

// fruitBowl is a turned bowl heaped with fruit.
func fruitBowl() []Part {
	outer := smooth(4, Pt{0.055, 0}, Pt{0.062, 0.008}, Pt{0.11, 0.028}, Pt{0.15, 0.065}, Pt{0.158, 0.085})
	profile := append([]Pt{{0, 0}}, outer...)
	profile = append(profile, Pt{0.152, 0.086}, Pt{0.142, 0.065}, Pt{0.1, 0.035}, Pt{0.05, 0.018}, Pt{0, 0.016})
	apple, orange, pear := fruitApple(), fruitOrange(), fruitPear()
	put := func(m *Mesh, x, y, z, lean, turn float64) *Mesh {
		return m.copy().turnX(lean).turnZ(turn).move(x, y, z)
	}
	return []Part{
		{Name: "bowl", Mesh: lathe(72, profile...).scale(0.84, 0.84, 0.84).paint(walnut())},
		{Name: "apples", Mesh: join(put(apple, -0.066, -0.05, 0.037, 16, -40), put(apple, 0.068, -0.038, 0.037, 14, 70), put(apple, 0.008, 0.075, 0.038, 14, 160), put(apple, -0.002, -0.008, 0.066, 20, 20))},
		{Name: "oranges", Mesh: join(put(orange, 0.004, -0.081, 0.07, 38, -10), put(orange, -0.074, 0.035, 0.072, 24, 250), put(orange, 0.078, 0.042, 0.07, 20, 120))},
		{Name: "pear", Mesh: put(pear, -0.062, 0.03, 0.086, -52, -74)},
		{Name: "bananas", Mesh: fruitBananas().turnZ(-12).move(0.035, 0.045, 0.125)},
		{Name: "grapes", Mesh: fruitGrapes()},
	}
}

func fruitApple() *Mesh {
	skin := paintTexture(512, 256, func(u, v float64) Color {
		streak := fractal(polar(5, 2*math.Pi*u, 2.2*v), 3, 3)
		blush := 0.62 + 0.9*noise(polar(0.8, 2*math.Pi*u, 1.3*v), 8) + 0.5*streak - 0.5*smoothstep(0.74, 0.95, v) - 0.4*(1-smoothstep(0.05, 0.3, v))
		skin := rgb(0xd9c24f).blend(rgb(0xb3202a), smoothstep(0.12, 0.62, blush))
		speck := hash(int(u*170), int(v*85), 1, 2)
		if speck > 0.985 && blush > 0.3 {
			skin = skin.blend(rgb(0xf0d9a0), 0.45)
		}
		return skin.blend(rgb(0x8a7a2c), smoothstep(0.9, 1, v))
	})
	profile := smooth(4, Pt{0, 0.009}, Pt{0.009, 0.002}, Pt{0.02, 0.002}, Pt{0.0345, 0.024}, Pt{0.0375, 0.043}, Pt{0.028, 0.064}, Pt{0.013, 0.068}, Pt{0.004, 0.061}, Pt{0, 0.058})
	body := lathe(36, profile...).paint(Material{Name: "apple skin", Color: rgb(0xb83a30), Roughness: 0.28, Texture: skin})
	stem := tube(path(4, func(t float64) Vec { return Vec{0.006 * t * t, 0, 0.056 + 0.024*t} }), 0.0013, 6).paint(bark())
	return join(body, stem)
}

func fruitOrange() *Mesh {
	peel := ball(0.036, 3).rough(0.02, 0.007, 12).paint(satin("orange peel", 0xee8a1d))
	return join(peel, around(5, taper(Vec{0, 0, 0.0355}, Vec{0.006, 0, 0.0362}, 0.0018, 0.0006, 6)).paint(leaves()))
}

func fruitPear() *Mesh {
	profile := smooth(5, Pt{0, 0.004}, Pt{0.012, 0}, Pt{0.033, 0.022}, Pt{0.034, 0.04}, Pt{0.021, 0.068}, Pt{0.015, 0.086}, Pt{0.007, 0.096}, Pt{0, 0.096})
	stem := tube(path(4, func(t float64) Vec { return Vec{0.008 * t * t, 0, 0.094 + 0.026*t} }), 0.0015, 6).paint(bark())
	return join(lathe(32, profile...).paint(satin("pear skin", 0xb7c04b)), stem)
}

// fruitBananas is a hand of three, hanging over x.
func fruitBananas() *Mesh {
	one := sweep{
		outline: smoothLoop(2, circle(0.0165, 5)...),
		path:    path(18, func(t float64) Vec { return polar(0.105, radians(15+105*t), 0) }),
		size: func(t float64) float64 {
			return min(smoothstep(-0.09, 0.2, t)*0.9+0.1, 0.24+0.76*(1-smoothstep(0.72, 0.93, t)))
		},
	}.mesh().turnX(90).move(0, 0, -0.105).paint(satin("banana skin", 0xf2cf3f))
	one.dye(matte("banana end", 0x5d4a2a), func(p Vec) bool { return p.x > 0.0975 })
	return repeat(3, one, func(i int, c *Mesh) {
		side := float64(i) - 1
		c.turnX(-24*side).move(0.012*math.Abs(side), 0.012*side, -0.004*math.Abs(side))
	})
}

// fruitGrapes hang over the rim in front.
func fruitGrapes() *Mesh {
	one := sphere(0.0098, 14)
	grapes := repeat(34, one, func(i int, c *Mesh) {
		t := float64(i) / 33
		p := polar(0.031*math.Sqrt(1-0.8*t)*math.Sqrt(hash(i, 1, 1, 9)), 2.4*float64(i), 0)
		c.move(0.062+0.05*t+0.6*p.x, -0.092-0.038*t+p.y, 0.101-0.055*t*t+0.4*math.Abs(p.x)+0.012*hash(i, 2, 1, 9))
	})
	stalk := tube(smoothPath(4, Vec{0.04, -0.07, 0.116}, Vec{0.06, -0.086, 0.124}, Vec{0.08, -0.1, 0.108}), 0.0015, 6)
	return join(grapes.paint(glossy("grape", 0x5b2f63)), stalk.paint(bark()))
}
