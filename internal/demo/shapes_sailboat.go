package demo

import "math"

// The measures of the sailing boat, in metres; its bow looks to -Y.
const (
	sailHalf      = 4.2 // length of the hull
	sailBeam      = 1.3 // half
	sailWaterline = 1.5
)

// sailingBoat is a long-keeled sloop with both sails set, on a cradle.
func sailingBoat(hull, sails Material) *Mesh {
	return join(sailHull(hull), sailDeck(), sailKeel(), sailRig(), sailCloth(sails), sailCradle()).rest()
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

// sailSkin gives the hull's half width at a height.
func sailSkin(t, z float64) float64 {
	sheer, bottom := sailSheer(t), sailBottom(t)
	down := clamp((sheer-z)/(sheer-bottom), 0, 1)
	return sailWidth(t) * math.Pow(1-math.Pow(down, 2.3), 0.75)
}

func sailHull(paint Material) *Mesh {
	const columns = 34
	skin := grid{nu: columns, nv: 44, wrapU: true, at: func(u, v float64) Vec {
		t := 1 - math.Pow(1-v, 1.25)
		i := int(math.Round(u * columns))
		y := sailHalf * (2*t - 1)
		if i > 28 { // the deck, back to the right side
			x := float64(i-31) / 3 * sailWidth(t)
			if i >= columns {
				x = sailWidth(t)
			}
			return Vec{x, y, sailSheer(t) + 0.07*sailWidth(t)*(1-math.Pow(float64(i-31)/3, 2))}
		}
		z := sailRow(t, 14-int(math.Abs(float64(i-14))))
		return Vec{math.Copysign(sailSkin(t, z), float64(14-i)), y, z}
	}}
	m := skin.mesh()
	m.fan(uint32(len(m.Points)-columns), columns, false)
	m.paint(paint)
	m.dye(satin("antifouling", 0xa8392f), func(p Vec) bool { return p.z < sailWaterline })
	m.dye(white(), func(p Vec) bool { return p.z > sailWaterline && p.z < sailWaterline+0.1 && p.y < sailHalf-0.01 })
	return m.dye(satin("teak", 0xc99a62), func(p Vec) bool { return p.z > sailSheer((p.y/sailHalf+1)/2)+0.006 && p.y < sailHalf-0.01 })
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
func sailDeck() *Mesh {
	cabin := body(28, 5, bodySection{-1.9, 0.42, 2.1, 2.5, 5}, bodySection{-1.6, 0.6, 2.1, 2.64, 5}, bodySection{0.2, 0.78, 2.0, 2.72, 6},
		bodySection{1.1, 0.76, 2.0, 2.74, 6})
	var ports []*Mesh
	for i := range 4 {
		y := -1.25 + 0.6*float64(i)
		x := 0.66 + 0.03*float64(i)
		ports = append(ports, join(torus(0.09, 0.022, 20, 6).paint(brass()), puck(0.09, 0.02, 0.005, 20).move(0, 0, -0.01).paint(glass())).turnY(90).scale(1,
			1.5, 1).move(x, y, 2.45).mirror())
	}
	well := roundRect(1.1, 2.1, 0.3, 5)
	coaming := prism(0.3, well, roundRect(0.98, 1.98, 0.25, 5)).move(0, 2.2, 2.1).paint(walnut())
	sole := prism(0.03, well).move(0, 2.2, 2.2).paint(matte("cockpit", 0x8c6a45))
	var toe []*Mesh
	line := path(40, func(t float64) Vec {
		t = 0.01 + 0.985*t
		return Vec{sailWidth(t) - 0.02, sailHalf * (2*t - 1), sailSheer(t) + 0.02}
	})
	toe = append(toe, sweep{outline: roundRect(0.05, 0.07, 0.012, 2), path: line}.mesh().mirror())
	for i := range 6 {
		t := 0.2 + 0.15*float64(i)
		foot := Vec{sailWidth(t) - 0.05, sailHalf * (2*t - 1), sailSheer(t)}
		toe = append(toe, rod(foot, foot.add(Vec{0, 0, 0.55}), 0.014, 8).mirror())
	}
	rail := path(30, func(t float64) Vec {
		t = 0.02 + 0.93*t
		return Vec{max(sailWidth(t)-0.05, 0), sailHalf * (2*t - 1), sailSheer(t) + 0.55}
	})
	tiller := tube(smoothPath(5, Vec{0, 3.9, 2.45}, Vec{0, 3.3, 2.62}, Vec{0, 2.7, 2.68}), 0.03, 8)
	winch := lathe(20, Pt{0, 0}, Pt{0.09, 0}, Pt{0.06, 0.06}, Pt{0.07, 0.16}, Pt{0, 0.16}).move(0.75, 1.9, 2.28).mirror()
	buoy := torus(0.2, 0.06, 28, 10).turnY(90).move(1.02, 3.3, 2.65).paint(satin("life ring", 0xe8622e))
	return join(cabin.paint(white()), join(ports...), coaming, sole, toe[0].paint(walnut()), join(toe[1:]...).paint(carChrome()),
		tube(rail, 0.009, 6).mirror().paint(carChrome()),
		tiller.paint(oak()), winch.paint(carChrome()), buoy, box(0.5, 0.55, 0.05, 0.015).move(0, -0.9, 2.65).paint(oak()))
}

func sailKeel() *Mesh {
	fin := smooth(4, Pt{-2.2, 1.15}, Pt{-1.6, 0.75}, Pt{-0.6, 0.25}, Pt{0.4, 0.12}, Pt{2.1, 0.1}, Pt{2.9, 0.3}, Pt{2.75, 1.3}, Pt{0, 1.25})
	keel := bodySlab(0.26, fin).paint(satin("antifouling", 0xa8392f))
	rudder := bodySlab(0.09, []Pt{{2.92, 0.32}, {3.45, 0.35}, {3.7, 0.9}, {4.0, 1.8}, {4.15, 2.4}, {3.95, 2.4}, {3.6, 1.5}, {2.78, 1.3}}).paint(walnut())
	return join(keel, rudder)
}

func sailRig() *Mesh {
	mast := taper(Vec{0, -0.55, 2.2}, Vec{0, -0.45, 11.9}, 0.085, 0.05, 16)
	boom := rod(Vec{0, -0.5, 3.2}, Vec{-0.55, 3.3, 3.25}, 0.05, 12)
	spreader := rod(Vec{0, -0.5, 7.4}, Vec{0.75, -0.45, 7.45}, 0.025, 8).mirror()
	head := Vec{0, -0.45, 11.7}
	wires := []*Mesh{
		rod(Vec{1.24, -0.4, 2.2}, Vec{0.75, -0.45, 7.45}, 0.012, 5).mirror(), rod(Vec{0.75, -0.45, 7.45}, head, 0.012, 5).mirror(),
		rod(Vec{0, -4.1, 2.85}, head, 0.013, 5), rod(Vec{0, 4.15, 2.3}, head, 0.012, 5), rod(Vec{-0.42, 2.7, 3.2}, Vec{0, 3.0, 2.4}, 0.012, 5)}
	flag := sheet(8, 3, 0.01, func(u, v float64) Vec {
		return Vec{0.07 * math.Sin(7*u) * u, -0.45 + 0.75*u, 11.92 + (v-0.5)*0.34*(1-u)}
	})
	return join(mast.paint(oak()), boom.paint(oak()), spreader.paint(oak()), join(wires...).paint(steel()),
		rod(Vec{0, -0.45, 11.8}, Vec{0, -0.45, 12.15}, 0.012, 6).paint(brass()), flag.paint(matte("pennant", 0xd43f34)))
}

func sailCloth(cloth Material) *Mesh {
	main := sheet(14, 24, 0.02, func(u, v float64) Vec {
		luff := Vec{0, -0.4, 3.35 + 8.2*v}
		leech := Vec{-0.55*(1-v) - 0.25*math.Sin(math.Pi*v), 3.2*(1-v) - 0.35 + 0.45*math.Sin(math.Pi*v), 3.4 + 8.2*v}
		return luff.mix(leech, u).add(Vec{-0.6 * math.Sin(math.Pi*math.Pow(u, 0.8)) * (1 - 0.75*v) * min(1, 0.35+2*v), 0, 0})
	})
	tack, head, clew := Vec{0, -3.95, 2.98}, Vec{0, -0.95, 10.3}, Vec{-0.75, 0.15, 2.95}
	jib := sheet(14, 24, 0.02, func(u, v float64) Vec {
		edge := clew.mix(head, v).add(Vec{-0.15 * math.Sin(math.Pi*v), -0.15 * math.Sin(math.Pi*v), 0})
		return tack.mix(head, v).mix(edge, u).add(Vec{-0.55 * math.Sin(math.Pi*math.Pow(u, 0.8)) * (1 - v) * min(1, 0.35+2*v), 0, 0})
	})
	return join(main, jib).paint(cloth)
}

func sailCradle() *Mesh {
	wood := satin("timber", 0xa9804f)
	cross := box(2.3, 0.22, 0.2, 0.02)
	post := join(rod(Vec{1.05, 0, 0.1}, Vec{0.85, 0, 1.2}, 0.07, 8), box(0.12, 0.3, 0.3, 0.03).turnY(-48).move(0.84, 0, 1.05)).mirror()
	frame := join(cross, post)
	return join(frame.copy().move(0, -1.3, -0.1), frame.move(0, 1.7, -0.1), box(0.2, 3.9, 0.12, 0.02).move(0.95, 0.2, -0.08).mirror()).paint(wood)
}
