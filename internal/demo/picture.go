package demo

import (
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math"
)

// The size of the pictures. Edges are drawn with 2 × 2 samples a pixel.
const (
	pictureWidth  = 800
	pictureHeight = 600
)

// view says from where a shape is seen, in degrees.
type view struct {
	around float64 // from the front to the right
	above  float64
}

// writePicture draws a shape in a small photo studio and writes it as JPEG.
func writePicture(w io.Writer, m *Mesh, from view, tint Color) error {
	picture := draw(m, from, tint)
	if err := jpeg.Encode(w, picture, &jpeg.Options{Quality: 88}); err != nil {
		return fmt.Errorf("encode picture: %w", err)
	}
	return nil
}

func draw(m *Mesh, from view, tint Color) *image.RGBA {
	cam := newCamera(m, from)
	screen := newRaster(2*pictureWidth, 2*pictureHeight)
	projected := cam.triangles(m, 2)
	for i := range projected {
		screen.triangle(&projected[i])
	}
	s := &studio{
		mesh: m, normals: m.creased(), camera: cam, screen: screen, triangles: projected,
		shadow: newShadow(m, cam), paper: inLinear(tint), gamma: gammaTable(),
	}
	s.prepare()
	return s.develop()
}

// camera looks at a shape in perspective and fits it into the frame.
type camera struct {
	eye, right, up, forward Vec
	zoom, x, y              float64 // screen = zoom × (direction) + x, y
	ground                  float64
	size                    float64 // of the shape, for lengths that depend on it
}

func newCamera(m *Mesh, from view) *camera {
	low, high := m.bounds()
	middle := low.mix(high, 0.5)
	c := &camera{ground: low.z, size: high.sub(low).length()}
	back := polar(math.Cos(radians(from.above)), radians(from.around-90), math.Sin(radians(from.above)))
	c.forward = back.mul(-1)
	c.right = c.forward.cross(Vec{0, 0, 1}).unit()
	c.up = c.right.cross(c.forward)
	c.eye = middle.add(back.mul(1.9 * c.size))
	c.fit(m)
	return c
}

// fit sets zoom and offset so that the shape fills the frame but for a margin,
// with a little more room below for its shadow.
func (c *camera) fit(m *Mesh) {
	left, right, bottom, top := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, p := range m.Points {
		x, y, _ := c.direction(p)
		left, right, bottom, top = min(left, x), max(right, x), min(bottom, y), max(top, y)
	}
	const marginX, marginTop, marginBottom = 0.12 * pictureWidth, 0.09 * pictureHeight, 0.13 * pictureHeight
	c.zoom = min((pictureWidth-2*marginX)/(right-left), (pictureHeight-marginTop-marginBottom)/(top-bottom))
	c.x = pictureWidth/2 - c.zoom*(left+right)/2
	c.y = (marginTop + pictureHeight - marginBottom) / 2
	c.y += c.zoom * (bottom + top) / 2
}

// direction gives how far right and up of the middle a point is seen, and its
// depth.
func (c *camera) direction(p Vec) (x, y, depth float64) {
	d := p.sub(c.eye)
	depth = d.dot(c.forward)
	return d.dot(c.right) / depth, d.dot(c.up) / depth, depth
}

// ray gives the direction from the eye through a pixel.
func (c *camera) ray(x, y float64) Vec {
	return c.forward.add(c.right.mul((x - c.x) / c.zoom)).add(c.up.mul((c.y - y) / c.zoom))
}

// triangles projects the faces that turn to the eye, onto a screen of so many
// samples a pixel.
func (c *camera) triangles(m *Mesh, samples float64) []screenTriangle {
	points := make([][3]float64, len(m.Points))
	for i, p := range m.Points {
		x, y, depth := c.direction(p)
		points[i] = [3]float64{samples * (c.x + c.zoom*x), samples * (c.y - c.zoom*y), 1 / depth}
	}
	visible := make([]screenTriangle, 0, len(m.Faces)/2)
	for i, f := range m.Faces {
		t := screenTriangle{face: i, a: points[f.V[0]], b: points[f.V[1]], c: points[f.V[2]]}
		// Y grows downwards here, so what is counter-clockwise turned clockwise.
		t.area = (t.c[0]-t.a[0])*(t.b[1]-t.a[1]) - (t.b[0]-t.a[0])*(t.c[1]-t.a[1])
		if t.area > 1e-9 {
			visible = append(visible, t)
		}
	}
	return visible
}
