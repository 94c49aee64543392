package demo

import "math"

// roadster is an open two-seater of the thirties with wings and wire wheels. Its
// front looks to -Y.
func roadster(paint, leather Material) *Mesh {
	bonnet := body(32, 5, bodySection{-1.5, 0.22, 0.42, 0.98, 2.6}, bodySection{-0.7, 0.36, 0.42, 1.04, 2.7}, bodySection{0.2, 0.53, 0.4, 1.08, 3})
	tub := body(32, 6, bodySection{0.2, 0.53, 0.4, 1.08, 3}, bodySection{0.75, 0.57, 0.4, 1.02, 3.2}, bodySection{1.35, 0.54, 0.42, 0.99, 2.9},
		bodySection{1.8, 0.38, 0.46, 0.84, 2.6}, bodySection{2.12, 0.1, 0.5, 0.6, 2.2})
	return join(bonnet.paint(paint), tub.paint(paint), roadsterWings(paint), roadsterCockpit(leather), roadsterFace(), roadsterWheels(),
		roadsterTrim()).rest()
}

func roadsterWings(paint Material) *Mesh {
	line := smooth(5, Pt{-1.84, 0.44}, Pt{-1.68, 0.66}, Pt{-1.3, 0.83}, Pt{-0.95, 0.72}, Pt{-0.55, 0.42}, Pt{-0.1, 0.3},
		Pt{0.55, 0.29}, Pt{0.85, 0.42}, Pt{1.05, 0.72}, Pt{1.35, 0.84}, Pt{1.7, 0.7}, Pt{1.9, 0.4})
	points := make([]Vec, len(line))
	for i, p := range line {
		points[i] = Vec{0.7, p[0], p[1]}
	}
	// The sweep carries the outline upside down.
	arch := []Pt{{-0.155, 0.05}, {-0.13, -0.02}, {-0.07, -0.06}, {0, -0.07}, {0.07, -0.06}, {0.13, -0.02}, {0.155, 0.05}, {0.12, 0.01}, {0, -0.03}, {-0.12, 0.01}}
	wings := sweep{outline: arch, path: points}.mesh()
	step := box(0.24, 0.75, 0.03, 0.008).move(0.7, 0.2, 0.33)
	return join(wings.mirror().paint(paint), step.mirror().paint(rubber()))
}

func roadsterCockpit(leather Material) *Mesh {
	edge := ringPath(40, func(t float64) Vec {
		p := polar(1, 2*math.Pi*t, 0)
		return Vec{bodyPower(p.x, 3) * 0.42, 0.87 + bodyPower(p.y, 3)*0.46, 1.045 - 0.06*p.y}
	})
	floor := make([]Pt, len(edge))
	for i, p := range edge {
		floor[i] = Pt{p.x, p.y}
	}
	well := prism(0.2, floor).each(func(p Vec) Vec { return Vec{p.x, p.y, p.z*0.9 + 0.87 - 0.14*(p.y-0.87)} })
	seat := join(roundBox(0.36, 0.16, 0.42, 0.06).turnX(-14).move(0.19, 1.14, 0.92), roundBox(0.36, 0.4, 0.1, 0.04).move(0.19, 0.9, 1.0))
	wheel := join(torus(0.17, 0.013, 32, 8), around(3, rod(Vec{}, Vec{0.17, 0, 0}, 0.008, 6)), puck(0.03, 0.02, 0.006, 16)).turnX(66).move(-0.19, 0.62, 1.2)
	screen := roundRect(0.9, 0.26, 0.05, 4)
	frame := bodyPlate(0.02, roundRect(0.94, 0.3, 0.07, 4), screen).turnX(-16).move(0, 0.42, 1.23)
	return join(loop(edge, 0.028, 8).paint(leather), well.paint(matte("cockpit", 0x2a2320)), seat.mirror().paint(leather),
		wheel.paint(walnut()), frame.paint(carChrome()), bodyPlate(0.006, screen).turnX(-16).move(0, 0.42, 1.23).paint(glossy("windscreen", 0xb9d3dc)),
		rod(Vec{0.44, 0.4, 1.02}, Vec{0.46, 0.45, 1.3}, 0.012, 8).mirror().paint(carChrome()))
}

// roadsterFace is the radiator with its lamps and bumper.
func roadsterFace() *Mesh {
	shield := smooth(5, Pt{-0.2, 0.44}, Pt{-0.26, 0.7}, Pt{-0.22, 0.94}, Pt{0, 1.04}, Pt{0.22, 0.94}, Pt{0.26, 0.7}, Pt{0.2, 0.44})
	inner := make([]Pt, len(shield))
	for i, p := range shield {
		inner[i] = Pt{p[0] * 0.82, 0.73 + (p[1]-0.73)*0.84}
	}
	var slats []*Mesh
	for i := range 9 {
		x := (float64(i) - 4) * 0.042
		slats = append(slats, box(0.014, 0.03, 0.44-x*x*2, 0.004).move(x, -1.55, 0.5))
	}
	lamp := lathe(24, Pt{0, -0.2}, Pt{0.05, -0.18}, Pt{0.11, -0.06}, Pt{0.125, 0}, Pt{0.12, 0.02}, Pt{0.105, 0.02}, Pt{0, 0.02})
	lens := lathe(24, Pt{0, 0.015}, Pt{0.106, 0.015}, Pt{0.07, 0.04}, Pt{0, 0.05})
	bar := path(16, func(t float64) Vec { x := 2*t - 1; return Vec{x * 0.82, -1.98 + 0.16*x*x, 0.46} })
	return join(bodyPlate(0.09, shield, inner).move(0, -1.53, 0).paint(carChrome()), bodyPlate(0.04, inner).move(0, -1.51, 0).paint(black()),
		join(slats...).paint(carChrome()), lathe(16, Pt{0, 1.02}, Pt{0.035, 1.02}, Pt{0.03, 1.07}, Pt{0, 1.085}).move(0, -1.53, 0).paint(carChrome()),
		lamp.turnX(90).move(0.42, -1.58, 0.86).mirror().paint(carChrome()), lens.turnX(90).move(0.42, -1.58, 0.86).mirror().paint(glossy("lens", 0xf2efdd)),
		rod(Vec{-0.42, -1.52, 0.76}, Vec{0.42, -1.52, 0.76}, 0.018, 10).paint(carChrome()),
		rod(Vec{0.42, -1.52, 0.76}, Vec{0.42, -1.52, 0.84}, 0.018, 10).mirror().paint(carChrome()),
		sweep{outline: roundRect(0.03, 0.09, 0.012, 3), path: bar}.mesh().paint(carChrome()),
		box(0.05, 0.4, 0.04, 0.008).move(0.3, -1.75, 0.42).mirror().paint(iron()))
}

func roadsterWheels() *Mesh {
	wheel := wireWheel(0.37)
	front, rear := wheel.copy().move(0.72, -1.32, 0.37), wheel.copy().move(0.72, 1.37, 0.37)
	spare := wheel.copy().turnZ(90).turnX(-24).move(0, 2.1, 0.84)
	axle := join(rod(Vec{-0.7, -1.32, 0.37}, Vec{0.7, -1.32, 0.37}, 0.03, 10), rod(Vec{-0.7, 1.37, 0.37}, Vec{0.7, 1.37, 0.37}, 0.04, 10),
		box(0.06, 3.4, 0.1, 0.01).move(0.34, 0, 0.36).mirror())
	return join(front.mirror(), rear.mirror(), spare, axle.paint(iron()))
}

func roadsterTrim() *Mesh {
	var slots []*Mesh
	for i := range 9 {
		y := -1.2 + 0.11*float64(i)
		slots = append(slots, box(0.02, 0.035, 0.26, 0.006).turnX(-12).move(0.3+0.195*(y+1.5)/1.7, y, 0.62))
	}
	line := rod(Vec{0, -1.48, 0.985}, Vec{0, 0.2, 1.085}, 0.012, 6)
	handle := rod(Vec{0.585, 0.95, 0.86}, Vec{0.585, 1.08, 0.86}, 0.012, 8)
	lamp := lathe(16, Pt{0, 0}, Pt{0.05, 0}, Pt{0.045, 0.05}, Pt{0, 0.07}).turnX(-90).move(0.7, 1.9, 0.5)
	return join(join(slots...).mirror().paint(carChrome()), line.paint(carChrome()), handle.mirror().paint(carChrome()),
		lamp.mirror().paint(glowing("rear lamp", 0xb8322a)))
}
