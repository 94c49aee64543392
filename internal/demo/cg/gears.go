package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// The gear train has a module of 4 mm; measures are metres.
const (
	gearModule  = 0.004
	gearSun     = 18 // teeth
	gearPlanet  = 12
	gearRing    = gearSun + 2*gearPlanet
	gearSeconds = 3.0 // a turn of the sun
	gearHeight  = 0.155
)

// PlanetaryGears returns a gear train with its carrier held: the sun drives three
// planets, and they the ring. It stands and looks to -Y.
func PlanetaryGears() []sculpt.Part {
	parts := []sculpt.Part{{Name: "stand", Mesh: gearUpright(gearStand())}}
	turn := func(name string, m *sculpt.Mesh, at sculpt.Vec, teeth float64) {
		pivot := sculpt.V(at.X, 0, at.Y+gearHeight)
		way := math.Copysign(1, teeth)
		parts = append(parts, sculpt.Part{Name: name, Mesh: gearUpright(m),
			Spin: &sculpt.Spin{Pivot: pivot, Axis: sculpt.V(0, -way, 0), Seconds: gearSeconds * math.Abs(teeth) / gearSun}})
	}
	turn("sun", gearSunWheel(), sculpt.Vec{}, gearSun)
	planet := gearPlanetWheel()
	for i, name := range []string{"planet one", "planet two", "planet three"} {
		angle := 90 + 120*float64(i)
		at := sculpt.Polar(gearModule*(gearSun+gearPlanet)/2, sculpt.Radians(angle), 0)
		turn(name, planet.Copy().TurnZ(angle).Move(at.X, at.Y, 0), at, -gearPlanet)
	}
	turn("ring", gearRingWheel().TurnZ(90), sculpt.Vec{}, -gearRing)
	return parts
}

// gearUpright turns what lies on the ground to look to -Y, at working height.
func gearUpright(m *sculpt.Mesh) *sculpt.Mesh { return m.TurnX(90).Move(0, 0, gearHeight) }

// gearProfile is a spur gear with a tooth at angle 0. Where the outline is that
// of a hole, the teeth are the gaps of an internal gear.
func gearProfile(teeth int, inner, outer, slack float64) []sculpt.Pt {
	pitch := gearModule * float64(teeth) / 2
	var points []sculpt.Pt
	for i := range teeth {
		for _, at := range []sculpt.Pt{{-0.37, inner}, {-0.31, inner * 0.55}, {-0.25 + slack, 0}, {-0.18 + slack/2, outer * 0.6}, {-0.11, outer},
			{0.11, outer},
			{0.18 - slack/2, outer * 0.6}, {0.25 - slack, 0}, {0.31, inner * 0.55}, {0.37, inner}} {
			p := sculpt.Polar(pitch+at[1]*gearModule, 2*math.Pi*(float64(i)+at[0])/float64(teeth), 0)
			points = append(points, sculpt.Pt{p.X, p.Y})
		}
	}
	return points
}

func gearSunWheel() *sculpt.Mesh {
	bore := circleArc(0.009, 110, 430, 20)
	keyed := append(bore, sculpt.Pt{0.003, 0.012}, sculpt.Pt{-0.003, 0.012})
	gear := sculpt.Prism(0.022, gearProfile(gearSun, -1.25, 1, 0.012), keyed)
	collar := sculpt.Hoop(40, []sculpt.Pt{{0.0125, 0.022}, {0.021, 0.022}, {0.0205, 0.027}, {0.0125, 0.027}})
	shaft := sculpt.Lathe(28, []sculpt.Pt{{0, -0.03}, {0.0088, -0.03}, {0.0088, 0.033}, {0.0078, 0.034}, {0, 0.034}})
	dot := sculpt.Puck(0.0028, 0.0015, 0.0005, 16).Move(0.0255, 0, 0.0215)
	return sculpt.Join(gear.Paint(brass()), collar.Paint(brass()), shaft.Paint(steel()),
		dot.Paint(sculpt.Satin("timing mark", 0xc9372c))).TurnZ(90)
}

// gearPlanetWheel has a gap at angle 0 and opposite, where it meets ring and sun.
func gearPlanetWheel() *sculpt.Mesh {
	var holes [][]sculpt.Pt
	for i := range 5 {
		p := sculpt.Polar(0.0135, sculpt.Radians(72*float64(i)+36), 0)
		holes = append(holes, sculpt.Shift(sculpt.Circle(0.0026, 12), p.X, p.Y))
	}
	gear := sculpt.Prism(0.022, gearProfile(gearPlanet, -1.25, 1, 0.012), append(holes, sculpt.Circle(0.0075, 24))...).TurnZ(180 / gearPlanet)
	bush := sculpt.Hoop(28, []sculpt.Pt{{0.0058, -0.001}, {0.0095, -0.001}, {0.009, 0.0245}, {0.0058, 0.0245}})
	return sculpt.Join(gear.Paint(steel()), bush.Paint(copper()))
}

func gearRingWheel() *sculpt.Mesh {
	toothed := sculpt.Prism(0.022, sculpt.Circle(0.1, 120), gearProfile(gearRing, -1, 1.25, -0.012))
	var bolts []*sculpt.Mesh
	for i := range 14 {
		p := sculpt.Polar(0.0955, sculpt.Radians(360*(float64(i)+0.5)/14), 0.0215)
		bolts = append(bolts, sculpt.Prism(0.0022, sculpt.Circle(0.0028, 6)).Move(p.X, p.Y, p.Z))
	}
	rim := sculpt.Hoop(120, []sculpt.Pt{{0.0995, 0.004}, {0.104, 0.0055}, {0.104, 0.0165}, {0.0995, 0.018}})
	return sculpt.Join(toothed.Paint(sculpt.Metal("blued steel", 0x56657c, 0.35)), rim.Paint(sculpt.Metal("blued steel", 0x56657c, 0.35)),
		sculpt.Join(bolts...).Paint(brass()))
}

// gearStand lies behind the gears: the carrier's arms with their pins, a post
// and a base.
func gearStand() *sculpt.Mesh {
	paint := sculpt.Satin("hammered red", 0xa93a30)
	reach := gearModule * (gearSun + gearPlanet) / 2
	var arms []*sculpt.Mesh
	for i := range 3 {
		at := sculpt.Polar(reach, sculpt.Radians(90+120*float64(i)), 0)
		arm := sculpt.Prism(0.01, append(sculpt.Shift(circleArc(0.014, -90, 90, 10), reach, 0),
			sculpt.Shift(circleArc(0.022, 90, 270, 12), 0, 0)...)).TurnZ(90+120*float64(i)).Move(0, 0, -0.016)
		pin := sculpt.Lathe(20, []sculpt.Pt{{0, -0.016}, {0.0055, -0.016}, {0.0055, 0.0275}, {0.0045, 0.0285}, {0, 0.0285}}).Move(at.X, at.Y, 0)
		cap := sculpt.Lathe(20, []sculpt.Pt{{0, 0.0245}, {0.0088, 0.0245}, {0.0085, 0.0268}, {0, 0.0268}}).Move(at.X, at.Y, 0)
		arms = append(arms, arm.Paint(paint), pin.Paint(steel()), cap.Paint(steel()))
	}
	post := sculpt.Prism(0.014, []sculpt.Pt{{-0.045, -gearHeight + 0.012}, {0.045, -gearHeight + 0.012}, {0.02, 0}, {0.012, 0.016},
		{-0.012, 0.016}, {-0.02, 0}}).Move(0, 0, -0.03)
	foot := sculpt.Box(0.22, 0.14, 0.014, 0.004).TurnX(-90).Move(0, -gearHeight, 0)
	plate := sculpt.Box(0.07, 0.016, 0.0015, 0.0004).TurnX(-90).Move(0, -gearHeight+0.0138, 0.05)
	screws := sculpt.Repeat(4, sculpt.Puck(0.006, 0.004, 0.0015, 18).TurnX(-90), func(i int, c *sculpt.Mesh) {
		c.Move(0.09*float64(i%2*2-1), -gearHeight+0.0138, 0.055*float64(i/2*2-1))
	})
	return sculpt.Join(sculpt.Join(arms...), post.Paint(paint), foot.Paint(black()), plate.Paint(brass()), screws.Paint(brass()))
}
