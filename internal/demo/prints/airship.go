package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// SkyTrader is an airship on its raft and supports.
func SkyTrader() []sculpt.Part {
	return one("airship", airship())
}

// airship is 90 mm long, its bow towards -X, hovering over its raft.
func airship() *sculpt.Mesh {
	canvas, timber, trim := spool("canvas", 0xe9d8b4), spool("timber", 0x8a5a3b), spool("copper red", 0xb5553c)
	return sculpt.Join(
		airshipEnvelope().Paint(canvas), airshipBands().Paint(trim), airshipFins().Paint(trim),
		airshipGondola().Paint(timber), airshipCabin().Paint(trim), airshipRigging().Paint(timber),
		airshipPropeller().Move(38, 13, 17).Paint(trim), airshipPropeller().Move(38, -13, 17).Paint(trim),
		airshipSupports().Paint(spool("support", 0xcfd4d8)))
}

const (
	airshipHigh   = 44.0 // the middle of the envelope
	airshipLength = 90.0
)

func airshipRadius(t float64) float64 {
	return 17.5 * math.Pow(math.Sin(math.Pi*math.Pow(t, 0.86)), 0.62)
}

// airshipEnvelope has twelve gores.
func airshipEnvelope() *sculpt.Mesh {
	return sculpt.Grid{NU: 72, NV: 28, WrapU: true, At: func(u, v float64) sculpt.Vec {
		t := (1 - math.Cos(math.Pi*v)) / 2
		r := airshipRadius(t) * (0.965 + 0.05*math.Abs(math.Sin(6*2*math.Pi*u)))
		if v == 0 || v == 1 {
			r = 0
		}
		p := sculpt.Polar(r, 2*math.Pi*u, 0)
		return sculpt.V(airshipLength*(t-0.5), p.X, airshipHigh+p.Y)
	}}.Mesh()
}

func airshipBands() *sculpt.Mesh {
	parts := []*sculpt.Mesh{sculpt.Cylinder(2.6, 1.2, 4, 20).TurnY(-90).Move(-airshipLength/2+1, 0, airshipHigh)}
	for _, t := range []float64{0.14, 0.34, 0.56, 0.78} {
		band := sculpt.Torus(airshipRadius(t)+0.1, 0.75, 64, 8).TurnY(90)
		parts = append(parts, band.Move(airshipLength*(t-0.5), 0, airshipHigh))
	}
	return sculpt.Join(parts...)
}

func airshipFins() *sculpt.Mesh {
	outline := sculpt.SmoothLoop(4, []sculpt.Pt{{22, 9}, {30, 19}, {43, 24}, {49, 22}, {46, 12}, {41, 4}})
	fin := sculpt.Prism(1.3, outline).Move(0, 0, -0.65)
	rib := func(x float64) *sculpt.Mesh { return sculpt.Rod(sculpt.V(x, 8, 0), sculpt.V(x+4, 20, 0), 0.85, 8) }
	return sculpt.Repeat(4, sculpt.Join(fin, rib(31), rib(37), rib(43)), func(i int, c *sculpt.Mesh) {
		c.Turn(sculpt.V(1, 0, 0), 45+90*float64(i)).Move(0, 0, airshipHigh)
	})
}

// airshipGondola is a small boat.
func airshipGondola() *sculpt.Mesh {
	half := []sculpt.Pt{{-29, 0}, {-24, 4.2}, {-14, 7}, {2, 7.8}, {16, 7.2}, {23, 5.6}}
	outline := append([]sculpt.Pt{}, half...)
	for i := len(half) - 1; i > 0; i-- {
		outline = append(outline, sculpt.Pt{half[i][0], -half[i][1]})
	}
	boat := func(high, grow, low float64) *sculpt.Mesh {
		return sculpt.Prism(high, sculpt.Outset(outline, grow)).Move(0, 0, low)
	}
	body := sculpt.Twisted(9, 0, 6, outline).Each(func(p sculpt.Vec) sculpt.Vec {
		t := p.Z / 9
		round := math.Sqrt(0.12 + 0.88*t*(2-t))
		return sculpt.V(p.X*(0.72+0.28*t)+2*(1-t), p.Y*round, p.Z+12)
	})
	rail := sculpt.Prism(0.9, sculpt.Outset(outline, 0.5), sculpt.Outset(outline, -0.5)).Move(0, 0, 25)
	parts := []*sculpt.Mesh{body, boat(1, 0.7, 20.4), boat(0.8, 0.5, 17), rail}
	for i, p := range outline {
		q := outline[(i+1)%len(outline)]
		for k := range 3 {
			t := float64(k) / 3
			x, y := p[0]+(q[0]-p[0])*t, p[1]+(q[1]-p[1])*t
			parts = append(parts, sculpt.Rod(sculpt.V(x, y, 21), sculpt.V(x, y, 25.4), 0.42, 6))
		}
	}
	return sculpt.Join(parts...)
}

func airshipCabin() *sculpt.Mesh {
	roof := sculpt.Hull(sculpt.V(6.5, 5, 0), sculpt.V(6.5, -5, 0), sculpt.V(-7.5, 5, 0), sculpt.V(-7.5, -5, 0), sculpt.V(6, 0, 3.4),
		sculpt.V(-7, 0, 3.4), sculpt.V(6.5, 5, -0.8), sculpt.V(6.5, -5, -0.8), sculpt.V(-7.5, 5, -0.8), sculpt.V(-7.5, -5, -0.8))
	parts := []*sculpt.Mesh{sculpt.Box(12, 8.4, 6, 0.4).Move(9, 0, 21), roof.Move(9.5, 0, 27.4),
		sculpt.Cylinder(1.2, 1, 6, 14).Move(13, 2, 27)}
	for i := range 3 {
		frame := sculpt.Hoop(20, []sculpt.Pt{{0.9, 0}, {1.6, 0}, {1.6, 0.6}, {0.9, 0.6}}).TurnX(90)
		parts = append(parts, frame.Move(5.2+3.8*float64(i), -4, 24.2), frame.Copy().Scale(1, -1, 1).Move(5.2+3.8*float64(i), 4, 24.2))
	}
	return sculpt.Join(parts...)
}

func airshipRigging() *sculpt.Mesh {
	var parts []*sculpt.Mesh
	for _, x := range []float64{-18, -8, 2, 18} {
		t := x/airshipLength + 0.5
		r := airshipRadius(t)
		line := sculpt.Rod(sculpt.V(x, 7, 21), sculpt.V(x*1.15, r*0.72, airshipHigh-r*0.68), 0.55, 8)
		parts = append(parts, line, line.Copy().Scale(1, -1, 1))
	}
	axle := sculpt.Rod(sculpt.V(33, 0, 17), sculpt.V(33, 13, 17), 0.9, 10)
	return sculpt.Join(append(parts, axle, axle.Copy().Scale(1, -1, 1), sculpt.Rod(sculpt.V(18, 0, 17), sculpt.V(36, 0, 17), 1.3, 10))...)
}

// airshipPropeller has four blades in a ring.
func airshipPropeller() *sculpt.Mesh {
	blade := sculpt.Sphere(1, 14).Scale(1.5, 0.45, 3.6).TurnZ(35).Move(0, 0, 3.6)
	blades := sculpt.Repeat(4, blade, func(i int, c *sculpt.Mesh) { c.TurnY(90 * float64(i)) }).TurnZ(90)
	hub := sculpt.Sphere(1.5, 16).Scale(2.6, 1, 1).Move(-1.6, 0, 0)
	return sculpt.Join(blades, hub, sculpt.Torus(7.1, 0.7, 44, 8).TurnY(90)).Move(-1, 0, 0)
}

// airshipSupports stand on the raft and touch hull, keel and propellers with
// fine tips.
func airshipSupports() *sculpt.Mesh {
	raft := sculpt.Prism(1.6, sculpt.Shift(sculpt.RoundRect(74, 34, 12, 6), 3, 0))
	pin := func(x, y, top float64) *sculpt.Mesh {
		return sculpt.Join(sculpt.Taper(sculpt.V(x, y, 1), sculpt.V(x, y, top-2), 0.9, 0.7, 8),
			sculpt.Taper(sculpt.V(x, y, top-2), sculpt.V(x, y, top+0.3), 0.7, 0.2, 8), sculpt.Cylinder(2, 0.8, 1.2, 12).Move(x, y, 1.4))
	}
	parts := []*sculpt.Mesh{raft}
	for _, at := range []sculpt.Vec{sculpt.V(-17, 0, 12.3), sculpt.V(-8, 1.6, 12.2), sculpt.V(-8, -1.6, 12.2), sculpt.V(2, 2, 12.2),
		sculpt.V(2, -2, 12.2), sculpt.V(12, 1.8, 12.2), sculpt.V(12, -1.8, 12.2), sculpt.V(37, 13, 9.4), sculpt.V(37, -13, 9.4),
		sculpt.V(28, 0, 15.8)} {
		parts = append(parts, pin(at.X, at.Y, at.Z))
	}
	for _, x := range []float64{-8, 2, 12} {
		parts = append(parts, sculpt.Rod(sculpt.V(x, -1.9, 7), sculpt.V(x, 1.9, 7), 0.5, 6),
			sculpt.Rod(sculpt.V(x, 1.8, 5), sculpt.V(x+10*(1-x/40), 1.8, 9), 0.45, 6))
	}
	return sculpt.Join(parts...)
}
