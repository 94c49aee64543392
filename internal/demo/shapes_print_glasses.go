package demo

import "math"

// glassesFront holds two round lenses of 46 mm in grooves. It stands upright,
// looking forward.
func glassesFront() *Mesh {
	const radius, apart = 22.4, 33.0
	rim := hoop(72, Pt{radius, -1.9}, Pt{radius + 3.6, -1.9}, Pt{radius + 4.2, -0.8}, Pt{radius + 4.2, 0.8}, Pt{radius + 3.6, 1.9}, Pt{radius, 1.9}, Pt{radius, 0.6}, Pt{radius + 1, 0}, Pt{radius, -0.6})
	bridge := sweep{outline: ellipse(1.9, 2.2, 12), path: path(18, func(t float64) Vec {
		return Vec{-8 + 16*t, 7 + 4.5*math.Sin(math.Pi*t), 0}
	})}.mesh()
	lug := join(
		box(10, 7, 3.8, 1).move(apart+radius+6.6, 8, -1.9),
		box(3.6, 7, 6, 0.8).move(apart+radius+9.6, 8, -6))
	pad := roundBox(3.4, 9, 4.4, 1.6).turnZ(-14).move(apart-radius+1.4, -7, -4.6)
	return join(bridge, join(rim.move(apart, 0, 0), lug, pad).mirror()).turnX(90)
}

// glassesTemple runs back from the hinge and bends down behind the ear.
func glassesTemple(side float64) *Mesh {
	const out = 65.0
	line := smooth(8, Pt{4, 8}, Pt{40, 8.5}, Pt{75, 8}, Pt{98, 4}, Pt{115, -8}, Pt{127, -24.6})
	bar := make([]Vec, len(line))
	for i, p := range line {
		bar[i] = Vec{side * (out - 0.0006*p[0]*p[0]), p[0], p[1]}
	}
	temple := sweep{
		outline: roundRect(3, 5.6, 1.3, 3), path: bar,
		size: func(t float64) float64 { return 1 - 0.18*math.Sin(math.Pi*t) },
	}.mesh()
	hinge := cylinder(2.4, 2.4, 8, 20).move(side*(out-0.2), 4.5, 4)
	return join(temple, hinge)
}
