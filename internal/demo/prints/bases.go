package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// ScenicBases is five bases for figures: rock, cobbles, jetty, crystals and temple floor.
func ScenicBases() []sculpt.Part {
	return []sculpt.Part{
		{Name: "rock", Mesh: baseRock(25).Move(0, 8, 0).Paint(spool("rock", 0x8d8b88))},
		{Name: "cobbles", Mesh: baseCobbles(16).Move(-44, -2, 0).Paint(spool("cobbles", 0xa79c8b))},
		{Name: "jetty", Mesh: basePlanks(16).Move(-19, -34, 0).Paint(spool("jetty", 0xa9784c))},
		{Name: "crystals", Mesh: baseCrystals(16).Move(19, -34, 0).Paint(spool("crystals", 0x7f8fd0))},
		{Name: "temple floor", Mesh: baseTiles(16).Move(44, -2, 0).Paint(spool("temple", 0xd9c59a))},
	}
}

// figureBase is a round base with a bevelled edge, for figures of 28 to 32 mm.
func figureBase(radius float64) *sculpt.Mesh {
	return sculpt.Lathe(56, []sculpt.Pt{{0, 0}, {radius, 0}, {radius - 1.2, 3.6}, {radius - 2, 4}, {0, 4}})
}

// baseCobbles paves a base with rings of rounded stones.
func baseCobbles(radius float64) *sculpt.Mesh {
	stones := []*sculpt.Mesh{figureBase(radius)}
	for ring := range int((radius + 0.6) / 4) {
		r := 4 * float64(ring)
		n := max(int(2*math.Pi*r/4.4), 1)
		for i := range n {
			size := 0.9 + 0.16*sculpt.Hash(i, ring, 0, 2)
			p := sculpt.Polar(r, 2*math.Pi*float64(i)/float64(n)+0.6*sculpt.Hash(ring, 1, 0, 2), 4)
			stone := sculpt.Ball(2.4*size, 2).Rough(0.18, 2, i+31*ring).Scale(1, 1, 0.5+0.2*sculpt.Hash(i, ring, 1, 2))
			stones = append(stones, stone.TurnZ(50*sculpt.Hash(i, ring, 2, 2)).Move(p.X, p.Y, p.Z))
		}
	}
	return sculpt.Join(stones...)
}

// basePlanks is a jetty: boards cut to the round edge, with nails.
func basePlanks(radius float64) *sculpt.Mesh {
	const wide = 4.2
	parts := []*sculpt.Mesh{figureBase(radius)}
	n := int((radius - 2) / wide)
	for i := -n; i <= n; i++ {
		y := float64(i) * wide
		reach := math.Sqrt(max(sq(radius-1.4)-sq(math.Abs(y)+wide/2), 4))
		lean := 1.6 * (sculpt.Hash(i, 0, 0, 6) - 0.5)
		parts = append(parts, sculpt.Box(2*reach, wide-0.35, 1.8, 0.4).TurnX(lean).Move(0, y, 3.6+0.4*sculpt.Hash(i, 1, 0, 6)))
		for _, side := range []float64{-1, 1} {
			parts = append(parts, sculpt.Sphere(0.55, 10).Move(side*(reach-2), y, 5.6))
		}
	}
	return sculpt.Join(parts...)
}

// baseRock breaks out of the base in ledges.
func baseRock(radius float64) *sculpt.Mesh {
	rock := sculpt.Disc(20, 60, radius-2, func(x, y float64) float64 {
		away := math.Hypot(x, y) / (radius - 2)
		h := 3.4*(sculpt.Noise(sculpt.V(x/9, y/9, 0), 3)+0.7) + 1.4*sculpt.Noise(sculpt.V(x/4, y/4, 0), 9)
		ledge := math.Floor(h/1.5)*1.5 + 1.5*sculpt.Smoothstep(0.7, 1, h/1.5-math.Floor(h/1.5))
		return 3.4 + max(ledge, 0.2)*(1-sculpt.Smoothstep(0.75, 1, away)) + 0.3*sculpt.Noise(sculpt.V(x, y, 0), 4)
	})
	return sculpt.Join(figureBase(radius), rock)
}

// baseCrystals grow in clusters from cracked ground.
func baseCrystals(radius float64) *sculpt.Mesh {
	parts := []*sculpt.Mesh{figureBase(radius)}
	for i := range 15 {
		p := sculpt.Polar((radius-5)*math.Sqrt(sculpt.Hash(i, 0, 0, 21)), 2*math.Pi*sculpt.Hash(i, 1, 0, 21), 3.4)
		high, wide := 3+9*sq(sculpt.Hash(i, 2, 0, 21)), 1.1+1.1*sculpt.Hash(i, 3, 0, 21)
		crystal := sculpt.Lathe(6, []sculpt.Pt{{0, 0}, {wide, 0}, {wide * 1.15, high * 0.72}, {0, high}})
		lean := sculpt.V(p.X/radius*0.7, p.Y/radius*0.7, 1)
		parts = append(parts, crystal.Facet().Aim(lean).Move(p.X, p.Y, p.Z))
	}
	for i := range 12 {
		p := sculpt.Polar((radius-3)*math.Sqrt(sculpt.Hash(i, 5, 0, 21)), 2*math.Pi*sculpt.Hash(i, 6, 0, 21), 4)
		parts = append(parts, sculpt.Ball(1.7, 1).Rough(0.5, 1.4, i).Scale(1, 1, 0.6).Move(p.X, p.Y, p.Z))
	}
	return sculpt.Join(parts...)
}

// baseTiles is a temple floor with some tiles sunk and one lost.
func baseTiles(radius float64) *sculpt.Mesh {
	const side = 6.4
	parts := []*sculpt.Mesh{figureBase(radius)}
	n := int(radius/side) + 1
	for i := -n; i <= n; i++ {
		for k := -n; k <= n; k++ {
			if sculpt.Hash(i, k, 0, 14) < 0.08 {
				continue
			}
			tile := baseClipped(side*float64(i)+side/2, side*float64(k)+side/2, side-0.5, radius-1.6)
			if len(tile) > 2 {
				slab := sculpt.Prism(1.5, tile).TurnX(3 * (sculpt.Hash(i, k, 1, 14) - 0.5)).TurnY(3 * (sculpt.Hash(i, k, 2, 14) - 0.5))
				parts = append(parts, slab.Move(0, 0, 3.5+0.5*sculpt.Hash(i, k, 3, 14)))
			}
		}
	}
	return sculpt.Join(parts...)
}

// baseClipped is the part of a square that lies in a circle, if enough does.
func baseClipped(x, y, side, radius float64) []sculpt.Pt {
	var outline []sculpt.Pt
	for _, p := range sculpt.Shift(sculpt.RoundRect(side, side, 0.5, 3), x, y) {
		if l := math.Hypot(p[0], p[1]); l > radius {
			p = sculpt.Pt{p[0] * radius / l, p[1] * radius / l}
		}
		if n := len(outline); n == 0 || math.Hypot(p[0]-outline[n-1][0], p[1]-outline[n-1][1]) > 0.05 {
			outline = append(outline, p)
		}
	}
	if len(outline) < 3 || sculpt.Area(outline) < 0.2*side*side {
		return nil
	}
	return outline
}
