package sculpt

import "math"

// Pt is a point of a profile or an outline: x and y, or radius and height.
type Pt [2]float64

// Smooth draws a curve through the points (Catmull-Rom) with so many steps
// between each two.
func Smooth(steps int, points []Pt) []Pt {
	at := func(i int) Pt { return points[min(max(i, 0), len(points)-1)] }
	var curve []Pt
	for i := range len(points) - 1 {
		for s := range steps {
			curve = append(curve, CatmullRom(at(i-1), at(i), at(i+1), at(i+2), float64(s)/float64(steps)))
		}
	}
	return append(curve, points[len(points)-1])
}

// SmoothLoop is Smooth for a closed curve.
func SmoothLoop(steps int, points []Pt) []Pt {
	n := len(points)
	var curve []Pt
	for i := range n {
		for s := range steps {
			curve = append(curve, CatmullRom(points[(i+n-1)%n], points[i], points[(i+1)%n], points[(i+2)%n], float64(s)/float64(steps)))
		}
	}
	return curve
}

// CatmullRom returns the point at t, from 0 to 1, of the curve that runs from b to c.
func CatmullRom(a, b, c, d Pt, t float64) Pt {
	var p Pt
	for k := range p {
		p[k] = 0.5 * (2*b[k] + (c[k]-a[k])*t + (2*a[k]-5*b[k]+4*c[k]-d[k])*t*t + (3*b[k]-a[k]-3*c[k]+d[k])*t*t*t)
	}
	return p
}

// Circle returns n points of a circle, counter-clockwise.
func Circle(radius float64, n int) []Pt { return Ellipse(radius, radius, n) }

// Ellipse returns n points of an ellipse, counter-clockwise.
func Ellipse(a, b float64, n int) []Pt {
	points := make([]Pt, n)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		points[i] = Pt{a * cos, b * sin}
	}
	return points
}

// Shift moves an outline.
func Shift(points []Pt, dx, dy float64) []Pt {
	moved := make([]Pt, len(points))
	for i, p := range points {
		moved[i] = Pt{p[0] + dx, p[1] + dy}
	}
	return moved
}

// RoundRect is a rectangle about the origin with rounded corners.
func RoundRect(width, height, radius float64, steps int) []Pt {
	var points []Pt
	for corner := range 4 {
		sx, sy := []float64{1, -1, -1, 1}[corner], []float64{1, 1, -1, -1}[corner]
		for i := range steps + 1 {
			sin, cos := math.Sincos(math.Pi / 2 * (float64(corner) + float64(i)/float64(steps)))
			points = append(points, Pt{sx*(width/2-radius) + radius*cos, sy*(height/2-radius) + radius*sin})
		}
	}
	return points
}

// Outset moves an outline outwards, or inwards when by is negative, each point
// along the bisector of its corner. It is for outlines without sharp corners.
func Outset(outline []Pt, by float64) []Pt {
	outline = oriented(outline, true)
	n := len(outline)
	moved := make([]Pt, n)
	for i, p := range outline {
		a, b := outline[(i+n-1)%n], outline[(i+1)%n]
		dx, dy := b[0]-a[0], b[1]-a[1]
		l := math.Hypot(dx, dy)
		moved[i] = Pt{p[0] + by*dy/l, p[1] - by*dx/l}
	}
	return moved
}

// Ribbon is the outline of a band along a curve, with round ends.
func Ribbon(curve []Pt, half float64) []Pt {
	n := len(curve)
	side := func(i int) (dx, dy float64) {
		a, b := curve[max(i-1, 0)], curve[min(i+1, n-1)]
		l := math.Hypot(b[0]-a[0], b[1]-a[1])
		return (b[1] - a[1]) / l * half, -(b[0] - a[0]) / l * half
	}
	var outline []Pt
	for i, p := range curve {
		dx, dy := side(i)
		outline = append(outline, Pt{p[0] + dx, p[1] + dy})
	}
	outline = append(outline, ribbonEnd(curve[n-1], side, n-1)...)
	for i := n - 1; i >= 0; i-- {
		dx, dy := side(i)
		outline = append(outline, Pt{curve[i][0] - dx, curve[i][1] - dy})
	}
	dx, dy := side(0)
	return append(outline, ribbonEnd(curve[0], func(int) (float64, float64) { return -dx, -dy }, 0)...)
}

func ribbonEnd(p Pt, side func(int) (float64, float64), at int) []Pt {
	const steps = 8
	dx, dy := side(at)
	var end []Pt
	for k := 1; k < steps; k++ {
		sin, cos := math.Sincos(math.Pi * float64(k) / steps)
		end = append(end, Pt{p[0] + dx*cos - dy*sin, p[1] + dx*sin + dy*cos})
	}
	return end
}

// Area is positive for an outline that runs counter-clockwise.
func Area(points []Pt) float64 {
	sum := 0.0
	for i, p := range points {
		q := points[(i+1)%len(points)]
		sum += p[0]*q[1] - q[0]*p[1]
	}
	return sum / 2
}

// oriented returns the outline counter-clockwise, or clockwise.
func oriented(points []Pt, counterClockwise bool) []Pt {
	if (Area(points) > 0) == counterClockwise {
		return points
	}
	turned := make([]Pt, len(points))
	for i, p := range points {
		turned[len(points)-1-i] = p
	}
	return turned
}
