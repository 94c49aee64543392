package render

// corner is a vertex on a screen: samples, and what decides which face is
// seen, larger being nearer.
type corner struct{ x, y, near float64 }

// raster remembers for every sample of a screen what is nearest.
type raster struct {
	width, height int
	near          []float32
	primitives    []uint32 // number + 1; nil: of no interest
	budget        *budget
}

func newRaster(width, height int, b *budget) *raster {
	return &raster{width: width, height: height, near: make([]float32, width*height), budget: b}
}

// span is a triangle made ready: what u and v, the shares of the corners a and
// b, are at a place and how they grow.
type span struct {
	a, b, c                  corner
	ux, uy, vx, vy           float64
	left, right, top, bottom int // samples, inclusive
}

// edge is how far outside a triangle a sample may lie, so that rounding leaves
// no holes between neighbours.
const edge = -1e-7

// span makes a triangle of any direction ready; false: it covers no sample.
func (r *raster) span(t *[3]corner) (s span, ok bool) {
	a, b, c := t[0], t[1], t[2]
	area := mul(c.x-a.x, b.y-a.y) - mul(b.x-a.x, c.y-a.y)
	if area < 0 {
		b, c, area = c, b, -area
	}
	if !(area > 1e-9) {
		return s, false
	}
	s.left, s.right = covered(a.x, b.x, c.x, r.width)
	s.top, s.bottom = covered(a.y, b.y, c.y, r.height)
	if s.left > s.right || s.top > s.bottom {
		return s, false
	}
	s.a, s.b, s.c = a, b, c
	s.ux, s.uy = (c.y-b.y)/area, (b.x-c.x)/area
	s.vx, s.vy = (a.y-c.y)/area, (c.x-a.x)/area
	return s, true
}

// covered are the first and the last of n samples whose middle lies between the
// least and the largest of three places.
func covered(a, b, c float64, n int) (first, last int) {
	low, high := a, a
	if b < low {
		low = b
	} else {
		high = b
	}
	if c < low {
		low = c
	} else if c > high {
		high = c
	}
	// Cut while they are floats: Go leaves open what int makes of one that it can't hold, and machines differ.
	if low < 0 {
		low = 0
	}
	if most := float64(n); high > most {
		high = most
	}
	if !(high >= 0 && low <= high) { // or one is no number
		return 1, 0
	}
	return int(low + 0.5), int(high+0.5) - 1
}

// start returns u, v and nearness at the middle of a sample.
func (s *span) start(x, y float64) (u, v, near float64) {
	dx, dy := x-s.c.x, y-s.c.y
	u, v = mul(s.ux, dx)+mul(s.uy, dy), mul(s.vx, dx)+mul(s.vy, dy)
	return u, v, s.c.near + mul(u, s.a.near-s.c.near) + mul(v, s.b.near-s.c.near)
}

// row narrows a row down to about where the triangle is.
func (s *span) row(y int) (left, right int) {
	u, v, _ := s.start(float64(s.left)+0.5, float64(y)+0.5)
	first, last := 0.0, float64(s.right-s.left)
	for _, e := range [3][2]float64{{u, s.ux}, {v, s.vx}, {1 - u - v, -s.ux - s.vx}} {
		// Where the share e[0] + e[1] x is none or more.
		if cross := -e[0] / e[1]; e[1] > 0 && cross > first {
			first = cross
		} else if e[1] < 0 && cross < last {
			last = cross
		}
	}
	if !(first <= last+2) {
		return 1, 0
	}
	// One sample more at both ends, as crossings are rounded; the test of each sample decides.
	return max(s.left, s.left+int(first)-1), min(s.right, s.left+int(last+2))
}

// samples is how many a span may cover.
func (s *span) samples() int { return (s.right - s.left + 1) * (s.bottom - s.top + 1) }

// triangle draws an opaque triangle with its three edge functions, row by row.
func (r *raster) triangle(t *[3]corner, primitive uint32) {
	s, ok := r.span(t)
	if !ok {
		return
	}
	r.budget.left -= int64(s.samples())
	nearX := mul(s.ux, s.a.near-s.c.near) + mul(s.vx, s.b.near-s.c.near)
	for y := s.top; y <= s.bottom; y++ {
		left, right := s.left, s.right
		if right-left > 12 {
			left, right = s.row(y)
		}
		u, v, near := s.start(float64(left)+0.5, float64(y)+0.5)
		row := y * r.width
		for at := row + left; at <= row+right; at++ {
			if u >= edge && v >= edge && u+v <= 1-edge && float32(near) > r.near[at] {
				r.near[at] = float32(near)
				if r.primitives != nil {
					r.primitives[at] = primitive + 1
				}
			}
			u, v, near = u+s.ux, v+s.vx, near+nearX
		}
	}
}

// tested draws a triangle with holes: solid tells by the shares of the corners
// whether a sample is there.
func (r *raster) tested(t *[3]corner, primitive uint32, solid func(weights [3]float64) bool) {
	s, ok := r.span(t)
	if !ok {
		return
	}
	// solid reads a texture for each sample, which is several times the work of drawing it.
	r.budget.left -= 4 * int64(s.samples())
	for y := s.top; y <= s.bottom; y++ {
		for x := s.left; x <= s.right; x++ {
			u, v, near := s.start(float64(x)+0.5, float64(y)+0.5)
			at := y*r.width + x
			if u >= edge && v >= edge && u+v <= 1-edge && float32(near) > r.near[at] && solid(weights(t, float64(x)+0.5, float64(y)+0.5)) {
				r.near[at], r.primitives[at] = float32(near), primitive+1
			}
		}
	}
}

// disc draws a round dot.
func (r *raster) disc(c corner, radius float64, primitive uint32) {
	left, right := covered(c.x-radius, c.x+radius, c.x, r.width)
	top, bottom := covered(c.y-radius, c.y+radius, c.y, r.height)
	near := float32(c.near)
	for y := top; y <= bottom; y++ {
		dy := float64(y) + 0.5 - c.y
		for x := left; x <= right; x++ {
			dx := float64(x) + 0.5 - c.x
			at := y*r.width + x
			if mul(dx, dx)+mul(dy, dy) <= mul(radius, radius) && near > r.near[at] {
				r.near[at] = near
				if r.primitives != nil {
					r.primitives[at] = primitive + 1
				}
			}
		}
	}
	r.budget.left -= int64(max(right-left+1, 0) * max(bottom-top+1, 0))
}

// weights returns how much each corner counts at a place on the screen, with the
// perspective undone. Outside the triangle the nearest place inside counts.
func weights(t *[3]corner, x, y float64) [3]float64 {
	a, b, c := &t[0], &t[1], &t[2]
	area := mul(c.x-a.x, b.y-a.y) - mul(b.x-a.x, c.y-a.y)
	if area == 0 {
		return [3]float64{1, 0, 0}
	}
	dx, dy := x-c.x, y-c.y
	u := clamp((mul(c.y-b.y, dx)+mul(b.x-c.x, dy))/area, 0, 1)
	v := clamp((mul(a.y-c.y, dx)+mul(c.x-a.x, dy))/area, 0, 1)
	if u+v > 1 {
		u, v = u/(u+v), v/(u+v)
	}
	w := max(1-u-v, 0)
	u, v, w = mul(u, a.near), mul(v, b.near), mul(w, c.near)
	sum := u + v + w
	return [3]float64{u / sum, v / sum, w / sum}
}
