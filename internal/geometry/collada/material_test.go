package collada_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry/collada/colladatest"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/source"
)

const sampler = `<newparam sid="surface"><surface type="2D"><init_from>image</init_from></surface></newparam>
 <newparam sid="sampler"><sampler2D><source>surface</source></sampler2D></newparam>`

func colored(mode, more string) string {
	return `<lambert><diffuse><color>1 0 0.5 1</color></diffuse><transparent opaque="` + mode + `">` + more + `</lambert>`
}

func TestMaterials(t *testing.T) {
	t.Parallel()
	looks := colladatest.Effects(`<newparam sid="red"><float4>1 0 0 1</float4></newparam>`,
		`<phong><emission><color>0 1 0 1</color></emission><diffuse><color>1 1 1 1</color></diffuse><shininess><float>6</float></shininess></phong>`,
		colored("A_ONE", `<color>0 0 0 1</color></transparent><transparency><float>0.25</float></transparency>`),
		colored("RGB_ZERO", `<color>0.5 0.5 0.5 1</color></transparent><transparency><float>1</float></transparency>`),
		colored("A_ONE", `<color>0 0 0 1</color></transparent><transparency><float>0</float></transparency>`),
		`<constant><emission><color>0 0 1 1</color></emission></constant>`,
		`<blinn><diffuse><param ref="red"/></diffuse></blinn>`,
	)
	_, model := geometrytest.InspectBeside(t, "box.dae",
		colladatest.Of(colladatest.Geometries(colladatest.Mesh("box", colladatest.Quads("box", "m5")))+looks, colladatest.ShowNode("box")), nil)
	if model == nil {
		t.Fatal("refused")
	}
	var got []string
	for _, m := range model.Materials {
		got = append(got, fmt.Sprintf("%s %.2f %.2f %.2f %s", m.Name, m.Color, m.Emissive, m.Roughness, m.AlphaMode))
	}
	want := []string{
		"M&0 [1.00 1.00 1.00 1.00] [0.00 1.00 0.00] 0.50 ",
		"M&1 [1.00 0.00 0.21 0.25] [0.00 0.00 0.00] 1.00 BLEND",
		"M&2 [1.00 0.00 0.21 0.50] [0.00 0.00 0.00] 1.00 BLEND",
		"M&3 [1.00 0.00 0.21 1.00] [0.00 0.00 0.00] 1.00 ",
		"M&4 [0.00 0.00 1.00 1.00] [0.00 0.00 0.00] 1.00 ",
		"M&5 [1.00 0.00 0.00 1.00] [0.00 0.00 0.00] 1.00 ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if groups := model.Meshes[0].Groups; len(groups) != 1 || groups[0].Material != 5 {
		t.Errorf("a symbol that nothing is bound to is the material's id: %v", groups)
	}
}

// TestBound shows a box twice in different materials, and once more in the
// first: it is counted once.
func TestBound(t *testing.T) {
	t.Parallel()
	bind := func(material string) string {
		return colladatest.Show("box", `<bind_material><technique_common><instance_material symbol="skin" target="#`+material+
			`"/></technique_common></bind_material>`)
	}
	half := `<triangles material="skin">` + colladatest.VertexInput("box") + `<p>0 2 1 0 3 2</p></triangles><triangles>` +
		colladatest.VertexInput("box") + `<p>4 5 6</p></triangles>`
	report, model := geometrytest.InspectBeside(t, "box.dae",
		colladatest.Of(colladatest.Geometries(colladatest.Mesh("box", half))+colladatest.Effects("", "<lambert/>", "<lambert/>"),
			"<node>"+bind("m1")+bind("m0")+bind("m1")+"</node>"), nil)
	if f := report.Facts; f.Polygons.Value != 3 || f.Triangles.Value != 9 || f.Vertices.Value != 8 || f.BoundaryEdges.Value != 7 ||
		len(model.Meshes) != 2 {
		t.Errorf("%+v", f)
	}
	var got []string
	for _, instance := range model.Instances {
		got = append(got, fmt.Sprint(model.Meshes[instance.Mesh].Groups))
	}
	if want := []string{"[{1 0 2} {-1 2 3}]", "[{0 0 2} {-1 2 3}]", "[{1 0 2} {-1 2 3}]"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestTextures(t *testing.T) {
	t.Parallel()
	textured := `<lambert><diffuse><texture texture="sampler" texcoord="uv"/></diffuse></lambert>`
	for name, test := range map[string]struct {
		image, params string
		open, missing string
	}{
		"beside":       {"<init_from>my%20skin.png</init_from>", sampler, "a picture", ""},
		"its old path": {`<init_from>file:///C:\work\my skin.png</init_from>`, sampler, "a picture", ""},
		"missing":      {"<init_from>./tex/none.png</init_from>", sampler, "", "none.png"},
		"far away":     {"<init_from>http://example.org/my skin.png</init_from>", sampler, "", "http://example.org/my skin.png"},
		"way out":      {"<init_from>../../etc/passwd</init_from>", sampler, "", "passwd"},
		"inside":       {"<data> 612070696374757265\n</data>", sampler, "a picture", ""},
		"of 1.5": {"<init_from><ref>my skin.png</ref></init_from>",
			`<newparam sid="sampler"><sampler2D><instance_image url="#image"/></sampler2D></newparam>`, "a picture", ""},
		"at once": {"<init_from>my skin.png</init_from>", "", "a picture", ""},
	} {
		shader := textured
		if test.params == "" {
			shader = strings.Replace(textured, "sampler", "image", 1)
		}
		libraries := `<library_images><image id="image">` + test.image + "</image></library_images>" + colladatest.Effects(test.params,
			shader) + colladatest.Geometries(colladatest.Mesh("box", colladatest.Quads("box", "m0")))
		report, model := geometrytest.InspectBeside(t, "box.dae", colladatest.Of(libraries, colladatest.ShowNode("box")),
			map[string]string{"my skin.png": "a picture"})
		if !report.Facts.Textures.Value || strings.Join(report.Missing, ",") != test.missing {
			t.Errorf("%s: %+v", name, report)
			continue
		}
		texture := model.Materials[0].Texture
		if texture == nil || (texture.Open == nil) != (test.open == "") {
			t.Errorf("%s: the texture is %+v", name, texture)
			continue
		}
		if texture.Open != nil && geometrytest.PictureOf(t, texture) != test.open {
			t.Errorf("%s: the picture is %q", name, geometrytest.PictureOf(t, texture))
		}
	}
}

func TestElsewhere(t *testing.T) {
	t.Parallel()
	report, model := geometrytest.InspectBeside(t, "box.dae",
		colladatest.Of("", `<node><instance_geometry url="parts/wheel.dae#wheel"/><instance_node url="file:///x.dae#y"/></node>`), nil)
	if report.Rejected() || report.Facts.Polygons.Known() || !slices.Equal(report.Missing, []string{"wheel.dae", "x.dae"}) ||
		len(model.Meshes) > 0 {
		t.Errorf("%+v", report)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	box := colladatest.Box()
	edit := func(old, with string) string {
		if !strings.Contains(box, old) {
			t.Fatalf("the box has no %q", old)
		}
		return strings.Replace(box, old, with, 1)
	}
	deep := strings.Repeat("<node>", 201) + strings.Repeat("</node>", 201)
	doubling := ""
	for i := range 30 {
		doubling += fmt.Sprintf(`<node id="n%d"><instance_node url="#n%d"/><instance_node url="#n%d"/></node>`, i, i+1, i+1)
	}
	for name, test := range map[string]struct{ content, code string }{
		"cut":             {box[:len(box)/2], "truncated"},
		"a DTD":           {edit("<COLLADA", `<!DOCTYPE a [<!ENTITY b "c">]><COLLADA`), "unsafe"},
		"not closed":      {edit("</mesh>", "</mash>"), "malformed"},
		"no tag":          {edit("<vcount>", "< vcount>"), "malformed"},
		"two roots":       {box + "<a/>", "malformed"},
		"old":             {edit(`version="1.4.1"`, `version="1.3.1"`), "malformed"},
		"nothing":         {colladatest.Of("", ""), "no_content"},
		"another root":    {"<?xml version='1.0'?><a>" + box[strings.Index(box, "<COLLADA"):] + "</a>", "malformed"},
		"a vertex more":   {edit("<p>0 3 2 1", "<p>0 3 2 8"), "malformed"},
		"no vertex":       {edit("<p>0 3 2 1", "<p>0 3 2 -1"), "malformed"},
		"a word":          {edit("<p>0 3 2 1", "<p>0 3 2 one"), "malformed"},
		"too few corners": {edit("<vcount>4", "<vcount>5"), "malformed"},
		"so many":         {edit("<vcount>4", "<vcount>4000000000"), "malformed"},
		"too few numbers": {edit(`count="8"`, `count="9"`), "truncated"},
		"very many":       {edit(`count="8"`, `count="4000000000"`), "limit"},
		"no count":        {edit(`count="8"`, `count="-8"`), "malformed"},
		"no stride":       {edit(`stride="3"`, `stride="0"`), "malformed"},
		"short stride":    {edit(`stride="3"`, `stride="2"`), "malformed"},
		"no numbers":      {edit("0 0 0 10", "0 0 NaN 10"), "malformed"},
		"infinite":        {edit("0 0 0 10", "0 0 1e39 10"), "malformed"},
		"no array":        {edit(`source="#box-points-array"`, `source="#none"`), "malformed"},
		"no positions":    {edit(`semantic="POSITION"`, `semantic="OTHER"`), "malformed"},
		"no vertices":     {edit(`semantic="VERTEX"`, `semantic="OTHER"`), "malformed"},
		"far offset":      {edit(`offset="0"`, `offset="64"`), "malformed"},
		"deep nodes":      {edit("<node>", deep+"<node>"), "limit"},
		"deep elements":   {edit("<asset>", strings.Repeat("<a>", 500)+strings.Repeat("</a>", 500)+"<asset>"), "limit"},
		"a circle":        {edit("<node>", `<node id="a"><instance_node url="#a"/>`), "limit"},
		"doubling":        {edit("<node>", doubling+"<node>"), "limit"},
		"a controller of itself": {edit("<node>",
			`<controller id="c"><skin source="#c"/></controller><node><instance_controller url="#c"/></node><node>`),
			"limit"},
		"a long way":  {edit("<node>", "<node><scale>1e200 1 1</scale>"), "malformed"},
		"a short way": {edit("<node>", "<node><translate>1 2</translate>"), "malformed"},
	} {
		if got := geometrytest.ProblemOf(geometrytest.Inspect(t, "box.dae", test.content)); got != test.code {
			t.Errorf("%s: %q, want %q", name, got, test.code)
		}
	}
}

// TestCut ends a file at 50 places. Whatever is not refused is whole.
func TestCut(t *testing.T) {
	t.Parallel()
	box := strings.TrimSpace(colladatest.Box())
	for i := range 50 {
		at := len(colladatest.Root) + i*(len(box)-len(colladatest.Root))/50
		if got := geometrytest.ProblemOf(geometrytest.Inspect(t, "box.dae", box[:at])); got != "truncated" {
			t.Errorf("cut at %d of %d: %q", at, len(box), got)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(colladatest.Box())
	f.Add(colladatest.Skin(colladatest.Weights + `<vcount>1 1 2</vcount><v>0 0 0 0 1 1 0 1</v></vertex_weights>`))
	f.Add(colladatest.Of(colladatest.Geometries(colladatest.Mesh("box", colladatest.Quads("box", "m0")))+colladatest.Effects(sampler,
		colored("A_ONE", "<color>1 1 1 .5</color></transparent>")), colladatest.ShowNode("box")))
	f.Add(colladatest.Of(colladatest.Geometries(colladatest.Mesh("a",
		"<polygons>"+colladatest.VertexInput("a")+"<ph><p>0 3 2 1</p><h>4 5 6</h></ph></polygons><tristrips>"+colladatest.VertexInput("a")+
			"<p>0 1 2 3</p></tristrips>")), colladatest.ShowNode("a")))
	f.Fuzz(func(t *testing.T, content string) {
		_, model, err := detect.Inspect(source.Input{File: source.File{Name: "a.dae", Size: int64(len(content)),
			ReaderAt: strings.NewReader(content)}})
		if err != nil {
			t.Fatal(err)
		}
		if model != nil {
			geometrytest.CheckMeshes(t, model)
		}
	})
}

// grid is a file of n × n quads with texture coordinates and a normal.
func grid(n int) string {
	var points, uvs []float64
	var counts, list strings.Builder
	for y := range n + 1 {
		for x := range n + 1 {
			points = append(points, float64(x)*0.37, float64(y)*0.41, float64(x*y%17)*0.013)
			uvs = append(uvs, float64(x)/float64(n), float64(y)/float64(n))
		}
	}
	for y := range n {
		for x := range n {
			a := y*(n+1) + x
			counts.WriteString("4 ")
			fmt.Fprintf(&list, "%d %d 0 %d %d 0 %d %d 0 %d %d 0 ", a, a, a+1, a+1, a+n+2, a+n+2, a+n+1, a+n+1)
		}
	}
	return colladatest.Of(colladatest.Geometries(`<geometry id="g"><mesh>`+colladatest.Source("p", "XYZ",
		points...)+colladatest.Source("t", "ST", uvs...)+colladatest.Source("n", "XYZ", 0, 0, 1)+
		`<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><polylist><input semantic="VERTEX" source="#v" offset="0"/>`+
		`<input semantic="TEXCOORD" source="#t" offset="1"/><input semantic="NORMAL" source="#n" offset="2"/><vcount>`+counts.String()+
		"</vcount><p>"+list.String()+`</p></polylist></mesh></geometry>`), colladatest.ShowNode("g"))
}

func BenchmarkRead(b *testing.B) {
	content := grid(300)
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		if report := geometrytest.Inspect(b, "a.dae", content); report.Facts.Polygons.Value != 90000 {
			b.Fatal(report)
		}
	}
}
