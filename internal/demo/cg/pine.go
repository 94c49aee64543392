package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// pine is a low-poly conifer of stacked tiers; a snowy one is white where the
// tiers face the sky.
func pine(height float64, tiers int, needles sculpt.Material, snowy bool) *sculpt.Mesh {
	parts := []*sculpt.Mesh{sculpt.Taper(sculpt.V(0, 0, -0.02*height), sculpt.V(0, 0, height*0.3), 0.05*height, 0.035*height, 7).Paint(bark())}
	for i := range tiers {
		t := float64(i) / float64(tiers)
		radius := height * 0.27 * (1 - 0.8*t)
		high := height * 0.34 * (1 - 0.42*t)
		tier := pineTier(radius, high, i).Paint(needles)
		if snowy {
			cap := pineTier(radius*0.84, high*0.84, i).Move(0, 0, 0.23*high).Paint(sculpt.Matte("snow", 0xf3f6f8))
			tier = sculpt.Join(tier, cap)
		}
		parts = append(parts, tier.TurnZ(41*float64(i)).Move(0, 0, height*(0.17+0.82*t*(1-0.24*t))))
	}
	whole := sculpt.Join(parts...)
	_, high := whole.Bounds()
	return whole.Scale(1, 1, height/high.Z)
}

// pineTier is a cone whose rim goes in and out.
func pineTier(radius, height float64, seed int) *sculpt.Mesh {
	const points = 14
	m := sculpt.Lathe(points, []sculpt.Pt{{0, 0.16 * height}, {radius, 0}, {radius * 0.42, height * 0.5}, {0, height}})
	return m.Each(func(p sculpt.Vec) sculpt.Vec {
		r := math.Hypot(p.X, p.Y)
		if r < radius*0.9 {
			return p
		}
		i := int(math.Round(math.Atan2(p.Y, p.X)/(2*math.Pi)*points+points)) % points
		k := 1 + 0.08*(sculpt.Hash(i, seed, 0, 2)-0.5)
		if i%2 == 1 {
			return sculpt.V(p.X*0.76*k, p.Y*0.76*k, p.Z+0.1*height)
		}
		return sculpt.V(p.X*k, p.Y*k, p.Z-0.06*height*sculpt.Hash(i, seed, 1, 2))
	})
}

// PinePack is three conifers with a stump and a boulder.
func PinePack() []sculpt.Part {
	stump := sculpt.Join(sculpt.Lathe(9, []sculpt.Pt{{0, 0}, {0.34, 0}, {0.25, 0.12}, {0.22, 0.4}, {0, 0.4}}).Paint(bark()),
		sculpt.Cylinder(0.195, 0.195, 0.03, 9).Move(0, 0, 0.39).Paint(sculpt.Matte("cut wood", 0xd9b98a)))
	rock := boulder(0.55, 4)
	return []sculpt.Part{
		{Name: "fir", Mesh: pine(3.9, 6, sculpt.Matte("fir green", 0x3f7d58), false).Move(-0.9, 0.5, 0)},
		{Name: "larch", Mesh: pine(2.9, 5, sculpt.Matte("larch gold", 0xd99a3a), false).Move(0.75, -0.1, 0)},
		{Name: "snowy spruce", Mesh: pine(3.3, 5, sculpt.Matte("spruce blue", 0x466f74), true).Move(2.2, 0.55, 0)},
		{Name: "stump", Mesh: stump.Move(-0.35, -0.85, 0)},
		{Name: "boulder", Mesh: rock.Move(1.75, -0.75, 0)},
	}
}

// boulder is a faceted stone, sunk a little into the ground.
func boulder(radius float64, seed int) *sculpt.Mesh {
	m := sculpt.Ball(1, 1).Each(func(p sculpt.Vec) sculpt.Vec {
		return p.Mul(1 + 0.5*sculpt.Noise(p.Mul(1.3), seed) + 0.1*sculpt.Noise(p.Mul(4), seed+1))
	})
	return m.Scale(radius, radius*0.85, radius*0.7).Move(0, 0, radius*0.35).
		Each(func(p sculpt.Vec) sculpt.Vec { p.Z = max(p.Z, 0); return p }).Paint(granite())
}
