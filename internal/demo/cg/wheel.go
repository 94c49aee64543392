package cg

import "vitrine/internal/demo/sculpt"

// Wheel is an alloy wheel of 18 inches with tyre and brake.
func Wheel() []sculpt.Part {
	return []sculpt.Part{{Name: "wheel", Mesh: alloyWheel(sculpt.Metal("alloy", 0xb9bdc2, 0.24))}}
}

// alloyWheel is a road wheel with tyre, brake disc and caliper. It stands on the
// ground and its outer side looks to -Y.
func alloyWheel(alloy sculpt.Material) *sculpt.Mesh {
	wheel := sculpt.Join(wheelTyre(), wheelRim(alloy), wheelSpokes(alloy), wheelBrake())
	return wheel.TurnX(90).Rest()
}

func wheelTyre() *sculpt.Mesh {
	profile := []sculpt.Pt{{0.228, -0.098}, {0.25, -0.112}, {0.285, -0.116}, {0.318, -0.104}, {0.328, -0.092}}
	for _, groove := range []float64{-0.055, -0.018, 0.018, 0.055} {
		profile = append(profile, sculpt.Pt{0.332, groove - 0.005}, sculpt.Pt{0.323, groove - 0.004}, sculpt.Pt{0.323, groove + 0.004},
			sculpt.Pt{0.332, groove + 0.005})
	}
	profile = append(profile, sculpt.Pt{0.328, 0.092}, sculpt.Pt{0.318, 0.104}, sculpt.Pt{0.285, 0.116}, sculpt.Pt{0.25, 0.112},
		sculpt.Pt{0.228, 0.098})
	block := sculpt.Box(0.014, 0.0165, 0.034, 0).TurnX(14).Move(0.3265, 0, 0.062)
	return sculpt.Join(sculpt.Hoop(96, profile), sculpt.Around(64, sculpt.Join(block, block.Copy().Scale(1, 1, -1))),
		sculpt.Around(80, sculpt.Box(0.004, 0.006, 0.016, 0).Move(0.286, 0, 0.106)),
		sculpt.Hoop(96, []sculpt.Pt{{0.262, 0.112}, {0.27, 0.112}, {0.268, 0.1175}, {0.264, 0.1175}})).Paint(rubber())
}

func wheelRim(alloy sculpt.Material) *sculpt.Mesh {
	barrel := sculpt.Hoop(72, []sculpt.Pt{{0.19, -0.09}, {0.236, -0.106}, {0.238, -0.098}, {0.21, -0.06}, {0.21, 0.05}, {0.238, 0.1},
		{0.238, 0.108},
		{0.224, 0.108}, {0.216, 0.098}, {0.2, 0.055}, {0.198, -0.06}})
	valve := sculpt.Rod(sculpt.V(0.195, 0, 0.06), sculpt.V(0.188, 0, 0.09), 0.004, 8).TurnZ(18)
	return sculpt.Join(barrel.Paint(alloy), valve.Paint(rubber()))
}

func wheelSpokes(alloy sculpt.Material) *sculpt.Mesh {
	spoke := func(side float64) *sculpt.Mesh {
		return sculpt.Sweep{Outline: sculpt.RoundRect(0.026, 0.03, 0.007, 3), Path: sculpt.Path(8, func(t float64) sculpt.Vec {
			return sculpt.V(0.045+0.164*t, side*(0.008+0.04*t*t), 0.052+0.036*t-0.02*t*(1-t))
		}), Size: func(t float64) float64 { return 1.15 - 0.3*t }}.Mesh()
	}
	hub := sculpt.Lathe(48, []sculpt.Pt{{0, 0.0}, {0.07, 0.0}, {0.076, 0.04}, {0.07, 0.064}, {0.042, 0.068}, {0.034, 0.06}, {0, 0.06}})
	nut := sculpt.Prism(0.016, sculpt.Circle(0.0095, 6)).Move(0.052, 0, 0.062)
	cover := sculpt.Lathe(32, []sculpt.Pt{{0, 0.06}, {0.031, 0.06}, {0.03, 0.07}, {0, 0.073}})
	return sculpt.Join(sculpt.Around(5, sculpt.Join(spoke(1), spoke(-1))).Paint(alloy), hub.Paint(alloy),
		sculpt.Around(5, nut).TurnZ(36).Paint(iron()), cover.Paint(black()))
}

func wheelBrake() *sculpt.Mesh {
	holes := make([][]sculpt.Pt, 0, 24)
	for i := range 24 {
		p := sculpt.Polar(0.125+0.022*float64(i%2), sculpt.Radians(15*float64(i)), 0)
		holes = append(holes, sculpt.Shift(sculpt.Circle(0.006, 8), p.X, p.Y))
	}
	disc := sculpt.Prism(0.012, sculpt.Circle(0.165, 64), append(holes, sculpt.Circle(0.07, 32))...)
	var clasp []sculpt.Vec
	for _, a := range []float64{-24, 0, 24} {
		for _, r := range []float64{0.118, 0.186} {
			p := sculpt.Polar(r, sculpt.Radians(a), 0)
			clasp = append(clasp, sculpt.V(p.X, p.Y, -0.03), sculpt.V(p.X, p.Y, 0.034))
		}
	}
	bell := sculpt.Lathe(32, []sculpt.Pt{{0, -0.03}, {0.072, -0.03}, {0.07, 0.01}, {0, 0.01}})
	return sculpt.Join(disc.Move(0, 0, -0.006).Paint(steel()), bell.Paint(iron()),
		sculpt.Hull(clasp...).TurnZ(54).Paint(sculpt.Glossy("caliper", 0xc22f2a)))
}
