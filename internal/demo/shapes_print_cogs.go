package demo

import "math"

// cog is an involute spur gear with a pressure angle of 20°. Its module is the
// pitch diameter in millimetres over the number of teeth.
type cog struct {
	teeth  int
	module float64
}

func (c cog) pitch() float64 { return c.module * float64(c.teeth) / 2 }

// outline has a tooth towards +X.
func (c cog) outline() []Pt {
	const pressure, backlash = 20 * math.Pi / 180, 0.06
	base := c.pitch() * math.Cos(pressure)
	root, tip := c.pitch()-1.25*c.module, c.pitch()+c.module
	involute := func(r float64) float64 {
		a := math.Acos(min(base/r, 1))
		return math.Tan(a) - a
	}
	half := func(r float64) float64 {
		return math.Pi/2/float64(c.teeth) - backlash/c.pitch() + involute(c.pitch()) - involute(r)
	}
	const steps = 5
	flank := []Pt{{root, half(max(root, base)) + 0.35*c.module/c.pitch()}} // radius and angle
	for i := range steps + 1 {
		r := max(root+0.3*c.module, base) + (tip-max(root+0.3*c.module, base))*float64(i)/steps
		flank = append(flank, Pt{r, half(r)})
	}
	var outline []Pt
	for tooth := range c.teeth {
		middle := 2 * math.Pi * float64(tooth) / float64(c.teeth)
		for _, p := range flank {
			outline = append(outline, Pt{p[0] * math.Cos(middle-p[1]), p[0] * math.Sin(middle-p[1])})
		}
		for i := len(flank) - 1; i >= 0; i-- {
			p := flank[i]
			outline = append(outline, Pt{p[0] * math.Cos(middle+p[1]), p[0] * math.Sin(middle+p[1])})
		}
	}
	return outline
}

// chevron is a prism that turns one way up to its middle and back again: a
// herringbone gear from a gear's outline.
func chevron(high, twist float64, outline []Pt, holes ...[]Pt) *Mesh {
	return twisted(high, 0, 8, outline, holes...).each(func(p Vec) Vec {
		return p.turn(Vec{0, 0, 1}, twist*(1-math.Abs(2*p.z/high-1)))
	})
}

// cogWindow is a rounded sector between two radii.
func cogWindow(from, to, angle, half float64) []Pt {
	var outline []Pt
	for i := range 9 {
		a := angle + half*(float64(i)/4-1)
		outline = append(outline, Pt{to * math.Cos(a), to * math.Sin(a)})
	}
	for i := range 9 {
		a := angle + 0.8*half*(1-float64(i)/4)
		outline = append(outline, Pt{from * math.Cos(a), from * math.Sin(a)})
	}
	return outline
}

const (
	cogsApart = 52.8 // the centres of wheel and pinion, with some play
	cogsThick = 14.0
	cogsPlate = 6.0
)

// cogsWheel has 30 teeth, five spokes and a crank.
func cogsWheel() *Mesh {
	wheel := cog{30, 2.5}
	holes := [][]Pt{circle(4.3, 32)}
	for i := range 5 {
		holes = append(holes, cogWindow(13, 29, 2*math.Pi*(float64(i)+0.5)/5, 0.44))
	}
	hub := hoop(48, Pt{4.3, 0}, Pt{9.6, 0}, Pt{9, 18}, Pt{4.3, 18})
	crank := join(cylinder(5, 4.4, 20, 32).move(0, 0, 2), sphere(7, 32).scale(1, 1, 0.8).move(0, 0, 25))
	spoke := polar(22, 2*math.Pi*3/5, 0)
	crank.move(spoke.x, spoke.y, 0)
	return join(chevron(cogsThick, math.Tan(radians(28))*cogsThick/2/wheel.pitch(), wheel.outline(), holes...), hub, crank)
}

func cogsPinion() *Mesh {
	pinion := cog{12, 2.5}
	gear := chevron(cogsThick, -math.Tan(radians(28))*cogsThick/2/pinion.pitch(), pinion.outline(), circle(4.3, 32))
	return join(gear, hoop(48, Pt{4.3, 13}, Pt{8.6, 13}, Pt{8, 18}, Pt{4.3, 18})).turnZ(15)
}

// cogsBoard carries two pins.
func cogsBoard() *Mesh {
	const left, right, ends = 24.0, 20.0, 16
	var outline []Pt
	for i := range ends + 1 {
		p := polar(right, radians(-90+180*float64(i)/ends), 0)
		outline = append(outline, Pt{p.x + cogsApart, p.y})
	}
	for i := range ends + 1 {
		p := polar(left, radians(90+180*float64(i)/ends), 0)
		outline = append(outline, Pt{p.x, p.y})
	}
	pin := join(puck(8, 2, 0.5, 40).move(0, 0, cogsPlate-0.6), puck(4, 30.2, 1, 32))
	return join(prism(cogsPlate-1, outset(outline, 1)), prism(cogsPlate, outline), pin, pin.copy().move(cogsApart, 0, 0))
}

// cogsCap sits on a pin and keeps the gear on it.
func cogsCap() *Mesh {
	return lathe(40, Pt{0, 4.4}, Pt{3.9, 4.4}, Pt{3.9, 0}, Pt{7.4, 0}, Pt{7.4, 4.6}, Pt{6, 6}, Pt{0, 6})
}
