package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// RoundSpectacles is a spectacle frame: the front and two temples.
func RoundSpectacles() []sculpt.Part {
	const high = 27
	tortoise, honey := spool("tortoise", 0x8a4b2a), spool("honey", 0xd59a4e)
	return []sculpt.Part{
		{Name: "front", Mesh: glassesFront().Move(0, 0, high).Paint(tortoise)},
		{Name: "left temple", Mesh: glassesTemple(1).Move(0, 0, high).Paint(honey)},
		{Name: "right temple", Mesh: glassesTemple(-1).Move(0, 0, high).Paint(honey)},
	}
}

// glassesFront holds two round lenses of 46 mm in grooves. It stands upright,
// looking forward.
func glassesFront() *sculpt.Mesh {
	const radius, apart = 22.4, 33.0
	rim := sculpt.Hoop(72, []sculpt.Pt{{radius, -1.9}, {radius + 3.6, -1.9}, {radius + 4.2, -0.8}, {radius + 4.2, 0.8}, {radius + 3.6, 1.9},
		{radius, 1.9}, {radius, 0.6}, {radius + 1, 0}, {radius, -0.6}})
	bridge := sculpt.Sweep{Outline: sculpt.Ellipse(1.9, 2.2, 12), Path: sculpt.Path(18, func(t float64) sculpt.Vec {
		return sculpt.V(-8+16*t, 7+4.5*math.Sin(math.Pi*t), 0)
	})}.Mesh()
	lug := sculpt.Join(
		sculpt.Box(10, 7, 3.8, 1).Move(apart+radius+6.6, 8, -1.9),
		sculpt.Box(3.6, 7, 6, 0.8).Move(apart+radius+9.6, 8, -6))
	pad := sculpt.RoundBox(3.4, 9, 4.4, 1.6).TurnZ(-14).Move(apart-radius+1.4, -7, -4.6)
	return sculpt.Join(bridge, sculpt.Join(rim.Move(apart, 0, 0), lug, pad).Mirror()).TurnX(90)
}

// glassesTemple runs back from the hinge and bends down behind the ear.
func glassesTemple(side float64) *sculpt.Mesh {
	const out = 65.0
	line := sculpt.Smooth(8, []sculpt.Pt{{4, 8}, {40, 8.5}, {75, 8}, {98, 4}, {115, -8}, {127, -24.6}})
	bar := make([]sculpt.Vec, len(line))
	for i, p := range line {
		bar[i] = sculpt.V(side*(out-0.0006*p[0]*p[0]), p[0], p[1])
	}
	temple := sculpt.Sweep{
		Outline: sculpt.RoundRect(3, 5.6, 1.3, 3), Path: bar,
		Size: func(t float64) float64 { return 1 - 0.18*math.Sin(math.Pi*t) },
	}.Mesh()
	hinge := sculpt.Cylinder(2.4, 2.4, 8, 20).Move(side*(out-0.2), 4.5, 4)
	return sculpt.Join(temple, hinge)
}
