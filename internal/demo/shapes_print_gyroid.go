package demo

import "math"

// gyroidBall is a ball of so many millimetres filled with a gyroid, the surface
// sin x cos y + sin y cos z + sin z cos x = 0, as a wall.
func gyroidBall(radius, period, wall, cell float64) *Mesh {
	k := 2 * math.Pi / period
	body := clay(func(p Vec) float64 {
		sx, cx := math.Sincos(k * p.x)
		sy, cy := math.Sincos(k * p.y)
		sz, cz := math.Sincos(k * p.z)
		slope := Vec{cx*cy - sz*sx, cy*cz - sx*sy, cz*cx - sy*sz}.length() * k
		sheet := math.Abs(sx*cy+sy*cz+sz*cx) / slope
		a, b := wall/2-sheet, radius-p.length()
		// The edges are rounded, since the lattice cannot hold a sharp one.
		h := max(4-math.Abs(a-b), 0) / 4
		return min(a, b) - h*h
	})
	corner := Vec{radius, radius, radius}
	return body.mesh(corner.mul(-1), corner, cell).relax(8).turnX(20).turnY(12).move(0, 0, radius+3)
}

// gyroidFoot is a ring with a dished top that the ball rests in.
func gyroidFoot(radius float64) *Mesh {
	return hoop(72, Pt{radius, 0}, Pt{radius + 1, 1.5}, Pt{radius - 1.5, 8}, Pt{radius - 4, 8.6}, Pt{radius - 7, 5.4}, Pt{radius - 7, 0})
}
