package sculpt

import "math"

// Prism raises an outline, counter-clockwise, with holes to a height. It stands
// on the ground.
func Prism(height float64, outline []Pt, holes ...[]Pt) *Mesh {
	return Twisted(height, 0, 1, outline, holes...)
}

// Twisted is a prism that turns by some degrees on its way up, in so many steps.
func Twisted(height, degrees float64, steps int, outline []Pt, holes ...[]Pt) *Mesh {
	loops := [][]Pt{oriented(outline, true)}
	for _, h := range holes {
		loops = append(loops, oriented(h, false))
	}
	m := &Mesh{}
	starts := make([]uint32, len(loops))
	for i, l := range loops {
		starts[i] = uint32(len(m.Points))
		m.wall(l, height, Radians(degrees), steps)
	}
	var rings []ringPoint
	for i, l := range loops {
		ring := make([]ringPoint, len(l))
		for k, p := range l {
			ring[k] = ringPoint{p, starts[i] + uint32(k), starts[i] + uint32(steps*len(l)+k)}
		}
		if i == 0 {
			rings = ring
			continue
		}
		rings = bridge(rings, ring)
	}
	for _, t := range triangulate(rings) {
		// The bottom is seen from below, so its triangles run the other way.
		m.Face(t[0].bottom, t[2].bottom, t[1].bottom)
		m.Face(t[0].top, t[1].top, t[2].top)
	}
	return m
}

func (m *Mesh) wall(outline []Pt, height, angle float64, steps int) {
	first, n := uint32(len(m.Points)), uint32(len(outline))
	for s := range steps + 1 {
		t := float64(s) / float64(steps)
		sin, cos := math.Sincos(angle * t)
		for _, p := range outline {
			m.Point(Vec{p[0]*cos - p[1]*sin, p[0]*sin + p[1]*cos, height * t})
		}
	}
	for s := range uint32(steps) {
		for i := range n {
			a, b := first+s*n+i, first+s*n+(i+1)%n
			m.Face(a, b, b+n)
			m.Face(a, b+n, a+n)
		}
	}
}

// ringPoint is a point of an outline with its vertices in both caps.
type ringPoint struct {
	Pt
	bottom, top uint32
}

// bridge cuts the outer ring open to take a hole in, at the shortest bridge
// that crosses neither.
func bridge(outer, hole []ringPoint) []ringPoint {
	bestOuter, bestHole, best := 0, 0, math.Inf(1)
	for i, p := range outer {
		for k, q := range hole {
			d := math.Hypot(p.Pt[0]-q.Pt[0], p.Pt[1]-q.Pt[1])
			if d < best && inCorner(outer, i, q.Pt) && !crosses(p.Pt, q.Pt, outer) && !crosses(p.Pt, q.Pt, hole) {
				bestOuter, bestHole, best = i, k, d
			}
		}
	}
	joined := append([]ringPoint{}, outer[:bestOuter+1]...)
	joined = append(joined, hole[bestHole:]...)
	joined = append(joined, hole[:bestHole+1]...)
	return append(joined, outer[bestOuter:]...)
}

// inCorner reports whether the way from corner i of a ring to q begins inside it;
// where a ring touches itself, one place has two corners.
func inCorner(ring []ringPoint, i int, q Pt) bool {
	n := len(ring)
	before, at, after := ring[(i+n-1)%n].Pt, ring[i].Pt, ring[(i+1)%n].Pt
	if turnOf(before, at, after) > 0 {
		return turnOf(before, at, q) > 0 && turnOf(at, after, q) > 0
	}
	return turnOf(before, at, q) > 0 || turnOf(at, after, q) > 0
}

func crosses(a, b Pt, ring []ringPoint) bool {
	for i := range ring {
		c, d := ring[i].Pt, ring[(i+1)%len(ring)].Pt
		if a == c || a == d || b == c || b == d {
			continue
		}
		if turnOf(a, b, c)*turnOf(a, b, d) <= 0 && turnOf(c, d, a)*turnOf(c, d, b) <= 0 {
			return true
		}
	}
	return false
}

// turnOf is positive when a, b, c turn left.
func turnOf(a, b, c Pt) float64 {
	return (b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0])
}

// triangulate cuts a simple ring into triangles by clipping ears.
func triangulate(ring []ringPoint) [][3]ringPoint {
	rest := append([]ringPoint{}, ring...)
	var triangles [][3]ringPoint
	for at, misses := 0, 0; len(rest) > 3 && misses <= len(rest); {
		n := len(rest)
		i := at % n
		a, b, c := rest[(i+n-1)%n], rest[i], rest[(i+1)%n]
		if !isEar(rest, a, b, c) {
			at, misses = i+1, misses+1
			continue
		}
		triangles = append(triangles, [3]ringPoint{a, b, c})
		rest = append(rest[:i], rest[i+1:]...)
		at, misses = i+1, 0 // skipping one keeps slivers away
	}
	return append(triangles, [3]ringPoint{rest[0], rest[1], rest[2]})
}

func isEar(rest []ringPoint, a, b, c ringPoint) bool {
	if turnOf(a.Pt, b.Pt, c.Pt) <= 0 {
		return false
	}
	for _, p := range rest {
		if p.Pt == a.Pt || p.Pt == b.Pt || p.Pt == c.Pt {
			continue
		}
		if turnOf(a.Pt, b.Pt, p.Pt) >= 0 && turnOf(b.Pt, c.Pt, p.Pt) >= 0 && turnOf(c.Pt, a.Pt, p.Pt) >= 0 {
			return false
		}
	}
	return true
}
