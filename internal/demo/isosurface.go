package demo

// isosurface is the closed surface where a field, positive inside, falls
// through 0 between two corners of a box. Each cell of the given size is cut
// into six tetrahedra, which leave no ambiguous case. Outside the box counts as
// outside the solid.
func isosurface(low, high Vec, cell float64, field func(Vec) float64) *Mesh {
	s := &isolattice{low: low, cell: cell, mesh: &Mesh{}, crossings: map[[2]int]uint32{}}
	size := high.sub(low).mul(1 / cell)
	s.n = [3]int{int(size.x) + 3, int(size.y) + 3, int(size.z) + 3}
	s.sample(field)
	for z := range s.n[2] - 1 {
		for y := range s.n[1] - 1 {
			for x := range s.n[0] - 1 {
				s.cube(x, y, z)
			}
		}
	}
	return s.mesh
}

type isolattice struct {
	low       Vec
	cell      float64
	n         [3]int
	values    []float64
	mesh      *Mesh
	crossings map[[2]int]uint32 // lattice edge to vertex
}

func (s *isolattice) sample(field func(Vec) float64) {
	s.values = make([]float64, s.n[0]*s.n[1]*s.n[2])
	for i := range s.values {
		p, border := s.place(i)
		value := field(p)
		if border {
			value = min(value, -s.cell/2)
		}
		// A value of exactly 0 would make triangles without area.
		if value > -1e-6*s.cell && value < 1e-6*s.cell {
			value = 1e-6 * s.cell
		}
		s.values[i] = value
	}
}

// place gives a lattice point, and whether it is in the outermost layer.
func (s *isolattice) place(i int) (p Vec, border bool) {
	x, y, z := i%s.n[0], i/s.n[0]%s.n[1], i/s.n[0]/s.n[1]
	border = x == 0 || y == 0 || z == 0 || x == s.n[0]-1 || y == s.n[1]-1 || z == s.n[2]-1
	return s.low.add(Vec{float64(x - 1), float64(y - 1), float64(z - 1)}.mul(s.cell)), border
}

func (s *isolattice) cube(x, y, z int) {
	var corners [8]int
	inside := 0
	for i := range corners {
		corners[i] = (x + i&1) + s.n[0]*((y+i>>1&1)+s.n[1]*(z+i>>2))
		if s.values[corners[i]] > 0 {
			inside++
		}
	}
	if inside == 0 || inside == 8 {
		return
	}
	// Six tetrahedra around the diagonal from 0 to 7, all turned alike.
	for _, t := range [6][2]int{{1, 3}, {3, 2}, {2, 6}, {6, 4}, {4, 5}, {5, 1}} {
		s.tetrahedron([4]int{corners[0], corners[t[0]], corners[t[1]], corners[7]})
	}
}

func (s *isolattice) tetrahedron(t [4]int) {
	var in, out []int
	for _, c := range t {
		if s.values[c] > 0 {
			in = append(in, c)
		} else {
			out = append(out, c)
		}
	}
	switch len(in) {
	case 1:
		s.triangle(in[0], s.cross(in[0], out[0]), s.cross(in[0], out[1]), s.cross(in[0], out[2]))
	case 2:
		a, b := s.cross(in[0], out[0]), s.cross(in[0], out[1])
		c, d := s.cross(in[1], out[1]), s.cross(in[1], out[0])
		s.triangle(in[0], a, b, c)
		s.triangle(in[0], a, c, d)
	case 3:
		a, b, c := s.cross(in[0], out[0]), s.cross(in[1], out[0]), s.cross(in[2], out[0])
		s.triangle(in[0], a, b, c)
	}
}

// triangle adds a face that has a lattice point behind it.
func (s *isolattice) triangle(behind int, a, b, c uint32) {
	p, q, r := s.mesh.Points[a], s.mesh.Points[b], s.mesh.Points[c]
	inner, _ := s.place(behind)
	if q.sub(p).cross(r.sub(p)).dot(inner.sub(p)) > 0 {
		b, c = c, b
	}
	s.mesh.face(a, b, c)
}

func (s *isolattice) cross(a, b int) uint32 {
	key := [2]int{min(a, b), max(a, b)}
	if v, known := s.crossings[key]; known {
		return v
	}
	va, vb := s.values[a], s.values[b]
	pa, _ := s.place(a)
	pb, _ := s.place(b)
	v := s.mesh.point(pa.mix(pb, clamp(va/(va-vb), 0.02, 0.98)))
	s.crossings[key] = v
	return v
}
