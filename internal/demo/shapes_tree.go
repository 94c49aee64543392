package demo

import "math"

// broadleaf grows a tree. Twigs carry leaves, each a folded diamond with two
// sides.
type broadleaf struct {
	wood   []*Mesh
	leaves [3]*Mesh // by colour
	seed   int
}

// autumnBeech is some seven metres high, on a piece of lawn with fallen leaves.
func autumnBeech() []Part {
	t := &broadleaf{seed: 5}
	for i := range t.leaves {
		t.leaves[i] = &Mesh{}
	}
	t.branch(Vec{0, 0, -0.1}, Vec{0.04, 0.02, 1}.unit(), 2.1, 0.24, 4)
	roots := around(5, taper(Vec{0.15, 0, 0.42}, Vec{0.62, 0.1, -0.08}, 0.13, 0.03, 8))
	trunk := join(append(t.wood, roots)...).paint(matte("beech bark", 0x8b8378))
	for i := range 260 {
		p := polar(2.3*math.Sqrt(hash(i, 1, 1, 70)), 2*math.Pi*hash(i, 2, 1, 70), 0.02+0.02*hash(i, 3, 1, 70))
		t.leaf(p, Vec{hash(i, 4, 1, 70) - 0.5, hash(i, 5, 1, 70) - 0.5, 0.1}, 0.17)
	}
	colours := []uint32{0xd8742a, 0xeba638, 0xb4482a}
	crown := make([]*Mesh, len(colours))
	for i, c := range colours {
		crown[i] = t.leaves[i].paint(matte("leaves "+string(rune('a'+i)), c))
	}
	lawn := disc(8, 48, 2.7, func(x, y float64) float64 {
		r := math.Hypot(x, y) / 2.7
		return 0.25*(1-0.5*r*r) + 0.05*noise(Vec{x, y, 0}, 3)
	}).move(0, 0, -0.26).paint(matte("lawn", 0x8aa653))
	return []Part{{Name: "trunk", Mesh: trunk}, {Name: "crown", Mesh: join(crown...)}, {Name: "lawn", Mesh: lawn}}
}

// branch bends a little towards the light and ends in thinner ones.
func (t *broadleaf) branch(from, along Vec, length, radius float64, order int) {
	t.seed++
	side := perpendicular(along).turn(along, 6.28*hash(t.seed, 1, order, 1))
	bend := side.mul(0.25 * (hash(t.seed, 2, order, 1) - 0.3)).add(Vec{0, 0, 0.12})
	at := func(s float64) Vec { return from.add(along.mul(length * s)).add(bend.mul(length * s * s)) }
	t.wood = append(t.wood, sweep{outline: circle(1, 5+2*order), path: path(4, at), size: func(s float64) float64 { return radius * (1 - 0.42*s) }}.mesh())
	if order == 0 {
		t.twig(at, length)
		return
	}
	n := 3
	if order >= 3 {
		n = 4
	}
	turn := 6.28 * hash(t.seed, 3, order, 1)
	seed := t.seed
	for i := range n {
		s := 0.68 + 0.32*float64(i)/float64(n-1)
		spread := 0.72 - 0.22*float64(i)/float64(n-1) + 0.25*(hash(seed, 4, i, 1)-0.5)
		out := perpendicular(along).turn(along, turn+2.4*float64(i))
		next := along.mul(math.Cos(spread)).add(out.mul(math.Sin(spread))).unit()
		t.branch(at(s), next, length*(0.62+0.16*hash(seed, 5, i, 1)), radius*0.56, order-1)
	}
}

func (t *broadleaf) twig(at func(float64) Vec, length float64) {
	seed := t.seed
	for i := range 26 {
		p := at(0.1 + 1.0*hash(seed, i, 1, 8))
		off := Vec{hash(seed, i, 2, 8) - 0.5, hash(seed, i, 3, 8) - 0.5, hash(seed, i, 4, 8) - 0.5}
		t.leaf(p.add(off.mul(length*0.75)), off.add(Vec{0, 0, -0.15}), 0.19+0.07*hash(seed, i, 5, 8))
	}
}

func (t *broadleaf) leaf(at, along Vec, size float64) {
	along = along.unit()
	t.seed++
	side := perpendicular(along).turn(along, 6.28*hash(t.seed, 7, 7, 7))
	up := along.cross(side)
	m := t.leaves[int(2.999*hash(t.seed, 8, 8, 8))]
	base, tip := m.point(at), m.point(at.add(along.mul(size)))
	middle := at.add(along.mul(0.45 * size)).add(up.mul(0.09 * size))
	left, right := m.point(middle.add(side.mul(0.34*size))), m.point(middle.sub(side.mul(0.34*size)))
	m.face(base, tip, left)
	m.face(base, right, tip)
	m.face(base, left, tip)
	m.face(base, tip, right)
}
