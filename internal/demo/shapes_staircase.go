package demo

import "math"

// The staircase turns once around its pole.
const (
	stairSteps  = 16
	stairRise   = 0.19
	stairAngle  = 22.5 // degrees a step
	stairRadius = 0.86
)

// spiralStaircase has oak treads on cast-iron brackets.
func spiralStaircase() []Part {
	var treads, ironwork []*Mesh
	for i := range stairSteps {
		angle, z := stairAngle*float64(i), stairRise*float64(i+1)
		treads = append(treads, stairTread().turnZ(angle).move(0, 0, z-0.036))
		ironwork = append(ironwork, stairBracket().turnZ(angle).move(0, 0, z-0.036))
		for k := range 2 {
			at := polar(stairRadius-0.035, radians(angle+5+stairAngle/2*float64(k)), z)
			ironwork = append(ironwork, stairBaluster(0.9+stairRise*(float64(k)*0.5-0.25)).move(at.x, at.y, at.z))
		}
	}
	const top = stairRise*stairSteps + 1.15
	ironwork = append(ironwork, rod(Vec{0, 0, 0}, Vec{0, 0, top}, 0.05, 24), sphere(0.075, 24).move(0, 0, top+0.05), puck(0.2, 0.03, 0.01, 40), stairLanding().turnZ(stairAngle*stairSteps-8))
	return []Part{
		{Name: "treads", Mesh: join(treads...).paint(oak())},
		{Name: "ironwork", Mesh: join(ironwork...).paint(satin("painted iron", 0x2d3336))},
		{Name: "handrail", Mesh: stairRail().paint(walnut())},
		{Name: "landing floor", Mesh: box(0.86, 1.0, 0.04, 0.006).move(0.43, 0.5, stairRise*(stairSteps+1)-0.04).turnZ(stairAngle*stairSteps - 8).paint(oak())},
	}
}

// stairTread is a wedge with a rounded outer edge.
func stairTread() *Mesh {
	outline := []Pt{}
	for i := range 7 {
		sin, cos := math.Sincos(radians(-3 + 30*float64(i)/6))
		outline = append(outline, Pt{stairRadius * cos, stairRadius * sin})
	}
	for i := range 4 {
		sin, cos := math.Sincos(radians(50 - 76*float64(i)/3))
		outline = append(outline, Pt{0.075 * cos, 0.075 * sin})
	}
	return prism(0.036, outline)
}

// stairBracket holds a tread from below, with a ring for ornament.
func stairBracket() *Mesh {
	plate := bodyPlate(0.014, []Pt{{0.05, 0}, {0.05, -0.12}, {0.12, -0.09}, {0.3, -0.045}, {0.82, -0.02}, {0.82, 0}}).turnZ(2)
	ring := torus(0.026, 0.006, 24, 8).turnX(90).move(0.17, 0.005, -0.098)
	collar := lathe(24, Pt{0, -0.15}, Pt{0.06, -0.15}, Pt{0.066, -0.13}, Pt{0.06, -0.1}, Pt{0.062, 0.02}, Pt{0.078, 0.036}, Pt{0, 0.036})
	return join(plate, ring, collar)
}

func stairBaluster(height float64) *Mesh {
	return join(rod(Vec{0, 0, -0.06}, Vec{0, 0, height}, 0.0085, 8), lathe(10, Pt{0, 0.4}, Pt{0.012, 0.4}, Pt{0.02, 0.43}, Pt{0.012, 0.46}, Pt{0, 0.46}), puck(0.017, 0.02, 0.004, 12))
}

// stairRail climbs with the balusters and curls at its foot.
func stairRail() *Mesh {
	const turns = stairSteps * stairAngle / 360
	helix := path(96, func(t float64) Vec {
		return polar(stairRadius-0.035, radians(5+360*turns*t-stairAngle/2), 0.9+stairRise*(0.25+stairSteps*t))
	})
	curl := path(20, func(t float64) Vec {
		sin, cos := math.Sincos(1.5 * math.Pi * (1 - t))
		r := 0.075 * (0.45 + 0.55*t)
		start := helix[0]
		return Vec{start.x + 0.075 - r*cos, start.y - r*sin - 0.01, start.z - 0.014*(1-t)}
	})
	return tube(append(curl[:20], helix...), 0.023, 12)
}

// stairLanding is the frame and railing at the top; its rail goes on from the
// stairs' by an upright piece.
func stairLanding() *Mesh {
	const z, side, far = stairRise * (stairSteps + 1), stairRadius - 0.035, 0.96
	frame := join(box(0.86, 0.03, 0.12, 0.004).move(0.43, 0.985, z-0.16), box(0.03, 1, 0.12, 0.004).move(0.845, 0.5, z-0.16), box(0.86, 0.03, 0.12, 0.004).move(0.43, 0.015, z-0.16))
	posts := join(repeat(7, stairBaluster(0.92), func(i int, c *Mesh) { c.move(0.075+0.115*float64(i), far, z) }),
		repeat(7, stairBaluster(0.92), func(i int, c *Mesh) { c.move(side, 0.1+0.123*float64(i), z) }))
	rail := tube([]Vec{{side, 0.02, z + 0.74}, {side, 0.022, z + 0.89}, {side, 0.06, z + 0.93}, {side, far - 0.04, z + 0.93}, {side - 0.012, far - 0.012, z + 0.93}, {side - 0.04, far, z + 0.93}, {0.03, far, z + 0.93}}, 0.02, 12)
	return join(frame, posts, rail)
}
