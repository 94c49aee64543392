package demo

import "math"

// thread is a metric thread, its crests and roots cut flat.
type thread struct {
	radius, pitch float64
}

// at gives the radius at an angle and a height.
func (t thread) at(angle, z float64) float64 {
	turn := z/t.pitch - angle/(2*math.Pi)
	depth := 0.61 * t.pitch
	wave := 2 * math.Abs(turn-math.Round(turn)) // 0 at the root, 1 at the crest
	return t.radius - depth*(1-clamp(1.35*wave-0.12, 0, 1))
}

// hexPoint is a point on the side of a hexagonal body by its width across the
// flats, in four rows: both ends, cut to a circle, and the curves where the
// cones that cut them meet the sides.
func hexPoint(across, angle, high float64, row int) Vec {
	const sector, slope = math.Pi / 3, 0.6
	corner := angle - sector*math.Floor(angle/sector) - sector/2
	side, end := across/2/math.Cos(corner), across/2*0.97
	cut := slope * (side - end)
	switch row {
	case 0:
		return polar(end, angle, 0)
	case 1:
		return polar(side, angle, cut)
	case 2:
		return polar(side, angle, high-cut)
	}
	return polar(end, angle, high)
}

// threadBolt stands on its head.
func threadBolt(t thread, across, head, long float64) *Mesh {
	const sides = 4
	rows := int(long / t.pitch * 8)
	n := sides + rows + 3
	return grid{nu: 48, nv: n - 1, wrapU: true, at: func(u, v float64) Vec {
		j := int(math.Round(v * float64(n-1)))
		angle := 2 * math.Pi * u
		switch {
		case j == 0:
			return Vec{}
		case j <= sides:
			return hexPoint(across, angle, head, j-1)
		case j == n-1:
			return Vec{0, 0, head + long}
		}
		z := head + long*float64(j-sides-1)/float64(rows)
		end := t.radius + 0.3 - 2.6*smoothstep(head+long-2.5, head+long, z)
		return polar(min(t.at(angle, z), end), angle, z)
	}}.mesh()
}

// threadNut fits the bolt at a height above its foot.
func threadNut(t thread, across, high, play float64) *Mesh {
	const sides = 4
	rows := int(high / t.pitch * 8)
	n := sides + rows + 1
	return grid{nu: 48, nv: n, wrapU: true, wrapV: true, at: func(u, v float64) Vec {
		j := int(math.Round(v*float64(n))) % n
		angle := 2 * math.Pi * u
		if j < sides {
			return hexPoint(across, angle, high, j)
		}
		z := high * (1 - float64(j-sides)/float64(rows))
		lead := 2 * (1 - smoothstep(0, 1.6, min(z, high-z)))
		return polar(t.at(angle, z)+play+lead, angle, z)
	}}.mesh()
}

// threadSpanner lies flat, its jaw towards +X.
func threadSpanner(across float64) *Mesh {
	half := across/2 + 0.4
	var outline []Pt
	add := func(x, y float64) { outline = append(outline, Pt{x, y}) }
	for i := range 17 { // the head, from its lower lip around the back to the upper one
		p := polar(across*0.98, radians(-48-132*float64(i)/16), 0)
		if i < 13 {
			add(p.x, p.y)
		}
	}
	for i := 12; i >= 0; i-- {
		outline = append(outline, Pt{outline[i][0], -outline[i][1]})
	}
	add(across*0.72, half)
	add(-across*0.12, half)
	add(-across*0.36, half*0.5)
	add(-across*0.36, -half*0.5)
	add(-across*0.12, -half)
	add(across*0.72, -half)
	handle := prism(7, shift(roundRect(104, 19, 9.4, 8), -across*0.9-46, 0), shift(roundRect(56, 8, 3.9, 8), -across*0.9-44, 0))
	return join(prism(9, outline), handle.move(0, 0, 1))
}
