package fbx_test

import (
	"fmt"
	"math"
	"testing"

	"vitrine/internal/geometry/fbx/fbxtest"
	"vitrine/internal/geometry/geometrytest"
)

// A face that is not convex: as a fan from its first corner it would cover what
// lies outside of it.
func TestConcave(t *testing.T) {
	t.Parallel()
	outline := [][2]float64{{1, 1}, {0, 1}, {0, 0}, {3, 0}, {3, 3}, {0, 3}, {0, 2}, {2, 2}, {2, 1}} // the letter C, 7 squares
	n := len(outline)
	var points []float64
	for z := range 2 {
		for _, p := range outline {
			points = append(points, p[0], p[1], float64(z))
		}
	}
	var below, above, sides []int32
	for i := range n {
		below, above = append(below, int32(n-1-i)), append(above, int32(n+i))
		next := (i + 1) % n
		sides = append(sides, int32(i), int32(next), int32(n+next), ^int32(n+i))
	}
	below[n-1], above[n-1] = ^below[n-1], ^above[n-1]
	corners := append(append(below, above...), sides...)
	layer := fbxtest.UVLayer("ByVertice", "Direct", fbxtest.Node("UV", make([]float64, 4*n)))
	for name, layers := range map[string][]fbxtest.Rec{"bare": nil, "with coordinates": {layer}} {
		shape := fbxtest.Node("Geometry", 1, "C\x00\x01Geometry", "Mesh").With(fbxtest.Node("Vertices", points),
			fbxtest.Node("PolygonVertexIndex", corners)).With(layers...)
		f := geometrytest.Inspect(t, "a.fbx", fbxtest.Of(7400, fbxtest.Node("Objects").With(shape))).Facts
		if f.Polygons.Value != int64(2+n) || f.Triangles.Value != int64(2*(n-2)+2*n) || !f.Watertight.Value ||
			math.Abs(f.Volume.Value-7) > 1e-9 || math.Abs(f.SurfaceArea.Value-30) > 1e-9 {
			t.Errorf("%s: %d polygons, %d triangles, watertight %v, volume %v, area %v", name, f.Polygons.Value, f.Triangles.Value,
				f.Watertight.Value, f.Volume.Value, f.SurfaceArea.Value)
		}
	}
}

// Vertices that no face uses are counted, but are not drawn.
func TestLooseVertices(t *testing.T) {
	t.Parallel()
	points := []float64{-9, -9, -9, 0, 0, 0, 1, 0, 0, 0, 1, 0, 50, 50, 50}
	layer := fbxtest.UVLayer("ByVertice", "Direct", fbxtest.Node("UV", []float64{9, 9, 0, 0, 1, 0, 0, 1, 9, 9}))
	shape := fbxtest.Node("Geometry", 1, "a\x00\x01Geometry", "Mesh").With(fbxtest.Node("Vertices", points),
		fbxtest.Node("PolygonVertexIndex", []int32{1, 2, ^3}), layer)
	report, model := geometrytest.InspectBeside(t, "a.fbx", fbxtest.Of(7400, fbxtest.Node("Objects").With(shape)), nil)
	got := fmt.Sprint(report.Facts.Vertices.Value, report.Facts.BoundingBox.Value, model.Meshes[0].Positions, model.Meshes[0].UVs,
		model.Meshes[0].Indices)
	if want := "5 {[0 0 0] [1 1 0]} [0 0 0 1 0 0 0 1 0] [0 0 1 0 0 1] [0 1 2]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
