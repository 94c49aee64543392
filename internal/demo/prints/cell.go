package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// AnimalCell is an animal cell, cut open, with its organelles.
func AnimalCell() []sculpt.Part {
	red, pink := spool("mitochondria red", 0xd8574a), spool("folds", 0xf6b9a0)
	var mitochondria []*sculpt.Mesh
	for _, at := range []struct{ x, y, turn float64 }{{36, 28, -40}, {-37, 30, 48}, {-36, -24, -52}, {-11, -41, -6}, {20, -40, 14}} {
		mitochondria = append(mitochondria, cellMitochondrion(red, pink).TurnZ(at.turn).Move(at.x, at.y, cellFloor+2.4))
	}
	return []sculpt.Part{
		{Name: "membrane", Mesh: cellBody().Paint(spool("membrane", 0xf0a58f))},
		{Name: "cytoplasm", Mesh: cellPlasm().Paint(spool("cytoplasm", 0xfbe3b8))},
		{Name: "nucleus", Mesh: cellNucleus(spool("nucleus", 0x8a6cc2), spool("nucleolus", 0x4f3a86)).Move(0, 8, cellFloor+2.6)},
		{Name: "endoplasmic reticulum", Mesh: cellReticulum(spool("reticulum", 0x4e9fc4), spool("ribosomes", 0x22566f)).Move(0, 8,
			cellFloor-0.6)},
		{Name: "golgi apparatus", Mesh: cellGolgi().TurnZ(-28).Move(36, -14, cellFloor-0.6).Paint(spool("golgi", 0xf0b03c))},
		{Name: "mitochondria", Mesh: sculpt.Join(mitochondria...)},
		{Name: "vesicles", Mesh: cellVesicles().Paint(spool("vesicles", 0x6db37a))},
	}
}

const cellFloor = 9.0 // where the organelles lie

func cellRadius(angle float64) float64 {
	return 60 + 3*math.Cos(2*angle+0.7) + 2*math.Cos(3*angle-1)
}

// cellBody is the lower half of the membrane, a dish with a double rim.
func cellBody() *sculpt.Mesh {
	return vessel{
		height: 16.5, wall: 4.5, floor: 7, segments: 96, steps: 10,
		radius: func(angle, t float64) float64 { return cellRadius(angle) * bulge(t, 0.86, 0.95, 0.99, 1, 0.985) },
	}.mesh()
}

// cellPlasm fills the dish; its surface heaves a little.
func cellPlasm() *sculpt.Mesh {
	return sculpt.Disc(22, 96, 1, func(x, y float64) float64 {
		return cellFloor + 1.6*sculpt.Smoothstep(0.75, 1, math.Hypot(x, y)) + 0.6*sculpt.Fractal(sculpt.V(x*5, y*5, 0), 2, 4)
	}).Each(func(p sculpt.Vec) sculpt.Vec {
		r := cellRadius(math.Atan2(p.Y, p.X)) - 5.2
		return sculpt.V(p.X*r, p.Y*r, max(p.Z, 6))
	})
}

// cellNucleus shows its nucleolus through a round cut, and has pores.
func cellNucleus(skin, core sculpt.Material) *sculpt.Mesh {
	const radius = 17.5
	eye := sculpt.V(0.3, -0.62, 0.72).Unit()
	body := sculpt.Clay(func(p sculpt.Vec) float64 {
		shell := radius - p.Length()
		bite := 12.5 - p.Sub(eye.Mul(18)).Length()
		return min(shell, -bite, p.Z+3)
	})
	parts := []*sculpt.Mesh{body.Mesh(sculpt.V(-18, -18, -3), sculpt.V(18, 18, 18), 1.5).Paint(skin),
		sculpt.Sphere(6.2, 28).Move(eye.X*7, eye.Y*7, eye.Z*7).Paint(core)}
	pore := sculpt.Torus(1.5, 0.65, 12, 6).Move(0, 0, radius+0.1).Paint(skin)
	for i := range 34 {
		z := 0.1 + 0.88*float64(i)/34
		at := sculpt.Polar(math.Sqrt(1-z*z), 2.399963*float64(i), z)
		if at.Dot(eye) < 0.66 {
			parts = append(parts, pore.Copy().Aim(at))
		}
	}
	return sculpt.Join(parts...)
}

// cellReticulum is three folded walls around the nucleus, with ribosomes on
// them.
func cellReticulum(wall, dots sculpt.Material) *sculpt.Mesh {
	var parts []*sculpt.Mesh
	for ring := range 3 {
		base := 21.5 + 4.6*float64(ring)
		span := 190 - 22*float64(ring)
		at := func(t float64) sculpt.Pt {
			angle := sculpt.Radians(45 + span*(t-0.1) + 8*float64(ring))
			r := base + 0.9*math.Sin(angle*9+float64(ring))
			return sculpt.Pt{r * math.Cos(angle), r * math.Sin(angle)}
		}
		var curve []sculpt.Pt
		for i := range 61 {
			curve = append(curve, at(float64(i)/60))
		}
		high := 10 - 2.2*float64(ring)
		parts = append(parts, sculpt.Prism(high, sculpt.Ribbon(curve, 1.25)).Paint(wall))
		for i := range 11 {
			p := at((float64(i) + 0.5) / 11)
			parts = append(parts, sculpt.Sphere(0.95, 8).Move(p[0], p[1], high).Paint(dots))
		}
	}
	return sculpt.Join(parts...)
}

// cellGolgi is a stack of bowed sacs with vesicles at their ends.
func cellGolgi() *sculpt.Mesh {
	var parts []*sculpt.Mesh
	for i := range 5 {
		half := 46 - 5*math.Abs(float64(i)-1.5)
		r := 13 + 3.5*float64(i)
		var curve []sculpt.Pt
		for k := range 21 {
			angle := sculpt.Radians(half * (float64(k)/10 - 1))
			curve = append(curve, sculpt.Pt{r*math.Cos(angle) - 20, r * math.Sin(angle)})
		}
		parts = append(parts, sculpt.Prism(8-0.7*float64(i), sculpt.Ribbon(curve, 1.25)))
		end := curve[20]
		parts = append(parts, sculpt.Sphere(1.9, 12).Move(end[0]-0.6, end[1]+2.6, 1.6+0.5*float64(i%2)),
			sculpt.Sphere(1.6, 12).Move(curve[0][0], curve[0][1]-2.6, 1.6))
	}
	return sculpt.Join(parts...)
}

// cellMitochondrion is a capsule cut open along its folds.
func cellMitochondrion(skin, fold sculpt.Material) *sculpt.Mesh {
	const long, radius = 7.0, 5.6
	body := sculpt.Clay(func(p sculpt.Vec) float64 {
		outer := sculpt.Limb(sculpt.V(-long, 0, 0), sculpt.V(long, 0, 0), radius, radius)(p)
		inner := sculpt.Limb(sculpt.V(-long, 0, 1.6), sculpt.V(long, 0, 1.6), radius-1.3, radius-1.3)(p)
		return min(outer, -min(inner, p.Z-0.4), 2.2-p.Z, p.Z+3)
	})
	folds := sculpt.Tube(sculpt.Path(66, func(t float64) sculpt.Vec {
		return sculpt.V((t-0.5)*2*(long+2.4), 3.3*math.Sin(t*math.Pi*11)*math.Sqrt(math.Sin(math.Pi*(0.06+0.88*t))), 1)
	}), 0.75, 6)
	return sculpt.Join(body.Mesh(sculpt.V(-13, -6, -3), sculpt.V(13, 6, 2.3), 1).Paint(skin), folds.Paint(fold))
}

// cellVesicles are lysosomes and a pair of centrioles.
func cellVesicles() *sculpt.Mesh {
	var parts []*sculpt.Mesh
	for i, at := range []sculpt.Pt{{-48, 0}, {4, -36}, {50, 6}, {-18, 46}, {18, 45}, {24, -20}, {-24, -22}, {46, 22}} {
		r := 2.4 + 2*sculpt.Hash(i, 0, 0, 33)
		parts = append(parts, sculpt.Sphere(r, 18).Move(at[0], at[1], cellFloor+r*0.5))
	}
	centriole := sculpt.Around(9, sculpt.Rod(sculpt.V(2.6, 0, 0), sculpt.V(2.6, 0, 9), 0.95, 8))
	parts = append(parts, sculpt.Join(centriole, sculpt.Cylinder(2.4, 2.4, 8, 24).Move(0, 0, 0.5)).TurnX(90).TurnZ(30).
		Move(-10, -20, cellFloor+3),
		sculpt.Join(centriole.Copy(), sculpt.Cylinder(2.4, 2.4, 8, 24).Move(0, 0, 0.5)).TurnX(90).TurnZ(120).Move(1, -27, cellFloor+3))
	return sculpt.Join(parts...)
}
