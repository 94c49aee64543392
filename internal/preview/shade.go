package preview

// crease is the cosine of the angle from which an edge is shown as one: 40°.
const crease = 0.766

// shade gives a normal of 127 to each corner of the faces: that of its wedge, or
// where it has none the mean of the faces that meet there smoothly, by area.
func (s *surface) shade() {
	areas, units := make([]vector, len(s.faces)), make([]vector, len(s.faces))
	for i := range s.faces {
		areas[i] = s.area(&s.faces[i])
		units[i] = areas[i].unit()
	}
	normals := make([][3][3]int8, len(s.faces))
	start, corners := s.corners()
	f := fans{surface: s, areas: areas, units: units}
	for point := range s.points {
		f.split(corners[start[point]:start[point+1]])
		for i, corner := range f.corners {
			w := &s.wedges[s.faces[corner/3][corner%3]]
			n := vector{float64(w.normal[0]), float64(w.normal[1]), float64(w.normal[2])}
			if n == (vector{}) {
				n = f.normal(i)
			}
			normals[corner/3][corner%3] = packNormal(n)
		}
	}
	s.normals = normals
}

// fans are the faces at a point, parted where edges are creased.
type fans struct {
	*surface
	areas, units []vector // of faces
	corners      []uint32
	fan          []int    // of each corner: one before it of the same fan, or itself
	sums         []vector // of each fan, at the corner that stands for it
}

// split joins faces that share an edge which is no crease. At a point of very
// many corners each is held against the first alone.
func (f *fans) split(corners []uint32) {
	f.corners, f.fan, f.sums = corners, f.fan[:0], f.sums[:0]
	for i := range corners {
		f.fan, f.sums = append(f.fan, i), append(f.sums, vector{})
		for k := range min(i, maxValence) {
			if a, b := f.first(i), f.first(k); a != b && f.smooth(corners[i], corners[k]) {
				f.fan[max(a, b)] = min(a, b)
			}
		}
	}
	for i, corner := range corners {
		sum := &f.sums[f.first(i)]
		*sum = sum.add(f.areas[corner/3])
	}
}

// first is the corner that stands for the fan of another.
func (f *fans) first(i int) int {
	for f.fan[i] != i {
		// Halving the way each time it is gone keeps it short.
		f.fan[i] = f.fan[f.fan[i]]
		i = f.fan[i]
	}
	return i
}

// smooth reports whether the faces of two corners at a point share an edge that is
// no crease.
func (f *fans) smooth(a, b uint32) bool {
	if f.units[a/3].dot(f.units[b/3]) < crease {
		return false
	}
	of := func(corner uint32) (next, last uint32) {
		face, k := &f.faces[corner/3], corner%3
		return f.wedges[face[(k+1)%3]].point, f.wedges[face[(k+2)%3]].point
	}
	next, last := of(a)
	otherNext, otherLast := of(b)
	return next == otherNext || next == otherLast || last == otherNext || last == otherLast
}

// normal is the mean of the fan of a corner.
func (f *fans) normal(i int) vector {
	if n := f.sums[f.first(i)].unit(); n != (vector{}) {
		return n
	}
	return f.units[f.corners[i]/3]
}

func packNormal(n vector) (packed [3]int8) {
	if n == (vector{}) {
		n = vector{0, 1, 0}
	}
	for i, v := range n.list() {
		// int8 cuts towards zero, so the half for rounding goes away from it.
		if v < 0 {
			packed[i] = int8(v*127 - 0.5)
		} else {
			packed[i] = int8(v*127 + 0.5)
		}
	}
	return packed
}
