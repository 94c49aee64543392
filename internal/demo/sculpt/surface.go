package sculpt

// Dye gives another material to the faces that lie in some place. It asks for
// the middle of the box around each, which both halves of a patch share.
func (m *Mesh) Dye(material Material, where func(middle Vec) bool) *Mesh {
	m.Materials = append(m.Materials, material)
	id := uint16(len(m.Materials) - 1)
	for i := range m.Faces {
		v := m.Faces[i].V
		a, b, c := m.Points[v[0]], m.Points[v[1]], m.Points[v[2]]
		if where(a.lowest(b).lowest(c).Mix(a.highest(b).highest(c), 0.5)) {
			m.Faces[i].Material = id
		}
	}
	return m
}

// Facet gives every face points of its own, so that it is drawn flat.
func (m *Mesh) Facet() *Mesh {
	points := make([]Vec, 0, 3*len(m.Faces))
	for i, f := range m.Faces {
		for k, v := range f.V {
			m.Faces[i].V[k] = uint32(len(points))
			points = append(points, m.Points[v])
		}
	}
	m.Points = points
	return m
}

// Relax evens a mesh out: every point moves towards the middle of its
// neighbours, some times over.
func (m *Mesh) Relax(times int) *Mesh {
	for range times {
		sum, count := make([]Vec, len(m.Points)), make([]float64, len(m.Points))
		for _, f := range m.Faces {
			for k, v := range f.V {
				sum[v] = sum[v].Add(m.Points[f.V[(k+1)%3]])
				count[v]++
			}
		}
		for i := range m.Points {
			m.Points[i] = m.Points[i].Mix(sum[i].Mul(1/count[i]), 0.5)
		}
	}
	return m
}
