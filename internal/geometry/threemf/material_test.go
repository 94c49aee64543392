package threemf_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/threemf/threemftest"
)

// modelOf reads a model of a cube that looks like something.
func modelOf(t *testing.T, resources, attrs string, more func(i int) string) (geometry.Facts, *geometry.Model) {
	t.Helper()
	text := threemftest.Text(resources+threemftest.Box(`id="1" `+attrs, more), threemftest.Item)
	report, model := geometrytest.InspectBeside(t, "a.3mf", geometrytest.Zip(t, threemftest.Main, text, "3D/Texture/skin.png", "\x89PNG"), nil)
	if report.Rejected() {
		t.Fatal(report.Problems)
	}
	geometrytest.CheckMeshes(t, model)
	if f := report.Facts; !f.Watertight.Value || f.Vertices.Value != 8 || f.Polygons.Value != 12 {
		t.Errorf("looks changed the shape: %+v", f)
	}
	return report.Facts, model
}

const bases = `<basematerials id="5" displaypropertiesid="4"><base name="red" displaycolor="#FF0000"/><base name="glass" displaycolor="#0000ff80"/><base name="odd"/></basematerials>`

func TestBaseMaterials(t *testing.T) {
	t.Parallel()
	facts, model := modelOf(t, bases, `pid="5" pindex="1"`, func(i int) string {
		return []string{"", ` pid="5" p1="0"`, ` p1="2"`, ` pid="77" p1="9"`}[i/3]
	})
	want := []geometry.Group{{Material: 1, First: 0, End: 3}, {Material: 0, First: 3, End: 6}, {Material: 2, First: 6, End: 9},
		{Material: -1, First: 9, End: 12}}
	if diff := cmp.Diff(want, model.Meshes[0].Groups); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
	if !facts.Materials.Value || facts.Textures.Value || facts.PBR.Value || len(model.Materials) != 3 {
		t.Errorf("%+v", facts)
	}
	red, glass := model.Materials[0], model.Materials[1]
	if red.Name != "red" || red.Color != [4]float32{1, 0, 0, 1} || red.AlphaMode != "" || glass.AlphaMode != "BLEND" ||
		glass.Color[3] != float32(128)/255 {
		t.Errorf("%+v, %+v", red, glass)
	}
}

func TestMetal(t *testing.T) {
	t.Parallel()
	looks := `<m:pbmetallicdisplayproperties id="4"><m:pbmetallic name="a" metallicness="1" roughness="0.25"/><m:pbmetallic metallicness="-3" roughness="9"/></m:pbmetallicdisplayproperties>`
	facts, model := modelOf(t, looks+bases, `pid="5" pindex="0"`, nil)
	red, glass := model.Materials[0], model.Materials[1]
	if !facts.PBR.Value || red.Metallic != 1 || red.Roughness != 0.25 || glass.Metallic != 0 || glass.Roughness != 1 {
		t.Errorf("%+v, %+v", red, glass)
	}
}

func TestColors(t *testing.T) {
	t.Parallel()
	group := `<m:colorgroup id="6"><m:color color="#FF0000"/><m:color color="#00FF00"/><m:color color="#0000FF40"/></m:colorgroup>`
	facts, model := modelOf(t, group, "", func(i int) string {
		if i == 11 {
			return ""
		}
		return ` pid="6" p1="0" p2="1" p3="2"`
	})
	mesh := model.Meshes[0]
	wantGroups := []geometry.Group{{Material: 0, First: 0, End: 11}, {Material: -1, First: 11, End: 12}}
	if diff := cmp.Diff(wantGroups, mesh.Groups); diff != "" || !facts.Materials.Value || mesh.UVs != nil {
		t.Errorf("a group of colours is a material: %+v (-want +got):\n%s", facts, diff)
	}
	for corner, want := range map[int][4]uint8{0: {255, 0, 0, 255}, 1: {0, 255, 0, 255}, 2: {0, 0, 255, 64}, 33: {255, 255, 255, 255}} {
		at := mesh.Indices[corner]
		if got := [4]uint8(mesh.Colors[4*at:]); got != want {
			t.Errorf("corner %d is %v, want %v", corner, got, want)
		}
	}
	_, whole := modelOf(t, group, `pid="6" pindex="1"`, nil)
	if mesh := whole.Meshes[0]; len(mesh.Colors) != 32 || mesh.Colors[1] != 255 || mesh.Colors[0] != 0 {
		t.Errorf("of the whole object: %v", mesh.Colors)
	}
}

func TestPictures(t *testing.T) {
	t.Parallel()
	group := `<m:texture2d id="7" path="/3D/Texture/%s" contenttype="image/png"/><m:texture2dgroup id="8" texid="7"><m:tex2coord u="0" v="0"/><m:tex2coord u="1" v="0"/><m:tex2coord u="0.25" v="0.75"/></m:texture2dgroup>`
	corners := func(i int) string { return []string{` pid="8" p1="0" p2="1" p3="2"`, ""}[i/6] }
	facts, model := modelOf(t, fmt.Sprintf(group, "SKIN.png"), "", corners)
	mesh := model.Meshes[0]
	if !facts.Textures.Value || !facts.UVWMapping.Value || !facts.Materials.Value ||
		geometrytest.PictureOf(t, model.Materials[0].Texture) != "\x89PNG" {
		t.Errorf("%+v", facts)
	}
	if at := mesh.Indices[2]; !slices.Equal(mesh.UVs[2*at:2*at+2], []float32{0.25, 0.75}) {
		t.Errorf("v is upwards here as there: %v", mesh.UVs[2*at:2*at+2])
	}
	if diff := cmp.Diff([]geometry.Group{{Material: 0, First: 0, End: 6}, {Material: -1, First: 6, End: 12}}, mesh.Groups); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
	facts, model = modelOf(t, fmt.Sprintf(group, "gone.png"), "", corners)
	if texture := model.Materials[0].Texture; !facts.Textures.Value || texture == nil || texture.Open != nil {
		t.Errorf("a picture that is not in the package: %+v", texture)
	}
}

// A picture that no triangle shows is no texture of the mesh: there are no
// texture coordinates either.
func TestUnusedPicture(t *testing.T) {
	t.Parallel()
	group := `<m:texture2d id="7" path="/3D/Texture/skin.png" contenttype="image/png"/><m:texture2dgroup id="8" texid="7"><m:tex2coord u="0" v="0"/></m:texture2dgroup>`
	facts, _ := modelOf(t, group, "", nil)
	if facts.Textures.Value || facts.UVWMapping.Value || facts.Textures.Certainty != geometry.Verified {
		t.Errorf("%+v", facts)
	}
}

// Of a combination the picture and the colours are taken.
func TestCombination(t *testing.T) {
	t.Parallel()
	resources := bases + `<m:colorgroup id="6"><m:color color="#FF0000"/><m:color color="#00FF00"/></m:colorgroup>` +
		`<m:texture2d id="7" path="/3D/Texture/skin.png" contenttype="image/png"/><m:texture2dgroup id="8" texid="7"><m:tex2coord u="0" v="0"/><m:tex2coord u="0.25" v="0.75"/></m:texture2dgroup>` +
		`<m:multiproperties id="9" pids="5 6 8 99"><m:multi pindices="0 1 1 0"/><m:multi/><m:multi pindices="0 9 9"/></m:multiproperties>`
	facts, model := modelOf(t, resources, "", func(int) string { return ` pid="9" p1="0" p2="1" p3="2"` })
	if !facts.Textures.Value || !facts.UVWMapping.Value || !facts.Materials.Value {
		t.Errorf("%+v", facts)
	}
	mesh := model.Meshes[0]
	var got []string
	for _, at := range mesh.Indices[:3] {
		got = append(got, fmt.Sprint(mesh.Colors[4*at:4*at+4], mesh.UVs[2*at:2*at+2]))
	}
	if want := []string{"[0 255 0 255] [0.25 0.75]", "[255 0 0 255] [0 0]", "[255 255 255 255] [0 0]"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if texture := model.Materials[mesh.Groups[0].Material].Texture; texture == nil || geometrytest.PictureOf(t, texture) != "\x89PNG" {
		t.Errorf("texture: %+v", texture)
	}
}

// Mixtures are not read: what has them has a material that says nothing.
func TestMixtures(t *testing.T) {
	t.Parallel()
	for _, mixture := range []string{
		`<m:compositematerials id="9" matid="5" matindices="0 1"><m:composite values="0.5 0.5"/></m:compositematerials>`,
		`<m:multiproperties id="9" pids="5 6"><m:multi pindices="0 0"/></m:multiproperties>`,
	} {
		_, model := modelOf(t, bases+mixture, `pid="9" pindex="0"`, nil)
		if diff := cmp.Diff([]geometry.Group{{Material: 3, First: 0, End: 12}}, model.Meshes[0].Groups); diff != "" {
			t.Errorf("%s (-want +got):\n%s", mixture, diff)
		}
	}
}

// FuzzRead looks for models that panic, or fail otherwise than by a refusal.
func FuzzRead(f *testing.F) {
	f.Add(threemftest.Text(threemftest.Box(`id="1"`, nil), threemftest.Item), threemftest.Text(threemftest.Components(1, 1, 2), ""))
	f.Add(prefixed(threemftest.Text(threemftest.Box(`id="1"`, nil), `<item objectid="1" transform="1 0 0 0 1 0 0 0 1 50 0 0"/>`)), "")
	f.Add(threemftest.Text(threemftest.Components(2, 1,
		2)+`<object id="1"><components><component objectid="1" p:path="/3D/b.model"/></components></object>`, `<item objectid="2"/>`),
		threemftest.Text(threemftest.Box(`id="1"`, nil), ""))
	f.Add(threemftest.Text(bases+
		`<m:colorgroup id="6"><m:color color="#FF0000"/></m:colorgroup><m:texture2d id="7" path="/3D/b.model"/><m:texture2dgroup id="8" texid="7"><m:tex2coord u="0" v="0"/></m:texture2dgroup>`+
		threemftest.Box(`id="1" pid="5" pindex="0"`, func(i int) string {
			return fmt.Sprintf(` pid="%d" p1="0"`,
				5+i/3)
		}), threemftest.Item), "<!-- &amp; -->")
	f.Fuzz(func(t *testing.T, root, other string) {
		_, model := geometrytest.InspectBeside(t, "a.3mf", geometrytest.Zip(t, threemftest.Main, root, "3D/b.model", other), nil)
		geometrytest.CheckMeshes(t, model)
	})
}
