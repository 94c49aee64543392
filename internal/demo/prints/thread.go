package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// JumboBolt is a bolt of 24 mm with nut and spanner.
func JumboBolt() []sculpt.Part {
	m24 := thread{radius: 12, pitch: 3}
	return []sculpt.Part{
		{Name: "bolt", Mesh: threadBolt(m24, 36, 15, 60).Move(0, 20, 0).Paint(spool("blue", 0x3f7fc4))},
		{Name: "nut", Mesh: threadNut(m24, 36, 18, 0.35).Move(0, 20, 42).Paint(spool("yellow", 0xf4c138))},
		{Name: "spanner", Mesh: threadSpanner(36).TurnZ(12).Move(58, -32, 0).Paint(spool("red", 0xd9533f))},
	}
}

// thread is a metric thread, its crests and roots cut flat.
type thread struct {
	radius, pitch float64
}

// at returns the radius at an angle and a height.
func (t thread) at(angle, z float64) float64 {
	turn := z/t.pitch - angle/(2*math.Pi)
	depth := 0.61 * t.pitch
	wave := 2 * math.Abs(turn-math.Round(turn)) // 0 at the root, 1 at the crest
	return t.radius - depth*(1-sculpt.Clamp(1.35*wave-0.12, 0, 1))
}

// hexPoint is a point on the side of a hexagonal body by its width across the
// flats, in four rows: both ends, cut to a circle, and the curves where the
// cones that cut them meet the sides.
func hexPoint(across, angle, high float64, row int) sculpt.Vec {
	const sector, slope = math.Pi / 3, 0.6
	corner := angle - sector*math.Floor(angle/sector) - sector/2
	side, end := across/2/math.Cos(corner), across/2*0.97
	cut := slope * (side - end)
	switch row {
	case 0:
		return sculpt.Polar(end, angle, 0)
	case 1:
		return sculpt.Polar(side, angle, cut)
	case 2:
		return sculpt.Polar(side, angle, high-cut)
	}
	return sculpt.Polar(end, angle, high)
}

// threadBolt stands on its head.
func threadBolt(t thread, across, head, long float64) *sculpt.Mesh {
	const sides = 4
	rows := int(long / t.pitch * 8)
	n := sides + rows + 3
	return sculpt.Grid{NU: 48, NV: n - 1, WrapU: true, At: func(u, v float64) sculpt.Vec {
		j := int(math.Round(v * float64(n-1)))
		angle := 2 * math.Pi * u
		switch {
		case j == 0:
			return sculpt.Vec{}
		case j <= sides:
			return hexPoint(across, angle, head, j-1)
		case j == n-1:
			return sculpt.V(0, 0, head+long)
		}
		z := head + long*float64(j-sides-1)/float64(rows)
		end := t.radius + 0.3 - 2.6*sculpt.Smoothstep(head+long-2.5, head+long, z)
		return sculpt.Polar(min(t.at(angle, z), end), angle, z)
	}}.Mesh()
}

// threadNut fits the bolt at a height above its foot.
func threadNut(t thread, across, high, play float64) *sculpt.Mesh {
	const sides = 4
	rows := int(high / t.pitch * 8)
	n := sides + rows + 1
	return sculpt.Grid{NU: 48, NV: n, WrapU: true, WrapV: true, At: func(u, v float64) sculpt.Vec {
		j := int(math.Round(v*float64(n))) % n
		angle := 2 * math.Pi * u
		if j < sides {
			return hexPoint(across, angle, high, j)
		}
		z := high * (1 - float64(j-sides)/float64(rows))
		lead := 2 * (1 - sculpt.Smoothstep(0, 1.6, min(z, high-z)))
		return sculpt.Polar(t.at(angle, z)+play+lead, angle, z)
	}}.Mesh()
}

// threadSpanner lies flat, its jaw towards +X.
func threadSpanner(across float64) *sculpt.Mesh {
	half := across/2 + 0.4
	var outline []sculpt.Pt
	add := func(x, y float64) { outline = append(outline, sculpt.Pt{x, y}) }
	for i := range 17 { // the head, from its lower lip around the back to the upper one
		p := sculpt.Polar(across*0.98, sculpt.Radians(-48-132*float64(i)/16), 0)
		if i < 13 {
			add(p.X, p.Y)
		}
	}
	for i := 12; i >= 0; i-- {
		outline = append(outline, sculpt.Pt{outline[i][0], -outline[i][1]})
	}
	add(across*0.72, half)
	add(-across*0.12, half)
	add(-across*0.36, half*0.5)
	add(-across*0.36, -half*0.5)
	add(-across*0.12, -half)
	add(across*0.72, -half)
	handle := sculpt.Prism(7, sculpt.Shift(sculpt.RoundRect(104, 19, 9.4, 8), -across*0.9-46, 0),
		sculpt.Shift(sculpt.RoundRect(56, 8, 3.9, 8), -across*0.9-44, 0))
	return sculpt.Join(sculpt.Prism(9, outline), handle.Move(0, 0, 1))
}
