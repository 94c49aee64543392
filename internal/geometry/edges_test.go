package geometry_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"vitrine/internal/geometry/geometrytest"
)

// TestEdges counts the edges of random triangles as one would by hand.
func TestEdges(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for round := range 40 {
		points := 4 + random.IntN(40)
		var text strings.Builder
		for i := range points {
			fmt.Fprintf(&text, "v %d %d %d\n", i, i*i%7, i*i*i%5)
		}
		uses := map[[2]int][2]int{}
		for range 1 + random.IntN(200) {
			face := random.Perm(points)[:3]
			fmt.Fprintf(&text, "f %d %d %d\n", face[0]+1, face[1]+1, face[2]+1)
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
			t.Errorf("round %d: %d, %d, %d; want %d, %d, %d", round, f.BoundaryEdges.Value, f.NonManifoldEdges.Value, f.FlippedEdges.Value, boundary, nonManifold, flipped)
		}
	}
}

// TestEdgesOfHub closes a cone of 100,000 triangles around each of two points.
// Comparing all edges at a point with each other would take minutes.
func TestEdgesOfHub(t *testing.T) {
	t.Parallel()
	const n = 100_000
	var text strings.Builder
	text.WriteString("v 0 0 1\nv 0 0 -1\n")
	for i := range n {
		fmt.Fprintf(&text, "v %d %d 0\n", i, i%317)
	}
	for i := range n {
		a, b := 3+i, 3+(i+1)%n
		fmt.Fprintf(&text, "f 1 %d %d\nf 2 %d %d\n", a, b, b, a)
	}
	if f := geometrytest.Inspect(t, "cone.obj", text.String()).Facts; !f.Watertight.Value || f.Triangles.Value != 2*n {
		t.Errorf("%+v", f)
	}
}
