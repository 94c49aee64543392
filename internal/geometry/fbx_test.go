package geometry_test

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/geometry"
)

// inspectBeside reads a file with others beside it.
func inspectBeside(t testing.TB, name, content string, beside map[string]string) (geometry.Report, *geometry.Model) {
	t.Helper()
	source := func(name, content string) geometry.Source {
		return geometry.Source{Name: name, Size: int64(len(content)), ReaderAt: strings.NewReader(content)}
	}
	report, model, err := geometry.Inspect(geometry.Input{Source: source(name, content), Sibling: func(name string) (geometry.Source, bool) {
		content, ok := beside[name]
		return source(name, content), ok
	}})
	if err != nil {
		t.Fatal(err)
	}
	return report, model
}

func box7(version uint32) string { return boxScene(version, fbxModel(2), nil, nil) }

func TestFBX(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{"6100": oldBox(), "7100": box7(7100), "7400": box7(7400), "7500": box7(7500), "7700": box7(7700)} {
		report := inspect(t, "box.fbx", content)
		f := report.Facts
		if report.Rejected() || f.Polygons.Value != 6 || f.Triangles.Value != 12 || f.Vertices.Value != 8 {
			t.Errorf("%s: %+v", name, report)
		}
		if !f.Watertight.Value || math.Abs(f.Volume.Value-1000) > 0.01 || !f.UVWMapping.Value || f.UnwrappedUVs.Value != "overlapping" {
			t.Errorf("%s: %+v", name, f)
		}
		if old := name == "6100"; f.Animated.Value != old || f.Textures.Value != old || f.Materials.Value != old || f.Rigged.Value || f.PBR.Value {
			t.Errorf("%s: %+v", name, f)
		}
	}
	old := inspect(t, "box.fbx", oldBox())
	if old.Facts.Units.Value != "m" || old.Facts.UpAxis.Value != "z" || old.Facts.BoundingBox.Value.Max != [3]float64{15, 10, 10} || !slices.Equal(old.Missing, []string{"skin.png"}) {
		t.Errorf("%+v", old)
	}
}

// What is not read has no facts.
func TestFBXUnread(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"ASCII":         "; FBX 7.3.0 project file\nFBXHeaderExtension:  {\n}\n",
		"version 5":     fbxOf(5000),
		"version 9":     fbxOf(9000),
		"a NURBS patch": fbxOf(7400, node("Objects").with(node("Geometry", 1, "n\x00\x01Geometry", "NurbsSurface"))),
	} {
		report := inspect(t, "a.fbx", content)
		f := report.Facts
		if report.Rejected() || f.Polygons.Known() || f.Triangles.Known() || f.Vertices.Known() || f.BoundingBox.Known() {
			t.Errorf("%s: %+v", name, report)
		}
		if nurbs := strings.Contains(name, "NURBS"); f.GeometryType.Known() != nurbs || nurbs && f.GeometryType.Value != "nurbs" {
			t.Errorf("%s: %+v", name, f.GeometryType)
		}
	}
}

func TestFBXSettings(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		factor    float64
		up, sign  int32
		unit, axe string
	}{
		{1, 1, 1, "cm", "y"}, {100, 2, 1, "m", "z"}, {0.1, 0, 1, "mm", "x"}, {2.54, 1, 1, "in", "y"}, {30.48, 1, 1, "ft", "y"},
		{7, 1, -1, "", ""}, {math.NaN(), 9, 1, "", ""},
	} {
		content := boxScene(7400, fbxModel(2), nil, nil, settings(p("UpAxis", test.up), p("UpAxisSign", test.sign), p("UnitScaleFactor", test.factor)))
		f := inspect(t, "a.fbx", content).Facts
		if f.Units.Value != test.unit || f.UpAxis.Value != test.axe {
			t.Errorf("%+v: %+v, %+v", test, f.Units, f.UpAxis)
		}
	}
	if f := inspect(t, "a.fbx", box7(7400)).Facts; f.Units.Known() || f.UpAxis.Known() {
		t.Errorf("without settings: %+v, %+v", f.Units, f.UpAxis)
	}
}

func TestFBXPlaces(t *testing.T) {
	t.Parallel()
	xyz := func(name string, x, y, z float64) rec { return p(name, x, y, z) }
	for name, test := range map[string]struct {
		list     []rec
		min, max [3]float64
	}{
		"moved":           {[]rec{xyz("Lcl Translation", 1, 2, 3)}, [3]float64{1, 2, 3}, [3]float64{11, 12, 13}},
		"scaled":          {[]rec{xyz("Lcl Scaling", 1, 2, -1)}, [3]float64{0, 0, -10}, [3]float64{10, 20, 0}},
		"turned about z":  {[]rec{xyz("Lcl Rotation", 0, 0, 90)}, [3]float64{-10, 0, 0}, [3]float64{0, 10, 10}},
		"turned x then z": {[]rec{xyz("Lcl Rotation", 90, 0, 90), xyz("Lcl Scaling", 1, 2, 3)}, [3]float64{0, 0, 0}, [3]float64{30, 10, 20}},
		"turned z then x": {[]rec{xyz("Lcl Rotation", 90, 0, 90), xyz("Lcl Scaling", 1, 2, 3), p("RotationOrder", int32(5)), p("RotationActive", int32(1))}, [3]float64{-20, -30, 0}, [3]float64{0, 0, 10}},
		"order inactive":  {[]rec{xyz("Lcl Rotation", 90, 0, 90), xyz("Lcl Scaling", 1, 2, 3), p("RotationOrder", int32(5))}, [3]float64{0, 0, 0}, [3]float64{30, 10, 20}},
		"pre and post":    {[]rec{xyz("PreRotation", 0, 0, 90), xyz("PostRotation", 0, 0, 180), p("RotationActive", true)}, [3]float64{0, -10, 0}, [3]float64{10, 0, 10}},
		"rotation pivot":  {[]rec{xyz("Lcl Rotation", 0, 0, 180), xyz("RotationPivot", 5, 0, 0)}, [3]float64{0, -10, 0}, [3]float64{10, 0, 10}},
		"scaling pivot":   {[]rec{xyz("Lcl Scaling", 2, 1, 1), xyz("ScalingPivot", 10, 0, 0)}, [3]float64{-10, 0, 0}, [3]float64{10, 10, 10}},
		"offsets":         {[]rec{xyz("RotationOffset", 1, 0, 0), xyz("ScalingOffset", 0, 1, 0)}, [3]float64{1, 1, 0}, [3]float64{11, 11, 10}},
		"geometric":       {[]rec{xyz("GeometricTranslation", 1, 0, 0), xyz("GeometricScaling", 2, 1, 1), xyz("GeometricRotation", 0, 0, 90)}, [3]float64{-9, 0, 0}, [3]float64{1, 20, 10}},
	} {
		box := inspect(t, "a.fbx", boxScene(7400, fbxModel(2, test.list...), nil, nil)).Facts.BoundingBox.Value
		for i := range 3 {
			if math.Abs(box.Min[i]-test.min[i]) > 1e-5 || math.Abs(box.Max[i]-test.max[i]) > 1e-5 {
				t.Errorf("%s: %v to %v, want %v to %v", name, box.Min, box.Max, test.min, test.max)
				break
			}
		}
	}
}

// One mesh in two models, one of them in another: faces as stored, triangles as
// drawn.
func TestFBXInstances(t *testing.T) {
	t.Parallel()
	moved := p("Lcl Translation", 20.0, 0.0, 0.0)
	content := boxScene(7400, fbxModel(2), []rec{fbxModel(3, moved), fbxModel(4, moved)}, []rec{link(3, 0), link(4, 3), link(1, 4)})
	f := inspect(t, "a.fbx", content).Facts
	if f.Polygons.Value != 6 || f.Triangles.Value != 24 || f.Vertices.Value != 8 || f.BoundingBox.Value.Max != [3]float64{50, 10, 10} || math.Abs(f.Volume.Value-2000) > 0.1 {
		t.Errorf("%+v", f)
	}
	loose := fbxOf(7400, node("Objects").with(boxGeometry(1)))
	if f := inspect(t, "a.fbx", loose).Facts; f.Polygons.Value != 6 || f.Triangles.Value != 12 || f.UVWMapping.Value {
		t.Errorf("without a model: %+v", f)
	}
}

func TestFBXMoves(t *testing.T) {
	t.Parallel()
	curve := func(keys ...int64) []rec {
		return []rec{node("AnimationCurve", 9, "\x00\x01AnimCurve", "").with(node("KeyTime", keys))}
	}
	for name, test := range map[string]struct {
		objects          []rec
		rigged, animated bool
	}{
		"nothing":         {nil, false, false},
		"a skin":          {[]rec{node("Deformer", 9, "s\x00\x01Deformer", "Skin")}, true, false},
		"a bone":          {[]rec{node("NodeAttribute", 9, "b\x00\x01NodeAttribute", "LimbNode")}, true, false},
		"a blend shape":   {[]rec{node("Deformer", 9, "s\x00\x01Deformer", "BlendShape"), node("Geometry", 10, "x\x00\x01Geometry", "Shape")}, false, false},
		"a stack alone":   {[]rec{node("AnimationStack", 9, "t\x00\x01AnimStack", "")}, false, false},
		"a constant":      {curve(0), false, false},
		"two keys":        {curve(0, 1), false, true},
		"a camera's node": {[]rec{node("NodeAttribute", 9, "c\x00\x01NodeAttribute", "Camera")}, false, false},
	} {
		f := inspect(t, "a.fbx", boxScene(7400, fbxModel(2), test.objects, nil)).Facts
		if f.Rigged.Value != test.rigged || f.Animated.Value != test.animated || f.Polygons.Value != 6 {
			t.Errorf("%s: rigged %v, animated %v, %d polygons", name, f.Rigged.Value, f.Animated.Value, f.Polygons.Value)
		}
	}
}

func TestFBXMaterials(t *testing.T) {
	t.Parallel()
	material := func(model string, list ...rec) rec {
		return node("Material", 3, "m\x00\x01Material", "").with(node("ShadingModel", model), node("Properties70").with(list...))
	}
	texture := node("Texture", 4, "t\x00\x01Texture", "").with(node("FileName", `C:\maps\wood.png`), node("RelativeFilename", `maps\wood.png`))
	video := node("Video", 5, "v\x00\x01Video", "Clip").with(node("RelativeFilename", `wood.png`), node("Content", []byte("picture")))
	for name, test := range map[string]struct {
		objects  []rec
		links    []rec
		beside   map[string]string
		pbr, tex bool
		missing  int
		picture  string
	}{
		"phong":           {objects: []rec{material("phong")}},
		"Stingray":        {objects: []rec{material("unknown", p("Maya|TypeId", int32(1166017)))}, pbr: true},
		"3ds Max":         {objects: []rec{material("unknown", p("3dsMax|Parameters|base_color", 1.0, 0.0, 0.0), p("3dsMax|Parameters|metalness", 0.5))}, pbr: true},
		"a physical name": {objects: []rec{material("Physical Material")}, pbr: true},
		"missing":         {objects: []rec{material("phong"), texture}, links: []rec{link(4, 3, "DiffuseColor")}, tex: true, missing: 1},
		"beside":          {objects: []rec{material("phong"), texture}, links: []rec{link(4, 3, "DiffuseColor")}, beside: map[string]string{"wood.png": "beside"}, tex: true, picture: "beside"},
		"inside":          {objects: []rec{material("phong"), texture, video}, links: []rec{link(4, 3, "DiffuseColor"), link(5, 4)}, tex: true, picture: "picture"},
		"inside by name":  {objects: []rec{material("phong"), texture, video}, links: []rec{link(4, 3, "DiffuseColor")}, tex: true, picture: "picture"},
		"not connected":   {objects: []rec{material("phong"), texture}},
		"a normal map":    {objects: []rec{material("phong"), texture}, links: []rec{link(4, 3, "NormalMap")}, tex: true, missing: 1},
		"in layers": {objects: []rec{material("phong"), texture, node("LayeredTexture", 6, "l\x00\x01LayeredTexture", "")}, links: []rec{link(4, 6), link(6, 3, "DiffuseColor")},
			beside: map[string]string{"wood.png": "beside"}, tex: true, picture: "beside"},
	} {
		report, model := inspectBeside(t, "a.fbx", boxScene(7400, fbxModel(2), test.objects, append(test.links, link(3, 2))), test.beside)
		f := report.Facts
		if !f.Materials.Value || f.PBR.Value != test.pbr || f.Textures.Value != test.tex || len(report.Missing) != test.missing {
			t.Errorf("%s: %+v, missing %v", name, f, report.Missing)
		}
		if model == nil || len(model.Materials) != 1 || model.Meshes[0].Groups[0].Material != 0 {
			t.Errorf("%s: %+v", name, model)
			continue
		}
		if got := pictureOf(t, model.Materials[0].Texture); got != test.picture {
			t.Errorf("%s: the picture is %q, want %q", name, got, test.picture)
		}
	}
}

func pictureOf(t *testing.T, texture *geometry.Texture) string {
	t.Helper()
	if texture == nil || texture.Open == nil {
		return ""
	}
	reader, err := texture.Open()
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(reader)
	if err != nil || int64(len(data)) != texture.Size {
		t.Fatal(err, len(data), texture.Size)
	}
	return string(data)
}

// Layers map in several ways; vertices are split only where values differ, and
// triangles lie together by material.
func TestFBXLayers(t *testing.T) {
	t.Parallel()
	eight := []float64{0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1}
	direct := make([]float64, 48)
	up := []float64{0, 0, 1}
	odd := slices.Clone(fbxUVIndex)
	odd[3] = -1
	for name, test := range map[string]struct {
		layers   []rec
		vertices int
		uvs      bool
	}{
		"none":              {nil, 8, false},
		"by vertex":         {[]rec{uvLayer("ByVertice", "Direct", node("UV", eight))}, 8, true},
		"all the same":      {[]rec{uvLayer("ByPolygonVertex", "Direct", node("UV", direct))}, 8, true},
		"by corner":         {[]rec{uvLayer("ByPolygonVertex", "IndexToDirect", node("UV", fbxUVs), node("UVIndex", fbxUVIndex))}, 24, true},
		"by corner, a hole": {[]rec{uvLayer("ByPolygonVertex", "IndexToDirect", node("UV", fbxUVs), node("UVIndex", odd))}, 24, true},
		"by edge":           {[]rec{uvLayer("ByEdge", "Direct", node("UV", eight))}, 8, false},
		"normals": {[]rec{node("LayerElementNormal", int32(0)).with(node("MappingInformationType", "AllSame"), node("ReferenceInformationType", "Direct"),
			node("Normals", up))}, 8, false},
		"float UVs":    {[]rec{uvLayer("ByVertex", "Direct", node("UV", packed{make([]float32, 16)}))}, 8, true},
		"UVs not real": {[]rec{uvLayer("ByVertex", "Direct", node("UV", append([]float64{math.NaN(), math.Inf(1)}, eight[2:]...)))}, 8, true},
	} {
		content := fbxOf(7400, node("Objects").with(boxGeometry(1, test.layers...)))
		report, model := inspectBeside(t, "a.fbx", content, nil)
		if report.Rejected() || report.Facts.UVWMapping.Value != test.uvs || report.Facts.Vertices.Value != 8 || !report.Facts.Watertight.Value {
			t.Errorf("%s: %+v", name, report)
			continue
		}
		// Three corners of the box have one texture corner in two faces.
		mesh := model.Meshes[0]
		if got := len(mesh.Positions) / 3; got > test.vertices || got < 8 || test.vertices == 8 && got != 8 || test.vertices > 8 && got == 8 {
			t.Errorf("%s: %d vertices, want %d", name, got, test.vertices)
		}
		if mesh.UVs != nil && len(mesh.UVs) != len(mesh.Positions)/3*2 || mesh.Normals != nil && len(mesh.Normals) != len(mesh.Positions) {
			t.Errorf("%s: %d positions, %d UVs, %d normals", name, len(mesh.Positions), len(mesh.UVs), len(mesh.Normals))
		}
	}
	layer := node("LayerElementMaterial", int32(0)).with(node("MappingInformationType", "ByPolygon"), node("Materials", []int32{1, 0, 1, 0, 7, 0}))
	red, blue := node("Material", 3, "red\x00\x01Material", ""), node("Material", 4, "blue\x00\x01Material", "")
	content := fbxOf(7400, node("Objects").with(boxGeometry(1, layer), fbxModel(2), blue, red), node("Connections").with(link(1, 2), link(3, 2), link(4, 2)))
	_, model := inspectBeside(t, "a.fbx", content, nil)
	// The model's first material is red, which is the file's second.
	if got, want := fmt.Sprint(model.Meshes[0].Groups), "[{1 0 6} {0 6 10} {-1 10 12}]"; got != want {
		t.Errorf("groups %s, want %s", got, want)
	}
}

func TestFBXRefused(t *testing.T) {
	t.Parallel()
	mesh := func(kids ...rec) string {
		return fbxOf(7400, node("Objects").with(node("Geometry", 1, "x\x00\x01Geometry", "Mesh").with(kids...)))
	}
	points, corners := fbxBox()
	vertices, faces := node("Vertices", points), node("PolygonVertexIndex", corners)
	array := func(kind byte, n, encoding, stored uint32, data string) rec {
		raw := append(rawProp{kind}, binary.LittleEndian.AppendUint32(nil, n)...)
		raw = binary.LittleEndian.AppendUint32(raw, encoding)
		return node("Vertices", rawProp(append(binary.LittleEndian.AppendUint32(raw, stored), data...)))
	}
	_, _, bomb := arrayBytes([]int8{0x78, -100, 3, 0, 0, 0, 0, 1}) // nothing, compressed
	good := box7(7400)
	at := strings.Index(good, "Objects") - 13
	reach := func(to uint32) string {
		data := []byte(good)
		binary.LittleEndian.PutUint32(data[at:], to)
		return string(data)
	}
	circle := boxScene(7400, fbxModel(2), []rec{fbxModel(3)}, []rec{link(2, 3), link(3, 2)})
	deep := []rec{}
	var links []rec
	for i := range 300 {
		deep, links = append(deep, fbxModel(i+3)), append(links, link(i+2, i+3))
	}
	channel := node("KeyCount", int32(3))
	for range 300 {
		channel = node("Channel", "X").with(channel)
	}
	uv := func(layer rec) string { return mesh(vertices, faces, layer) }
	for name, test := range map[string]struct{ content, code, detail string }{
		"cut in the head":         {good[:25], "truncated", "head of 27 bytes"},
		"cut":                     {good[:200], "truncated", "within the record"},
		"a record beyond the end": {reach(math.MaxUint32), "truncated", "within the record"},
		"a record before itself":  {reach(uint32(at)), "malformed", "before its own properties"},
		"nothing":                 {fbxOf(7400), "no_content", "no mesh"},
		"not a number":            {mesh(node("Vertices", []float64{0, 0, math.NaN()}), faces), "malformed", "no numbers"},
		"two coordinates":         {mesh(node("Vertices", []float64{0, 0})), "malformed", "three for each vertex"},
		"coordinates as text":     {mesh(node("Vertices", []int32{0, 0, 0})), "malformed", "of kind 'i'"},
		"vertex 99":               {mesh(vertices, node("PolygonVertexIndex", []int32{0, 1, ^99})), "malformed", "vertex 99, of 8"},
		"a face that goes on":     {mesh(vertices, node("PolygonVertexIndex", []int32{0, 1, 2})), "malformed", "does not end"},
		"a property of kind ?":    {mesh(node("Vertices", rawProp("?"))), "malformed", "kind '?'"},
		"a text beyond all":       {mesh(node("Vertices", rawProp("S\xff\xff\xff\xff"))), "malformed", "beyond its record"},
		"4 billion numbers":       {mesh(array('d', math.MaxUint32, 0, 8, "12345678")), "malformed", "beyond its record"},
		"a bomb":                  {mesh(array('d', 60_000_000, 1, 60, strings.Repeat("x", 60))), "malformed", "compressed bytes"},
		"600 MB":                  {mesh(array('d', 75_000_000, 1, 600_000, strings.Repeat("x", 600_000))), "limit", "600000000 bytes"},
		"less than announced":     {mesh(array('d', 3, 1, uint32(len(bomb)), string(bomb))), "malformed", "less than its announced"},
		"more than announced":     {mesh(node("Vertices", rawProp(strings.Replace(string(appendProp(nil, packed{make([]float64, 6)})), "d\x06", "d\x03", 1)))), "malformed", "more than its announced"},
		"not compressed":          {mesh(array('d', 3, 1, 24, strings.Repeat("x", 24))), "malformed", "not compressed"},
		"encoding 7":              {mesh(array('d', 3, 7, 24, strings.Repeat("x", 24))), "malformed", "encoded in a way"},
		"UV 99":                   {uv(uvLayer("ByVertice", "IndexToDirect", node("UV", fbxUVs), node("UVIndex", []int32{99, 0, 0, 0, 0, 0, 0, 0}))), "malformed", "texture coordinates 99, of 4"},
		"few UVs":                 {uv(uvLayer("ByVertice", "Direct", node("UV", fbxUVs))), "malformed", "coordinates 4, of 4"},
		"few UV indices":          {uv(uvLayer("ByPolygonVertex", "IndexToDirect", node("UV", fbxUVs), node("UVIndex", []int32{0}))), "malformed", "for 1 corners"},
		"nodes in a circle":       {circle, "limit", "in a circle"},
		"nodes too deep":          {boxScene(7400, fbxModel(2), deep, links), "limit", "than 200"},
		"channels too deep":       {boxScene(7400, fbxModel(2), nil, nil, node("Takes").with(channel)), "limit", "channels"},
		"out of all bounds":       {boxScene(7400, fbxModel(2, p("Lcl Scaling", 1e300, 1.0, 1.0)), nil, nil), "malformed", "bounds"},
		"turned by no number":     {boxScene(7400, fbxModel(2, p("Lcl Rotation", math.NaN(), 1.0, 1.0)), nil, nil), "malformed", "bounds"},
		"a texture at an address": {boxScene(7400, fbxModel(2), []rec{node("Material", 3, "m\x00\x01Material", ""),
			node("Texture", 4, "t\x00\x01Texture", "").with(node("RelativeFilename", "http://x/y.png"))}, []rec{link(4, 3, "DiffuseColor")}), "unsafe", "an address"},
	} {
		if got := inspect(t, "a.fbx", test.content); problemOf(got) != test.code || !strings.Contains(got.Problems[0].Detail, test.detail) {
			t.Errorf("%s: %+v, want %s: %s", name, got.Problems, test.code, test.detail)
		}
	}
	for _, content := range []string{good, box7(7500), oldBox()} {
		whole := len(content) - len("a footer, which nobody reads")
		for i := range 50 {
			if cut := inspect(t, "a.fbx", content[:whole*i/50]); !cut.Rejected() {
				t.Errorf("%d/50 of the file is read as whole", i)
			}
		}
	}
}

// FuzzFBX looks for content that panics, or fails otherwise than by a refusal.
func FuzzFBX(f *testing.F) {
	material := node("Material", 3, "m\x00\x01Material", "").with(node("Properties70").with(p("DiffuseColor", 1.0, 0.5, 0.2)))
	texture := node("Texture", 4, "t\x00\x01Texture", "").with(node("RelativeFilename", "wood.png"))
	video := node("Video", 5, "v\x00\x01Video", "Clip").with(node("Content", []byte("picture")))
	full := boxScene(7400, fbxModel(2, p("Lcl Rotation", 1.0, 2.0, 3.0), p("PreRotation", 1.0, 2.0, 3.0), p("RotationActive", true)),
		[]rec{material, texture, video, node("AnimationCurve", 9, "", "").with(node("KeyTime", []int64{1, 2}))}, []rec{link(4, 3, "DiffuseColor"), link(5, 4), link(3, 2)},
		settings(p("UpAxis", int32(1)), p("UnitScaleFactor", 1.0)))
	for _, seed := range []string{full, box7(7500), oldBox(), fbxOf(7400), "; FBX 7.3.0 project file\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) { inspect(t, "a.fbx", string(data)) })
}

// BenchmarkFBX reads and measures a wavy sheet with normals and texture
// coordinates; bytes a second of one core.
func BenchmarkFBX(b *testing.B) {
	const n = 600
	var points, uvs, normals []float64
	var corners []int32
	for i := range n {
		for j := range n {
			x, y := float64(i)/n, float64(j)/n
			points = append(points, x, y, 0.1*math.Sin(9*x)*math.Cos(7*y))
			uvs = append(uvs, x, y)
			if i+1 < n && j+1 < n {
				k := int32(i*n + j)
				corners = append(corners, k, k+n, k+n+1, ^(k + 1))
				for range 4 {
					normals = append(normals, 0, 0, 1)
				}
			}
		}
	}
	index := make([]int32, len(corners))
	for i, c := range corners {
		index[i] = max(c, ^c)
	}
	for name, of := range map[string]func(any) any{"stored": func(a any) any { return a }, "packed": func(a any) any { return packed{a} }} {
		mesh := node("Geometry", 1, "x\x00\x01Geometry", "Mesh").with(node("Vertices", of(points)), node("PolygonVertexIndex", of(corners)),
			uvLayer("ByPolygonVertex", "IndexToDirect", node("UV", of(uvs)), node("UVIndex", of(index))),
			node("LayerElementNormal", int32(0)).with(node("MappingInformationType", "ByPolygonVertex"), node("ReferenceInformationType", "Direct"), node("Normals", of(normals))))
		content := fbxOf(7400, node("Objects").with(mesh))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			for b.Loop() {
				inspect(b, "sheet.fbx", content)
			}
		})
	}
}
