package demo

import (
	"testing"
)

// TestPrintablesAreWatertight asks of every part what a slicer needs: surfaces
// without holes that enclose something.
func TestPrintablesAreWatertight(t *testing.T) {
	t.Parallel()
	items := printables()
	if len(items) == 0 {
		t.Fatal("there are no printables")
	}
	for _, item := range items {
		t.Run(item.Title, func(t *testing.T) {
			t.Parallel()
			for _, part := range item.scene() {
				checkWatertight(t, part)
			}
		})
	}
}

// TestWatertightCheck breaks a cube in the ways that the check must see.
func TestWatertightCheck(t *testing.T) {
	t.Parallel()
	cube := func() *Mesh { return box(1, 1, 1, 0) }
	holed, turned := cube(), cube()
	holed.Faces = holed.Faces[1:]
	f := &turned.Faces[0].V
	f[0], f[1] = f[1], f[0]
	for _, tt := range []struct {
		name      string
		mesh      *Mesh
		loose     int
		insideOut bool // some shell is inside out
	}{
		{"a cube", cube(), 0, false},
		{"cubes that share a face", join(cube(), cube().move(1, 0, 0)), 0, false},
		{"a hole", holed, 3, false},
		{"a face turned around", turned, 6, false},
		{"inside out", cube().flip(), 0, true},
		{"a second shell inside out", join(cube().scale(9, 9, 9), cube().flip().move(20, 0, 0)), 0, true},
	} {
		if got := looseEdges(tt.mesh); got != tt.loose {
			t.Errorf("%s: %d loose edges, want %d", tt.name, got, tt.loose)
		}
		if tt.loose > 0 {
			continue
		}
		if got := smallestVolume(tt.mesh) <= 0; got != tt.insideOut {
			t.Errorf("%s: inside out is %v, want %v", tt.name, got, tt.insideOut)
		}
	}
}

func checkWatertight(t *testing.T, part Part) {
	t.Helper()
	if n := len(part.Mesh.Faces); n == 0 || n > 40_000 {
		t.Errorf("%s has %d faces", part.Name, n)
		return
	}
	if n := looseEdges(part.Mesh); n > 0 {
		t.Errorf("%s has %d loose edges of %d", part.Name, n, 3*len(part.Mesh.Faces))
	}
	if v := smallestVolume(part.Mesh); v <= 0 {
		t.Errorf("%s has a shell with volume %g", part.Name, v)
	}
}

// position is a point as an STL file keeps it.
type position [3]float32

func (m *Mesh) corner(f Face, k int) position {
	p := m.Points[f.V[k]]
	return position{float32(p.x), float32(p.y), float32(p.z)}
}

// looseEdges counts the edges, by their direction and after points at the same
// place are made one, that do not have as many edges the other way.
func looseEdges(m *Mesh) int {
	surplus := map[[2]position]int{}
	for _, f := range m.Faces {
		for k := range 3 {
			from, to := m.corner(f, k), m.corner(f, (k+1)%3)
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

// smallestVolume gives the least volume of the mesh's shells. Faces that share
// a point belong to one shell.
func smallestVolume(m *Mesh) float64 {
	shell := map[position]position{} // towards the shell's first point
	var root func(p position) position
	root = func(p position) position {
		next, known := shell[p]
		if !known || next == p {
			shell[p] = p
			return p
		}
		first := root(next)
		shell[p] = first
		return first
	}
	for _, f := range m.Faces {
		a := root(m.corner(f, 0))
		shell[root(m.corner(f, 1))] = a
		shell[root(m.corner(f, 2))] = a
	}
	volumes := map[position]float64{}
	for _, f := range m.Faces {
		a, b, c := m.Points[f.V[0]], m.Points[f.V[1]], m.Points[f.V[2]]
		volumes[root(m.corner(f, 0))] += a.dot(b.cross(c)) / 6
	}
	smallest := 1e18
	for _, v := range volumes {
		smallest = min(smallest, v)
	}
	return smallest
}
