package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// Sloop is a sloop in its cradle, main and jib set.
func Sloop() []sculpt.Part {
	return []sculpt.Part{{Name: "sloop", Mesh: sailingBoat(sculpt.Glossy("navy topsides", 0x27466e), sculpt.Matte("sailcloth", 0xf3ead8))}}
}

// The measures of the sailing boat, in metres; its bow looks to -Y.
const (
	sailHalf      = 4.2 // length of the hull
	sailBeam      = 1.3 // half
	sailWaterline = 1.5
)

// sailingBoat is a long-keeled sloop with both sails set, on a cradle.
func sailingBoat(hull, sails sculpt.Material) *sculpt.Mesh {
	return sculpt.Join(sailHull(hull), sailDeck(), sailKeel(), sailRig(), sailCloth(sails), sailCradle()).Rest()
}

// sailSheer is the height of the deck's edge, and sailBottom that of the hull's
// lowest line, from bow (0) to stern (1).
func sailSheer(t float64) float64 { return 2.18 + 0.62*(t-0.68)*(t-0.68)/0.46 }

func sailBottom(t float64) float64 {
	fore, aft := max(1-t/0.3, 0), max((t-0.5)/0.5, 0)
	return 0.85 + (sailSheer(0)-1.15)*math.Pow(fore, 2.2) + 0.95*math.Pow(aft, 1.8)
}

func sailWidth(t float64) float64 {
	if t < 0.56 {
		return sailBeam * (1 - math.Pow(1-t/0.56, 2.1))
	}
	return sailBeam * (1 - 0.42*math.Pow((t-0.56)/0.44, 2))
}

// sailSkin returns the hull's half width at a height.
func sailSkin(t, z float64) float64 {
	sheer, bottom := sailSheer(t), sailBottom(t)
	down := sculpt.Clamp((sheer-z)/(sheer-bottom), 0, 1)
	return sailWidth(t) * math.Pow(1-math.Pow(down, 2.3), 0.75)
}

func sailHull(paint sculpt.Material) *sculpt.Mesh {
	const columns = 34
	skin := sculpt.Grid{NU: columns, NV: 44, WrapU: true, At: func(u, v float64) sculpt.Vec {
		t := 1 - math.Pow(1-v, 1.25)
		i := int(math.Round(u * columns))
		y := sailHalf * (2*t - 1)
		if i > 28 { // the deck, back to the right side
			x := float64(i-31) / 3 * sailWidth(t)
			if i >= columns {
				x = sailWidth(t)
			}
			return sculpt.V(x, y, sailSheer(t)+0.07*sailWidth(t)*(1-math.Pow(float64(i-31)/3, 2)))
		}
		z := sailRow(t, 14-int(math.Abs(float64(i-14))))
		return sculpt.V(math.Copysign(sailSkin(t, z), float64(14-i)), y, z)
	}}
	m := skin.Mesh()
	m.Fan(uint32(len(m.Points)-columns), columns, false)
	m.Paint(paint)
	m.Dye(sculpt.Satin("antifouling", 0xa8392f), func(p sculpt.Vec) bool { return p.Z < sailWaterline })
	m.Dye(white(), func(p sculpt.Vec) bool { return p.Z > sailWaterline && p.Z < sailWaterline+0.1 && p.Y < sailHalf-0.01 })
	return m.Dye(sculpt.Satin("teak", 0xc99a62),
		func(p sculpt.Vec) bool { return p.Z > sailSheer((p.Y/sailHalf+1)/2)+0.006 && p.Y < sailHalf-0.01 })
}

// sailRow is the height of a row from gunwale (0) to keel (14); rows 6 and 7 are
// the edges of the stripe above the waterline.
func sailRow(t float64, row int) float64 {
	sheer, bottom := sailSheer(t), sailBottom(t)
	switch stripe := sailWaterline + 0.1; {
	case row <= 6:
		return max(sheer+(stripe-sheer)*float64(row)/6, bottom)
	default:
		return max(sailWaterline+(bottom-sailWaterline)*float64(row-7)/7, bottom)
	}
}

// sailDeck is everything that stands on deck.
func sailDeck() *sculpt.Mesh {
	cabin := body(28, 5, bodySection{-1.9, 0.42, 2.1, 2.5, 5}, bodySection{-1.6, 0.6, 2.1, 2.64, 5}, bodySection{0.2, 0.78, 2.0, 2.72, 6},
		bodySection{1.1, 0.76, 2.0, 2.74, 6})
	var ports []*sculpt.Mesh
	for i := range 4 {
		y := -1.25 + 0.6*float64(i)
		x := 0.66 + 0.03*float64(i)
		ports = append(ports, sculpt.Join(sculpt.Torus(0.09, 0.022, 20, 6).Paint(brass()),
			sculpt.Puck(0.09, 0.02, 0.005, 20).Move(0, 0, -0.01).Paint(glass())).TurnY(90).Scale(1,
			1.5, 1).Move(x, y, 2.45).Mirror())
	}
	well := sculpt.RoundRect(1.1, 2.1, 0.3, 5)
	coaming := sculpt.Prism(0.3, well, sculpt.RoundRect(0.98, 1.98, 0.25, 5)).Move(0, 2.2, 2.1).Paint(walnut())
	sole := sculpt.Prism(0.03, well).Move(0, 2.2, 2.2).Paint(sculpt.Matte("cockpit", 0x8c6a45))
	var toe []*sculpt.Mesh
	line := sculpt.Path(40, func(t float64) sculpt.Vec {
		t = 0.01 + 0.985*t
		return sculpt.V(sailWidth(t)-0.02, sailHalf*(2*t-1), sailSheer(t)+0.02)
	})
	toe = append(toe, sculpt.Sweep{Outline: sculpt.RoundRect(0.05, 0.07, 0.012, 2), Path: line}.Mesh().Mirror())
	for i := range 6 {
		t := 0.2 + 0.15*float64(i)
		foot := sculpt.V(sailWidth(t)-0.05, sailHalf*(2*t-1), sailSheer(t))
		toe = append(toe, sculpt.Rod(foot, foot.Add(sculpt.V(0, 0, 0.55)), 0.014, 8).Mirror())
	}
	rail := sculpt.Path(30, func(t float64) sculpt.Vec {
		t = 0.02 + 0.93*t
		return sculpt.V(max(sailWidth(t)-0.05, 0), sailHalf*(2*t-1), sailSheer(t)+0.55)
	})
	tiller := sculpt.Tube(smoothPath(5, sculpt.V(0, 3.9, 2.45), sculpt.V(0, 3.3, 2.62), sculpt.V(0, 2.7, 2.68)), 0.03, 8)
	winch := sculpt.Lathe(20, []sculpt.Pt{{0, 0}, {0.09, 0}, {0.06, 0.06}, {0.07, 0.16}, {0, 0.16}}).Move(0.75, 1.9, 2.28).Mirror()
	buoy := sculpt.Torus(0.2, 0.06, 28, 10).TurnY(90).Move(1.02, 3.3, 2.65).Paint(sculpt.Satin("life ring", 0xe8622e))
	return sculpt.Join(cabin.Paint(white()), sculpt.Join(ports...), coaming, sole, toe[0].Paint(walnut()),
		sculpt.Join(toe[1:]...).Paint(carChrome()),
		sculpt.Tube(rail, 0.009, 6).Mirror().Paint(carChrome()),
		tiller.Paint(oak()), winch.Paint(carChrome()), buoy, sculpt.Box(0.5, 0.55, 0.05, 0.015).Move(0, -0.9, 2.65).Paint(oak()))
}

func sailKeel() *sculpt.Mesh {
	fin := sculpt.Smooth(4, []sculpt.Pt{{-2.2, 1.15}, {-1.6, 0.75}, {-0.6, 0.25}, {0.4, 0.12}, {2.1, 0.1}, {2.9, 0.3}, {2.75, 1.3}, {0, 1.25}})
	keel := bodySlab(0.26, fin).Paint(sculpt.Satin("antifouling", 0xa8392f))
	rudder := bodySlab(0.09, []sculpt.Pt{{2.92, 0.32}, {3.45, 0.35}, {3.7, 0.9}, {4.0, 1.8}, {4.15, 2.4}, {3.95, 2.4}, {3.6, 1.5},
		{2.78, 1.3}}).Paint(walnut())
	return sculpt.Join(keel, rudder)
}

func sailRig() *sculpt.Mesh {
	mast := sculpt.Taper(sculpt.V(0, -0.55, 2.2), sculpt.V(0, -0.45, 11.9), 0.085, 0.05, 16)
	boom := sculpt.Rod(sculpt.V(0, -0.5, 3.2), sculpt.V(-0.55, 3.3, 3.25), 0.05, 12)
	spreader := sculpt.Rod(sculpt.V(0, -0.5, 7.4), sculpt.V(0.75, -0.45, 7.45), 0.025, 8).Mirror()
	head := sculpt.V(0, -0.45, 11.7)
	wires := []*sculpt.Mesh{
		sculpt.Rod(sculpt.V(1.24, -0.4, 2.2), sculpt.V(0.75, -0.45, 7.45), 0.012, 5).Mirror(),
		sculpt.Rod(sculpt.V(0.75, -0.45, 7.45), head, 0.012, 5).Mirror(),
		sculpt.Rod(sculpt.V(0, -4.1, 2.85), head, 0.013, 5), sculpt.Rod(sculpt.V(0, 4.15, 2.3), head, 0.012, 5),
		sculpt.Rod(sculpt.V(-0.42, 2.7, 3.2), sculpt.V(0, 3.0, 2.4), 0.012, 5)}
	flag := sheet(8, 3, 0.01, func(u, v float64) sculpt.Vec {
		return sculpt.V(0.07*math.Sin(7*u)*u, -0.45+0.75*u, 11.92+(v-0.5)*0.34*(1-u))
	})
	return sculpt.Join(mast.Paint(oak()), boom.Paint(oak()), spreader.Paint(oak()), sculpt.Join(wires...).Paint(steel()),
		sculpt.Rod(sculpt.V(0, -0.45, 11.8), sculpt.V(0, -0.45, 12.15), 0.012, 6).Paint(brass()), flag.Paint(sculpt.Matte("pennant", 0xd43f34)))
}

func sailCloth(cloth sculpt.Material) *sculpt.Mesh {
	main := sheet(14, 24, 0.02, func(u, v float64) sculpt.Vec {
		luff := sculpt.V(0, -0.4, 3.35+8.2*v)
		leech := sculpt.V(-0.55*(1-v)-0.25*math.Sin(math.Pi*v), 3.2*(1-v)-0.35+0.45*math.Sin(math.Pi*v), 3.4+8.2*v)
		return luff.Mix(leech, u).Add(sculpt.V(-0.6*math.Sin(math.Pi*math.Pow(u, 0.8))*(1-0.75*v)*min(1, 0.35+2*v), 0, 0))
	})
	tack, head, clew := sculpt.V(0, -3.95, 2.98), sculpt.V(0, -0.95, 10.3), sculpt.V(-0.75, 0.15, 2.95)
	jib := sheet(14, 24, 0.02, func(u, v float64) sculpt.Vec {
		edge := clew.Mix(head, v).Add(sculpt.V(-0.15*math.Sin(math.Pi*v), -0.15*math.Sin(math.Pi*v), 0))
		return tack.Mix(head, v).Mix(edge, u).Add(sculpt.V(-0.55*math.Sin(math.Pi*math.Pow(u, 0.8))*(1-v)*min(1, 0.35+2*v), 0, 0))
	})
	return sculpt.Join(main, jib).Paint(cloth)
}

func sailCradle() *sculpt.Mesh {
	wood := sculpt.Satin("timber", 0xa9804f)
	cross := sculpt.Box(2.3, 0.22, 0.2, 0.02)
	post := sculpt.Join(sculpt.Rod(sculpt.V(1.05, 0, 0.1), sculpt.V(0.85, 0, 1.2), 0.07, 8),
		sculpt.Box(0.12, 0.3, 0.3, 0.03).TurnY(-48).Move(0.84, 0, 1.05)).Mirror()
	frame := sculpt.Join(cross, post)
	return sculpt.Join(frame.Copy().Move(0, -1.3, -0.1), frame.Move(0, 1.7, -0.1),
		sculpt.Box(0.2, 3.9, 0.12, 0.02).Move(0.95, 0.2, -0.08).Mirror()).Paint(wood)
}
