package demo

import "math"

const cellFloor = 9.0 // where the organelles lie

func cellRadius(angle float64) float64 {
	return 60 + 3*math.Cos(2*angle+0.7) + 2*math.Cos(3*angle-1)
}

// cellBody is the lower half of the membrane, a dish with a double rim.
func cellBody() *Mesh {
	return vessel{
		height: 16.5, wall: 4.5, floor: 7, segments: 96, steps: 10,
		radius: func(angle, t float64) float64 { return cellRadius(angle) * bulge(t, 0.86, 0.95, 0.99, 1, 0.985) },
	}.mesh()
}

// cellPlasm fills the dish; its surface heaves a little.
func cellPlasm() *Mesh {
	return disc(22, 96, 1, func(x, y float64) float64 {
		return cellFloor + 1.6*smoothstep(0.75, 1, math.Hypot(x, y)) + 0.6*fractal(Vec{x * 5, y * 5, 0}, 2, 4)
	}).each(func(p Vec) Vec {
		r := cellRadius(math.Atan2(p.y, p.x)) - 5.2
		return Vec{p.x * r, p.y * r, max(p.z, 6)}
	})
}

// cellNucleus shows its nucleolus through a round cut, and has pores.
func cellNucleus(skin, core Material) *Mesh {
	const radius = 17.5
	eye := Vec{0.3, -0.62, 0.72}.unit()
	body := clay(func(p Vec) float64 {
		shell := radius - p.length()
		bite := 12.5 - p.sub(eye.mul(18)).length()
		return min(shell, -bite, p.z+3)
	})
	parts := []*Mesh{body.mesh(Vec{-18, -18, -3}, Vec{18, 18, 18}, 1.5).paint(skin), sphere(6.2, 28).move(eye.x*7, eye.y*7, eye.z*7).paint(core)}
	pore := torus(1.5, 0.65, 12, 6).move(0, 0, radius+0.1).paint(skin)
	for i := range 34 {
		z := 0.1 + 0.88*float64(i)/34
		at := polar(math.Sqrt(1-z*z), 2.399963*float64(i), z)
		if at.dot(eye) < 0.66 {
			parts = append(parts, pore.copy().aim(at))
		}
	}
	return join(parts...)
}

// cellReticulum is three folded walls around the nucleus, with ribosomes on
// them.
func cellReticulum(wall, dots Material) *Mesh {
	var parts []*Mesh
	for ring := range 3 {
		base := 21.5 + 4.6*float64(ring)
		span := 190 - 22*float64(ring)
		at := func(t float64) Pt {
			angle := radians(45 + span*(t-0.1) + 8*float64(ring))
			r := base + 0.9*math.Sin(angle*9+float64(ring))
			return Pt{r * math.Cos(angle), r * math.Sin(angle)}
		}
		var curve []Pt
		for i := range 61 {
			curve = append(curve, at(float64(i)/60))
		}
		high := 10 - 2.2*float64(ring)
		parts = append(parts, prism(high, ribbon(curve, 1.25)).paint(wall))
		for i := range 11 {
			p := at((float64(i) + 0.5) / 11)
			parts = append(parts, sphere(0.95, 8).move(p[0], p[1], high).paint(dots))
		}
	}
	return join(parts...)
}

// cellGolgi is a stack of bowed sacs with vesicles at their ends.
func cellGolgi() *Mesh {
	var parts []*Mesh
	for i := range 5 {
		half := 46 - 5*math.Abs(float64(i)-1.5)
		r := 13 + 3.5*float64(i)
		var curve []Pt
		for k := range 21 {
			angle := radians(half * (float64(k)/10 - 1))
			curve = append(curve, Pt{r*math.Cos(angle) - 20, r * math.Sin(angle)})
		}
		parts = append(parts, prism(8-0.7*float64(i), ribbon(curve, 1.25)))
		end := curve[20]
		parts = append(parts, sphere(1.9, 12).move(end[0]-0.6, end[1]+2.6, 1.6+0.5*float64(i%2)), sphere(1.6, 12).move(curve[0][0], curve[0][1]-2.6, 1.6))
	}
	return join(parts...)
}

// cellMitochondrion is a capsule cut open along its folds.
func cellMitochondrion(skin, fold Material) *Mesh {
	const long, radius = 7.0, 5.6
	body := clay(func(p Vec) float64 {
		outer := clayLimb(Vec{-long, 0, 0}, Vec{long, 0, 0}, radius, radius)(p)
		inner := clayLimb(Vec{-long, 0, 1.6}, Vec{long, 0, 1.6}, radius-1.3, radius-1.3)(p)
		return min(outer, -min(inner, p.z-0.4), 2.2-p.z, p.z+3)
	})
	folds := tube(path(66, func(t float64) Vec {
		return Vec{(t - 0.5) * 2 * (long + 2.4), 3.3 * math.Sin(t*math.Pi*11) * math.Sqrt(math.Sin(math.Pi*(0.06+0.88*t))), 1}
	}), 0.75, 6)
	return join(body.mesh(Vec{-13, -6, -3}, Vec{13, 6, 2.3}, 1).paint(skin), folds.paint(fold))
}

// cellVesicles are lysosomes and a pair of centrioles.
func cellVesicles() *Mesh {
	var parts []*Mesh
	for i, at := range []Pt{{-48, 0}, {4, -36}, {50, 6}, {-18, 46}, {18, 45}, {24, -20}, {-24, -22}, {46, 22}} {
		r := 2.4 + 2*hash(i, 0, 0, 33)
		parts = append(parts, sphere(r, 18).move(at[0], at[1], cellFloor+r*0.5))
	}
	centriole := around(9, rod(Vec{2.6, 0, 0}, Vec{2.6, 0, 9}, 0.95, 8))
	parts = append(parts, join(centriole, cylinder(2.4, 2.4, 8, 24).move(0, 0, 0.5)).turnX(90).turnZ(30).move(-10, -20, cellFloor+3),
		join(centriole.copy(), cylinder(2.4, 2.4, 8, 24).move(0, 0, 0.5)).turnX(90).turnZ(120).move(1, -27, cellFloor+3))
	return join(parts...)
}
