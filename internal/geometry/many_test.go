package geometry_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"vitrine/internal/geometry"
)

// ringMesh is a closed ring of n × m vertices, each at a place of its own.
func ringMesh(n, m int) geometry.Mesh {
	mesh := geometry.Mesh{Vertices: int64(n * m), Polygons: int64(2 * n * m)}
	for i := range n {
		for j := range m {
			u, v := 2*math.Pi*float64(i)/float64(n), 2*math.Pi*float64(j)/float64(m)
			across := 30 + 10*math.Cos(v)
			mesh.Positions = append(mesh.Positions, float32(across*math.Cos(u)), float32(across*math.Sin(u)), float32(10*math.Sin(v)))
			a, b := i*m+j, i*m+(j+1)%m
			c, d := (i+1)%n*m+j, (i+1)%n*m+(j+1)%m
			mesh.Indices = append(mesh.Indices, uint32(a), uint32(c), uint32(b), uint32(b), uint32(c), uint32(d))
		}
	}
	return mesh
}

// shuffled has the triangles in any order.
func shuffled(mesh geometry.Mesh, random *rand.Rand) geometry.Mesh {
	mesh.Indices = slices.Clone(mesh.Indices)
	random.Shuffle(len(mesh.Indices)/3, func(i, j int) {
		for k := range 3 {
			mesh.Indices[3*i+k], mesh.Indices[3*j+k] = mesh.Indices[3*j+k], mesh.Indices[3*i+k]
		}
	})
	return mesh
}

// split gives some corners vertices of their own, at the same places.
func split(mesh geometry.Mesh, random *rand.Rand, corners int) geometry.Mesh {
	mesh.Positions, mesh.Indices = slices.Clone(mesh.Positions), slices.Clone(mesh.Indices)
	for range corners {
		i := random.IntN(len(mesh.Indices))
		at := 3 * mesh.Indices[i]
		mesh.Indices[i] = uint32(len(mesh.Positions) / 3)
		mesh.Positions = append(mesh.Positions, mesh.Positions[at:at+3]...)
	}
	return mesh
}

func measure(t testing.TB, mesh geometry.Mesh) geometry.Facts {
	t.Helper()
	model := &geometry.Model{Meshes: []geometry.Mesh{mesh}}
	model.Place(0)
	facts, err := geometry.Measure(model)
	if err != nil {
		t.Fatal(err)
	}
	return facts
}

// damaged takes away triangles, turns some, doubles some, moves some corners, and gives
// one vertex very many edges.
func damaged(mesh geometry.Mesh, random *rand.Rand) geometry.Mesh {
	var indices []uint32
	vertices := len(mesh.Positions) / 3
	for i := 0; i < len(mesh.Indices); i += 3 {
		a, b, c := mesh.Indices[i], mesh.Indices[i+1], mesh.Indices[i+2]
		switch random.IntN(400) {
		case 0:
			continue
		case 1:
			a, b = b, a
		case 2:
			indices = append(indices, a, b, c)
		case 3:
			c = uint32(random.IntN(vertices))
		case 4:
			b = a
		}
		indices = append(indices, a, b, c)
	}
	for i := range uint32(40) {
		indices = append(indices, 20_000, 20_001+i, 20_002+i)
	}
	mesh.Indices = indices
	return mesh
}

// edgesOf counts edges one by one: used once, more than twice, twice in one direction.
func edgesOf(mesh geometry.Mesh) [3]int64 {
	uses := map[[2]uint32][2]int{}
	for i := 0; i < len(mesh.Indices); i += 3 {
		corners := mesh.Indices[i : i+3]
		if corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0] {
			continue
		}
		for k, a := range corners {
			b := corners[(k+1)%3]
			edge, down := [2]uint32{min(a, b), max(a, b)}, 0
			if b < a {
				down = 1
			}
			use := uses[edge]
			use[down]++
			uses[edge] = use
		}
	}
	var counts [3]int64
	for _, use := range uses {
		switch {
		case use[0]+use[1] == 1:
			counts[0]++
		case use[0]+use[1] > 2:
			counts[1]++
		case use[0] != 1:
			counts[2]++
		}
	}
	return counts
}

// TestEdgesOfMany counts the edges of more vertices than are looked at together, in
// triangles that lie beside their neighbours and in others.
func TestEdgesOfMany(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	broken := damaged(ringMesh(300, 150), random)
	want := edgesOf(broken)
	if slices.Contains(want[:], 0) {
		t.Fatalf("nothing of a kind to be counted: %v", want)
	}
	for name, mesh := range map[string]geometry.Mesh{"in order": broken, "in any order": shuffled(broken, random)} {
		f := measure(t, mesh)
		if got := [3]int64{f.BoundaryEdges.Value, f.NonManifoldEdges.Value, f.FlippedEdges.Value}; got != want || f.Watertight.Value {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestWeldOfMany closes a surface where vertices have the same position, however few and
// wherever they are, with zeros of either sign.
func TestWeldOfMany(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	whole := ringMesh(300, 150)
	signed := split(whole, random, 0)
	for i, v := range signed.Positions {
		if v == 0 {
			signed.Positions[i] = float32(math.Copysign(0, -1))
		}
	}
	signed.Positions = append(signed.Positions, 0, 0, 0)
	signed.Positions = append(signed.Positions, whole.Positions[:3]...) // the third is zero
	signed.Indices[0] = uint32(len(signed.Positions)/3) - 1
	apart := split(whole, random, 9) // by less than is told apart
	for i := len(whole.Positions); i < len(apart.Positions); i++ {
		apart.Positions[i] += 1e-5
	}
	for name, test := range map[string]struct {
		mesh   geometry.Mesh
		places int64
	}{
		"whole": {whole, 45_000}, "one": {split(whole, random, 1), 45_000}, "few": {split(whole, random, 9), 45_000},
		"some": {split(whole, random, 5000), 45_000}, "most": {split(whole, random, 300_000), 45_000},
		"signs": {signed, 45_001}, "apart": {apart, 45_009},
	} {
		test.mesh.Vertices = -1 // so that places are counted
		f := measure(t, test.mesh)
		if !f.Watertight.Value || f.BoundaryEdges.Value != 0 || f.Vertices.Value != test.places {
			t.Errorf("%s: watertight %v, %d open edges, %d places", name, f.Watertight.Value, f.BoundaryEdges.Value, f.Vertices.Value)
		}
	}
}

// BenchmarkMeasure measures a million triangles.
func BenchmarkMeasure(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	whole := ringMesh(1000, 500)
	for _, test := range []struct {
		name string
		mesh geometry.Mesh
	}{{"in order", whole}, {"in any order", shuffled(whole, random)}, {"with seams", split(whole, random, 100_000)}} {
		b.Run(test.name, func(b *testing.B) {
			for b.Loop() {
				if facts := measure(b, test.mesh); !facts.Watertight.Value {
					b.Fatal(facts)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(test.mesh.Indices)/3), "ns/triangle")
		})
	}
}
