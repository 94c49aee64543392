package render

import "math"

// The size of a picture. Edges are drawn with 2 × 2 samples a pixel.
const (
	Width   = 800
	Height  = 600
	samples = 2
)

// distance is how far the eye is from the middle, in sizes of the model.
const distance = 1.9

// camera looks at a scene in perspective and fits it into the frame.
type camera struct {
	eye, right, up, forward vec
	zoom, x, y              float64 // pixel = zoom × direction + x, y
	ground                  float64
}

func newCamera(from View) *camera {
	sinA, cosA := sincos(from.Around)
	sinB, cosB := sincos(from.Above)
	back := vec{mul(cosB, sinA), mul(-cosB, cosA), sinB}
	c := &camera{forward: back.mul(-1), right: vec{cosA, sinA, 0}, eye: back.mul(distance)}
	c.up = c.right.cross(c.forward)
	return c
}

// threeQuarter is the view of a scene from its front: more of the longer side,
// and from higher above what lies flat.
func threeQuarter(low, high vec) View {
	d := high.sub(low)
	v := View{Around: 32, Above: 20}
	switch {
	case d.y > mul(1.5, d.x):
		v.Around = 52
	case d.x > mul(4, d.y):
		v.Around = 20
	}
	if flat := d.z / max(d.x, d.y); flat < 0.3 {
		v.Above = lerp(50, 20, flat/0.3)
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
	const marginX, marginTop, marginBottom = 0.11 * Width, 0.10 * Height, 0.12 * Height
	width, height := max(f.right-f.left, 1e-6), max(f.top-f.bottom, 1e-6)
	c.zoom = min((Width-2*marginX)/width, (Height-marginTop-marginBottom)/height)
	c.x = Width/2 - mul(0.5, mul(c.zoom, f.left+f.right))
	c.y = (marginTop+Height-marginBottom)/2 + mul(0.5, mul(c.zoom, f.bottom+f.top))
}

// direction gives how far right and up of the middle a point is seen.
func (c *camera) direction(p vec) (x, y float64) {
	d := p.sub(c.eye)
	depth := d.dot(c.forward)
	return d.dot(c.right) / depth, d.dot(c.up) / depth
}

// ray gives the direction from the eye through a pixel.
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
func (s *scene) showing(from View) *camera {
	c := newCamera(from)
	f := newFrame()
	for i := range s.parts {
		s.parts[i].vertices(func(v vec) { f.add(c.direction(v)) })
	}
	c.fit(f)
	c.ground = s.low.z
	return c
}
