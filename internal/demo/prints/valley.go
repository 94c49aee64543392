package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// AlpineValley is a plate of terrain with a lake.
func AlpineValley() []sculpt.Part {
	return one("terrain", valleyModel())
}

const valleyLake = 9.0 // the lake's height on the plate

// valleyHeight is a valley that winds between ridges, with a lake at its end.
func valleyHeight(x, y float64) float64 {
	course := 13*math.Sin(y/26) + 5*math.Sin(y/11+1)
	away := math.Abs(x-course) / 55
	ridge := 0.0
	strength, p := 1.0, sculpt.V(x/34, y/34, 0)
	for octave := range 4 {
		n := 1 - math.Abs(sculpt.Noise(p, 50+octave))
		ridge += strength * n * n
		strength, p = strength*0.46, p.Mul(2.1)
	}
	rise := sculpt.Smoothstep(0.02, 0.85, away)
	slope := 9.5 + (y+55)*0.035
	lake := -4 * (1 - sculpt.Smoothstep(0.55, 1, math.Hypot((x-course)/19, (y+20)/27)))
	return max(slope+lake+rise*(4+19*ridge)+0.6*sculpt.Noise(sculpt.V(x/3, y/3, 0), 9), valleyLake)
}

// valleyModel is a plate of 110 mm, coloured by height and slope.
func valleyModel() *sculpt.Mesh {
	const cells = 104
	land := sculpt.Block(cells, cells, 110, 110, valleyHeight)
	land.Materials = []sculpt.Material{spool("lake", 0x4a93b8), spool("meadow", 0x9cb86a), spool("forest", 0x527c50), spool("rock", 0x9b9286),
		spool("snow", 0xf3f4f2), spool("earth", 0x7d6650)}
	for i := range land.Faces {
		land.Faces[i].Material = valleyColour(land, land.Faces[i])
	}
	return land
}

// valleyColour is an index of the model's materials.
func valleyColour(m *sculpt.Mesh, f sculpt.Face) uint16 {
	a, b, c := m.Points[f.V[0]], m.Points[f.V[1]], m.Points[f.V[2]]
	middle := a.Add(b).Add(c).Mul(1.0 / 3)
	upright := b.Sub(a).Cross(c.Sub(a)).Unit().Z
	level := middle.Z + 1.6*sculpt.Noise(middle.Mul(0.16), 70)
	switch {
	case upright < 0.02:
		return 5
	case max(a.Z, b.Z, c.Z) <= valleyLake:
		return 0
	case level > 30 && upright > 0.45:
		return 4
	case level > 25 || upright < 0.5:
		return 3
	case level > 13.5:
		return 2
	}
	return 1
}
