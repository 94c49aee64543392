package sculpt

import "math"

// Block is a solid rectangular piece of ground of nx × ny cells with its middle
// over the origin: a surface at height(x, y), straight sides and a flat bottom
// at 0. Heights are above 0.
func Block(nx, ny int, width, depth float64, height func(x, y float64) float64) *Mesh {
	m := &Mesh{}
	at := func(i, j int) (x, y float64) {
		return width * (float64(i)/float64(nx) - 0.5), depth * (float64(j)/float64(ny) - 0.5)
	}
	for j := range ny + 1 {
		for i := range nx + 1 {
			x, y := at(i, j)
			m.Point(Vec{x, y, height(x, y)})
		}
	}
	index := func(i, j int) uint32 { return uint32(j*(nx+1) + i) }
	for j := range ny {
		for i := range nx {
			a, b, c, d := index(i, j), index(i+1, j), index(i+1, j+1), index(i, j+1)
			uv := func(i, j int) Pt { return Pt{float64(i) / float64(nx), float64(j) / float64(ny)} }
			m.Face(a, b, c, uv(i, j), uv(i+1, j), uv(i+1, j+1))
			m.Face(a, c, d, uv(i, j), uv(i+1, j+1), uv(i, j+1))
		}
	}
	m.skirt(blockRim(nx, ny, index))
	return m
}

// blockRim walks around the edge of the grid, counter-clockwise from above.
func blockRim(nx, ny int, index func(i, j int) uint32) []uint32 {
	var rim []uint32
	for i := range nx {
		rim = append(rim, index(i, 0))
	}
	for j := range ny {
		rim = append(rim, index(nx, j))
	}
	for i := range nx {
		rim = append(rim, index(nx-i, ny))
	}
	for j := range ny {
		rim = append(rim, index(0, ny-j))
	}
	return rim
}

// skirt drops walls from a rim to the ground and closes the bottom.
func (m *Mesh) skirt(rim []uint32) {
	foot := uint32(len(m.Points))
	for _, i := range rim {
		p := m.Points[i]
		m.Point(Vec{p.X, p.Y, 0})
	}
	centre := m.Point(Vec{})
	n := uint32(len(rim))
	for i := range n {
		next := (i + 1) % n
		a, b, c, d := foot+i, foot+next, rim[next], rim[i]
		m.Face(a, b, c)
		m.Face(a, c, d)
		m.Face(centre, b, a)
	}
}

// Disc is a Block with a round edge.
func Disc(rings, segments int, radius float64, height func(x, y float64) float64) *Mesh {
	m := Grid{NU: segments, NV: rings, WrapU: true, At: func(u, v float64) Vec {
		p := Polar(radius*(1-v), 2*math.Pi*u, 0)
		return Vec{p.X, p.Y, height(p.X, p.Y)}
	}}.Mesh()
	rim := make([]uint32, segments)
	for i := range rim {
		rim[i] = uint32(i)
	}
	m.skirt(rim)
	return m
}
