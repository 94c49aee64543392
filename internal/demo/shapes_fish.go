package demo

import "math"

// clownfish swims over an anemone on a small rock. Its head looks to -Y; it is
// drawn about ten times as large as life.
func clownfish() []Part {
	fish := join(fishSkin(), fishFins(), fishFace()).turnX(-6).turnZ(28).move(0.04, 0.02, 0.72)
	return []Part{{Name: "fish", Mesh: fish}, {Name: "reef", Mesh: fishReef()}}
}

func fishSkin() *Mesh {
	skin := body(36, 7, bodySection{-0.5, 0, 0, 0.02, 2}, bodySection{-0.45, 0.05, -0.06, 0.08, 2}, bodySection{-0.3, 0.105, -0.15, 0.18, 2.1},
		bodySection{-0.08, 0.125, -0.205, 0.225, 2.1},
		bodySection{0.16, 0.09, -0.165, 0.175, 2.1}, bodySection{0.36, 0.04, -0.085, 0.09, 2.1}, bodySection{0.44, 0.022, -0.075, 0.08, 2},
		bodySection{0.5, 0, -0.06, 0.065, 2})
	return skin.paint(Material{Name: "fish skin", Roughness: 0.35, Texture: paintTexture(512, 512, fishPattern)})
}

// fishPattern paints three white bands with dark edges on orange; v runs from
// the nose to the tail, u around from the right side downwards.
func fishPattern(u, v float64) Color {
	belly := math.Max(math.Sin(2*math.Pi*u), 0)
	c := rgb(0xf2761f).blend(rgb(0xf9a648), 0.7*belly).blend(rgb(0xd9541a), 0.5*math.Max(-math.Sin(2*math.Pi*u), 0))
	scales := math.Sin(2*math.Pi*u*34) * math.Sin(2*math.Pi*v*46)
	c = c.blend(rgb(0xffbe6b), 0.12*math.Max(scales, 0))
	wave := 0.018*math.Sin(4*math.Pi*u+0.6) + 0.006*noise(Vec{u * 20, v * 20, 0}, 3)
	for _, band := range []Pt{{0.285, 0.04}, {0.525, 0.05}, {0.83, 0.028}} {
		d := math.Abs(v+wave-band[0]) - band[1]
		c = c.blend(rgb(0x25201f), smoothstep(0.018, 0.010, d)).blend(rgb(0xf7f4ee), smoothstep(0.003, -0.003, d))
	}
	return c
}

func fishFins() *Mesh {
	rays := paintTexture(256, 128, func(u, v float64) Color {
		c := rgb(0xf2761f).blend(rgb(0xf9a648), 0.5+0.5*math.Sin(2*math.Pi*u*11))
		return c.blend(rgb(0x25201f), smoothstep(0.76, 0.84, v)).blend(rgb(0xe9d9c8), smoothstep(0.95, 0.98, v))
	})
	back := func(u float64) Vec { return Vec{0, -0.24 + 0.58*u, 0.2 - 0.14*math.Pow(u, 2)} }
	dorsal := fishFin(func(u, v float64) Vec {
		height := 0.1*math.Sin(math.Pi*math.Min(u*1.9, 1))*(1-u*0.3) + 0.12*math.Sin(math.Pi*clamp(u*1.8-0.75, 0, 1))
		return back(u).add(Vec{0.012 * math.Sin(9*u) * v, 0.1 * v * u, (height + 0.015) * v})
	})
	anal := fishFin(func(u, v float64) Vec {
		return Vec{0.01 * math.Sin(8*u) * v, 0.1 + 0.22*u + 0.1*v*u, -0.15 + 0.07*u - 0.13*v*math.Sin(math.Pi*(0.12+0.8*u))}
	}).flip()
	tail := fishFin(func(u, v float64) Vec {
		angle := (u - 0.5) * 1.75
		length := 0.26 - 0.05*math.Cos(angle*2.4)
		return Vec{0.035 * v * v * math.Sin(4*u), 0.46 + length*v*math.Cos(angle), (u-0.5)*0.13 + length*v*math.Sin(angle)}
	}).flip()
	side := fishFin(func(u, v float64) Vec {
		angle := 0.5 - u*1.75
		length := 0.21 - 0.03*math.Cos(angle*3)
		return Vec{0.1 + 0.11*v*(1+0.2*math.Sin(5*u)), -0.12 + length*v*math.Cos(angle)*0.85, -0.03 + (0.5-u)*0.09 + length*v*math.Sin(angle)*0.9}
	})
	pelvic := fishFin(func(u, v float64) Vec {
		angle := -0.35 - 0.8*u
		return Vec{0.05 + 0.04*v, -0.2 + 0.09*u + 0.17*v*math.Cos(angle), -0.17 - 0.01*u + 0.17*v*math.Sin(angle)}
	})
	return join(dorsal, anal, tail, side.mirror(), pelvic.mirror()).paint(Material{Name: "fish fins", Roughness: 0.4, Texture: rays})
}

// fishFin is a thin sheet from its root (v = 0) to its edge (v = 1).
func fishFin(at func(u, v float64) Vec) *Mesh { return sheet(22, 8, 0.006, at) }

func fishFace() *Mesh {
	eye := join(sphere(0.042, 24).paint(glossy("eye", 0x161313)), torus(0.036, 0.009, 24, 8).move(0, 0, 0.015).paint(glossy("iris", 0xf28a2c)),
		sphere(0.011, 10).move(0.012, 0.012, 0.036).paint(glowing("glint", 0xffffff)))
	eye = eye.turnY(74).turnZ(-14).move(0.076, -0.365, 0.065)
	lips := torus(0.03, 0.011, 20, 8).scale(1.1, 0.8, 1).turnX(90).move(0, -0.492, 0.006).paint(satin("lips", 0xd9541a))
	return join(eye.mirror(), lips)
}

func fishReef() *Mesh {
	rock := ball(0.42, 3).rough(0.35, 0.3, 17).scale(1.25, 1.05, 0.42).move(0, 0.02, 0.13).paint(matte("reef rock", 0x8a7f86))
	sand := disc(10, 44, 0.78, func(x, y float64) float64 { return 0.05 + 0.012*math.Sin(26*(y+0.2*math.Sin(4*x))) }).paint(matte("sand", 0xe6d3a8))
	parts := []*Mesh{sand, rock}
	for i := range 62 {
		r := 0.3 * math.Sqrt((float64(i)+0.5)/62)
		root := polar(r, float64(i)*2.39996, 0.26-0.5*r*r)
		length := 0.24 + 0.12*hash(i, 1, 2, 3)
		lean := root.mul(1.15).add(Vec{0.16 * (hash(i, 2, 2, 3) - 0.2), 0.14 * (hash(i, 3, 2, 3) - 0.5), 0})
		arm := sweep{outline: circle(0.021, 7), path: path(6, func(t float64) Vec {
			return root.add(Vec{lean.x * t * t, lean.y * t * t, length * t * (1 - 0.25*t)})
		}), size: func(t float64) float64 { return 1 - 0.35*t }}.mesh()
		tip := arm.Points[len(arm.Points)-1]
		parts = append(parts, arm.paint(satin("anemone", 0xb678b8)), sphere(0.024, 8).move(tip.x, tip.y, tip.z).paint(satin("anemone tips", 0xf3b9d2)))
	}
	for i := range 7 {
		at := polar(0.52+0.16*hash(i, 1, 5, 5), 0.9*float64(i)+0.4, 0.05)
		parts = append(parts, ball(0.035+0.04*hash(i, 2, 5, 5), 1).rough(0.3, 0.03, i).scale(1.2, 1, 0.7).move(at.x, at.y, at.z).paint(matte("pebbles", 0xa89c94)))
	}
	return join(parts...)
}
