package render

import (
	"slices"

	"vitrine/internal/scenery"
)

const (
	shadowSize   = 384
	planSize     = 160
	maxShadowed  = 1_500_000 // triangles; of more, every few are drawn, wider
	shadowMargin = 24
)

// shadow knows what the key light and the sky see of a scene.
type shadow struct {
	toLight vec
	light   affine // of the world on the light's screen
	depth   *raster
	soft    []float32 // how much of the key light the ground loses, blurred

	floor affine // of the world on the plan: seen from above, with the height
	plan  *raster
	dark  []float32 // how close things are to the ground, blurred
}

// A surface is looked up a little above itself and nearer to the light, so that
// it does not shade itself.
const (
	shadowLift = 0.008
	shadowBias = 0.007
)

// newShadow sets up both screens around what is in a box.
func newShadow(s *scene, c *camera) *shadow {
	f := newFrame()
	sh := lights(c)
	for i := range s.parts {
		s.parts[i].vertices(func(v vec) { q := sh.light.point(v.x, v.y, v.z); f.add(q.x, q.y) })
	}
	sh.fit(f, s.low, s.high)
	return sh
}

// lights looks along the key light.
func lights(c *camera) *shadow {
	back := c.forward.mul(-1)
	from := scenery.Numbers().Light.KeyFrom
	sh := &shadow{toLight: back.mul(from[0]).add(c.right.mul(from[1])).add(vec{0, 0, from[2]}).unit()}
	x := sh.toLight.cross(vec{0, 0, 1}).unit()
	y := x.cross(sh.toLight)
	row := func(v vec) [4]float64 { return [4]float64{v.x, v.y, v.z, 0} }
	sh.light = affine{row(x), row(y), row(sh.toLight)}
	return sh
}

// fit lays the light's screen around the shape and its shadow's blur.
func (sh *shadow) fit(f frame, low, high vec) {
	zoom := (shadowSize - 2*shadowMargin) / max(f.right-f.left, f.top-f.bottom, 1e-6)
	// 2 is added to the depth, as nearness must be above 0: that stands for a sample that nothing hit.
	move := affine{{zoom, 0, 0, shadowMargin - mul(f.left, zoom)}, {0, zoom, 0, shadowMargin - mul(f.bottom, zoom)}, {0, 0, 1, 2}}
	sh.light = move.after(&sh.light)

	scale := mul(planSize, 0.5) / max(high.x-low.x, high.y-low.y, 0.2)
	middle := low.mix(high, 0.5)
	sh.floor = affine{
		{scale, 0, 0, planSize/2 - mul(middle.x, scale)}, {0, scale, 0, planSize/2 - mul(middle.y, scale)}, {0, 0, 1, -low.z},
	}
}

// passes are empty screens, for the light and for the ground.
func (sh *shadow) passes(stride int, b *budget) (light, ground *pass) {
	sh.depth, sh.plan = newRaster(shadowSize, shadowSize, b), newRaster(planSize, planSize, b)
	return &pass{raster: sh.depth, place: sh.light, how: parallel, stride: stride, dot: 1.2},
		&pass{raster: sh.plan, place: sh.floor, how: above, stride: stride, dot: 1}
}

// castScene draws the scene on both screens, as far as the budget goes.
func (sh *shadow) castScene(s *scene, stride int, b *budget) {
	light, ground := sh.passes(stride, b)
	for _, p := range []*pass{light, ground} {
		for i := range s.parts {
			p.part(&s.parts[i], func(material int) func(*[3]corner, uint32) {
				if m := &s.surfaces[material+1]; m.mode == blend && m.alpha < 0.3 {
					return nil
				}
				return p.raster.triangle
			})
		}
	}
	sh.blur()
}

func (sh *shadow) blur() {
	sh.soft = make([]float32, shadowSize*shadowSize)
	for i, near := range sh.depth.near {
		if near > 0 {
			sh.soft[i] = 1
		}
	}
	blur(sh.soft, shadowSize, 5)
	wide := slices.Clone(sh.plan.near)
	sh.dark = sh.plan.near
	blur(sh.dark, planSize, 3)
	blur(wide, planSize, 9)
	for i, v := range wide {
		sh.dark[i] = float32(0.5*sh.dark[i]) + float32(0.5*v)
	}
}

// lit returns how much of the key light reaches a point of the shape, smoothed
// over 3 × 3 places of the light's screen.
func (sh *shadow) lit(p, normal vec) float64 {
	p = p.add(normal.mul(shadowLift))
	q := sh.light.point(p.x, p.y, p.z)
	x, y := clamp(q.x-0.5, 1, shadowSize-4), clamp(q.y-0.5, 1, shadowSize-4)
	ix, iy := int(x), int(y)
	fx, fy := x-float64(ix), y-float64(iy)
	near := float32(q.z + shadowBias)
	sum := 0.0
	for dy := -1; dy <= 2; dy++ {
		for dx := -1; dx <= 2; dx++ {
			if sh.depth.near[(iy+dy)*shadowSize+ix+dx] <= near {
				sum += mul(overlap(dx, fx), overlap(dy, fy))
			}
		}
	}
	return sum / 9
}

// overlap is how much of cell d lies within 1.5 of a place between 0 and 1.
func overlap(d int, at float64) float64 {
	switch d {
	case -1:
		return 1 - at
	case 2:
		return at
	}
	return 1
}

// onGround returns how much light the ground keeps at a point: of the key light,
// and of the sky.
func (sh *shadow) onGround(p vec) (key, sky float64) {
	q, f := sh.light.point(p.x, p.y, p.z), sh.floor.point(p.x, p.y, p.z)
	return 1 - sampled(sh.soft, shadowSize, q.x, q.y), 1 - sampled(sh.dark, planSize, f.x, f.y)
}

// sampled reads a square field between its four nearest places; outside it is 0.
func sampled(field []float32, size int, x, y float64) float64 {
	x, y = x-0.5, y-0.5
	if !(x >= 0 && y >= 0 && x < float64(size-1) && y < float64(size-1)) {
		return 0
	}
	ix, iy := int(x), int(y)
	row := field[iy*size+ix:]
	upper := lerp(float64(row[0]), float64(row[1]), x-float64(ix))
	lower := lerp(float64(row[size]), float64(row[size+1]), x-float64(ix))
	return lerp(upper, lower, y-float64(iy))
}

// blur averages a square field three times over 2 × radius + 1 places in each
// direction, which comes close to a Gaussian.
func blur(field []float32, size, radius int) {
	line, out := make([]float32, size), make([]float32, size)
	for range 3 {
		for i := range size {
			blurLine(field, i*size, 1, line, out, radius)
		}
		for i := range size {
			blurLine(field, i, size, line, out, radius)
		}
	}
}

func blurLine(field []float32, first, step int, line, out []float32, radius int) {
	for i := range line {
		line[i] = field[first+i*step]
	}
	var sum float32
	for i := range min(radius, len(line)) {
		sum += line[i]
	}
	for i := range line {
		if i+radius < len(line) {
			sum += line[i+radius]
		}
		if i > radius {
			sum -= line[i-radius-1]
		}
		out[i] = sum / float32(2*radius+1)
	}
	for i := range out {
		field[first+i*step] = out[i]
	}
}
