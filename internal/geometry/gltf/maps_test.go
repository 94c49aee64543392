package gltf_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/gltf/gltftest"
)

// TestMaps reads all textures of a material, and where they lie.
func TestMaps(t *testing.T) {
	t.Parallel()
	doc := gltftest.Edit(t, gltftest.Tetra, `"meshes":`,
		`"images":[{"name":"a","bufferView":0},{"name":"b","bufferView":0},{"name":"c","bufferView":0},{"name":"d","bufferView":0},{"name":"e","bufferView":0}],
"textures":[{"source":0},{"source":1},{"source":2},{"source":3},{"source":4},{"extensions":{"X":{}}}],
"materials":[
{"pbrMetallicRoughness":{"baseColorTexture":{"index":0,"extensions":{"KHR_texture_transform":{"offset":[0.25,0.5],"scale":[2,4]}}},
	"metallicRoughnessTexture":{"index":1}},
 "normalTexture":{"index":2,"scale":0.5},"occlusionTexture":{"index":3,"strength":0.25},
 	"emissiveTexture":{"index":4,"extensions":{"KHR_texture_transform":{"rotation":1.5707963267948966}}},"emissiveFactor":[1,1,1]},
{"extensions":{"KHR_materials_unlit":{}},"normalTexture":{"index":2,"texCoord":1},"occlusionTexture":{"index":5},
	"emissiveTexture":{"index":77}},
{"extensions":{"KHR_materials_pbrSpecularGlossiness":{"specularFactor":[0.5,0.25,0.125],
	"glossinessFactor":0.75,"specularGlossinessTexture":{"index":1}}}},
{"extensions":{"KHR_materials_pbrSpecularGlossiness":{"diffuseFactor":[0,0,0,1],"glossinessFactor":0.75}}}],
"meshes":`)
	_, m, err := detect.Inspect(gltftest.Input("a.glb", gltftest.GLB(doc, gltftest.Bin(gltftest.Corners, gltftest.Faces)), nil))
	if err != nil || m == nil {
		t.Fatal(err)
	}
	name := func(texture *geometry.Texture) string {
		if texture == nil {
			return "-"
		}
		return texture.Name
	}
	names := func(m geometry.Material) string {
		return name(m.Texture) + name(m.Surface.Texture) + name(m.Normal.Texture) + name(m.Occlusion.Texture) + name(m.Glow.Texture)
	}
	var got []string
	for _, material := range m.Materials {
		got = append(got, names(material))
	}
	// Other coordinates than those of the colour, no picture, and no such texture.
	if diff := cmp.Diff([]string{"abcde", "-----", "-b---", "-----"}, got); diff != "" {
		t.Errorf("textures (-want +got):\n%s", diff)
	}
	rich := m.Materials[0]
	if rich.Normal.Strength != 0.5 || rich.Occlusion.Strength != 0.25 || rich.Surface.Strength != 1 || rich.Unlit || rich.Specular != nil {
		t.Errorf("%+v", rich)
	}
	// Upwards, v is 1 − v: v' = 1 − (4 (1 − v) + 0.5).
	if diff := cmp.Diff(&geometry.Move{2, 0, 0.25, 0, 4, -3.5}, rich.Move); diff != "" {
		t.Errorf("moved (-want +got):\n%s", diff)
	}
	turned := *rich.Glow.Move
	for i, want := range (geometry.Move{0, -1, 1, 1, 0, 1}) {
		if math.Abs(turned[i]-want) > 1e-12 {
			t.Errorf("turned: %v", turned)
			break
		}
	}
	if !m.Materials[1].Unlit || m.Materials[1].PBR || m.Materials[1].Specular != nil {
		t.Errorf("%+v", m.Materials[1])
	}
	if s := m.Materials[2].Specular; s == nil || *s != [3]float32{0.5, 0.25, 0.125} || m.Materials[2].Roughness != 0.25 ||
		m.Materials[3].Specular != nil {
		t.Errorf("%+v", m.Materials[2:])
	}
}

// TestPBRIsSaid takes a material for physically based when it says how metallic or
// rough it is, and not for having the format's defaults.
func TestPBRIsSaid(t *testing.T) {
	t.Parallel()
	for material, want := range map[string]bool{
		`{}`: false, `{"pbrMetallicRoughness":{}}`: false, `{"pbrMetallicRoughness":{"baseColorFactor":[1,0,0,1]}}`: false,
		`{"pbrMetallicRoughness":{"metallicFactor":0}}`: false, `{"pbrMetallicRoughness":{"metallicFactor":1,"roughnessFactor":1}}`: false,
		`{"pbrMetallicRoughness":{"metallicFactor":0,"roughnessFactor":0.4}}`: true, `{"pbrMetallicRoughness":{"metallicFactor":0.5}}`: true,
		`{"extensions":{"KHR_materials_clearcoat":{"clearcoatFactor":1}}}`:                         true,
		`{"extensions":{"KHR_materials_emissive_strength":{"emissiveStrength":5}}}`:                false,
		`{"pbrMetallicRoughness":{"roughnessFactor":0.4},"extensions":{"KHR_materials_unlit":{}}}`: false,
		`{"extensions":{"KHR_materials_pbrSpecularGlossiness":{"glossinessFactor":0.3}}}`:          true,
	} {
		doc := gltftest.Edit(t, gltftest.Tetra, `"meshes":`, `"materials":[`+material+`],"meshes":`)
		report, _, err := detect.Inspect(gltftest.Input("a.glb", gltftest.GLB(doc, gltftest.Bin(gltftest.Corners, gltftest.Faces)), nil))
		if err != nil || report.Facts.PBR.Value != want {
			t.Errorf("%s: PBR is %v, %v", material, report.Facts.PBR, err)
		}
	}
}
