package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// The cabin's gable: half its width at the floor and its height there.
const cabinHalf, cabinHigh, cabinFloor = 3.1, 6.1, 0.65

// Cabin is an A-frame among pines. Its front looks towards -y.
func Cabin() []sculpt.Part {
	pines := sculpt.Join(
		pine(7.6, 7, sculpt.Matte("pine green", 0x4b7f55), false).Move(-4.6, 3.4, 0.2),
		pine(5.6, 6, sculpt.Matte("dark pine", 0x3b6a4c), false).Move(4.9, 2.6, 0.2),
		pine(4.0, 5, sculpt.Matte("pine green", 0x4b7f55), false).Move(-5.6, 0.6, 0.2), boulder(0.7, 2).Move(4.6, -3.6, 0.2),
		boulder(0.4, 8).Move(5.3, -3.0, 0.2))
	ground := sculpt.Disc(14, 64, 7.4, func(x, y float64) float64 {
		return 0.34 + 0.1*sculpt.Noise(sculpt.V(x, y, 0).Mul(0.5), 4) - 0.12*sculpt.Smoothstep(6, 7.4, math.Hypot(x, y))
	}).Paint(sculpt.Matte("meadow", 0x93ab62))
	return []sculpt.Part{
		{Name: "cabin", Mesh: sculpt.Join(cabinRoof(), cabinGable(-2.6), cabinGable(3.3), cabinWindows(), cabinChimney())},
		{Name: "deck", Mesh: sculpt.Join(cabinDeck(), cabinLogs())},
		{Name: "pines", Mesh: pines},
		{Name: "ground", Mesh: ground},
	}
}

// cabinRoof lays staggered shingles on two slopes.
func cabinRoof() *sculpt.Mesh {
	const courses, columns, length = 17, 15, 7.4
	foot, ridge := sculpt.V(cabinHalf+0.35, 0, cabinFloor-0.45), sculpt.V(0.02, 0, cabinFloor+cabinHigh+0.18)
	slope := ridge.Sub(foot)
	tilt := math.Atan2(slope.Z, -slope.X) * 180 / math.Pi
	step, width := slope.Length()/courses, length/columns
	tones := []sculpt.Material{sculpt.Matte("shingle", 0x59524d), sculpt.Matte("light shingle", 0x6b635c),
		sculpt.Matte("dark shingle", 0x4a4542)}
	shingle := sculpt.Box(step*1.25, width-0.02, 0.05, 0).TurnY(tilt - 3)
	deck := sculpt.Box(slope.Length(), length, 0.12, 0).TurnY(tilt).Move((foot.X+ridge.X)/2-0.1, 0.2, (foot.Z+ridge.Z)/2-0.1)
	parts := []*sculpt.Mesh{deck.Paint(walnut())}
	for i := range courses {
		at := foot.Mix(ridge, (float64(i)+0.4)/courses)
		for k := range columns {
			y := 0.2 + (float64(k)-float64(columns-1)/2)*width
			tone := tones[int(2.999*sculpt.Hash(i, k, 1, 6))]
			parts = append(parts, shingle.Copy().Move(at.X, y+0.12*width*float64(i%2*2-1), at.Z+0.03*sculpt.Hash(i, k, 2, 6)).Paint(tone))
		}
	}
	cap := sculpt.Rod(sculpt.V(0, 0.2-length/2-0.1, ridge.Z), sculpt.V(0, 0.2+length/2+0.1, ridge.Z), 0.13, 10).Paint(tones[2])
	return sculpt.Join(sculpt.Join(parts...).Mirror(), cap)
}

// cabinGable is a triangle of upright boards.
func cabinGable(y float64) *sculpt.Mesh {
	const boards = 24
	var parts []*sculpt.Mesh
	high := func(x float64) float64 { return cabinFloor + cabinHigh*(1-math.Abs(x)/cabinHalf) }
	for i := range boards {
		a := -cabinHalf + 2*cabinHalf*float64(i)/boards
		b := a + 2*cabinHalf/boards - 0.015
		thick := 0.07 + 0.025*float64(i%2)
		var corners []sculpt.Vec
		for _, x := range []float64{a, b} {
			for _, d := range []float64{-thick, thick} {
				corners = append(corners, sculpt.V(x, y+d, cabinFloor-0.3), sculpt.V(x, y+d, max(high(x), cabinFloor-0.25)))
			}
		}
		parts = append(parts, sculpt.Hull(corners...))
	}
	return sculpt.Join(parts...).Paint(sculpt.Matte("larch boards", 0xb98552))
}

// cabinWindows light the front: glazed doors below, a triangle above.
func cabinWindows() *sculpt.Mesh {
	light, frame := sculpt.Glowing("warm window", 0xffd896), sculpt.Satin("window frame", 0x34302d)
	const y = -2.72
	glassDoors := bodyPlate(0.04, []sculpt.Pt{{-1.15, 0.7}, {1.15, 0.7}, {1.15, 2.75}, {-1.15, 2.75}}).Move(0, y, 0)
	gable := bodyPlate(0.04, []sculpt.Pt{{-1.42, 3.25}, {1.42, 3.25}, {0, 6.05}}).Move(0, y, 0)
	bar := func(x1, z1, x2, z2 float64) *sculpt.Mesh {
		return sculpt.Rod(sculpt.V(x1, y-0.03, z1), sculpt.V(x2, y-0.03, z2), 0.055, 6)
	}
	bars := sculpt.Join(
		bar(-1.15, 0.65, -1.15, 2.8), bar(1.15, 0.65, 1.15, 2.8), bar(0, 0.65, 0, 2.8), bar(-0.58, 0.65, -0.58, 2.8), bar(0.58, 0.65, 0.58, 2.8),
		bar(-1.2, 2.78, 1.2, 2.78), bar(-1.15, 1.15, 1.15, 1.15), bar(-1.5, 3.22, 1.5, 3.22), bar(-1.47, 3.2, 0, 6.1), bar(1.47, 3.2, 0, 6.1),
		bar(0, 3.2, 0, 6.05), bar(-0.72, 3.2, -0.72, 4.65), bar(0.72, 3.2, 0.72, 4.65), bar(-0.72, 4.6, 0.72, 4.6))
	beam := sculpt.Box(4.3, 0.2, 0.18, 0.02).Move(0, -2.75, 2.92).Paint(walnut())
	return sculpt.Join(glassDoors.Paint(light), gable.Paint(light), bars.Paint(frame), beam)
}

func cabinChimney() *sculpt.Mesh {
	var stones []*sculpt.Mesh
	for i := range 11 {
		turn := float64(i%2)*3 - 1.5
		stones = append(stones, sculpt.Box(0.72+0.05*sculpt.Hash(i, 1, 1, 3), 0.72+0.05*sculpt.Hash(i, 2, 1, 3), 0.3, 0.03).TurnZ(turn).
			Move(1.5, 1.6, 3.6+0.3*float64(i)))
	}
	top := sculpt.Join(sculpt.Box(0.92, 0.92, 0.12, 0.02).Move(1.5, 1.6, 6.9),
		sculpt.Cylinder(0.17, 0.14, 0.42, 16).Move(1.5, 1.6, 7.02).Paint(sculpt.Matte("clay", 0xa85d3e)))
	return sculpt.Join(sculpt.Join(stones...).Paint(granite()), top.Paint(sculpt.Matte("clay", 0xa85d3e)))
}

// cabinDeck is a planked floor with railings and three steps.
func cabinDeck() *sculpt.Mesh {
	wood := sculpt.Matte("deck boards", 0xa9825a)
	plank := sculpt.Box(6.5, 0.26, 0.08, 0.01)
	planks := sculpt.Repeat(32, plank, func(i int, c *sculpt.Mesh) { c.Move(0, -4.75+0.27*float64(i), cabinFloor-0.08) })
	base := sculpt.Box(6.2, 8.3, cabinFloor-0.1, 0.03).Move(0, -0.55, 0.02).Paint(granite())
	steps := sculpt.Repeat(3, sculpt.Box(2, 0.36, 0.12, 0.01),
		func(i int, c *sculpt.Mesh) { c.Move(0, -5.02-0.34*float64(i), cabinFloor-0.26-0.13*float64(i)) })
	post := sculpt.Box(0.1, 0.1, 1.0, 0.01)
	rail := sculpt.Join(
		sculpt.Repeat(4, post, func(i int, c *sculpt.Mesh) { c.Move(1.12+0.68*float64(i), -4.75, cabinFloor) }),
		sculpt.Repeat(2, post, func(i int, c *sculpt.Mesh) { c.Move(3.16, -3.85+0.9*float64(i), cabinFloor) }),
		sculpt.Repeat(3, sculpt.Box(2.1, 0.06, 0.07, 0.01), func(i int, c *sculpt.Mesh) { c.Move(2.14, -4.75, cabinFloor+0.28+0.32*float64(i)) }),
		sculpt.Repeat(3, sculpt.Box(0.06, 1.85, 0.07, 0.01),
			func(i int, c *sculpt.Mesh) { c.Move(3.16, -3.85, cabinFloor+0.28+0.32*float64(i)) })).Mirror()
	return sculpt.Join(sculpt.Join(planks, steps).Paint(wood), base, rail.Paint(walnut()))
}

// cabinLogs is firewood by the door.
func cabinLogs() *sculpt.Mesh {
	var logs []*sculpt.Mesh
	for row := range 4 {
		for i := range 7 - row {
			x := 1.62 + 0.19*(float64(i)+0.5*float64(row))
			logs = append(logs, sculpt.Rod(sculpt.V(x, -3.35, cabinFloor+0.09+0.165*float64(row)),
				sculpt.V(x, -2.8, cabinFloor+0.09+0.165*float64(row)), 0.094, 9).Paint(bark()),
				sculpt.Rod(sculpt.V(x, -3.36, cabinFloor+0.09+0.165*float64(row)), sculpt.V(x, -3.3, cabinFloor+0.09+0.165*float64(row)), 0.078, 9).
					Paint(sculpt.Matte("cut wood", 0xd9b98a)))
		}
	}
	return sculpt.Join(logs...)
}
