package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// Drone is a camera drone whose rotors turn.
func Drone() []sculpt.Part {
	return quadcopter(sculpt.Satin("shell", 0xe9ebec), sculpt.Satin("orange accent", 0xf07a2c))
}

// RedBiplane is a red biplane whose propeller turns.
func RedBiplane() []sculpt.Part {
	return biplane(sculpt.Glossy("signal red", 0xc5352d), sculpt.Satin("cream fabric", 0xefe3c6))
}

// quadcopter returns the drone's frame and its four rotors, which turn against
// each other in pairs. Its front looks to -Y.
func quadcopter(shell, accent sculpt.Material) []sculpt.Part {
	hull := body(32, 5, bodySection{-0.105, 0, 0.055, 0.07, 2.4}, bodySection{-0.095, 0.028, 0.04, 0.082, 2.6},
		bodySection{-0.04, 0.046, 0.032, 0.096, 3},
		bodySection{0.05, 0.045, 0.034, 0.094, 3}, bodySection{0.1, 0.026, 0.045, 0.08, 2.6})
	parts := []*sculpt.Mesh{hull.Paint(shell), droneBattery(accent), droneCamera().Move(0, -0.088, 0.03)}
	names := []string{"rotor front right", "rotor front left", "rotor rear left", "rotor rear right"}
	var rotors []sculpt.Part
	for i, name := range names {
		angle := sculpt.Radians([]float64{-48, -132, 132, 48}[i])
		motor := sculpt.Polar(0.2, angle, 0.085)
		parts = append(parts, droneArm(motor, shell))
		turn := float64(1 - 2*(i%2))
		rotor := sculpt.Join(propeller(2, 0.105, 0.024).Scale(turn, 1, 1).Paint(black()),
			sculpt.Puck(0.011, 0.012, 0.003, 20).Move(0, 0, -0.005).Paint(accent))
		rotors = append(rotors, sculpt.Part{Name: name, Mesh: rotor.TurnZ(25+70*float64(i)).Move(motor.X, motor.Y, 0.122),
			Spin: &sculpt.Spin{Pivot: sculpt.V(motor.X, motor.Y, 0.122), Axis: sculpt.V(0, 0, -turn), Seconds: 0.4}})
	}
	return append([]sculpt.Part{{Name: "frame", Mesh: sculpt.Join(parts...)}}, rotors...)
}

func droneArm(motor sculpt.Vec, shell sculpt.Material) *sculpt.Mesh {
	out := motor.Unit()
	root := sculpt.V(out.X*0.035, out.Y*0.05, 0.068)
	arm := sculpt.Sweep{Outline: sculpt.Ellipse(0.017, 0.010, 16), Path: sculpt.Path(8, func(t float64) sculpt.Vec {
		return root.Mix(sculpt.V(motor.X, motor.Y, 0.078), t).Add(sculpt.V(0, 0, 0.012*math.Sin(math.Pi*t)))
	}), Size: func(t float64) float64 { return 1.15 - 0.4*t }}.Mesh()
	can := sculpt.Lathe(24, []sculpt.Pt{{0, 0.06}, {0.012, 0.06}, {0.016, 0.068}, {0.016, 0.085}, {0, 0.085}})
	bell := sculpt.Lathe(24, []sculpt.Pt{{0, 0.087}, {0.0155, 0.087}, {0.0155, 0.104}, {0.011, 0.112}, {0.004, 0.114}, {0.004, 0.124},
		{0, 0.124}})
	foot := sculpt.Taper(sculpt.V(motor.X, motor.Y, 0.058), sculpt.V(motor.X*1.03, motor.Y*1.03, 0), 0.011, 0.006, 12)
	lamp := sculpt.Sphere(0.006, 10).Move(motor.X*1.07, motor.Y*1.07, 0.066)
	light := sculpt.Glowing("red light", 0xe0372c)
	if motor.Y > 0 {
		light = sculpt.Glowing("green light", 0x39c46b)
	}
	return sculpt.Join(arm.Paint(shell), can.Move(motor.X, motor.Y, 0).Paint(shell),
		bell.Move(motor.X, motor.Y, 0).Paint(sculpt.Metal("motor", 0x8e9297, 0.3)),
		foot.Paint(black()), lamp.Paint(light))
}

func droneBattery(accent sculpt.Material) *sculpt.Mesh {
	pack := sculpt.RoundBox(0.056, 0.1, 0.02, 0.008).Move(0, 0.03, 0.082).Paint(black())
	var leds []*sculpt.Mesh
	for i := range 4 {
		leds = append(leds, sculpt.Puck(0.0025, 0.002, 0.0005, 8).Move(float64(i-2)*0.008+0.004, 0.055, 0.1015))
	}
	eyes := sculpt.Sphere(0.007, 12).Move(0.016, -0.09, 0.071).Mirror()
	return sculpt.Join(pack, sculpt.Join(leds...).Paint(sculpt.Glowing("charge", 0x7fe0ff)), eyes.Paint(glass()),
		sculpt.Box(0.006, 0.06, 0.002, 0).Move(0.012, -0.03, 0.0955).Mirror().Paint(accent))
}

// droneCamera hangs in a gimbal; its lens looks to -Y.
func droneCamera() *sculpt.Mesh {
	yoke := sculpt.Sweep{Outline: sculpt.RoundRect(0.008, 0.012, 0.003, 2), Path: sculpt.Path(12, func(t float64) sculpt.Vec {
		p := sculpt.Polar(0.027, math.Pi*t, 0)
		return sculpt.V(p.X, 0, p.Y*0.9-0.004)
	})}.Mesh()
	head := sculpt.RoundBox(0.038, 0.036, 0.034, 0.01).Move(0, -0.004, -0.022)
	lens := sculpt.Lathe(24, []sculpt.Pt{{0, 0}, {0.0135, 0}, {0.0135, 0.011}, {0.0115, 0.011}, {0.0105, 0.006}, {0, 0.006}}).TurnX(90).Move(0,
		-0.02, -0.004)
	eye := sculpt.Sphere(0.009, 16).Scale(1, 0.4, 1).Move(0, -0.026, -0.004)
	return sculpt.Join(yoke.Paint(black()), head.Paint(sculpt.Metal("gimbal", 0x6f757c, 0.4)), lens.Paint(black()),
		eye.Paint(sculpt.Glossy("lens glass", 0x1c2b4a)))
}

// The angle at which the biplane rests on its tail, and how far the turn lifts
// its wheels.
const (
	biplaneRest = 11.4
	biplaneDrop = 0.318
)

// biplane returns an open two-seater and its propeller. Its front looks to -Y.
func biplane(paint, fabric sculpt.Material) []sculpt.Part {
	rest := func(m *sculpt.Mesh) *sculpt.Mesh { return m.TurnX(-biplaneRest).Move(0, 0, -biplaneDrop) }
	hub := sculpt.V(0, -2.78, 1.5)
	screw := sculpt.Join(propeller(2, 1.12, 0.24).Paint(walnut()),
		sculpt.Lathe(24, []sculpt.Pt{{0, -0.1}, {0.16, -0.1}, {0.13, 0.05}, {0.06, 0.17}, {0, 0.2}}).
			Paint(sculpt.Metal("spinner", 0xcfd3d6, 0.2))).TurnZ(35).TurnX(90).Move(hub.X, hub.Y, hub.Z)
	pivot := hub.Turn(sculpt.V(1, 0, 0), sculpt.Radians(-biplaneRest)).Add(sculpt.V(0, 0, -biplaneDrop))
	frame := sculpt.Join(biplaneHull(paint, fabric), biplaneWings(paint, fabric), biplaneStruts(), biplaneEngine(), biplaneTail(paint, fabric),
		biplaneGear())
	return []sculpt.Part{
		{Name: "airframe", Mesh: rest(frame)},
		{Name: "propeller", Mesh: rest(screw),
			Spin: &sculpt.Spin{Pivot: pivot, Axis: sculpt.V(0, -1, 0).Turn(sculpt.V(1, 0, 0), sculpt.Radians(-biplaneRest)), Seconds: 0.8}},
	}
}

func biplaneHull(paint, fabric sculpt.Material) *sculpt.Mesh {
	hull := body(36, 6, bodySection{-2.45, 0.4, 1.1, 1.9, 2}, bodySection{-1.9, 0.45, 1.04, 1.96, 2.2},
		bodySection{-0.6, 0.44, 0.98, 2.02, 2.6},
		bodySection{0.9, 0.37, 1.06, 1.98, 2.6}, bodySection{2.4, 0.2, 1.28, 1.8, 2.4}, bodySection{3.7, 0.04, 1.46, 1.66, 2})
	hull.Paint(paint).Dye(fabric, func(p sculpt.Vec) bool { return p.Y > -1.5 && p.Y < 3.2 && p.Z > 1.42 && p.Z < 1.56 })
	var pits []*sculpt.Mesh
	for _, y := range []float64{-0.35, 0.6} {
		rim := sculpt.RingPath(28, func(t float64) sculpt.Vec {
			p := sculpt.Polar(1, 2*math.Pi*t, 0)
			return sculpt.V(0.25*p.X, y+0.3*p.Y, 2.02-0.4*p.X*p.X*0.25-0.015*(y+0.3*p.Y))
		})
		floor := sculpt.Puck(0.25, 0.05, 0.01, 28).Scale(1, 1.2, 1).Move(0, y, 1.98)
		head := sculpt.Join(sculpt.RoundBox(0.32, 0.08, 0.26, 0.04).TurnX(-10).Move(0, y+0.25, 1.96).Paint(sculpt.Satin("leather", 0x8b5a33)))
		screen := bodyPlate(0.012, []sculpt.Pt{{-0.22, 0}, {0.22, 0}, {0.17, 0.2}, {-0.17, 0.2}}).TurnX(-28).Move(0, y-0.32, 2.0)
		pits = append(pits, sculpt.Loop(rim, 0.03, 8).Paint(sculpt.Satin("leather", 0x8b5a33)), floor.Paint(black()), head,
			screen.Paint(sculpt.Glossy("windscreen", 0xbcd6de)))
	}
	return sculpt.Join(append(pits, hull)...)
}

func biplaneWings(paint, fabric sculpt.Material) *sculpt.Mesh {
	stripes := func(m *sculpt.Mesh) *sculpt.Mesh {
		return m.Paint(fabric).Dye(paint, func(p sculpt.Vec) bool { x := math.Abs(p.X); return x > 3.1 && x < 3.6 || x > 3.98 })
	}
	upper := stripes(wing(8.8, 1.35, 0.16, 0.12)).Move(0, -1.25, 2.75)
	lower := stripes(wing(8.2, 1.25, 0.15, 0.2)).Move(0, -0.85, 1.14)
	return sculpt.Join(upper, lower)
}

func biplaneStruts() *sculpt.Mesh {
	var posts, wires []*sculpt.Mesh
	post := func(a, b sculpt.Vec) { posts = append(posts, sculpt.Rod(a, b, 0.035, 8).Mirror()) }
	for _, y := range []float64{-1.6, -0.75} {
		post(sculpt.V(2.75, y+0.35, 1.3), sculpt.V(2.75, y, 2.82))
		post(sculpt.V(0.3, y+0.1, 1.9), sculpt.V(0.55, y, 2.76))
		wires = append(wires, sculpt.Rod(sculpt.V(0.55, y, 2.75), sculpt.V(2.75, y+0.35, 1.3), 0.007, 5).Mirror(),
			sculpt.Rod(sculpt.V(0.42, y+0.35, 1.2), sculpt.V(2.75, y, 2.82), 0.007, 5).Mirror())
	}
	return sculpt.Join(sculpt.Join(posts...).Paint(walnut()), sculpt.Join(wires...).Paint(steel()))
}

// biplaneEngine is a radial engine of nine cylinders behind an open cowl ring.
func biplaneEngine() *sculpt.Mesh {
	fins := []sculpt.Pt{{0, 0.1}, {0.09, 0.1}}
	for i := range 7 {
		r := 0.2 + 0.035*float64(i)
		fins = append(fins, sculpt.Pt{0.08, r}, sculpt.Pt{0.105, r + 0.008}, sculpt.Pt{0.105, r + 0.016}, sculpt.Pt{0.08, r + 0.024})
	}
	fins = append(fins, sculpt.Pt{0.09, 0.47}, sculpt.Pt{0.05, 0.53}, sculpt.Pt{0, 0.53})
	jug := sculpt.Lathe(12, fins)
	ring := sculpt.Repeat(9, jug, func(i int, c *sculpt.Mesh) { c.TurnY(40 * float64(i)) })
	crankcase := sculpt.Lathe(24, []sculpt.Pt{{0, -0.25}, {0.24, -0.25}, {0.24, 0.1}, {0.12, 0.2}, {0.06, 0.26}, {0, 0.26}}).TurnX(90)
	cowl := sculpt.Hoop(40, []sculpt.Pt{{0.5, -0.1}, {0.585, -0.11}, {0.58, 0.05}, {0.54, 0.12}, {0.5, 0.08}}).TurnX(90)
	return sculpt.Join(ring.Paint(iron()), crankcase.Paint(sculpt.Metal("crankcase", 0x9a9ea3, 0.4)), cowl.Paint(brass())).Move(0, -2.52, 1.5)
}

func biplaneTail(paint, fabric sculpt.Material) *sculpt.Mesh {
	plane := wing(2.9, 0.85, 0.07, 0).Paint(fabric).Dye(paint, func(p sculpt.Vec) bool { return math.Abs(p.X) > 1.1 })
	fin := sculpt.Smooth(5, []sculpt.Pt{{2.75, 1.7}, {3.1, 2.1}, {3.5, 2.5}, {3.85, 2.56}, {4.05, 2.3}, {4.05, 1.75}, {3.9, 1.4}, {3.6, 1.4}})
	rudder := bodySlab(0.06, fin).Paint(paint)
	skid := sculpt.Join(sculpt.Rod(sculpt.V(0, 3.3, 1.5), sculpt.V(0, 3.7, 1.13), 0.03, 8), sculpt.Sphere(0.05, 10).Move(0, 3.7, 1.13))
	return sculpt.Join(plane.Move(0, 3.35, 1.66), rudder, skid.Paint(iron()),
		sculpt.Rod(sculpt.V(0, 3.4, 2.3), sculpt.V(0.95, 3.4, 1.7), 0.008, 5).Mirror().Paint(steel()))
}

func biplaneGear() *sculpt.Mesh {
	tyre := sculpt.Join(sculpt.Torus(0.27, 0.085, 36, 10).Paint(rubber()),
		sculpt.Lathe(24, []sculpt.Pt{{0, -0.07}, {0.05, -0.07}, {0.22, -0.03}, {0.22, 0.03}, {0.05, 0.09}, {0, 0.1}}).Paint(white())).TurnY(90).
		Move(0.82, -1.6, 0.36)
	legs := sculpt.Join(sculpt.Rod(sculpt.V(0.3, -1.75, 1.1), sculpt.V(0.72, -1.6, 0.36), 0.035, 8),
		sculpt.Rod(sculpt.V(0.3, -0.75, 1.05), sculpt.V(0.72, -1.6, 0.36), 0.03, 8)).Mirror()
	return sculpt.Join(tyre.Mirror(), legs.Paint(walnut()),
		sculpt.Rod(sculpt.V(-0.85, -1.6, 0.36), sculpt.V(0.85, -1.6, 0.36), 0.03, 8).Paint(steel()))
}
