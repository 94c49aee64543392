// Package polygon makes triangles of the polygons that files hold, convex or not and with
// holes or without, and numbers their corners, so that those alike become one vertex.
//
// It knows positions and indices alone: no file, no format and no model.
package polygon

import (
	"math"
)

// Cutter makes triangles of faces: n - 2 of n corners, a fan where the face
// is convex, else by cutting ears.
type Cutter struct {
	x, y []float64 // the face, seen along its normal
	ring []int     // corners not cut off
	work int       // comparisons so far
}

// maxWork bounds the comparisons of cutting ears in one file. Beyond it every
// face is a fan.
const maxWork = 300_000_000

// Add makes triangles of a face, whose corners stand at these positions.
func (p *Cutter) Add(indices, corners, at []uint32, positions []float32) []uint32 {
	switch n := len(corners); {
	case n == 3:
		return append(indices, corners[0], corners[1], corners[2])
	case n == 4:
		return fan(indices, corners, diagonal(at, positions))
	case p.work > maxWork || !p.project(at, positions) || p.convex():
		return fan(indices, corners, 0)
	}
	return p.cut(indices, corners)
}

// diagonal is the corner, the first or the second, that a quad is split from:
// the two triangles must not face against each other.
func diagonal(at []uint32, positions []float32) int {
	var sides [3][3]float64 // from the first corner to the others
	for k := range 3 {
		if 3*int(max(at[0], at[k+1])) >= len(positions) {
			return 0 // not known yet
		}
		from, to := positions[3*at[0]:][:3], positions[3*at[k+1]:][:3]
		sides[k] = [3]float64{float64(to[0]) - float64(from[0]), float64(to[1]) - float64(from[1]), float64(to[2]) - float64(from[2])}
	}
	// The product of both triangles' normals, when the quad is split from its
	// first corner: below zero they face against each other.
	facing := 0.0
	b, c, d := &sides[0], &sides[1], &sides[2]
	for k := range 3 {
		i, j := (k+1)%3, (k+2)%3
		facing += (b[i]*c[j] - b[j]*c[i]) * (c[i]*d[j] - c[j]*d[i])
	}
	if facing < 0 {
		return 1
	}
	return 0
}

// fan makes triangles that all have the corner from.
func fan(indices, corners []uint32, from int) []uint32 {
	n := len(corners)
	for i := 1; i < n-1; i++ {
		indices = append(indices, corners[from], corners[(from+i)%n], corners[(from+i+1)%n])
	}
	return indices
}

// project looks at a face along the axis that its normal is nearest to. Not ok:
// it has no area, or a position is not known yet.
func (p *Cutter) project(at []uint32, positions []float32) bool {
	axes, ok := p.axes(at, positions)
	if ok {
		p.flatten(at, axes, positions)
	}
	return ok
}

// axes are the two that are seen, in the order in which the face turns left. Its
// normal is Newell's sum.
func (p *Cutter) axes(at []uint32, positions []float32) (axes [2]int, ok bool) {
	count := uint32(len(positions) / 3)
	for _, i := range at {
		if i >= count {
			return axes, false
		}
	}
	var normal [3]float64
	before := positions[3*at[len(at)-1]:][:3]
	for _, i := range at {
		here := positions[3*i:][:3]
		for k := range normal {
			a, b := (k+1)%3, (k+2)%3
			normal[k] += (float64(before[a]) - float64(here[a])) * (float64(before[b]) + float64(here[b]))
		}
		before = here
	}
	axis := 0
	for k := range normal {
		if math.Abs(normal[k]) > math.Abs(normal[axis]) {
			axis = k
		}
	}
	axes = [2]int{(axis + 1) % 3, (axis + 2) % 3}
	if normal[axis] < 0 {
		axes[0], axes[1] = axes[1], axes[0]
	}
	return axes, normal[axis] != 0
}

func (p *Cutter) flatten(at []uint32, axes [2]int, positions []float32) {
	p.x, p.y = p.x[:0], p.y[:0]
	for _, i := range at {
		here := positions[3*i:][:3]
		p.x, p.y = append(p.x, float64(here[axes[0]])), append(p.y, float64(here[axes[1]]))
	}
}

// turn is positive where the way over three corners turns left.
func (p *Cutter) turn(a, b, c int) float64 {
	return (p.x[b]-p.x[a])*(p.y[c]-p.y[a]) - (p.x[c]-p.x[a])*(p.y[b]-p.y[a])
}

// convex reports whether no corner turns right.
func (p *Cutter) convex() bool {
	n := len(p.x)
	for i := range n {
		if p.turn((i+n-1)%n, i, (i+1)%n) < 0 {
			return false
		}
	}
	return true
}

// cut makes triangles of a face that is not convex.
func (p *Cutter) cut(indices, corners []uint32) []uint32 {
	p.ring = p.ring[:0]
	for i := range corners {
		p.ring = append(p.ring, i)
	}
	return p.cutRing(indices, corners)
}

// cutRing takes off ears, corners whose triangle holds no other corner, until
// three are left.
func (p *Cutter) cutRing(indices, corners []uint32) []uint32 {
	for i := 0; len(p.ring) > 3 && p.work <= maxWork; {
		n := len(p.ring)
		ear := 0
		for ear < n && !p.isEar((i+ear)%n) {
			ear++
		}
		i = (i + ear) % n // any, where the face cuts itself
		before, after := p.ring[(i+n-1)%n], p.ring[(i+1)%n]
		indices = append(indices, corners[before], corners[p.ring[i]], corners[after])
		p.ring = append(p.ring[:i], p.ring[i+1:]...)
		if i >= len(p.ring) {
			i = 0
		}
		p.work += len(p.ring)
	}
	// Three are left, or as many as there were when the work ran out: these become a fan.
	for i := 2; i < len(p.ring); i++ {
		indices = append(indices, corners[p.ring[0]], corners[p.ring[i-1]], corners[p.ring[i]])
	}
	return indices
}

func (p *Cutter) isEar(i int) bool {
	n := len(p.ring)
	a, b, c := p.ring[(i+n-1)%n], p.ring[i], p.ring[(i+1)%n]
	p.work++
	if p.turn(a, b, c) <= 0 {
		return false
	}
	// A corner on the border blocks the ear, or the rest would touch it; one at a
	// corner's own place does not, as a bridge has its ends twice.
	for _, q := range p.ring {
		p.work++
		if q != a && q != b && q != c && p.turn(a, b, q) >= 0 && p.turn(b, c, q) >= 0 && p.turn(c, a, q) >= 0 && !p.same(q, a, b, c) {
			return false
		}
	}
	return true
}

// same reports whether a corner stands where one of three others does, as on a
// bridge to a hole.
func (p *Cutter) same(q, a, b, c int) bool {
	for _, o := range [3]int{a, b, c} {
		if p.x[q] == p.x[o] && p.y[q] == p.y[o] {
			return true
		}
	}
	return false
}
