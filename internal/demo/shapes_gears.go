package demo

import "math"

// The gear train has a module of 4 mm; measures are metres.
const (
	gearModule  = 0.004
	gearSun     = 18 // teeth
	gearPlanet  = 12
	gearRing    = gearSun + 2*gearPlanet
	gearSeconds = 3.0 // a turn of the sun
	gearHeight  = 0.155
)

// planetaryGears gives a gear train with its carrier held: the sun drives three
// planets, and they the ring. It stands and looks to -Y.
func planetaryGears() []Part {
	parts := []Part{{Name: "stand", Mesh: gearUpright(gearStand())}}
	turn := func(name string, m *Mesh, at Vec, teeth float64) {
		pivot := Vec{at.x, 0, at.y + gearHeight}
		way := math.Copysign(1, teeth)
		parts = append(parts, Part{Name: name, Mesh: gearUpright(m), Spin: &Spin{Pivot: pivot, Axis: Vec{0, -way, 0}, Seconds: gearSeconds * math.Abs(teeth) / gearSun}})
	}
	turn("sun", gearSunWheel(), Vec{}, gearSun)
	planet := gearPlanetWheel()
	for i, name := range []string{"planet one", "planet two", "planet three"} {
		angle := 90 + 120*float64(i)
		at := polar(gearModule*(gearSun+gearPlanet)/2, radians(angle), 0)
		turn(name, planet.copy().turnZ(angle).move(at.x, at.y, 0), at, -gearPlanet)
	}
	turn("ring", gearRingWheel().turnZ(90), Vec{}, -gearRing)
	return parts
}

// gearUpright turns what lies on the ground to look to -Y, at working height.
func gearUpright(m *Mesh) *Mesh { return m.turnX(90).move(0, 0, gearHeight) }

// gearProfile is a spur gear with a tooth at angle 0. Where the outline is that
// of a hole, the teeth are the gaps of an internal gear.
func gearProfile(teeth int, inner, outer, slack float64) []Pt {
	pitch := gearModule * float64(teeth) / 2
	var points []Pt
	for i := range teeth {
		for _, at := range []Pt{{-0.37, inner}, {-0.31, inner * 0.55}, {-0.25 + slack, 0}, {-0.18 + slack/2, outer * 0.6}, {-0.11, outer}, {0.11, outer},
			{0.18 - slack/2, outer * 0.6}, {0.25 - slack, 0}, {0.31, inner * 0.55}, {0.37, inner}} {
			p := polar(pitch+at[1]*gearModule, 2*math.Pi*(float64(i)+at[0])/float64(teeth), 0)
			points = append(points, Pt{p.x, p.y})
		}
	}
	return points
}

func gearSunWheel() *Mesh {
	bore := circleArc(0.009, 110, 430, 20)
	keyed := append(bore, Pt{0.003, 0.012}, Pt{-0.003, 0.012})
	gear := prism(0.022, gearProfile(gearSun, -1.25, 1, 0.012), keyed)
	collar := hoop(40, Pt{0.0125, 0.022}, Pt{0.021, 0.022}, Pt{0.0205, 0.027}, Pt{0.0125, 0.027})
	shaft := lathe(28, Pt{0, -0.03}, Pt{0.0088, -0.03}, Pt{0.0088, 0.033}, Pt{0.0078, 0.034}, Pt{0, 0.034})
	dot := puck(0.0028, 0.0015, 0.0005, 16).move(0.0255, 0, 0.0215)
	return join(gear.paint(brass()), collar.paint(brass()), shaft.paint(steel()), dot.paint(satin("timing mark", 0xc9372c))).turnZ(90)
}

// gearPlanetWheel has a gap at angle 0 and opposite, where it meets ring and sun.
func gearPlanetWheel() *Mesh {
	var holes [][]Pt
	for i := range 5 {
		p := polar(0.0135, radians(72*float64(i)+36), 0)
		holes = append(holes, shift(circle(0.0026, 12), p.x, p.y))
	}
	gear := prism(0.022, gearProfile(gearPlanet, -1.25, 1, 0.012), append(holes, circle(0.0075, 24))...).turnZ(180 / gearPlanet)
	bush := hoop(28, Pt{0.0058, -0.001}, Pt{0.0095, -0.001}, Pt{0.009, 0.0245}, Pt{0.0058, 0.0245})
	return join(gear.paint(steel()), bush.paint(copper()))
}

func gearRingWheel() *Mesh {
	toothed := prism(0.022, circle(0.1, 120), gearProfile(gearRing, -1, 1.25, -0.012))
	var bolts []*Mesh
	for i := range 14 {
		p := polar(0.0955, radians(360*(float64(i)+0.5)/14), 0.0215)
		bolts = append(bolts, prism(0.0022, circle(0.0028, 6)).move(p.x, p.y, p.z))
	}
	rim := hoop(120, Pt{0.0995, 0.004}, Pt{0.104, 0.0055}, Pt{0.104, 0.0165}, Pt{0.0995, 0.018})
	return join(toothed.paint(metal("blued steel", 0x56657c, 0.35)), rim.paint(metal("blued steel", 0x56657c, 0.35)), join(bolts...).paint(brass()))
}

// gearStand lies behind the gears: the carrier's arms with their pins, a post
// and a base.
func gearStand() *Mesh {
	paint := satin("hammered red", 0xa93a30)
	reach := gearModule * (gearSun + gearPlanet) / 2
	var arms []*Mesh
	for i := range 3 {
		at := polar(reach, radians(90+120*float64(i)), 0)
		arm := prism(0.01, append(shift(circleArc(0.014, -90, 90, 10), reach, 0),
			shift(circleArc(0.022, 90, 270, 12), 0, 0)...)).turnZ(90+120*float64(i)).move(0, 0, -0.016)
		pin := lathe(20, Pt{0, -0.016}, Pt{0.0055, -0.016}, Pt{0.0055, 0.0275}, Pt{0.0045, 0.0285}, Pt{0, 0.0285}).move(at.x, at.y, 0)
		cap := lathe(20, Pt{0, 0.0245}, Pt{0.0088, 0.0245}, Pt{0.0085, 0.0268}, Pt{0, 0.0268}).move(at.x, at.y, 0)
		arms = append(arms, arm.paint(paint), pin.paint(steel()), cap.paint(steel()))
	}
	post := prism(0.014, []Pt{{-0.045, -gearHeight + 0.012}, {0.045, -gearHeight + 0.012}, {0.02, 0}, {0.012, 0.016}, {-0.012, 0.016}, {-0.02, 0}}).move(0, 0, -0.03)
	foot := box(0.22, 0.14, 0.014, 0.004).turnX(-90).move(0, -gearHeight, 0)
	plate := box(0.07, 0.016, 0.0015, 0.0004).turnX(-90).move(0, -gearHeight+0.0138, 0.05)
	screws := repeat(4, puck(0.006, 0.004, 0.0015, 18).turnX(-90), func(i int, c *Mesh) {
		c.move(0.09*float64(i%2*2-1), -gearHeight+0.0138, 0.055*float64(i/2*2-1))
	})
	return join(join(arms...), post.paint(paint), foot.paint(black()), plate.paint(brass()), screws.paint(brass()))
}
