package demo

import "math"

// braidRing is three strands braided between two bands, 17.2 mm wide inside,
// standing on its edge as a casting house prints it.
func braidRing() *Mesh {
	const inner, turns = 8.6, 7
	parts := []*Mesh{}
	for strand := range 3 {
		parts = append(parts, loop(ringPath(168, func(t float64) Vec {
			braid := 2 * math.Pi * (turns*t + float64(strand)/3)
			return polar(inner+1.55+0.62*math.Sin(2*braid), 2*math.Pi*t, 1.75*math.Sin(braid))
		}), 0.86, 10))
	}
	band := torus(inner+1.1, 0.62, 96, 10).scale(1, 1, 1.1)
	sleeve := hoop(96, Pt{inner, -3}, Pt{inner + 0.8, -3}, Pt{inner + 0.8, 3}, Pt{inner, 3})
	parts = append(parts, sleeve, band.copy().move(0, 0, 3.1), band.copy().move(0, 0, -3.1))
	return join(parts...).turnX(90).rest()
}

// ginkgoLeaf is an earring of 2 mm: a fan with a notch and fine veins, hung
// from an eye.
func ginkgoLeaf() *Mesh {
	outline := []Pt{{1.1, -1}, {1.2, 3}}
	const steps = 60
	for i := range steps + 1 {
		t := float64(i) / steps
		angle := radians(2 + 176*t)
		r := 21 + 2.2*math.Sin(math.Pi*t) + 0.7*math.Sin(t*31) - 8.5*math.Exp(-sq((t-0.5)/0.028)) - 1.5*math.Exp(-sq((t-0.25)/0.03)) - 1.5*math.Exp(-sq((t-0.74)/0.03))
		p := polar(r, angle, 0)
		outline = append(outline, Pt{p.x, p.y + 5 - 3.2*math.Abs(math.Cos(angle))})
	}
	outline = append(outline, Pt{-1.2, 3}, Pt{-1.1, -1})
	parts := []*Mesh{prism(1.3, outline), ginkgoStem()}
	for i := range 15 {
		t := (float64(i) + 0.5) / 15
		angle := radians(10 + 160*t)
		long := 17.2 + 1.4*math.Sin(math.Pi*t)
		if i == 7 {
			long = 10
		}
		tip := polar(long, angle, 1.25).add(Vec{0, 4.4 - 2.6*math.Abs(math.Cos(angle)), 0})
		parts = append(parts, taper(Vec{0, 1.5, 1.2}, tip, 0.62, 0.28, 8))
	}
	return join(parts...)
}

func ginkgoStem() *Mesh {
	stem := sweep{
		outline: circle(1.2, 10), path: path(20, func(t float64) Vec { return Vec{2.6 * math.Sin(2.6*t), 2 - 19*t, 1.2} }),
		size: func(t float64) float64 { return 1 - 0.25*t },
	}.mesh()
	return join(stem, torus(2.3, 0.75, 32, 10).move(1.6, -19, 1.2)).each(func(p Vec) Vec { return Vec{p.x, p.y, max(p.z, 0)} })
}

func sq(x float64) float64 { return x * x }
