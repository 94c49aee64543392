package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// Watchtower is a ruin of two storeys with floor and ladder.
func Watchtower() []sculpt.Part {
	stone, timber := spool("stone", 0xb0a894), spool("timber", 0x8d6a45)
	return []sculpt.Part{
		{Name: "lower storey", Mesh: ruinLower().Paint(stone)},
		{Name: "upper storey", Mesh: ruinUpper().Paint(stone)},
		{Name: "plank floor", Mesh: ruinPlanks().Move(0, 0, ruinFloor+ruinStorey*ruinRow-1).Paint(timber)},
		{Name: "ladder", Mesh: ruinLadder(56).TurnX(-8).Move(12, 8, 4).Paint(timber)},
	}
}

// ruinLower is the lower storey on its ground plate.
func ruinLower() *sculpt.Mesh {
	whole := func(float64) float64 { return ruinStorey }
	ground := sculpt.Lathe(64, []sculpt.Pt{{0, 0}, {56, 0}, {54, 3}, {52, 4.4}, {0, 4.4}})
	parts := []*sculpt.Mesh{ground, ruinWall(0, ruinStorey, whole), ruinFrame(ruinOpenings()[0], 3, 9)}
	step := sculpt.Box(24, 9, 2.4, 0.8)
	parts = append(parts, step.Copy().Move(0, -48.5, 4), step.Copy().Scale(0.8, 0.8, 1).Move(0, -45, 5.6))
	for i := range 26 {
		angle := sculpt.Radians(-50 + 280*sculpt.Hash(i, 1, 2, 8))
		size := 1.6 + 2.6*sculpt.Hash(i, 2, 2, 8)
		rock := sculpt.Ball(size, 1).Rough(0.5, 0.8*size, i).Scale(1, 1, 0.75)
		p := sculpt.Polar(47.5+5*sculpt.Hash(i, 3, 2, 8), angle, ruinFloor+0.8)
		parts = append(parts, rock.Move(p.X, p.Y, p.Z))
	}
	return sculpt.Join(parts...)
}

// ruinUpper is the broken storey, highest at the back.
func ruinUpper() *sculpt.Mesh {
	parts := []*sculpt.Mesh{ruinWall(ruinStorey, 13, func(angle float64) float64 {
		return 9 + 2.6*math.Cos(angle-sculpt.Radians(115)) + 1.1*sculpt.Noise(sculpt.Polar(2.2, angle, 0), 5)
	})}
	for _, o := range ruinOpenings()[1:] {
		parts = append(parts, ruinFrame(o, 2, 5))
	}
	return sculpt.Join(parts...)
}

// ruinPlanks is the upper floor, with a hatch for the ladder.
func ruinPlanks() *sculpt.Mesh {
	const wide, radius = 6.4, ruinInner - 0.4
	var planks []*sculpt.Mesh
	for i := -5; i <= 5; i++ {
		y := float64(i) * wide
		reach := math.Sqrt(max(sq(radius)-sq(math.Abs(y)+wide/2), 0)) - 3*sculpt.Hash(i, 0, 0, 12)
		from, to := -reach, reach
		if i > 0 && i < 4 {
			to = 4 // the hatch
		}
		z := 0.4 * sculpt.Hash(i, 1, 0, 12)
		planks = append(planks, sculpt.Box(to-from, wide+0.2, 2.6+z, 0.5).Move((from+to)/2, y, 0))
		if to < reach && reach > 23 {
			planks = append(planks, sculpt.Box(reach-22, wide+0.2, 2.6, 0.5).Move((reach+22)/2, y, 0))
		}
	}
	beam := sculpt.Box(3, 68, 3, 0.6).Move(0, 0, -1.8)
	return sculpt.Join(append(planks, beam.Copy().Move(-18, 0, 0), beam.Copy().Scale(1, 0.75, 1).Move(25, 0, 0),
		sculpt.Box(14, 1.2, 1.2, 0.2).Move(13, 3.2, 1))...)
}

// ruinLadder leads from the ground to a little above the hatch.
func ruinLadder(high float64) *sculpt.Mesh {
	pole := sculpt.Rod(sculpt.V(-4, 0, 0), sculpt.V(-4, 0, high), 1, 10).Mirror()
	rung := sculpt.Rod(sculpt.V(-4.6, 0, 0), sculpt.V(4.6, 0, 0), 0.75, 8)
	return sculpt.Join(pole, sculpt.Repeat(int(high/6), rung, func(i int, c *sculpt.Mesh) { c.Move(0, 0, 4+6*float64(i)) }))
}
