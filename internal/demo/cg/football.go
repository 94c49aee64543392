package cg

import (
	"math"
	"slices"

	"vitrine/internal/demo/sculpt"
)

// LeatherFootball is a football of 22 cm in black and white.
func LeatherFootball() []sculpt.Part {
	return []sculpt.Part{{Name: "ball", Mesh: football(0.11, sculpt.Satin("white leather", 0xf4f2ec),
		sculpt.Satin("black leather", 0x25262a))}}
}

// football is a ball of 12 pentagons and 20 hexagons whose panels are puffed up
// between their seams.
func football(radius float64, white, dark sculpt.Material) *sculpt.Mesh {
	solid := sculpt.Icosahedron()
	var parts []*sculpt.Mesh
	for i := range solid.Points {
		parts = append(parts, footballPanel(footballPentagon(solid, i), radius).Paint(dark))
	}
	for _, f := range solid.Faces {
		a, b, c := solid.Points[f.V[0]], solid.Points[f.V[1]], solid.Points[f.V[2]]
		hexagon := []sculpt.Vec{a.Mix(b, 1.0/3), a.Mix(b, 2.0/3), b.Mix(c, 1.0/3), b.Mix(c, 2.0/3), c.Mix(a, 1.0/3), c.Mix(a, 2.0/3)}
		parts = append(parts, footballPanel(hexagon, radius).Paint(white))
	}
	valve := sculpt.Puck(radius*0.02, radius*0.012, radius*0.005, 14).Move(0, 0, radius*0.995)
	return sculpt.Join(append(parts, valve.Paint(dark))...).TurnX(24).TurnY(11).Move(0, 0, radius)
}

// footballPentagon returns the corners around a vertex of the icosahedron,
// counter-clockwise from outside.
func footballPentagon(solid *sculpt.Mesh, i int) []sculpt.Vec {
	top := solid.Points[i]
	out := top.Unit()
	x := sculpt.Perpendicular(out)
	y := out.Cross(x)
	var corners []sculpt.Vec
	for k, p := range solid.Points {
		if k != i && p.Sub(top).Length() < 2.01 {
			corners = append(corners, top.Mix(p, 1.0/3))
		}
	}
	angle := func(p sculpt.Vec) float64 { return math.Atan2(p.Dot(y), p.Dot(x)) }
	slices.SortFunc(corners, func(a, b sculpt.Vec) int {
		if angle(a) < angle(b) {
			return -1
		}
		return 1
	})
	return corners
}

// footballPanel fills a polygon with a fan of fine triangles and blows it up
// onto the ball.
func footballPanel(corners []sculpt.Vec, radius float64) *sculpt.Mesh {
	const steps = 7
	var centre sculpt.Vec
	for _, c := range corners {
		centre = centre.Add(c.Mul(1 / float64(len(corners))))
	}
	n := len(corners)
	panel := sculpt.Grid{NU: n * steps, NV: steps, WrapU: true, At: func(u, v float64) sculpt.Vec {
		at := int(math.Round(u * float64(n*steps)))
		edge := corners[at/steps%n].Mix(corners[(at/steps+1)%n], float64(at%steps)/steps)
		inner := 1 - math.Pow(1-v, 1.6)
		p := edge.Mix(centre, inner)
		seam := 1 - 0.035*math.Pow(1-sculpt.Smoothstep(0, 0.28, inner), 2)
		return p.Unit().Mul(radius * seam)
	}}
	return panel.Mesh()
}
