package sculpttest

import (
	"math"

	"vitrine/internal/demo/sculpt"
)

// position is a point as an STL file keeps it.
type position [3]float32

func corner(m *sculpt.Mesh, f sculpt.Face, k int) position {
	p := m.Points[f.V[k]]
	return position{float32(p.X), float32(p.Y), float32(p.Z)}
}

// LooseEdges counts the edges, by their direction, that do not have as many edges
// the other way. A closed mesh has none.
func LooseEdges(m *sculpt.Mesh) int {
	surplus := map[[2]position]int{}
	for _, f := range m.Faces {
		for k := range 3 {
			from, to := corner(m, f, k), corner(m, f, (k+1)%3)
			if from != to {
				surplus[[2]position{from, to}]++
				surplus[[2]position{to, from}]--
			}
		}
	}
	loose := 0
	for _, n := range surplus {
		loose += max(n, 0)
	}
	return loose
}

// SmallestVolume returns the least volume of the mesh's shells; that of one inside
// out is negative. Faces that share a point belong to one shell.
func SmallestVolume(m *sculpt.Mesh) float64 {
	shells := shells{}
	for _, f := range m.Faces {
		a := shells.first(corner(m, f, 0))
		shells[shells.first(corner(m, f, 1))] = a
		shells[shells.first(corner(m, f, 2))] = a
	}
	volumes := map[position]float64{}
	for _, f := range m.Faces {
		a, b, c := m.Points[f.V[0]], m.Points[f.V[1]], m.Points[f.V[2]]
		volumes[shells.first(corner(m, f, 0))] += a.Dot(b.Cross(c)) / 6
	}
	smallest := math.Inf(1)
	for _, v := range volumes {
		smallest = min(smallest, v)
	}
	return smallest
}

// shells lead from a point towards the first of its shell.
type shells map[position]position

func (s shells) first(p position) position {
	next, known := s[p]
	if !known || next == p {
		s[p] = p
		return p
	}
	first := s.first(next)
	s[p] = first
	return first
}

// finite reports whether every point of the mesh is a number in every coordinate.
func finite(m *sculpt.Mesh) bool {
	for _, p := range m.Points {
		if sum := p.X + p.Y + p.Z; math.IsNaN(sum) || math.IsInf(sum, 0) {
			return false
		}
	}
	return true
}

// size returns the longest side of the box around the mesh.
func size(m *sculpt.Mesh) float64 {
	low, high := m.Bounds()
	side := high.Sub(low)
	return max(side.X, side.Y, side.Z)
}
