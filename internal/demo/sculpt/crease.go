package sculpt

// Normals returns those of every face's corners: faces that meet at a
// vertex share a normal unless they lie at more than 38 degrees to each other.
func (m *Mesh) Normals() [][3]Vec {
	const crease = 0.788 // cos 38°
	weighted, flat := make([]Vec, len(m.Faces)), make([]Vec, len(m.Faces))
	for i, f := range m.Faces {
		a, b, c := m.Points[f.V[0]], m.Points[f.V[1]], m.Points[f.V[2]]
		// As long as twice the face's area, so that large faces count for more.
		weighted[i] = b.Sub(a).Cross(c.Sub(a))
		flat[i] = weighted[i].Unit()
	}
	start, around := m.facesAround()
	normals := make([][3]Vec, len(m.Faces))
	for i, f := range m.Faces {
		for k, v := range f.V {
			var sum Vec
			for _, other := range around[start[v]:start[v+1]] {
				if flat[i].Dot(flat[other]) > crease {
					sum = sum.Add(weighted[other])
				}
			}
			if normals[i][k] = sum.Unit(); sum == (Vec{}) {
				normals[i][k] = flat[i]
			}
		}
	}
	return normals
}

// facesAround lists the faces at each vertex v as around[start[v]:start[v+1]].
func (m *Mesh) facesAround() (start, around []int32) {
	start = make([]int32, len(m.Points)+1)
	for _, f := range m.Faces {
		for _, v := range f.V {
			start[v+1]++
		}
	}
	for v := range m.Points {
		start[v+1] += start[v]
	}
	around = make([]int32, 3*len(m.Faces))
	next := append([]int32{}, start...)
	for i, f := range m.Faces {
		for _, v := range f.V {
			around[next[v]] = int32(i)
			next[v]++
		}
	}
	return start, around
}
