package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// TownCars is a hatchback, a pickup and a van of few polygons.
func TownCars() []sculpt.Part {
	hatch := lowPolyCar(carSpec{length: 3.9, hood: 0.84, belt: 0.93, roof: 1.42, cabin: [4]float64{-0.75, -0.2, 1.25, 1.75},
		paint: sculpt.Matte("coral", 0xe4664f)})
	pickup := lowPolyCar(carSpec{length: 4.5, hood: 0.92, belt: 0.98, roof: 1.55, cabin: [4]float64{-0.85, -0.4, 0.5, 0.62}, bed: true,
		paint: sculpt.Matte("teal", 0x2f9c95)})
	van := lowPolyCar(carSpec{length: 4.2, hood: 0.95, belt: 1.02, roof: 1.85, cabin: [4]float64{-1.5, -1.05, 1.85, 1.98},
		paint: sculpt.Matte("mustard", 0xeeb646)})
	return []sculpt.Part{{Name: "hatchback", Mesh: hatch.Move(-2.5, -0.3, 0)}, {Name: "pickup", Mesh: pickup},
		{Name: "van", Mesh: van.Move(2.5, 0.3, 0)}}
}

// carSpec describes a faceted car. Measures are metres, along Y from the middle;
// the front looks to -Y.
type carSpec struct {
	length, hood, belt, roof float64    // the last three are heights
	cabin                    [4]float64 // windscreen's foot and top, rear window's top and foot
	bed                      bool
	paint                    sculpt.Material
}

const (
	carWheel = 0.33 // radius
	carAxle  = 1.32 // from the middle
	carHalf  = 0.86 // width
)

// lowPolyCar is a car of few and flat faces.
func lowPolyCar(s carSpec) *sculpt.Mesh {
	c := s.cabin
	glassHouse := sculpt.Hull(carRing(c[0], c[3], 0.76, s.belt-0.02, c[1], c[2], 0.62, s.roof)...)
	roof := sculpt.Hull(carRing(c[1]-0.05, c[2]+0.05, 0.66, s.roof-0.03, c[1]+0.05, c[2]-0.05, 0.58, s.roof+0.05)...)
	parts := []*sculpt.Mesh{
		carShell(s).Paint(s.paint), glassHouse.Paint(glass()), roof.Paint(s.paint),
		carPillars(s).Paint(s.paint), carTrim(s),
	}
	wheel := sculpt.Join(sculpt.Cylinder(carWheel, carWheel, 0.22, 16).Paint(rubber()),
		sculpt.Cylinder(0.19, 0.17, 0.025, 10).Move(0, 0, 0.22).Paint(sculpt.Matte("hubcap", 0xd9dbdd)))
	wheel = wheel.TurnY(90).Move(carHalf-0.2, 0, carWheel)
	parts = append(parts, wheel.Copy().Move(0, -carAxle, 0).Mirror(), wheel.Move(0, carAxle, 0).Mirror())
	if s.bed {
		wall := sculpt.Box(0.08, s.length/2-c[3]-0.1, 0.18, 0).Move(0.76, (s.length/2+c[3])/2, s.belt-0.02)
		parts = append(parts, wall.Mirror().Paint(s.paint), sculpt.Box(1.55, 0.08, 0.18, 0).Move(0, s.length/2-0.1, s.belt-0.02).Paint(s.paint),
			sculpt.Box(1.44, s.length/2-c[3]-0.12, 0.04, 0).Move(0, (s.length/2+c[3])/2-0.02, s.belt-0.02).Paint(rubber()))
	}
	return sculpt.Join(parts...)
}

// carRing returns the corners of a rectangle and of a smaller one above it.
func carRing(front, back, half, z, front2, back2, half2, z2 float64) []sculpt.Vec {
	var points []sculpt.Vec
	for _, side := range []float64{-1, 1} {
		points = append(points, sculpt.V(side*half, front, z), sculpt.V(side*half, back, z), sculpt.V(side*half2, front2, z2),
			sculpt.V(side*half2, back2, z2))
	}
	return points
}

func carShell(s carSpec) *sculpt.Mesh {
	end := s.length / 2
	outline := []sculpt.Pt{{-end + 0.05, 0.3}}
	for _, axle := range []float64{-carAxle, carAxle} {
		for i := range 7 {
			sin, cos := math.Sincos(math.Pi * float64(i) / 6)
			outline = append(outline, sculpt.Pt{axle - 0.42*cos, 0.26 + 0.46*sin})
		}
	}
	outline = append(outline, sculpt.Pt{end - 0.05, 0.3}, sculpt.Pt{end, 0.52}, sculpt.Pt{end - 0.04, s.belt - 0.06},
		sculpt.Pt{end - 0.1, s.belt}, sculpt.Pt{s.cabin[0], s.belt},
		sculpt.Pt{-end + 0.12, s.hood}, sculpt.Pt{-end, s.hood - 0.18})
	shell := bodySlab(2*carHalf, outline)
	return shell.Each(func(p sculpt.Vec) sculpt.Vec {
		return sculpt.V(p.X*(1-0.09*sculpt.Smoothstep(0.62, s.belt, p.Z)), p.Y, p.Z)
	})
}

func carPillars(s carSpec) *sculpt.Mesh {
	c := s.cabin
	post := func(y, y2 float64) *sculpt.Mesh {
		return sculpt.Rod(sculpt.V(0.76, y, s.belt-0.03), sculpt.V(0.62, y2, s.roof), 0.045, 4)
	}
	middle := c[1] + 0.5*(c[2]-c[1])
	return sculpt.Join(post(c[0], c[1]), post(c[3], c[2]), post(middle, middle)).Mirror()
}

func carTrim(s carSpec) *sculpt.Mesh {
	end := s.length / 2
	bumper := sculpt.Box(2*carHalf+0.04, 0.14, 0.16, 0.03)
	lamp := sculpt.Cylinder(0.11, 0.1, 0.06, 8).TurnX(90).Move(0.6, -end+0.01, s.hood-0.22)
	tail := sculpt.Box(0.2, 0.06, 0.14, 0).Move(0.64, end-0.01, s.belt-0.27)
	return sculpt.Join(
		bumper.Copy().Move(0, -end+0.03, 0.3).Paint(sculpt.Matte("bumper", 0x5a5f66)),
		bumper.Move(0, end-0.03, 0.3).Paint(sculpt.Matte("bumper", 0x5a5f66)),
		lamp.Mirror().Paint(sculpt.Glowing("headlight", 0xfff3cf)), tail.Mirror().Paint(sculpt.Glowing("tail light", 0xd8402f)),
		sculpt.Box(0.75, 0.05, 0.12, 0).Move(0, -end+0.01, s.hood-0.27).Paint(rubber()),
		sculpt.Box(0.16, 0.1, 0.11, 0.02).Move(carHalf+0.02, s.cabin[0]+0.15, s.belt-0.01).Mirror().Paint(s.paint),
		sculpt.Box(0.012, 0.16, 0.035, 0).Move(carHalf-0.005, 0.12, s.belt-0.16).Mirror().Paint(rubber()))
}

// wireWheel is a spoked wheel with a white-walled tyre. It turns about X and
// its outer side looks to +X.
func wireWheel(radius float64) *sculpt.Mesh {
	tyre := sculpt.Torus(radius-0.065, 0.065, 40, 12).Scale(1, 1, 0.95).Paint(rubber())
	wall := sculpt.Hoop(40, []sculpt.Pt{{radius - 0.115, 0.05}, {radius - 0.06, 0.066}, {radius - 0.06, 0.06}, {radius - 0.115, 0.04}}).
		Paint(white())
	rim := sculpt.Hoop(40, []sculpt.Pt{{radius - 0.14, -0.045}, {radius - 0.1, -0.05}, {radius - 0.1, 0.05}, {radius - 0.14, 0.045}}).
		Paint(carChrome())
	spoke := sculpt.Join(sculpt.Rod(sculpt.V(0.045, 0, 0.055), sculpt.V(radius-0.13, 0.03, 0.02), 0.004, 5),
		sculpt.Rod(sculpt.V(0.045, 0, -0.04), sculpt.V(radius-0.13, -0.03, -0.02), 0.004, 5))
	hub := sculpt.Lathe(20, []sculpt.Pt{{0, -0.06}, {0.05, -0.06}, {0.055, 0.05}, {0.045, 0.085}, {0.02, 0.1}, {0, 0.102}})
	return sculpt.Join(tyre, wall, rim, sculpt.Around(20, spoke).Paint(carChrome()), hub.Paint(carChrome())).TurnY(90)
}

func carChrome() sculpt.Material { return sculpt.Metal("chrome", 0xd8dce0, 0.12) }
