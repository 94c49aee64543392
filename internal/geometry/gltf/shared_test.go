package gltf_test

import (
	"fmt"
	"testing"

	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/gltf/gltftest"
)

// Two meshes that use a part each of one list of positions: where one stands, the
// other does not.
func TestSharedVertices(t *testing.T) {
	t.Parallel()
	doc := gltftest.Edit(t, gltftest.Tetra, `"nodes":[0]`, `"nodes":[0,1]`, `[{"mesh":0}]`, `[{"mesh":0},{"mesh":1,"translation":[0,0,100]}]`,
		`[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}]`,
		`[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]},{"primitives":[{"attributes":{"POSITION":0},"indices":2}]}]`,
		`"count":12,"type":"SCALAR"}`,
		`"count":3,"type":"SCALAR"},{"bufferView":1,"byteOffset":6,"componentType":5123,"count":3,"type":"SCALAR"}`)
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
