package cg

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// Guitar is a concert guitar on its stand. It is built lying on its back, with
// the neck along y and the strings upwards, and then stood up.
func Guitar() []sculpt.Part {
	spruce, rosewood := sculpt.Glossy("spruce", 0xdfae6a), sculpt.Satin("rosewood", 0x3f261d)
	lying := sculpt.Join(guitarBody(spruce), guitarNeck(rosewood), guitarHead(rosewood), guitarStrings(rosewood))
	return []sculpt.Part{
		{Name: "guitar", Mesh: lying.TurnX(78).Move(0, 0, 0.085)},
		{Name: "stand", Mesh: guitarStand()},
	}
}

// guitarOutline is the body's, so much larger than the wood all round.
func guitarOutline(more float64) []sculpt.Pt {
	half := []sculpt.Pt{{0, 0}, {0.1, 0.012}, {0.172, 0.07}, {0.182, 0.135}, {0.15, 0.215}, {0.122, 0.275}, {0.132, 0.345}, {0.142, 0.395},
		{0.118, 0.455}, {0.06, 0.482}, {0, 0.486}}
	points := append([]sculpt.Pt{}, half...)
	for i := len(half) - 2; i > 0; i-- {
		points = append(points, sculpt.Pt{-half[i][0], half[i][1]})
	}
	grow := 1 + more/0.18
	for i, p := range points {
		points[i] = sculpt.Pt{p[0] * grow, 0.243 + (p[1]-0.243)*(1+more/0.243)}
	}
	return sculpt.SmoothLoop(6, points)
}

func guitarBody(top sculpt.Material) *sculpt.Mesh {
	hole := sculpt.Shift(sculpt.Circle(0.0435, 48), 0, 0.32)
	sides := sculpt.Prism(0.092, guitarOutline(0)).Paint(sculpt.Glossy("mahogany", 0x7a3f26))
	table := sculpt.Prism(0.0045, guitarOutline(0.0015), hole).Move(0, 0, 0.092).Paint(top)
	binding := []*sculpt.Mesh{sculpt.Prism(0.006, guitarOutline(0.003)).Move(0, 0, 0.0885),
		sculpt.Prism(0.006, guitarOutline(0.003)).Move(0, 0, -0.002)}
	back := sculpt.Prism(0.002, guitarOutline(0.0012)).Move(0, 0, -0.003).Paint(sculpt.Glossy("mahogany", 0x7a3f26))
	inside := sculpt.Prism(0.001, sculpt.Shift(sculpt.Circle(0.046, 40), 0, 0.32)).Move(0, 0, 0.0938).Paint(sculpt.Matte("inside", 0x1c1412))
	rosette := sculpt.Join(
		sculpt.Hoop(64, []sculpt.Pt{{0.047, 0}, {0.058, 0}, {0.058, 0.0006}, {0.047, 0.0006}}).Paint(sculpt.Satin("rosewood", 0x3f261d)),
		sculpt.Hoop(64, []sculpt.Pt{{0.0505, 0}, {0.0545, 0}, {0.0545, 0.0009}, {0.0505, 0.0009}}).Paint(white()))
	return sculpt.Join(sides, back, sculpt.Join(binding...).Paint(white()), table, inside, rosette.Move(0, 0.32, 0.0965))
}

func guitarNeck(board sculpt.Material) *sculpt.Mesh {
	wood := sculpt.Satin("neck", 0xa06a3e)
	neck := sculpt.Hull(sculpt.V(-0.027, 0.44, 0.096), sculpt.V(0.027, 0.44, 0.096), sculpt.V(-0.016, 0.47, 0.068),
		sculpt.V(0.016, 0.47, 0.068),
		sculpt.V(-0.0245, 0.82, 0.096), sculpt.V(0.0245, 0.82, 0.096), sculpt.V(-0.014, 0.82, 0.079), sculpt.V(0.014, 0.82, 0.079))
	heel := sculpt.Hull(sculpt.V(-0.026, 0.475, 0.09), sculpt.V(0.026, 0.475, 0.09), sculpt.V(-0.024, 0.475, 0.01),
		sculpt.V(0.024, 0.475, 0.01),
		sculpt.V(-0.022, 0.545, 0.085), sculpt.V(0.022, 0.545, 0.085), sculpt.V(-0.014, 0.495, 0.01), sculpt.V(0.014, 0.495, 0.01))
	fingers := sculpt.Hull(sculpt.V(-0.0285, 0.37, 0.096), sculpt.V(0.0285, 0.37, 0.096), sculpt.V(-0.0285, 0.37, 0.102),
		sculpt.V(0.0285, 0.37, 0.102),
		sculpt.V(-0.025, 0.82, 0.096), sculpt.V(0.025, 0.82, 0.096), sculpt.V(-0.025, 0.82, 0.102), sculpt.V(0.025, 0.82, 0.102))
	return sculpt.Join(sculpt.Join(neck, heel).Paint(wood), fingers.Paint(board), guitarFrets().Paint(brass()),
		sculpt.Box(0.051, 0.005, 0.009, 0.001).Move(0, 0.8225, 0.096).Paint(white()))
}

// guitarFrets divides the string by the twelfth root of two.
func guitarFrets() *sculpt.Mesh {
	const nut, scale = 0.82, 0.65
	var frets []*sculpt.Mesh
	left := scale
	for range 18 {
		left /= 1.0594631
		y := nut - scale + left
		half := 0.025 + 0.0035*(nut-y)/0.45
		frets = append(frets, sculpt.Rod(sculpt.V(-half, y, 0.102), sculpt.V(half, y, 0.102), 0.0012, 6))
	}
	return sculpt.Join(frets...)
}

// guitarHead leans back from the nut and carries six pegs.
func guitarHead(veneer sculpt.Material) *sculpt.Mesh {
	outline := []sculpt.Pt{{-0.027, 0}, {0.027, 0}, {0.037, 0.04}, {0.037, 0.165}, {0.018, 0.178}, {0, 0.17}, {-0.018, 0.178}, {-0.037, 0.165},
		{-0.037, 0.04}}
	wood := sculpt.Prism(0.016, outline, roundSlot(-0.018), roundSlot(0.018)).Paint(sculpt.Satin("neck", 0xa06a3e))
	face := sculpt.Prism(0.002, outline, roundSlot(-0.018), roundSlot(0.018)).Move(0, 0, 0.016).Paint(veneer)
	var pegs []*sculpt.Mesh
	for i := range 3 {
		y := 0.055 + 0.038*float64(i)
		pegs = append(pegs, sculpt.Rod(sculpt.V(0, y, 0.008), sculpt.V(0.05, y, 0.008), 0.0022, 10).Paint(brass()),
			sculpt.Rod(sculpt.V(0.009, y, 0.008), sculpt.V(0.027, y, 0.008), 0.0045, 12).Paint(white()),
			sculpt.RoundBox(0.012, 0.02, 0.014, 0.0045).Move(0.053, y, 0.001).Paint(white()))
	}
	return sculpt.Join(wood, face, sculpt.Join(pegs...).Mirror()).TurnX(-12).Move(0, 0.823, 0.081)
}

func roundSlot(x float64) []sculpt.Pt {
	return sculpt.Shift(sculpt.RoundRect(0.016, 0.11, 0.0078, 5), x, 0.093)
}

func guitarStrings(wood sculpt.Material) *sculpt.Mesh {
	bridge := sculpt.Join(sculpt.Box(0.185, 0.03, 0.008, 0.002), sculpt.Box(0.085, 0.03, 0.011, 0.002)).Move(0, 0.15, 0.0962).Paint(wood)
	saddle := sculpt.Box(0.074, 0.003, 0.006, 0.0008).Move(0, 0.168, 0.1045).Paint(white())
	parts := []*sculpt.Mesh{bridge, saddle}
	for i := range 6 {
		side := float64(i)/2.5 - 1
		material := sculpt.Metal("nylon", 0xe9e2d2, 0.4)
		if i < 3 {
			material = silver()
		}
		peg := sculpt.V(side*0.019, 0.823+0.055+0.038*(2-math.Abs(side)*2.4), 0.088-0.012*(2-math.Abs(side)*2.4))
		thick := 0.0012 - 0.00007*float64(i)
		parts = append(parts, sculpt.Rod(sculpt.V(side*0.031, 0.15, 0.1065), sculpt.V(side*0.031, 0.168, 0.1105), thick, 6).Paint(material),
			sculpt.Rod(sculpt.V(side*0.031, 0.168, 0.1105), sculpt.V(side*0.0215, 0.823, 0.105), thick, 6).Paint(material),
			sculpt.Rod(sculpt.V(side*0.0215, 0.823, 0.105), peg, thick, 6).Paint(material))
	}
	return sculpt.Join(parts...)
}

// guitarStand is a wooden frame of two crossed pairs of legs, padded where the
// Guitar leans.
func guitarStand() *sculpt.Mesh {
	leg := sculpt.Join(
		sculpt.Taper(sculpt.V(0.13, -0.16, 0), sculpt.V(0.1, 0.1, 0.3), 0.011, 0.011, 14),
		sculpt.Taper(sculpt.V(0.14, 0.16, 0), sculpt.V(0.1, -0.01, 0.22), 0.011, 0.011, 14)).Mirror().Paint(walnut())
	bar := func(y, z float64) *sculpt.Mesh {
		return sculpt.Rod(sculpt.V(-0.125, y, z), sculpt.V(0.125, y, z), 0.009, 14)
	}
	pads := sculpt.Join(sculpt.Rod(sculpt.V(0.04, -0.11, 0.075), sculpt.V(0.1, -0.11, 0.075), 0.013, 14),
		sculpt.Rod(sculpt.V(0.04, 0.08, 0.29), sculpt.V(0.1, 0.08, 0.29), 0.013, 14)).Mirror()
	return sculpt.Join(leg, sculpt.Join(bar(-0.1, 0.068), bar(0.09, 0.29)).Paint(walnut()), pads.Paint(rubber()))
}
