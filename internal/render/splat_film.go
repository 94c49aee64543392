package render

import (
	"context"
	"image"
	"math"

	"vitrine/internal/scenery"
)

// splatFilm gathers light from splats, the nearest first.
type splatFilm struct {
	camera *camera
	pixels []splatPixel
}

// splatPixel has sRGB values, as splats are trained to be mixed in them.
type splatPixel struct {
	r, g, b float32
	left    float32 // how much is still seen of what is behind
}

// depthBins is how finely splats are sorted.
const depthBins = 1 << 16

// expose draws the splats from the nearest to the farthest, and says which share
// the budget allowed.
func (c *cloud) expose(cam *camera, b *budget) (film *splatFilm, share float64) {
	film = &splatFilm{camera: cam, pixels: make([]splatPixel, cam.width*cam.height)}
	for i := range film.pixels {
		film.pixels[i].left = 1
	}
	view := *cam.view()
	for j := range 4 {
		view[0][j], view[1][j] = view[0][j]/samples, view[1][j]/samples
	}
	order := c.sorted(cam)
	fall := newFall()
	for n, i := range order {
		if b.left -= 32; b.spent() {
			return film, float64(max(n, 1)) / float64(len(order))
		}
		if e, _, ok := c.project(cam, &view, int(i)); ok {
			b.left -= film.add(&e, [4]uint8(c.Colors[4*i:]), fall)
		}
	}
	return film, 1
}

// sorted numbers the splats from the nearest to the farthest, by counting.
func (c *cloud) sorted(cam *camera) []uint32 {
	starts := make([]uint32, depthBins+1)
	bin := func(v vec) int {
		depth := v.sub(cam.eye).dot(cam.forward)
		return int(mul(clamp(mul(depth-scenery.Distance, 0.5)+0.5, 0, 1), depthBins-1))
	}
	c.each(func(_ int, v vec) { starts[bin(v)+1]++ })
	for i := range depthBins {
		starts[i+1] += starts[i]
	}
	order := make([]uint32, starts[depthBins])
	c.each(func(i int, v vec) {
		at := &starts[bin(v)]
		order[*at] = uint32(i)
		*at++
	})
	return order
}

// fall is how a gaussian falls off with half the square of the distance.
type fall [1024]float32

const fallEnd = 4.5

func newFall() *fall {
	var f fall
	for i := range f {
		f[i] = float32(exp(mul(-fallEnd, float64(i)/float64(len(f)))))
	}
	return &f
}

// add draws one splat, and says what work it was.
func (f *splatFilm) add(e *ellipse, color [4]uint8, fall *fall) int64 {
	left, right := covered(e.x-e.width, e.x+e.width, e.x, f.camera.width)
	top, bottom := covered(e.y-e.height, e.y+e.height, e.y, f.camera.height)
	if left > right || top > bottom {
		return 0
	}
	r, g, b := float32(color[0])/255, float32(color[1])/255, float32(color[2])/255
	opacity := float32(color[3]) / 255
	for y := top; y <= bottom; y++ {
		dy := float64(y) + 0.5 - e.y
		for x := left; x <= right; x++ {
			dx := float64(x) + 0.5 - e.x
			d := mul(0.5, mul(e.xx, mul(dx, dx))+mul(e.yy, mul(dy, dy))) + mul(e.xy, mul(dx, dy))
			p := &f.pixels[y*f.camera.width+x]
			// fallEnd is half of three squared, the ellipse that the box is drawn
			// around. What is left of less than 1/512 changes no byte.
			if !(d >= 0 && d < fallEnd) || p.left < 1.0/512 {
				continue
			}
			// Both bounds, 0.99 and 1/255, are those of the reference renderer.
			alpha := min(opacity*fall[int(mul(d, float64(len(fall))/fallEnd))], 0.99)
			if alpha < 1.0/255 {
				continue
			}
			weight := float32(alpha * p.left)
			p.r, p.g, p.b = p.r+float32(weight*r), p.g+float32(weight*g), p.b+float32(weight*b)
			p.left = float32(p.left * (1 - alpha))
		}
	}
	return int64((right-left+1)*(bottom-top+1)) * 2
}

// resolve lays the splats over the backdrop and the shadow that they throw.
func (f *splatFilm) resolve(ctx context.Context, c *cloud, shot Shot) (*image.RGBA, error) {
	s := newStudio(f.camera, shot.backdrop())
	s.shadow = c.shadow(ctx, f.camera)
	s.paint()
	picture := image.NewRGBA(image.Rect(0, 0, f.camera.width, f.camera.height))
	for y := range f.camera.height {
		for x := range f.camera.width {
			s.put(picture, x, y, s.behind(x, y))
			p := f.pixels[y*f.camera.width+x]
			pix := picture.Pix[picture.PixOffset(x, y):][:4:4]
			for k, light := range [3]float32{p.r, p.g, p.b} {
				v := float32(255*light) + float32(p.left*float32(pix[k]))
				pix[k] = uint8(min(v+0.5, 255))
			}
		}
	}
	return picture, ctx.Err()
}

// shadow is thrown by the splats that can be seen well.
func (c *cloud) shadow(ctx context.Context, cam *camera) *shadow {
	sh, f := lights(cam), newFrame()
	stride := max(1, c.Len()/c.stride/maxShadowed)
	n := 0
	solid := func(do func(i int, v vec)) {
		c.each(func(i int, v vec) {
			if n++; n%stride == 0 && c.Colors[4*i+3] > 100 && v.sub(v.lowest(c.high).highest(c.low)).within(1e-9) {
				do(i, v)
			}
		})
	}
	solid(func(_ int, v vec) { q := sh.light.point(v.x, v.y, v.z); f.add(q.x, q.y) })
	if f.left > f.right {
		return nil
	}
	sh.fit(f, c.low, c.high)
	light, ground := sh.passes(1, newBudget(ctx, fillLimit/2, 0.3))
	for _, p := range []*pass{light, ground} {
		// Counted from zero again, or the second screen would show other splats than the first.
		n = 0
		solid(func(i int, v vec) {
			if q := p.corner(&p.place, v); q.valid() && !p.raster.budget.spent() {
				p.raster.disc(q, c.radius(i, p.place[0]), 0)
			}
		})
	}
	sh.blur()
	return sh
}

// radius is about how wide a splat is on a screen.
func (c *cloud) radius(i int, row [4]float64) float64 {
	s := c.Scales[3*i : 3*i+3 : 3*i+3]
	zoom := mul(vec{row[0], row[1], row[2]}.length(), c.world.column(0).length())
	return clamp(mul(mul(zoom, float64(max(s[0], s[1], s[2]))), math.Sqrt(float64(c.stride))), 0.7, 12)
}
