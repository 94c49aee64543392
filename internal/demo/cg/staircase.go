package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// The staircase turns once around its pole.
const (
	stairSteps  = 16
	stairRise   = 0.19
	stairAngle  = 22.5 // degrees a step
	stairRadius = 0.86
)

// SpiralStaircase has oak treads on cast-iron brackets.
func SpiralStaircase() []sculpt.Part {
	var treads, ironwork []*sculpt.Mesh
	for i := range stairSteps {
		angle, z := stairAngle*float64(i), stairRise*float64(i+1)
		treads = append(treads, stairTread().TurnZ(angle).Move(0, 0, z-0.036))
		ironwork = append(ironwork, stairBracket().TurnZ(angle).Move(0, 0, z-0.036))
		for k := range 2 {
			at := sculpt.Polar(stairRadius-0.035, sculpt.Radians(angle+5+stairAngle/2*float64(k)), z)
			ironwork = append(ironwork, stairBaluster(0.9+stairRise*(float64(k)*0.5-0.25)).Move(at.X, at.Y, at.Z))
		}
	}
	const top = stairRise*stairSteps + 1.15
	ironwork = append(ironwork, sculpt.Rod(sculpt.V(0, 0, 0), sculpt.V(0, 0, top), 0.05, 24), sculpt.Sphere(0.075, 24).Move(0, 0, top+0.05),
		sculpt.Puck(0.2, 0.03, 0.01, 40), stairLanding().TurnZ(stairAngle*stairSteps-8))
	return []sculpt.Part{
		{Name: "treads", Mesh: sculpt.Join(treads...).Paint(oak())},
		{Name: "ironwork", Mesh: sculpt.Join(ironwork...).Paint(sculpt.Satin("painted iron", 0x2d3336))},
		{Name: "handrail", Mesh: stairRail().Paint(walnut())},
		{Name: "landing floor", Mesh: sculpt.Box(0.86, 1.0, 0.04, 0.006).Move(0.43, 0.5,
			stairRise*(stairSteps+1)-0.04).TurnZ(stairAngle*stairSteps - 8).Paint(oak())},
	}
}

// stairTread is a wedge with a rounded outer edge.
func stairTread() *sculpt.Mesh {
	outline := []sculpt.Pt{}
	for i := range 7 {
		sin, cos := math.Sincos(sculpt.Radians(-3 + 30*float64(i)/6))
		outline = append(outline, sculpt.Pt{stairRadius * cos, stairRadius * sin})
	}
	for i := range 4 {
		sin, cos := math.Sincos(sculpt.Radians(50 - 76*float64(i)/3))
		outline = append(outline, sculpt.Pt{0.075 * cos, 0.075 * sin})
	}
	return sculpt.Prism(0.036, outline)
}

// stairBracket holds a tread from below, with a ring for ornament.
func stairBracket() *sculpt.Mesh {
	plate := bodyPlate(0.014, []sculpt.Pt{{0.05, 0}, {0.05, -0.12}, {0.12, -0.09}, {0.3, -0.045}, {0.82, -0.02}, {0.82, 0}}).TurnZ(2)
	ring := sculpt.Torus(0.026, 0.006, 24, 8).TurnX(90).Move(0.17, 0.005, -0.098)
	collar := sculpt.Lathe(24, []sculpt.Pt{{0, -0.15}, {0.06, -0.15}, {0.066, -0.13}, {0.06, -0.1}, {0.062, 0.02}, {0.078, 0.036}, {0, 0.036}})
	return sculpt.Join(plate, ring, collar)
}

func stairBaluster(height float64) *sculpt.Mesh {
	return sculpt.Join(sculpt.Rod(sculpt.V(0, 0, -0.06), sculpt.V(0, 0, height), 0.0085, 8),
		sculpt.Lathe(10, []sculpt.Pt{{0, 0.4}, {0.012, 0.4}, {0.02, 0.43}, {0.012, 0.46}, {0, 0.46}}), sculpt.Puck(0.017, 0.02, 0.004, 12))
}

// stairRail climbs with the balusters and curls at its foot.
func stairRail() *sculpt.Mesh {
	const turns = stairSteps * stairAngle / 360
	helix := sculpt.Path(96, func(t float64) sculpt.Vec {
		return sculpt.Polar(stairRadius-0.035, sculpt.Radians(5+360*turns*t-stairAngle/2), 0.9+stairRise*(0.25+stairSteps*t))
	})
	curl := sculpt.Path(20, func(t float64) sculpt.Vec {
		sin, cos := math.Sincos(1.5 * math.Pi * (1 - t))
		r := 0.075 * (0.45 + 0.55*t)
		start := helix[0]
		return sculpt.V(start.X+0.075-r*cos, start.Y-r*sin-0.01, start.Z-0.014*(1-t))
	})
	return sculpt.Tube(append(curl[:20], helix...), 0.023, 12)
}

// stairLanding is the frame and railing at the top; its rail goes on from the
// stairs' by an upright piece.
func stairLanding() *sculpt.Mesh {
	const z, side, far = stairRise * (stairSteps + 1), stairRadius - 0.035, 0.96
	frame := sculpt.Join(sculpt.Box(0.86, 0.03, 0.12, 0.004).Move(0.43, 0.985, z-0.16),
		sculpt.Box(0.03, 1, 0.12, 0.004).Move(0.845, 0.5, z-0.16), sculpt.Box(0.86, 0.03, 0.12, 0.004).Move(0.43, 0.015, z-0.16))
	posts := sculpt.Join(sculpt.Repeat(7, stairBaluster(0.92), func(i int, c *sculpt.Mesh) { c.Move(0.075+0.115*float64(i), far, z) }),
		sculpt.Repeat(7, stairBaluster(0.92), func(i int, c *sculpt.Mesh) { c.Move(side, 0.1+0.123*float64(i), z) }))
	rail := sculpt.Tube([]sculpt.Vec{sculpt.V(side, 0.02, z+0.74), sculpt.V(side, 0.022, z+0.89), sculpt.V(side, 0.06, z+0.93),
		sculpt.V(side, far-0.04, z+0.93), sculpt.V(side-0.012, far-0.012, z+0.93), sculpt.V(side-0.04, far, z+0.93), sculpt.V(0.03, far, z+0.93)},
		0.02, 12)
	return sculpt.Join(frame, posts, rail)
}
