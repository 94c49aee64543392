package preview

import (
	"context"
	"math"
)

// surface is the mesh that is reduced and shown, in the box of 0 to 1. Faces are
// corners of wedges: what a point looks like from one of the surfaces that meet
// there. The same point has several where a texture or a material ends.
type surface struct {
	points  []vector
	wedges  []wedge
	faces   [][3]uint32
	normals [][3][3]int8 // of the faces' corners, once they are shaded
	colored bool
}

type wedge struct {
	point  uint32
	slot   int32 // of its look
	uv     [2]float32
	color  [4]uint8
	normal [3]float32 // zero: that of the faces
	held   hold
}

// wedgeKey is a wedge by its bits, which maps compare faster than numbers.
type wedgeKey struct {
	point  uint32
	slot   int32
	uv     [2]uint32
	color  [4]uint8
	normal [3]uint32
	held   hold
}

func (w *wedge) key() wedgeKey {
	k := wedgeKey{point: w.point, slot: w.slot, color: w.color, held: w.held}
	for i, v := range w.uv {
		k.uv[i] = math.Float32bits(v)
	}
	for i, v := range w.normal {
		k.normal[i] = math.Float32bits(v)
	}
	return k
}

// load takes all triangles as they are and joins points at the same place.
// Normals are kept, as shaded says, only when nothing is to be reduced: they would
// hold edges apart that look smooth enough when the normals are made anew.
func (s *scene) load(ctx context.Context, shaded bool) (*surface, error) {
	l := loader{points: map[[3]uint32]uint32{}, wedges: map[wedgeKey]uint32{}}
	var last *placed
	var cofactors [3]vector
	err := s.each(ctx, func(t *triangle) {
		if t.placed != last {
			last, cofactors = t.placed, t.place.cofactors()
		}
		var face [3]uint32
		for k := range face {
			w := wedge{point: l.point(t.corners[k]), slot: t.slot, color: t.color(k)}
			if s.looks[t.slot].texture != nil {
				w.uv = t.uv(k, &s.looks[t.slot].move)
			}
			if shaded {
				w.normal = t.normal(k, &cofactors)
			}
			if s.motion != nil {
				w.held = t.hold(k)
			}
			l.colored = l.colored || w.color != white
			face[k] = l.wedge(w)
		}
		l.add(face)
	})
	return &l.surface, err
}

type loader struct {
	surface
	points map[[3]uint32]uint32
	wedges map[wedgeKey]uint32
}

func (l *loader) point(p vector) uint32 {
	var key [3]uint32
	for i, v := range p.list() {
		key[i] = math.Float32bits(float32(v) + 0) // of the two zeros, one
	}
	number, ok := l.points[key]
	if !ok {
		number = uint32(len(l.surface.points))
		l.points[key] = number
		l.surface.points = append(l.surface.points, p)
	}
	return number
}

func (l *loader) wedge(w wedge) uint32 {
	key := w.key()
	number, ok := l.wedges[key]
	if !ok {
		number = uint32(len(l.surface.wedges))
		l.wedges[key] = number
		l.surface.wedges = append(l.surface.wedges, w)
	}
	return number
}

// add takes a face that has three corners at different points.
func (s *surface) add(face [3]uint32) {
	a, b, c := s.wedges[face[0]].point, s.wedges[face[1]].point, s.wedges[face[2]].point
	if a != b && b != c && c != a {
		s.faces = append(s.faces, face)
	}
}

// area returns twice the area of a face along its normal.
func (s *surface) area(face *[3]uint32) vector {
	a, b, c := s.at(face[0]), s.at(face[1]), s.at(face[2])
	return b.sub(a).cross(c.sub(a))
}

// at is where a wedge is.
func (s *surface) at(wedge uint32) vector { return s.points[s.wedges[wedge].point] }

// corners lists, for each point, the corners that lie there: those of point p
// are corner[start[p]:start[p+1]], each face × 3 + its number in the face.
func (s *surface) corners() (start, corner []uint32) {
	// Counted two places on: filling moves start[p+1] to where the
	// corners of p end, and start[p] is where they begin.
	start = make([]uint32, len(s.points)+2)
	for i := range s.faces {
		for _, w := range s.faces[i] {
			start[s.wedges[w].point+2]++
		}
	}
	for i := 2; i < len(start); i++ {
		start[i] += start[i-1]
	}
	corner = make([]uint32, 3*len(s.faces))
	for i := range s.faces {
		for k, w := range s.faces[i] {
			p := s.wedges[w].point + 1
			corner[start[p]] = uint32(3*i + k)
			start[p]++
		}
	}
	return start[:len(start)-1], corner
}
