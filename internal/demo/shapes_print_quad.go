package demo

// The frame carries propellers of five inches; its motors stand 220 mm apart.
const (
	quadReach  = 110.0
	quadPlate  = 3.0
	quadArm    = 5.0
	quadDeck   = 30.0 // the upper plate's height over the arms
	quadLength = 128.0
)

// quadOutline is the plate's outline, narrow in front and behind.
func quadOutline(length, width float64) []Pt {
	return smoothLoop(4, Pt{-width * 0.34, -length / 2}, Pt{width * 0.34, -length / 2}, Pt{width * 0.44, -length * 0.36}, Pt{width * 0.4, -length * 0.2},
		Pt{width * 0.5, 0}, Pt{width * 0.4, length * 0.2}, Pt{width * 0.44, length * 0.36}, Pt{width * 0.34, length / 2}, Pt{-width * 0.34, length / 2},
		Pt{-width * 0.44, length * 0.36}, Pt{-width * 0.4, length * 0.2}, Pt{-width * 0.5, 0}, Pt{-width * 0.4, -length * 0.2}, Pt{-width * 0.44, -length * 0.36})
}

// quadHoles are the flight controller's four, 30.5 mm apart, and those of the
// posts.
func quadHoles() [][]Pt {
	var holes [][]Pt
	for _, x := range []float64{-1, 1} {
		for _, y := range []float64{-1, 1} {
			holes = append(holes, shift(circle(1.6, 14), x*15.25, y*15.25))
		}
	}
	for _, at := range quadPosts() {
		holes = append(holes, shift(circle(1.6, 14), at[0], at[1]))
	}
	return holes
}

func quadPosts() []Pt {
	return []Pt{{-14.5, -54}, {14.5, -54}, {-14.5, 54}, {14.5, 54}, {-16, -30}, {16, -30}, {-16, 30}, {16, 30}}
}

func quadLower() *Mesh {
	holes := append(quadHoles(), circle(9, 32), shift(roundRect(14, 16, 4, 5), 0, 40), shift(roundRect(14, 16, 4, 5), 0, -40))
	return prism(quadPlate, quadOutline(quadLength, 58), holes...)
}

func quadUpper() *Mesh {
	holes := quadHoles()[4:]
	for _, y := range []float64{-40, -15, 15, 40} {
		holes = append(holes, shift(roundRect(3.4, 15, 1.6, 4), 8.5, y), shift(roundRect(3.4, 15, 1.6, 4), -8.5, y))
	}
	holes = append(holes, shift(roundRect(8, 40, 3.9, 5), 0, 0))
	return prism(2.4, quadOutline(quadLength, 46), holes...)
}

// quadArmShape reaches from the frame towards +X, its inner end pointed to meet
// the other three, and ends in a motor mount.
func quadArmShape() *Mesh {
	outline := []Pt{{2, -1.6}, {11, -10.6}, {34, -10.5}, {60, -7.4}, {quadReach - 18, -7.4}}
	for i := range 25 {
		p := polar(15.5, radians(-150+300*float64(i)/24), 0)
		outline = append(outline, Pt{quadReach + p.x, p.y})
	}
	outline = append(outline, Pt{quadReach - 18, 7.4}, Pt{60, 7.4}, Pt{34, 10.5}, Pt{11, 10.6}, Pt{2, 1.6})
	holes := [][]Pt{shift(circle(3.4, 20), quadReach, 0), shift(roundRect(34, 6.4, 3.1, 5), 66, 0), shift(circle(1.6, 14), 21.6, 0)}
	for i := range 4 {
		p := polar(8.5, radians(45+90*float64(i)), 0)
		holes = append(holes, shift(roundRect(3.2, 3.2, 1.5, 4), quadReach+p.x, p.y))
	}
	return join(prism(quadArm, outline, holes...), hoop(40, Pt{14, 0}, Pt{15.5, 0}, Pt{15.5, quadArm + 1.6}, Pt{14, quadArm + 1.6}).move(quadReach, 0, 0))
}

func quadArms() *Mesh {
	return repeat(4, quadArmShape(), func(i int, c *Mesh) { c.turnZ(45 + 90*float64(i)) })
}

// quadStandoffs are eight hexagonal posts.
func quadStandoffs() *Mesh {
	var parts []*Mesh
	for _, at := range quadPosts() {
		parts = append(parts, prism(quadDeck, hexOutline(6.4), circle(1.4, 14)).move(at[0], at[1], 0))
	}
	return join(parts...)
}

// quadCage holds the camera in front between two cheeks.
func quadCage() *Mesh {
	outline := smoothLoop(4, Pt{-15, 0}, Pt{11, 0}, Pt{17, 9}, Pt{14, quadDeck - 5}, Pt{5, quadDeck}, Pt{-13, quadDeck})
	cheek := prism(2.6, outline, shift(roundRect(3, 12, 1.4, 5), 4, quadDeck/2), shift(circle(4.4, 20), -6, quadDeck/2)).turnX(90).turnZ(-90)
	bar := rod(Vec{-17, -62, 4}, Vec{17, -62, 4}, 2.4, 16)
	lens := join(box(19, 19, 19, 2).move(0, -60, quadDeck/2-9.5), cylinder(7.4, 6.4, 9, 32).turnX(90).move(0, -69, quadDeck/2))
	return join(cheek.move(-14.6, -58, 0).mirror(), bar, lens, rod(Vec{-17, -61, quadDeck / 2}, Vec{17, -61, quadDeck / 2}, 2, 14))
}

// quadTails hold the two aerials apart.
func quadTails() *Mesh {
	tail := join(tube(path(10, func(t float64) Vec { return Vec{8 + 14*t, 56 + 30*t, 4 + 30*t*t} }), 2.2, 12), puck(5, 6, 1, 24).move(8, 57, 0))
	return join(tail.mirror(), box(22, 6, 5, 1).move(0, 57, 0.5))
}
