package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// GyroidOnRing is a gyroid ball and the ring that it rests on.
func GyroidOnRing() []sculpt.Part {
	return []sculpt.Part{
		{Name: "ball", Mesh: gyroidBall(42, 48, 3.8, 1.9).Paint(spool("violet", 0x8b6fc0))},
		{Name: "stand", Mesh: gyroidFoot(22).Paint(spool("graphite", 0x45474f))},
	}
}

// gyroidBall is a ball of so many millimetres filled with a gyroid, the surface
// sin x cos y + sin y cos z + sin z cos x = 0, as a wall.
func gyroidBall(radius, period, wall, cell float64) *sculpt.Mesh {
	k := 2 * math.Pi / period
	body := sculpt.Clay(func(p sculpt.Vec) float64 {
		sx, cx := math.Sincos(k * p.X)
		sy, cy := math.Sincos(k * p.Y)
		sz, cz := math.Sincos(k * p.Z)
		slope := sculpt.V(cx*cy-sz*sx, cy*cz-sx*sy, cz*cx-sy*sz).Length() * k
		sheet := math.Abs(sx*cy+sy*cz+sz*cx) / slope
		a, b := wall/2-sheet, radius-p.Length()
		// The edges are rounded, since the lattice cannot hold a sharp one.
		h := max(4-math.Abs(a-b), 0) / 4
		return min(a, b) - h*h
	})
	corner := sculpt.V(radius, radius, radius)
	return body.Mesh(corner.Mul(-1), corner, cell).Relax(8).TurnX(20).TurnY(12).Move(0, 0, radius+3)
}

// gyroidFoot is a ring with a dished top that the ball rests in.
func gyroidFoot(radius float64) *sculpt.Mesh {
	return sculpt.Hoop(72, []sculpt.Pt{{radius, 0}, {radius + 1, 1.5}, {radius - 1.5, 8}, {radius - 4, 8.6}, {radius - 7, 5.4},
		{radius - 7, 0}})
}
