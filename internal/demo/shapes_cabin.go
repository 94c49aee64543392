package demo

import "math"

// The cabin's gable: half its width at the floor and its height there.
const cabinHalf, cabinHigh, cabinFloor = 3.1, 6.1, 0.65

// cabin is an A-frame among pines. Its front looks towards -y.
func cabin() []Part {
	pines := join(
		pine(7.6, 7, matte("pine green", 0x4b7f55), false).move(-4.6, 3.4, 0.2), pine(5.6, 6, matte("dark pine", 0x3b6a4c), false).move(4.9, 2.6, 0.2),
		pine(4.0, 5, matte("pine green", 0x4b7f55), false).move(-5.6, 0.6, 0.2), boulder(0.7, 2).move(4.6, -3.6, 0.2), boulder(0.4, 8).move(5.3, -3.0, 0.2))
	ground := disc(14, 64, 7.4, func(x, y float64) float64 {
		return 0.34 + 0.1*noise(Vec{x, y, 0}.mul(0.5), 4) - 0.12*smoothstep(6, 7.4, math.Hypot(x, y))
	}).paint(matte("meadow", 0x93ab62))
	return []Part{
		{Name: "cabin", Mesh: join(cabinRoof(), cabinGable(-2.6), cabinGable(3.3), cabinWindows(), cabinChimney())},
		{Name: "deck", Mesh: join(cabinDeck(), cabinLogs())},
		{Name: "pines", Mesh: pines},
		{Name: "ground", Mesh: ground},
	}
}

// cabinRoof lays staggered shingles on two slopes.
func cabinRoof() *Mesh {
	const courses, columns, length = 17, 15, 7.4
	foot, ridge := Vec{cabinHalf + 0.35, 0, cabinFloor - 0.45}, Vec{0.02, 0, cabinFloor + cabinHigh + 0.18}
	slope := ridge.sub(foot)
	tilt := math.Atan2(slope.z, -slope.x) * 180 / math.Pi
	step, width := slope.length()/courses, length/columns
	tones := []Material{matte("shingle", 0x59524d), matte("light shingle", 0x6b635c), matte("dark shingle", 0x4a4542)}
	shingle := box(step*1.25, width-0.02, 0.05, 0).turnY(tilt - 3)
	deck := box(slope.length(), length, 0.12, 0).turnY(tilt).move((foot.x+ridge.x)/2-0.1, 0.2, (foot.z+ridge.z)/2-0.1)
	parts := []*Mesh{deck.paint(walnut())}
	for i := range courses {
		at := foot.mix(ridge, (float64(i)+0.4)/courses)
		for k := range columns {
			y := 0.2 + (float64(k)-float64(columns-1)/2)*width
			tone := tones[int(2.999*hash(i, k, 1, 6))]
			parts = append(parts, shingle.copy().move(at.x, y+0.12*width*float64(i%2*2-1), at.z+0.03*hash(i, k, 2, 6)).paint(tone))
		}
	}
	cap := rod(Vec{0, 0.2 - length/2 - 0.1, ridge.z}, Vec{0, 0.2 + length/2 + 0.1, ridge.z}, 0.13, 10).paint(tones[2])
	return join(join(parts...).mirror(), cap)
}

// cabinGable is a triangle of upright boards.
func cabinGable(y float64) *Mesh {
	const boards = 24
	var parts []*Mesh
	high := func(x float64) float64 { return cabinFloor + cabinHigh*(1-math.Abs(x)/cabinHalf) }
	for i := range boards {
		a := -cabinHalf + 2*cabinHalf*float64(i)/boards
		b := a + 2*cabinHalf/boards - 0.015
		thick := 0.07 + 0.025*float64(i%2)
		var corners []Vec
		for _, x := range []float64{a, b} {
			for _, d := range []float64{-thick, thick} {
				corners = append(corners, Vec{x, y + d, cabinFloor - 0.3}, Vec{x, y + d, max(high(x), cabinFloor-0.25)})
			}
		}
		parts = append(parts, hull(corners...))
	}
	return join(parts...).paint(matte("larch boards", 0xb98552))
}

// cabinWindows light the front: glazed doors below, a triangle above.
func cabinWindows() *Mesh {
	light, frame := glowing("warm window", 0xffd896), satin("window frame", 0x34302d)
	const y = -2.72
	glassDoors := bodyPlate(0.04, []Pt{{-1.15, 0.7}, {1.15, 0.7}, {1.15, 2.75}, {-1.15, 2.75}}).move(0, y, 0)
	gable := bodyPlate(0.04, []Pt{{-1.42, 3.25}, {1.42, 3.25}, {0, 6.05}}).move(0, y, 0)
	bar := func(x1, z1, x2, z2 float64) *Mesh { return rod(Vec{x1, y - 0.03, z1}, Vec{x2, y - 0.03, z2}, 0.055, 6) }
	bars := join(
		bar(-1.15, 0.65, -1.15, 2.8), bar(1.15, 0.65, 1.15, 2.8), bar(0, 0.65, 0, 2.8), bar(-0.58, 0.65, -0.58, 2.8), bar(0.58, 0.65, 0.58, 2.8),
		bar(-1.2, 2.78, 1.2, 2.78), bar(-1.15, 1.15, 1.15, 1.15), bar(-1.5, 3.22, 1.5, 3.22), bar(-1.47, 3.2, 0, 6.1), bar(1.47, 3.2, 0, 6.1),
		bar(0, 3.2, 0, 6.05), bar(-0.72, 3.2, -0.72, 4.65), bar(0.72, 3.2, 0.72, 4.65), bar(-0.72, 4.6, 0.72, 4.6))
	beam := box(4.3, 0.2, 0.18, 0.02).move(0, -2.75, 2.92).paint(walnut())
	return join(glassDoors.paint(light), gable.paint(light), bars.paint(frame), beam)
}

func cabinChimney() *Mesh {
	var stones []*Mesh
	for i := range 11 {
		turn := float64(i%2)*3 - 1.5
		stones = append(stones, box(0.72+0.05*hash(i, 1, 1, 3), 0.72+0.05*hash(i, 2, 1, 3), 0.3, 0.03).turnZ(turn).move(1.5, 1.6, 3.6+0.3*float64(i)))
	}
	top := join(box(0.92, 0.92, 0.12, 0.02).move(1.5, 1.6, 6.9), cylinder(0.17, 0.14, 0.42, 16).move(1.5, 1.6, 7.02).paint(matte("clay", 0xa85d3e)))
	return join(join(stones...).paint(granite()), top.paint(matte("clay", 0xa85d3e)))
}

// cabinDeck is a planked floor with railings and three steps.
func cabinDeck() *Mesh {
	wood := matte("deck boards", 0xa9825a)
	plank := box(6.5, 0.26, 0.08, 0.01)
	planks := repeat(32, plank, func(i int, c *Mesh) { c.move(0, -4.75+0.27*float64(i), cabinFloor-0.08) })
	base := box(6.2, 8.3, cabinFloor-0.1, 0.03).move(0, -0.55, 0.02).paint(granite())
	steps := repeat(3, box(2, 0.36, 0.12, 0.01), func(i int, c *Mesh) { c.move(0, -5.02-0.34*float64(i), cabinFloor-0.26-0.13*float64(i)) })
	post := box(0.1, 0.1, 1.0, 0.01)
	rail := join(
		repeat(4, post, func(i int, c *Mesh) { c.move(1.12+0.68*float64(i), -4.75, cabinFloor) }), repeat(2, post, func(i int, c *Mesh) { c.move(3.16, -3.85+0.9*float64(i), cabinFloor) }),
		repeat(3, box(2.1, 0.06, 0.07, 0.01), func(i int, c *Mesh) { c.move(2.14, -4.75, cabinFloor+0.28+0.32*float64(i)) }),
		repeat(3, box(0.06, 1.85, 0.07, 0.01), func(i int, c *Mesh) { c.move(3.16, -3.85, cabinFloor+0.28+0.32*float64(i)) })).mirror()
	return join(join(planks, steps).paint(wood), base, rail.paint(walnut()))
}

// cabinLogs is firewood by the door.
func cabinLogs() *Mesh {
	var logs []*Mesh
	for row := range 4 {
		for i := range 7 - row {
			x := 1.62 + 0.19*(float64(i)+0.5*float64(row))
			logs = append(logs, rod(Vec{x, -3.35, cabinFloor + 0.09 + 0.165*float64(row)}, Vec{x, -2.8, cabinFloor + 0.09 + 0.165*float64(row)}, 0.094, 9).paint(bark()),
				rod(Vec{x, -3.36, cabinFloor + 0.09 + 0.165*float64(row)}, Vec{x, -3.3, cabinFloor + 0.09 + 0.165*float64(row)}, 0.078, 9).paint(matte("cut wood", 0xd9b98a)))
		}
	}
	return join(logs...)
}
