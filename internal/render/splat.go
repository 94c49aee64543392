package render

import (
	"context"
	"image"
	"math"

	"vitrine/internal/geometry"
	"vitrine/internal/scenery"
)

// cloud is splats with z upwards, most of them in a box of size 1 around the
// origin. What lies far outside, as floaters do, is left out.
type cloud struct {
	*geometry.Splats
	world     affine
	low, high vec
	stride    int
}

// splatReach is how far outside the box splats are drawn, in its sizes.
const splatReach = 0.35

// newCloud finds the box that holds most of what can be seen.
func newCloud(s *geometry.Splats, stride int) (*cloud, error) {
	c := &cloud{Splats: s, world: affine{{1, 0, 0, 0}, {0, 0, -1, 0}, {0, 1, 0, 0}}, stride: stride}
	if n := s.Len(); len(s.Scales) < 3*n || len(s.Rotations) < 4*n || len(s.Colors) < 4*n {
		return nil, ErrEmpty
	}
	if !c.bound() {
		return nil, ErrEmpty
	}
	size := c.high.sub(c.low).length()
	if !(size > 1e-60) || size > farthest {
		return nil, ErrEmpty
	}
	middle, zoom := c.low.mix(c.high, 0.5), 1/size
	fit := affine{{zoom, 0, 0, mul(-middle.x, zoom)}, {0, zoom, 0, mul(-middle.y, zoom)}, {0, 0, zoom, mul(-middle.z, zoom)}}
	c.world = fit.after(&c.world)
	c.low, c.high = c.low.sub(middle).mul(zoom), c.high.sub(middle).mul(zoom)
	return c, nil
}

// each calls f with the places of splats that are not all but invisible.
func (c *cloud) each(f func(i int, v vec)) {
	for i := 0; i < c.Len(); i += c.stride {
		if c.Colors[4*i+3] < 8 {
			continue
		}
		v := c.world.point(float64(c.Positions[3*i]), float64(c.Positions[3*i+1]), float64(c.Positions[3*i+2]))
		if v.within(farthest) {
			f(i, v)
		}
	}
}

// The box leaves out this share of splats at each side.
const outside = 0.004

// bound narrows the box by histograms, several times, as a few splats may lie
// very far out.
func (c *cloud) bound() bool {
	inf := math.Inf(1)
	c.low, c.high = vec{inf, inf, inf}, vec{-inf, -inf, -inf}
	c.each(func(_ int, v vec) { c.low, c.high = c.low.lowest(v), c.high.highest(v) })
	if !(c.low.x <= c.high.x) {
		return false
	}
	for range 3 {
		var counts [3][1024]int
		low, size := c.low, c.high.sub(c.low)
		n := 0
		c.each(func(_ int, v vec) {
			n++
			for k, t := range [3]float64{(v.x - low.x) / size.x, (v.y - low.y) / size.y, (v.z - low.z) / size.z} {
				if t >= 0 { // not where all have the same place
					counts[k][int(mul(min(t, 1), 1023))]++
				} else if t < 0 {
					counts[k][0]++
				}
			}
		})
		least := int(outside * float64(n))
		x0, x1 := inner(&counts[0], least)
		y0, y1 := inner(&counts[1], least)
		z0, z1 := inner(&counts[2], least)
		c.low = low.add(size.scale(vec{x0, y0, z0}))
		c.high = low.add(size.scale(vec{x1, y1, z1}))
	}
	return true
}

// inner returns where of a histogram no more than least lie below and above.
func inner(counts *[1024]int, least int) (low, high float64) {
	first, last := 0, len(counts)-1
	for sum := counts[first]; sum <= least && first < last; sum += counts[first] {
		first++
	}
	for sum := counts[last]; sum <= least && last > first; sum += counts[last] {
		last--
	}
	return float64(first) / float64(len(counts)), float64(last+1) / float64(len(counts))
}

// ellipse is a splat on the screen: a gaussian by the inverse of its covariance.
type ellipse struct {
	x, y          float64 // pixels
	xx, xy, yy    float64
	width, height float64 // half of the box that it is seen in
}

// project returns what a splat looks like (Zwicker et al., "EWA splatting", 2002):
// its covariance under the derivative of the perspective, and a little more, so
// that none is thinner than a pixel.
func (c *cloud) project(cam *camera, view *affine, i int) (e ellipse, depth float64, ok bool) {
	v := c.world.point(float64(c.Positions[3*i]), float64(c.Positions[3*i+1]), float64(c.Positions[3*i+2]))
	if !v.within(1) || !v.sub(v.lowest(c.high).highest(c.low)).within(splatReach) {
		return e, 0, false
	}
	q := view.point(v.x, v.y, v.z)
	if q.z < 0.3 {
		return e, 0, false
	}
	near := 1 / q.z
	e.x, e.y = cam.x+mul(q.x, near), cam.y+mul(q.y, near)
	jacobian := affine{{near, 0, mul(-q.x, mul(near, near)), 0}, {0, near, mul(-q.y, mul(near, near)), 0}, {}}
	turn := *view
	turn[0][3], turn[1][3], turn[2][3] = 0, 0, 0
	axes := c.axes(i)
	m := turn.after(&axes)
	m = jacobian.after(&m)
	a := vec{m[0][0], m[0][1], m[0][2]}
	b := vec{m[1][0], m[1][1], m[1][2]}
	// 0.3 is what the reference renderer of these clouds adds, so that they look as they were trained to.
	xx, xy, yy := a.dot(a)+0.3, a.dot(b), b.dot(b)+0.3
	det := mul(xx, yy) - mul(xy, xy)
	if !(det > 0) || !(xx+yy < 1e8) {
		return e, 0, false
	}
	e.xx, e.xy, e.yy = yy/det, -xy/det, xx/det
	e.width, e.height = mul(3, math.Sqrt(xx)), mul(3, math.Sqrt(yy))
	return e, q.z, true
}

// axes are a splat's three standard deviations in the world, as columns.
func (c *cloud) axes(i int) affine {
	q := c.Rotations[4*i : 4*i+4 : 4*i+4]
	w, x, y, z := float64(q[0]), float64(q[1]), float64(q[2]), float64(q[3])
	// With one splat for every few, each gets as much more area, so that no gaps open.
	wide := math.Sqrt(float64(c.stride))
	s := vec{float64(c.Scales[3*i]), float64(c.Scales[3*i+1]), float64(c.Scales[3*i+2])}.mul(wide)
	r := affine{
		{mul(1-mul(2, mul(y, y)+mul(z, z)), s.x), mul(mul(2, mul(x, y)-mul(w, z)), s.y), mul(mul(2, mul(x, z)+mul(w, y)), s.z), 0},
		{mul(mul(2, mul(x, y)+mul(w, z)), s.x), mul(1-mul(2, mul(x, x)+mul(z, z)), s.y), mul(mul(2, mul(y, z)-mul(w, x)), s.z), 0},
		{mul(mul(2, mul(x, z)-mul(w, y)), s.x), mul(mul(2, mul(y, z)+mul(w, x)), s.y), mul(1-mul(2, mul(x, x)+mul(y, y)), s.z), 0},
	}
	world := c.world
	world[0][3], world[1][3], world[2][3] = 0, 0, 0
	return world.after(&r)
}

func (shot Shot) splats(ctx context.Context, splats *geometry.Splats) (*image.RGBA, error) {
	if shot.View == nil {
		view := View(scenery.Numbers().Camera.Splats)
		shot.View = &view
	}
	stride := 1
	for attempt := range attempts {
		c, err := newCloud(splats, stride)
		if err != nil {
			return nil, err
		}
		b := newBudget(ctx, fillLimit, 0.4)
		film, share := c.expose(c.showing(*shot.View, shot.size()), b)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if share == 1 || attempt == attempts-1 {
			return film.resolve(ctx, c, shot)
		}
		stride = int(min(math.Ceil(1.5*float64(stride)/share), 1<<24))
	}
	return nil, ErrEmpty
}

// showing is a camera that has the box's splats in its frame.
func (c *cloud) showing(from View, on size) *camera {
	cam, f := newCamera(from, on), newFrame()
	zoom := mul(1.5/scenery.Distance, c.world.column(0).length())
	c.each(func(i int, v vec) {
		if v.sub(v.lowest(c.high).highest(c.low)).within(1e-9) {
			x, y := cam.direction(v)
			r := min(mul(zoom, float64(max(c.Scales[3*i], c.Scales[3*i+1], c.Scales[3*i+2]))), 0.1)
			f.add(x-r, y-r)
			f.add(x+r, y+r)
		}
	})
	cam.fit(f)
	cam.ground = c.low.z
	return cam
}
