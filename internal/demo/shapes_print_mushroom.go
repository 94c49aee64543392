package demo

import "math"

// mushroomCap is a thin shade, 126 mm wide, that light shines through. It is
// open below.
func mushroomCap(shade Material) *Mesh {
	outer := smooth(6, Pt{60, 0}, Pt{63, 7}, Pt{57, 25}, Pt{40, 42}, Pt{18, 51}, Pt{5, 53})
	profile := append([]Pt{}, outer...)
	profile = append(profile, Pt{0, 53.2}, Pt{0, 51.6})
	for i := len(outer) - 1; i >= 0; i-- {
		profile = append(profile, Pt{max(outer[i][0]-1.6, 2), max(outer[i][1]-1.5, 0)})
	}
	shell := lathe(80, profile[:len(outer)+1]...)
	inside := lathe(80, profile[len(outer)+1:]...)
	rim := grid{nu: 80, nv: 1, wrapU: true, at: func(u, v float64) Vec {
		return polar(58.4+1.6*v, 2*math.Pi*u, 0)
	}}.mesh()
	return join(shell, inside, rim).paint(shade)
}

// mushroomSpots lie on the cap.
func mushroomSpots(paint Material) *Mesh {
	var spots []*Mesh
	for i := range 17 {
		ring := []struct{ radius, z, lean float64 }{{0, 52.6, 0}, {30, 46.8, 26}, {52.5, 31, 52}}[min((i+5)/6, 2)]
		n, k := 6.0, float64(i-1)
		if i > 6 {
			n, k = 10, float64(i-7)+0.5
		}
		size := 4.6 + 3.4*hash(i, 3, 1, 7)
		spots = append(spots, puck(size, 3, 1.2, 20).move(0, 0, -1.5).turnY(ring.lean).move(ring.radius, 0, ring.z).turnZ(360*k/n))
	}
	return join(spots...).paint(paint)
}

// mushroomStem is a hollow, fluted foot with room for a light puck of 45 mm.
func mushroomStem(paint Material) *Mesh {
	stem := vessel{
		height: 78, wall: 2.4, floor: 3, drain: 6, segments: 96, steps: 16,
		radius: func(angle, t float64) float64 {
			return bulge(t, 35, 27, 21, 19, 19, 20.5) + 0.9*(1-t)*math.Cos(16*angle)
		},
	}.mesh()
	skirt := hoop(64, Pt{19, 60}, Pt{26, 53}, Pt{29, 49}, Pt{30, 49.4}, Pt{27, 55.5}, Pt{19.6, 63})
	return join(stem, skirt.each(func(p Vec) Vec {
		wave := smoothstep(22, 30, math.Hypot(p.x, p.y)) * 1.3 * math.Sin(11*math.Atan2(p.y, p.x))
		return p.add(Vec{0, 0, wave})
	})).paint(paint)
}

// mushroomSeat plugs into the stem and carries the cap on its rim.
func mushroomSeat() *Mesh {
	plug := hoop(48, Pt{14.6, -8}, Pt{16.2, -8}, Pt{16.4, 0}, Pt{16.4, 4}, Pt{14.6, 4})
	rim := hoop(80, Pt{55, 0}, Pt{60, 0}, Pt{60.4, 4}, Pt{58, 4}, Pt{58, 7}, Pt{56.4, 7}, Pt{55, 4})
	return join(plug, around(6, box(42, 2.4, 4, 0.4).move(36, 0, 0)), rim)
}
