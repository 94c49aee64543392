package prints

import "vitrine/internal/demo/sculpt"

// QuadFrame is the frame of a quadcopter in six parts.
func QuadFrame() []sculpt.Part {
	carbon, grey, signal := spool("carbon black", 0x3a3d42), spool("grey", 0x767b82), spool("signal orange", 0xf4772e)
	const arms = quadPlate
	const deck = arms + quadArm
	return []sculpt.Part{
		{Name: "lower plate", Mesh: quadLower().Paint(carbon)},
		{Name: "arms", Mesh: quadArms().Move(0, 0, arms).Paint(grey)},
		{Name: "standoffs", Mesh: quadStandoffs().Move(0, 0, deck).Paint(signal)},
		{Name: "camera cage", Mesh: quadCage().Move(0, 0, deck).Paint(signal)},
		{Name: "aerial holder", Mesh: quadTails().Move(0, 0, deck).Paint(signal)},
		{Name: "upper plate", Mesh: quadUpper().Move(0, 0, deck+quadDeck).Paint(carbon)},
	}
}

// The frame carries propellers of five inches; its motors stand 220 mm apart.
const (
	quadReach  = 110.0
	quadPlate  = 3.0
	quadArm    = 5.0
	quadDeck   = 30.0 // the upper plate's height over the arms
	quadLength = 128.0
)

// quadOutline is the plate's outline, narrow in front and behind.
func quadOutline(length, width float64) []sculpt.Pt {
	return sculpt.SmoothLoop(4, []sculpt.Pt{{-width * 0.34, -length / 2}, {width * 0.34, -length / 2}, {width * 0.44, -length * 0.36},
		{width * 0.4, -length * 0.2},
		{width * 0.5, 0}, {width * 0.4, length * 0.2}, {width * 0.44, length * 0.36}, {width * 0.34, length / 2}, {-width * 0.34, length / 2},
		{-width * 0.44, length * 0.36}, {-width * 0.4, length * 0.2}, {-width * 0.5, 0}, {-width * 0.4, -length * 0.2},
		{-width * 0.44, -length * 0.36}})
}

// quadHoles are the flight controller's four, 30.5 mm apart, and those of the
// posts.
func quadHoles() [][]sculpt.Pt {
	var holes [][]sculpt.Pt
	for _, x := range []float64{-1, 1} {
		for _, y := range []float64{-1, 1} {
			holes = append(holes, sculpt.Shift(sculpt.Circle(1.6, 14), x*15.25, y*15.25))
		}
	}
	for _, at := range quadPosts() {
		holes = append(holes, sculpt.Shift(sculpt.Circle(1.6, 14), at[0], at[1]))
	}
	return holes
}

func quadPosts() []sculpt.Pt {
	return []sculpt.Pt{{-14.5, -54}, {14.5, -54}, {-14.5, 54}, {14.5, 54}, {-16, -30}, {16, -30}, {-16, 30}, {16, 30}}
}

func quadLower() *sculpt.Mesh {
	holes := append(quadHoles(), sculpt.Circle(9, 32), sculpt.Shift(sculpt.RoundRect(14, 16, 4, 5), 0, 40),
		sculpt.Shift(sculpt.RoundRect(14, 16, 4, 5), 0, -40))
	return sculpt.Prism(quadPlate, quadOutline(quadLength, 58), holes...)
}

func quadUpper() *sculpt.Mesh {
	holes := quadHoles()[4:]
	for _, y := range []float64{-40, -15, 15, 40} {
		holes = append(holes, sculpt.Shift(sculpt.RoundRect(3.4, 15, 1.6, 4), 8.5, y), sculpt.Shift(sculpt.RoundRect(3.4, 15, 1.6, 4), -8.5, y))
	}
	holes = append(holes, sculpt.Shift(sculpt.RoundRect(8, 40, 3.9, 5), 0, 0))
	return sculpt.Prism(2.4, quadOutline(quadLength, 46), holes...)
}

// quadArmShape reaches from the frame towards +X, its inner end pointed to meet
// the other three, and ends in a motor mount.
func quadArmShape() *sculpt.Mesh {
	outline := []sculpt.Pt{{2, -1.6}, {11, -10.6}, {34, -10.5}, {60, -7.4}, {quadReach - 18, -7.4}}
	for i := range 25 {
		p := sculpt.Polar(15.5, sculpt.Radians(-150+300*float64(i)/24), 0)
		outline = append(outline, sculpt.Pt{quadReach + p.X, p.Y})
	}
	outline = append(outline, sculpt.Pt{quadReach - 18, 7.4}, sculpt.Pt{60, 7.4}, sculpt.Pt{34, 10.5}, sculpt.Pt{11, 10.6}, sculpt.Pt{2, 1.6})
	holes := [][]sculpt.Pt{sculpt.Shift(sculpt.Circle(3.4, 20), quadReach, 0), sculpt.Shift(sculpt.RoundRect(34, 6.4, 3.1, 5), 66, 0),
		sculpt.Shift(sculpt.Circle(1.6, 14), 21.6, 0)}
	for i := range 4 {
		p := sculpt.Polar(8.5, sculpt.Radians(45+90*float64(i)), 0)
		holes = append(holes, sculpt.Shift(sculpt.RoundRect(3.2, 3.2, 1.5, 4), quadReach+p.X, p.Y))
	}
	return sculpt.Join(sculpt.Prism(quadArm, outline, holes...),
		sculpt.Hoop(40, []sculpt.Pt{{14, 0}, {15.5, 0}, {15.5, quadArm + 1.6}, {14, quadArm + 1.6}}).Move(quadReach, 0, 0))
}

func quadArms() *sculpt.Mesh {
	return sculpt.Repeat(4, quadArmShape(), func(i int, c *sculpt.Mesh) { c.TurnZ(45 + 90*float64(i)) })
}

// quadStandoffs are eight hexagonal posts.
func quadStandoffs() *sculpt.Mesh {
	var parts []*sculpt.Mesh
	for _, at := range quadPosts() {
		parts = append(parts, sculpt.Prism(quadDeck, hexOutline(6.4), sculpt.Circle(1.4, 14)).Move(at[0], at[1], 0))
	}
	return sculpt.Join(parts...)
}

// quadCage holds the camera in front between two cheeks.
func quadCage() *sculpt.Mesh {
	outline := sculpt.SmoothLoop(4, []sculpt.Pt{{-15, 0}, {11, 0}, {17, 9}, {14, quadDeck - 5}, {5, quadDeck}, {-13, quadDeck}})
	cheek := sculpt.Prism(2.6, outline, sculpt.Shift(sculpt.RoundRect(3, 12, 1.4, 5), 4, quadDeck/2),
		sculpt.Shift(sculpt.Circle(4.4, 20), -6, quadDeck/2)).TurnX(90).TurnZ(-90)
	bar := sculpt.Rod(sculpt.V(-17, -62, 4), sculpt.V(17, -62, 4), 2.4, 16)
	lens := sculpt.Join(sculpt.Box(19, 19, 19, 2).Move(0, -60, quadDeck/2-9.5),
		sculpt.Cylinder(7.4, 6.4, 9, 32).TurnX(90).Move(0, -69, quadDeck/2))
	return sculpt.Join(cheek.Move(-14.6, -58, 0).Mirror(), bar, lens,
		sculpt.Rod(sculpt.V(-17, -61, quadDeck/2), sculpt.V(17, -61, quadDeck/2), 2, 14))
}

// quadTails hold the two aerials apart.
func quadTails() *sculpt.Mesh {
	tail := sculpt.Join(sculpt.Tube(sculpt.Path(10, func(t float64) sculpt.Vec { return sculpt.V(8+14*t, 56+30*t, 4+30*t*t) }), 2.2, 12),
		sculpt.Puck(5, 6, 1, 24).Move(8, 57, 0))
	return sculpt.Join(tail.Mirror(), sculpt.Box(22, 6, 5, 1).Move(0, 57, 0.5))
}
