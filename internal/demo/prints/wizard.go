package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// WanderingWizard is a figure on a cobbled base.
func WanderingWizard() []sculpt.Part {
	return one("wizard", wizard())
}

// wizard is a figure of 58 mm with a staff and a lantern; the lantern stands on
// a support to break away.
func wizard() *sculpt.Mesh {
	cloth, trim, skin := spool("robe", 0x3f5f9c), spool("trim", 0xe0b04c), spool("skin", 0xe6b592)
	hair, wood, stone := spool("beard", 0xf1efe9), spool("wood", 0x7b5537), spool("stone", 0x8b8f94)
	parts := []*sculpt.Mesh{
		baseCobbles(19).Paint(stone), wizardRobe().Paint(cloth), wizardTrim().Paint(trim),
		sculpt.Sphere(4.9, 28).Scale(1, 0.95, 1.05).Move(0, -1, 35.4).Paint(skin),
		sculpt.Sphere(1.5, 16).Scale(0.9, 1.2, 1).Move(0, -6.1, 34.8).Paint(skin),
		wizardBeard().Paint(hair), wizardHat().Paint(cloth),
		sculpt.Torus(5.6, 0.8, 40, 10).Scale(1, 1, 1.2).TurnX(-6).Move(0, -0.4, 40.6).Paint(trim),
		wizardStaff(wood, spool("orb", 0x6fd0c8)), wizardLantern(trim, spool("light", 0xfbe6a2)),
	}
	for _, side := range []float64{-1, 1} {
		hand := sculpt.V(side*11.6, -8, 25)
		sleeve := sculpt.Sweep{
			Outline: sculpt.Circle(4.1, 18), Path: wizardCurve(sculpt.V(side*4, 0, 30.5), sculpt.V(side*9, -1, 28),
				hand.Add(sculpt.V(-side*0.8, 1.2, 0))),
			Size: func(t float64) float64 { return 0.72 + 0.28*t*t },
		}.Mesh()
		parts = append(parts, sleeve.Paint(cloth), sculpt.Sphere(2.1, 18).Move(hand.X, hand.Y-0.6, hand.Z).Paint(skin),
			sculpt.Torus(4, 0.55, 28, 8).Aim(sculpt.V(side*0.35, -0.9, -0.35)).Move(hand.X-side*0.8, hand.Y+1.2, hand.Z).Paint(trim))
	}
	return sculpt.Join(parts...)
}

// wizardCurve bends from a to c towards b.
func wizardCurve(a, b, c sculpt.Vec) []sculpt.Vec {
	return sculpt.Path(10, func(t float64) sculpt.Vec { return a.Mix(b, t).Mix(b.Mix(c, t), t) })
}

func wizardRobe() *sculpt.Mesh {
	return sculpt.Grid{NU: 84, NV: 24, WrapU: true, At: func(u, v float64) sculpt.Vec {
		if v == 0 || v == 1 {
			return sculpt.V(0, 0, 3.6+29.4*v)
		}
		t := (v*24 - 1) / 22
		angle := 2 * math.Pi * u
		r := bulge(t, 12.6, 10.6, 9, 7.6, 7.4, 7.2, 5) + 0.95*(1-t)*math.Cos(10*angle+2*t) + 0.4*(1-t)*math.Cos(17*angle)
		return sculpt.Polar(r, angle, 3.6+29.4*t).Scale(sculpt.V(1, 0.9, 1))
	}}.Mesh()
}

func wizardTrim() *sculpt.Mesh {
	belt := sculpt.Torus(7.7, 0.9, 44, 10).Scale(1, 0.9, 1.1).Move(0, 0, 18.5)
	buckle := sculpt.Box(3.4, 1.4, 3, 0.4).Move(0, -7.3, 17)
	return sculpt.Join(belt, buckle)
}

func wizardBeard() *sculpt.Mesh {
	beard := sculpt.Sweep{
		Outline: sculpt.Ellipse(4.4, 2.6, 24), Path: wizardCurve(sculpt.V(0, -4.2, 34.4), sculpt.V(0, -8.2, 30), sculpt.V(0.6, -9, 19.4)),
		Size: func(t float64) float64 { return 1.02 - 0.9*t*t },
	}.Mesh()
	parts := []*sculpt.Mesh{beard}
	for _, side := range []float64{-1, 1} {
		parts = append(parts,
			sculpt.Sweep{Outline: sculpt.Circle(1.25, 10),
				Path: wizardCurve(sculpt.V(0, -5.9, 33.4), sculpt.V(side*3.4, -7, 33.2), sculpt.V(side*5.4, -5.2, 29.6)),
				Size: func(t float64) float64 { return 1 - 0.7*t }}.Mesh(),
			sculpt.Sphere(1, 12).Scale(1.7, 0.7, 0.7).TurnY(side*14).Move(side*2.1, -5.2, 36.9))
	}
	return sculpt.Join(parts...)
}

// wizardHat is a bent cone over a brim.
func wizardHat() *sculpt.Mesh {
	brim := sculpt.Lathe(48, []sculpt.Pt{{0, 0}, {6, -0.2}, {10.4, -1.1}, {11, -0.7}, {10.4, 0.1}, {6, 1.2}, {0, 1.6}}).
		Each(func(p sculpt.Vec) sculpt.Vec {
			return p.Add(sculpt.V(0, 0, 0.9*sq(p.X/10)))
		})
	cone := sculpt.Sweep{
		Outline: sculpt.Circle(6, 32), Path: append(wizardCurve(sculpt.V(0, 0, 0.4), sculpt.V(0, -0.6, 8), sculpt.V(0.6, 1.4, 13)),
			wizardCurve(sculpt.V(0.6, 1.4, 13), sculpt.V(1.2, 3.4, 18), sculpt.V(5.4, 6, 19.4))[1:]...),
		Size: func(t float64) float64 {
			return (1-t)*0.98 + 0.07 + 0.04*math.Sin(t*24)*sculpt.Smoothstep(0.3, 0.6, t)*(1-t)
		},
	}.Mesh()
	return sculpt.Join(brim, cone).TurnX(-6).Move(0, -0.4, 39)
}

func wizardStaff(wood, orb sculpt.Material) *sculpt.Mesh {
	stick := sculpt.Path(52, func(t float64) sculpt.Vec {
		if t < 0.6 {
			return sculpt.V(0.35*math.Sin(t*23), 0.3*math.Cos(t*19), 68*t)
		}
		k := (t - 0.6) / 0.4
		angle := math.Pi - 1.7*math.Pi*k
		r := 4.6 - 1.6*k
		return sculpt.V(4.9+r*math.Cos(angle), 0.3*math.Cos(t*19), 41+r*1.15*math.Sin(angle))
	})
	shaft := sculpt.Sweep{Outline: sculpt.Circle(1.15, 10), Path: stick, Size: func(t float64) float64 { return 1.05 - 0.5*t*t }}.Mesh()
	return sculpt.Join(shaft.Paint(wood), sculpt.Sphere(2.5, 24).Move(4.6, 0, 41.6).Paint(orb)).Scale(-1, 1, 1).Move(-11.6, -9.4, 4)
}

func wizardLantern(frame, light sculpt.Material) *sculpt.Mesh {
	bar := sculpt.Rod(sculpt.V(2.2, 0, 0.8), sculpt.V(2.2, 0, 6), 0.45, 8)
	cage := sculpt.Join(sculpt.Puck(2.9, 1.2, 0.4, 24), sculpt.Around(6, bar),
		sculpt.Lathe(24, []sculpt.Pt{{0, 5.6}, {3.1, 5.6}, {1, 7.8}, {0, 8}}), sculpt.Torus(1.2, 0.4, 20, 8).TurnX(90).Move(0, 0, 8.8))
	support := sculpt.Join(sculpt.Taper(sculpt.V(0, 0, -12), sculpt.V(0, 0, -1.6), 0.9, 0.7, 8),
		sculpt.Taper(sculpt.V(0, 0, -1.6), sculpt.V(0, 0, 0.2), 0.7, 0.25, 8))
	return sculpt.Join(cage.Paint(frame), sculpt.Sphere(1.6, 18).Scale(1, 1, 1.45).Move(0, 0, 3.3).Paint(light),
		support.Paint(spool("stone", 0x8b8f94))).Move(11.6, -9.2, 14.8)
}
