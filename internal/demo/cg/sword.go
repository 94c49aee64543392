package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// SwordInStone is a long sword in a mossy boulder, in metres. The flat of the
// blade looks to -Y.
func SwordInStone() []sculpt.Part {
	return []sculpt.Part{{Name: "sword", Mesh: longSword().TurnX(180).TurnY(5).Move(0.02, 0, 0.9)},
		{Name: "stone", Mesh: swordStone().Scale(0.85, 0.85, 0.85)}}
}

// longSword points upwards; its guard is at 0.
func longSword() *sculpt.Mesh {
	return sculpt.Join(swordBlade(), swordGuard(), swordGrip())
}

func swordBlade() *sculpt.Mesh {
	const length = 0.82
	outline := func(w float64) []sculpt.Pt {
		return []sculpt.Pt{{w, 0}, {w * 0.42, 0.0058}, {w * 0.3, 0.0055}, {w * 0.16, 0.0028}, {0, 0.0022}, {-w * 0.16, 0.0028},
			{-w * 0.3, 0.0055}, {-w * 0.42, 0.0058},
			{-w, 0}, {-w * 0.42, -0.0058}, {-w * 0.3, -0.0055}, {-w * 0.16, -0.0028}, {0, -0.0022}, {w * 0.16, -0.0028}, {w * 0.3, -0.0055},
			{w * 0.42, -0.0058}}
	}
	blade := sculpt.Grid{NU: 16, NV: 24, WrapU: true, At: func(u, v float64) sculpt.Vec {
		width := 0.028 - 0.009*v
		point := sculpt.Smoothstep(1, 0.9, v)
		p := outline(width)[int(math.Round(u*16))%16]
		deep := 0.0058 * (1 - math.Abs(p[0])/width)
		thick := p[1] + (math.Copysign(deep, p[1])-p[1])*sculpt.Smoothstep(0.62, 0.72, v)
		return sculpt.V(p[0]*math.Sqrt(point), thick*point, length*v)
	}}.Mesh()
	return blade.Paint(sculpt.Metal("blade steel", 0xd5dade, 0.16))
}

func swordGuard() *sculpt.Mesh {
	arm := sculpt.Sweep{Outline: sculpt.RoundRect(0.026, 0.02, 0.005, 3), Path: sculpt.Path(16, func(t float64) sculpt.Vec {
		return sculpt.V(0.128*t, 0, 0.022*t*t*t)
	}), Size: func(t float64) float64 { return 1 - 0.38*t }}.Mesh()
	knob := sculpt.Sphere(0.0135, 18).Scale(1, 0.9, 1.15).Move(0.131, 0, 0.024)
	block := sculpt.Box(0.068, 0.036, 0.034, 0.006).Move(0, 0, -0.017)
	gem := sculpt.Octahedron().Scale(0.011, 0.006, 0.014).Move(0, -0.019, 0)
	setting := sculpt.Torus(0.0145, 0.0028, 24, 8).TurnX(90).Move(0, -0.018, 0)
	return sculpt.Join(sculpt.Join(arm, knob).Mirror().Paint(gold()), block.Paint(gold()), gem.Paint(sculpt.Glossy("ruby", 0xc3203c)),
		gem.Copy().Scale(1, -1, 1).Paint(sculpt.Glossy("ruby", 0xc3203c)), setting.Copy().Paint(gold()), setting.Scale(1, -1, 1).Paint(gold()))
}

func swordGrip() *sculpt.Mesh {
	core := sculpt.Lathe(20, []sculpt.Pt{{0, -0.24}, {0.0135, -0.24}, {0.0165, -0.17}, {0.0175, -0.1}, {0.0155, -0.015}, {0, -0.015}}).Scale(1,
		0.8, 1)
	cord := sculpt.Tube(sculpt.Path(220, func(t float64) sculpt.Vec {
		p := sculpt.Polar(0.0172-0.003*math.Abs(t-0.5), 2*math.Pi*20*t, -0.02-0.215*t)
		return sculpt.V(p.X, p.Y*0.82, p.Z)
	}), 0.0034, 6)
	wheel := sculpt.Lathe(32, []sculpt.Pt{{0, -0.014}, {0.017, -0.014}, {0.021, -0.010}, {0.033, -0.008}, {0.034, 0.008}, {0.021, 0.010},
		{0.017, 0.014},
		{0, 0.014}}).TurnX(90).Move(0, 0, -0.27)
	gem := sculpt.Sphere(0.0135, 18).Scale(1, 0.5, 1)
	rings := sculpt.Join(sculpt.Torus(0.0165, 0.003, 24, 8).Scale(1, 0.85, 1).Move(0, 0, -0.018),
		sculpt.Torus(0.0155, 0.003, 24, 8).Scale(1, 0.85, 1).Move(0, 0, -0.238))
	return sculpt.Join(core.Paint(sculpt.Satin("grip leather", 0x3f2a20)), cord.Paint(sculpt.Satin("grip cord", 0x6a2b26)),
		wheel.Paint(gold()),
		gem.Copy().Move(0, -0.014, -0.27).Paint(sculpt.Glossy("ruby", 0xc3203c)),
		gem.Move(0, 0.014, -0.27).Paint(sculpt.Glossy("ruby", 0xc3203c)), rings.Paint(gold()),
		sculpt.Sphere(0.008, 12).Move(0, 0, -0.307).Paint(gold()))
}

func swordStone() *sculpt.Mesh {
	boulder := sculpt.Ball(0.3, 4).Rough(0.42, 0.28, 23).Each(func(p sculpt.Vec) sculpt.Vec {
		step := 0.045
		terrace := math.Round(p.Z/step) * step
		return sculpt.V(p.X*1.25, p.Y*1.05, max(p.Z*0.6+terrace*0.4, -0.2))
	}).Move(0, 0, 0.2)
	boulder.Paint(sculpt.Matte("boulder", 0x8f8d89)).Dye(sculpt.Matte("moss", 0x73904a), func(p sculpt.Vec) bool {
		return p.Z > 0.27+0.09*sculpt.Noise(p.Mul(14), 3)+0.05*sculpt.Noise(p.Mul(40), 5) && math.Hypot(p.X-0.02, p.Y) > 0.09
	})
	parts := []*sculpt.Mesh{boulder}
	for i := range 11 {
		p := sculpt.Polar(0.36+0.16*sculpt.Hash(i, 1, 7, 7), float64(i)*2.4, 0)
		parts = append(parts, sculpt.Ball(0.03+0.04*sculpt.Hash(i, 2, 7, 7), 1).Rough(0.5, 0.06, i).Scale(1.2, 1, 0.7).Rest().Move(p.X, p.Y, 0).
			Paint(sculpt.Matte("boulder", 0x8f8d89)))
	}
	for i := range 60 {
		root := sculpt.Polar(0.34+0.1*sculpt.Hash(i, 3, 7, 7), float64(i/6)*0.9+0.3*sculpt.Hash(i, 4, 7, 7), 0)
		tip := root.Add(sculpt.V(0.05*(sculpt.Hash(i, 5, 7, 7)-0.5), 0.05*(sculpt.Hash(i, 6, 7, 7)-0.5), 0.05+0.07*sculpt.Hash(i, 8, 7, 7)))
		parts = append(parts, sculpt.Taper(root, tip, 0.006, 0, 4).Paint(sculpt.Matte("grass blades", 0x7fa552)))
	}
	return sculpt.Join(parts...)
}
