package preview

import (
	"context"
	"math"
	"slices"
)

// collapse moves points onto neighbours, those first by which the surface
// changes least, until no more than want faces are left or nothing more may be
// moved. Points of borders and seams move along these alone, and points where
// more meets stay, so that textures and open edges keep their shape.
func (s *surface) collapse(ctx context.Context, want int) error {
	r := &reducer{surface: s, quadrics: make([]quadric, len(s.points)), touched: make([]bool, len(s.points))}
	r.start, r.corner = s.corners()
	r.measure()
	for len(s.faces) > want {
		if err := ctx.Err(); err != nil {
			return err
		}
		before := len(s.faces)
		r.start, r.corner = s.corners()
		r.choose()
		r.pass(want)
		// A pass that took fewer than one face in five hundred, or none, is not worth another.
		if len(s.faces) > before-max(1, before/500) {
			return nil
		}
	}
	return nil
}

type reducer struct {
	*surface
	quadrics []quadric // of points
	touched  []bool    // points whose faces this pass has changed
	start    []uint32  // see surface.corners
	corner   []uint32
	moves    []move
	order    []uint64 // of moves: the cheapest first
	spokes   []spoke  // of one point
	ring     []uint32
}

// move is a point that could be moved onto another.
type move struct {
	cost     float64
	from, to uint32 // points
	wedges   [2][2]uint32
}

// spoke is an edge from a point to a neighbour, with the faces beside it.
type spoke struct {
	to     uint32
	faces  int
	wedges [2][2]uint32 // from and to, as each of two faces has them
	face   uint32
}

func (e *spoke) border() bool { return e.faces == 1 }

func (e *spoke) seam() bool { return e.faces == 2 && e.wedges[0] != e.wedges[1] }

// maxValence is how many corners a point may have to be moved.
const maxValence = 64

// fan lists the edges at a point. False: it has too many.
func (r *reducer) fan(point uint32) bool {
	r.spokes = r.spokes[:0]
	corners := r.corner[r.start[point]:r.start[point+1]]
	if len(corners) > maxValence {
		return false
	}
	for _, corner := range corners {
		face, k := corner/3, corner%3
		f := &r.faces[face]
		r.spoke(face, f[k], f[(k+1)%3])
		r.spoke(face, f[k], f[(k+2)%3])
	}
	return true
}

func (r *reducer) spoke(face, from, to uint32) {
	point := r.wedges[to].point
	for i := range r.spokes {
		e := &r.spokes[i]
		if e.to == point {
			if e.faces < 2 {
				e.wedges[e.faces] = [2]uint32{from, to}
			}
			e.faces++
			return
		}
	}
	// A border has one face: named twice, it needs no case of its own where edges are moved.
	pair := [2]uint32{from, to}
	r.spokes = append(r.spokes, spoke{to: point, faces: 1, wedges: [2][2]uint32{pair, pair}, face: face})
}

// The weights of planes that stand on borders and seams, beside those of faces.
const (
	borderWeight = 10
	seamWeight   = 1
)

// measure sums the planes at each point: those of its faces, and upright ones
// along the borders and seams.
func (r *reducer) measure() {
	for i := range r.faces {
		area := r.area(&r.faces[i])
		for _, w := range r.faces[i] {
			r.quadrics[r.wedges[w].point].plane(area.unit(), r.at(w), area.length())
		}
	}
	for point := range uint32(len(r.points)) {
		if !r.fan(point) {
			continue
		}
		here := r.points[point]
		for i := range r.spokes {
			e, weight := &r.spokes[i], 0.0
			switch {
			case e.border():
				weight = borderWeight
			case e.seam():
				weight = seamWeight
			default:
				continue
			}
			// By the square of its length, an edge weighs as a face does by its area, whatever the unit.
			way := r.points[e.to].sub(here)
			upright := way.cross(r.area(&r.faces[e.face])).unit()
			r.quadrics[point].plane(upright, here, weight*way.dot(way))
		}
	}
}

// kinds of points, by what may be done with them.
type kind int

const (
	fixed kind = iota
	inner
	onBorder
	onSeam
)

// kind returns what a point is by its edges.
func (r *reducer) kind() kind {
	if len(r.spokes) == 0 {
		return fixed
	}
	borders, seams, wedges := 0, 0, 1
	first := r.spokes[0].wedges[0][0]
	for i := range r.spokes {
		e := &r.spokes[i]
		switch {
		case e.faces > 2:
			return fixed
		case e.border():
			borders++
		case e.seam():
			seams++
		}
		for _, pair := range e.wedges {
			if pair[0] != first {
				wedges = 2
			}
		}
	}
	// What the eye holds on to must keep its line: a point on a border or a seam may slide
	// along it and not leave it, so exactly two of its edges have to be of that kind. Ends and
	// crossings of such lines, and places where more than two faces meet, have no way to slide.
	switch {
	case borders == 0 && seams == 0 && wedges == 1:
		return inner
	case borders == 2 && seams == 0 && wedges == 1:
		return onBorder
	case borders == 0 && seams == 2 && wedges == 2:
		return onSeam
	}
	return fixed
}

// choose finds the best move of each point.
func (r *reducer) choose() {
	r.moves = r.moves[:0]
	for point := range uint32(len(r.points)) {
		if r.start[point] == r.start[point+1] || !r.fan(point) {
			continue
		}
		kind := r.kind()
		best := move{cost: -1}
		for i := range r.spokes {
			e := &r.spokes[i]
			if kind == fixed || kind == onBorder && !e.border() || kind == onSeam && !e.seam() {
				continue
			}
			if cost := r.cost(point, e); best.cost < 0 || cost < best.cost {
				best = move{cost, point, e.to, e.wedges}
			}
		}
		if best.cost >= 0 {
			r.moves = append(r.moves, best)
		}
	}
	r.sort()
}

// sort orders the moves by cost, those of the same cost by their points. Floats
// that are not negative sort as their bits do.
func (r *reducer) sort() {
	r.order = r.order[:0]
	for i := range r.moves {
		cost := math.Float32bits(float32(r.moves[i].cost))
		r.order = append(r.order, uint64(cost)<<32|uint64(i))
	}
	slices.Sort(r.order)
}

// colorWeight is as which distance a change from black to white counts.
const colorWeight = 0.01

// cost is what the surface changes by a move.
func (r *reducer) cost(from uint32, e *spoke) float64 {
	there := r.points[e.to]
	cost := r.quadrics[from].error(there) + r.quadrics[e.to].error(there)
	if r.colored {
		a, b := &r.wedges[e.wedges[0][0]].color, &r.wedges[e.wedges[0][1]].color
		for i := range a {
			d := (float64(a[i]) - float64(b[i])) / 255 * colorWeight
			cost += r.quadrics[from].weight * d * d
		}
	}
	return cost
}

// pass makes the cheaper third of the moves that don't touch each other, and
// drops the faces that vanish.
func (r *reducer) pass(want int) {
	clear(r.touched)
	left, done := len(r.faces), 0
	for i, place := range r.order {
		m := &r.moves[uint32(place)]
		// The dearer ones wait for the next pass, which knows what they cost by then;
		// but at least one must be done, or the reduction would end here.
		if left <= want || done > 0 && i > len(r.moves)/3 {
			break
		}
		if r.touched[m.from] || !r.fits(m) {
			continue
		}
		left -= r.apply(m)
		done++
	}
	r.faces = slices.DeleteFunc(r.faces, func(f [3]uint32) bool { return f[0] == f[1] })
}

// sharpest is how far a face may turn by a move: the cosine.
const sharpest = 0.2

// fits reports whether a move turns no face over and joins no sheets.
func (r *reducer) fits(m *move) bool {
	from, to := r.points[m.from], r.points[m.to]
	r.ring = r.ring[:0]
	beside := 0
	for _, corner := range r.corner[r.start[m.from]:r.start[m.from+1]] {
		f, k := &r.faces[corner/3], corner%3
		a, b := r.wedges[f[(k+1)%3]].point, r.wedges[f[(k+2)%3]].point
		r.ring = append(r.ring, a, b)
		if a == m.to || b == m.to {
			beside++
			continue
		}
		p, edge := r.points[a], r.points[b].sub(r.points[a])
		before, after := p.sub(from).cross(edge), p.sub(to).cross(edge)
		// Both sides are squared, which saves the roots; the sign of d, lost by that, is asked for first.
		if d := before.dot(after); d <= 0 || d*d < sharpest*sharpest*before.dot(before)*after.dot(after) {
			return false
		}
	}
	return r.common(m) <= beside
}

// common counts the neighbours that both points of a move have. More of them
// than faces beside the edge would make an edge of more than two faces.
func (r *reducer) common(m *move) int {
	slices.Sort(r.ring)
	r.ring = slices.Compact(r.ring)
	n, seen := 0, [maxValence]uint32{}
	corners := r.corner[r.start[m.to]:r.start[m.to+1]]
	if len(corners) > maxValence {
		return len(corners)
	}
	for _, corner := range corners {
		f, k := &r.faces[corner/3], corner%3
		for _, w := range [2]uint32{f[(k+1)%3], f[(k+2)%3]} {
			p := r.wedges[w].point
			if _, ok := slices.BinarySearch(r.ring, p); !ok || p == m.from || p == m.to || slices.Contains(seen[:n], p) {
				continue
			}
			if n == len(seen) {
				return n
			}
			seen[n] = p
			n++
		}
	}
	return n
}

// apply makes a move and returns how many faces vanished.
func (r *reducer) apply(m *move) (gone int) {
	for _, corner := range r.corner[r.start[m.from]:r.start[m.from+1]] {
		f, k := &r.faces[corner/3], corner%3
		a, b := r.wedges[f[(k+1)%3]].point, r.wedges[f[(k+2)%3]].point
		r.touched[a], r.touched[b] = true, true
		if a == m.to || b == m.to {
			*f = [3]uint32{}
			gone++
			continue
		}
		for _, pair := range m.wedges {
			if f[k] == pair[0] {
				f[k] = pair[1]
				break
			}
		}
	}
	r.touched[m.from] = true
	r.quadrics[m.to].add(&r.quadrics[m.from])
	return gone
}
