package render

import "vitrine/internal/geometry"

// crease is the cosine of the angle, 28 degrees, from which on faces that meet
// make an edge: round shapes come in finer steps, and what is meant to be seen as
// made of few faces in coarser ones.
const crease = 0.883

// smooth lists the triangles at each vertex v of a mesh, equal positions being
// one, as around[start[v]:start[v+1]].
type smooth struct {
	same   []uint32 // the first vertex at the place of each; nil: itself
	start  []uint32
	around []uint32
}

func newSmooth(p *part) *smooth {
	s := &smooth{}
	if !p.mesh.Welded {
		s.same, _ = geometry.Weld(p.mesh.Positions)
	}
	s.start = make([]uint32, len(p.mesh.Positions)/3+1)
	for t := range int(p.count) {
		if corners, ok := p.corners(t); ok {
			for _, v := range corners {
				s.start[s.first(v)+1]++
			}
		}
	}
	for v := 1; v < len(s.start); v++ {
		s.start[v] += s.start[v-1]
	}
	s.around = make([]uint32, s.start[len(s.start)-1])
	for t := int(p.count) - 1; t >= 0; t-- {
		corners, ok := p.corners(t)
		for _, v := range corners {
			if ok {
				// Counting down brings each start back to where it belongs, one
				// place late: see below.
				first := s.first(v) + 1
				s.start[first]--
				s.around[s.start[first]] = uint32(t)
			}
		}
	}
	// Each start now is that of its own vertex, kept one place higher.
	copy(s.start, s.start[1:])
	s.start[len(s.start)-1] = uint32(len(s.around))
	return s
}

func (s *smooth) first(vertex uint32) uint32 {
	if s.same == nil {
		return vertex
	}
	return s.same[vertex]
}

// maxAround bounds the work at a vertex where very many triangles meet.
const maxAround = 64

// normal is that of a triangle's corner in the mesh: the mean, by area, of the
// triangles there that lie at no more than the crease's angle to it.
func (s *smooth) normal(p *part, vertex uint32, flat vec) vec {
	v := s.first(vertex)
	around := s.around[s.start[v]:s.start[v+1]]
	if len(around) > maxAround {
		return flat
	}
	var sum vec
	for _, t := range around {
		corners, _ := p.corners(int(t))
		n := faceNormal(p.at(corners[0]), p.at(corners[1]), p.at(corners[2]))
		if length := n.length(); length > 0 && flat.dot(n) > mul(crease, length) {
			sum = sum.add(n)
		}
	}
	if sum = sum.unit(); sum == (vec{}) {
		return flat
	}
	return sum
}

// faceNormal is as long as twice the triangle's area.
func faceNormal(a, b, c vec) vec { return b.sub(a).cross(c.sub(a)) }
