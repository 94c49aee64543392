package geometry_test

import (
	"math"
	"testing"
)

// A face that is not convex: as a fan from its first corner it would cover what
// lies outside of it.
func TestFBXConcave(t *testing.T) {
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
	layer := fbxUVLayer("ByVertice", "Direct", fbxNode("UV", make([]float64, 4*n)))
	for name, layers := range map[string][]fbxRec{"bare": nil, "with coordinates": {layer}} {
		shape := fbxNode("Geometry", 1, "C\x00\x01Geometry", "Mesh").with(fbxNode("Vertices", points), fbxNode("PolygonVertexIndex", corners)).with(layers...)
		f := inspect(t, "a.fbx", fbxOf(7400, fbxNode("Objects").with(shape))).Facts
		if f.Polygons.Value != int64(2+n) || f.Triangles.Value != int64(2*(n-2)+2*n) || !f.Watertight.Value || math.Abs(f.Volume.Value-7) > 1e-9 || math.Abs(f.SurfaceArea.Value-30) > 1e-9 {
			t.Errorf("%s: %d polygons, %d triangles, watertight %v, volume %v, area %v", name, f.Polygons.Value, f.Triangles.Value, f.Watertight.Value, f.Volume.Value, f.SurfaceArea.Value)
		}
	}
}

// Left and right of a thing, one mesh mirrored: both are solid.
func TestMirroredVolume(t *testing.T) {
	t.Parallel()
	mirrored := []fbxRec{fbxModel(3, fbxProp("Lcl Scaling", -1.0, 1.0, 1.0), fbxProp("Lcl Rotation", 10.0, 20.0, 30.0))}
	content := fbxBoxScene(7400, fbxModel(2, fbxProp("Lcl Translation", 20.0, 0.0, 0.0)), mirrored, []fbxRec{fbxLink(3, 0), fbxLink(1, 3)})
	f := inspect(t, "a.fbx", content).Facts
	if f.Triangles.Value != 24 || math.Abs(f.Volume.Value-2000) > 1e-6 {
		t.Errorf("%d triangles, volume %v", f.Triangles.Value, f.Volume.Value)
	}
}
