package sculpt_test

import (
	"math"
	"testing"

	"vitrine/internal/demo/sculpt"
	"vitrine/internal/demo/sculpt/sculpttest"
)

// TestSolids: what the kit makes is closed, and has about the volume of the body
// that it stands for.
func TestSolids(t *testing.T) {
	t.Parallel()
	square := sculpt.RoundRect(4, 4, 1, 12)
	ring := func(t float64) sculpt.Vec { return sculpt.Polar(5, 2*math.Pi*t, 0) }
	flat := func(float64, float64) float64 { return 2 }
	ball := sculpt.Egg(sculpt.V(0, 0, 0), sculpt.V(9, 9, 9))
	for name, tt := range map[string]struct {
		mesh   *sculpt.Mesh
		volume float64
	}{
		"Box":              {sculpt.Box(2, 3, 4, 0), 24},
		"Box, bevelled":    {sculpt.Box(2, 3, 4, 0.1), 23.8},
		"RoundBox":         {sculpt.RoundBox(4, 4, 4, 0.1), 63.6},
		"Hull":             {sculpt.Hull(sculpt.V(0, 0, 0), sculpt.V(1, 0, 0), sculpt.V(0, 1, 0), sculpt.V(0, 0, 1)), 1.0 / 6},
		"Tetrahedron":      {sculpt.Tetrahedron(), 8.0 / 3},
		"Octahedron":       {sculpt.Octahedron(), 4.0 / 3},
		"Icosahedron":      {sculpt.Icosahedron(), 17.45},
		"Ball":             {sculpt.Ball(3, 4), 36 * math.Pi},
		"Sphere":           {sculpt.Sphere(3, 90), 36 * math.Pi},
		"Torus":            {sculpt.Torus(5, 1, 90, 60), 10 * math.Pi * math.Pi},
		"Cylinder":         {sculpt.Cylinder(2, 2, 5, 90), 20 * math.Pi},
		"Cylinder, a cone": {sculpt.Cylinder(3, 0, 5, 90), 15 * math.Pi},
		"Puck":             {sculpt.Puck(3, 1, 0.01, 90), 9 * math.Pi},
		"Rod":              {sculpt.Rod(sculpt.V(1, 2, 3), sculpt.V(4, 6, 3), 1, 90), 5 * math.Pi},
		"Hoop":             {sculpt.Hoop(90, []sculpt.Pt{{3, 0}, {4, 0}, {4, 2}, {3, 2}}), 14 * math.Pi},
		"Prism":            {sculpt.Prism(3, square), 3 * (12 + math.Pi)},
		"Prism, with holes": {sculpt.Prism(3, square, sculpt.Shift(sculpt.Circle(0.5, 60), 1, 0), sculpt.Shift(sculpt.Circle(0.5, 60), -1, 0)),
			3 * (12 + math.Pi/2)},
		"Twisted": {sculpt.Twisted(3, 90, 40, square), 3 * (12 + math.Pi)},
		"Sweep": {sculpt.Sweep{Outline: sculpt.Circle(1, 60), Path: sculpt.RingPath(120, ring), Closed: true}.Mesh(),
			10 * math.Pi * math.Pi},
		"Sweep to a tip": {sculpt.Sweep{Outline: sculpt.Circle(2, 60), Path: sculpt.Path(30, upwards), Size: shrinking}.Mesh(),
			12 * math.Pi},
		"Tube":                 {sculpt.Tube(sculpt.Path(30, upwards), 2, 60), 36 * math.Pi},
		"Block":                {sculpt.Block(8, 9, 3, 4, flat), 24},
		"Disc":                 {sculpt.Disc(8, 90, 3, flat), 18 * math.Pi},
		"Clay":                 {ball.Mesh(sculpt.V(-9, -9, -9), sculpt.V(9, 9, 9), 1), 972 * math.Pi},
		"Clay, standing":       {ball.Standing().Mesh(sculpt.V(-9, -9, 0), sculpt.V(9, 9, 9), 0.5), 486 * math.Pi},
		"Scale, turned around": {sculpt.Box(2, 3, 4, 0).Scale(-1, 1, 1), 24},
		"Facet":                {sculpt.Sphere(3, 90).Facet(), 36 * math.Pi},
	} {
		if loose := sculpttest.LooseEdges(tt.mesh); loose > 0 {
			t.Errorf("%s has %d loose edges", name, loose)
		}
		if got := sculpttest.SmallestVolume(tt.mesh); math.Abs(got/tt.volume-1) > 0.01 {
			t.Errorf("%s: volume %g, want %g", name, got, tt.volume)
		}
	}
}

func upwards(t float64) sculpt.Vec { return sculpt.V(0, 0, 9*t) }

func shrinking(t float64) float64 { return 1 - t }

// TestNoise: it looks random, lies in its range, and is the same everywhere.
func TestNoise(t *testing.T) {
	t.Parallel()
	if got := sculpt.Hash(1, -2, 3, 4); got != sculpt.Hash(1, -2, 3, 4) || got == sculpt.Hash(1, -2, 3, 5) {
		t.Errorf("Hash is %g", got)
	}
	low, high := math.Inf(1), math.Inf(-1)
	for i := range 2000 {
		n := sculpt.Noise(sculpt.V(0.37*float64(i), 0.11*float64(i), -0.23*float64(i)), 7)
		low, high = min(low, n), max(high, n)
	}
	if low < -1 || low > -0.7 || high > 1 || high < 0.7 {
		t.Errorf("Noise runs from %g to %g", low, high)
	}
}

// TestNormals: faces around a smooth body share normals, those of a box do not.
func TestNormals(t *testing.T) {
	t.Parallel()
	ball := sculpt.Sphere(1, 40)
	for i, normals := range ball.Normals() {
		for k, normal := range normals {
			if at := ball.Points[ball.Faces[i].V[k]]; normal.Dot(at) < 0.99 {
				t.Fatalf("the normal at %v is %v", at, normal)
			}
		}
	}
	for _, normals := range sculpt.Box(1, 1, 1, 0).Normals() {
		if n := normals[0]; max(math.Abs(n.X), math.Abs(n.Y), math.Abs(n.Z)) < 0.999 {
			t.Fatalf("a box has the normal %v", n)
		}
	}
}
