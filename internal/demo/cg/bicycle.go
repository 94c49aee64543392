package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// Bicycle is a town bicycle with a wicker basket.
func Bicycle() []sculpt.Part {
	return []sculpt.Part{{Name: "bicycle", Mesh: cityBike(sculpt.Glossy("sage enamel", 0x6fa08b), sculpt.Satin("saddle leather", 0x9a5f34))}}
}

// bike holds the places of a bicycle's frame, in metres; the front looks to -Y.
type bike struct {
	front, rear, crank, seat, head, crown sculpt.Vec
	paint, leather                        sculpt.Material
}

const bikeWheelRadius = 0.345

// cityBike is a town bicycle with mudguards, a rack and a basket.
func cityBike(paint, leather sculpt.Material) *sculpt.Mesh {
	b := bike{
		front: sculpt.V(0, -0.57, bikeWheelRadius), rear: sculpt.V(0, 0.49, bikeWheelRadius), crank: sculpt.V(0, 0.04, 0.285),
		seat: sculpt.V(0, 0.2, 0.75), head: sculpt.V(0, -0.36, 0.86), crown: sculpt.V(0, -0.41, 0.72), paint: paint, leather: leather,
	}
	wheel := bikeWheel()
	return sculpt.Join(b.frame(), b.steering(), b.saddle(), b.drive(), b.guards(), b.rack(), bikeBasket().Move(0, -0.62, 0.83),
		wheel.Copy().Move(0, b.front.Y, b.front.Z), wheel.Move(0, b.rear.Y, b.rear.Z))
}

func (b bike) frame() *sculpt.Mesh {
	low := b.crown.Mix(b.head, 0.25)
	curved := sculpt.Path(12, func(t float64) sculpt.Vec {
		return low.Mix(b.crank.Mix(b.seat, 0.45), t).Add(sculpt.V(0, 0, -0.1*math.Sin(math.Pi*t)))
	})
	stay := func(from sculpt.Vec, x float64) *sculpt.Mesh {
		return sculpt.Tube(sculpt.Path(6, func(t float64) sculpt.Vec {
			return from.Mix(b.rear,
				t).Add(sculpt.V(x*math.Min(1, 0.35+2.5*t), 0, 0))
		}), 0.009, 8).Mirror()
	}
	return sculpt.Join(sculpt.Rod(b.crown, b.head, 0.021, 16), sculpt.Tube(curved, 0.016, 14),
		sculpt.Rod(low.Add(sculpt.V(0, -0.01, -0.04)), b.crank, 0.018, 14), sculpt.Rod(b.crank, b.seat, 0.016, 14),
		stay(b.crank, 0.06), stay(b.seat.Mix(b.crank, 0.06), 0.06),
		sculpt.Rod(b.crank.Add(sculpt.V(-0.04, 0, 0)), b.crank.Add(sculpt.V(0.04, 0, 0)), 0.024, 16)).Paint(b.paint)
}

func (b bike) steering() *sculpt.Mesh {
	fork := sculpt.Tube(smoothPath(5, b.crown.Add(sculpt.V(0.045, 0, 0)), sculpt.V(0.05, -0.45, 0.58), sculpt.V(0.05, -0.5, 0.45),
		b.front.Add(sculpt.V(0.05, 0, 0))), 0.011, 10)
	stem := sculpt.Join(sculpt.Rod(b.head, sculpt.V(0, -0.33, 0.97), 0.013, 12),
		sculpt.Rod(sculpt.V(0, -0.33, 0.965), sculpt.V(0, -0.41, 0.985), 0.013, 12))
	half := smoothPath(6, sculpt.V(0, -0.41, 0.985), sculpt.V(0.1, -0.42, 1.0), sculpt.V(0.22, -0.38, 1.04), sculpt.V(0.28, -0.26, 1.04),
		sculpt.V(0.285, -0.12, 1.02))
	grip := sculpt.Rod(sculpt.V(0.285, -0.2, 1.03), sculpt.V(0.286, -0.1, 1.018), 0.017, 12)
	bell := sculpt.Join(sculpt.Sphere(0.027, 20).Scale(1, 1, 0.7), sculpt.Rod(sculpt.Vec{}, sculpt.V(0, 0, -0.035), 0.006, 8)).Move(0.15, -0.4,
		1.06)
	lamp := sculpt.Lathe(20, []sculpt.Pt{{0, -0.05}, {0.025, -0.045}, {0.045, 0}, {0.042, 0.012}, {0, 0.012}}).TurnX(90).Move(0, -0.5, 0.72)
	lens := sculpt.Lathe(20, []sculpt.Pt{{0, 0.01}, {0.038, 0.01}, {0, 0.02}}).TurnX(90).Move(0, -0.5, 0.72)
	return sculpt.Join(fork.Mirror().Paint(b.paint),
		sculpt.Rod(b.crown.Add(sculpt.V(-0.05, 0, 0)), b.crown.Add(sculpt.V(0.05, 0, 0)), 0.016, 12).Paint(b.paint), stem.Paint(carChrome()),
		sculpt.Tube(half, 0.011, 10).Mirror().Paint(carChrome()), grip.Mirror().Paint(b.leather), bell.Paint(brass()), lamp.Paint(carChrome()),
		lens.Paint(sculpt.Glowing("lamp lens", 0xfff0c4)),
		sculpt.Rod(sculpt.V(0, -0.42, 0.74), sculpt.V(0, -0.48, 0.72), 0.008, 8).Paint(carChrome()))
}

// smoothPath draws a curve through points in space.
func smoothPath(steps int, points ...sculpt.Vec) []sculpt.Vec {
	var flat, depth []sculpt.Pt
	for i, p := range points {
		flat, depth = append(flat, sculpt.Pt{p.X, p.Y}), append(depth, sculpt.Pt{float64(i), p.Z})
	}
	flat, depth = sculpt.Smooth(steps, flat), sculpt.Smooth(steps, depth)
	curve := make([]sculpt.Vec, len(flat))
	for i, p := range flat {
		curve[i] = sculpt.V(p[0], p[1], depth[i][1])
	}
	return curve
}

func (b bike) saddle() *sculpt.Mesh {
	seat := body(20, 5, bodySection{-0.14, 0, 0.0, 0.03, 2.2}, bodySection{-0.11, 0.025, -0.02, 0.04, 2.4},
		bodySection{0, 0.05, -0.02, 0.045, 2.6},
		bodySection{0.09, 0.1, -0.025, 0.055, 2.8}, bodySection{0.13, 0.06, 0, 0.06, 2.4})
	spring := sculpt.Path(40, func(t float64) sculpt.Vec {
		p := sculpt.Polar(0.014, 8*math.Pi*t, 0.06*t-0.075)
		return sculpt.V(p.X+0.055, p.Y+0.08, p.Z)
	})
	return sculpt.Join(seat.Move(0, 0.22, 0.91).Paint(b.leather),
		sculpt.Tube(spring, 0.0035, 5).Move(0, 0.22, 0.91).Mirror().Paint(carChrome()),
		sculpt.Rod(b.seat, sculpt.V(0, 0.222, 0.875), 0.0125, 12).Paint(carChrome()),
		sculpt.Rod(sculpt.V(0.055, 0.3, 0.835), sculpt.V(0, 0.22, 0.855), 0.006, 8).Mirror().Paint(carChrome()))
}

// drive is the crankset with its chain and pedals, on the right side.
func (b bike) drive() *sculpt.Mesh {
	ring := sculpt.Prism(0.004, bikeCog(0.095, 40), sculpt.Circle(0.075, 40)).TurnY(90).Move(0.048, 0, 0)
	spider := sculpt.Around(5, sculpt.Box(0.085, 0.014, 0.005, 0.001).Move(0.043, 0, 0)).TurnY(90).Move(0.047, 0, 0)
	arm := func(side float64) *sculpt.Mesh {
		tip := sculpt.V(side*0.085, -0.15*side, -0.07*side)
		pedal := sculpt.Join(sculpt.Box(0.095, 0.07, 0.022, 0.004).Move(side*0.145, tip.Y, tip.Z-0.011).Paint(rubber()),
			sculpt.Rod(tip, tip.Add(sculpt.V(side*0.09, 0, 0)), 0.007, 8).Paint(steel()))
		return sculpt.Join(sculpt.Taper(sculpt.V(side*0.06, 0, 0), tip, 0.014, 0.009, 10).Paint(carChrome()), pedal)
	}
	whole := sculpt.Join(sculpt.Join(ring, spider, sculpt.Rod(sculpt.V(-0.07, 0, 0), sculpt.V(0.07, 0, 0), 0.012, 12)).Paint(carChrome()),
		arm(1), arm(-1)).Move(0, b.crank.Y, b.crank.Z)
	cog := sculpt.Prism(0.004, bikeCog(0.04, 18)).TurnY(90).Move(0.048, b.rear.Y, b.rear.Z).Paint(steel())
	return sculpt.Join(whole, cog, b.chain().Paint(iron()))
}

func bikeCog(radius float64, teeth int) []sculpt.Pt {
	var points []sculpt.Pt
	for i := range 2 * teeth {
		p := sculpt.Polar(radius*(1-0.05*float64(i%2)), math.Pi*float64(i)/float64(teeth), 0)
		points = append(points, sculpt.Pt{p.X, p.Y})
	}
	return points
}

func (b bike) chain() *sculpt.Mesh {
	var line []sculpt.Vec
	for _, wheel := range []struct {
		at       sculpt.Vec
		r        float64
		from, to float64
	}{{b.crank, 0.095, 97, 263}, {b.rear, 0.04, 263, 457}} {
		for _, p := range circleArc(wheel.r, wheel.from, wheel.to, 14) {
			line = append(line, sculpt.V(0.05, wheel.at.Y+p[0], wheel.at.Z+p[1]))
		}
	}
	return sculpt.Sweep{Outline: sculpt.RoundRect(0.008, 0.009, 0.002, 2), Path: line, Closed: true}.Mesh()
}

func (b bike) guards() *sculpt.Mesh {
	guard := func(from, to float64) *sculpt.Mesh {
		arc := sculpt.Path(28, func(t float64) sculpt.Vec {
			p := sculpt.Polar(0.368, sculpt.Radians(from+(to-from)*t), 0)
			return sculpt.V(0, p.X, p.Y)
		})
		return sculpt.Sweep{Outline: []sculpt.Pt{{0.03, 0.008}, {0.024, -0.006}, {0, -0.01}, {-0.024, -0.006}, {-0.03, 0.008}, {-0.024, -0.001},
			{0, -0.005}, {0.024, -0.001}}, Path: arc}.Mesh()
	}
	stay := sculpt.Rod(sculpt.V(0.05, 0, 0), polarYZ(0.38, 12).Add(sculpt.V(0.03, 0, 0)), 0.003, 6).Mirror()
	return sculpt.Join(guard(152, 2).Move(0, b.front.Y, b.front.Z).Paint(b.paint), guard(165, -10).Move(0, b.rear.Y, b.rear.Z).Paint(b.paint),
		stay.Copy().Move(0, b.rear.Y, b.rear.Z).Paint(carChrome()),
		sculpt.Rod(sculpt.V(0.055, 0, 0), polarYZ(0.375, 14).Add(sculpt.V(0.03, 0, 0)), 0.003, 6).Mirror().Move(0, b.front.Y, b.front.Z).
			Paint(carChrome()))
}

// polarYZ is a point at an angle (degrees) from +Y towards +Z.
func polarYZ(radius, degrees float64) sculpt.Vec {
	p := sculpt.Polar(radius, sculpt.Radians(degrees), 0)
	return sculpt.V(0, p.X, p.Y)
}

func (b bike) rack() *sculpt.Mesh {
	frame := sculpt.Loop(sculpt.RingPath(32, func(t float64) sculpt.Vec {
		p := sculpt.Polar(1, 2*math.Pi*t, 0)
		return sculpt.V(0.07*bodyPower(p.X, 5), 0.47+0.19*bodyPower(p.Y, 5), 0.755)
	}), 0.006, 6)
	bars := sculpt.Join(sculpt.Rod(sculpt.V(0.025, 0.29, 0.755), sculpt.V(0.025, 0.65, 0.755), 0.005, 6),
		sculpt.Rod(sculpt.V(0.07, 0.42, 0.755), b.rear.Add(sculpt.V(0.06, 0, 0)), 0.005, 6),
		sculpt.Rod(sculpt.V(0.07, 0.58, 0.755), b.rear.Add(sculpt.V(0.06, 0, 0)), 0.005, 6))
	return sculpt.Join(frame.Paint(carChrome()), bars.Mirror().Paint(carChrome()),
		sculpt.Box(0.06, 0.02, 0.04, 0.006).Move(0, 0.67, 0.72).Paint(sculpt.Glowing("reflector", 0xc2301f)))
}

// bikeBasket is woven of round canes; its floor's middle is the origin.
func bikeBasket() *sculpt.Mesh {
	ring := func(z, grow, thick float64) *sculpt.Mesh {
		return sculpt.Loop(sculpt.RingPath(36, func(t float64) sculpt.Vec {
			p := sculpt.Polar(1, 2*math.Pi*t, 0)
			return sculpt.V(0.15*grow*bodyPower(p.X, 4), 0.1*grow*bodyPower(p.Y, 4), z)
		}), thick, 6)
	}
	parts := []*sculpt.Mesh{ring(0.2, 1.26, 0.012)}
	for i := range 9 {
		z := 0.02 * float64(i)
		parts = append(parts, ring(z, 1+1.2*z, 0.008))
	}
	for i := range 26 {
		p := sculpt.Polar(1, 2*math.Pi*float64(i)/26, 0)
		at := sculpt.V(0.15*bodyPower(p.X, 4), 0.1*bodyPower(p.Y, 4), 0)
		parts = append(parts, sculpt.Rod(at, at.Mul(1.25).Add(sculpt.V(0, 0, 0.2)), 0.006, 5))
	}
	parts = append(parts, sculpt.Box(0.28, 0.18, 0.01, 0))
	return sculpt.Join(parts...).Paint(sculpt.Satin("cane", 0xc8955a))
}

// bikeWheel turns about X, with 32 crossed spokes.
func bikeWheel() *sculpt.Mesh {
	tyre := sculpt.Torus(0.327, 0.018, 56, 10).Paint(sculpt.Satin("tyre", 0xe8dcc0))
	rim := sculpt.Hoop(56, []sculpt.Pt{{0.298, -0.012}, {0.312, -0.013}, {0.312, 0.013}, {0.298, 0.012}}).Paint(carChrome())
	spoke := sculpt.Join(
		sculpt.Rod(sculpt.Polar(0.02, 0, 0.03), sculpt.Polar(0.3, sculpt.Radians(38), 0.002), 0.0014, 4),
		sculpt.Rod(sculpt.Polar(0.02, sculpt.Radians(11), -0.03), sculpt.Polar(0.3, sculpt.Radians(-27), -0.002), 0.0014, 4))
	hub := sculpt.Lathe(16, []sculpt.Pt{{0, -0.055}, {0.008, -0.055}, {0.008, -0.035}, {0.024, -0.034}, {0.024, -0.028}, {0.013, -0.02},
		{0.013, 0.02},
		{0.024, 0.028}, {0.024, 0.034}, {0.008, 0.035}, {0.008, 0.055}, {0, 0.055}})
	return sculpt.Join(tyre, rim, sculpt.Around(16, spoke).Paint(carChrome()), hub.Paint(carChrome())).TurnY(90)
}
