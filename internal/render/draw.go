package render

import "math"

// pass draws a scene's triangles onto a raster, one after the other: nothing is
// kept of each.
type pass struct {
	raster *raster
	place  affine // of the world on the screen, less its origin
	x, y   float64
	how    projection
	stride int // every stride-th primitive is drawn
	dot    float64
}

type projection int

const (
	perspective projection = iota // near is 1 / depth
	parallel                      // near is the third coordinate
	above                         // near falls off with the third coordinate, the height
)

// aside keeps faces that are seen from behind, and have no behind, below all
// others: their nearness is so much smaller. A power of 2 loses nothing.
const aside = 1.0 / 1024

func (p *pass) corner(m *affine, v vec) corner {
	q := m.point(v.x, v.y, v.z)
	switch p.how {
	case perspective:
		near := 1 / q.z
		return corner{p.x + mul(q.x, near), p.y + mul(q.y, near), near}
	case above:
		t := clamp(1-mul(q.z, 3), 0, 1)
		return corner{p.x + q.x, p.y + q.y, mul(mul(t, t), t)}
	}
	return corner{p.x + q.x, p.y + q.y, q.z}
}

// valid: a place of this world. What is no number fails every comparison.
func (c *corner) valid() bool { return c.near >= 0 && c.near < 16 && math.Abs(c.x)+math.Abs(c.y) < 1e7 }

// widened is how much larger triangles are drawn to cover for those left out.
// Chosen without order, some lie over others, so it takes more than the same area.
func (p *pass) widened() float64 { return min(mul(1.9, math.Sqrt(float64(p.stride))), 16) }

// chosen is the primitive that is drawn of those from i on. Were it always the
// first, it would keep step with the rows of a grid and leave stripes.
func (p *pass) chosen(i, end int) int {
	if p.stride == 1 {
		return i
	}
	return min(i+int(uint32(i)*0x9e3779b1>>8)%p.stride, end-1)
}

// part draws a part with what f does for each material; nil leaves it out.
// False: the budget ended it.
func (p *pass) part(of *part, f func(material int) func(t *[3]corner, primitive uint32)) bool {
	m := p.place.after(&of.world)
	for _, g := range of.groups {
		draw := f(g.Material)
		if draw == nil {
			continue
		}
		if of.points {
			if !p.dots(of, &m) {
				return false
			}
			continue
		}
		if !p.triangles(of, &m, g.First, g.End, draw) {
			return false
		}
	}
	return true
}

func (p *pass) triangles(of *part, m *affine, first, end int, draw func(t *[3]corner, primitive uint32)) bool {
	var t [3]corner
	for from := first; from < end; from += p.stride {
		if p.raster.budget.left -= 8; p.raster.budget.spent() {
			return false
		}
		i := p.chosen(from, end)
		v, ok := of.corners(i)
		if !ok {
			continue
		}
		t[0], t[1], t[2] = p.corner(m, of.at(v[0])), p.corner(m, of.at(v[1])), p.corner(m, of.at(v[2]))
		if !t[0].valid() || !t[1].valid() || !t[2].valid() {
			continue
		}
		if p.stride > 1 {
			widen(&t, p.widened())
		}
		draw(&t, of.first+uint32(i))
	}
	return true
}

// widen moves the corners away from the middle.
func widen(t *[3]corner, by float64) {
	x, y := (t[0].x+t[1].x+t[2].x)/3, (t[0].y+t[1].y+t[2].y)/3
	for i := range t {
		t[i].x, t[i].y = x+mul(t[i].x-x, by), y+mul(t[i].y-y, by)
	}
}

func (p *pass) dots(of *part, m *affine) bool {
	radius := p.dot
	if p.stride > 1 {
		radius = mul(radius, p.widened())
	}
	for from := 0; from < int(of.count); from += p.stride {
		if p.raster.budget.left -= 8; p.raster.budget.spent() {
			return false
		}
		i := p.chosen(from, int(of.count))
		c := p.corner(m, of.at(uint32(i)))
		if c.valid() {
			p.raster.disc(c, radius, of.first+uint32(i))
		}
	}
	return true
}

// isFront reports whether a triangle turns its front to the eye. Y grows downwards,
// so what is counter-clockwise turned clockwise.
func isFront(t *[3]corner, mirrored bool) bool {
	area := mul(t[2].x-t[0].x, t[1].y-t[0].y) - mul(t[1].x-t[0].x, t[2].y-t[0].y)
	return (area > 0) != mirrored
}

// expose draws the whole scene: what is opaque at once, what is not into the
// fragments. It says which share of the primitives was drawn.
func (s *studio) expose(stride int, b *budget) (share float64) {
	s.screen = newRaster(samples*s.camera.width, samples*s.camera.height, b)
	s.screen.primitives = make([]uint32, len(s.screen.near))
	s.fragments = nil
	p := &pass{raster: s.screen, place: *s.camera.view(), x: samples * s.camera.x, y: samples * s.camera.y, stride: stride, dot: s.dot()}
	// What is opaque comes first: behind it, nothing transparent has to be kept.
	for _, blended := range []bool{false, true} {
		for i := range s.scene.parts {
			of := &s.scene.parts[i]
			if !p.part(of, func(material int) func(*[3]corner, uint32) { return s.draws(of, material, blended) }) {
				return max(float64(of.first), 1) / float64(s.scene.count)
			}
		}
	}
	return 1
}

// draws chooses how triangles of a material are drawn.
func (s *studio) draws(of *part, material int, blended bool) func(t *[3]corner, primitive uint32) {
	surface := &s.scene.surfaces[material+1]
	if (surface.mode == blend) != blended {
		return nil
	}
	put := s.screen.triangle
	switch {
	case blended:
		put = s.addFragments
	case surface.mode == mask && surface.charts[colors].mipmap != nil && of.mesh.UVs != nil:
		put = func(t *[3]corner, primitive uint32) { s.cut(of, surface, t, primitive) }
	}
	if !surface.culled || of.points {
		return put
	}
	return func(t *[3]corner, primitive uint32) {
		if !isFront(t, of.mirrored) {
			if blended {
				return
			}
			t[0].near, t[1].near, t[2].near = mul(t[0].near, aside), mul(t[1].near, aside), mul(t[2].near, aside)
		}
		put(t, primitive)
	}
}

// cut draws a triangle where its texture is not too transparent.
func (s *studio) cut(of *part, surface *surface, t *[3]corner, primitive uint32) {
	v, _ := of.corners(int(primitive - of.first))
	chart := &surface.charts[colors]
	level := chart.level(of, v, t)
	s.screen.tested(t, primitive, func(weights [3]float64) bool {
		x, y := of.uv(v, weights)
		_, alpha := chart.at(x, y, level)
		return mul(alpha, surface.alpha) >= surface.cutoff
	})
}

// dot is the radius, in samples, of points: so that as many cover about the
// whole of what is seen of a closed body.
func (s *studio) dot() float64 {
	n := 0
	for i := range s.scene.parts {
		if p := &s.scene.parts[i]; p.points {
			n += int(p.count)
		}
	}
	seen := mul(0.35, float64(samples*samples*s.camera.width*s.camera.height))
	return clamp(mul(1.6, math.Sqrt(seen/float64(max(n, 1)))), 1.5, 9)
}
