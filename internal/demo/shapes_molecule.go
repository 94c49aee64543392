package demo

// atom is an atom of a molecule: its element and place in ångströms.
type atom struct {
	element byte
	at      Vec
}

// caffeineAtoms are measured places in the molecule's own plane.
func caffeineAtoms() []atom {
	return []atom{
		{'O', Vec{0.4700, 2.5688, 0.0006}}, {'O', Vec{-3.1271, -0.4436, -0.0003}}, {'N', Vec{-0.9686, -1.3125, 0}}, {'N', Vec{2.2182, 0.1412, -0.0003}},
		{'N', Vec{-1.3477, 1.0797, -0.0001}}, {'N', Vec{1.4119, -1.9372, 0.0002}}, {'C', Vec{0.8579, 0.2592, -0.0008}}, {'C', Vec{0.3897, -1.0264, -0.0004}},
		{'C', Vec{0.0307, 1.4220, -0.0006}}, {'C', Vec{-1.9061, -0.2495, -0.0004}}, {'C', Vec{2.5032, -1.1998, 0.0003}}, {'C', Vec{-1.4276, -2.6960, 0.0008}},
		{'C', Vec{3.1926, 1.2061, 0.0003}}, {'C', Vec{-2.2969, 2.1881, 0.0007}}, {'H', Vec{3.5163, -1.5787, 0.0008}}, {'H', Vec{-1.0451, -3.1973, -0.8937}},
		{'H', Vec{-2.5186, -2.7596, 0.0011}}, {'H', Vec{-1.0447, -3.1963, 0.8957}}, {'H', Vec{4.1992, 0.7801, 0.0002}}, {'H', Vec{3.0468, 1.8092, -0.8992}},
		{'H', Vec{3.0466, 1.8083, 0.9004}}, {'H', Vec{-1.8087, 3.1651, -0.0003}}, {'H', Vec{-2.9322, 2.1027, 0.8881}}, {'H', Vec{-2.9346, 2.1021, -0.8849}},
	}
}

// caffeineDouble are the pairs of atoms with a double bond.
func caffeineDouble(a, b int) bool {
	pairs := map[[2]int]bool{{0, 8}: true, {1, 9}: true, {6, 7}: true, {5, 10}: true}
	return pairs[[2]int{min(a, b), max(a, b)}]
}

// caffeine is a ball-and-stick model, 0.1 m for an ångström, standing upright.
func caffeine() []Part {
	atoms := caffeineAtoms()
	var balls, sticks []*Mesh
	for i, a := range atoms {
		radius, material := atomLook(a.element)
		balls = append(balls, sphere(radius, 24).move(a.at.x, a.at.y, a.at.z).paint(material))
		for k := range i {
			length := a.at.sub(atoms[k].at).length()
			if length < 1.2 || length < 1.65 && a.element != 'H' && atoms[k].element != 'H' {
				sticks = append(sticks, atomBond(a, atoms[k], caffeineDouble(i, k)))
			}
		}
	}
	place := func(m *Mesh) *Mesh { return m.zoom(0.1).turnX(76).turnY(-8).move(0, 0, 0.345) }
	return []Part{{Name: "atoms", Mesh: place(join(balls...))}, {Name: "bonds", Mesh: place(join(sticks...))}}
}

func atomLook(element byte) (radius float64, material Material) {
	switch element {
	case 'O':
		return 0.37, glossy("oxygen", 0xd93a33)
	case 'N':
		return 0.39, glossy("nitrogen", 0x3d62d0)
	case 'C':
		return 0.40, glossy("carbon", 0x3c3f45)
	default:
		return 0.25, glossy("hydrogen", 0xf1f1ee)
	}
}

// atomBond is a stick in both atoms' colours, or two for a double bond.
func atomBond(a, b atom, double bool) *Mesh {
	_, first := atomLook(a.element)
	_, second := atomLook(b.element)
	middle := a.at.mix(b.at, 0.5)
	stick := func(aside Vec, radius float64) *Mesh {
		return join(rod(a.at.add(aside), middle.add(aside), radius, 12).paint(first), rod(middle.add(aside), b.at.add(aside), radius, 12).paint(second))
	}
	if !double {
		return stick(Vec{}, 0.13)
	}
	side := b.at.sub(a.at).cross(Vec{0, 0, 1}).unit().mul(0.15)
	return join(stick(side, 0.085), stick(side.mul(-1), 0.085))
}
