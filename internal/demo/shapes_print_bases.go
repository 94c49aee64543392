package demo

import "math"

// figureBase is a round base with a bevelled edge, for figures of 28 to 32 mm.
func figureBase(radius float64) *Mesh {
	return lathe(56, Pt{0, 0}, Pt{radius, 0}, Pt{radius - 1.2, 3.6}, Pt{radius - 2, 4}, Pt{0, 4})
}

// baseCobbles paves a base with rings of rounded stones.
func baseCobbles(radius float64) *Mesh {
	stones := []*Mesh{figureBase(radius)}
	for ring := range int((radius + 0.6) / 4) {
		r := 4 * float64(ring)
		n := max(int(2*math.Pi*r/4.4), 1)
		for i := range n {
			size := 0.9 + 0.16*hash(i, ring, 0, 2)
			p := polar(r, 2*math.Pi*float64(i)/float64(n)+0.6*hash(ring, 1, 0, 2), 4)
			stone := ball(2.4*size, 2).rough(0.18, 2, i+31*ring).scale(1, 1, 0.5+0.2*hash(i, ring, 1, 2))
			stones = append(stones, stone.turnZ(50*hash(i, ring, 2, 2)).move(p.x, p.y, p.z))
		}
	}
	return join(stones...)
}

// basePlanks is a jetty: boards cut to the round edge, with nails.
func basePlanks(radius float64) *Mesh {
	const wide = 4.2
	parts := []*Mesh{figureBase(radius)}
	n := int((radius - 2) / wide)
	for i := -n; i <= n; i++ {
		y := float64(i) * wide
		reach := math.Sqrt(max(sq(radius-1.4)-sq(math.Abs(y)+wide/2), 4))
		lean := 1.6 * (hash(i, 0, 0, 6) - 0.5)
		parts = append(parts, box(2*reach, wide-0.35, 1.8, 0.4).turnX(lean).move(0, y, 3.6+0.4*hash(i, 1, 0, 6)))
		for _, side := range []float64{-1, 1} {
			parts = append(parts, sphere(0.55, 10).move(side*(reach-2), y, 5.6))
		}
	}
	return join(parts...)
}

// baseRock breaks out of the base in ledges.
func baseRock(radius float64) *Mesh {
	rock := disc(20, 60, radius-2, func(x, y float64) float64 {
		away := math.Hypot(x, y) / (radius - 2)
		h := 3.4*(noise(Vec{x / 9, y / 9, 0}, 3)+0.7) + 1.4*noise(Vec{x / 4, y / 4, 0}, 9)
		ledge := math.Floor(h/1.5)*1.5 + 1.5*smoothstep(0.7, 1, h/1.5-math.Floor(h/1.5))
		return 3.4 + max(ledge, 0.2)*(1-smoothstep(0.75, 1, away)) + 0.3*noise(Vec{x, y, 0}, 4)
	})
	return join(figureBase(radius), rock)
}

// baseCrystals grow in clusters from cracked ground.
func baseCrystals(radius float64) *Mesh {
	parts := []*Mesh{figureBase(radius)}
	for i := range 15 {
		p := polar((radius-5)*math.Sqrt(hash(i, 0, 0, 21)), 2*math.Pi*hash(i, 1, 0, 21), 3.4)
		high, wide := 3+9*sq(hash(i, 2, 0, 21)), 1.1+1.1*hash(i, 3, 0, 21)
		crystal := lathe(6, Pt{0, 0}, Pt{wide, 0}, Pt{wide * 1.15, high * 0.72}, Pt{0, high})
		lean := Vec{p.x / radius * 0.7, p.y / radius * 0.7, 1}
		parts = append(parts, crystal.facet().aim(lean).move(p.x, p.y, p.z))
	}
	for i := range 12 {
		p := polar((radius-3)*math.Sqrt(hash(i, 5, 0, 21)), 2*math.Pi*hash(i, 6, 0, 21), 4)
		parts = append(parts, ball(1.7, 1).rough(0.5, 1.4, i).scale(1, 1, 0.6).move(p.x, p.y, p.z))
	}
	return join(parts...)
}

// baseTiles is a temple floor with some tiles sunk and one lost.
func baseTiles(radius float64) *Mesh {
	const side = 6.4
	parts := []*Mesh{figureBase(radius)}
	n := int(radius/side) + 1
	for i := -n; i <= n; i++ {
		for k := -n; k <= n; k++ {
			if hash(i, k, 0, 14) < 0.08 {
				continue
			}
			tile := baseClipped(side*float64(i)+side/2, side*float64(k)+side/2, side-0.5, radius-1.6)
			if len(tile) > 2 {
				slab := prism(1.5, tile).turnX(3 * (hash(i, k, 1, 14) - 0.5)).turnY(3 * (hash(i, k, 2, 14) - 0.5))
				parts = append(parts, slab.move(0, 0, 3.5+0.5*hash(i, k, 3, 14)))
			}
		}
	}
	return join(parts...)
}

// baseClipped is the part of a square that lies in a circle, if enough does.
func baseClipped(x, y, side, radius float64) []Pt {
	var outline []Pt
	for _, p := range shift(roundRect(side, side, 0.5, 3), x, y) {
		if l := math.Hypot(p[0], p[1]); l > radius {
			p = Pt{p[0] * radius / l, p[1] * radius / l}
		}
		if n := len(outline); n == 0 || math.Hypot(p[0]-outline[n-1][0], p[1]-outline[n-1][1]) > 0.05 {
			outline = append(outline, p)
		}
	}
	if len(outline) < 3 || area(outline) < 0.2*side*side {
		return nil
	}
	return outline
}
