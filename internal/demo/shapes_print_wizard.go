package demo

import "math"

// wizard is a figure of 58 mm with a staff and a lantern; the lantern stands on
// a support to break away.
func wizard() *Mesh {
	cloth, trim, skin := spool("robe", 0x3f5f9c), spool("trim", 0xe0b04c), spool("skin", 0xe6b592)
	hair, wood, stone := spool("beard", 0xf1efe9), spool("wood", 0x7b5537), spool("stone", 0x8b8f94)
	parts := []*Mesh{
		baseCobbles(19).paint(stone), wizardRobe().paint(cloth), wizardTrim().paint(trim),
		sphere(4.9, 28).scale(1, 0.95, 1.05).move(0, -1, 35.4).paint(skin), sphere(1.5, 16).scale(0.9, 1.2, 1).move(0, -6.1, 34.8).paint(skin),
		wizardBeard().paint(hair), wizardHat().paint(cloth),
		torus(5.6, 0.8, 40, 10).scale(1, 1, 1.2).turnX(-6).move(0, -0.4, 40.6).paint(trim),
		wizardStaff(wood, spool("orb", 0x6fd0c8)), wizardLantern(trim, spool("light", 0xfbe6a2)),
	}
	for _, side := range []float64{-1, 1} {
		hand := Vec{side * 11.6, -8, 25}
		sleeve := sweep{
			outline: circle(4.1, 18), path: wizardCurve(Vec{side * 4, 0, 30.5}, Vec{side * 9, -1, 28}, hand.add(Vec{-side * 0.8, 1.2, 0})),
			size: func(t float64) float64 { return 0.72 + 0.28*t*t },
		}.mesh()
		parts = append(parts, sleeve.paint(cloth), sphere(2.1, 18).move(hand.x, hand.y-0.6, hand.z).paint(skin),
			torus(4, 0.55, 28, 8).aim(Vec{side * 0.35, -0.9, -0.35}).move(hand.x-side*0.8, hand.y+1.2, hand.z).paint(trim))
	}
	return join(parts...)
}

// wizardCurve bends from a to c towards b.
func wizardCurve(a, b, c Vec) []Vec {
	return path(10, func(t float64) Vec { return a.mix(b, t).mix(b.mix(c, t), t) })
}

func wizardRobe() *Mesh {
	return grid{nu: 84, nv: 24, wrapU: true, at: func(u, v float64) Vec {
		if v == 0 || v == 1 {
			return Vec{0, 0, 3.6 + 29.4*v}
		}
		t := (v*24 - 1) / 22
		angle := 2 * math.Pi * u
		r := bulge(t, 12.6, 10.6, 9, 7.6, 7.4, 7.2, 5) + 0.95*(1-t)*math.Cos(10*angle+2*t) + 0.4*(1-t)*math.Cos(17*angle)
		return polar(r, angle, 3.6+29.4*t).scale(Vec{1, 0.9, 1})
	}}.mesh()
}

func wizardTrim() *Mesh {
	belt := torus(7.7, 0.9, 44, 10).scale(1, 0.9, 1.1).move(0, 0, 18.5)
	buckle := box(3.4, 1.4, 3, 0.4).move(0, -7.3, 17)
	return join(belt, buckle)
}

func wizardBeard() *Mesh {
	beard := sweep{
		outline: ellipse(4.4, 2.6, 24), path: wizardCurve(Vec{0, -4.2, 34.4}, Vec{0, -8.2, 30}, Vec{0.6, -9, 19.4}),
		size: func(t float64) float64 { return 1.02 - 0.9*t*t },
	}.mesh()
	parts := []*Mesh{beard}
	for _, side := range []float64{-1, 1} {
		parts = append(parts,
			sweep{outline: circle(1.25, 10), path: wizardCurve(Vec{0, -5.9, 33.4}, Vec{side * 3.4, -7, 33.2}, Vec{side * 5.4, -5.2, 29.6}), size: func(t float64) float64 { return 1 - 0.7*t }}.mesh(),
			sphere(1, 12).scale(1.7, 0.7, 0.7).turnY(side*14).move(side*2.1, -5.2, 36.9))
	}
	return join(parts...)
}

// wizardHat is a bent cone over a brim.
func wizardHat() *Mesh {
	brim := lathe(48, Pt{0, 0}, Pt{6, -0.2}, Pt{10.4, -1.1}, Pt{11, -0.7}, Pt{10.4, 0.1}, Pt{6, 1.2}, Pt{0, 1.6}).each(func(p Vec) Vec {
		return p.add(Vec{0, 0, 0.9 * sq(p.x/10)})
	})
	cone := sweep{
		outline: circle(6, 32), path: append(wizardCurve(Vec{0, 0, 0.4}, Vec{0, -0.6, 8}, Vec{0.6, 1.4, 13}),
			wizardCurve(Vec{0.6, 1.4, 13}, Vec{1.2, 3.4, 18}, Vec{5.4, 6, 19.4})[1:]...),
		size: func(t float64) float64 { return (1-t)*0.98 + 0.07 + 0.04*math.Sin(t*24)*smoothstep(0.3, 0.6, t)*(1-t) },
	}.mesh()
	return join(brim, cone).turnX(-6).move(0, -0.4, 39)
}

func wizardStaff(wood, orb Material) *Mesh {
	stick := path(52, func(t float64) Vec {
		if t < 0.6 {
			return Vec{0.35 * math.Sin(t*23), 0.3 * math.Cos(t*19), 68 * t}
		}
		k := (t - 0.6) / 0.4
		angle := math.Pi - 1.7*math.Pi*k
		r := 4.6 - 1.6*k
		return Vec{4.9 + r*math.Cos(angle), 0.3 * math.Cos(t*19), 41 + r*1.15*math.Sin(angle)}
	})
	shaft := sweep{outline: circle(1.15, 10), path: stick, size: func(t float64) float64 { return 1.05 - 0.5*t*t }}.mesh()
	return join(shaft.paint(wood), sphere(2.5, 24).move(4.6, 0, 41.6).paint(orb)).scale(-1, 1, 1).move(-11.6, -9.4, 4)
}

func wizardLantern(frame, light Material) *Mesh {
	bar := rod(Vec{2.2, 0, 0.8}, Vec{2.2, 0, 6}, 0.45, 8)
	cage := join(puck(2.9, 1.2, 0.4, 24), around(6, bar), lathe(24, Pt{0, 5.6}, Pt{3.1, 5.6}, Pt{1, 7.8}, Pt{0, 8}), torus(1.2, 0.4, 20, 8).turnX(90).move(0, 0, 8.8))
	support := join(taper(Vec{0, 0, -12}, Vec{0, 0, -1.6}, 0.9, 0.7, 8), taper(Vec{0, 0, -1.6}, Vec{0, 0, 0.2}, 0.7, 0.25, 8))
	return join(cage.paint(frame), sphere(1.6, 18).scale(1, 1, 1.45).move(0, 0, 3.3).paint(light), support.paint(spool("stone", 0x8b8f94))).move(11.6, -9.2, 14.8)
}
