package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// Monstera is a pot plant with slit leaves, in a pot on a wooden stand.
func Monstera() []sculpt.Part {
	var leafs, stems []*sculpt.Mesh
	const soil = 0.46
	for i := range 13 {
		t := float64(i) / 12
		angle, reach := 137.5*float64(i), 0.2+0.2*t-0.12*t*t
		high := soil + 0.72 - 0.52*t
		end := sculpt.Polar(reach, sculpt.Radians(angle), high)
		root := sculpt.Polar(0.035, sculpt.Radians(angle+40), soil-0.02)
		stems = append(stems, sculpt.Tube(smoothPath(5, root, root.Mix(end, 0.45).Add(sculpt.V(0, 0, 0.12)), end), 0.006, 8))
		size := 0.24 + 0.07*sculpt.Hash(i, 1, 2, 3)
		leaf := monsteraLeaf(size, i).TurnX(-8 - 34*t - 14*sculpt.Hash(i, 3, 3, 3)).TurnZ(angle - 90 + 18*(sculpt.Hash(i, 2, 2, 2)-0.5))
		leafs = append(leafs, leaf.Move(end.X, end.Y, end.Z))
	}
	return []sculpt.Part{
		{Name: "leaves", Mesh: sculpt.Join(leafs...).Paint(sculpt.Satin("leaf", 0x3e7f45))},
		{Name: "stems", Mesh: sculpt.Join(stems...).Paint(sculpt.Satin("stem", 0x86a85a))},
		{Name: "pot", Mesh: monsteraPot()},
	}
}

func monsteraPot() *sculpt.Mesh {
	pot := sculpt.Lathe(56, []sculpt.Pt{{0, 0.2}, {0.115, 0.2}, {0.128, 0.212}, {0.158, 0.47}, {0.154, 0.476}, {0.147, 0.472}, {0.142, 0.44},
		{0, 0.44}})
	earth := sculpt.Lathe(32, []sculpt.Pt{{0, 0.42}, {0.146, 0.45}, {0, 0.462}}).Paint(sculpt.Matte("soil", 0x4a372b))
	leg := sculpt.Box(0.026, 0.026, 0.31, 0.004).Move(0.162, 0, 0)
	cross := sculpt.Join(sculpt.Box(0.33, 0.024, 0.028, 0.004), sculpt.Box(0.024, 0.33, 0.028, 0.004)).Move(0, 0, 0.17)
	return sculpt.Join(pot.Paint(sculpt.Glossy("glazed white", 0xf2ede4)), earth, sculpt.Around(4, leg).Paint(oak()), cross.Paint(oak()))
}

// monsteraLeaf lies along y from its stalk, its face up, and hangs at the rim.
func monsteraLeaf(size float64, seed int) *sculpt.Mesh {
	blade := sculpt.Grid{NU: 4, NV: 60, At: func(u, v float64) sculpt.Vec {
		across := 2*u - 1
		heart := math.Pow(math.Sin(math.Pi*math.Pow(v, 0.66)), 0.6)
		slit := math.Abs(math.Mod(v*5+0.18*math.Copysign(1, across), 1) - 0.5)
		deep := 1 - 0.52*(1-sculpt.Smoothstep(0.02, 0.1, slit))*sculpt.Smoothstep(0.12, 0.2, v)*(1-sculpt.Smoothstep(0.78, 0.84, v))
		x := across * 0.56 * size * heart * deep
		y := size*(1.12*v-0.06) - 0.3*size*math.Abs(across)*deep*(1-v)*(1-v) + 0.12*size*math.Abs(across)*deep*v*(1-v)
		z := 0.35*math.Abs(x) - 1.3*x*x/size - 0.4*y*y/size + 0.012*size*math.Sin(9*v+float64(seed))
		return sculpt.V(x, y, z)
	}}.Mesh()
	return sculpt.Join(blade, blade.Copy().Flip())
}
