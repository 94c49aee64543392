package demo

import "math"

// robotPaint are the materials of a robot.
type robotPaint struct{ shell, accent, joint Material }

// serviceRobot is a friendly robot of 1.6 metres that waves. It looks to -Y.
func serviceRobot(c robotPaint) []Part {
	return []Part{
		{Name: "body", Mesh: join(robotTorso(c), robotPack(c))},
		{Name: "head", Mesh: robotHead(c).turnZ(-8).move(0, 0, 1.22)},
		{Name: "left leg", Mesh: robotLeg(c).scale(-1, 1, 1)},
		{Name: "right leg", Mesh: robotLeg(c)},
		{Name: "left arm", Mesh: robotArm(c, Vec{-0.3, 0.02, 1.06}, Vec{-0.47, -0.04, 0.86}, Vec{-0.6, -0.14, 1.16})},
		{Name: "right arm", Mesh: robotArm(c, Vec{0.3, 0.02, 1.06}, Vec{0.43, 0.06, 0.8}, Vec{0.4, -0.1, 0.56})},
	}
}

func robotTorso(c robotPaint) *Mesh {
	chest := robotUpright(28, bodySection{0.66, 0.12, -0.1, 0.1, 3}, bodySection{0.76, 0.19, -0.15, 0.14, 3.2}, bodySection{0.98, 0.26, -0.19, 0.17, 3.4},
		bodySection{1.1, 0.24, -0.16, 0.15, 3}, bodySection{1.15, 0.12, -0.09, 0.09, 2.6})
	hips := robotUpright(28, bodySection{0.47, 0.1, -0.09, 0.09, 3}, bodySection{0.52, 0.17, -0.12, 0.12, 3.4}, bodySection{0.6, 0.17, -0.12, 0.12, 3.4},
		bodySection{0.63, 0.1, -0.09, 0.09, 3})
	var bellows []*Mesh
	for i := range 3 {
		bellows = append(bellows, torus(0.1, 0.022, 28, 8).move(0, 0, 0.62+0.025*float64(i)), torus(0.055, 0.018, 24, 8).move(0, 0, 1.155+0.024*float64(i)))
	}
	plate := bodyPlate(0.03, roundRect(0.26, 0.17, 0.045, 5)).move(0, -0.185, 0.99)
	heart := join(puck(0.042, 0.02, 0.006, 28), torus(0.046, 0.008, 28, 8).move(0, 0, 0.014)).turnX(90)
	var slots []*Mesh
	for i := range 3 {
		slots = append(slots, roundBox(0.1, 0.02, 0.016, 0.007).move(0.055, -0.2, 0.94+0.035*float64(i)))
	}
	return join(chest.paint(c.shell), hips.paint(c.shell), join(bellows...).paint(c.joint), plate.paint(c.accent),
		heart.move(-0.07, -0.195, 0.99).paint(glowing("core", 0x6fe6ff)), join(slots...).paint(c.joint), sphere(0.075, 20).move(0.16, 0, 0.53).mirror().paint(c.joint))
}

// robotUpright is a body whose sections are heights; low and high are then the
// front and the back.
func robotUpright(segments int, sections ...bodySection) *Mesh {
	return body(segments, 5, sections...).each(func(p Vec) Vec { return Vec{-p.x, p.z, p.y} })
}

// robotHead stands on the origin.
func robotHead(c robotPaint) *Mesh {
	skull := robotUpright(32, bodySection{0.0, 0.1, -0.08, 0.1, 3}, bodySection{0.04, 0.19, -0.15, 0.15, 3.4}, bodySection{0.16, 0.22, -0.17, 0.17, 3.6},
		bodySection{0.29, 0.19, -0.15, 0.15, 3.2}, bodySection{0.335, 0.08, -0.06, 0.08, 2.6})
	face := bodyPlate(0.05, roundRect(0.31, 0.19, 0.08, 6)).move(0, -0.153, 0.165)
	eye := bodyPlate(0.012, ellipse(0.027, 0.04, 24)).move(0.072, -0.182, 0.18)
	smile := tube(path(12, func(t float64) Vec {
		x := 0.06 * (2*t - 1)
		return Vec{x, -0.179, 0.105 + 5*x*x}
	}), 0.006, 6)
	ear := join(puck(0.07, 0.035, 0.012, 28).paint(c.accent), puck(0.038, 0.05, 0.01, 24).paint(c.joint)).turnY(90).move(0.205, 0, 0.17)
	aerial := join(rod(Vec{0, 0.03, 0.32}, Vec{0, 0.05, 0.47}, 0.007, 8).paint(c.joint),
		sphere(0.024, 16).move(0, 0.05, 0.48).paint(glowing("aerial light", 0xff8a4c)), puck(0.03, 0.03, 0.01, 20).move(0, 0.03, 0.31).paint(c.accent))
	return join(skull.paint(c.shell), face.paint(glossy("face glass", 0x171b22)), eye.mirror().paint(glowing("core", 0x6fe6ff)),
		smile.paint(glowing("core", 0x6fe6ff)), ear.mirror(), aerial)
}

func robotLeg(c robotPaint) *Mesh {
	hip, knee, ankle := Vec{0.16, 0, 0.53}, Vec{0.17, -0.01, 0.32}, Vec{0.17, 0.01, 0.1}
	foot := body(24, 5, bodySection{-0.2, 0.05, 0, 0.05, 3}, bodySection{-0.16, 0.09, 0, 0.09, 3.2}, bodySection{0, 0.095, 0, 0.13, 3},
		bodySection{0.1, 0.08, 0, 0.09, 3}, bodySection{0.13, 0.04, 0.01, 0.06, 2.6}).move(0.17, 0, 0)
	sole := box(0.16, 0.28, 0.025, 0.008).move(0.17, -0.04, 0)
	return join(robotLimb(hip, knee, 0.062, 0.055, c), sphere(0.066, 20).scale(1, 1, 1).move(knee.x, knee.y, knee.z).paint(c.accent),
		robotLimb(knee, ankle, 0.06, 0.075, c), foot.paint(c.shell), sole.paint(c.joint))
}

// robotLimb is a shell between two joints, with the joint's core showing.
func robotLimb(a, b Vec, from, to float64, c robotPaint) *Mesh {
	way := b.sub(a)
	start, end := a.add(way.mul(0.16)), b.sub(way.mul(0.16))
	length := end.sub(start).length()
	shell := lathe(24, Pt{0, 0}, Pt{from * 0.8, 0}, Pt{from, 0.015}, Pt{from * 1.03, length * 0.5}, Pt{to, length - 0.015}, Pt{to * 0.8, length}, Pt{0, length})
	return join(shell.aim(way).move(start.x, start.y, start.z).paint(c.shell), rod(a, b, from*0.6, 14).paint(c.joint))
}

func robotArm(c robotPaint, shoulder, elbow, wrist Vec) *Mesh {
	pad := join(sphere(0.088, 24).paint(c.accent), torus(0.07, 0.012, 28, 8).turnY(90).move(math.Copysign(-0.05, shoulder.x), 0, 0).paint(c.joint))
	hand := robotHand(c).aim(wrist.sub(elbow))
	return join(pad.move(shoulder.x, shoulder.y, shoulder.z), robotLimb(shoulder, elbow, 0.05, 0.047, c),
		sphere(0.055, 18).move(elbow.x, elbow.y, elbow.z).paint(c.accent),
		robotLimb(elbow, wrist, 0.05, 0.06, c), hand.move(wrist.x, wrist.y, wrist.z))
}

// robotHand points upwards.
func robotHand(c robotPaint) *Mesh {
	finger := join(tube(smoothPath(5, Vec{0.035, 0, 0.02}, Vec{0.055, 0, 0.07}, Vec{0.05, 0, 0.12}, Vec{0.03, 0, 0.15}), 0.016, 10).paint(c.shell),
		sphere(0.019, 12).move(0.03, 0, 0.15).paint(c.joint))
	return join(puck(0.052, 0.045, 0.014, 24).move(0, 0, -0.01).paint(c.joint), around(3, finger).turnZ(20))
}

func robotPack(c robotPaint) *Mesh {
	pack := roundBox(0.3, 0.13, 0.3, 0.045).move(0, 0.2, 0.8).paint(c.accent)
	tank := lathe(20, Pt{0, 0}, Pt{0.03, 0}, Pt{0.05, 0.03}, Pt{0.05, 0.2}, Pt{0.03, 0.23}, Pt{0, 0.23}).move(0.085, 0.275, 0.83).mirror().paint(c.shell)
	return join(pack, tank, tube(smoothPath(6, Vec{0.1, 0.27, 1.05}, Vec{0.12, 0.2, 1.14}, Vec{0.08, 0.1, 1.17}), 0.014, 8).mirror().paint(c.joint))
}
