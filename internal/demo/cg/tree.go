package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// broadleaf grows a tree. Twigs carry leaves, each a folded diamond with two
// sides.
type broadleaf struct {
	wood   []*sculpt.Mesh
	leaves [3]*sculpt.Mesh // by colour
	seed   int
}

// AutumnBeech is some seven metres high, on a piece of lawn with fallen leaves.
func AutumnBeech() []sculpt.Part {
	t := &broadleaf{seed: 5}
	for i := range t.leaves {
		t.leaves[i] = &sculpt.Mesh{}
	}
	t.branch(sculpt.V(0, 0, -0.1), sculpt.V(0.04, 0.02, 1).Unit(), 2.1, 0.24, 4)
	roots := sculpt.Around(5, sculpt.Taper(sculpt.V(0.15, 0, 0.42), sculpt.V(0.62, 0.1, -0.08), 0.13, 0.03, 8))
	trunk := sculpt.Join(append(t.wood, roots)...).Paint(sculpt.Matte("beech bark", 0x8b8378))
	for i := range 260 {
		p := sculpt.Polar(2.3*math.Sqrt(sculpt.Hash(i, 1, 1, 70)), 2*math.Pi*sculpt.Hash(i, 2, 1, 70), 0.02+0.02*sculpt.Hash(i, 3, 1, 70))
		t.leaf(p, sculpt.V(sculpt.Hash(i, 4, 1, 70)-0.5, sculpt.Hash(i, 5, 1, 70)-0.5, 0.1), 0.17)
	}
	colours := []uint32{0xd8742a, 0xeba638, 0xb4482a}
	crown := make([]*sculpt.Mesh, len(colours))
	for i, c := range colours {
		crown[i] = t.leaves[i].Paint(sculpt.Matte("leaves "+string(rune('a'+i)), c))
	}
	lawn := sculpt.Disc(8, 48, 2.7, func(x, y float64) float64 {
		r := math.Hypot(x, y) / 2.7
		return 0.25*(1-0.5*r*r) + 0.05*sculpt.Noise(sculpt.V(x, y, 0), 3)
	}).Move(0, 0, -0.26).Paint(sculpt.Matte("lawn", 0x8aa653))
	return []sculpt.Part{{Name: "trunk", Mesh: trunk}, {Name: "crown", Mesh: sculpt.Join(crown...)}, {Name: "lawn", Mesh: lawn}}
}

// branch bends a little towards the light and ends in thinner ones.
func (t *broadleaf) branch(from, along sculpt.Vec, length, radius float64, order int) {
	t.seed++
	side := sculpt.Perpendicular(along).Turn(along, 6.28*sculpt.Hash(t.seed, 1, order, 1))
	bend := side.Mul(0.25 * (sculpt.Hash(t.seed, 2, order, 1) - 0.3)).Add(sculpt.V(0, 0, 0.12))
	at := func(s float64) sculpt.Vec { return from.Add(along.Mul(length * s)).Add(bend.Mul(length * s * s)) }
	t.wood = append(t.wood, sculpt.Sweep{Outline: sculpt.Circle(1, 5+2*order), Path: sculpt.Path(4, at),
		Size: func(s float64) float64 { return radius * (1 - 0.42*s) }}.Mesh())
	if order == 0 {
		t.twig(at, length)
		return
	}
	n := 3
	if order >= 3 {
		n = 4
	}
	turn := 6.28 * sculpt.Hash(t.seed, 3, order, 1)
	seed := t.seed
	for i := range n {
		s := 0.68 + 0.32*float64(i)/float64(n-1)
		spread := 0.72 - 0.22*float64(i)/float64(n-1) + 0.25*(sculpt.Hash(seed, 4, i, 1)-0.5)
		out := sculpt.Perpendicular(along).Turn(along, turn+2.4*float64(i))
		next := along.Mul(math.Cos(spread)).Add(out.Mul(math.Sin(spread))).Unit()
		t.branch(at(s), next, length*(0.62+0.16*sculpt.Hash(seed, 5, i, 1)), radius*0.56, order-1)
	}
}

func (t *broadleaf) twig(at func(float64) sculpt.Vec, length float64) {
	seed := t.seed
	for i := range 26 {
		p := at(0.1 + 1.0*sculpt.Hash(seed, i, 1, 8))
		off := sculpt.V(sculpt.Hash(seed, i, 2, 8)-0.5, sculpt.Hash(seed, i, 3, 8)-0.5, sculpt.Hash(seed, i, 4, 8)-0.5)
		t.leaf(p.Add(off.Mul(length*0.75)), off.Add(sculpt.V(0, 0, -0.15)), 0.19+0.07*sculpt.Hash(seed, i, 5, 8))
	}
}

func (t *broadleaf) leaf(at, along sculpt.Vec, size float64) {
	along = along.Unit()
	t.seed++
	side := sculpt.Perpendicular(along).Turn(along, 6.28*sculpt.Hash(t.seed, 7, 7, 7))
	up := along.Cross(side)
	m := t.leaves[int(2.999*sculpt.Hash(t.seed, 8, 8, 8))]
	base, tip := m.Point(at), m.Point(at.Add(along.Mul(size)))
	middle := at.Add(along.Mul(0.45 * size)).Add(up.Mul(0.09 * size))
	left, right := m.Point(middle.Add(side.Mul(0.34*size))), m.Point(middle.Sub(side.Mul(0.34*size)))
	m.Face(base, tip, left)
	m.Face(base, right, tip)
	m.Face(base, left, tip)
	m.Face(base, tip, right)
}
