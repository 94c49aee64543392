package demo

import "math"

// screenTriangle is a face as it falls onto a screen: x, y and what decides
// which face is seen, larger being nearer.
type screenTriangle struct {
	a, b, c [3]float64
	area    float64 // twice, positive
	face    int
}

// raster remembers for every sample of a screen the nearest triangle.
type raster struct {
	width, height int
	near          []float32
	triangles     []int32 // number of the triangle in the order drawn, from 1
	drawn         int32
}

func newRaster(width, height int) *raster {
	return &raster{width: width, height: height,
		near: make([]float32, width*height), triangles: make([]int32, width*height)}
}

// triangle draws a triangle with its three edge functions, row by row.
func (r *raster) triangle(t *screenTriangle) {
	r.drawn++
	left := max(int(math.Ceil(min(t.a[0], t.b[0], t.c[0])-0.5)), 0)
	right := min(int(math.Floor(max(t.a[0], t.b[0], t.c[0])-0.5)), r.width-1)
	top := max(int(math.Ceil(min(t.a[1], t.b[1], t.c[1])-0.5)), 0)
	bottom := min(int(math.Floor(max(t.a[1], t.b[1], t.c[1])-0.5)), r.height-1)
	if left > right {
		return
	}
	ux, uy := (t.c[1]-t.b[1])/t.area, (t.b[0]-t.c[0])/t.area
	vx, vy := (t.a[1]-t.c[1])/t.area, (t.c[0]-t.a[0])/t.area
	depthX := ux*(t.a[2]-t.c[2]) + vx*(t.b[2]-t.c[2])
	for y := top; y <= bottom; y++ {
		dx, dy := float64(left)+0.5-t.c[0], float64(y)+0.5-t.c[1]
		u, v := ux*dx+uy*dy, vx*dx+vy*dy
		depth := t.c[2] + u*(t.a[2]-t.c[2]) + v*(t.b[2]-t.c[2])
		row := y * r.width
		for x := left; x <= right; x++ {
			if u >= 0 && v >= 0 && u+v <= 1 && float32(depth) > r.near[row+x] {
				r.near[row+x], r.triangles[row+x] = float32(depth), r.drawn
			}
			u, v, depth = u+ux, v+vx, depth+depthX
		}
	}
}

// weights gives how much each corner counts at a place on the screen, with the
// perspective undone. Outside the triangle the nearest place inside counts.
func (t *screenTriangle) weights(x, y float64) [3]float64 {
	dx, dy := x-t.c[0], y-t.c[1]
	u := ((t.c[1]-t.b[1])*dx + (t.b[0]-t.c[0])*dy) / t.area
	v := ((t.a[1]-t.c[1])*dx + (t.c[0]-t.a[0])*dy) / t.area
	u, v = clamp(u, 0, 1), clamp(v, 0, 1)
	w := max(1-u-v, 0)
	u, v, w = u*t.a[2], v*t.b[2], w*t.c[2]
	sum := u + v + w
	return [3]float64{u / sum, v / sum, w / sum}
}
