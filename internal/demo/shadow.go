package demo

import "math"

const shadowSize = 384

// shadow knows what the key light and the sky see of a shape.
type shadow struct {
	toLight, x, y Vec
	scale         float64
	offset        Vec // of the light's screen
	depth         *raster
	soft          []float32 // how much of the key light is taken, blurred
	contact       plan
	bias          float64
}

// plan is a map of the ground from above: how close the shape is to it.
type plan struct {
	low   Vec
	scale float64
	dark  []float32
}

const planSize = 160

func newShadow(m *Mesh, c *camera) *shadow {
	back := c.forward.mul(-1)
	s := &shadow{toLight: back.mul(0.55).add(c.right.mul(-0.55)).add(Vec{0, 0, 1.15}).unit(), bias: 0.012 * c.size}
	s.x = s.toLight.cross(Vec{0, 0, 1}).unit()
	s.y = s.x.cross(s.toLight)
	s.fit(m)
	s.depth = newRaster(shadowSize, shadowSize)
	for i := range m.Faces {
		if t, ok := s.project(m, i); ok {
			s.depth.triangle(&t)
		}
	}
	s.soft = make([]float32, shadowSize*shadowSize)
	for i, t := range s.depth.triangles {
		if t != 0 {
			s.soft[i] = 1
		}
	}
	blur(s.soft, shadowSize, 5)
	s.contact = newPlan(m, c.ground, c.size)
	return s
}

// fit lays the light's screen around the shape and its shadow's blur.
func (s *shadow) fit(m *Mesh) {
	low, high := Vec{math.Inf(1), math.Inf(1), math.Inf(1)}, Vec{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for _, p := range m.Points {
		q := Vec{p.dot(s.x), p.dot(s.y), p.dot(s.toLight)}
		low, high = low.lowest(q), high.highest(q)
	}
	s.scale = (shadowSize - 48) / max(high.x-low.x, high.y-low.y)
	s.offset = Vec{24 - low.x*s.scale, 24 - low.y*s.scale, low.z - 1}
}

func (s *shadow) place(p Vec) [3]float64 {
	return [3]float64{p.dot(s.x)*s.scale + s.offset.x, p.dot(s.y)*s.scale + s.offset.y, p.dot(s.toLight) - s.offset.z}
}

func (s *shadow) project(m *Mesh, face int) (screenTriangle, bool) {
	f := m.Faces[face]
	t := screenTriangle{face: face, a: s.place(m.Points[f.V[0]]), b: s.place(m.Points[f.V[2]]), c: s.place(m.Points[f.V[1]])}
	t.area = (t.c[0]-t.a[0])*(t.b[1]-t.a[1]) - (t.b[0]-t.a[0])*(t.c[1]-t.a[1])
	if t.area < 0 {
		t.b, t.c, t.area = t.c, t.b, -t.area
	}
	return t, t.area > 1e-9
}

// lit says how much of the key light reaches a point of the shape, smoothed
// over 3 × 3 places of the light's screen.
func (s *shadow) lit(p Vec) float64 {
	q := s.place(p)
	x, y := q[0]-0.5, q[1]-0.5
	ix, iy := int(x), int(y)
	fx, fy := x-float64(ix), y-float64(iy)
	near := float32(q[2] + s.bias)
	sum := 0.0
	for dy := -1; dy <= 2; dy++ {
		for dx := -1; dx <= 2; dx++ {
			at := (iy+dy)*shadowSize + ix + dx
			if at >= 0 && at < len(s.depth.near) && s.depth.near[at] > near {
				continue
			}
			sum += overlap(dx, fx) * overlap(dy, fy)
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

// onGround gives how much light the ground keeps at a point: of the key light,
// and of the sky.
func (s *shadow) onGround(p Vec) (key, sky float64) {
	q := s.place(p)
	return 1 - sampled(s.soft, shadowSize, q[0], q[1]), 1 - s.contact.at(p)
}

func newPlan(m *Mesh, ground, size float64) plan {
	low, high := m.bounds()
	p := plan{dark: make([]float32, planSize*planSize)}
	p.scale = planSize * 0.62 / max(high.x-low.x, high.y-low.y)
	middle := low.mix(high, 0.5)
	p.low = middle.sub(Vec{planSize / 2 / p.scale, planSize / 2 / p.scale, 0})
	floor := newRaster(planSize, planSize)
	place := func(v Vec) [3]float64 {
		return [3]float64{(v.x - p.low.x) * p.scale, (v.y - p.low.y) * p.scale, math.Exp((ground - v.z) / (0.1 * size))}
	}
	for _, f := range m.Faces {
		t := screenTriangle{a: place(m.Points[f.V[0]]), b: place(m.Points[f.V[1]]), c: place(m.Points[f.V[2]])}
		t.area = (t.c[0]-t.a[0])*(t.b[1]-t.a[1]) - (t.b[0]-t.a[0])*(t.c[1]-t.a[1])
		if t.area < 0 {
			t.b, t.c, t.area = t.c, t.b, -t.area
		}
		if t.area > 1e-9 {
			floor.triangle(&t)
		}
	}
	copy(p.dark, floor.near)
	blur(p.dark, planSize, 5)
	return p
}

func (p plan) at(v Vec) float64 {
	return sampled(p.dark, planSize, (v.x-p.low.x)*p.scale, (v.y-p.low.y)*p.scale)
}

// sampled reads a square field between its four nearest places; outside it is 0.
func sampled(field []float32, size int, x, y float64) float64 {
	x, y = x-0.5, y-0.5
	if x < 0 || y < 0 || x >= float64(size-1) || y >= float64(size-1) {
		return 0
	}
	ix, iy := int(x), int(y)
	fx, fy := float32(x-float64(ix)), float32(y-float64(iy))
	row := field[iy*size+ix:]
	upper := row[0] + (row[1]-row[0])*fx
	lower := row[size] + (row[size+1]-row[size])*fx
	return float64(upper + (lower-upper)*fy)
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
