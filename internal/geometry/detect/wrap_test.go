package detect_test

import (
	"testing"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/collada/colladatest"
	"vitrine/internal/geometry/fbx/fbxtest"
	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/gltf/gltftest"
	"vitrine/internal/geometry/threeds/threedstest"
	"vitrine/internal/geometry/threemf/threemftest"
)

// TestWrap: what a picture does beyond its edges, in each format that says so.
func TestWrap(t *testing.T) {
	t.Parallel()
	gltf := func(samplers string) string {
		doc := gltftest.Edit(t, gltftest.Tetra, `"meshes":`, `"images":[{"bufferView":0}],"textures":[{"source":0,"sampler":0}],`+samplers+
			`"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0},"metallicRoughnessTexture":{"index":0}}}],"meshes":`)
		return string(gltftest.GLB(doc, gltftest.Bin(gltftest.Corners, gltftest.Faces)))
	}
	fbx := func(modes ...fbxtest.Rec) string {
		material := fbxtest.Node("Material", 3, "m\x00\x01Material", "")
		texture := fbxtest.Node("Texture", 4, "t\x00\x01Texture", "").With(fbxtest.Node("RelativeFilename", "a.png"),
			fbxtest.Node("Properties70").With(modes...))
		return fbxtest.BoxScene(7400, fbxtest.Model(2), []fbxtest.Rec{material, texture},
			[]fbxtest.Rec{fbxtest.Link(3, 2), fbxtest.Link(4, 3, "DiffuseColor")})
	}
	dae := func(modes string) string {
		image := `<library_images><image id="image"><init_from>a.png</init_from></image></library_images>`
		params := `<newparam sid="surface"><surface type="2D"><init_from>image</init_from></surface></newparam><newparam sid="sampler"><sampler2D><source>surface</source>` + modes + `</sampler2D></newparam>`
		return colladatest.Of(colladatest.Geometries(colladatest.Mesh("box",
			colladatest.Quads("box", "m0")))+image+colladatest.Effects(params,
			`<lambert><diffuse><texture texture="sampler" texcoord="x"/></diffuse></lambert>`), colladatest.ShowNode("box"))
	}
	tiled := func(flags string) string {
		return threedstest.Scene(threedstest.Material("red",
			threedstest.Chunk(0xA200, threedstest.Chunk(0xA300, "a.png\x00")+threedstest.Chunk(0xA351,
				flags)))+threedstest.Object("box", threedstest.Points(), threedstest.Faces()), "")
	}
	tmf := func(tiles string) string {
		group := `<m:texture2d id="7" path="/3D/Texture/skin.png" contenttype="image/png" ` + tiles +
			`/><m:texture2dgroup id="8" texid="7"><m:tex2coord u="0" v="0"/><m:tex2coord u="1" v="0"/><m:tex2coord u="0.25" v="0.75"/></m:texture2dgroup>`
		text := threemftest.Text(group+threemftest.Box(`id="1"`, func(int) string { return ` pid="8" p1="0" p2="1" p3="2"` }), threemftest.Item)
		return geometrytest.Zip(t, threemftest.Main, text, "3D/Texture/skin.png", "\x89PNG")
	}
	obj := func(option string) map[string]string {
		return map[string]string{"a.mtl": "newmtl m\nmap_Kd " + option + " a.png\n", "a.png": ""}
	}
	const named = "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n"
	repeat, clamp, mirror := geometry.Repeat, geometry.Clamp, geometry.Mirror
	for name, test := range map[string]struct {
		file, content string
		beside        map[string]string
		want          geometry.Wrap
	}{
		"glTF, no sampler":     {"a.glb", gltf(""), nil, geometry.Wrap{}},
		"glTF, plain":          {"a.glb", gltf(`"samplers":[{}],`), nil, geometry.Wrap{}},
		"glTF, clamp, mirror":  {"a.glb", gltf(`"samplers":[{"wrapS":33071,"wrapT":33648}],`), nil, geometry.Wrap{clamp, mirror}},
		"glTF, mirror, repeat": {"a.glb", gltf(`"samplers":[{"wrapS":33648,"wrapT":10497}],`), nil, geometry.Wrap{mirror, repeat}},
		"FBX, nothing":         {"a.fbx", fbx(), nil, geometry.Wrap{}},
		"FBX, clamp": {"a.fbx", fbx(fbxtest.Prop("WrapModeU", int32(1)), fbxtest.Prop("WrapModeV", int32(0))), nil,
			geometry.Wrap{clamp, repeat}},
		"Collada, nothing":      {"a.dae", dae(""), nil, geometry.Wrap{}},
		"Collada, mirror":       {"a.dae", dae("<wrap_s>MIRROR</wrap_s><wrap_t>BORDER</wrap_t>"), nil, geometry.Wrap{mirror, clamp}},
		"OBJ, nothing":          {"a.obj", named, obj(""), geometry.Wrap{}},
		"OBJ, off":              {"a.obj", named, obj("-clamp off"), geometry.Wrap{}},
		"OBJ, clamp":            {"a.obj", named, obj("-s 2 2 -clamp on"), geometry.Wrap{clamp, clamp}},
		"3DS, nothing":          {"a.3ds", tiled("\x00\x00"), nil, geometry.Wrap{}},
		"3DS, mirror":           {"a.3ds", tiled("\x02\x00"), nil, geometry.Wrap{mirror, mirror}},
		"3DS, no tiles":         {"a.3ds", tiled("\x10\x00"), nil, geometry.Wrap{clamp, clamp}},
		"3MF, nothing":          {"a.3mf", tmf(""), nil, geometry.Wrap{}},
		"3MF, mirror and clamp": {"a.3mf", tmf(`tilestyleu="mirror" tilestylev="clamp"`), nil, geometry.Wrap{mirror, clamp}},
	} {
		report, model := geometrytest.InspectBeside(t, test.file, test.content, test.beside)
		if model == nil || len(model.Materials) == 0 || model.Materials[0].Texture == nil {
			t.Errorf("%s: no texture: %+v", name, report.Problems)
			continue
		}
		if got := model.Materials[0].Wrap; got != test.want {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
		if surface := model.Materials[0].Surface; surface.Texture != nil && surface.Wrap != test.want {
			t.Errorf("%s: a map: %v, want %v", name, surface.Wrap, test.want)
		}
	}
}
