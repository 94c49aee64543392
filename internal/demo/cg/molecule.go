package cg

import "vitrine/internal/demo/sculpt"

// atom is an atom of a molecule: its element and place in ångströms.
type atom struct {
	element byte
	at      sculpt.Vec
}

// caffeineAtoms are measured places in the molecule's own plane.
func caffeineAtoms() []atom {
	return []atom{
		{'O', sculpt.V(0.4700, 2.5688, 0.0006)}, {'O', sculpt.V(-3.1271, -0.4436, -0.0003)}, {'N', sculpt.V(-0.9686, -1.3125, 0)},
		{'N', sculpt.V(2.2182, 0.1412, -0.0003)},
		{'N', sculpt.V(-1.3477, 1.0797, -0.0001)}, {'N', sculpt.V(1.4119, -1.9372, 0.0002)}, {'C', sculpt.V(0.8579, 0.2592, -0.0008)},
		{'C', sculpt.V(0.3897, -1.0264, -0.0004)},
		{'C', sculpt.V(0.0307, 1.4220, -0.0006)}, {'C', sculpt.V(-1.9061, -0.2495, -0.0004)}, {'C', sculpt.V(2.5032, -1.1998, 0.0003)},
		{'C', sculpt.V(-1.4276, -2.6960, 0.0008)},
		{'C', sculpt.V(3.1926, 1.2061, 0.0003)}, {'C', sculpt.V(-2.2969, 2.1881, 0.0007)}, {'H', sculpt.V(3.5163, -1.5787, 0.0008)},
		{'H', sculpt.V(-1.0451, -3.1973, -0.8937)},
		{'H', sculpt.V(-2.5186, -2.7596, 0.0011)}, {'H', sculpt.V(-1.0447, -3.1963, 0.8957)}, {'H', sculpt.V(4.1992, 0.7801, 0.0002)},
		{'H', sculpt.V(3.0468, 1.8092, -0.8992)},
		{'H', sculpt.V(3.0466, 1.8083, 0.9004)}, {'H', sculpt.V(-1.8087, 3.1651, -0.0003)}, {'H', sculpt.V(-2.9322, 2.1027, 0.8881)},
		{'H', sculpt.V(-2.9346, 2.1021, -0.8849)},
	}
}

// caffeineDouble are the pairs of atoms with a double bond.
func caffeineDouble(a, b int) bool {
	pairs := map[[2]int]bool{{0, 8}: true, {1, 9}: true, {6, 7}: true, {5, 10}: true}
	return pairs[[2]int{min(a, b), max(a, b)}]
}

// Caffeine is a ball-and-stick model, 0.1 m for an ångström, standing upright.
func Caffeine() []sculpt.Part {
	atoms := caffeineAtoms()
	var balls, sticks []*sculpt.Mesh
	for i, a := range atoms {
		radius, material := atomLook(a.element)
		balls = append(balls, sculpt.Sphere(radius, 24).Move(a.at.X, a.at.Y, a.at.Z).Paint(material))
		for k := range i {
			length := a.at.Sub(atoms[k].at).Length()
			if length < 1.2 || length < 1.65 && a.element != 'H' && atoms[k].element != 'H' {
				sticks = append(sticks, atomBond(a, atoms[k], caffeineDouble(i, k)))
			}
		}
	}
	place := func(m *sculpt.Mesh) *sculpt.Mesh { return m.Zoom(0.1).TurnX(76).TurnY(-8).Move(0, 0, 0.345) }
	return []sculpt.Part{{Name: "atoms", Mesh: place(sculpt.Join(balls...))}, {Name: "bonds", Mesh: place(sculpt.Join(sticks...))}}
}

func atomLook(element byte) (radius float64, material sculpt.Material) {
	switch element {
	case 'O':
		return 0.37, sculpt.Glossy("oxygen", 0xd93a33)
	case 'N':
		return 0.39, sculpt.Glossy("nitrogen", 0x3d62d0)
	case 'C':
		return 0.40, sculpt.Glossy("carbon", 0x3c3f45)
	default:
		return 0.25, sculpt.Glossy("hydrogen", 0xf1f1ee)
	}
}

// atomBond is a stick in both atoms' colours, or two for a double bond.
func atomBond(a, b atom, double bool) *sculpt.Mesh {
	_, first := atomLook(a.element)
	_, second := atomLook(b.element)
	middle := a.at.Mix(b.at, 0.5)
	stick := func(aside sculpt.Vec, radius float64) *sculpt.Mesh {
		return sculpt.Join(sculpt.Rod(a.at.Add(aside), middle.Add(aside), radius, 12).Paint(first),
			sculpt.Rod(middle.Add(aside), b.at.Add(aside), radius, 12).Paint(second))
	}
	if !double {
		return stick(sculpt.Vec{}, 0.13)
	}
	side := b.at.Sub(a.at).Cross(sculpt.V(0, 0, 1)).Unit().Mul(0.15)
	return sculpt.Join(stick(side, 0.085), stick(side.Mul(-1), 0.085))
}
