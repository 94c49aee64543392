package preview

// crease is the cosine of the angle from which an edge is shown as one: 40°.
const crease = 0.766

// shade gives a normal of 127 to each corner of the faces: that of its wedge, or
// where it has none the mean of the faces that meet there smoothly, by area.
func (s *surface) shade() [][3][3]int8 {
	areas, units := make([]vector, len(s.faces)), make([]vector, len(s.faces))
	for i := range s.faces {
		areas[i] = s.area(&s.faces[i])
		units[i] = areas[i].unit()
	}
	normals := make([][3][3]int8, len(s.faces))
	start, corners := s.corners()
	for point := range s.points {
		here := corners[start[point]:start[point+1]]
		for _, corner := range here {
			face, k := corner/3, corner%3
			given := s.wedges[s.faces[face][k]].normal
			n := vector{float64(given[0]), float64(given[1]), float64(given[2])}
			if n == (vector{}) {
				n = smooth(units[face], here, areas, units)
			}
			normals[face][k] = packNormal(n)
		}
	}
	return normals
}

// smooth sums the faces at a point that are not creased against one of them. A
// point of very many faces asks only the first.
func smooth(unit vector, here []uint32, areas, units []vector) vector {
	sum := vector{}
	for _, corner := range here[:min(len(here), maxValence)] {
		if face := corner / 3; units[face].dot(unit) >= crease {
			a := areas[face]
			sum = vector{sum[0] + a[0], sum[1] + a[1], sum[2] + a[2]}
		}
	}
	if sum = sum.unit(); sum == (vector{}) {
		return unit
	}
	return sum
}

func packNormal(n vector) (packed [3]int8) {
	if n == (vector{}) {
		n = vector{0, 1, 0}
	}
	for i, v := range n {
		if v < 0 {
			packed[i] = int8(v*127 - 0.5)
		} else {
			packed[i] = int8(v*127 + 0.5)
		}
	}
	return packed
}
