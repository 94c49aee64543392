package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// Camera is a rangefinder film camera with its strap.
func Camera() []sculpt.Part {
	return []sculpt.Part{{Name: "camera", Mesh: filmCamera(sculpt.Matte("leatherette", 0x2c2a2a))}}
}

// filmCamera is a rangefinder camera for film, in metres. Its lens looks to -Y.
func filmCamera(leather sculpt.Material) *sculpt.Mesh {
	plate := sculpt.Metal("satin chrome", 0xc9ccd0, 0.28)
	shape := sculpt.RoundRect(0.138, 0.032, 0.0155, 8)
	casing := sculpt.Join(sculpt.Prism(0.012, shape).Paint(plate),
		sculpt.Prism(0.044, sculpt.RoundRect(0.1372, 0.0312, 0.0152, 8)).Move(0, 0, 0.012).Paint(leather),
		sculpt.Prism(0.02, shape).Move(0, 0, 0.056).Paint(plate))
	edge := func(z float64) *sculpt.Mesh {
		return sculpt.Loop(sculpt.RingPath(72,
			func(t float64) sculpt.Vec { p := roundRectAt(0.138, 0.032, 0.0155, t); return sculpt.V(p[0], p[1], z) }), 0.0007, 6)
	}
	step := bodyPlate(0.027, sculpt.RoundRect(0.062, 0.012, 0.003, 4)).Move(0.004, 0, 0.08)
	return sculpt.Join(casing, sculpt.Join(edge(0.012), edge(0.056), edge(0.0757), edge(0.0003)).Paint(plate), step.Paint(plate),
		cameraLens(plate).Move(-0.004, -0.0155, 0.034), cameraWindows(plate), cameraDials(plate), cameraStrap()).Rest()
}

// roundRectAt walks around a rounded rectangle for t from 0 to 1.
func roundRectAt(width, height, radius, t float64) sculpt.Pt {
	points := sculpt.RoundRect(width, height, radius, 16)
	return points[int(t*float64(len(points)))%len(points)]
}

func cameraLens(plate sculpt.Material) *sculpt.Mesh {
	base := sculpt.Lathe(56, []sculpt.Pt{{0, 0}, {0.0275, 0}, {0.0275, 0.003}, {0.0255, 0.004}, {0.0255, 0.009}, {0, 0.009}}).Paint(plate)
	focus := cameraKnurl(0.0262, 0.011, 60).Move(0, 0, 0.009).Paint(black())
	scale := sculpt.Lathe(56, []sculpt.Pt{{0, 0.02}, {0.0242, 0.02}, {0.0242, 0.026}, {0, 0.026}}).Paint(plate)
	aperture := cameraKnurl(0.0232, 0.006, 44).Move(0, 0, 0.026).Paint(black())
	front := sculpt.Lathe(56, []sculpt.Pt{{0.019, 0.03}, {0.0222, 0.032}, {0.0222, 0.041}, {0.0205, 0.0415}, {0.0195, 0.0405}, {0.0165, 0.036},
		{0.0155, 0.0345},
		{0, 0.0345}})
	front.Paint(black())
	glassCap := sculpt.Lathe(40, []sculpt.Pt{{0.0158, 0.0346}, {0.014, 0.0365}, {0.009, 0.0382}, {0, 0.039}}).
		Paint(sculpt.Glossy("coated glass", 0x2b3f73))
	inner := sculpt.Torus(0.0105, 0.0012, 40, 8).Move(0, 0, 0.0382).Paint(sculpt.Metal("lens ring", 0x4d4a63, 0.2))
	trim := sculpt.Torus(0.0212, 0.0008, 56, 6).Move(0, 0, 0.0413).Paint(plate)
	var marks []*sculpt.Mesh
	for i := range 15 {
		p := sculpt.Polar(0.0243, sculpt.Radians(40+7.2*float64(i)), 0.0225)
		marks = append(marks, sculpt.Box(0.0007, 0.0007, 0.0022+0.0014*float64((i+1)%2), 0).Move(p.X, p.Y, p.Z))
	}
	lever := sculpt.Box(0.008, 0.006, 0.007, 0.0015).Move(0.0275, 0, 0.012).TurnZ(-130).Paint(plate)
	return sculpt.Join(base, focus, scale, aperture, front, glassCap, inner, trim, lever,
		sculpt.Join(marks...).Paint(sculpt.Satin("engraving", 0xc2402f))).TurnX(90)
}

// cameraKnurl is a ring with ridges for the fingers.
func cameraKnurl(radius, height float64, ridges int) *sculpt.Mesh {
	points := make([]sculpt.Pt, 0, 4*ridges)
	for i := range 4 * ridges {
		r := radius
		if i%4 > 1 {
			r -= radius * 0.035
		}
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(4*ridges))
		points = append(points, sculpt.Pt{r * cos, r * sin})
	}
	return sculpt.Prism(height, points)
}

func cameraWindows(plate sculpt.Material) *sculpt.Mesh {
	pane := func(width, height float64, glassy sculpt.Material) *sculpt.Mesh {
		outer, inner := sculpt.RoundRect(width, height, 0.0015, 3), sculpt.RoundRect(width-0.0024, height-0.0024, 0.001, 3)
		return sculpt.Join(bodyPlate(0.003, outer, inner).Paint(black()), bodyPlate(0.0012, inner).Move(0, 0.0006, 0).Paint(glassy))
	}
	finder := pane(0.015, 0.011, sculpt.Glossy("finder glass", 0x6d8fae)).Move(0.047, -0.0162, 0.0665)
	frame := pane(0.0135, 0.009, sculpt.Matte("frosted glass", 0xdadfe0)).Move(0.022, -0.0162, 0.0665)
	small := pane(0.0075, 0.0075, sculpt.Glossy("finder glass", 0x6d8fae)).Move(-0.021, -0.0162, 0.0665)
	lever := sculpt.Join(sculpt.Puck(0.005, 0.003, 0.001, 20).TurnX(90).Move(0, -0.0155, 0),
		sculpt.Box(0.005, 0.0025, 0.017, 0.001).Move(0, -0.0185, -0.016)).Move(-0.046, 0,
		0.042).Paint(plate)
	timer := sculpt.Puck(0.0035, 0.003, 0.001, 20).TurnX(90).Move(-0.046, -0.0185, 0.042).Paint(black())
	plaque := bodyPlate(0.0008, sculpt.RoundRect(0.02, 0.006, 0.001, 3)).Move(-0.046, -0.0163, 0.0665).Paint(black())
	return sculpt.Join(finder, frame, small, lever, timer, plaque)
}

func cameraDials(plate sculpt.Material) *sculpt.Mesh {
	speed := sculpt.Join(cameraKnurl(0.0095, 0.006, 32).Paint(plate), sculpt.Puck(0.0082, 0.0012, 0.0005, 32).Move(0, 0, 0.006).Paint(black()))
	rewind := sculpt.Join(cameraKnurl(0.0105, 0.009, 28).Paint(plate), sculpt.Puck(0.0095, 0.0015, 0.0006, 32).Move(0, 0, 0.009).Paint(plate),
		sculpt.Box(0.017, 0.003, 0.0025, 0.0008).Move(0, 0, 0.0102).Paint(black()))
	button := sculpt.Lathe(24, []sculpt.Pt{{0, 0}, {0.006, 0}, {0.0055, 0.0025}, {0.0038, 0.003}, {0.0036, 0.005}, {0.002, 0.0054},
		{0, 0.005}}).Paint(plate)
	wind := sculpt.Join(sculpt.Puck(0.0085, 0.004, 0.001, 28),
		sculpt.Box(0.024, 0.0055, 0.0025, 0.001).TurnZ(-18).Move(0.013, 0.006, 0.0008)).Paint(plate)
	shoe := sculpt.Join(sculpt.Box(0.02, 0.018, 0.001, 0), sculpt.Box(0.0022, 0.018, 0.004, 0.0005).Move(0.0095, 0, 0).Mirror(),
		sculpt.Box(0.0055, 0.018, 0.001, 0).Move(0.0075, 0, 0.0035).Mirror()).Paint(steel())
	return sculpt.Join(speed.Move(-0.034, 0, 0.076), rewind.Move(0.055, 0, 0.076), button.Move(-0.0475, -0.007, 0.076),
		wind.Move(-0.058, 0.004, 0.076),
		shoe.Move(0.006, 0, 0.086))
}

// cameraStrap lies on the ground behind the camera.
func cameraStrap() *sculpt.Mesh {
	hide := sculpt.Satin("strap leather", 0x9b5f32)
	ring := sculpt.Torus(0.0055, 0.0009, 24, 6).TurnX(70).Move(0.0735, -0.002, 0.058).Mirror().Paint(steel())
	lug := sculpt.Rod(sculpt.V(0.066, 0, 0.0625), sculpt.V(0.0735, 0, 0.0625), 0.0018, 8).Mirror().Paint(steel())
	line := smoothPath(10, sculpt.V(0.0745, 0.002, 0.054), sculpt.V(0.083, 0.006, 0.036), sculpt.V(0.095, 0.02, 0.008),
		sculpt.V(0.1, 0.048, 0.0016), sculpt.V(0.07, 0.085, 0.0016),
		sculpt.V(0.0, 0.078, 0.0024),
		sculpt.V(-0.06, 0.088, 0.0016), sculpt.V(-0.098, 0.055, 0.0016), sculpt.V(-0.093, 0.02, 0.008), sculpt.V(-0.083, 0.006, 0.036),
		sculpt.V(-0.0745, 0.002, 0.054))
	strap := sculpt.Sweep{Outline: sculpt.RoundRect(0.003, 0.0075, 0.001, 3), Path: line}.Mesh()
	return sculpt.Join(ring, lug, strap.Paint(hide))
}
