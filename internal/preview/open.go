package preview

import "math"

// coarseSteps is how many places a reduced preview knows along the longest side,
// but one: enough for a page, too few for what is printed or rendered.
const coarseSteps = 2047

// coarsen moves the points to coarse places and joins those that meet there.
func (s *surface) coarsen() {
	known := map[[3]uint16]uint32{}
	moved := make([]uint32, len(s.points))
	points := make([]vector, 0, len(s.points))
	for i, p := range s.points {
		var at [3]uint16
		for axis, v := range p.list() {
			at[axis] = uint16(math.Round(min(max(v, 0), 1) * coarseSteps))
		}
		number, ok := known[at]
		if !ok {
			number = uint32(len(points))
			known[at] = number
			points = append(points, vector{float64(at[0]), float64(at[1]), float64(at[2])}.times(1.0/coarseSteps))
		}
		moved[i] = number
	}
	s.points = points
	for i := range s.wedges {
		s.wedges[i].point = moved[s.wedges[i].point]
	}
	s.keep(func(_ int, face *[3]uint32) bool {
		a, b, c := s.wedges[face[0]].point, s.wedges[face[1]].point, s.wedges[face[2]].point
		return a != b && b != c && c != a
	})
}

// keep drops the faces, with their normals, that are not to be kept.
func (s *surface) keep(kept func(number int, face *[3]uint32) bool) {
	n := 0
	for i := range s.faces {
		if kept(i, &s.faces[i]) {
			s.faces[n], s.normals[n] = s.faces[i], s.normals[i]
			n++
		}
	}
	s.faces, s.normals = s.faces[:n], s.normals[:n]
}

// open takes the underside from each body that is closed, so that none can be
// printed or cut as it is. What is left of one may be closed again, as where two
// touch in a point.
func (s *surface) open() {
	for before := -1; before != len(s.faces); {
		before = len(s.faces)
		bodies := s.bodies()
		closed := s.closed(bodies)
		undersides := s.undersides(bodies)
		s.keep(func(i int, face *[3]uint32) bool {
			body := bodies[s.wedges[face[0]].point]
			return !closed[body] || !undersides[body].holds(s, i, face)
		})
	}
}

// bodies numbers, for each point, the points that faces join it with: by one of
// them.
func (s *surface) bodies() []uint32 {
	of := make([]uint32, len(s.points))
	for i := range of {
		of[i] = uint32(i)
	}
	first := func(point uint32) uint32 {
		for of[point] != point {
			of[point] = of[of[point]]
			point = of[point]
		}
		return point
	}
	for i := range s.faces {
		a := first(s.wedges[s.faces[i][0]].point)
		for _, w := range s.faces[i][1:] {
			b := first(s.wedges[w].point)
			of[max(a, b)], a = min(a, b), min(a, b)
		}
	}
	for i := range of {
		of[i] = first(uint32(i))
	}
	return of
}

// closed are the bodies that have no open edge: each is met by an even number of
// faces.
func (s *surface) closed(bodies []uint32) map[uint32]bool {
	odd := map[[2]uint32]bool{}
	closed := map[uint32]bool{}
	for _, face := range s.faces {
		for k, w := range face {
			a, b := s.wedges[w].point, s.wedges[face[(k+1)%3]].point
			odd[edgeOf(a, b)] = !odd[edgeOf(a, b)]
		}
		closed[bodies[s.wedges[face[0]].point]] = true
	}
	for edge, open := range odd {
		if open {
			closed[bodies[edge[0]]] = false
		}
	}
	return closed
}

// underside is what is taken from a body: its lowest face, and all that turn down
// and lie about as low.
type underside struct {
	lowest int // face
	bottom float64
	top    float64
}

// The part of a body's height, from below, in which faces are taken that turn
// down: the cosine.
const (
	undersideHeight = 0.012
	undersideTurn   = -0.9
)

func (s *surface) undersides(bodies []uint32) map[uint32]*underside {
	found := map[uint32]*underside{}
	for i, face := range s.faces {
		body, y := bodies[s.wedges[face[0]].point], s.middle(&face).y
		u := found[body]
		if u == nil {
			u = &underside{lowest: i, bottom: y, top: y}
			found[body] = u
		}
		if y < u.bottom {
			u.lowest, u.bottom = i, y
		}
		u.top = max(u.top, y)
	}
	return found
}

func (u *underside) holds(s *surface, number int, face *[3]uint32) bool {
	return number == u.lowest ||
		s.area(face).unit().y < undersideTurn && s.middle(face).y <= u.bottom+(u.top-u.bottom)*undersideHeight
}

// middle is where the middle of a face is.
func (s *surface) middle(face *[3]uint32) vector {
	return s.at(face[0]).add(s.at(face[1])).add(s.at(face[2])).times(1.0 / 3)
}
