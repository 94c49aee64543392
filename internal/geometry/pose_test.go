package geometry_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry/collada/colladatest"
	"vitrine/internal/geometry/fbx/fbxtest"
	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/gltf/gltftest"
)

func TestPoseGLTF(t *testing.T) {
	t.Parallel()
	stood := []float32{0, 100, 0, 1, 100, 0, 0, 101, 0, 0, 100, 1}
	bent := []float32{4, 0, 0, 1, 0, 7, 2, 1, 3.5, 0, 100, 1}
	for name, test := range map[string]struct {
		edit []string
		want []float32
	}{
		"a skin":               {nil, bent},
		"without bindings":     {[]string{`,"inverseBindMatrices":4`, ``}, []float32{5, 0, 0, 1, 0, 7, 2.5, 1, 3.5, 0, 100, 1}},
		"a second set":         {[]string{`"JOINTS_0":2,"WEIGHTS_0":3`, `"JOINTS_1":2,"WEIGHTS_1":3`}, bent},
		"no such skin":         {[]string{`"skin":0`, `"skin":7`}, stood},
		"no such joint":        {[]string{`"joints":[1,2]`, `"joints":[1,77]`}, []float32{4, 0, 0, 1, 100, 0, 4, 1, 0, 0, 100, 1}},
		"joints that are text": {[]string{`"joints":[1,2]`, `"joints":"1"`}, stood},
		"no such accessor":     {[]string{`"WEIGHTS_0":3`, `"WEIGHTS_0":33`}, stood},
		"other counts":         {[]string{`5121,"count":4`, `5121,"count":3`}, stood},
		"no matrices":          {[]string{`"inverseBindMatrices":4`, `"inverseBindMatrices":3`}, stood},
		"far too far": {[]string{`[5,0,0]`, `[5e29,0,0]`, `"joints":[1,2]`, `"joints":[1]`},
			[]float32{5e29, 0, 0, 1, 100, 0, 5e29, 1, 0, 0, 100, 1}},
	} {
		points, m := geometrytest.Posed(t, gltftest.Input("a.glb",
			gltftest.GLB(gltftest.Edit(t, gltftest.Skinned, test.edit...), gltftest.SkinnedBin()), nil))
		if diff := cmp.Diff(test.want, points); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		if normals := m.Meshes[len(m.Meshes)-1].Normals; len(normals) != 12 {
			t.Errorf("%s: normals %v", name, normals)
		}
	}
}

// TestPoseMirrored: a skeleton that mirrors leaves the fronts of faces outside.
func TestPoseMirrored(t *testing.T) {
	t.Parallel()
	doc := gltftest.Edit(t, gltftest.Skinned, `"translation":[5,0,0]`, `"translation":[5,0,0],"scale":[-1,1,1]`)
	_, m := geometrytest.Posed(t, gltftest.Input("a.glb", gltftest.GLB(doc, gltftest.SkinnedBin()), nil))
	if got := m.Meshes[1].Indices[:3]; !slices.Equal(got, []uint32{0, 1, 2}) {
		t.Errorf("%v", got)
	}
	if got := m.Meshes[0].Indices[:3]; !slices.Equal(got, []uint32{0, 2, 1}) {
		t.Errorf("the mesh itself has %v", got)
	}
}

// heights counts the vertices by z.
func heights(points []float32) map[string]bool {
	found := map[string]bool{}
	for i := 2; i < len(points); i += 3 {
		found[fmt.Sprint(points[i])] = true
	}
	return found
}

func TestPoseFBX(t *testing.T) {
	t.Parallel()
	indexes, weights := fbxtest.Node("Indexes", []int32{0, 1, 2, 3, -1, 800}), fbxtest.Node("Weights", []float64{1, 1, 0.5, 1, 1, 1})
	for name, test := range map[string]struct {
		cluster []fbxtest.Rec
		want    map[string]bool
	}{
		"a cluster": {[]fbxtest.Rec{indexes, weights, fbxtest.Node("Transform", fbxtest.Moved(1))},
			map[string]bool{"8": true, "10": true}},
		"bound elsewhere": {[]fbxtest.Rec{indexes, weights, fbxtest.Node("TransformLink", fbxtest.Moved(5))},
			map[string]bool{"2": true, "10": true}},
		"nothing of it": {[]fbxtest.Rec{}, map[string]bool{"0": true, "10": true}},
		"a flat bone": {[]fbxtest.Rec{indexes, weights, fbxtest.Node("TransformLink", make([]float64, 16))},
			map[string]bool{"0": true, "10": true}},
		"too few numbers": {[]fbxtest.Rec{indexes, weights, fbxtest.Node("Transform", fbxtest.Moved(1)[:9])},
			map[string]bool{"0": true, "10": true}},
		"a matrix of text": {[]fbxtest.Rec{indexes, weights, fbxtest.Node("Transform", "text")}, map[string]bool{"0": true, "10": true}},
	} {
		points, _ := geometrytest.Posed(t, gltftest.Input("a.fbx", []byte(fbxtest.Skin(test.cluster...)), nil))
		if diff := cmp.Diff(test.want, heights(points)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func TestPoseDAE(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		weights string
		want    map[string]bool
	}{
		// The upper four positions are pulled by both joints, one also by what is none.
		"weights": {colladatest.Weights +
			`<vcount>1 1 1 1 2 2 2 4</vcount><v>0 0 0 0 0 0 0 0 0 1 1 1 0 1 1 1 0 1 1 1 0 1 1 1 -1 0 7 0</v></vertex_weights>`,
			map[string]bool{"1": true, "23": true}},
		"no list": {``, map[string]bool{"1": true, "11": true}},
		"a short list": {colladatest.Weights + `<vcount>1 1 1 1 9</vcount><v>1 0 1 0 1 0 1 0 1</v></vertex_weights>`,
			map[string]bool{"25": true, "11": true}},
		"no numbers": {colladatest.Weights + `<vcount>one</vcount><v>0 0</v></vertex_weights>`, map[string]bool{"1": true, "11": true}},
		"a far offset": {`<vertex_weights><input semantic="JOINT" offset="9000000"/><vcount>1</vcount><v>0</v></vertex_weights>`,
			map[string]bool{"1": true, "11": true}},
		"half of it": {colladatest.Weights + `</vertex_weights>`, map[string]bool{"1": true, "11": true}},
	} {
		points, _ := geometrytest.Posed(t, gltftest.Input("a.dae", []byte(colladatest.Skin(test.weights)), nil))
		if diff := cmp.Diff(test.want, heights(points)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
