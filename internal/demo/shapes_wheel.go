package demo

// alloyWheel is a road wheel with tyre, brake disc and caliper. It stands on the
// ground and its outer side looks to -Y.
func alloyWheel(alloy Material) *Mesh {
	wheel := join(wheelTyre(), wheelRim(alloy), wheelSpokes(alloy), wheelBrake())
	return wheel.turnX(90).rest()
}

func wheelTyre() *Mesh {
	profile := []Pt{{0.228, -0.098}, {0.25, -0.112}, {0.285, -0.116}, {0.318, -0.104}, {0.328, -0.092}}
	for _, groove := range []float64{-0.055, -0.018, 0.018, 0.055} {
		profile = append(profile, Pt{0.332, groove - 0.005}, Pt{0.323, groove - 0.004}, Pt{0.323, groove + 0.004}, Pt{0.332, groove + 0.005})
	}
	profile = append(profile, Pt{0.328, 0.092}, Pt{0.318, 0.104}, Pt{0.285, 0.116}, Pt{0.25, 0.112}, Pt{0.228, 0.098})
	block := box(0.014, 0.0165, 0.034, 0).turnX(14).move(0.3265, 0, 0.062)
	return join(hoop(96, profile...), around(64, join(block, block.copy().scale(1, 1, -1))), around(80, box(0.004, 0.006, 0.016, 0).move(0.286, 0, 0.106)),
		hoop(96, Pt{0.262, 0.112}, Pt{0.27, 0.112}, Pt{0.268, 0.1175}, Pt{0.264, 0.1175})).paint(rubber())
}

func wheelRim(alloy Material) *Mesh {
	barrel := hoop(72, Pt{0.19, -0.09}, Pt{0.236, -0.106}, Pt{0.238, -0.098}, Pt{0.21, -0.06}, Pt{0.21, 0.05}, Pt{0.238, 0.1}, Pt{0.238, 0.108},
		Pt{0.224, 0.108}, Pt{0.216, 0.098}, Pt{0.2, 0.055}, Pt{0.198, -0.06})
	valve := rod(Vec{0.195, 0, 0.06}, Vec{0.188, 0, 0.09}, 0.004, 8).turnZ(18)
	return join(barrel.paint(alloy), valve.paint(rubber()))
}

func wheelSpokes(alloy Material) *Mesh {
	spoke := func(side float64) *Mesh {
		return sweep{outline: roundRect(0.026, 0.03, 0.007, 3), path: path(8, func(t float64) Vec {
			return Vec{0.045 + 0.164*t, side * (0.008 + 0.04*t*t), 0.052 + 0.036*t - 0.02*t*(1-t)}
		}), size: func(t float64) float64 { return 1.15 - 0.3*t }}.mesh()
	}
	hub := lathe(48, Pt{0, 0.0}, Pt{0.07, 0.0}, Pt{0.076, 0.04}, Pt{0.07, 0.064}, Pt{0.042, 0.068}, Pt{0.034, 0.06}, Pt{0, 0.06})
	nut := prism(0.016, circle(0.0095, 6)).move(0.052, 0, 0.062)
	cover := lathe(32, Pt{0, 0.06}, Pt{0.031, 0.06}, Pt{0.03, 0.07}, Pt{0, 0.073})
	return join(around(5, join(spoke(1), spoke(-1))).paint(alloy), hub.paint(alloy), around(5, nut).turnZ(36).paint(iron()), cover.paint(black()))
}

func wheelBrake() *Mesh {
	holes := make([][]Pt, 0, 24)
	for i := range 24 {
		p := polar(0.125+0.022*float64(i%2), radians(15*float64(i)), 0)
		holes = append(holes, shift(circle(0.006, 8), p.x, p.y))
	}
	disc := prism(0.012, circle(0.165, 64), append(holes, circle(0.07, 32))...)
	var clasp []Vec
	for _, a := range []float64{-24, 0, 24} {
		for _, r := range []float64{0.118, 0.186} {
			p := polar(r, radians(a), 0)
			clasp = append(clasp, Vec{p.x, p.y, -0.03}, Vec{p.x, p.y, 0.034})
		}
	}
	bell := lathe(32, Pt{0, -0.03}, Pt{0.072, -0.03}, Pt{0.07, 0.01}, Pt{0, 0.01})
	return join(disc.move(0, 0, -0.006).paint(steel()), bell.paint(iron()), hull(clasp...).turnZ(54).paint(glossy("caliper", 0xc22f2a)))
}
