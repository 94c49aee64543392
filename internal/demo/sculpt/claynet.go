package sculpt

// clayNet makes a surface net.
type clayNet struct {
	low    Vec
	cell   float64
	n      [3]int
	values []float64
	mesh   *Mesh
	points map[int]uint32 // by the lowest corner of the cell
}

func (s *clayNet) place(i int) [3]int {
	return [3]int{i % s.n[0], i / s.n[0] % s.n[1], i / s.n[0] / s.n[1]}
}

func (s *clayNet) stride(axis int) int { return [3]int{1, s.n[0], s.n[0] * s.n[1]}[axis] }

// sample takes the field at every lattice point. The outermost count as
// outside, which closes the surface.
func (s *clayNet) sample(c Clay) {
	s.values = make([]float64, s.n[0]*s.n[1]*s.n[2])
	for i := range s.values {
		at := s.place(i)
		s.values[i] = c(s.low.Add(Vec{float64(at[0]), float64(at[1]), float64(at[2])}.Mul(s.cell)))
		for axis, k := range at {
			if k == 0 || k == s.n[axis]-1 {
				s.values[i] = min(s.values[i], -s.cell/2)
			}
		}
	}
}

// edge adds the quadrangle around the lattice edge that leaves a point along an
// axis, if the surface cuts it.
func (s *clayNet) edge(i, axis int) {
	if s.place(i)[axis] == s.n[axis]-1 {
		return
	}
	from, to := s.values[i] > 0, s.values[i+s.stride(axis)] > 0
	if from == to {
		return
	}
	u, v := s.stride((axis+1)%3), s.stride((axis+2)%3)
	a, b, c, d := s.point(i-u-v), s.point(i-v), s.point(i), s.point(i-u)
	if to {
		b, d = d, b
	}
	s.mesh.Face(a, b, c)
	s.mesh.Face(a, c, d)
}

// point returns the point of a cell: the middle of where its edges are cut.
func (s *clayNet) point(cell int) uint32 {
	if p, known := s.points[cell]; known {
		return p
	}
	at := s.place(cell)
	base := Vec{float64(at[0]), float64(at[1]), float64(at[2])}
	var sum Vec
	cuts := 0.0
	for from := range 8 {
		for axis := range 3 {
			to := from | 1<<axis
			if to == from {
				continue
			}
			a, b := s.values[cell+s.offset(from)], s.values[cell+s.offset(to)]
			if (a > 0) != (b > 0) {
				sum, cuts = sum.Add(cellCorner(from).Mix(cellCorner(to), a/(a-b))), cuts+1
			}
		}
	}
	s.points[cell] = s.mesh.Point(s.low.Add(base.Add(sum.Mul(1 / cuts)).Mul(s.cell)))
	return s.points[cell]
}

func (s *clayNet) offset(corner int) int {
	return corner&1 + corner>>1&1*s.stride(1) + corner>>2*s.stride(2)
}

func cellCorner(corner int) Vec {
	return Vec{float64(corner & 1), float64(corner >> 1 & 1), float64(corner >> 2)}
}
