package demo

import "math"

// octopus sits on the desk; the tips of its eight arms curl around cables of up
// to 4 mm.
func octopus(skin, eyes, pupils Material) *Mesh {
	parts := []*Mesh{
		octopusHead().paint(skin),
		around(8, octopusArm()).turnZ(22.5).paint(skin),
	}
	for _, side := range []float64{-1, 1} {
		parts = append(parts,
			sphere(7.6, 24).move(side*11.5, -25.5, 38).paint(eyes),
			sphere(4.6, 20).move(side*12.2, -29.6, 38.4).paint(pupils))
	}
	smile := path(14, func(t float64) Vec {
		return polar(21.4, radians(-112+44*t), 24-2.6*math.Sin(math.Pi*t)).add(Vec{0, -3, 0})
	})
	return join(append(parts, tube(smile, 1.1, 8).paint(pupils))...)
}

func octopusHead() *Mesh {
	profile := []Pt{{0, 0}}
	profile = append(profile, smooth(5, Pt{30, 0}, Pt{29, 5}, Pt{22, 13}, Pt{20, 20}, Pt{25, 32}, Pt{29, 47}, Pt{25, 62}, Pt{13, 72}, Pt{4, 74})...)
	return lathe(48, append(profile, Pt{0, 74.3})...).turnX(7).each(func(p Vec) Vec { return Vec{p.x, p.y, max(p.z, 0)} })
}

// octopusArm leaves the body along the ground and curls up and back at its end.
func octopusArm() *Mesh {
	const curl = 8.2
	arm := path(46, func(t float64) Vec {
		if t < 0.45 {
			k := t / 0.45
			return Vec{16 + 34*k, 5 * math.Sin(math.Pi*k), 8.5 - 2.2*smoothstep(0, 1, k)}
		}
		k := (t - 0.45) / 0.55
		angle := -math.Pi/2 + 1.34*math.Pi*k
		r := curl - 2.4*k
		return Vec{50 + r*math.Cos(angle), 3.5 * k, 6.3 + curl + r*math.Sin(angle)}
	})
	size := func(t float64) float64 { return 1 - 0.66*t }
	body := sweep{outline: circle(7.6, 12), path: arm, size: size}.mesh()
	tip := sphere(7.6*size(1), 12).move(arm[46].x, arm[46].y, arm[46].z)
	return join(body, tip).each(func(p Vec) Vec { return Vec{p.x, p.y, max(p.z, 0)} })
}
