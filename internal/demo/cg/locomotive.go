package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// Locomotive is a green tank engine on its track.
func Locomotive() []sculpt.Part {
	return []sculpt.Part{{Name: "tank engine",
		Mesh: tankEngine(locoPaint{livery: sculpt.Satin("green livery", 0x2f6b4a), frame: sculpt.Satin("red frame", 0xb23a2e),
			boiler: sculpt.Satin("black paint", 0x303134)})}}
}

// locoPaint are the colours of a locomotive.
type locoPaint struct{ livery, frame, boiler sculpt.Material }

// The measures of the locomotive, in metres.
const (
	locoAxis  = 2.0  // height of the boiler's axis
	locoWheel = 0.62 // radius of a driving wheel
	locoRail  = 0.28 // height of the rail's top
)

// tankEngine is a small steam locomotive with side tanks, on a piece of track.
// Its front looks to -Y.
func tankEngine(c locoPaint) *sculpt.Mesh {
	return sculpt.Join(locoBoiler(c), locoTanks(c), locoCab(c), locoFrame(c), locoRunning(c), locoTrack()).Rest()
}

// locoRound is a turned shape whose axis lies along Y: radius, and distance to
// the back.
func locoRound(segments int, profile []sculpt.Pt) *sculpt.Mesh {
	return sculpt.Lathe(segments, profile).TurnX(-90)
}

func locoBoiler(c locoPaint) *sculpt.Mesh {
	barrel := locoRound(40, []sculpt.Pt{{0, -2.8}, {0.62, -2.8}, {0.62, 1.4}, {0, 1.4}}).Paint(c.livery)
	smokebox := locoRound(40, []sculpt.Pt{{0, -3.66}, {0.6, -3.66}, {0.67, -3.6}, {0.67, -2.75}, {0, -2.75}}).
		Paint(c.boiler)
	door := locoRound(32, []sculpt.Pt{{0, -3.8}, {0.25, -3.775}, {0.46, -3.7}, {0.48, -3.64}, {0, -3.64}}).
		Paint(c.boiler)
	var bands []*sculpt.Mesh
	for _, y := range []float64{-2.7, -1.9, 0.9} {
		bands = append(bands, locoRound(40, []sculpt.Pt{{0, y}, {0.636, y}, {0.636, y + 0.06}, {0, y + 0.06}}))
	}
	hinges := sculpt.Box(0.5, 0.03, 0.05, 0.01).Move(-0.12, -3.73, 0.1)
	latch := sculpt.Join(sculpt.Rod(sculpt.V(0, -3.78, 0), sculpt.V(0, -3.92, 0), 0.03, 10),
		sculpt.Rod(sculpt.V(0, -3.9, 0), sculpt.V(0.15, -3.9, -0.12), 0.014, 8),
		sculpt.Rod(sculpt.V(0, -3.87, 0), sculpt.V(-0.13, -3.87, -0.14), 0.014, 8))
	fittings := sculpt.Join(sculpt.Join(bands...), hinges, hinges.Copy().Move(0, 0, -0.25), latch).Paint(brass())
	whole := sculpt.Join(barrel, smokebox, door, fittings).Move(0, 0, locoAxis)
	return sculpt.Join(whole, locoChimney(c))
}

func locoChimney(c locoPaint) *sculpt.Mesh {
	funnel := sculpt.Lathe(32, []sculpt.Pt{{0, 0.5}, {0.32, 0.55}, {0.2, 0.72}, {0.17, 0.9}, {0.19, 1.35}, {0.25, 1.42}, {0.25, 1.5},
		{0.17, 1.5}, {0.15, 1.2}, {0, 1.2}})
	cap := sculpt.Hoop(32, []sculpt.Pt{{0.17, 1.4}, {0.265, 1.41}, {0.265, 1.505}, {0.17, 1.51}})
	dome := sculpt.Lathe(32, append([]sculpt.Pt{{0, 0.5}},
		sculpt.Smooth(5, []sculpt.Pt{{0.4, 0.52}, {0.29, 0.66}, {0.28, 0.9}, {0.2, 1.07}, {0, 1.12}})...))
	valve := sculpt.Lathe(16, []sculpt.Pt{{0, 0.55}, {0.16, 0.55}, {0.15, 0.75}, {0.07, 0.8}, {0.06, 1.05}, {0.09, 1.1}, {0, 1.12}})
	return sculpt.Join(funnel.Move(0, -3.2, 0).Paint(c.boiler), cap.Move(0, -3.2, 0).Paint(brass()), dome.Move(0, -1.5, 0).Paint(brass()),
		valve.Copy().Move(0.11, 0.55, 0).Mirror().Paint(brass())).Move(0, 0, locoAxis)
}

// locoTanks are the water tanks with a line around them.
func locoTanks(c locoPaint) *sculpt.Mesh {
	tank := sculpt.Box(0.52, 3.1, 1.05, 0.04).Move(1.0, -0.3, 1.3).Paint(c.livery)
	line := bodySlab(0.012, sculpt.RoundRect(2.86, 0.83, 0.12, 5), sculpt.RoundRect(2.8, 0.77, 0.1, 5)).Move(1.264, -0.3, 1.825).Paint(brass())
	filler := sculpt.Puck(0.13, 0.09, 0.03, 20).Move(1.0, -1.2, 2.35).Paint(c.boiler)
	var rivets []*sculpt.Mesh
	for i := range 16 {
		rivets = append(rivets, sculpt.Tetrahedron().Zoom(0.012).Move(1.26, -1.8+3.0*float64(i)/15, 1.36))
	}
	rail := sculpt.Rod(sculpt.V(0.66, -3.5, locoAxis+0.3), sculpt.V(0.66, -1.9, locoAxis+0.3), 0.018, 8).Paint(brass())
	return sculpt.Join(tank, line, filler, rail, sculpt.Join(rivets...).Paint(c.livery)).Mirror()
}

func locoCab(c locoPaint) *sculpt.Mesh {
	window := sculpt.Shift(sculpt.RoundRect(0.62, 0.62, 0.1, 4), 2.0, 2.65)
	opening := []sculpt.Pt{{2.5, 1.2}, {2.95, 1.2}, {2.95, 3.0}, {2.72, 3.12}, {2.5, 3.0}}
	wall := bodySlab(0.05, []sculpt.Pt{{1.3, 1.1}, {3.9, 1.1}, {3.9, 2.2}, {3.05, 2.2}, {3.05, 3.3}, {1.3, 3.3}}, window, opening).
		Move(1.24, 0, 0).Mirror().Paint(c.livery)
	frames := bodySlab(0.07, sculpt.Shift(sculpt.RoundRect(0.7, 0.7, 0.13, 4), 2.0, 2.65), window).Move(1.24, 0, 0).Mirror().Paint(brass())
	plate := []sculpt.Pt{{-1.24, 1.2}, {1.24, 1.2}, {1.24, 3.3}, {0.9, 3.5}, {0, 3.64}, {-0.9, 3.5}, {-1.24, 3.3}}
	front := bodyPlate(0.05, plate, sculpt.Shift(sculpt.Circle(0.2, 20), 0.72, 2.95),
		sculpt.Shift(sculpt.Circle(0.2, 20), -0.72, 2.95)).Move(0, 1.32, 0).Paint(c.livery)
	rings := sculpt.Torus(0.21, 0.03, 24, 8).TurnX(90).Move(0.72, 1.3, 2.95).Mirror().Paint(brass())
	roof := sculpt.Sweep{Outline: sculpt.RoundRect(2.2, 0.06, 0.02, 3), Path: sculpt.Path(16, func(t float64) sculpt.Vec {
		x := 2*t - 1
		return sculpt.V(x*1.42, 2.2, 3.68-0.38*x*x)
	})}.Mesh().Paint(c.boiler)
	bunker := sculpt.Join(sculpt.Box(2.48, 0.05, 1.1, 0).Move(0, 3.88, 1.1), sculpt.Box(2.48, 0.05, 1.1, 0).Move(0, 3.08, 1.1),
		sculpt.Box(2.4, 2.6, 0.06, 0).Move(0, 2.6, 1.1)).Paint(c.livery)
	var coal []*sculpt.Mesh
	for i := range 70 {
		lump := sculpt.Ball(0.1+0.08*sculpt.Hash(i, 1, 1, 3), 0).Turn(sculpt.V(sculpt.Hash(i, 5, 1, 3), 1, 0.4), 360*sculpt.Hash(i, 4, 1, 3))
		x, y := 2.2*(sculpt.Hash(i, 2, 1, 3)-0.5), 0.6*(sculpt.Hash(i, 3, 1, 3)-0.5)
		coal = append(coal, lump.Move(x, 3.48+y, 2.05+0.3*(1-x*x/1.3)*(0.5-math.Abs(y))))
	}
	return sculpt.Join(wall, frames, front, rings, roof, bunker, sculpt.Join(coal...).Paint(sculpt.Matte("coal", 0x242426)))
}

func locoFrame(c locoPaint) *sculpt.Mesh {
	beam := sculpt.Box(2.5, 0.12, 0.5, 0.02)
	buffer := sculpt.Join(locoRound(20, []sculpt.Pt{{0, 0}, {0.26, 0}, {0.24, 0.06}, {0.08, 0.1}, {0.08, 0.3}, {0.14, 0.32}, {0.16, 0.5},
		{0, 0.5}}))
	front := sculpt.Join(beam.Copy().Move(0, -4.0, 0.8).Paint(c.frame), buffer.Copy().Move(0.87, -4.5, 1.05).Mirror().Paint(iron()),
		sculpt.Rod(sculpt.V(0, -4.2, 0.98), sculpt.V(0, -4.06, 0.98), 0.05, 10).Paint(iron()),
		sculpt.Loop(sculpt.RingPath(16, func(t float64) sculpt.Vec { return sculpt.Polar(0.11, 2*math.Pi*t, 0).Scale(sculpt.V(0.5, 1, 1)) }),
			0.025, 6).TurnY(90).TurnX(90).Move(0, -4.2, 0.88).Paint(iron()))
	back := sculpt.Join(beam.Move(0, 4.0, 0.8).Paint(c.frame), buffer.Scale(1, -1, 1).Move(0.87, 4.5, 1.05).Mirror().Paint(iron()))
	lamp := sculpt.Join(sculpt.Box(0.2, 0.18, 0.26, 0.02).Paint(white()),
		locoRound(16, []sculpt.Pt{{0, -0.13}, {0.07, -0.13}, {0.08, -0.08}, {0, -0.08}}).Move(0, 0, 0.14).
			Paint(sculpt.Glowing("lamp", 0xffe9b0)), sculpt.Torus(0.06, 0.012, 16, 6).TurnX(90).Move(0, 0, 0.3).Paint(iron()))
	step := sculpt.Join(sculpt.Box(0.4, 0.5, 0.04, 0.01).Move(1.2, 2.72, 0.6), sculpt.Box(0.04, 0.4, 0.6, 0).Move(1.1, 2.72, 0.6))
	return sculpt.Join(front, back, sculpt.Box(2.3, 7.9, 0.08, 0.01).Move(0, 0, 1.22).Paint(c.boiler),
		sculpt.Box(0.07, 7.9, 0.55, 0).Move(0.52, 0, 0.72).Mirror().Paint(c.boiler),
		step.Mirror().Paint(c.boiler), lamp.Copy().Move(0.87, -3.86, 1.3).Mirror())
}

// locoRunning is the running gear: wheels, rods and cylinders.
func locoRunning(c locoPaint) *sculpt.Mesh {
	crank := sculpt.Radians(-35)
	pin := sculpt.V(0, 0.3*math.Cos(crank), 0.3*math.Sin(crank))
	wheel := locoDriver(c.frame)
	var parts []*sculpt.Mesh
	axles := []float64{-2.0, -0.2, 1.7}
	z := locoRail + locoWheel
	for _, y := range axles {
		parts = append(parts, wheel.Copy().Move(0.72, y, z).Mirror(),
			sculpt.Rod(sculpt.V(-0.7, y, z), sculpt.V(0.7, y, z), 0.09, 12).Paint(iron()))
	}
	for i := range 2 {
		a, b := sculpt.V(0.96, axles[i], z).Add(pin), sculpt.V(0.96, axles[i+1], z).Add(pin)
		parts = append(parts, locoRod(a, b).Mirror())
	}
	head := sculpt.V(1.06, -2.75, 0.92)
	cylinder := locoRound(24, []sculpt.Pt{{0, -3.85}, {0.2, -3.85}, {0.3, -3.8}, {0.3, -3.1}, {0.2, -3.05}, {0, -3.05}}).Move(1.06, 0, 0.92).
		Paint(c.livery)
	parts = append(parts, locoRod(head, sculpt.V(1.06, axles[1], z).Add(pin)).Mirror(), cylinder.Mirror(),
		sculpt.Rod(sculpt.V(1.06, -3.1, 0.92), head, 0.04, 10).Mirror().Paint(steel()),
		sculpt.Box(0.1, 0.8, 0.06, 0.01).Move(1.06, -2.75, 1.0).Mirror().Paint(steel()))
	return sculpt.Join(parts...)
}

func locoRod(a, b sculpt.Vec) *sculpt.Mesh {
	eye := sculpt.Cylinder(0.11, 0.11, 0.09, 18).TurnY(90)
	bar := sculpt.Box(0.05, b.Sub(a).Length(), 0.11, 0.01).TurnX(math.Atan2(b.Z-a.Z, b.Y-a.Y) * 180 / math.Pi)
	middle := a.Mix(b, 0.5)
	return sculpt.Join(bar.Move(middle.X, middle.Y, middle.Z-0.055), eye.Copy().Move(a.X-0.045, a.Y, a.Z),
		eye.Move(b.X-0.045, b.Y, b.Z)).Paint(steel())
}

// locoDriver is a spoked driving wheel with its outer side to +X.
func locoDriver(paint sculpt.Material) *sculpt.Mesh {
	tyre := sculpt.Hoop(48, []sculpt.Pt{{locoWheel - 0.06, -0.07}, {locoWheel + 0.035, -0.07}, {locoWheel + 0.03, -0.035}, {locoWheel, -0.02},
		{locoWheel, 0.07},
		{locoWheel - 0.06, 0.07}})
	rim := sculpt.Hoop(48, []sculpt.Pt{{locoWheel - 0.11, -0.05}, {locoWheel - 0.05, -0.05}, {locoWheel - 0.05, 0.05},
		{locoWheel - 0.11, 0.05}})
	spoke := sculpt.Taper(sculpt.V(0.1, 0, 0), sculpt.V(locoWheel-0.08, 0, 0), 0.045, 0.03, 8)
	weight := sculpt.Prism(0.08, append(circleArc(locoWheel-0.08, 60, 120, 8), circleArc(0.4, 120, 60, 3)...)).Move(0, 0, -0.03)
	hub := sculpt.Cylinder(0.14, 0.12, 0.2, 20).Move(0, 0, -0.08)
	return sculpt.Join(tyre.Paint(steel()), sculpt.Join(rim, sculpt.Around(14, spoke), weight, hub).Paint(paint)).TurnY(90)
}

// circleArc returns points of a circle between two angles in degrees.
func circleArc(radius, from, to float64, steps int) []sculpt.Pt {
	points := make([]sculpt.Pt, steps+1)
	for i := range points {
		p := sculpt.Polar(radius, sculpt.Radians(from+(to-from)*float64(i)/float64(steps)), 0)
		points[i] = sculpt.Pt{p.X, p.Y}
	}
	return points
}

func locoTrack() *sculpt.Mesh {
	rail := bodyPlate(11, []sculpt.Pt{{-0.07, 0.12}, {0.07, 0.12}, {0.07, 0.14}, {0.015, 0.16}, {0.015, 0.23}, {0.035, 0.24}, {0.035, 0.28},
		{-0.035, 0.28},
		{-0.035, 0.24}, {-0.015, 0.23}, {-0.015, 0.16}, {-0.07, 0.14}})
	tie := sculpt.Box(2.5, 0.26, 0.14, 0.015)
	ties := sculpt.Repeat(16, tie, func(i int, c *sculpt.Mesh) {
		c.TurnZ(3*sculpt.Hash(i, 0, 0, 8)-1.5).Move(0, -5.2+10.4*float64(i)/15, 0)
	})
	return sculpt.Join(rail.Move(0.735, 0, 0).Mirror().Paint(steel()), ties.Paint(bark()))
}
