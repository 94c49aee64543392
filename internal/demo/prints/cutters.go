package prints

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// CookieCutters is three cookie cutters, in centimetres.
func CookieCutters() []sculpt.Part {
	const centimetre = 0.1
	return []sculpt.Part{
		{Name: "heart", Mesh: cutter(heartOutline(38)).Move(-46, 46, 0).Zoom(centimetre).Paint(spool("red", 0xd8504d))},
		{Name: "gingerbread figure", Mesh: cutter(gingerbreadOutline(46)).Move(0, -46, 0).Zoom(centimetre).Paint(spool("ginger", 0xc98345))},
		{Name: "star", Mesh: cutter(starOutline(42)).Move(48, 46, 0).Zoom(centimetre).Paint(spool("sun", 0xf0b93f))},
	}
}

// cutter is a cookie cutter: a thin wall with a cutting edge on top and a brim
// to press on.
func cutter(outline []sculpt.Pt) *sculpt.Mesh {
	return sculpt.Join(
		sculpt.Prism(2.4, sculpt.Outset(outline, 3.4), sculpt.Outset(outline, -1.6)),
		sculpt.Prism(11, sculpt.Outset(outline, 1), sculpt.Outset(outline, -1)),
		sculpt.Prism(15, sculpt.Outset(outline, 0.45), sculpt.Outset(outline, -0.45)))
}

func heartOutline(size float64) []sculpt.Pt {
	points := []sculpt.Pt{{0, -0.92}, {0.42, -0.52}, {0.86, -0.02}, {0.96, 0.42}, {0.72, 0.76}, {0.34, 0.76}, {0, 0.46}}
	for i := len(points) - 2; i > 0; i-- {
		points = append(points, sculpt.Pt{-points[i][0], points[i][1]})
	}
	return outlineSized(sculpt.SmoothLoop(6, points), size)
}

func starOutline(size float64) []sculpt.Pt {
	outline := make([]sculpt.Pt, 100)
	for i := range outline {
		angle := 2 * math.Pi * float64(i) / 100
		r := 0.74 + 0.24*math.Cos(5*(angle-math.Pi/2)) + 0.03*math.Cos(10*(angle-math.Pi/2))
		outline[i] = sculpt.Pt{r * math.Cos(angle), r * math.Sin(angle)}
	}
	return outlineSized(outline, size)
}

// gingerbreadOutline is half a figure, from the parting of its legs to the top
// of its head, and its mirror image.
func gingerbreadOutline(size float64) []sculpt.Pt {
	half := []sculpt.Pt{{0, -0.34}, {0.14, -0.6}, {0.26, -0.9}, {0.44, -0.96}, {0.54, -0.8}, {0.42, -0.48}, {0.32, -0.16}, {0.36, 0.1},
		{0.6, 0.04}, {0.78, 0.12}, {0.78, 0.32}, {0.58, 0.4}, {0.26, 0.4}, {0.32, 0.56}, {0.34, 0.74}, {0.2, 0.95}, {0, 1.02}}
	for i := len(half) - 2; i > 0; i-- {
		half = append(half, sculpt.Pt{-half[i][0], half[i][1]})
	}
	return outlineSized(sculpt.SmoothLoop(5, half), size)
}

func outlineSized(points []sculpt.Pt, size float64) []sculpt.Pt {
	for i := range points {
		points[i][0] *= size
		points[i][1] *= size
	}
	return points
}
