package demo

import "math"

// pine is a low-poly conifer of stacked tiers; a snowy one is white where the
// tiers face the sky.
func pine(height float64, tiers int, needles Material, snowy bool) *Mesh {
	parts := []*Mesh{taper(Vec{0, 0, -0.02 * height}, Vec{0, 0, height * 0.3}, 0.05*height, 0.035*height, 7).paint(bark())}
	for i := range tiers {
		t := float64(i) / float64(tiers)
		radius := height * 0.27 * (1 - 0.8*t)
		high := height * 0.34 * (1 - 0.42*t)
		tier := pineTier(radius, high, i).paint(needles)
		if snowy {
			cap := pineTier(radius*0.84, high*0.84, i).move(0, 0, 0.23*high).paint(matte("snow", 0xf3f6f8))
			tier = join(tier, cap)
		}
		parts = append(parts, tier.turnZ(41*float64(i)).move(0, 0, height*(0.17+0.82*t*(1-0.24*t))))
	}
	whole := join(parts...)
	_, high := whole.bounds()
	return whole.scale(1, 1, height/high.z)
}

// pineTier is a cone whose rim goes in and out.
func pineTier(radius, height float64, seed int) *Mesh {
	const points = 14
	m := lathe(points, Pt{0, 0.16 * height}, Pt{radius, 0}, Pt{radius * 0.42, height * 0.5}, Pt{0, height})
	return m.each(func(p Vec) Vec {
		r := math.Hypot(p.x, p.y)
		if r < radius*0.9 {
			return p
		}
		i := int(math.Round(math.Atan2(p.y, p.x)/(2*math.Pi)*points+points)) % points
		k := 1 + 0.08*(hash(i, seed, 0, 2)-0.5)
		if i%2 == 1 {
			return Vec{p.x * 0.76 * k, p.y * 0.76 * k, p.z + 0.1*height}
		}
		return Vec{p.x * k, p.y * k, p.z - 0.06*height*hash(i, seed, 1, 2)}
	})
}

// pinePack is three conifers with a stump and a boulder.
func pinePack() []Part {
	stump := join(lathe(9, Pt{0, 0}, Pt{0.34, 0}, Pt{0.25, 0.12}, Pt{0.22, 0.4}, Pt{0, 0.4}).paint(bark()),
		cylinder(0.195, 0.195, 0.03, 9).move(0, 0, 0.39).paint(matte("cut wood", 0xd9b98a)))
	rock := boulder(0.55, 4)
	return []Part{
		{Name: "fir", Mesh: pine(3.9, 6, matte("fir green", 0x3f7d58), false).move(-0.9, 0.5, 0)},
		{Name: "larch", Mesh: pine(2.9, 5, matte("larch gold", 0xd99a3a), false).move(0.75, -0.1, 0)},
		{Name: "snowy spruce", Mesh: pine(3.3, 5, matte("spruce blue", 0x466f74), true).move(2.2, 0.55, 0)},
		{Name: "stump", Mesh: stump.move(-0.35, -0.85, 0)},
		{Name: "boulder", Mesh: rock.move(1.75, -0.75, 0)},
	}
}

// boulder is a faceted stone, sunk a little into the ground.
func boulder(radius float64, seed int) *Mesh {
	m := ball(1, 1).each(func(p Vec) Vec { return p.mul(1 + 0.5*noise(p.mul(1.3), seed) + 0.1*noise(p.mul(4), seed+1)) })
	return m.scale(radius, radius*0.85, radius*0.7).move(0, 0, radius*0.35).each(func(p Vec) Vec { p.z = max(p.z, 0); return p }).paint(granite())
}
