package demo

import "math"

// carSpec describes a faceted car. Measures are metres, along Y from the middle;
// the front looks to -Y.
type carSpec struct {
	length, hood, belt, roof float64    // the last three are heights
	cabin                    [4]float64 // windscreen's foot and top, rear window's top and foot
	bed                      bool
	paint                    Material
}

const (
	carWheel = 0.33 // radius
	carAxle  = 1.32 // from the middle
	carHalf  = 0.86 // width
)

// lowPolyCar is a car of few and flat faces.
func lowPolyCar(s carSpec) *Mesh {
	c := s.cabin
	glassHouse := hull(carRing(c[0], c[3], 0.76, s.belt-0.02, c[1], c[2], 0.62, s.roof)...)
	roof := hull(carRing(c[1]-0.05, c[2]+0.05, 0.66, s.roof-0.03, c[1]+0.05, c[2]-0.05, 0.58, s.roof+0.05)...)
	parts := []*Mesh{
		carShell(s).paint(s.paint), glassHouse.paint(glass()), roof.paint(s.paint),
		carPillars(s).paint(s.paint), carTrim(s),
	}
	wheel := join(cylinder(carWheel, carWheel, 0.22, 16).paint(rubber()), cylinder(0.19, 0.17, 0.025, 10).move(0, 0, 0.22).paint(matte("hubcap", 0xd9dbdd)))
	wheel = wheel.turnY(90).move(carHalf-0.2, 0, carWheel)
	parts = append(parts, wheel.copy().move(0, -carAxle, 0).mirror(), wheel.move(0, carAxle, 0).mirror())
	if s.bed {
		wall := box(0.08, s.length/2-c[3]-0.1, 0.18, 0).move(0.76, (s.length/2+c[3])/2, s.belt-0.02)
		parts = append(parts, wall.mirror().paint(s.paint), box(1.55, 0.08, 0.18, 0).move(0, s.length/2-0.1, s.belt-0.02).paint(s.paint),
			box(1.44, s.length/2-c[3]-0.12, 0.04, 0).move(0, (s.length/2+c[3])/2-0.02, s.belt-0.02).paint(rubber()))
	}
	return join(parts...)
}

// carRing gives the corners of a rectangle and of a smaller one above it.
func carRing(front, back, half, z, front2, back2, half2, z2 float64) []Vec {
	var points []Vec
	for _, side := range []float64{-1, 1} {
		points = append(points, Vec{side * half, front, z}, Vec{side * half, back, z}, Vec{side * half2, front2, z2}, Vec{side * half2, back2, z2})
	}
	return points
}

func carShell(s carSpec) *Mesh {
	end := s.length / 2
	outline := []Pt{{-end + 0.05, 0.3}}
	for _, axle := range []float64{-carAxle, carAxle} {
		for i := range 7 {
			sin, cos := math.Sincos(math.Pi * float64(i) / 6)
			outline = append(outline, Pt{axle - 0.42*cos, 0.26 + 0.46*sin})
		}
	}
	outline = append(outline, Pt{end - 0.05, 0.3}, Pt{end, 0.52}, Pt{end - 0.04, s.belt - 0.06}, Pt{end - 0.1, s.belt}, Pt{s.cabin[0], s.belt},
		Pt{-end + 0.12, s.hood}, Pt{-end, s.hood - 0.18})
	shell := bodySlab(2*carHalf, outline)
	return shell.each(func(p Vec) Vec {
		return Vec{p.x * (1 - 0.09*smoothstep(0.62, s.belt, p.z)), p.y, p.z}
	})
}

func carPillars(s carSpec) *Mesh {
	c := s.cabin
	post := func(y, y2 float64) *Mesh {
		return rod(Vec{0.76, y, s.belt - 0.03}, Vec{0.62, y2, s.roof}, 0.045, 4)
	}
	middle := c[1] + 0.5*(c[2]-c[1])
	return join(post(c[0], c[1]), post(c[3], c[2]), post(middle, middle)).mirror()
}

func carTrim(s carSpec) *Mesh {
	end := s.length / 2
	bumper := box(2*carHalf+0.04, 0.14, 0.16, 0.03)
	lamp := cylinder(0.11, 0.1, 0.06, 8).turnX(90).move(0.6, -end+0.01, s.hood-0.22)
	tail := box(0.2, 0.06, 0.14, 0).move(0.64, end-0.01, s.belt-0.27)
	return join(
		bumper.copy().move(0, -end+0.03, 0.3).paint(matte("bumper", 0x5a5f66)), bumper.move(0, end-0.03, 0.3).paint(matte("bumper", 0x5a5f66)),
		lamp.mirror().paint(glowing("headlight", 0xfff3cf)), tail.mirror().paint(glowing("tail light", 0xd8402f)),
		box(0.75, 0.05, 0.12, 0).move(0, -end+0.01, s.hood-0.27).paint(rubber()),
		box(0.16, 0.1, 0.11, 0.02).move(carHalf+0.02, s.cabin[0]+0.15, s.belt-0.01).mirror().paint(s.paint),
		box(0.012, 0.16, 0.035, 0).move(carHalf-0.005, 0.12, s.belt-0.16).mirror().paint(rubber()))
}

// wireWheel is a spoked wheel with a white-walled tyre. It turns about X and
// its outer side looks to +X.
func wireWheel(radius float64) *Mesh {
	tyre := torus(radius-0.065, 0.065, 40, 12).scale(1, 1, 0.95).paint(rubber())
	wall := hoop(40, Pt{radius - 0.115, 0.05}, Pt{radius - 0.06, 0.066}, Pt{radius - 0.06, 0.06}, Pt{radius - 0.115, 0.04}).paint(white())
	rim := hoop(40, Pt{radius - 0.14, -0.045}, Pt{radius - 0.1, -0.05}, Pt{radius - 0.1, 0.05}, Pt{radius - 0.14, 0.045}).paint(carChrome())
	spoke := join(rod(Vec{0.045, 0, 0.055}, Vec{radius - 0.13, 0.03, 0.02}, 0.004, 5), rod(Vec{0.045, 0, -0.04}, Vec{radius - 0.13, -0.03, -0.02}, 0.004, 5))
	hub := lathe(20, Pt{0, -0.06}, Pt{0.05, -0.06}, Pt{0.055, 0.05}, Pt{0.045, 0.085}, Pt{0.02, 0.1}, Pt{0, 0.102})
	return join(tyre, wall, rim, around(20, spoke).paint(carChrome()), hub.paint(carChrome())).turnY(90)
}

func carChrome() Material { return metal("chrome", 0xd8dce0, 0.12) }
