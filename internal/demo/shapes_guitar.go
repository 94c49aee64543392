package demo

import "math"

// guitar is a concert guitar on its stand. It is built lying on its back, with
// the neck along y and the strings upwards, and then stood up.
func guitar() []Part {
	spruce, rosewood := glossy("spruce", 0xdfae6a), satin("rosewood", 0x3f261d)
	lying := join(guitarBody(spruce), guitarNeck(rosewood), guitarHead(rosewood), guitarStrings(rosewood))
	return []Part{
		{Name: "guitar", Mesh: lying.turnX(78).move(0, 0, 0.085)},
		{Name: "stand", Mesh: guitarStand()},
	}
}

// guitarOutline is the body's, so much larger than the wood all round.
func guitarOutline(more float64) []Pt {
	half := []Pt{{0, 0}, {0.1, 0.012}, {0.172, 0.07}, {0.182, 0.135}, {0.15, 0.215}, {0.122, 0.275}, {0.132, 0.345}, {0.142, 0.395}, {0.118, 0.455}, {0.06, 0.482}, {0, 0.486}}
	points := append([]Pt{}, half...)
	for i := len(half) - 2; i > 0; i-- {
		points = append(points, Pt{-half[i][0], half[i][1]})
	}
	grow := 1 + more/0.18
	for i, p := range points {
		points[i] = Pt{p[0] * grow, 0.243 + (p[1]-0.243)*(1+more/0.243)}
	}
	return smoothLoop(6, points...)
}

func guitarBody(top Material) *Mesh {
	hole := shift(circle(0.0435, 48), 0, 0.32)
	sides := prism(0.092, guitarOutline(0)).paint(glossy("mahogany", 0x7a3f26))
	table := prism(0.0045, guitarOutline(0.0015), hole).move(0, 0, 0.092).paint(top)
	binding := []*Mesh{prism(0.006, guitarOutline(0.003)).move(0, 0, 0.0885), prism(0.006, guitarOutline(0.003)).move(0, 0, -0.002)}
	back := prism(0.002, guitarOutline(0.0012)).move(0, 0, -0.003).paint(glossy("mahogany", 0x7a3f26))
	inside := prism(0.001, shift(circle(0.046, 40), 0, 0.32)).move(0, 0, 0.0938).paint(matte("inside", 0x1c1412))
	rosette := join(
		hoop(64, Pt{0.047, 0}, Pt{0.058, 0}, Pt{0.058, 0.0006}, Pt{0.047, 0.0006}).paint(satin("rosewood", 0x3f261d)),
		hoop(64, Pt{0.0505, 0}, Pt{0.0545, 0}, Pt{0.0545, 0.0009}, Pt{0.0505, 0.0009}).paint(white()))
	return join(sides, back, join(binding...).paint(white()), table, inside, rosette.move(0, 0.32, 0.0965))
}

func guitarNeck(board Material) *Mesh {
	wood := satin("neck", 0xa06a3e)
	neck := hull(Vec{-0.027, 0.44, 0.096}, Vec{0.027, 0.44, 0.096}, Vec{-0.016, 0.47, 0.068}, Vec{0.016, 0.47, 0.068},
		Vec{-0.0245, 0.82, 0.096}, Vec{0.0245, 0.82, 0.096}, Vec{-0.014, 0.82, 0.079}, Vec{0.014, 0.82, 0.079})
	heel := hull(Vec{-0.026, 0.475, 0.09}, Vec{0.026, 0.475, 0.09}, Vec{-0.024, 0.475, 0.01}, Vec{0.024, 0.475, 0.01},
		Vec{-0.022, 0.545, 0.085}, Vec{0.022, 0.545, 0.085}, Vec{-0.014, 0.495, 0.01}, Vec{0.014, 0.495, 0.01})
	fingers := hull(Vec{-0.0285, 0.37, 0.096}, Vec{0.0285, 0.37, 0.096}, Vec{-0.0285, 0.37, 0.102}, Vec{0.0285, 0.37, 0.102},
		Vec{-0.025, 0.82, 0.096}, Vec{0.025, 0.82, 0.096}, Vec{-0.025, 0.82, 0.102}, Vec{0.025, 0.82, 0.102})
	return join(join(neck, heel).paint(wood), fingers.paint(board), guitarFrets().paint(brass()),
		box(0.051, 0.005, 0.009, 0.001).move(0, 0.8225, 0.096).paint(white()))
}

// guitarFrets divides the string by the twelfth root of two.
func guitarFrets() *Mesh {
	const nut, scale = 0.82, 0.65
	var frets []*Mesh
	left := scale
	for range 18 {
		left /= 1.0594631
		y := nut - scale + left
		half := 0.025 + 0.0035*(nut-y)/0.45
		frets = append(frets, rod(Vec{-half, y, 0.102}, Vec{half, y, 0.102}, 0.0012, 6))
	}
	return join(frets...)
}

// guitarHead leans back from the nut and carries six pegs.
func guitarHead(veneer Material) *Mesh {
	outline := []Pt{{-0.027, 0}, {0.027, 0}, {0.037, 0.04}, {0.037, 0.165}, {0.018, 0.178}, {0, 0.17}, {-0.018, 0.178}, {-0.037, 0.165}, {-0.037, 0.04}}
	wood := prism(0.016, outline, roundSlot(-0.018), roundSlot(0.018)).paint(satin("neck", 0xa06a3e))
	face := prism(0.002, outline, roundSlot(-0.018), roundSlot(0.018)).move(0, 0, 0.016).paint(veneer)
	var pegs []*Mesh
	for i := range 3 {
		y := 0.055 + 0.038*float64(i)
		pegs = append(pegs, rod(Vec{0, y, 0.008}, Vec{0.05, y, 0.008}, 0.0022, 10).paint(brass()),
			rod(Vec{0.009, y, 0.008}, Vec{0.027, y, 0.008}, 0.0045, 12).paint(white()),
			roundBox(0.012, 0.02, 0.014, 0.0045).move(0.053, y, 0.001).paint(white()))
	}
	return join(wood, face, join(pegs...).mirror()).turnX(-12).move(0, 0.823, 0.081)
}

func roundSlot(x float64) []Pt { return shift(roundRect(0.016, 0.11, 0.0078, 5), x, 0.093) }

func guitarStrings(wood Material) *Mesh {
	bridge := join(box(0.185, 0.03, 0.008, 0.002), box(0.085, 0.03, 0.011, 0.002)).move(0, 0.15, 0.0962).paint(wood)
	saddle := box(0.074, 0.003, 0.006, 0.0008).move(0, 0.168, 0.1045).paint(white())
	parts := []*Mesh{bridge, saddle}
	for i := range 6 {
		side := float64(i)/2.5 - 1
		material := metal("nylon", 0xe9e2d2, 0.4)
		if i < 3 {
			material = silver()
		}
		peg := Vec{side * 0.019, 0.823 + 0.055 + 0.038*(2-math.Abs(side)*2.4), 0.088 - 0.012*(2-math.Abs(side)*2.4)}
		thick := 0.0012 - 0.00007*float64(i)
		parts = append(parts, rod(Vec{side * 0.031, 0.15, 0.1065}, Vec{side * 0.031, 0.168, 0.1105}, thick, 6).paint(material),
			rod(Vec{side * 0.031, 0.168, 0.1105}, Vec{side * 0.0215, 0.823, 0.105}, thick, 6).paint(material),
			rod(Vec{side * 0.0215, 0.823, 0.105}, peg, thick, 6).paint(material))
	}
	return join(parts...)
}

// guitarStand is a wooden frame of two crossed pairs of legs, padded where the
// guitar leans.
func guitarStand() *Mesh {
	leg := join(
		taper(Vec{0.13, -0.16, 0}, Vec{0.1, 0.1, 0.3}, 0.011, 0.011, 14),
		taper(Vec{0.14, 0.16, 0}, Vec{0.1, -0.01, 0.22}, 0.011, 0.011, 14)).mirror().paint(walnut())
	bar := func(y, z float64) *Mesh { return rod(Vec{-0.125, y, z}, Vec{0.125, y, z}, 0.009, 14) }
	pads := join(rod(Vec{0.04, -0.11, 0.075}, Vec{0.1, -0.11, 0.075}, 0.013, 14), rod(Vec{0.04, 0.08, 0.29}, Vec{0.1, 0.08, 0.29}, 0.013, 14)).mirror()
	return join(leg, join(bar(-0.1, 0.068), bar(0.09, 0.29)).paint(walnut()), pads.paint(rubber()))
}
