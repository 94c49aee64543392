package gltf_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/gltf/gltftest"
)

// summary tells the facts in a line.
func summary(r detect.Report) string {
	f := r.Facts
	return fmt.Sprintf("%s poly=%d tri=%d vert=%d geo=%s uv=%v rig=%v anim=%v pbr=%v tex=%v wt=%v", f.Polygons.Certainty,
		f.Polygons.Value, f.Triangles.Value,
		f.Vertices.Value, f.GeometryType.Value, f.UVWMapping.Value, f.Rigged.Value, f.Animated.Value, f.PBR.Value, f.Textures.Value,
		f.Watertight.Value)
}

const plainSummary = "verified poly=4 tri=4 vert=4 geo=polygonal_mesh uv=false rig=false anim=false pbr=false tex=false wt=true"

func TestFacts(t *testing.T) {
	t.Parallel()
	tetra := gltftest.Bin(gltftest.Corners, gltftest.Faces)
	plain := func(change ...string) string { return gltftest.Edit(t, plainSummary, change...) }
	for name, test := range map[string]struct {
		change []string // of the document
		bin    []byte
		want   string
	}{
		"a tetrahedron": {nil, tetra, plainSummary},
		"no indices": {[]string{`,"indices":1`, ``, `"count":4`, `"count":3`}, tetra,
			plain("poly=4 tri=4 vert=4", "poly=1 tri=1 vert=3", "wt=true", "wt=false")},
		"a strip": {[]string{`"indices":1`, `"mode":5`}, tetra, plain("poly=4 tri=4", "poly=2 tri=2", "wt=true", "wt=false")},
		"a fan": {[]string{`"indices":1`, `"indices":1,"mode":6`, `"count":12`, `"count":5`}, tetra,
			plain("poly=4 tri=4", "poly=3 tri=3", "wt=true", "wt=false")},
		"a closed strip": {[]string{`"indices":1`, `"indices":1,"mode":5`, `"count":12`, `"count":6`},
			gltftest.Bin(gltftest.Corners, []uint16{0, 2, 1, 3, 0, 2, 0, 0, 0, 0, 0, 0}), plainSummary},
		"points": {[]string{`"indices":1`, `"mode":0`}, tetra,
			plain("poly=4 tri=4", "poly=0 tri=0", "polygonal_mesh", "other", "wt=true", "wt=false")},
		"lines": {[]string{`"indices":1`, `"indices":1,"mode":1`}, tetra,
			plain("poly=4 tri=4", "poly=0 tri=0", "polygonal_mesh", "other", "wt=true", "wt=false")},
		"numbers with fractions": {[]string{`"count":12`, `"count":1.2e1`, `"mesh":0`, `"mesh":0.0`}, tetra, plainSummary},
		"min and max that lie":   {[]string{`"type":"VEC3"`, `"type":"VEC3","min":[5,5,5],"max":[-5,1e30,7]`}, tetra, plainSummary},
		"bytes as indices": {[]string{`5123`, `5121`},
			gltftest.Bin(gltftest.Corners, []uint8{0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2}, make([]byte, 12)), plainSummary},
		"no scene": {[]string{`"scene":0,"scenes":[{"nodes":[0]}],`, ``}, tetra, plainSummary},
		"no nodes": {[]string{`"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],`, ``}, tetra, plainSummary},
		"another scene": {[]string{`"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}]`,
			`"scenes":[{"nodes":[0]},{"nodes":[1]}],"nodes":[{"mesh":0},{"mesh":0}]`}, tetra, plainSummary},
		"placed twice": {[]string{`"nodes":[{"mesh":0}]`, `"nodes":[{"mesh":0,"children":[1]},{"mesh":0,"translation":[5,0,0]}]`},
			tetra, plain("tri=4", "tri=8")},
		"a rig": {[]string{`"nodes":[{"mesh":0}]`, `"skins":[{"joints":[0]}],"nodes":[{"mesh":0,"skin":0}]`}, tetra,
			plain("rig=false", "rig=true")},
		"an animation": {[]string{`"nodes":[{`, `"animations":[{"channels":[{"sampler":0,"target":{}}]}],"nodes":[{`}, tetra,
			plain("anim=false", "anim=true")},
		"an animation of nothing": {[]string{`"nodes":[{`, `"animations":[{"channels":[]}],"nodes":[{`}, tetra, plainSummary},
		"metallic-roughness": {[]string{`"nodes":[{`, `"materials":[{"pbrMetallicRoughness":{"roughnessFactor":0.5}}],"nodes":[{`}, tetra,
			plain("pbr=false", "pbr=true")},
		"nothing said": {[]string{`"nodes":[{`, `"materials":[{"pbrMetallicRoughness":{}}],"nodes":[{`}, tetra, plainSummary},
		"specular-glossiness": {[]string{`"nodes":[{`, `"materials":[{"extensions":{"KHR_materials_pbrSpecularGlossiness":{}}}],"nodes":[{`},
			tetra, plain("pbr=false", "pbr=true")},
		"unlit": {[]string{`"nodes":[{`,
			`"materials":[{"pbrMetallicRoughness":{},"extensions":{"KHR_materials_unlit":{}}}],"nodes":[{`}, tetra, plainSummary},
		"a plain material": {[]string{`"nodes":[{`, `"materials":[{"name":"x"}],"nodes":[{`}, tetra, plainSummary},
		"two primitives share positions": {[]string{`"indices":1}`, `"indices":1},{"attributes":{"POSITION":0},"indices":2}`,
			`"count":12,"type":"SCALAR"}`,
			`"count":6,"type":"SCALAR"},{"bufferView":1,"byteOffset":12,"componentType":5123,"count":6,"type":"SCALAR"}`}, tetra, plainSummary},
		"two meshes share positions": {[]string{`{"mesh":0}`, `{"mesh":0,"children":[1]},{"mesh":1}`, `"meshes":[`,
			`"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]},`},
			tetra, plain("poly=4 tri=4 vert=4", "poly=8 tri=8 vert=8")},
		"sparse positions on zeros": {[]string{`{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}`,
			`{"componentType":5126,"count":4,"type":"VEC3","sparse":{"count":3,"indices":{"bufferView":2,"componentType":5121},"values":{"bufferView":0,"byteOffset":12}}}`,
			`"bufferViews":[`, `"bufferViews":[`, `"byteLength":24}`, `"byteLength":24},{"buffer":0,"byteOffset":72,"byteLength":3}`,
			`"byteLength":72`, `"byteLength":75`},
			append(bytes.Clone(tetra), 1, 2, 3), plainSummary},
		"positions of two bytes, strided": {[]string{`"componentType":5126`, `"componentType":5122,"normalized":true`, `"byteLength":48`,
			`"byteLength":48,"byteStride":12`},
			gltftest.Bin([]int16{0, 0, 0, 9, 9, 9, 32767, 0, 0, 9, 9, 9, 0, 32767, 0, 9, 9, 9, 0, 0, 32767, 9, 9, 9}, gltftest.Faces), plainSummary},
		"Draco": {[]string{`{"bufferView":0,`, `{`, `{"bufferView":1,`, `{`,
			`"indices":1`, `"indices":1,"extensions":{"KHR_draco_mesh_compression":{"bufferView":0,"attributes":{}}}`, `"count":4`,
			`"count":2000000`, `"count":12`, `"count":9000000`}, tetra,
			"declared poly=3000000 tri=3000000 vert=2000000 geo=polygonal_mesh uv=false rig=false anim=false pbr=false tex=false wt=false"},
		"meshopt": {[]string{`"buffer":0,"byteLength":48`,
			`"buffer":1,"byteLength":48,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteLength":20}}`,
			`{"byteLength":72}`, `{"byteLength":72},{"byteLength":48}`}, tetra, plain("verified", "declared", "wt=true", "wt=false")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := gltftest.Edit(t, gltftest.Tetra, test.change...)
			uri := `"buffers":[{"uri":"data:application/octet-stream;base64,` + base64.StdEncoding.EncodeToString(test.bin) + `",`
			for file, data := range map[string][]byte{
				"a.glb":  gltftest.GLB(doc, test.bin),
				"a.gltf": []byte(gltftest.Edit(t, doc, `"buffers":[{`, uri)),
			} {
				report, _, err := detect.Inspect(gltftest.Input(file, data, nil))
				if err != nil || report.Rejected() {
					t.Fatalf("%s: %v %v", file, err, report.Problems)
				}
				if diff := cmp.Diff(test.want, summary(report)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", file, diff)
				}
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	nan := gltftest.Bin(gltftest.Corners, gltftest.Faces)
	copy(nan[8:], []byte{0, 0, 0xc0, 0x7f})
	for name, test := range map[string]struct {
		change []string
		bin    []byte
		code   string
	}{
		"a count beyond all limits": {[]string{`"count":4`, `"count":2000000000`}, nil, "limit"},
		"a count beyond the bytes":  {[]string{`"count":4`, `"count":5`}, nil, "truncated"},
		"an offset beyond the view": {[]string{`"bufferView":0`, `"bufferView":0,"byteOffset":99999`}, nil, "malformed"},
		"a negative offset":         {[]string{`"byteOffset":48`, `"byteOffset":-48`}, nil, "malformed"},
		"an offset that overflows":  {[]string{`"byteOffset":48`, `"byteOffset":9223372036854775800`}, nil, "malformed"},
		"a view beyond the buffer":  {[]string{`"byteLength":24`, `"byteLength":240`}, nil, "truncated"},
		"a buffer beyond the file":  {[]string{`"byteLength":72`, `"byteLength":76`}, nil, "truncated"},
		"a buffer without content": {[]string{`"buffer":0,`, `"buffer":1,`, `{"byteLength":72}`, `{"byteLength":72},{"byteLength":72}`}, nil,
			"malformed"},
		"elements in each other":    {[]string{`"byteLength":48`, `"byteLength":48,"byteStride":4`}, nil, "malformed"},
		"a huge stride":             {[]string{`"byteLength":48`, `"byteLength":48,"byteStride":4000000000`}, nil, "malformed"},
		"a face without its vertex": {[]string{`"count":4`, `"count":3`}, nil, "malformed"},
		"indices that are floats":   {[]string{`5123,"count":12`, `5126,"count":6`}, nil, "malformed"},
		"positions of two numbers":  {[]string{`"VEC3"`, `"VEC2"`}, nil, "malformed"},
		"a coordinate that is none": {nil, nan, "malformed"},
		"a kind that is none":       {[]string{`"indices":1`, `"indices":1,"mode":7`}, nil, "malformed"},
		"more normals than positions": {[]string{`"POSITION":0`, `"POSITION":0,"NORMAL":2`, `"type":"SCALAR"}`,
			`"type":"SCALAR"},{"componentType":5126,"count":5,"type":"VEC3"}`}, nil, "malformed"},
		"zeros without end": {[]string{`{"bufferView":0,"componentType":5126,"count":4`, `{"componentType":5126,"count":50000000`}, nil,
			"truncated"},
		"a replaced element outside": {[]string{`"count":4,`,
			`"count":4,"sparse":{"count":1,"indices":{"bufferView":1,"byteOffset":10,"componentType":5125},"values":{"bufferView":0}},`},
			nil, "malformed"},
		"replaced elements without end": {[]string{`"count":4,`,
			`"count":4,"sparse":{"count":5,"indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":0}},`}, nil, "malformed"},
		"no such accessor": {[]string{`"POSITION":0`, `"POSITION":9`}, nil, "malformed"},
		"no such view":     {[]string{`"bufferView":1`, `"bufferView":9`}, nil, "malformed"},
		"no such material": {[]string{`"indices":1`, `"indices":1,"material":0`}, nil, "malformed"},
		"no such texture": {[]string{`"nodes":[{`, `"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":3}}}],"nodes":[{`},
			nil, "malformed"},
		"no such mesh":             {[]string{`"mesh":0`, `"mesh":1`}, nil, "malformed"},
		"no such child":            {[]string{`"mesh":0`, `"mesh":0,"children":[7]`}, nil, "malformed"},
		"no such scene":            {[]string{`"scene":0`, `"scene":2`}, nil, "malformed"},
		"a circle":                 {[]string{`{"mesh":0}`, `{"mesh":0,"children":[1]},{"children":[0]}`}, nil, "limit"},
		"a circle without a scene": {[]string{`"scene":0,`, ``, `{"mesh":0}`, `{"mesh":0,"children":[0]}`}, nil, "limit"},
		"a tree without end":       {[]string{`{"mesh":0}`, doubling(30)}, nil, "limit"},
		"a matrix without bounds":  {[]string{`"mesh":0`, `"mesh":0,"scale":[1e300,1,1]`}, nil, "malformed"},
		"another site":             {[]string{`"buffers":[{`, `"buffers":[{"uri":"https://example.org/a.bin",`}, nil, "unsafe"},
		"a way out":                {[]string{`"buffers":[{`, `"buffers":[{"uri":"..%2F..%2Fa.bin",`}, nil, "unsafe"},
		"a place on the machine":   {[]string{`"buffers":[{`, `"buffers":[{"uri":"/etc/passwd",`}, nil, "unsafe"},
		"data that is not base64":  {[]string{`"buffers":[{`, `"buffers":[{"uri":"data:;base64,~~~~",`}, nil, "malformed"},
		"data in another code":     {[]string{`"buffers":[{`, `"buffers":[{"uri":"data:,abc",`}, nil, "malformed"},
		"a number that is a word":  {[]string{`"count":4`, `"count":"4"`}, nil, "malformed"},
		"a count with a fraction":  {[]string{`"count":4`, `"count":3.5`}, nil, "malformed"},
		"values without end":       {[]string{`"nodes":[`, `"extras":[` + strings.Repeat("0,", 3_100_000) + `0],"nodes":[`}, nil, "limit"},
		"very many nodes": {[]string{`"nodes":[{"mesh":0}]`, `"nodes":[{"mesh":0}` + strings.Repeat(",{}", 200_000) + `]`}, nil,
			"limit"},
		"glTF 1.0":  {[]string{`"2.0"`, `"1.0"`}, nil, "malformed"},
		"no meshes": {[]string{`{"mesh":0}`, `{}`, `"indices":1`, `"indices":1,"mode":0`, `"POSITION":0`, `"_X":0`}, nil, "no_content"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bin := test.bin
			if bin == nil {
				bin = gltftest.Bin(gltftest.Corners, gltftest.Faces)
			}
			data := gltftest.GLB(gltftest.Edit(t, gltftest.Tetra, test.change...), bin)
			report, _, err := detect.Inspect(gltftest.Input("a.glb", data, nil))
			if err != nil {
				t.Fatal(err)
			}
			if !report.Rejected() || report.Problems[0].Code != test.code {
				t.Errorf("got %v, want the code %s", report.Problems, test.code)
			}
		})
	}
}

// doubling is nodes of which each has the next one twice.
func doubling(n int) string {
	var nodes strings.Builder
	for i := range n {
		fmt.Fprintf(&nodes, `{"children":[%d,%d]},`, i+1, i+1)
	}
	return nodes.String() + `{"mesh":0}`
}

// What is drawn over and over would take more room than there is.
func TestRefusesRepetition(t *testing.T) {
	t.Parallel()
	primitive := `{"attributes":{"POSITION":0},"indices":1},`
	doc := gltftest.Edit(t, gltftest.Tetra, `{"attributes"`, strings.Repeat(primitive, 20_000)+`{"attributes"`,
		`"count":12`, `"count":1200`, `"byteLength":24`, `"byteLength":2400`, `"byteLength":72`, `"byteLength":2448`)
	data := gltftest.GLB(doc, append(gltftest.Bin(gltftest.Corners), make([]byte, 2400)...))
	report, _, err := detect.Inspect(gltftest.Input("a.glb", data, nil))
	if err != nil || !report.Rejected() || report.Problems[0].Code != "limit" {
		t.Errorf("got %v, %v", report.Problems, err)
	}
}

// Versions before 2.0 have objects where it has lists, and are told apart.
func TestOld(t *testing.T) {
	t.Parallel()
	for _, version := range []string{`"1.0"`, `1`, `0.8`} {
		doc := `{"accessors":{"a":{"bufferView":"b"}},"scene":"defaultScene","asset":{"version":` + version + `}}`
		report, _, err := detect.Inspect(gltftest.Input("a.gltf", []byte(doc), nil))
		if err != nil || !report.Rejected() || !strings.Contains(report.Problems[0].Detail, "export it as glTF 2.0") {
			t.Errorf("%s: got %v, %v", version, report.Problems, err)
		}
	}
}

func TestSiblings(t *testing.T) {
	t.Parallel()
	doc := gltftest.Edit(t, gltftest.Tetra, `"buffers":[{`, `"buffers":[{"uri":"parts/my%20mesh.bin",`,
		`"nodes":[{`,
		`"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],"textures":[{"source":0}],"images":[{"uri":"wood.png"}],"nodes":[{`)
	bin := gltftest.Bin(gltftest.Corners, gltftest.Faces)
	for name, test := range map[string]struct {
		siblings map[string][]byte
		missing  []string
		want     string
	}{
		"all there": {map[string][]byte{"my mesh.bin": bin, "wood.png": {1}}, nil,
			"verified poly=4 tri=4 vert=4 geo=polygonal_mesh uv=false rig=false anim=false pbr=false tex=true wt=true"},
		"no picture": {map[string][]byte{"my mesh.bin": bin}, []string{"wood.png"},
			"verified poly=4 tri=4 vert=4 geo=polygonal_mesh uv=false rig=false anim=false pbr=false tex=true wt=true"},
		"no data": {nil, []string{"my mesh.bin", "wood.png"},
			"declared poly=4 tri=4 vert=4 geo=polygonal_mesh uv=false rig=false anim=false pbr=false tex=true wt=false"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			report, _, err := detect.Inspect(gltftest.Input("a.gltf", []byte(doc), test.siblings))
			if err != nil || report.Rejected() {
				t.Fatal(err, report.Problems)
			}
			if diff := cmp.Diff(test.want, summary(report)); diff != "" {
				t.Errorf("facts (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.missing, report.Missing); diff != "" {
				t.Errorf("missing (-want +got):\n%s", diff)
			}
		})
	}
	t.Run("half of the data", func(t *testing.T) {
		t.Parallel()
		report, _, err := detect.Inspect(gltftest.Input("a.gltf", []byte(doc), map[string][]byte{"my mesh.bin": bin[:30]}))
		if err != nil || !report.Rejected() || report.Problems[0].Code != "truncated" {
			t.Errorf("got %v, %v", report.Problems, err)
		}
	})
}

// rich is two primitives, of which one alone has coordinates, colours and a
// texture, placed by a node in a node.
func rich() []byte {
	doc := `{"asset":{"version":"2.0"},"scenes":[{"nodes":[1]}],
"nodes":[{"mesh":0,"matrix":[2,0,0,0,0,2,0,0,0,0,2,0,0,0,0,1]},{"children":[0],"translation":[1,2,3],
	"rotation":[0,0,0.7071067811865476,0.7071067811865476]}],
"meshes":[{"name":"part","primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1,"COLOR_0":2},"material":1},{"attributes":{"POSITION":3},
	"material":0},{"attributes":{"POSITION":3},"indices":4,"material":0}]}],
"materials":[{"name":"plain","doubleSided":true},{"name":"wood","alphaMode":"MASK",
	"pbrMetallicRoughness":{"baseColorFactor":[1,0.5,0.25,1],"metallicFactor":0.5,"baseColorTexture":{"index":0}}}],
"textures":[{"extensions":{"EXT_texture_webp":{"source":0}}}],"images":[{"bufferView":1,"name":"grain"}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
	{"bufferView":0,"byteOffset":36,"componentType":5123,"normalized":true,"count":3,"type":"VEC2"},
{"bufferView":2,"componentType":5121,"normalized":true,"count":3,"type":"VEC4"},
	{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},{"bufferView":3,"componentType":5121,"count":3,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":60,"byteLength":5},{"buffer":0,"byteOffset":48,"byteLength":12},
	{"buffer":0,"byteOffset":65,"byteLength":3}],
"buffers":[{"byteLength":68}]}`
	return gltftest.GLB(doc, gltftest.Bin([]float32{0, 0, 0, 1, 0, 0, 0, 1, 0}, []uint16{0, 0, 65535, 0, 0, 65535},
		[]uint8{255, 0, 55, 255, 0, 0, 0, 128, 255, 255, 255, 0}, []byte("WOOD!"), []uint8{2, 1, 0}))
}

func TestModel(t *testing.T) {
	t.Parallel()
	report, model, err := detect.Inspect(gltftest.Input("a.glb", rich(), nil))
	if err != nil || report.Rejected() {
		t.Fatal(err, report.Problems)
	}
	want := geometry.Mesh{
		Name:      "part",
		Positions: []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0},
		UVs:       []float32{0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0},
		Colors:    []uint8{255, 0, 128, 255, 0, 0, 0, 128, 255, 255, 255, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255},
		Indices:   []uint32{0, 1, 2, 3, 4, 5, 5, 4, 3},
		Groups:    []geometry.Group{{Material: 1, First: 0, End: 1}, {Material: 0, First: 1, End: 3}},
		Polygons:  3, Vertices: 6,
	}
	if diff := cmp.Diff([]geometry.Mesh{want}, model.Meshes); diff != "" {
		t.Errorf("mesh (-want +got):\n%s", diff)
	}
	wood := model.Materials[1]
	content, err := wood.Texture.Open()
	if err != nil {
		t.Fatal(err)
	}
	if picture, err := io.ReadAll(content); err != nil || string(picture) != "WOOD!" || wood.Texture.Size != 5 {
		t.Errorf("got the picture %q of %d bytes, %v", picture, wood.Texture.Size, err)
	}
	wood.Texture = nil
	materials := []geometry.Material{
		{Name: "plain", Color: [4]float32{1, 1, 1, 1}, Metallic: 1, Roughness: 1, AlphaCutoff: 0.5, DoubleSided: true},
		{Name: "wood", Color: [4]float32{1, 0.5, 0.25, 1}, Metallic: 0.5, Roughness: 1, AlphaMode: "MASK", AlphaCutoff: 0.5, Textured: true,
			PBR: true},
	}
	if diff := cmp.Diff(materials, []geometry.Material{model.Materials[0], wood}); diff != "" {
		t.Errorf("materials (-want +got):\n%s", diff)
	}
	// A quarter turn about z and twice the size: x becomes y, y becomes -x.
	box := report.Facts.BoundingBox.Value
	got := fmt.Sprintf("%.3f %.3f %s %s", box.Min, box.Max, report.Facts.Units.Value, report.Facts.UpAxis.Value)
	if want := "[-1.000 2.000 3.000] [1.000 4.000 3.000] m y"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A rotation that is not of length 1 turns like the one that is.
func TestRotation(t *testing.T) {
	t.Parallel()
	var boxes []geometry.Box
	for _, rotation := range []string{"[0.6,0,0,0.8]", "[0.3,0,0,0.4]"} {
		doc := gltftest.Edit(t, gltftest.Tetra, `{"mesh":0}`, `{"mesh":0,"rotation":`+rotation+`}`)
		report, _, err := detect.Inspect(gltftest.Input("a.glb", gltftest.GLB(doc, gltftest.Bin(gltftest.Corners, gltftest.Faces)), nil))
		if err != nil || report.Rejected() {
			t.Fatal(err, report.Problems)
		}
		boxes = append(boxes, report.Facts.BoundingBox.Value)
	}
	if diff := cmp.Diff(boxes[0], boxes[1]); diff != "" {
		t.Errorf("short rotation (-want +got):\n%s", diff)
	}
	if boxes[0].Min == ([3]float64{}) {
		t.Errorf("nothing was turned: %v", boxes[0])
	}
}

func TestTruncated(t *testing.T) {
	t.Parallel()
	text := gltftest.Edit(t, gltftest.Tetra, `"buffers":[{`,
		`"buffers":[{"uri":"data:;base64,`+base64.StdEncoding.EncodeToString(gltftest.Bin(gltftest.Corners, gltftest.Faces))+`",`)
	for name, data := range map[string][]byte{"a.glb": rich(), "a.gltf": []byte(text)} {
		for i := range 50 {
			short := data[:1+i*(len(data)-1)/50]
			report, _, err := detect.Inspect(gltftest.Input(name, short, nil))
			if err != nil || !report.Rejected() {
				t.Errorf("%s of %d bytes: %v, %v", name, len(short), report.Problems, err)
			}
		}
	}
}

// A source that fails is not the file's fault.
func TestUnreadable(t *testing.T) {
	t.Parallel()
	data := rich()
	in := gltftest.Input("a.glb", data, nil)
	broken := errors.New("the disk is gone")
	in.ReaderAt = brokenReader{in.ReaderAt, int64(len(data)) - 20, broken}
	if _, _, err := detect.Inspect(in); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// brokenReader can't be read from some place on, other than by looking at the
// beginning.
type brokenReader struct {
	io.ReaderAt
	from int64
	err  error
}

func (b brokenReader) ReadAt(p []byte, at int64) (int, error) {
	if at > 0 && at+int64(len(p)) > b.from {
		return 0, b.err
	}
	return b.ReaderAt.ReadAt(p, at)
}

// FuzzRead looks for files that panic, or whose fault is taken for one of the
// disk. A document is read by itself, with its data beside it, and within a GLB.
func FuzzRead(f *testing.F) {
	for _, data := range append(geometrytest.Seeds(f, "gltf"), geometrytest.Seeds(f, "glb")...) {
		f.Add(data, []byte{})
	}
	tetra := gltftest.Bin(gltftest.Corners, gltftest.Faces)
	f.Add(rich(), []byte{})
	f.Add(gltftest.GLB(gltftest.Tetra, tetra), []byte{})
	f.Add([]byte(gltftest.Tetra), tetra)
	f.Add([]byte(gltftest.Skinned), gltftest.SkinnedBin())
	f.Add([]byte(gltftest.Edit(f, gltftest.Tetra, `"buffers":[{`, `"buffers":[{"uri":"a.bin",`)), tetra)
	f.Add([]byte(gltftest.Edit(f, gltftest.Tetra, `"buffers":[{`,
		`"buffers":[{"uri":"data:;base64,`+base64.StdEncoding.EncodeToString(tetra)+`",`,
		`"mesh":0`, `"mesh":0,"scale":[1,2,3]`)), []byte{})
	f.Add([]byte(gltftest.Edit(f, gltftest.Tetra, `"count":4,`,
		`"count":4,"sparse":{"count":2,"indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":0}},`,
		`"indices":1`, `"indices":1,"mode":5`)), tetra)
	rich := rich()
	f.Add(rich[20:bytes.Index(rich, []byte("BIN\x00"))-4], rich[len(rich)-68:])
	f.Fuzz(func(t *testing.T, data, bin []byte) {
		files := map[string][]byte{"a.gltf": data, "a.glb": gltftest.GLB(string(data), bin)}
		if bytes.HasPrefix(data, []byte("glTF")) {
			files = map[string][]byte{"a.glb": data}
		}
		for name, data := range files {
			report, _, err := detect.Inspect(gltftest.Input(name, data, map[string][]byte{"a.bin": bin}))
			if err != nil {
				t.Errorf("%s: %v, %v", name, report.Problems, err)
			}
		}
	})
}

// A mesh stands as its default weights bend it, and a node may have weights of its own.
func TestMorphWeights(t *testing.T) {
	t.Parallel()
	up := []float32{0, 0, 10, 0, 0, 10, 0, 0, 10, 0, 0, 10} // each corner
	bin := gltftest.Bin(gltftest.Corners, gltftest.Faces, up)
	doc := gltftest.Edit(t, gltftest.Tetra,
		`"indices":1}]}]`, `"indices":1,"targets":[{"POSITION":2}]}]WEIGHTS}]`,
		`"count":12,"type":"SCALAR"}`, `"count":12,"type":"SCALAR"},{"bufferView":2,"componentType":5126,"count":4,"type":"VEC3"}`,
		`{"buffer":0,"byteOffset":48,"byteLength":24}`,
		`{"buffer":0,"byteOffset":48,"byteLength":24},{"buffer":0,"byteOffset":72,"byteLength":48}`,
		`{"byteLength":72}`, `{"byteLength":120}`)
	for name, test := range map[string]struct {
		weights, nodes string
		low, high      float64 // of z
	}{
		"none":                  {``, `[{"mesh":0}]`, 0, 1},
		"of the mesh":           {`,"weights":[0.5]`, `[{"mesh":0}]`, 5, 6},
		"of the node":           {`,"weights":[0.5]`, `[{"mesh":0,"weights":[-1]}]`, -10, -9},
		"of one of two nodes":   {``, `[{"mesh":0},{"mesh":0,"weights":[2]}]`, 0, 21},
		"more than targets":     {`,"weights":[0.5,1,1]`, `[{"mesh":0}]`, 5, 6},
		"the same for the node": {`,"weights":[0.5]`, `[{"mesh":0,"weights":[0.5]}]`, 5, 6},
	} {
		edited := gltftest.Edit(t, doc, `WEIGHTS`, test.weights, `[{"mesh":0}]`, test.nodes)
		if strings.Contains(test.nodes, "},{") {
			edited = gltftest.Edit(t, edited, `"nodes":[0]`, `"nodes":[0,1]`)
		}
		report, _, err := detect.Inspect(gltftest.Input("a.glb", gltftest.GLB(edited, bin), nil))
		if err != nil || report.Rejected() {
			t.Fatal(name, err, report.Problems)
		}
		f := report.Facts
		if f.BoundingBox.Value.Min[2] != test.low || f.BoundingBox.Value.Max[2] != test.high || f.Polygons.Value != 4 ||
			f.Vertices.Value != 4 || !f.Watertight.Value {
			t.Errorf("%s: %+v, %d polygons, %d vertices, watertight %v", name, f.BoundingBox.Value, f.Polygons.Value, f.Vertices.Value,
				f.Watertight.Value)
		}
	}
	for name, targets := range map[string]string{"as many as corners": `{"POSITION":1}`, "an accessor that is not there": `{"POSITION":9}`} {
		edited := gltftest.Edit(t, doc, `WEIGHTS`, `,"weights":[1]`, `{"POSITION":2}`, targets)
		report, _, err := detect.Inspect(gltftest.Input("a.glb", gltftest.GLB(edited, bin), nil))
		if err != nil || geometrytest.ProblemOf(report) != "malformed" {
			t.Errorf("%s: %v, %+v", name, err, report.Problems)
		}
	}
}

// Points that are gaussians count as such, also where they are compressed.
func TestSplats(t *testing.T) {
	t.Parallel()
	const splats = `"mode":0,"extensions":{"KHR_gaussian_splatting":{"kernel":"ellipse"EXTENSIONS}}`
	for name, test := range map[string]struct {
		edit []string
		want string
	}{
		"as they are": {[]string{`EXTENSIONS`, ``}, "gaussian_splats, verified 4 splats and 4 vertices, 0 polygons"},
		"compressed": {[]string{`EXTENSIONS`, `,"extensions":{"KHR_gaussian_splatting_compression_spz_2":{"bufferView":1}}`,
			`{"bufferView":0,"componentType":5126`, `{"componentType":5126`},
			"gaussian_splats, declared 4 splats and 4 vertices, 0 polygons"},
	} {
		doc := gltftest.Edit(t, gltftest.Edit(t, gltftest.Tetra, `"indices":1`, splats), test.edit...)
		report, _, err := detect.Inspect(gltftest.Input("a.glb", gltftest.GLB(doc, gltftest.Bin(gltftest.Corners, gltftest.Faces)), nil))
		f := report.Facts
		got := fmt.Sprintf("%s, %s %d splats and %d vertices, %d polygons", f.GeometryType.Value, f.Splats.Certainty, f.Splats.Value,
			f.Vertices.Value, f.Polygons.Value)
		if err != nil || report.Rejected() || got != test.want {
			t.Errorf("%s: %v, %v, %s", name, err, report.Problems, got)
		}
	}
}
