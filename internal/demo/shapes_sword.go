package demo

import "math"

// swordInStone is a long sword in a mossy boulder, in metres. The flat of the
// blade looks to -Y.
func swordInStone() []Part {
	return []Part{{Name: "sword", Mesh: longSword().turnX(180).turnY(5).move(0.02, 0, 0.9)}, {Name: "stone", Mesh: swordStone().scale(0.85, 0.85, 0.85)}}
}

// longSword points upwards; its guard is at 0.
func longSword() *Mesh {
	return join(swordBlade(), swordGuard(), swordGrip())
}

func swordBlade() *Mesh {
	const length = 0.82
	outline := func(w float64) []Pt {
		return []Pt{{w, 0}, {w * 0.42, 0.0058}, {w * 0.3, 0.0055}, {w * 0.16, 0.0028}, {0, 0.0022}, {-w * 0.16, 0.0028}, {-w * 0.3, 0.0055}, {-w * 0.42, 0.0058},
			{-w, 0}, {-w * 0.42, -0.0058}, {-w * 0.3, -0.0055}, {-w * 0.16, -0.0028}, {0, -0.0022}, {w * 0.16, -0.0028}, {w * 0.3, -0.0055}, {w * 0.42, -0.0058}}
	}
	blade := grid{nu: 16, nv: 24, wrapU: true, at: func(u, v float64) Vec {
		width := 0.028 - 0.009*v
		point := smoothstep(1, 0.9, v)
		p := outline(width)[int(math.Round(u*16))%16]
		deep := 0.0058 * (1 - math.Abs(p[0])/width)
		thick := p[1] + (math.Copysign(deep, p[1])-p[1])*smoothstep(0.62, 0.72, v)
		return Vec{p[0] * math.Sqrt(point), thick * point, length * v}
	}}.mesh()
	return blade.paint(metal("blade steel", 0xd5dade, 0.16))
}

func swordGuard() *Mesh {
	arm := sweep{outline: roundRect(0.026, 0.02, 0.005, 3), path: path(16, func(t float64) Vec {
		return Vec{0.128 * t, 0, 0.022 * t * t * t}
	}), size: func(t float64) float64 { return 1 - 0.38*t }}.mesh()
	knob := sphere(0.0135, 18).scale(1, 0.9, 1.15).move(0.131, 0, 0.024)
	block := box(0.068, 0.036, 0.034, 0.006).move(0, 0, -0.017)
	gem := octahedron().scale(0.011, 0.006, 0.014).move(0, -0.019, 0)
	setting := torus(0.0145, 0.0028, 24, 8).turnX(90).move(0, -0.018, 0)
	return join(join(arm, knob).mirror().paint(gold()), block.paint(gold()), gem.paint(glossy("ruby", 0xc3203c)),
		gem.copy().scale(1, -1, 1).paint(glossy("ruby", 0xc3203c)), setting.copy().paint(gold()), setting.scale(1, -1, 1).paint(gold()))
}

func swordGrip() *Mesh {
	core := lathe(20, Pt{0, -0.24}, Pt{0.0135, -0.24}, Pt{0.0165, -0.17}, Pt{0.0175, -0.1}, Pt{0.0155, -0.015}, Pt{0, -0.015}).scale(1, 0.8, 1)
	cord := tube(path(220, func(t float64) Vec {
		p := polar(0.0172-0.003*math.Abs(t-0.5), 2*math.Pi*20*t, -0.02-0.215*t)
		return Vec{p.x, p.y * 0.82, p.z}
	}), 0.0034, 6)
	wheel := lathe(32, Pt{0, -0.014}, Pt{0.017, -0.014}, Pt{0.021, -0.010}, Pt{0.033, -0.008}, Pt{0.034, 0.008}, Pt{0.021, 0.010}, Pt{0.017, 0.014},
		Pt{0, 0.014}).turnX(90).move(0, 0, -0.27)
	gem := sphere(0.0135, 18).scale(1, 0.5, 1)
	rings := join(torus(0.0165, 0.003, 24, 8).scale(1, 0.85, 1).move(0, 0, -0.018), torus(0.0155, 0.003, 24, 8).scale(1, 0.85, 1).move(0, 0, -0.238))
	return join(core.paint(satin("grip leather", 0x3f2a20)), cord.paint(satin("grip cord", 0x6a2b26)), wheel.paint(gold()),
		gem.copy().move(0, -0.014, -0.27).paint(glossy("ruby", 0xc3203c)), gem.move(0, 0.014, -0.27).paint(glossy("ruby", 0xc3203c)), rings.paint(gold()),
		sphere(0.008, 12).move(0, 0, -0.307).paint(gold()))
}

func swordStone() *Mesh {
	boulder := ball(0.3, 4).rough(0.42, 0.28, 23).each(func(p Vec) Vec {
		step := 0.045
		terrace := math.Round(p.z/step) * step
		return Vec{p.x * 1.25, p.y * 1.05, max(p.z*0.6+terrace*0.4, -0.2)}
	}).move(0, 0, 0.2)
	boulder.paint(matte("boulder", 0x8f8d89)).dye(matte("moss", 0x73904a), func(p Vec) bool {
		return p.z > 0.27+0.09*noise(p.mul(14), 3)+0.05*noise(p.mul(40), 5) && math.Hypot(p.x-0.02, p.y) > 0.09
	})
	parts := []*Mesh{boulder}
	for i := range 11 {
		p := polar(0.36+0.16*hash(i, 1, 7, 7), float64(i)*2.4, 0)
		parts = append(parts, ball(0.03+0.04*hash(i, 2, 7, 7), 1).rough(0.5, 0.06, i).scale(1.2, 1, 0.7).rest().move(p.x, p.y, 0).paint(matte("boulder", 0x8f8d89)))
	}
	for i := range 60 {
		root := polar(0.34+0.1*hash(i, 3, 7, 7), float64(i/6)*0.9+0.3*hash(i, 4, 7, 7), 0)
		tip := root.add(Vec{0.05 * (hash(i, 5, 7, 7) - 0.5), 0.05 * (hash(i, 6, 7, 7) - 0.5), 0.05 + 0.07*hash(i, 8, 7, 7)})
		parts = append(parts, taper(root, tip, 0.006, 0, 4).paint(matte("grass blades", 0x7fa552)))
	}
	return join(parts...)
}
