package demo

import "math"

// outset moves an outline outwards, or inwards when by is negative, each point
// along the bisector of its corner. It is for outlines without sharp corners.
func outset(outline []Pt, by float64) []Pt {
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

// ribbon is the outline of a band along a curve, with round ends.
func ribbon(curve []Pt, half float64) []Pt {
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

// cutter is a cookie cutter: a thin wall with a cutting edge on top and a brim
// to press on.
func cutter(outline []Pt) *Mesh {
	return join(
		prism(2.4, outset(outline, 3.4), outset(outline, -1.6)),
		prism(11, outset(outline, 1), outset(outline, -1)),
		prism(15, outset(outline, 0.45), outset(outline, -0.45)))
}

func heartOutline(size float64) []Pt {
	points := []Pt{{0, -0.92}, {0.42, -0.52}, {0.86, -0.02}, {0.96, 0.42}, {0.72, 0.76}, {0.34, 0.76}, {0, 0.46}}
	for i := len(points) - 2; i > 0; i-- {
		points = append(points, Pt{-points[i][0], points[i][1]})
	}
	return outlineSized(smoothLoop(6, points...), size)
}

func starOutline(size float64) []Pt {
	outline := make([]Pt, 100)
	for i := range outline {
		angle := 2 * math.Pi * float64(i) / 100
		r := 0.74 + 0.24*math.Cos(5*(angle-math.Pi/2)) + 0.03*math.Cos(10*(angle-math.Pi/2))
		outline[i] = Pt{r * math.Cos(angle), r * math.Sin(angle)}
	}
	return outlineSized(outline, size)
}

// gingerbreadOutline is half a figure, from the parting of its legs to the top
// of its head, and its mirror image.
func gingerbreadOutline(size float64) []Pt {
	half := []Pt{{0, -0.34}, {0.14, -0.6}, {0.26, -0.9}, {0.44, -0.96}, {0.54, -0.8}, {0.42, -0.48}, {0.32, -0.16}, {0.36, 0.1}, {0.6, 0.04}, {0.78, 0.12}, {0.78, 0.32}, {0.58, 0.4}, {0.26, 0.4}, {0.32, 0.56}, {0.34, 0.74}, {0.2, 0.95}, {0, 1.02}}
	for i := len(half) - 2; i > 0; i-- {
		half = append(half, Pt{-half[i][0], half[i][1]})
	}
	return outlineSized(smoothLoop(5, half...), size)
}

func outlineSized(points []Pt, size float64) []Pt {
	for i := range points {
		points[i][0] *= size
		points[i][1] *= size
	}
	return points
}
