package demo

import "math"

// ruinLower is the lower storey on its ground plate.
func ruinLower() *Mesh {
	whole := func(float64) float64 { return ruinStorey }
	ground := lathe(64, Pt{0, 0}, Pt{56, 0}, Pt{54, 3}, Pt{52, 4.4}, Pt{0, 4.4})
	parts := []*Mesh{ground, ruinWall(0, ruinStorey, whole), ruinFrame(ruinOpenings()[0], 3, 9)}
	step := box(24, 9, 2.4, 0.8)
	parts = append(parts, step.copy().move(0, -48.5, 4), step.copy().scale(0.8, 0.8, 1).move(0, -45, 5.6))
	for i := range 26 {
		angle := radians(-50 + 280*hash(i, 1, 2, 8))
		size := 1.6 + 2.6*hash(i, 2, 2, 8)
		rock := ball(size, 1).rough(0.5, 0.8*size, i).scale(1, 1, 0.75)
		p := polar(47.5+5*hash(i, 3, 2, 8), angle, ruinFloor+0.8)
		parts = append(parts, rock.move(p.x, p.y, p.z))
	}
	return join(parts...)
}

// ruinUpper is the broken storey, highest at the back.
func ruinUpper() *Mesh {
	parts := []*Mesh{ruinWall(ruinStorey, 13, func(angle float64) float64 {
		return 9 + 2.6*math.Cos(angle-radians(115)) + 1.1*noise(polar(2.2, angle, 0), 5)
	})}
	for _, o := range ruinOpenings()[1:] {
		parts = append(parts, ruinFrame(o, 2, 5))
	}
	return join(parts...)
}

// ruinPlanks is the upper floor, with a hatch for the ladder.
func ruinPlanks() *Mesh {
	const wide, radius = 6.4, ruinInner - 0.4
	var planks []*Mesh
	for i := -5; i <= 5; i++ {
		y := float64(i) * wide
		reach := math.Sqrt(max(sq(radius)-sq(math.Abs(y)+wide/2), 0)) - 3*hash(i, 0, 0, 12)
		from, to := -reach, reach
		if i > 0 && i < 4 {
			to = 4 // the hatch
		}
		z := 0.4 * hash(i, 1, 0, 12)
		planks = append(planks, box(to-from, wide+0.2, 2.6+z, 0.5).move((from+to)/2, y, 0))
		if to < reach && reach > 23 {
			planks = append(planks, box(reach-22, wide+0.2, 2.6, 0.5).move((reach+22)/2, y, 0))
		}
	}
	beam := box(3, 68, 3, 0.6).move(0, 0, -1.8)
	return join(append(planks, beam.copy().move(-18, 0, 0), beam.copy().scale(1, 0.75, 1).move(25, 0, 0), box(14, 1.2, 1.2, 0.2).move(13, 3.2, 1))...)
}

// ruinLadder leads from the ground to a little above the hatch.
func ruinLadder(high float64) *Mesh {
	pole := rod(Vec{-4, 0, 0}, Vec{-4, 0, high}, 1, 10).mirror()
	rung := rod(Vec{-4.6, 0, 0}, Vec{4.6, 0, 0}, 0.75, 8)
	return join(pole, repeat(int(high/6), rung, func(i int, c *Mesh) { c.move(0, 0, 4+6*float64(i)) }))
}
