package gltf_test

import (
	"fmt"
	"strings"
	"testing"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/gltf/gltftest"
)

// A mesh that is drawn three times by one node, which is twice the size.
const forest = `{"asset":{"version":"2.0"},"extensionsUsed":["EXT_mesh_gpu_instancing"],"scene":0,"scenes":[{"nodes":[0]}],
"nodes":[{"mesh":0,"scale":[2,2,2],
	"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":2,"ROTATION":3,"SCALE":4,"_ID":1}}}}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},{"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"},
{"bufferView":2,"componentType":5126,"count":3,"type":"VEC3"},
	{"bufferView":3,"componentType":5122,"normalized":true,"count":3,"type":"VEC4"},
	{"bufferView":4,"componentType":5126,"count":3,"type":"VEC3"}],
"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24},{"buffer":0,"byteOffset":72,"byteLength":36},
	{"buffer":0,"byteOffset":108,"byteLength":24},{"buffer":0,"byteOffset":132,"byteLength":36}],
"buffers":[{"byteLength":168}]}`

var forestBin = gltftest.Bin(gltftest.Corners, gltftest.Faces, []float32{0, 0, 0, 10, 0, 0, 0, 20, 0},
	[]int16{0, 0, 0, 32767, 0, 0, 32767, 0, 0, 0, 0, 32767}, []float32{1, 1, 1, 1, 2, 3, 1, 1, 1})

func TestInstances(t *testing.T) {
	t.Parallel()
	report, _, err := detect.Inspect(gltftest.Input("a.glb", gltftest.GLB(forest, forestBin), nil))
	if err != nil || report.Rejected() {
		t.Fatal(err, report.Problems)
	}
	// The second one stands at 10, turned half about z: it reaches from 9 to 10, and
	// down to -2.
	f := report.Facts
	got := fmt.Sprintf("%d %d %d %.2f %.2f %.3f", f.Polygons.Value, f.Triangles.Value, f.Vertices.Value, f.BoundingBox.Value.Min,
		f.BoundingBox.Value.Max, f.Volume.Value)
	if want := "4 12 4 [0.00 -4.00 0.00] [20.00 42.00 6.00] 10.667"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestInstancesOdd(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		edit []string
		want string
	}{
		"none that is known": {[]string{`"TRANSLATION":2,"ROTATION":3,"SCALE":4,`, ``}, "4"},
		"no instance": {[]string{`"TRANSLATION":2,"ROTATION":3,"SCALE":4,`, `"SCALE":4,`, `"bufferView":4,"componentType":5126,"count":3`,
			`"bufferView":4,"componentType":5126,"count":0`}, "4"},
		"lists of two sizes": {[]string{`"bufferView":4,"componentType":5126,"count":3`, `"bufferView":4,"componentType":5126,"count":2`},
			"malformed"},
		"a list of no places": {[]string{`"TRANSLATION":2`, `"TRANSLATION":1`}, "malformed"},
		"no such list":        {[]string{`"TRANSLATION":2`, `"TRANSLATION":9`}, "malformed"},
		"behind the end":      {[]string{`"byteOffset":132,"byteLength":36`, `"byteOffset":132,"byteLength":35`}, "truncated"},
		"too many":            {[]string{`{"bufferView":2,"componentType":5126,"count":3`, `{"componentType":5126,"count":2000000`}, "limit"},
		"compressed": {[]string{`"byteOffset":72,"byteLength":36`, `"byteOffset":0,"byteLength":36,"extensions":{"EXT_meshopt_compression":{}}`,
			`"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24},{"buffer":0`,
			`"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24},{"buffer":1`,
			`{"byteLength":168}`, `{"byteLength":168},{"byteLength":36}`}, "declared 12"},
	} {
		report, _, err := detect.Inspect(gltftest.Input("a.glb", gltftest.GLB(gltftest.Edit(t, forest, test.edit...), forestBin), nil))
		if err != nil {
			t.Fatal(name, err)
		}
		got := fmt.Sprint(report.Facts.Triangles.Value)
		if certainty := report.Facts.Triangles.Certainty; certainty == geometry.Declared {
			got = "declared " + got
		}
		if report.Rejected() {
			got = report.Problems[0].Code
		}
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: got %s, want %s", name, got, test.want)
		}
	}
}
