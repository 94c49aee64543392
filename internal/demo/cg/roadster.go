package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// OpenRoadster is a burgundy two-seater of the early thirties.
func OpenRoadster() []sculpt.Part {
	return []sculpt.Part{{Name: "roadster", Mesh: roadster(sculpt.Glossy("burgundy", 0x7d1f2b), sculpt.Satin("tan leather", 0xb47b46))}}
}

// roadster is an open two-seater of the thirties with wings and wire wheels. Its
// front looks to -Y.
func roadster(paint, leather sculpt.Material) *sculpt.Mesh {
	bonnet := body(32, 5, bodySection{-1.5, 0.22, 0.42, 0.98, 2.6}, bodySection{-0.7, 0.36, 0.42, 1.04, 2.7},
		bodySection{0.2, 0.53, 0.4, 1.08, 3})
	tub := body(32, 6, bodySection{0.2, 0.53, 0.4, 1.08, 3}, bodySection{0.75, 0.57, 0.4, 1.02, 3.2}, bodySection{1.35, 0.54, 0.42, 0.99, 2.9},
		bodySection{1.8, 0.38, 0.46, 0.84, 2.6}, bodySection{2.12, 0.1, 0.5, 0.6, 2.2})
	return sculpt.Join(bonnet.Paint(paint), tub.Paint(paint), roadsterWings(paint), roadsterCockpit(leather), roadsterFace(), roadsterWheels(),
		roadsterTrim()).Rest()
}

func roadsterWings(paint sculpt.Material) *sculpt.Mesh {
	line := sculpt.Smooth(5, []sculpt.Pt{{-1.84, 0.44}, {-1.68, 0.66}, {-1.3, 0.83}, {-0.95, 0.72}, {-0.55, 0.42}, {-0.1, 0.3},
		{0.55, 0.29}, {0.85, 0.42}, {1.05, 0.72}, {1.35, 0.84}, {1.7, 0.7}, {1.9, 0.4}})
	points := make([]sculpt.Vec, len(line))
	for i, p := range line {
		points[i] = sculpt.V(0.7, p[0], p[1])
	}
	// The sweep carries the outline upside down.
	arch := []sculpt.Pt{{-0.155, 0.05}, {-0.13, -0.02}, {-0.07, -0.06}, {0, -0.07}, {0.07, -0.06}, {0.13, -0.02}, {0.155, 0.05}, {0.12, 0.01},
		{0, -0.03}, {-0.12, 0.01}}
	wings := sculpt.Sweep{Outline: arch, Path: points}.Mesh()
	step := sculpt.Box(0.24, 0.75, 0.03, 0.008).Move(0.7, 0.2, 0.33)
	return sculpt.Join(wings.Mirror().Paint(paint), step.Mirror().Paint(rubber()))
}

func roadsterCockpit(leather sculpt.Material) *sculpt.Mesh {
	edge := sculpt.RingPath(40, func(t float64) sculpt.Vec {
		p := sculpt.Polar(1, 2*math.Pi*t, 0)
		return sculpt.V(bodyPower(p.X, 3)*0.42, 0.87+bodyPower(p.Y, 3)*0.46, 1.045-0.06*p.Y)
	})
	floor := make([]sculpt.Pt, len(edge))
	for i, p := range edge {
		floor[i] = sculpt.Pt{p.X, p.Y}
	}
	well := sculpt.Prism(0.2, floor).Each(func(p sculpt.Vec) sculpt.Vec { return sculpt.V(p.X, p.Y, p.Z*0.9+0.87-0.14*(p.Y-0.87)) })
	seat := sculpt.Join(sculpt.RoundBox(0.36, 0.16, 0.42, 0.06).TurnX(-14).Move(0.19, 1.14, 0.92),
		sculpt.RoundBox(0.36, 0.4, 0.1, 0.04).Move(0.19, 0.9, 1.0))
	wheel := sculpt.Join(sculpt.Torus(0.17, 0.013, 32, 8), sculpt.Around(3, sculpt.Rod(sculpt.Vec{}, sculpt.V(0.17, 0, 0), 0.008, 6)),
		sculpt.Puck(0.03, 0.02, 0.006, 16)).TurnX(66).Move(-0.19, 0.62, 1.2)
	screen := sculpt.RoundRect(0.9, 0.26, 0.05, 4)
	frame := bodyPlate(0.02, sculpt.RoundRect(0.94, 0.3, 0.07, 4), screen).TurnX(-16).Move(0, 0.42, 1.23)
	return sculpt.Join(sculpt.Loop(edge, 0.028, 8).Paint(leather), well.Paint(sculpt.Matte("cockpit", 0x2a2320)), seat.Mirror().Paint(leather),
		wheel.Paint(walnut()), frame.Paint(carChrome()),
		bodyPlate(0.006, screen).TurnX(-16).Move(0, 0.42, 1.23).Paint(sculpt.Glossy("windscreen", 0xb9d3dc)),
		sculpt.Rod(sculpt.V(0.44, 0.4, 1.02), sculpt.V(0.46, 0.45, 1.3), 0.012, 8).Mirror().Paint(carChrome()))
}

// roadsterFace is the radiator with its lamps and bumper.
func roadsterFace() *sculpt.Mesh {
	shield := sculpt.Smooth(5, []sculpt.Pt{{-0.2, 0.44}, {-0.26, 0.7}, {-0.22, 0.94}, {0, 1.04}, {0.22, 0.94}, {0.26, 0.7}, {0.2, 0.44}})
	inner := make([]sculpt.Pt, len(shield))
	for i, p := range shield {
		inner[i] = sculpt.Pt{p[0] * 0.82, 0.73 + (p[1]-0.73)*0.84}
	}
	var slats []*sculpt.Mesh
	for i := range 9 {
		x := (float64(i) - 4) * 0.042
		slats = append(slats, sculpt.Box(0.014, 0.03, 0.44-x*x*2, 0.004).Move(x, -1.55, 0.5))
	}
	lamp := sculpt.Lathe(24, []sculpt.Pt{{0, -0.2}, {0.05, -0.18}, {0.11, -0.06}, {0.125, 0}, {0.12, 0.02}, {0.105, 0.02}, {0, 0.02}})
	lens := sculpt.Lathe(24, []sculpt.Pt{{0, 0.015}, {0.106, 0.015}, {0.07, 0.04}, {0, 0.05}})
	bar := sculpt.Path(16, func(t float64) sculpt.Vec { x := 2*t - 1; return sculpt.V(x*0.82, -1.98+0.16*x*x, 0.46) })
	return sculpt.Join(bodyPlate(0.09, shield, inner).Move(0, -1.53, 0).Paint(carChrome()),
		bodyPlate(0.04, inner).Move(0, -1.51, 0).Paint(black()),
		sculpt.Join(slats...).Paint(carChrome()),
		sculpt.Lathe(16, []sculpt.Pt{{0, 1.02}, {0.035, 1.02}, {0.03, 1.07}, {0, 1.085}}).Move(0, -1.53, 0).Paint(carChrome()),
		lamp.TurnX(90).Move(0.42, -1.58, 0.86).Mirror().Paint(carChrome()),
		lens.TurnX(90).Move(0.42, -1.58, 0.86).Mirror().Paint(sculpt.Glossy("lens", 0xf2efdd)),
		sculpt.Rod(sculpt.V(-0.42, -1.52, 0.76), sculpt.V(0.42, -1.52, 0.76), 0.018, 10).Paint(carChrome()),
		sculpt.Rod(sculpt.V(0.42, -1.52, 0.76), sculpt.V(0.42, -1.52, 0.84), 0.018, 10).Mirror().Paint(carChrome()),
		sculpt.Sweep{Outline: sculpt.RoundRect(0.03, 0.09, 0.012, 3), Path: bar}.Mesh().Paint(carChrome()),
		sculpt.Box(0.05, 0.4, 0.04, 0.008).Move(0.3, -1.75, 0.42).Mirror().Paint(iron()))
}

func roadsterWheels() *sculpt.Mesh {
	wheel := wireWheel(0.37)
	front, rear := wheel.Copy().Move(0.72, -1.32, 0.37), wheel.Copy().Move(0.72, 1.37, 0.37)
	spare := wheel.Copy().TurnZ(90).TurnX(-24).Move(0, 2.1, 0.84)
	axle := sculpt.Join(sculpt.Rod(sculpt.V(-0.7, -1.32, 0.37), sculpt.V(0.7, -1.32, 0.37), 0.03, 10),
		sculpt.Rod(sculpt.V(-0.7, 1.37, 0.37), sculpt.V(0.7, 1.37, 0.37), 0.04, 10),
		sculpt.Box(0.06, 3.4, 0.1, 0.01).Move(0.34, 0, 0.36).Mirror())
	return sculpt.Join(front.Mirror(), rear.Mirror(), spare, axle.Paint(iron()))
}

func roadsterTrim() *sculpt.Mesh {
	var slots []*sculpt.Mesh
	for i := range 9 {
		y := -1.2 + 0.11*float64(i)
		slots = append(slots, sculpt.Box(0.02, 0.035, 0.26, 0.006).TurnX(-12).Move(0.3+0.195*(y+1.5)/1.7, y, 0.62))
	}
	line := sculpt.Rod(sculpt.V(0, -1.48, 0.985), sculpt.V(0, 0.2, 1.085), 0.012, 6)
	handle := sculpt.Rod(sculpt.V(0.585, 0.95, 0.86), sculpt.V(0.585, 1.08, 0.86), 0.012, 8)
	lamp := sculpt.Lathe(16, []sculpt.Pt{{0, 0}, {0.05, 0}, {0.045, 0.05}, {0, 0.07}}).TurnX(-90).Move(0.7, 1.9, 0.5)
	return sculpt.Join(sculpt.Join(slots...).Mirror().Paint(carChrome()), line.Paint(carChrome()), handle.Mirror().Paint(carChrome()),
		lamp.Mirror().Paint(sculpt.Glowing("rear lamp", 0xb8322a)))
}
