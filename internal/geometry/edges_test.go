package geometry_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/meshfile"
)

// TestEdges counts the edges of random triangles as one would by hand.
func TestEdges(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 40 {
		points := 4 + random.IntN(40)
		var text strings.Builder
		obj := meshfile.NewOBJ(&text, 0)
		for i := range points {
			obj.Vertex(float64(i), float64(i*i%7), float64(i*i*i%5))
		}
		uses := map[[2]int][2]int{}
		for range 1 + random.IntN(200) {
			face := random.Perm(points)[:3]
			obj.Polygon(face[0]+1, face[1]+1, face[2]+1)
			for k, a := range face {
				b := face[(k+1)%3]
				edge := uses[[2]int{min(a, b), max(a, b)}]
				if a < b {
					edge[0]++
				} else {
					edge[1]++
				}
				uses[[2]int{min(a, b), max(a, b)}] = edge
			}
		}
		_ = obj.Flush()
		var boundary, nonManifold, flipped int64
		for _, edge := range uses {
			switch both := edge[0] + edge[1]; {
			case both == 1:
				boundary++
			case both > 2:
				nonManifold++
			case edge[0] != 1:
				flipped++
			}
		}
		f := geometrytest.Inspect(t, "soup.obj", text.String()).Facts
		if f.BoundaryEdges.Value != boundary || f.NonManifoldEdges.Value != nonManifold || f.FlippedEdges.Value != flipped {
			t.Errorf("round %d: %d, %d, %d; want %d, %d, %d", round, f.BoundaryEdges.Value, f.NonManifoldEdges.Value, f.FlippedEdges.Value,
				boundary, nonManifold, flipped)
		}
	}
}

// TestEdgesUsedThrice has three triangles in one place, so that each edge comes in both
// directions, and in one of them again.
func TestEdgesUsedThrice(t *testing.T) {
	t.Parallel()
	text := "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 3\nf 1 3 2\n"
	f := geometrytest.Inspect(t, "a.obj", text).Facts
	if f.NonManifoldEdges.Value != 3 || f.BoundaryEdges.Value != 0 || f.FlippedEdges.Value != 0 || f.Watertight.Value {
		t.Errorf("%+v", f)
	}
}

// TestEdgesOfHub closes a cone of 100,000 triangles around each of two points.
// Comparing all edges at a point with each other would take minutes.
func TestEdgesOfHub(t *testing.T) {
	t.Parallel()
	const n = 100_000
	var text strings.Builder
	obj := meshfile.NewOBJ(&text, 0)
	obj.Vertex(0, 0, 1)
	obj.Vertex(0, 0, -1)
	for i := range n {
		obj.Vertex(float64(i), float64(i%317), 0)
	}
	for i := range n {
		a, b := 3+i, 3+(i+1)%n
		obj.Polygon(1, a, b)
		obj.Polygon(2, b, a)
	}
	_ = obj.Flush()
	if f := geometrytest.Inspect(t, "cone.obj", text.String()).Facts; !f.Watertight.Value || f.Triangles.Value != 2*n {
		t.Errorf("%+v", f)
	}
}
