package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// Robot is a waving service robot in cream and orange.
func Robot() []sculpt.Part {
	return serviceRobot(robotPaint{shell: sculpt.Glossy("robot shell", 0xf0efea), accent: sculpt.Satin("robot accent", 0xf2a33a),
		joint: sculpt.Matte("robot joints", 0x42474f)})
}

// robotPaint are the materials of a robot.
type robotPaint struct{ shell, accent, joint sculpt.Material }

// serviceRobot is a friendly robot of 1.6 metres that waves. It looks to -Y.
func serviceRobot(c robotPaint) []sculpt.Part {
	return []sculpt.Part{
		{Name: "body", Mesh: sculpt.Join(robotTorso(c), robotPack(c))},
		{Name: "head", Mesh: robotHead(c).TurnZ(-8).Move(0, 0, 1.22)},
		{Name: "left leg", Mesh: robotLeg(c).Scale(-1, 1, 1)},
		{Name: "right leg", Mesh: robotLeg(c)},
		{Name: "left arm", Mesh: robotArm(c, sculpt.V(-0.3, 0.02, 1.06), sculpt.V(-0.47, -0.04, 0.86), sculpt.V(-0.6, -0.14, 1.16))},
		{Name: "right arm", Mesh: robotArm(c, sculpt.V(0.3, 0.02, 1.06), sculpt.V(0.43, 0.06, 0.8), sculpt.V(0.4, -0.1, 0.56))},
	}
}

func robotTorso(c robotPaint) *sculpt.Mesh {
	chest := robotUpright(28, bodySection{0.66, 0.12, -0.1, 0.1, 3}, bodySection{0.76, 0.19, -0.15, 0.14, 3.2},
		bodySection{0.98, 0.26, -0.19, 0.17, 3.4},
		bodySection{1.1, 0.24, -0.16, 0.15, 3}, bodySection{1.15, 0.12, -0.09, 0.09, 2.6})
	hips := robotUpright(28, bodySection{0.47, 0.1, -0.09, 0.09, 3}, bodySection{0.52, 0.17, -0.12, 0.12, 3.4},
		bodySection{0.6, 0.17, -0.12, 0.12, 3.4},
		bodySection{0.63, 0.1, -0.09, 0.09, 3})
	var bellows []*sculpt.Mesh
	for i := range 3 {
		bellows = append(bellows, sculpt.Torus(0.1, 0.022, 28, 8).Move(0, 0, 0.62+0.025*float64(i)),
			sculpt.Torus(0.055, 0.018, 24, 8).Move(0, 0, 1.155+0.024*float64(i)))
	}
	plate := bodyPlate(0.03, sculpt.RoundRect(0.26, 0.17, 0.045, 5)).Move(0, -0.185, 0.99)
	heart := sculpt.Join(sculpt.Puck(0.042, 0.02, 0.006, 28), sculpt.Torus(0.046, 0.008, 28, 8).Move(0, 0, 0.014)).TurnX(90)
	var slots []*sculpt.Mesh
	for i := range 3 {
		slots = append(slots, sculpt.RoundBox(0.1, 0.02, 0.016, 0.007).Move(0.055, -0.2, 0.94+0.035*float64(i)))
	}
	return sculpt.Join(chest.Paint(c.shell), hips.Paint(c.shell), sculpt.Join(bellows...).Paint(c.joint), plate.Paint(c.accent),
		heart.Move(-0.07, -0.195, 0.99).Paint(sculpt.Glowing("core", 0x6fe6ff)), sculpt.Join(slots...).Paint(c.joint),
		sculpt.Sphere(0.075, 20).Move(0.16, 0, 0.53).Mirror().Paint(c.joint))
}

// robotUpright is a body whose sections are heights; low and high are then the
// front and the back.
func robotUpright(segments int, sections ...bodySection) *sculpt.Mesh {
	return body(segments, 5, sections...).Each(func(p sculpt.Vec) sculpt.Vec { return sculpt.V(-p.X, p.Z, p.Y) })
}

// robotHead stands on the origin.
func robotHead(c robotPaint) *sculpt.Mesh {
	skull := robotUpright(32, bodySection{0.0, 0.1, -0.08, 0.1, 3}, bodySection{0.04, 0.19, -0.15, 0.15, 3.4},
		bodySection{0.16, 0.22, -0.17, 0.17, 3.6},
		bodySection{0.29, 0.19, -0.15, 0.15, 3.2}, bodySection{0.335, 0.08, -0.06, 0.08, 2.6})
	face := bodyPlate(0.05, sculpt.RoundRect(0.31, 0.19, 0.08, 6)).Move(0, -0.153, 0.165)
	eye := bodyPlate(0.012, sculpt.Ellipse(0.027, 0.04, 24)).Move(0.072, -0.182, 0.18)
	smile := sculpt.Tube(sculpt.Path(12, func(t float64) sculpt.Vec {
		x := 0.06 * (2*t - 1)
		return sculpt.V(x, -0.179, 0.105+5*x*x)
	}), 0.006, 6)
	ear := sculpt.Join(sculpt.Puck(0.07, 0.035, 0.012, 28).Paint(c.accent),
		sculpt.Puck(0.038, 0.05, 0.01, 24).Paint(c.joint)).TurnY(90).Move(0.205, 0, 0.17)
	aerial := sculpt.Join(sculpt.Rod(sculpt.V(0, 0.03, 0.32), sculpt.V(0, 0.05, 0.47), 0.007, 8).Paint(c.joint),
		sculpt.Sphere(0.024, 16).Move(0, 0.05, 0.48).Paint(sculpt.Glowing("aerial light", 0xff8a4c)),
		sculpt.Puck(0.03, 0.03, 0.01, 20).Move(0, 0.03, 0.31).Paint(c.accent))
	return sculpt.Join(skull.Paint(c.shell), face.Paint(sculpt.Glossy("face glass", 0x171b22)),
		eye.Mirror().Paint(sculpt.Glowing("core", 0x6fe6ff)),
		smile.Paint(sculpt.Glowing("core", 0x6fe6ff)), ear.Mirror(), aerial)
}

func robotLeg(c robotPaint) *sculpt.Mesh {
	hip, knee, ankle := sculpt.V(0.16, 0, 0.53), sculpt.V(0.17, -0.01, 0.32), sculpt.V(0.17, 0.01, 0.1)
	foot := body(24, 5, bodySection{-0.2, 0.05, 0, 0.05, 3}, bodySection{-0.16, 0.09, 0, 0.09, 3.2}, bodySection{0, 0.095, 0, 0.13, 3},
		bodySection{0.1, 0.08, 0, 0.09, 3}, bodySection{0.13, 0.04, 0.01, 0.06, 2.6}).Move(0.17, 0, 0)
	sole := sculpt.Box(0.16, 0.28, 0.025, 0.008).Move(0.17, -0.04, 0)
	return sculpt.Join(robotLimb(hip, knee, 0.062, 0.055, c),
		sculpt.Sphere(0.066, 20).Scale(1, 1, 1).Move(knee.X, knee.Y, knee.Z).Paint(c.accent),
		robotLimb(knee, ankle, 0.06, 0.075, c), foot.Paint(c.shell), sole.Paint(c.joint))
}

// robotLimb is a shell between two joints, with the joint's core showing.
func robotLimb(a, b sculpt.Vec, from, to float64, c robotPaint) *sculpt.Mesh {
	way := b.Sub(a)
	start, end := a.Add(way.Mul(0.16)), b.Sub(way.Mul(0.16))
	length := end.Sub(start).Length()
	shell := sculpt.Lathe(24, []sculpt.Pt{{0, 0}, {from * 0.8, 0}, {from, 0.015}, {from * 1.03, length * 0.5}, {to, length - 0.015},
		{to * 0.8, length}, {0, length}})
	return sculpt.Join(shell.Aim(way).Move(start.X, start.Y, start.Z).Paint(c.shell), sculpt.Rod(a, b, from*0.6, 14).Paint(c.joint))
}

func robotArm(c robotPaint, shoulder, elbow, wrist sculpt.Vec) *sculpt.Mesh {
	pad := sculpt.Join(sculpt.Sphere(0.088, 24).Paint(c.accent),
		sculpt.Torus(0.07, 0.012, 28, 8).TurnY(90).Move(math.Copysign(-0.05, shoulder.X), 0, 0).Paint(c.joint))
	hand := robotHand(c).Aim(wrist.Sub(elbow))
	return sculpt.Join(pad.Move(shoulder.X, shoulder.Y, shoulder.Z), robotLimb(shoulder, elbow, 0.05, 0.047, c),
		sculpt.Sphere(0.055, 18).Move(elbow.X, elbow.Y, elbow.Z).Paint(c.accent),
		robotLimb(elbow, wrist, 0.05, 0.06, c), hand.Move(wrist.X, wrist.Y, wrist.Z))
}

// robotHand points upwards.
func robotHand(c robotPaint) *sculpt.Mesh {
	finger := sculpt.Join(sculpt.Tube(smoothPath(5, sculpt.V(0.035, 0, 0.02), sculpt.V(0.055, 0, 0.07), sculpt.V(0.05, 0, 0.12),
		sculpt.V(0.03, 0, 0.15)), 0.016, 10).Paint(c.shell),
		sculpt.Sphere(0.019, 12).Move(0.03, 0, 0.15).Paint(c.joint))
	return sculpt.Join(sculpt.Puck(0.052, 0.045, 0.014, 24).Move(0, 0, -0.01).Paint(c.joint), sculpt.Around(3, finger).TurnZ(20))
}

func robotPack(c robotPaint) *sculpt.Mesh {
	pack := sculpt.RoundBox(0.3, 0.13, 0.3, 0.045).Move(0, 0.2, 0.8).Paint(c.accent)
	tank := sculpt.Lathe(20, []sculpt.Pt{{0, 0}, {0.03, 0}, {0.05, 0.03}, {0.05, 0.2}, {0.03, 0.23}, {0, 0.23}}).Move(0.085, 0.275, 0.83).
		Mirror().Paint(c.shell)
	return sculpt.Join(pack, tank, sculpt.Tube(smoothPath(6, sculpt.V(0.1, 0.27, 1.05), sculpt.V(0.12, 0.2, 1.14), sculpt.V(0.08, 0.1, 1.17)),
		0.014, 8).Mirror().Paint(c.joint))
}
