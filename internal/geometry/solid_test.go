package geometry_test

import (
	"fmt"
	"math"
	"testing"

	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/fbx/fbxtest"
	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/gltf/gltftest"
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

// Left and right of a thing, one mesh mirrored: both are solid.
func TestMirroredVolume(t *testing.T) {
	t.Parallel()
	mirrored := []fbxtest.Rec{fbxtest.Model(3, fbxtest.Prop("Lcl Scaling", -1.0, 1.0, 1.0), fbxtest.Prop("Lcl Rotation", 10.0, 20.0, 30.0))}
	content := fbxtest.BoxScene(7400, fbxtest.Model(2, fbxtest.Prop("Lcl Translation", 20.0, 0.0, 0.0)), mirrored,
		[]fbxtest.Rec{fbxtest.Link(3, 0), fbxtest.Link(1, 3)})
	f := geometrytest.Inspect(t, "a.fbx", content).Facts
	if f.Triangles.Value != 24 || math.Abs(f.Volume.Value-2000) > 1e-6 {
		t.Errorf("%d triangles, volume %v", f.Triangles.Value, f.Volume.Value)
	}
}

// Vertices that no face uses are counted, but are not drawn.
func TestFBXLooseVertices(t *testing.T) {
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

// Two meshes that use a part each of one list of positions: where one stands, the
// other does not.
func TestGLTFSharedVertices(t *testing.T) {
	t.Parallel()
	doc := gltftest.Edit(t, gltftest.Tetra, `"nodes":[0]`, `"nodes":[0,1]`, `[{"mesh":0}]`, `[{"mesh":0},{"mesh":1,"translation":[0,0,100]}]`,
		`[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}]`, `[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]},{"primitives":[{"attributes":{"POSITION":0},"indices":2}]}]`,
		`"count":12,"type":"SCALAR"}`, `"count":3,"type":"SCALAR"},{"bufferView":1,"byteOffset":6,"componentType":5123,"count":3,"type":"SCALAR"}`)
	positions := []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 7, 7, 7, 8, 7, 7, 7, 8, 7}
	doc = gltftest.Edit(t, doc, `"count":4`, `"count":6`, `"byteLength":48`, `"byteLength":72`, `"byteOffset":48,"byteLength":24`,
		`"byteOffset":72,"byteLength":12`, `{"byteLength":72}`, `{"byteLength":84}`)
	report, model, err := detect.Inspect(gltftest.Input("a.glb", gltftest.GLB(doc, gltftest.Bin(positions, []uint16{0, 1, 2, 3, 4, 5})), nil))
	if err != nil || report.Rejected() {
		t.Fatal(err, report.Problems)
	}
	got := fmt.Sprint(report.Facts.BoundingBox.Value, model.Meshes[0].Positions, model.Meshes[1].Positions, model.Meshes[1].Indices)
	if want := "{[0 0 0] [8 8 107]} [0 0 0 1 0 0 0 1 0] [7 7 7 8 7 7 7 8 7] [0 1 2]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Points have no faces that a texture could lie on.
func TestPointsHaveNoMapping(t *testing.T) {
	t.Parallel()
	doc := gltftest.Edit(t, gltftest.Tetra, `{"POSITION":0},"indices":1`, `{"POSITION":0,"TEXCOORD_0":1},"mode":0`,
		`"componentType":5123,"count":12,"type":"SCALAR"`, `"componentType":5123,"normalized":true,"count":4,"type":"VEC2"`)
	report, _, err := detect.Inspect(gltftest.Input("a.glb", gltftest.GLB(doc, gltftest.Bin(gltftest.Corners, gltftest.Faces)), nil))
	if err != nil || report.Rejected() {
		t.Fatal(err, report.Problems)
	}
	if f := report.Facts; f.GeometryType.Value != "other" || f.UVWMapping.Value || f.UnwrappedUVs.Value != "no" {
		t.Errorf("%+v", f)
	}
}
