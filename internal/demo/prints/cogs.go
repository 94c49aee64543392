package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// HerringboneGears is a wheel and a pinion on a board.
func HerringboneGears() []sculpt.Part {
	board, wheel, pinion, caps := spool("anthracite", 0x4a4f57), spool("teal", 0x2f9c95), spool("orange", 0xf28c38), spool("sand", 0xe8d9b8)
	const on = cogsPlate + 1.6
	lid := cogsCap().Move(0, 0, 26.2)
	return []sculpt.Part{
		{Name: "board", Mesh: cogsBoard().Paint(board)},
		{Name: "wheel", Mesh: cogsWheel().Move(0, 0, on).Paint(wheel)},
		{Name: "pinion", Mesh: cogsPinion().Move(cogsApart, 0, on).Paint(pinion)},
		{Name: "caps", Mesh: sculpt.Join(lid, lid.Copy().Move(cogsApart, 0, 0)).Paint(caps)},
	}
}

// cog is an involute spur gear with a pressure angle of 20°. Its module is the
// pitch diameter in millimetres over the number of teeth.
type cog struct {
	teeth  int
	module float64
}

func (c cog) pitch() float64 { return c.module * float64(c.teeth) / 2 }

// outline has a tooth towards +X.
func (c cog) outline() []sculpt.Pt {
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
	flank := []sculpt.Pt{{root, half(max(root, base)) + 0.35*c.module/c.pitch()}} // radius and angle
	for i := range steps + 1 {
		r := max(root+0.3*c.module, base) + (tip-max(root+0.3*c.module, base))*float64(i)/steps
		flank = append(flank, sculpt.Pt{r, half(r)})
	}
	var outline []sculpt.Pt
	for tooth := range c.teeth {
		middle := 2 * math.Pi * float64(tooth) / float64(c.teeth)
		for _, p := range flank {
			outline = append(outline, sculpt.Pt{p[0] * math.Cos(middle-p[1]), p[0] * math.Sin(middle-p[1])})
		}
		for i := len(flank) - 1; i >= 0; i-- {
			p := flank[i]
			outline = append(outline, sculpt.Pt{p[0] * math.Cos(middle+p[1]), p[0] * math.Sin(middle+p[1])})
		}
	}
	return outline
}

// chevron is a prism that turns one way up to its middle and back again: a
// herringbone gear from a gear's outline.
func chevron(high, twist float64, outline []sculpt.Pt, holes ...[]sculpt.Pt) *sculpt.Mesh {
	return sculpt.Twisted(high, 0, 8, outline, holes...).Each(func(p sculpt.Vec) sculpt.Vec {
		return p.Turn(sculpt.V(0, 0, 1), twist*(1-math.Abs(2*p.Z/high-1)))
	})
}

// cogWindow is a rounded sector between two radii.
func cogWindow(from, to, angle, half float64) []sculpt.Pt {
	var outline []sculpt.Pt
	for i := range 9 {
		a := angle + half*(float64(i)/4-1)
		outline = append(outline, sculpt.Pt{to * math.Cos(a), to * math.Sin(a)})
	}
	for i := range 9 {
		a := angle + 0.8*half*(1-float64(i)/4)
		outline = append(outline, sculpt.Pt{from * math.Cos(a), from * math.Sin(a)})
	}
	return outline
}

const (
	cogsApart = 52.8 // the centres of wheel and pinion, with some play
	cogsThick = 14.0
	cogsPlate = 6.0
)

// cogsWheel has 30 teeth, five spokes and a crank.
func cogsWheel() *sculpt.Mesh {
	wheel := cog{30, 2.5}
	holes := [][]sculpt.Pt{sculpt.Circle(4.3, 32)}
	for i := range 5 {
		holes = append(holes, cogWindow(13, 29, 2*math.Pi*(float64(i)+0.5)/5, 0.44))
	}
	hub := sculpt.Hoop(48, []sculpt.Pt{{4.3, 0}, {9.6, 0}, {9, 18}, {4.3, 18}})
	crank := sculpt.Join(sculpt.Cylinder(5, 4.4, 20, 32).Move(0, 0, 2), sculpt.Sphere(7, 32).Scale(1, 1, 0.8).Move(0, 0, 25))
	spoke := sculpt.Polar(22, 2*math.Pi*3/5, 0)
	crank.Move(spoke.X, spoke.Y, 0)
	return sculpt.Join(chevron(cogsThick, math.Tan(sculpt.Radians(28))*cogsThick/2/wheel.pitch(), wheel.outline(), holes...), hub, crank)
}

func cogsPinion() *sculpt.Mesh {
	pinion := cog{12, 2.5}
	gear := chevron(cogsThick, -math.Tan(sculpt.Radians(28))*cogsThick/2/pinion.pitch(), pinion.outline(), sculpt.Circle(4.3, 32))
	return sculpt.Join(gear, sculpt.Hoop(48, []sculpt.Pt{{4.3, 13}, {8.6, 13}, {8, 18}, {4.3, 18}})).TurnZ(15)
}

// cogsBoard carries two pins.
func cogsBoard() *sculpt.Mesh {
	const left, right, ends = 24.0, 20.0, 16
	var outline []sculpt.Pt
	for i := range ends + 1 {
		p := sculpt.Polar(right, sculpt.Radians(-90+180*float64(i)/ends), 0)
		outline = append(outline, sculpt.Pt{p.X + cogsApart, p.Y})
	}
	for i := range ends + 1 {
		p := sculpt.Polar(left, sculpt.Radians(90+180*float64(i)/ends), 0)
		outline = append(outline, sculpt.Pt{p.X, p.Y})
	}
	pin := sculpt.Join(sculpt.Puck(8, 2, 0.5, 40).Move(0, 0, cogsPlate-0.6), sculpt.Puck(4, 30.2, 1, 32))
	return sculpt.Join(sculpt.Prism(cogsPlate-1, sculpt.Outset(outline, 1)), sculpt.Prism(cogsPlate, outline), pin,
		pin.Copy().Move(cogsApart, 0, 0))
}

// cogsCap sits on a pin and keeps the gear on it.
func cogsCap() *sculpt.Mesh {
	return sculpt.Lathe(40, []sculpt.Pt{{0, 4.4}, {3.9, 4.4}, {3.9, 0}, {7.4, 0}, {7.4, 4.6}, {6, 6}, {0, 6}})
}
