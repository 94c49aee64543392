package demo

import "math"

// quadcopter gives the drone's frame and its four rotors, which turn against
// each other in pairs. Its front looks to -Y.
func quadcopter(shell, accent Material) []Part {
	hull := body(32, 5, bodySection{-0.105, 0, 0.055, 0.07, 2.4}, bodySection{-0.095, 0.028, 0.04, 0.082, 2.6}, bodySection{-0.04, 0.046, 0.032, 0.096, 3},
		bodySection{0.05, 0.045, 0.034, 0.094, 3}, bodySection{0.1, 0.026, 0.045, 0.08, 2.6})
	parts := []*Mesh{hull.paint(shell), droneBattery(accent), droneCamera().move(0, -0.088, 0.03)}
	names := []string{"rotor front right", "rotor front left", "rotor rear left", "rotor rear right"}
	var rotors []Part
	for i, name := range names {
		angle := radians([]float64{-48, -132, 132, 48}[i])
		motor := polar(0.2, angle, 0.085)
		parts = append(parts, droneArm(motor, shell, accent))
		turn := float64(1 - 2*(i%2))
		rotor := join(propeller(2, 0.105, 0.024).scale(turn, 1, 1).paint(black()), puck(0.011, 0.012, 0.003, 20).move(0, 0, -0.005).paint(accent))
		rotors = append(rotors, Part{Name: name, Mesh: rotor.turnZ(25+70*float64(i)).move(motor.x, motor.y, 0.122),
			Spin: &Spin{Pivot: Vec{motor.x, motor.y, 0.122}, Axis: Vec{0, 0, -turn}, Seconds: 0.4}})
	}
	return append([]Part{{Name: "frame", Mesh: join(parts...)}}, rotors...)
}

func droneArm(motor Vec, shell, accent Material) *Mesh {
	out := motor.unit()
	root := Vec{out.x * 0.035, out.y * 0.05, 0.068}
	arm := sweep{outline: ellipse(0.017, 0.010, 16), path: path(8, func(t float64) Vec {
		return root.mix(Vec{motor.x, motor.y, 0.078}, t).add(Vec{0, 0, 0.012 * math.Sin(math.Pi*t)})
	}), size: func(t float64) float64 { return 1.15 - 0.4*t }}.mesh()
	can := lathe(24, Pt{0, 0.06}, Pt{0.012, 0.06}, Pt{0.016, 0.068}, Pt{0.016, 0.085}, Pt{0, 0.085})
	bell := lathe(24, Pt{0, 0.087}, Pt{0.0155, 0.087}, Pt{0.0155, 0.104}, Pt{0.011, 0.112}, Pt{0.004, 0.114}, Pt{0.004, 0.124}, Pt{0, 0.124})
	foot := taper(Vec{motor.x, motor.y, 0.058}, Vec{motor.x * 1.03, motor.y * 1.03, 0}, 0.011, 0.006, 12)
	lamp := sphere(0.006, 10).move(motor.x*1.07, motor.y*1.07, 0.066)
	light := glowing("red light", 0xe0372c)
	if motor.y > 0 {
		light = glowing("green light", 0x39c46b)
	}
	return join(arm.paint(shell), can.move(motor.x, motor.y, 0).paint(shell), bell.move(motor.x, motor.y, 0).paint(metal("motor", 0x8e9297, 0.3)),
		foot.paint(black()), lamp.paint(light))
}

func droneBattery(accent Material) *Mesh {
	pack := roundBox(0.056, 0.1, 0.02, 0.008).move(0, 0.03, 0.082).paint(black())
	var leds []*Mesh
	for i := range 4 {
		leds = append(leds, puck(0.0025, 0.002, 0.0005, 8).move(float64(i-2)*0.008+0.004, 0.055, 0.1015))
	}
	eyes := sphere(0.007, 12).move(0.016, -0.09, 0.071).mirror()
	return join(pack, join(leds...).paint(glowing("charge", 0x7fe0ff)), eyes.paint(glass()), box(0.006, 0.06, 0.002, 0).move(0.012, -0.03, 0.0955).mirror().paint(accent))
}

// droneCamera hangs in a gimbal; its lens looks to -Y.
func droneCamera() *Mesh {
	yoke := sweep{outline: roundRect(0.008, 0.012, 0.003, 2), path: path(12, func(t float64) Vec {
		p := polar(0.027, math.Pi*t, 0)
		return Vec{p.x, 0, p.y*0.9 - 0.004}
	})}.mesh()
	head := roundBox(0.038, 0.036, 0.034, 0.01).move(0, -0.004, -0.022)
	lens := lathe(24, Pt{0, 0}, Pt{0.0135, 0}, Pt{0.0135, 0.011}, Pt{0.0115, 0.011}, Pt{0.0105, 0.006}, Pt{0, 0.006}).turnX(90).move(0, -0.02, -0.004)
	eye := sphere(0.009, 16).scale(1, 0.4, 1).move(0, -0.026, -0.004)
	return join(yoke.paint(black()), head.paint(metal("gimbal", 0x6f757c, 0.4)), lens.paint(black()), eye.paint(glossy("lens glass", 0x1c2b4a)))
}

// The angle at which the biplane rests on its tail, and how far the turn lifts
// its wheels.
const (
	biplaneRest = 11.4
	biplaneDrop = 0.318
)

// biplane gives an open two-seater and its propeller. Its front looks to -Y.
func biplane(paint, fabric Material) []Part {
	rest := func(m *Mesh) *Mesh { return m.turnX(-biplaneRest).move(0, 0, -biplaneDrop) }
	hub := Vec{0, -2.78, 1.5}
	screw := join(propeller(2, 1.12, 0.24).paint(walnut()), lathe(24, Pt{0, -0.1}, Pt{0.16, -0.1}, Pt{0.13, 0.05}, Pt{0.06, 0.17},
		Pt{0, 0.2}).paint(metal("spinner", 0xcfd3d6, 0.2))).turnZ(35).turnX(90).move(hub.x, hub.y, hub.z)
	pivot := hub.turn(Vec{1, 0, 0}, radians(-biplaneRest)).add(Vec{0, 0, -biplaneDrop})
	frame := join(biplaneHull(paint, fabric), biplaneWings(paint, fabric), biplaneStruts(), biplaneEngine(), biplaneTail(paint, fabric), biplaneGear())
	return []Part{
		{Name: "airframe", Mesh: rest(frame)},
		{Name: "propeller", Mesh: rest(screw), Spin: &Spin{Pivot: pivot, Axis: Vec{0, -1, 0}.turn(Vec{1, 0, 0}, radians(-biplaneRest)), Seconds: 0.8}},
	}
}

func biplaneHull(paint, fabric Material) *Mesh {
	hull := body(36, 6, bodySection{-2.45, 0.4, 1.1, 1.9, 2}, bodySection{-1.9, 0.45, 1.04, 1.96, 2.2}, bodySection{-0.6, 0.44, 0.98, 2.02, 2.6},
		bodySection{0.9, 0.37, 1.06, 1.98, 2.6}, bodySection{2.4, 0.2, 1.28, 1.8, 2.4}, bodySection{3.7, 0.04, 1.46, 1.66, 2})
	hull.paint(paint).dye(fabric, func(p Vec) bool { return p.y > -1.5 && p.y < 3.2 && p.z > 1.42 && p.z < 1.56 })
	var pits []*Mesh
	for _, y := range []float64{-0.35, 0.6} {
		rim := ringPath(28, func(t float64) Vec {
			p := polar(1, 2*math.Pi*t, 0)
			return Vec{0.25 * p.x, y + 0.3*p.y, 2.02 - 0.4*p.x*p.x*0.25 - 0.015*(y+0.3*p.y)}
		})
		floor := puck(0.25, 0.05, 0.01, 28).scale(1, 1.2, 1).move(0, y, 1.98)
		head := join(roundBox(0.32, 0.08, 0.26, 0.04).turnX(-10).move(0, y+0.25, 1.96).paint(satin("leather", 0x8b5a33)))
		screen := bodyPlate(0.012, []Pt{{-0.22, 0}, {0.22, 0}, {0.17, 0.2}, {-0.17, 0.2}}).turnX(-28).move(0, y-0.32, 2.0)
		pits = append(pits, loop(rim, 0.03, 8).paint(satin("leather", 0x8b5a33)), floor.paint(black()), head, screen.paint(glossy("windscreen", 0xbcd6de)))
	}
	return join(append(pits, hull)...)
}

func biplaneWings(paint, fabric Material) *Mesh {
	stripes := func(m *Mesh) *Mesh {
		return m.paint(fabric).dye(paint, func(p Vec) bool { x := math.Abs(p.x); return x > 3.1 && x < 3.6 || x > 3.98 })
	}
	upper := stripes(wing(8.8, 1.35, 0.16, 0.12)).move(0, -1.25, 2.75)
	lower := stripes(wing(8.2, 1.25, 0.15, 0.2)).move(0, -0.85, 1.14)
	return join(upper, lower)
}

func biplaneStruts() *Mesh {
	var posts, wires []*Mesh
	post := func(a, b Vec) { posts = append(posts, rod(a, b, 0.035, 8).mirror()) }
	for _, y := range []float64{-1.6, -0.75} {
		post(Vec{2.75, y + 0.35, 1.3}, Vec{2.75, y, 2.82})
		post(Vec{0.3, y + 0.1, 1.9}, Vec{0.55, y, 2.76})
		wires = append(wires, rod(Vec{0.55, y, 2.75}, Vec{2.75, y + 0.35, 1.3}, 0.007, 5).mirror(), rod(Vec{0.42, y + 0.35, 1.2}, Vec{2.75, y, 2.82}, 0.007, 5).mirror())
	}
	return join(join(posts...).paint(walnut()), join(wires...).paint(steel()))
}

// biplaneEngine is a radial engine of nine cylinders behind an open cowl ring.
func biplaneEngine() *Mesh {
	fins := []Pt{{0, 0.1}, {0.09, 0.1}}
	for i := range 7 {
		r := 0.2 + 0.035*float64(i)
		fins = append(fins, Pt{0.08, r}, Pt{0.105, r + 0.008}, Pt{0.105, r + 0.016}, Pt{0.08, r + 0.024})
	}
	fins = append(fins, Pt{0.09, 0.47}, Pt{0.05, 0.53}, Pt{0, 0.53})
	jug := lathe(12, fins...)
	ring := repeat(9, jug, func(i int, c *Mesh) { c.turnY(40 * float64(i)) })
	crankcase := lathe(24, Pt{0, -0.25}, Pt{0.24, -0.25}, Pt{0.24, 0.1}, Pt{0.12, 0.2}, Pt{0.06, 0.26}, Pt{0, 0.26}).turnX(90)
	cowl := hoop(40, Pt{0.5, -0.1}, Pt{0.585, -0.11}, Pt{0.58, 0.05}, Pt{0.54, 0.12}, Pt{0.5, 0.08}).turnX(90)
	return join(ring.paint(iron()), crankcase.paint(metal("crankcase", 0x9a9ea3, 0.4)), cowl.paint(brass())).move(0, -2.52, 1.5)
}

func biplaneTail(paint, fabric Material) *Mesh {
	plane := wing(2.9, 0.85, 0.07, 0).paint(fabric).dye(paint, func(p Vec) bool { return math.Abs(p.x) > 1.1 })
	fin := smooth(5, Pt{2.75, 1.7}, Pt{3.1, 2.1}, Pt{3.5, 2.5}, Pt{3.85, 2.56}, Pt{4.05, 2.3}, Pt{4.05, 1.75}, Pt{3.9, 1.4}, Pt{3.6, 1.4})
	rudder := bodySlab(0.06, fin).paint(paint)
	skid := join(rod(Vec{0, 3.3, 1.5}, Vec{0, 3.7, 1.13}, 0.03, 8), sphere(0.05, 10).move(0, 3.7, 1.13))
	return join(plane.move(0, 3.35, 1.66), rudder, skid.paint(iron()), rod(Vec{0, 3.4, 2.3}, Vec{0.95, 3.4, 1.7}, 0.008, 5).mirror().paint(steel()))
}

func biplaneGear() *Mesh {
	tyre := join(torus(0.27, 0.085, 36, 10).paint(rubber()), lathe(24, Pt{0, -0.07}, Pt{0.05, -0.07}, Pt{0.22, -0.03}, Pt{0.22, 0.03}, Pt{0.05, 0.09},
		Pt{0, 0.1}).paint(white())).turnY(90).move(0.82, -1.6, 0.36)
	legs := join(rod(Vec{0.3, -1.75, 1.1}, Vec{0.72, -1.6, 0.36}, 0.035, 8), rod(Vec{0.3, -0.75, 1.05}, Vec{0.72, -1.6, 0.36}, 0.03, 8)).mirror()
	return join(tyre.mirror(), legs.paint(walnut()), rod(Vec{-0.85, -1.6, 0.36}, Vec{0.85, -1.6, 0.36}, 0.03, 8).paint(steel()))
}
