package demo

import "math"

// monstera is a pot plant with slit leaves, in a pot on a wooden stand.
func monstera() []Part {
	var leafs, stems []*Mesh
	const soil = 0.46
	for i := range 13 {
		t := float64(i) / 12
		angle, reach := 137.5*float64(i), 0.2+0.2*t-0.12*t*t
		high := soil + 0.72 - 0.52*t
		end := polar(reach, radians(angle), high)
		root := polar(0.035, radians(angle+40), soil-0.02)
		stems = append(stems, tube(smoothPath(5, root, root.mix(end, 0.45).add(Vec{0, 0, 0.12}), end), 0.006, 8))
		size := 0.24 + 0.07*hash(i, 1, 2, 3)
		leaf := monsteraLeaf(size, i).turnX(-8 - 34*t - 14*hash(i, 3, 3, 3)).turnZ(angle - 90 + 18*(hash(i, 2, 2, 2)-0.5))
		leafs = append(leafs, leaf.move(end.x, end.y, end.z))
	}
	return []Part{
		{Name: "leaves", Mesh: join(leafs...).paint(satin("leaf", 0x3e7f45))},
		{Name: "stems", Mesh: join(stems...).paint(satin("stem", 0x86a85a))},
		{Name: "pot", Mesh: monsteraPot()},
	}
}

func monsteraPot() *Mesh {
	pot := lathe(56, Pt{0, 0.2}, Pt{0.115, 0.2}, Pt{0.128, 0.212}, Pt{0.158, 0.47}, Pt{0.154, 0.476}, Pt{0.147, 0.472}, Pt{0.142, 0.44}, Pt{0, 0.44})
	earth := lathe(32, Pt{0, 0.42}, Pt{0.146, 0.45}, Pt{0, 0.462}).paint(matte("soil", 0x4a372b))
	leg := box(0.026, 0.026, 0.31, 0.004).move(0.162, 0, 0)
	cross := join(box(0.33, 0.024, 0.028, 0.004), box(0.024, 0.33, 0.028, 0.004)).move(0, 0, 0.17)
	return join(pot.paint(glossy("glazed white", 0xf2ede4)), earth, around(4, leg).paint(oak()), cross.paint(oak()))
}

// monsteraLeaf lies along y from its stalk, its face up, and hangs at the rim.
func monsteraLeaf(size float64, seed int) *Mesh {
	blade := grid{nu: 4, nv: 60, at: func(u, v float64) Vec {
		across := 2*u - 1
		heart := math.Pow(math.Sin(math.Pi*math.Pow(v, 0.66)), 0.6)
		slit := math.Abs(math.Mod(v*5+0.18*math.Copysign(1, across), 1) - 0.5)
		deep := 1 - 0.52*(1-smoothstep(0.02, 0.1, slit))*smoothstep(0.12, 0.2, v)*(1-smoothstep(0.78, 0.84, v))
		x := across * 0.56 * size * heart * deep
		y := size*(1.12*v-0.06) - 0.3*size*math.Abs(across)*deep*(1-v)*(1-v) + 0.12*size*math.Abs(across)*deep*v*(1-v)
		z := 0.35*math.Abs(x) - 1.3*x*x/size - 0.4*y*y/size + 0.012*size*math.Sin(9*v+float64(seed))
		return Vec{x, y, z}
	}}.mesh()
	return join(blade, blade.copy().flip())
}
