package demo

import "math"

// locoPaint are the colours of a locomotive.
type locoPaint struct{ livery, frame, boiler Material }

// The measures of the locomotive, in metres.
const (
	locoAxis  = 2.0  // height of the boiler's axis
	locoWheel = 0.62 // radius of a driving wheel
	locoRail  = 0.28 // height of the rail's top
)

// tankEngine is a small steam locomotive with side tanks, on a piece of track.
// Its front looks to -Y.
func tankEngine(c locoPaint) *Mesh {
	return join(locoBoiler(c), locoTanks(c), locoCab(c), locoFrame(c), locoRunning(c), locoTrack()).rest()
}

// locoRound is a turned shape whose axis lies along Y: radius, and distance to
// the back.
func locoRound(segments int, profile ...Pt) *Mesh { return lathe(segments, profile...).turnX(-90) }

func locoBoiler(c locoPaint) *Mesh {
	barrel := locoRound(40, Pt{0, -2.8}, Pt{0.62, -2.8}, Pt{0.62, 1.4}, Pt{0, 1.4}).paint(c.livery)
	smokebox := locoRound(40, Pt{0, -3.66}, Pt{0.6, -3.66}, Pt{0.67, -3.6}, Pt{0.67, -2.75}, Pt{0, -2.75}).paint(c.boiler)
	door := locoRound(32, Pt{0, -3.8}, Pt{0.25, -3.775}, Pt{0.46, -3.7}, Pt{0.48, -3.64}, Pt{0, -3.64}).paint(c.boiler)
	var bands []*Mesh
	for _, y := range []float64{-2.7, -1.9, 0.9} {
		bands = append(bands, locoRound(40, Pt{0, y}, Pt{0.636, y}, Pt{0.636, y + 0.06}, Pt{0, y + 0.06}))
	}
	hinges := box(0.5, 0.03, 0.05, 0.01).move(-0.12, -3.73, 0.1)
	latch := join(rod(Vec{0, -3.78, 0}, Vec{0, -3.92, 0}, 0.03, 10), rod(Vec{0, -3.9, 0}, Vec{0.15, -3.9, -0.12}, 0.014, 8),
		rod(Vec{0, -3.87, 0}, Vec{-0.13, -3.87, -0.14}, 0.014, 8))
	fittings := join(join(bands...), hinges, hinges.copy().move(0, 0, -0.25), latch).paint(brass())
	whole := join(barrel, smokebox, door, fittings).move(0, 0, locoAxis)
	return join(whole, locoChimney(c))
}

func locoChimney(c locoPaint) *Mesh {
	funnel := lathe(32, Pt{0, 0.5}, Pt{0.32, 0.55}, Pt{0.2, 0.72}, Pt{0.17, 0.9}, Pt{0.19, 1.35}, Pt{0.25, 1.42}, Pt{0.25, 1.5}, Pt{0.17, 1.5}, Pt{0.15, 1.2}, Pt{0, 1.2})
	cap := hoop(32, Pt{0.17, 1.4}, Pt{0.265, 1.41}, Pt{0.265, 1.505}, Pt{0.17, 1.51})
	dome := lathe(32, append([]Pt{{0, 0.5}}, smooth(5, Pt{0.4, 0.52}, Pt{0.29, 0.66}, Pt{0.28, 0.9}, Pt{0.2, 1.07}, Pt{0, 1.12})...)...)
	valve := lathe(16, Pt{0, 0.55}, Pt{0.16, 0.55}, Pt{0.15, 0.75}, Pt{0.07, 0.8}, Pt{0.06, 1.05}, Pt{0.09, 1.1}, Pt{0, 1.12})
	return join(funnel.move(0, -3.2, 0).paint(c.boiler), cap.move(0, -3.2, 0).paint(brass()), dome.move(0, -1.5, 0).paint(brass()),
		valve.copy().move(0.11, 0.55, 0).mirror().paint(brass())).move(0, 0, locoAxis)
}

// locoTanks are the water tanks with a line around them.
func locoTanks(c locoPaint) *Mesh {
	tank := box(0.52, 3.1, 1.05, 0.04).move(1.0, -0.3, 1.3).paint(c.livery)
	line := bodySlab(0.012, roundRect(2.86, 0.83, 0.12, 5), roundRect(2.8, 0.77, 0.1, 5)).move(1.264, -0.3, 1.825).paint(brass())
	filler := puck(0.13, 0.09, 0.03, 20).move(1.0, -1.2, 2.35).paint(c.boiler)
	var rivets []*Mesh
	for i := range 16 {
		rivets = append(rivets, tetrahedron().zoom(0.012).move(1.26, -1.8+3.0*float64(i)/15, 1.36))
	}
	rail := rod(Vec{0.66, -3.5, locoAxis + 0.3}, Vec{0.66, -1.9, locoAxis + 0.3}, 0.018, 8).paint(brass())
	return join(tank, line, filler, rail, join(rivets...).paint(c.livery)).mirror()
}

func locoCab(c locoPaint) *Mesh {
	window := shift(roundRect(0.62, 0.62, 0.1, 4), 2.0, 2.65)
	opening := []Pt{{2.5, 1.2}, {2.95, 1.2}, {2.95, 3.0}, {2.72, 3.12}, {2.5, 3.0}}
	wall := bodySlab(0.05, []Pt{{1.3, 1.1}, {3.9, 1.1}, {3.9, 2.2}, {3.05, 2.2}, {3.05, 3.3}, {1.3, 3.3}}, window, opening).move(1.24, 0, 0).mirror().paint(c.livery)
	frames := bodySlab(0.07, shift(roundRect(0.7, 0.7, 0.13, 4), 2.0, 2.65), window).move(1.24, 0, 0).mirror().paint(brass())
	plate := []Pt{{-1.24, 1.2}, {1.24, 1.2}, {1.24, 3.3}, {0.9, 3.5}, {0, 3.64}, {-0.9, 3.5}, {-1.24, 3.3}}
	front := bodyPlate(0.05, plate, shift(circle(0.2, 20), 0.72, 2.95), shift(circle(0.2, 20), -0.72, 2.95)).move(0, 1.32, 0).paint(c.livery)
	rings := torus(0.21, 0.03, 24, 8).turnX(90).move(0.72, 1.3, 2.95).mirror().paint(brass())
	roof := sweep{outline: roundRect(2.2, 0.06, 0.02, 3), path: path(16, func(t float64) Vec {
		x := 2*t - 1
		return Vec{x * 1.42, 2.2, 3.68 - 0.38*x*x}
	})}.mesh().paint(c.boiler)
	bunker := join(box(2.48, 0.05, 1.1, 0).move(0, 3.88, 1.1), box(2.48, 0.05, 1.1, 0).move(0, 3.08, 1.1), box(2.4, 2.6, 0.06, 0).move(0, 2.6, 1.1)).paint(c.livery)
	var coal []*Mesh
	for i := range 70 {
		lump := ball(0.1+0.08*hash(i, 1, 1, 3), 0).turn(Vec{hash(i, 5, 1, 3), 1, 0.4}, 360*hash(i, 4, 1, 3))
		x, y := 2.2*(hash(i, 2, 1, 3)-0.5), 0.6*(hash(i, 3, 1, 3)-0.5)
		coal = append(coal, lump.move(x, 3.48+y, 2.05+0.3*(1-x*x/1.3)*(0.5-math.Abs(y))))
	}
	return join(wall, frames, front, rings, roof, bunker, join(coal...).paint(matte("coal", 0x242426)))
}

func locoFrame(c locoPaint) *Mesh {
	beam := box(2.5, 0.12, 0.5, 0.02)
	buffer := join(locoRound(20, Pt{0, 0}, Pt{0.26, 0}, Pt{0.24, 0.06}, Pt{0.08, 0.1}, Pt{0.08, 0.3}, Pt{0.14, 0.32}, Pt{0.16, 0.5}, Pt{0, 0.5}))
	front := join(beam.copy().move(0, -4.0, 0.8).paint(c.frame), buffer.copy().move(0.87, -4.5, 1.05).mirror().paint(iron()),
		rod(Vec{0, -4.2, 0.98}, Vec{0, -4.06, 0.98}, 0.05, 10).paint(iron()),
		loop(ringPath(16, func(t float64) Vec { return polar(0.11, 2*math.Pi*t, 0).scale(Vec{0.5, 1, 1}) }), 0.025, 6).turnY(90).turnX(90).move(0, -4.2,
			0.88).paint(iron()))
	back := join(beam.move(0, 4.0, 0.8).paint(c.frame), buffer.scale(1, -1, 1).move(0.87, 4.5, 1.05).mirror().paint(iron()))
	lamp := join(box(0.2, 0.18, 0.26, 0.02).paint(white()), locoRound(16, Pt{0, -0.13}, Pt{0.07, -0.13}, Pt{0.08, -0.08}, Pt{0, -0.08}).move(0, 0,
		0.14).paint(glowing("lamp", 0xffe9b0)), torus(0.06, 0.012, 16, 6).turnX(90).move(0, 0, 0.3).paint(iron()))
	step := join(box(0.4, 0.5, 0.04, 0.01).move(1.2, 2.72, 0.6), box(0.04, 0.4, 0.6, 0).move(1.1, 2.72, 0.6))
	return join(front, back, box(2.3, 7.9, 0.08, 0.01).move(0, 0, 1.22).paint(c.boiler), box(0.07, 7.9, 0.55, 0).move(0.52, 0, 0.72).mirror().paint(c.boiler),
		step.mirror().paint(c.boiler), lamp.copy().move(0.87, -3.86, 1.3).mirror())
}

// locoRunning is the running gear: wheels, rods and cylinders.
func locoRunning(c locoPaint) *Mesh {
	crank := radians(-35)
	pin := Vec{0, 0.3 * math.Cos(crank), 0.3 * math.Sin(crank)}
	wheel := locoDriver(c.frame)
	var parts []*Mesh
	axles := []float64{-2.0, -0.2, 1.7}
	z := locoRail + locoWheel
	for _, y := range axles {
		parts = append(parts, wheel.copy().move(0.72, y, z).mirror(), rod(Vec{-0.7, y, z}, Vec{0.7, y, z}, 0.09, 12).paint(iron()))
	}
	for i := range 2 {
		a, b := Vec{0.96, axles[i], z}.add(pin), Vec{0.96, axles[i+1], z}.add(pin)
		parts = append(parts, locoRod(a, b).mirror())
	}
	head := Vec{1.06, -2.75, 0.92}
	cylinder := locoRound(24, Pt{0, -3.85}, Pt{0.2, -3.85}, Pt{0.3, -3.8}, Pt{0.3, -3.1}, Pt{0.2, -3.05}, Pt{0, -3.05}).move(1.06, 0, 0.92).paint(c.livery)
	parts = append(parts, locoRod(head, Vec{1.06, axles[1], z}.add(pin)).mirror(), cylinder.mirror(),
		rod(Vec{1.06, -3.1, 0.92}, head, 0.04, 10).mirror().paint(steel()), box(0.1, 0.8, 0.06, 0.01).move(1.06, -2.75, 1.0).mirror().paint(steel()))
	return join(parts...)
}

func locoRod(a, b Vec) *Mesh {
	eye := cylinder(0.11, 0.11, 0.09, 18).turnY(90)
	bar := box(0.05, b.sub(a).length(), 0.11, 0.01).turnX(math.Atan2(b.z-a.z, b.y-a.y) * 180 / math.Pi)
	middle := a.mix(b, 0.5)
	return join(bar.move(middle.x, middle.y, middle.z-0.055), eye.copy().move(a.x-0.045, a.y, a.z), eye.move(b.x-0.045, b.y, b.z)).paint(steel())
}

// locoDriver is a spoked driving wheel with its outer side to +X.
func locoDriver(paint Material) *Mesh {
	tyre := hoop(48, Pt{locoWheel - 0.06, -0.07}, Pt{locoWheel + 0.035, -0.07}, Pt{locoWheel + 0.03, -0.035}, Pt{locoWheel, -0.02}, Pt{locoWheel, 0.07},
		Pt{locoWheel - 0.06, 0.07})
	rim := hoop(48, Pt{locoWheel - 0.11, -0.05}, Pt{locoWheel - 0.05, -0.05}, Pt{locoWheel - 0.05, 0.05}, Pt{locoWheel - 0.11, 0.05})
	spoke := taper(Vec{0.1, 0, 0}, Vec{locoWheel - 0.08, 0, 0}, 0.045, 0.03, 8)
	weight := prism(0.08, append(circleArc(locoWheel-0.08, 60, 120, 8), circleArc(0.4, 120, 60, 3)...)).move(0, 0, -0.03)
	hub := cylinder(0.14, 0.12, 0.2, 20).move(0, 0, -0.08)
	return join(tyre.paint(steel()), join(rim, around(14, spoke), weight, hub).paint(paint)).turnY(90)
}

// circleArc gives points of a circle between two angles in degrees.
func circleArc(radius, from, to float64, steps int) []Pt {
	points := make([]Pt, steps+1)
	for i := range points {
		p := polar(radius, radians(from+(to-from)*float64(i)/float64(steps)), 0)
		points[i] = Pt{p.x, p.y}
	}
	return points
}

func locoTrack() *Mesh {
	rail := bodyPlate(11, []Pt{{-0.07, 0.12}, {0.07, 0.12}, {0.07, 0.14}, {0.015, 0.16}, {0.015, 0.23}, {0.035, 0.24}, {0.035, 0.28}, {-0.035, 0.28},
		{-0.035, 0.24}, {-0.015, 0.23}, {-0.015, 0.16}, {-0.07, 0.14}})
	tie := box(2.5, 0.26, 0.14, 0.015)
	ties := repeat(16, tie, func(i int, c *Mesh) { c.turnZ(3*hash(i, 0, 0, 8)-1.5).move(0, -5.2+10.4*float64(i)/15, 0) })
	return join(rail.move(0.735, 0, 0).mirror().paint(steel()), ties.paint(bark()))
}
