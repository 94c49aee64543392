package demo

import (
	"math"
	"slices"
)

// football is a ball of 12 pentagons and 20 hexagons whose panels are puffed up
// between their seams.
func football(radius float64, white, dark Material) *Mesh {
	solid := icosahedron()
	var parts []*Mesh
	for i := range solid.Points {
		parts = append(parts, footballPanel(footballPentagon(solid, i), radius).paint(dark))
	}
	for _, f := range solid.Faces {
		a, b, c := solid.Points[f.V[0]], solid.Points[f.V[1]], solid.Points[f.V[2]]
		hexagon := []Vec{a.mix(b, 1.0/3), a.mix(b, 2.0/3), b.mix(c, 1.0/3), b.mix(c, 2.0/3), c.mix(a, 1.0/3), c.mix(a, 2.0/3)}
		parts = append(parts, footballPanel(hexagon, radius).paint(white))
	}
	valve := puck(radius*0.02, radius*0.012, radius*0.005, 14).move(0, 0, radius*0.995)
	return join(append(parts, valve.paint(dark))...).turnX(24).turnY(11).move(0, 0, radius)
}

// footballPentagon gives the corners around a vertex of the icosahedron,
// counter-clockwise from outside.
func footballPentagon(solid *Mesh, i int) []Vec {
	top := solid.Points[i]
	out := top.unit()
	x := perpendicular(out)
	y := out.cross(x)
	var corners []Vec
	for k, p := range solid.Points {
		if k != i && p.sub(top).length() < 2.01 {
			corners = append(corners, top.mix(p, 1.0/3))
		}
	}
	angle := func(p Vec) float64 { return math.Atan2(p.dot(y), p.dot(x)) }
	slices.SortFunc(corners, func(a, b Vec) int {
		if angle(a) < angle(b) {
			return -1
		}
		return 1
	})
	return corners
}

// footballPanel fills a polygon with a fan of fine triangles and blows it up
// onto the ball.
func footballPanel(corners []Vec, radius float64) *Mesh {
	const steps = 7
	var centre Vec
	for _, c := range corners {
		centre = centre.add(c.mul(1 / float64(len(corners))))
	}
	n := len(corners)
	panel := grid{nu: n * steps, nv: steps, wrapU: true, at: func(u, v float64) Vec {
		at := int(math.Round(u * float64(n*steps)))
		edge := corners[at/steps%n].mix(corners[(at/steps+1)%n], float64(at%steps)/steps)
		inner := 1 - math.Pow(1-v, 1.6)
		p := edge.mix(centre, inner)
		seam := 1 - 0.035*math.Pow(1-smoothstep(0, 0.28, inner), 2)
		return p.unit().mul(radius * seam)
	}}
	return panel.mesh()
}
