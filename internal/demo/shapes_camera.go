package demo

import "math"

// filmCamera is a rangefinder camera for film, in metres. Its lens looks to -Y.
func filmCamera(leather Material) *Mesh {
	plate := metal("satin chrome", 0xc9ccd0, 0.28)
	shape := roundRect(0.138, 0.032, 0.0155, 8)
	casing := join(prism(0.012, shape).paint(plate), prism(0.044, roundRect(0.1372, 0.0312, 0.0152, 8)).move(0, 0, 0.012).paint(leather),
		prism(0.02, shape).move(0, 0, 0.056).paint(plate))
	edge := func(z float64) *Mesh {
		return loop(ringPath(72, func(t float64) Vec { p := roundRectAt(0.138, 0.032, 0.0155, t); return Vec{p[0], p[1], z} }), 0.0007, 6)
	}
	step := bodyPlate(0.027, roundRect(0.062, 0.012, 0.003, 4)).move(0.004, 0, 0.08)
	return join(casing, join(edge(0.012), edge(0.056), edge(0.0757), edge(0.0003)).paint(plate), step.paint(plate),
		cameraLens(plate).move(-0.004, -0.0155, 0.034), cameraWindows(plate), cameraDials(plate), cameraStrap()).rest()
}

// roundRectAt walks around a rounded rectangle for t from 0 to 1.
func roundRectAt(width, height, radius, t float64) Pt {
	points := roundRect(width, height, radius, 16)
	return points[int(t*float64(len(points)))%len(points)]
}

func cameraLens(plate Material) *Mesh {
	base := lathe(56, Pt{0, 0}, Pt{0.0275, 0}, Pt{0.0275, 0.003}, Pt{0.0255, 0.004}, Pt{0.0255, 0.009}, Pt{0, 0.009}).paint(plate)
	focus := cameraKnurl(0.0262, 0.011, 60).move(0, 0, 0.009).paint(black())
	scale := lathe(56, Pt{0, 0.02}, Pt{0.0242, 0.02}, Pt{0.0242, 0.026}, Pt{0, 0.026}).paint(plate)
	aperture := cameraKnurl(0.0232, 0.006, 44).move(0, 0, 0.026).paint(black())
	front := lathe(56, Pt{0.019, 0.03}, Pt{0.0222, 0.032}, Pt{0.0222, 0.041}, Pt{0.0205, 0.0415}, Pt{0.0195, 0.0405}, Pt{0.0165, 0.036}, Pt{0.0155, 0.0345},
		Pt{0, 0.0345})
	front.paint(black())
	glassCap := lathe(40, Pt{0.0158, 0.0346}, Pt{0.014, 0.0365}, Pt{0.009, 0.0382}, Pt{0, 0.039}).paint(glossy("coated glass", 0x2b3f73))
	inner := torus(0.0105, 0.0012, 40, 8).move(0, 0, 0.0382).paint(metal("lens ring", 0x4d4a63, 0.2))
	trim := torus(0.0212, 0.0008, 56, 6).move(0, 0, 0.0413).paint(plate)
	var marks []*Mesh
	for i := range 15 {
		p := polar(0.0243, radians(40+7.2*float64(i)), 0.0225)
		marks = append(marks, box(0.0007, 0.0007, 0.0022+0.0014*float64((i+1)%2), 0).move(p.x, p.y, p.z))
	}
	lever := box(0.008, 0.006, 0.007, 0.0015).move(0.0275, 0, 0.012).turnZ(-130).paint(plate)
	return join(base, focus, scale, aperture, front, glassCap, inner, trim, lever, join(marks...).paint(satin("engraving", 0xc2402f))).turnX(90)
}

// cameraKnurl is a ring with ridges for the fingers.
func cameraKnurl(radius, height float64, ridges int) *Mesh {
	points := make([]Pt, 0, 4*ridges)
	for i := range 4 * ridges {
		r := radius
		if i%4 > 1 {
			r -= radius * 0.035
		}
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(4*ridges))
		points = append(points, Pt{r * cos, r * sin})
	}
	return prism(height, points)
}

func cameraWindows(plate Material) *Mesh {
	pane := func(width, height float64, glassy Material) *Mesh {
		outer, inner := roundRect(width, height, 0.0015, 3), roundRect(width-0.0024, height-0.0024, 0.001, 3)
		return join(bodyPlate(0.003, outer, inner).paint(black()), bodyPlate(0.0012, inner).move(0, 0.0006, 0).paint(glassy))
	}
	finder := pane(0.015, 0.011, glossy("finder glass", 0x6d8fae)).move(0.047, -0.0162, 0.0665)
	frame := pane(0.0135, 0.009, matte("frosted glass", 0xdadfe0)).move(0.022, -0.0162, 0.0665)
	small := pane(0.0075, 0.0075, glossy("finder glass", 0x6d8fae)).move(-0.021, -0.0162, 0.0665)
	lever := join(puck(0.005, 0.003, 0.001, 20).turnX(90).move(0, -0.0155, 0), box(0.005, 0.0025, 0.017, 0.001).move(0, -0.0185, -0.016)).move(-0.046, 0,
		0.042).paint(plate)
	timer := puck(0.0035, 0.003, 0.001, 20).turnX(90).move(-0.046, -0.0185, 0.042).paint(black())
	plaque := bodyPlate(0.0008, roundRect(0.02, 0.006, 0.001, 3)).move(-0.046, -0.0163, 0.0665).paint(black())
	return join(finder, frame, small, lever, timer, plaque)
}

func cameraDials(plate Material) *Mesh {
	speed := join(cameraKnurl(0.0095, 0.006, 32).paint(plate), puck(0.0082, 0.0012, 0.0005, 32).move(0, 0, 0.006).paint(black()))
	rewind := join(cameraKnurl(0.0105, 0.009, 28).paint(plate), puck(0.0095, 0.0015, 0.0006, 32).move(0, 0, 0.009).paint(plate),
		box(0.017, 0.003, 0.0025, 0.0008).move(0, 0, 0.0102).paint(black()))
	button := lathe(24, Pt{0, 0}, Pt{0.006, 0}, Pt{0.0055, 0.0025}, Pt{0.0038, 0.003}, Pt{0.0036, 0.005}, Pt{0.002, 0.0054}, Pt{0, 0.005}).paint(plate)
	wind := join(puck(0.0085, 0.004, 0.001, 28), box(0.024, 0.0055, 0.0025, 0.001).turnZ(-18).move(0.013, 0.006, 0.0008)).paint(plate)
	shoe := join(box(0.02, 0.018, 0.001, 0), box(0.0022, 0.018, 0.004, 0.0005).move(0.0095, 0, 0).mirror(),
		box(0.0055, 0.018, 0.001, 0).move(0.0075, 0, 0.0035).mirror()).paint(steel())
	return join(speed.move(-0.034, 0, 0.076), rewind.move(0.055, 0, 0.076), button.move(-0.0475, -0.007, 0.076), wind.move(-0.058, 0.004, 0.076),
		shoe.move(0.006, 0, 0.086))
}

// cameraStrap lies on the ground behind the camera.
func cameraStrap() *Mesh {
	hide := satin("strap leather", 0x9b5f32)
	ring := torus(0.0055, 0.0009, 24, 6).turnX(70).move(0.0735, -0.002, 0.058).mirror().paint(steel())
	lug := rod(Vec{0.066, 0, 0.0625}, Vec{0.0735, 0, 0.0625}, 0.0018, 8).mirror().paint(steel())
	line := smoothPath(10, Vec{0.0745, 0.002, 0.054}, Vec{0.083, 0.006, 0.036}, Vec{0.095, 0.02, 0.008}, Vec{0.1, 0.048, 0.0016}, Vec{0.07, 0.085, 0.0016},
		Vec{0.0, 0.078, 0.0024},
		Vec{-0.06, 0.088, 0.0016}, Vec{-0.098, 0.055, 0.0016}, Vec{-0.093, 0.02, 0.008}, Vec{-0.083, 0.006, 0.036}, Vec{-0.0745, 0.002, 0.054})
	strap := sweep{outline: roundRect(0.003, 0.0075, 0.001, 3), path: line}.mesh()
	return join(ring, lug, strap.paint(hide))
}
