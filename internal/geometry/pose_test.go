package geometry_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
)

// gltfSkinned is the tetrahedron with two joints: the first pulls its first corner,
// the second its second one, both the third, and none the last.
const gltfSkinned = `{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
"nodes":[{"mesh":0,"skin":0,"translation":[0,100,0]},{"translation":[5,0,0],"children":[2]},{"translation":[-5,0,7]}],
"skins":[{"joints":[1,2],"inverseBindMatrices":4}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"NORMAL":0,"JOINTS_0":2,"WEIGHTS_0":3},"indices":1}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},{"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"},
{"bufferView":2,"componentType":5121,"count":4,"type":"VEC4"},{"bufferView":3,"componentType":5126,"count":4,"type":"VEC4"},
{"bufferView":4,"componentType":5126,"count":2,"type":"MAT4"}],
"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24},{"buffer":0,"byteOffset":72,"byteLength":16},
{"buffer":0,"byteOffset":88,"byteLength":64},{"buffer":0,"byteOffset":152,"byteLength":128}],
"buffers":[{"byteLength":280}]}`

// skinnedBin is its data, with numbers of joints and weights that are no good.
func skinnedBin() []byte {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	return gltfBin(gltfCorners, gltfFaces, []uint8{0, 1, 9, 255, 1, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0},
		[]float32{1, 0, 3, 1, 0.5, nan, -1, inf, 2, 2, nan, 0, 0, 0, nan, -2},
		[]float32{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1}, []float32{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1})
}

// posed reads a file and gives the places of the vertices that its last instance
// shows.
func posed(t *testing.T, in geometry.Input) (points []float32, whole *geometry.Model) {
	t.Helper()
	report, m, err := geometry.Inspect(in)
	if err != nil || report.Rejected() {
		t.Fatal(err, report.Problems)
	}
	last := m.Instances[len(m.Instances)-1]
	for i := 0; i+2 < len(m.Meshes[last.Mesh].Positions); i += 3 {
		p := m.Meshes[last.Mesh].Positions[i:]
		for row := range 3 {
			at := last.Matrix[row]*float64(p[0]) + last.Matrix[4+row]*float64(p[1]) + last.Matrix[8+row]*float64(p[2]) + last.Matrix[12+row]
			points = append(points, float32(at))
		}
	}
	if len(m.Instances) == 1 {
		for k := range 3 {
			low, high := math.Inf(1), math.Inf(-1)
			for i := k; i < len(points); i += 3 {
				low, high = min(low, float64(points[i])), max(high, float64(points[i]))
			}
			if box := report.Facts.BoundingBox.Value; math.Abs(box.Min[k]-low) > 1e-4 || math.Abs(box.Max[k]-high) > 1e-4 {
				t.Errorf("the box is %v, want %v to %v along axis %d", box, low, high, k)
			}
		}
	}
	return points, m
}

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
		"far too far":          {[]string{`[5,0,0]`, `[5e29,0,0]`, `"joints":[1,2]`, `"joints":[1]`}, []float32{5e29, 0, 0, 1, 100, 0, 5e29, 1, 0, 0, 100, 1}},
	} {
		points, m := posed(t, gltfInput("a.glb", gltfGLB(gltfEdit(t, gltfSkinned, test.edit...), skinnedBin()), nil))
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
	doc := gltfEdit(t, gltfSkinned, `"translation":[5,0,0]`, `"translation":[5,0,0],"scale":[-1,1,1]`)
	_, m := posed(t, gltfInput("a.glb", gltfGLB(doc, skinnedBin()), nil))
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

// fbxSkin is the box, bound by a cluster to a bone that stands 7 above it.
func fbxSkin(cluster ...fbxRec) string {
	return fbxBoxScene(7400, fbxModel(2), []fbxRec{
		fbxNode("Deformer", 9, "s\x00\x01Deformer", "Skin"), fbxNode("Deformer", 10, "c\x00\x01SubDeformer", "Cluster").with(cluster...),
		fbxNode("Model", 5, "hip\x00\x01Model", "LimbNode").with(fbxNode("Properties70").with(fbxProp("Lcl Translation", 0.0, 0.0, 7.0))),
	}, []fbxRec{fbxLink(9, 1), fbxLink(10, 9), fbxLink(5, 10), fbxLink(5, 0)})
}

func fbxMoved(z float64) []float64 { return []float64{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, z, 1} }

func TestPoseFBX(t *testing.T) {
	t.Parallel()
	indexes, weights := fbxNode("Indexes", []int32{0, 1, 2, 3, -1, 800}), fbxNode("Weights", []float64{1, 1, 0.5, 1, 1, 1})
	for name, test := range map[string]struct {
		cluster []fbxRec
		want    map[string]bool
	}{
		"a cluster":        {[]fbxRec{indexes, weights, fbxNode("Transform", fbxMoved(1))}, map[string]bool{"8": true, "10": true}},
		"bound elsewhere":  {[]fbxRec{indexes, weights, fbxNode("TransformLink", fbxMoved(5))}, map[string]bool{"2": true, "10": true}},
		"nothing of it":    {[]fbxRec{}, map[string]bool{"0": true, "10": true}},
		"a flat bone":      {[]fbxRec{indexes, weights, fbxNode("TransformLink", make([]float64, 16))}, map[string]bool{"0": true, "10": true}},
		"too few numbers":  {[]fbxRec{indexes, weights, fbxNode("Transform", fbxMoved(1)[:9])}, map[string]bool{"0": true, "10": true}},
		"a matrix of text": {[]fbxRec{indexes, weights, fbxNode("Transform", "text")}, map[string]bool{"0": true, "10": true}},
	} {
		points, _ := posed(t, gltfInput("a.fbx", []byte(fbxSkin(test.cluster...)), nil))
		if diff := cmp.Diff(test.want, heights(points)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

const daeWeights = `<vertex_weights count="8"><input semantic="JOINT" source="#j" offset="0"/><input semantic="WEIGHT" source="#w" offset="1"/>`

// daeSkin is the box, bound to two joints one above the other.
func daeSkin(weights string) string {
	return daeOf(daeGeometries(daeMesh("box", daeQuads("box", "")))+`<library_controllers><controller id="skin"><skin source="#box">
 <bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 1 0 0 0 1</bind_shape_matrix>
 <source id="j"><Name_array count="2">hip knee</Name_array></source>
 <source id="b"><float_array id="ba" count="32">1 0 0 0 0 1 0 0 0 0 1 -4 0 0 0 1  1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</float_array></source>
 <joints><input semantic="JOINT" source="#j"/><input semantic="INV_BIND_MATRIX" source="#b"/></joints>`+daeSource("w", "W", 1, 0.5)+weights+
		`</skin></controller></library_controllers>`,
		`<node id="root"><node sid="hip"><translate>0 0 4</translate><node sid="knee"><translate>0 0 20</translate></node></node></node>
<node><translate>500 0 0</translate><instance_controller url="#skin"><skeleton>#root</skeleton></instance_controller></node>`)
}

func TestPoseDAE(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		weights string
		want    map[string]bool
	}{
		// The upper four positions are pulled by both joints, one also by what is none.
		"weights":      {daeWeights + `<vcount>1 1 1 1 2 2 2 4</vcount><v>0 0 0 0 0 0 0 0 0 1 1 1 0 1 1 1 0 1 1 1 0 1 1 1 -1 0 7 0</v></vertex_weights>`, map[string]bool{"1": true, "23": true}},
		"no list":      {``, map[string]bool{"1": true, "11": true}},
		"a short list": {daeWeights + `<vcount>1 1 1 1 9</vcount><v>1 0 1 0 1 0 1 0 1</v></vertex_weights>`, map[string]bool{"25": true, "11": true}},
		"no numbers":   {daeWeights + `<vcount>one</vcount><v>0 0</v></vertex_weights>`, map[string]bool{"1": true, "11": true}},
		"a far offset": {`<vertex_weights><input semantic="JOINT" offset="9000000"/><vcount>1</vcount><v>0</v></vertex_weights>`, map[string]bool{"1": true, "11": true}},
		"half of it":   {daeWeights + `</vertex_weights>`, map[string]bool{"1": true, "11": true}},
	} {
		points, _ := posed(t, gltfInput("a.dae", []byte(daeSkin(test.weights)), nil))
		if diff := cmp.Diff(test.want, heights(points)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
