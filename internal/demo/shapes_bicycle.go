package demo

import "math"

// bike holds the places of a bicycle's frame, in metres; the front looks to -Y.
type bike struct {
	front, rear, crank, seat, head, crown Vec
	paint, leather                        Material
}

const bikeWheelRadius = 0.345

// cityBike is a town bicycle with mudguards, a rack and a basket.
func cityBike(paint, leather Material) *Mesh {
	b := bike{
		front: Vec{0, -0.57, bikeWheelRadius}, rear: Vec{0, 0.49, bikeWheelRadius}, crank: Vec{0, 0.04, 0.285},
		seat: Vec{0, 0.2, 0.75}, head: Vec{0, -0.36, 0.86}, crown: Vec{0, -0.41, 0.72}, paint: paint, leather: leather,
	}
	wheel := bikeWheel()
	return join(b.frame(), b.steering(), b.saddle(), b.drive(), b.guards(), b.rack(), bikeBasket().move(0, -0.62, 0.83),
		wheel.copy().move(0, b.front.y, b.front.z), wheel.move(0, b.rear.y, b.rear.z))
}

func (b bike) frame() *Mesh {
	low := b.crown.mix(b.head, 0.25)
	curved := path(12, func(t float64) Vec {
		return low.mix(b.crank.mix(b.seat, 0.45), t).add(Vec{0, 0, -0.1 * math.Sin(math.Pi*t)})
	})
	stay := func(from Vec, x float64) *Mesh {
		return tube(path(6, func(t float64) Vec { return from.mix(b.rear, t).add(Vec{x * math.Min(1, 0.35+2.5*t), 0, 0}) }), 0.009, 8).mirror()
	}
	return join(rod(b.crown, b.head, 0.021, 16), tube(curved, 0.016, 14), rod(low.add(Vec{0, -0.01, -0.04}), b.crank, 0.018, 14), rod(b.crank, b.seat, 0.016, 14),
		stay(b.crank, 0.06), stay(b.seat.mix(b.crank, 0.06), 0.06), rod(b.crank.add(Vec{-0.04, 0, 0}), b.crank.add(Vec{0.04, 0, 0}), 0.024, 16)).paint(b.paint)
}

func (b bike) steering() *Mesh {
	fork := tube(smoothPath(5, b.crown.add(Vec{0.045, 0, 0}), Vec{0.05, -0.45, 0.58}, Vec{0.05, -0.5, 0.45}, b.front.add(Vec{0.05, 0, 0})), 0.011, 10)
	stem := join(rod(b.head, Vec{0, -0.33, 0.97}, 0.013, 12), rod(Vec{0, -0.33, 0.965}, Vec{0, -0.41, 0.985}, 0.013, 12))
	half := smoothPath(6, Vec{0, -0.41, 0.985}, Vec{0.1, -0.42, 1.0}, Vec{0.22, -0.38, 1.04}, Vec{0.28, -0.26, 1.04}, Vec{0.285, -0.12, 1.02})
	grip := rod(Vec{0.285, -0.2, 1.03}, Vec{0.286, -0.1, 1.018}, 0.017, 12)
	bell := join(sphere(0.027, 20).scale(1, 1, 0.7), rod(Vec{}, Vec{0, 0, -0.035}, 0.006, 8)).move(0.15, -0.4, 1.06)
	lamp := lathe(20, Pt{0, -0.05}, Pt{0.025, -0.045}, Pt{0.045, 0}, Pt{0.042, 0.012}, Pt{0, 0.012}).turnX(90).move(0, -0.5, 0.72)
	lens := lathe(20, Pt{0, 0.01}, Pt{0.038, 0.01}, Pt{0, 0.02}).turnX(90).move(0, -0.5, 0.72)
	return join(fork.mirror().paint(b.paint), rod(b.crown.add(Vec{-0.05, 0, 0}), b.crown.add(Vec{0.05, 0, 0}), 0.016, 12).paint(b.paint), stem.paint(carChrome()),
		tube(half, 0.011, 10).mirror().paint(carChrome()), grip.mirror().paint(b.leather), bell.paint(brass()), lamp.paint(carChrome()),
		lens.paint(glowing("lamp lens", 0xfff0c4)),
		rod(Vec{0, -0.42, 0.74}, Vec{0, -0.48, 0.72}, 0.008, 8).paint(carChrome()))
}

// smoothPath draws a curve through points in space.
func smoothPath(steps int, points ...Vec) []Vec {
	var flat, depth []Pt
	for i, p := range points {
		flat, depth = append(flat, Pt{p.x, p.y}), append(depth, Pt{float64(i), p.z})
	}
	flat, depth = smooth(steps, flat...), smooth(steps, depth...)
	curve := make([]Vec, len(flat))
	for i, p := range flat {
		curve[i] = Vec{p[0], p[1], depth[i][1]}
	}
	return curve
}

func (b bike) saddle() *Mesh {
	seat := body(20, 5, bodySection{-0.14, 0, 0.0, 0.03, 2.2}, bodySection{-0.11, 0.025, -0.02, 0.04, 2.4}, bodySection{0, 0.05, -0.02, 0.045, 2.6},
		bodySection{0.09, 0.1, -0.025, 0.055, 2.8}, bodySection{0.13, 0.06, 0, 0.06, 2.4})
	spring := path(40, func(t float64) Vec {
		p := polar(0.014, 8*math.Pi*t, 0.06*t-0.075)
		return Vec{p.x + 0.055, p.y + 0.08, p.z}
	})
	return join(seat.move(0, 0.22, 0.91).paint(b.leather), tube(spring, 0.0035, 5).move(0, 0.22, 0.91).mirror().paint(carChrome()),
		rod(b.seat, Vec{0, 0.222, 0.875}, 0.0125, 12).paint(carChrome()), rod(Vec{0.055, 0.3, 0.835}, Vec{0, 0.22, 0.855}, 0.006, 8).mirror().paint(carChrome()))
}

// drive is the crankset with its chain and pedals, on the right side.
func (b bike) drive() *Mesh {
	ring := prism(0.004, bikeCog(0.095, 40), circle(0.075, 40)).turnY(90).move(0.048, 0, 0)
	spider := around(5, box(0.085, 0.014, 0.005, 0.001).move(0.043, 0, 0)).turnY(90).move(0.047, 0, 0)
	arm := func(side float64) *Mesh {
		tip := Vec{side * 0.085, -0.15 * side, -0.07 * side}
		pedal := join(box(0.095, 0.07, 0.022, 0.004).move(side*0.145, tip.y, tip.z-0.011).paint(rubber()),
			rod(tip, tip.add(Vec{side * 0.09, 0, 0}), 0.007, 8).paint(steel()))
		return join(taper(Vec{side * 0.06, 0, 0}, tip, 0.014, 0.009, 10).paint(carChrome()), pedal)
	}
	whole := join(join(ring, spider, rod(Vec{-0.07, 0, 0}, Vec{0.07, 0, 0}, 0.012, 12)).paint(carChrome()), arm(1), arm(-1)).move(0, b.crank.y, b.crank.z)
	cog := prism(0.004, bikeCog(0.04, 18)).turnY(90).move(0.048, b.rear.y, b.rear.z).paint(steel())
	return join(whole, cog, b.chain().paint(iron()))
}

func bikeCog(radius float64, teeth int) []Pt {
	var points []Pt
	for i := range 2 * teeth {
		p := polar(radius*(1-0.05*float64(i%2)), math.Pi*float64(i)/float64(teeth), 0)
		points = append(points, Pt{p.x, p.y})
	}
	return points
}

func (b bike) chain() *Mesh {
	var line []Vec
	for _, wheel := range []struct {
		at       Vec
		r        float64
		from, to float64
	}{{b.crank, 0.095, 97, 263}, {b.rear, 0.04, 263, 457}} {
		for _, p := range circleArc(wheel.r, wheel.from, wheel.to, 14) {
			line = append(line, Vec{0.05, wheel.at.y + p[0], wheel.at.z + p[1]})
		}
	}
	return sweep{outline: roundRect(0.008, 0.009, 0.002, 2), path: line, closed: true}.mesh()
}

func (b bike) guards() *Mesh {
	guard := func(from, to float64) *Mesh {
		arc := path(28, func(t float64) Vec {
			p := polar(0.368, radians(from+(to-from)*t), 0)
			return Vec{0, p.x, p.y}
		})
		return sweep{outline: []Pt{{0.03, 0.008}, {0.024, -0.006}, {0, -0.01}, {-0.024, -0.006}, {-0.03, 0.008}, {-0.024, -0.001}, {0, -0.005}, {0.024, -0.001}},
			path: arc}.mesh()
	}
	stay := rod(Vec{0.05, 0, 0}, polarYZ(0.38, 12).add(Vec{0.03, 0, 0}), 0.003, 6).mirror()
	return join(guard(152, 2).move(0, b.front.y, b.front.z).paint(b.paint), guard(165, -10).move(0, b.rear.y, b.rear.z).paint(b.paint),
		stay.copy().move(0, b.rear.y, b.rear.z).paint(carChrome()),
		rod(Vec{0.055, 0, 0}, polarYZ(0.375, 14).add(Vec{0.03, 0, 0}), 0.003, 6).mirror().move(0, b.front.y, b.front.z).paint(carChrome()))
}

// polarYZ is a point at an angle (degrees) from +Y towards +Z.
func polarYZ(radius, degrees float64) Vec {
	p := polar(radius, radians(degrees), 0)
	return Vec{0, p.x, p.y}
}

func (b bike) rack() *Mesh {
	frame := loop(ringPath(32, func(t float64) Vec {
		p := polar(1, 2*math.Pi*t, 0)
		return Vec{0.07 * bodyPower(p.x, 5), 0.47 + 0.19*bodyPower(p.y, 5), 0.755}
	}), 0.006, 6)
	bars := join(rod(Vec{0.025, 0.29, 0.755}, Vec{0.025, 0.65, 0.755}, 0.005, 6), rod(Vec{0.07, 0.42, 0.755}, b.rear.add(Vec{0.06, 0, 0}), 0.005, 6),
		rod(Vec{0.07, 0.58, 0.755}, b.rear.add(Vec{0.06, 0, 0}), 0.005, 6))
	return join(frame.paint(carChrome()), bars.mirror().paint(carChrome()), box(0.06, 0.02, 0.04, 0.006).move(0, 0.67, 0.72).paint(glowing("reflector", 0xc2301f)))
}

// bikeBasket is woven of round canes; its floor's middle is the origin.
func bikeBasket() *Mesh {
	ring := func(z, grow, thick float64) *Mesh {
		return loop(ringPath(36, func(t float64) Vec {
			p := polar(1, 2*math.Pi*t, 0)
			return Vec{0.15 * grow * bodyPower(p.x, 4), 0.1 * grow * bodyPower(p.y, 4), z}
		}), thick, 6)
	}
	parts := []*Mesh{ring(0.2, 1.26, 0.012)}
	for i := range 9 {
		z := 0.02 * float64(i)
		parts = append(parts, ring(z, 1+1.2*z, 0.008))
	}
	for i := range 26 {
		p := polar(1, 2*math.Pi*float64(i)/26, 0)
		at := Vec{0.15 * bodyPower(p.x, 4), 0.1 * bodyPower(p.y, 4), 0}
		parts = append(parts, rod(at, at.mul(1.25).add(Vec{0, 0, 0.2}), 0.006, 5))
	}
	parts = append(parts, box(0.28, 0.18, 0.01, 0))
	return join(parts...).paint(satin("cane", 0xc8955a))
}

// bikeWheel turns about X, with 32 crossed spokes.
func bikeWheel() *Mesh {
	tyre := torus(0.327, 0.018, 56, 10).paint(satin("tyre", 0xe8dcc0))
	rim := hoop(56, Pt{0.298, -0.012}, Pt{0.312, -0.013}, Pt{0.312, 0.013}, Pt{0.298, 0.012}).paint(carChrome())
	spoke := join(
		rod(polar(0.02, 0, 0.03), polar(0.3, radians(38), 0.002), 0.0014, 4), rod(polar(0.02, radians(11), -0.03), polar(0.3, radians(-27), -0.002), 0.0014, 4))
	hub := lathe(16, Pt{0, -0.055}, Pt{0.008, -0.055}, Pt{0.008, -0.035}, Pt{0.024, -0.034}, Pt{0.024, -0.028}, Pt{0.013, -0.02}, Pt{0.013, 0.02},
		Pt{0.024, 0.028}, Pt{0.024, 0.034}, Pt{0.008, 0.035}, Pt{0.008, 0.055}, Pt{0, 0.055})
	return join(tyre, rim, around(16, spoke).paint(carChrome()), hub.paint(carChrome())).turnY(90)
}
