package render

import (
	"math"

	"vitrine/internal/scenery"
)

// The size of a picture, unless its Shot has another. Edges are drawn with 2 × 2 samples a pixel.
const (
	Width   = 800
	Height  = 600
	samples = 2
)

// size is that of a picture, in pixels.
type size struct{ width, height int }

// camera looks at a scene in perspective and fits it into the frame.
type camera struct {
	size
	eye, right, up, forward vec
	zoom, x, y              float64 // pixel = zoom × direction + x, y
	ground                  float64
}

func newCamera(from View, on size) *camera {
	sinA, cosA := sincos(from.Around)
	sinB, cosB := sincos(from.Above)
	back := vec{mul(cosB, sinA), mul(-cosB, cosA), sinB}
	c := &camera{size: on, forward: back.mul(-1), right: vec{cosA, sinA, 0}, eye: back.mul(scenery.Distance)}
	c.up = c.right.cross(c.forward)
	return c
}

// threeQuarter is the view of a scene from its front: more of the longer side,
// and from higher above what lies flat.
func threeQuarter(low, high vec) View {
	d, c := high.sub(low), scenery.Numbers().Camera
	v := View{Around: c.Around, Above: c.Above}
	switch {
	case d.y > mul(c.Deep, d.x):
		v.Around = c.AroundDeep
	case d.x > mul(c.Wide, d.y):
		v.Around = c.AroundWide
	}
	if flat := d.z / max(d.x, d.y); flat < c.Flat {
		v.Above = lerp(c.AboveFlat, c.Above, flat/c.Flat)
	}
	return v
}

// frame holds what a shape takes of a camera's view.
type frame struct{ left, right, bottom, top float64 }

func newFrame() frame { return frame{math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)} }

func (f *frame) add(x, y float64) {
	f.left, f.right, f.bottom, f.top = min(f.left, x), max(f.right, x), min(f.bottom, y), max(f.top, y)
}

// fit sets zoom and offset so that the shape fills the picture but for a
// margin, with a little more room below for its shadow.
func (c *camera) fit(f frame) {
	x, top, bottom := float64(c.width*scenery.MarginX)/100, float64(c.height*scenery.MarginTop)/100, float64(c.height*scenery.MarginBottom)/100
	width, height := max(f.right-f.left, 1e-6), max(f.top-f.bottom, 1e-6)
	c.zoom = min((float64(c.width)-mul(2, x))/width, (float64(c.height)-top-bottom)/height)
	c.x = mul(0.5, float64(c.width)) - mul(0.5, mul(c.zoom, f.left+f.right))
	c.y = mul(0.5, top+float64(c.height)-bottom) + mul(0.5, mul(c.zoom, f.bottom+f.top))
}

// direction returns how far right and up of the middle a point is seen.
func (c *camera) direction(p vec) (x, y float64) {
	d := p.sub(c.eye)
	depth := d.dot(c.forward)
	return d.dot(c.right) / depth, d.dot(c.up) / depth
}

// ray returns the direction from the eye through a pixel.
func (c *camera) ray(x, y float64) vec {
	return c.forward.add(c.right.mul((x - c.x) / c.zoom)).add(c.up.mul((c.y - y) / c.zoom))
}

// view places points of the world so that x and y over z are samples of the
// screen less its origin, and z is the depth.
func (c *camera) view() *affine {
	row := func(v vec) [4]float64 { return [4]float64{v.x, v.y, v.z, -v.dot(c.eye)} }
	return &affine{row(c.right.mul(samples * c.zoom)), row(c.up.mul(-samples * c.zoom)), row(c.forward)}
}

// showing is a camera that has a whole scene in its frame.
func (s *scene) showing(from View, on size) *camera {
	c := newCamera(from, on)
	f := newFrame()
	for i := range s.parts {
		s.parts[i].vertices(func(v vec) { f.add(c.direction(v)) })
	}
	c.fit(f)
	c.ground = s.low.z
	return c
}
