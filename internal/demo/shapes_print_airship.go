package demo

import "math"

// airship is 90 mm long, its bow towards -X, hovering over its raft.
func airship() *Mesh {
	canvas, timber, trim := spool("canvas", 0xe9d8b4), spool("timber", 0x8a5a3b), spool("copper red", 0xb5553c)
	return join(
		airshipEnvelope().paint(canvas), airshipBands().paint(trim), airshipFins().paint(trim),
		airshipGondola().paint(timber), airshipCabin().paint(trim), airshipRigging().paint(timber),
		airshipPropeller().move(38, 13, 17).paint(trim), airshipPropeller().move(38, -13, 17).paint(trim),
		airshipSupports().paint(spool("support", 0xcfd4d8)))
}

const (
	airshipHigh   = 44.0 // the middle of the envelope
	airshipLength = 90.0
)

func airshipRadius(t float64) float64 {
	return 17.5 * math.Pow(math.Sin(math.Pi*math.Pow(t, 0.86)), 0.62)
}

// airshipEnvelope has twelve gores.
func airshipEnvelope() *Mesh {
	return grid{nu: 72, nv: 28, wrapU: true, at: func(u, v float64) Vec {
		t := (1 - math.Cos(math.Pi*v)) / 2
		r := airshipRadius(t) * (0.965 + 0.05*math.Abs(math.Sin(6*2*math.Pi*u)))
		if v == 0 || v == 1 {
			r = 0
		}
		p := polar(r, 2*math.Pi*u, 0)
		return Vec{airshipLength * (t - 0.5), p.x, airshipHigh + p.y}
	}}.mesh()
}

func airshipBands() *Mesh {
	parts := []*Mesh{cylinder(2.6, 1.2, 4, 20).turnY(-90).move(-airshipLength/2+1, 0, airshipHigh)}
	for _, t := range []float64{0.14, 0.34, 0.56, 0.78} {
		band := torus(airshipRadius(t)+0.1, 0.75, 64, 8).turnY(90)
		parts = append(parts, band.move(airshipLength*(t-0.5), 0, airshipHigh))
	}
	return join(parts...)
}

func airshipFins() *Mesh {
	outline := smoothLoop(4, Pt{22, 9}, Pt{30, 19}, Pt{43, 24}, Pt{49, 22}, Pt{46, 12}, Pt{41, 4})
	fin := prism(1.3, outline).move(0, 0, -0.65)
	rib := func(x float64) *Mesh { return rod(Vec{x, 8, 0}, Vec{x + 4, 20, 0}, 0.85, 8) }
	return repeat(4, join(fin, rib(31), rib(37), rib(43)), func(i int, c *Mesh) {
		c.turn(Vec{1, 0, 0}, 45+90*float64(i)).move(0, 0, airshipHigh)
	})
}

// airshipGondola is a small boat.
func airshipGondola() *Mesh {
	half := []Pt{{-29, 0}, {-24, 4.2}, {-14, 7}, {2, 7.8}, {16, 7.2}, {23, 5.6}}
	outline := append([]Pt{}, half...)
	for i := len(half) - 1; i > 0; i-- {
		outline = append(outline, Pt{half[i][0], -half[i][1]})
	}
	boat := func(high, grow, low float64) *Mesh {
		return prism(high, outset(outline, grow)).move(0, 0, low)
	}
	body := twisted(9, 0, 6, outline).each(func(p Vec) Vec {
		t := p.z / 9
		round := math.Sqrt(0.12 + 0.88*t*(2-t))
		return Vec{p.x*(0.72+0.28*t) + 2*(1-t), p.y * round, p.z + 12}
	})
	rail := prism(0.9, outset(outline, 0.5), outset(outline, -0.5)).move(0, 0, 25)
	parts := []*Mesh{body, boat(1, 0.7, 20.4), boat(0.8, 0.5, 17), rail}
	for i, p := range outline {
		q := outline[(i+1)%len(outline)]
		for k := range 3 {
			t := float64(k) / 3
			x, y := p[0]+(q[0]-p[0])*t, p[1]+(q[1]-p[1])*t
			parts = append(parts, rod(Vec{x, y, 21}, Vec{x, y, 25.4}, 0.42, 6))
		}
	}
	return join(parts...)
}

func airshipCabin() *Mesh {
	roof := hull(Vec{6.5, 5, 0}, Vec{6.5, -5, 0}, Vec{-7.5, 5, 0}, Vec{-7.5, -5, 0}, Vec{6, 0, 3.4}, Vec{-7, 0, 3.4}, Vec{6.5, 5, -0.8}, Vec{6.5, -5, -0.8}, Vec{-7.5, 5, -0.8}, Vec{-7.5, -5, -0.8})
	parts := []*Mesh{box(12, 8.4, 6, 0.4).move(9, 0, 21), roof.move(9.5, 0, 27.4), cylinder(1.2, 1, 6, 14).move(13, 2, 27)}
	for i := range 3 {
		frame := hoop(20, Pt{0.9, 0}, Pt{1.6, 0}, Pt{1.6, 0.6}, Pt{0.9, 0.6}).turnX(90)
		parts = append(parts, frame.move(5.2+3.8*float64(i), -4, 24.2), frame.copy().scale(1, -1, 1).move(5.2+3.8*float64(i), 4, 24.2))
	}
	return join(parts...)
}

func airshipRigging() *Mesh {
	var parts []*Mesh
	for _, x := range []float64{-18, -8, 2, 18} {
		t := x/airshipLength + 0.5
		r := airshipRadius(t)
		line := rod(Vec{x, 7, 21}, Vec{x * 1.15, r * 0.72, airshipHigh - r*0.68}, 0.55, 8)
		parts = append(parts, line, line.copy().scale(1, -1, 1))
	}
	axle := rod(Vec{33, 0, 17}, Vec{33, 13, 17}, 0.9, 10)
	return join(append(parts, axle, axle.copy().scale(1, -1, 1), rod(Vec{18, 0, 17}, Vec{36, 0, 17}, 1.3, 10))...)
}

// airshipPropeller has four blades in a ring.
func airshipPropeller() *Mesh {
	blade := sphere(1, 14).scale(1.5, 0.45, 3.6).turnZ(35).move(0, 0, 3.6)
	blades := repeat(4, blade, func(i int, c *Mesh) { c.turnY(90 * float64(i)) }).turnZ(90)
	hub := sphere(1.5, 16).scale(2.6, 1, 1).move(-1.6, 0, 0)
	return join(blades, hub, torus(7.1, 0.7, 44, 8).turnY(90)).move(-1, 0, 0)
}

// airshipSupports stand on the raft and touch hull, keel and propellers with
// fine tips.
func airshipSupports() *Mesh {
	raft := prism(1.6, shift(roundRect(74, 34, 12, 6), 3, 0))
	pin := func(x, y, top float64) *Mesh {
		return join(taper(Vec{x, y, 1}, Vec{x, y, top - 2}, 0.9, 0.7, 8), taper(Vec{x, y, top - 2}, Vec{x, y, top + 0.3}, 0.7, 0.2, 8), cylinder(2, 0.8, 1.2, 12).move(x, y, 1.4))
	}
	parts := []*Mesh{raft}
	for _, at := range []Vec{{-17, 0, 12.3}, {-8, 1.6, 12.2}, {-8, -1.6, 12.2}, {2, 2, 12.2}, {2, -2, 12.2}, {12, 1.8, 12.2}, {12, -1.8, 12.2}, {37, 13, 9.4}, {37, -13, 9.4}, {28, 0, 15.8}} {
		parts = append(parts, pin(at.x, at.y, at.z))
	}
	for _, x := range []float64{-8, 2, 12} {
		parts = append(parts, rod(Vec{x, -1.9, 7}, Vec{x, 1.9, 7}, 0.5, 6), rod(Vec{x, 1.8, 5}, Vec{x + 10*(1-x/40), 1.8, 9}, 0.45, 6))
	}
	return join(parts...)
}
