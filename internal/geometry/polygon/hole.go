package polygon

import (
	"slices"
)

// AddHoled makes triangles of a face whose corners are several ways: the first,
// up to the first end, is around it and the others are around its holes. Each
// hole is joined to the way around by a bridge that is walked twice, and ears
// are cut off what that makes. A face without area loses its holes.
func (p *Cutter) AddHoled(indices, corners, at []uint32, ends []int, positions []float32) []uint32 {
	axes, ok := p.axes(at[:ends[0]], positions)
	if len(ends) == 1 || !ok || p.work > maxWork {
		return p.Add(indices, corners[:ends[0]], at[:ends[0]], positions)
	}
	p.flatten(at, axes, positions)
	p.ring = p.ring[:0]
	for i := range ends[0] {
		p.ring = append(p.ring, i)
	}
	for _, hole := range p.holes(ends) {
		if !p.bridge(hole, ends) {
			return p.Add(indices, corners[:ends[0]], at[:ends[0]], positions)
		}
	}
	return p.cutRing(indices, corners)
}

// holes are the corners of each hole, turning against the way around, from its
// rightmost corner on; the rightmost hole comes first.
func (p *Cutter) holes(ends []int) (holes [][]int) {
	for k := 1; k < len(ends); k++ {
		if ends[k]-ends[k-1] < 3 {
			continue
		}
		var hole []int
		for i := ends[k-1]; i < ends[k]; i++ {
			hole = append(hole, i)
		}
		area := 0.0
		for i, a := range hole {
			b := hole[(i+1)%len(hole)]
			area += p.x[a]*p.y[b] - p.x[b]*p.y[a]
		}
		// The way around turns left: bridged to it, only a hole that turns right leaves the inside on one side.
		if area > 0 {
			slices.Reverse(hole)
		}
		first := 0
		for i, a := range hole {
			if p.x[a] > p.x[hole[first]] {
				first = i
			}
		}
		holes = append(holes, append(append([]int(nil), hole[first:]...), hole[:first]...))
	}
	slices.SortStableFunc(holes, func(a, b []int) int {
		switch {
		case p.x[a[0]] > p.x[b[0]]:
			return -1
		case p.x[a[0]] < p.x[b[0]]:
			return 1
		}
		return 0
	})
	return holes
}

// bridge puts a hole into the ring, at the nearest corner that sees the hole's first one.
// Not ok: there is none, or it took too long.
func (p *Cutter) bridge(hole []int, ends []int) bool {
	from := hole[0]
	order := make([]int, len(p.ring))
	for i := range order {
		order[i] = i
	}
	far := func(i int) float64 {
		dx, dy := p.x[p.ring[i]]-p.x[from], p.y[p.ring[i]]-p.y[from]
		return dx*dx + dy*dy
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch fa, fb := far(a), far(b); {
		case fa < fb:
			return -1
		case fa > fb:
			return 1
		}
		return 0
	})
	for _, i := range order {
		if p.work > maxWork {
			return false
		}
		if p.sees(from, i, ends) {
			// Along the bridge, around the hole and back: both ends of the bridge stand in the ring twice.
			ring := slices.Clone(p.ring[:i+1])
			ring = append(append(ring, hole...), from)
			p.ring = append(ring, p.ring[i:]...)
			return true
		}
	}
	return false
}

// sees reports whether the way from a hole's corner to one of the ring lies inside
// the ring there and crosses neither the ring nor a hole.
func (p *Cutter) sees(from, i int, ends []int) bool {
	n := len(p.ring)
	before, to, after := p.ring[(i+n-1)%n], p.ring[i], p.ring[(i+1)%n]
	// Inside of a corner that turns left is what lies left of both its sides; of one that turns right, of either.
	left, right := p.turn(before, to, from) >= 0, p.turn(to, after, from) >= 0
	if convex := p.turn(before, to, after) >= 0; convex && !(left && right) || !convex && !left && !right {
		return false
	}
	for k := range n {
		if p.crosses(from, to, p.ring[k], p.ring[(k+1)%n]) {
			return false
		}
	}
	for k := 1; k < len(ends); k++ {
		for a := ends[k-1]; a < ends[k]; a++ {
			b := a + 1
			if b == ends[k] {
				b = ends[k-1]
			}
			if p.crosses(from, to, a, b) {
				return false
			}
		}
	}
	return true
}

// crosses reports whether two ways have a point in common other than their ends.
func (p *Cutter) crosses(a, b, c, d int) bool {
	p.work++
	if p.same(a, c, d, c) || p.same(b, c, d, c) {
		return false
	}
	return p.turn(a, b, c)*p.turn(a, b, d) <= 0 && p.turn(c, d, a)*p.turn(c, d, b) <= 0
}
