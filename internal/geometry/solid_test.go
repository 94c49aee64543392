package geometry_test

import (
	"math"
	"testing"

	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/fbx/fbxtest"
	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/gltf/gltftest"
)

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
