package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// MushroomLight is a toadstool with a lamp in it, in four parts.
func MushroomLight() []sculpt.Part {
	const seat = 78
	return []sculpt.Part{
		{Name: "stem", Mesh: mushroomStem(spool("cream", 0xf3e7d0))},
		{Name: "carrier", Mesh: mushroomSeat().Move(0, 0, seat).Paint(spool("cream", 0xf3e7d0))},
		{Name: "cap", Mesh: mushroomCap(spool("toadstool", 0xd94f43)).Move(0, 0, seat+4)},
		{Name: "spots", Mesh: mushroomSpots(spool("white", 0xfaf6ee)).Move(0, 0, seat+4)},
	}
}

// mushroomCap is a thin shade, 126 mm wide, that light shines through. It is
// open below.
func mushroomCap(shade sculpt.Material) *sculpt.Mesh {
	outer := sculpt.Smooth(6, []sculpt.Pt{{60, 0}, {63, 7}, {57, 25}, {40, 42}, {18, 51}, {5, 53}})
	profile := append([]sculpt.Pt{}, outer...)
	profile = append(profile, sculpt.Pt{0, 53.2}, sculpt.Pt{0, 51.6})
	for i := len(outer) - 1; i >= 0; i-- {
		profile = append(profile, sculpt.Pt{max(outer[i][0]-1.6, 2), max(outer[i][1]-1.5, 0)})
	}
	shell := sculpt.Lathe(80, profile[:len(outer)+1])
	inside := sculpt.Lathe(80, profile[len(outer)+1:])
	rim := sculpt.Grid{NU: 80, NV: 1, WrapU: true, At: func(u, v float64) sculpt.Vec {
		return sculpt.Polar(58.4+1.6*v, 2*math.Pi*u, 0)
	}}.Mesh()
	return sculpt.Join(shell, inside, rim).Paint(shade)
}

// mushroomSpots lie on the cap.
func mushroomSpots(paint sculpt.Material) *sculpt.Mesh {
	var spots []*sculpt.Mesh
	for i := range 17 {
		ring := []struct{ radius, z, lean float64 }{{0, 52.6, 0}, {30, 46.8, 26}, {52.5, 31, 52}}[min((i+5)/6, 2)]
		n, k := 6.0, float64(i-1)
		if i > 6 {
			n, k = 10, float64(i-7)+0.5
		}
		size := 4.6 + 3.4*sculpt.Hash(i, 3, 1, 7)
		spots = append(spots, sculpt.Puck(size, 3, 1.2, 20).Move(0, 0, -1.5).TurnY(ring.lean).Move(ring.radius, 0, ring.z).TurnZ(360*k/n))
	}
	return sculpt.Join(spots...).Paint(paint)
}

// mushroomStem is a hollow, fluted foot with room for a light puck of 45 mm.
func mushroomStem(paint sculpt.Material) *sculpt.Mesh {
	stem := vessel{
		height: 78, wall: 2.4, floor: 3, drain: 6, segments: 96, steps: 16,
		radius: func(angle, t float64) float64 {
			return bulge(t, 35, 27, 21, 19, 19, 20.5) + 0.9*(1-t)*math.Cos(16*angle)
		},
	}.mesh()
	skirt := sculpt.Hoop(64, []sculpt.Pt{{19, 60}, {26, 53}, {29, 49}, {30, 49.4}, {27, 55.5}, {19.6, 63}})
	return sculpt.Join(stem, skirt.Each(func(p sculpt.Vec) sculpt.Vec {
		wave := sculpt.Smoothstep(22, 30, math.Hypot(p.X, p.Y)) * 1.3 * math.Sin(11*math.Atan2(p.Y, p.X))
		return p.Add(sculpt.V(0, 0, wave))
	})).Paint(paint)
}

// mushroomSeat plugs into the stem and carries the cap on its rim.
func mushroomSeat() *sculpt.Mesh {
	plug := sculpt.Hoop(48, []sculpt.Pt{{14.6, -8}, {16.2, -8}, {16.4, 0}, {16.4, 4}, {14.6, 4}})
	rim := sculpt.Hoop(80, []sculpt.Pt{{55, 0}, {60, 0}, {60.4, 4}, {58, 4}, {58, 7}, {56.4, 7}, {55, 4}})
	return sculpt.Join(plug, sculpt.Around(6, sculpt.Box(42, 2.4, 4, 0.4).Move(36, 0, 0)), rim)
}
