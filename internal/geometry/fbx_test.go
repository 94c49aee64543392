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

func fbxBox7(version uint32) string { return fbxBoxScene(version, fbxModel(2), nil, nil) }

func TestFBX(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{"6100": fbxOldBox(), "7100": fbxBox7(7100), "7400": fbxBox7(7400), "7500": fbxBox7(7500), "7700": fbxBox7(7700)} {
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
	old := inspect(t, "box.fbx", fbxOldBox())
	if old.Facts.Units.Value != "m" || old.Facts.UpAxis.Value != "z" || old.Facts.BoundingBox.Value.Max != [3]float64{15, 10, 10} || !slices.Equal(old.Missing, []string{"skin.png"}) {
		t.Errorf("%+v", old)
	}
}

// What is not read has no facts.
func TestFBXUnread(t *testing.T) {
	t.Parallel()
	array := func(n uint32) string {
		raw := append(fbxRawProp{'d'}, binary.LittleEndian.AppendUint32(nil, n)...)
		raw = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(raw, 1), 600_000)
		return fbxGeometry(fbxNode("Vertices", append(raw, make([]byte, 600_000)...)))
	}
	for name, test := range map[string]struct{ content, note string }{
		"ASCII":         {"; FBX 7.3.0 project file\nFBXHeaderExtension:  {\n}\n", "unmeasured"},
		"version 5":     {fbxOf(5000), "unmeasured"},
		"version 9":     {fbxOf(9000), "unmeasured"},
		"a NURBS patch": {fbxOf(7400, fbxNode("Objects").with(fbxNode("Geometry", 1, "n\x00\x01Geometry", "NurbsSurface"))), ""},
		"600 MB":        {array(75_000_000), "limit"},
		"a bomb":        {array(36_000_000), "limit"},
	} {
		report := inspect(t, "a.fbx", test.content)
		told := ""
		for _, note := range report.Notes {
			told += note.Code
		}
		if told != test.note || report.Format != geometry.FBX {
			t.Errorf("%s: a %s with the notes %v, want %q", name, report.Format, report.Notes, test.note)
		}
		f := report.Facts
		if report.Rejected() || f.Polygons.Known() || f.Triangles.Known() || f.Vertices.Known() || f.BoundingBox.Known() {
			t.Errorf("%s: %+v", name, report)
		}
		if nurbs := strings.Contains(name, "NURBS"); f.GeometryType.Known() != nurbs || nurbs && f.GeometryType.Value != "nurbs" {
			t.Errorf("%s: %+v", name, f.GeometryType)
		}
	}
}

// Zeros, which deflate packs a thousand to one, are honest; so are the first that fill
// the room for them. What goes beyond is not unpacked.
func TestFBXZeros(t *testing.T) {
	t.Parallel()
	zeros := fbxNode("Vertices", fbxPacked{make([]float64, 3<<20)})
	for copies, known := range map[int]bool{1: true, 5: true, 6: false} {
		var meshes []fbxRec
		for i := range copies {
			meshes = append(meshes, fbxNode("Geometry", i+1, "x\x00\x01Geometry", "Mesh").with(zeros))
		}
		report := inspect(t, "a.fbx", fbxOf(7400, fbxNode("Objects").with(meshes...)))
		if over := problemOf(report) == "" && len(report.Notes) == 1 && report.Notes[0].Code == "limit"; over == known {
			t.Errorf("%d × 24 MiB of zeros: %+v", copies, report)
		}
	}
}

// fbxGeometry is a file of one mesh that nothing places.
func fbxGeometry(kids ...fbxRec) string {
	return fbxOf(7400, fbxNode("Objects").with(fbxNode("Geometry", 1, "x\x00\x01Geometry", "Mesh").with(kids...)))
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
		content := fbxBoxScene(7400, fbxModel(2), nil, nil, fbxSettings(fbxProp("UpAxis", test.up), fbxProp("UpAxisSign", test.sign), fbxProp("UnitScaleFactor", test.factor)))
		f := inspect(t, "a.fbx", content).Facts
		if f.Units.Value != test.unit || f.UpAxis.Value != test.axe {
			t.Errorf("%+v: %+v, %+v", test, f.Units, f.UpAxis)
		}
	}
	if f := inspect(t, "a.fbx", fbxBox7(7400)).Facts; f.Units.Known() || f.UpAxis.Known() {
		t.Errorf("without settings: %+v, %+v", f.Units, f.UpAxis)
	}
}

func TestFBXPlaces(t *testing.T) {
	t.Parallel()
	xyz := func(name string, x, y, z float64) fbxRec { return fbxProp(name, x, y, z) }
	for name, test := range map[string]struct {
		list     []fbxRec
		min, max [3]float64
	}{
		"moved":           {[]fbxRec{xyz("Lcl Translation", 1, 2, 3)}, [3]float64{1, 2, 3}, [3]float64{11, 12, 13}},
		"scaled":          {[]fbxRec{xyz("Lcl Scaling", 1, 2, -1)}, [3]float64{0, 0, -10}, [3]float64{10, 20, 0}},
		"turned about z":  {[]fbxRec{xyz("Lcl Rotation", 0, 0, 90)}, [3]float64{-10, 0, 0}, [3]float64{0, 10, 10}},
		"turned x then z": {[]fbxRec{xyz("Lcl Rotation", 90, 0, 90), xyz("Lcl Scaling", 1, 2, 3)}, [3]float64{0, 0, 0}, [3]float64{30, 10, 20}},
		"turned z then x": {[]fbxRec{xyz("Lcl Rotation", 90, 0, 90), xyz("Lcl Scaling", 1, 2, 3), fbxProp("RotationOrder", int32(5)), fbxProp("RotationActive", int32(1))}, [3]float64{-20, -30, 0}, [3]float64{0, 0, 10}},
		"order inactive":  {[]fbxRec{xyz("Lcl Rotation", 90, 0, 90), xyz("Lcl Scaling", 1, 2, 3), fbxProp("RotationOrder", int32(5))}, [3]float64{0, 0, 0}, [3]float64{30, 10, 20}},
		"pre and post":    {[]fbxRec{xyz("PreRotation", 0, 0, 180), xyz("PostRotation", 0, 0, 90), fbxProp("RotationActive", true)}, [3]float64{-10, 0, 0}, [3]float64{0, 10, 10}},
		"rotation pivot":  {[]fbxRec{xyz("Lcl Rotation", 0, 0, 180), xyz("RotationPivot", 5, 0, 0)}, [3]float64{0, -10, 0}, [3]float64{10, 0, 10}},
		"scaling pivot":   {[]fbxRec{xyz("Lcl Scaling", 2, 1, 1), xyz("ScalingPivot", 10, 0, 0)}, [3]float64{-10, 0, 0}, [3]float64{10, 10, 10}},
		"offsets":         {[]fbxRec{xyz("RotationOffset", 1, 0, 0), xyz("ScalingOffset", 0, 1, 0)}, [3]float64{1, 1, 0}, [3]float64{11, 11, 10}},
		"geometric":       {[]fbxRec{xyz("GeometricTranslation", 1, 0, 0), xyz("GeometricScaling", 2, 1, 1), xyz("GeometricRotation", 0, 0, 90)}, [3]float64{-9, 0, 0}, [3]float64{1, 20, 10}},
	} {
		box := inspect(t, "a.fbx", fbxBoxScene(7400, fbxModel(2, test.list...), nil, nil)).Facts.BoundingBox.Value
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
	moved := fbxProp("Lcl Translation", 20.0, 0.0, 0.0)
	content := fbxBoxScene(7400, fbxModel(2), []fbxRec{fbxModel(3, moved), fbxModel(4, moved)}, []fbxRec{fbxLink(3, 0), fbxLink(4, 3), fbxLink(1, 4)})
	f := inspect(t, "a.fbx", content).Facts
	if f.Polygons.Value != 6 || f.Triangles.Value != 24 || f.Vertices.Value != 8 || f.BoundingBox.Value.Max != [3]float64{50, 10, 10} || math.Abs(f.Volume.Value-2000) > 0.1 {
		t.Errorf("%+v", f)
	}
	loose := fbxOf(7400, fbxNode("Objects").with(fbxBoxGeometry(1)))
	if f := inspect(t, "a.fbx", loose).Facts; f.Polygons.Value != 6 || f.Triangles.Value != 12 || f.UVWMapping.Value {
		t.Errorf("without a model: %+v", f)
	}
}

func TestFBXMoves(t *testing.T) {
	t.Parallel()
	curve := func(keys ...int64) []fbxRec {
		return []fbxRec{fbxNode("AnimationCurve", 9, "\x00\x01AnimCurve", "").with(fbxNode("KeyTime", keys))}
	}
	for name, test := range map[string]struct {
		objects          []fbxRec
		rigged, animated bool
	}{
		"nothing":         {nil, false, false},
		"a skin":          {[]fbxRec{fbxNode("Deformer", 9, "s\x00\x01Deformer", "Skin")}, true, false},
		"a bone":          {[]fbxRec{fbxNode("NodeAttribute", 9, "b\x00\x01NodeAttribute", "LimbNode")}, true, false},
		"a blend shape":   {[]fbxRec{fbxNode("Deformer", 9, "s\x00\x01Deformer", "BlendShape"), fbxNode("Geometry", 10, "x\x00\x01Geometry", "Shape")}, false, false},
		"a stack alone":   {[]fbxRec{fbxNode("AnimationStack", 9, "t\x00\x01AnimStack", "")}, false, false},
		"a constant":      {curve(0), false, false},
		"two keys":        {curve(0, 1), false, true},
		"a camera's node": {[]fbxRec{fbxNode("NodeAttribute", 9, "c\x00\x01NodeAttribute", "Camera")}, false, false},
	} {
		f := inspect(t, "a.fbx", fbxBoxScene(7400, fbxModel(2), test.objects, nil)).Facts
		if f.Rigged.Value != test.rigged || f.Animated.Value != test.animated || f.Polygons.Value != 6 {
			t.Errorf("%s: rigged %v, animated %v, %d polygons", name, f.Rigged.Value, f.Animated.Value, f.Polygons.Value)
		}
	}
}

func TestFBXMaterials(t *testing.T) {
	t.Parallel()
	material := func(model string, list ...fbxRec) fbxRec {
		return fbxNode("Material", 3, "m\x00\x01Material", "").with(fbxNode("ShadingModel", model), fbxNode("Properties70").with(list...))
	}
	texture := fbxNode("Texture", 4, "t\x00\x01Texture", "").with(fbxNode("FileName", `C:\maps\wood.png`), fbxNode("RelativeFilename", `maps\wood.png`))
	video := fbxNode("Video", 5, "v\x00\x01Video", "Clip").with(fbxNode("RelativeFilename", `wood.png`), fbxNode("Content", []byte("picture")))
	for name, test := range map[string]struct {
		objects  []fbxRec
		links    []fbxRec
		beside   map[string]string
		pbr, tex bool
		missing  int
		picture  string
	}{
		"phong":           {objects: []fbxRec{material("phong")}},
		"Stingray":        {objects: []fbxRec{material("unknown", fbxProp("Maya|TypeId", int32(1166017)))}, pbr: true},
		"3ds Max":         {objects: []fbxRec{material("unknown", fbxProp("3dsMax|Parameters|base_color", 1.0, 0.0, 0.0), fbxProp("3dsMax|Parameters|metalness", 0.5))}, pbr: true},
		"a physical name": {objects: []fbxRec{material("Physical Material")}, pbr: true},
		"missing":         {objects: []fbxRec{material("phong"), texture}, links: []fbxRec{fbxLink(4, 3, "DiffuseColor")}, tex: true, missing: 1},
		"beside":          {objects: []fbxRec{material("phong"), texture}, links: []fbxRec{fbxLink(4, 3, "DiffuseColor")}, beside: map[string]string{"wood.png": "beside"}, tex: true, picture: "beside"},
		"inside":          {objects: []fbxRec{material("phong"), texture, video}, links: []fbxRec{fbxLink(4, 3, "DiffuseColor"), fbxLink(5, 4)}, tex: true, picture: "picture"},
		"inside by name":  {objects: []fbxRec{material("phong"), texture, video}, links: []fbxRec{fbxLink(4, 3, "DiffuseColor")}, tex: true, picture: "picture"},
		"not connected":   {objects: []fbxRec{material("phong"), texture}},
		"a normal map":    {objects: []fbxRec{material("phong"), texture}, links: []fbxRec{fbxLink(4, 3, "NormalMap")}, tex: true, missing: 1},
		"in layers": {objects: []fbxRec{material("phong"), texture, fbxNode("LayeredTexture", 6, "l\x00\x01LayeredTexture", "")}, links: []fbxRec{fbxLink(4, 6), fbxLink(6, 3, "DiffuseColor")},
			beside: map[string]string{"wood.png": "beside"}, tex: true, picture: "beside"},
	} {
		report, model := inspectBeside(t, "a.fbx", fbxBoxScene(7400, fbxModel(2), test.objects, append(test.links, fbxLink(3, 2))), test.beside)
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
		layers   []fbxRec
		vertices int
		uvs      bool
	}{
		"none":              {nil, 8, false},
		"by vertex":         {[]fbxRec{fbxUVLayer("ByVertice", "Direct", fbxNode("UV", eight))}, 8, true},
		"all the same":      {[]fbxRec{fbxUVLayer("ByPolygonVertex", "Direct", fbxNode("UV", direct))}, 8, true},
		"by corner":         {[]fbxRec{fbxUVLayer("ByPolygonVertex", "IndexToDirect", fbxNode("UV", fbxUVs), fbxNode("UVIndex", fbxUVIndex))}, 24, true},
		"by corner, a hole": {[]fbxRec{fbxUVLayer("ByPolygonVertex", "IndexToDirect", fbxNode("UV", fbxUVs), fbxNode("UVIndex", odd))}, 24, true},
		"by edge":           {[]fbxRec{fbxUVLayer("ByEdge", "Direct", fbxNode("UV", eight))}, 8, false},
		"normals": {[]fbxRec{fbxNode("LayerElementNormal", int32(0)).with(fbxNode("MappingInformationType", "AllSame"), fbxNode("ReferenceInformationType", "Direct"),
			fbxNode("Normals", up))}, 8, false},
		"float UVs":    {[]fbxRec{fbxUVLayer("ByVertex", "Direct", fbxNode("UV", fbxPacked{make([]float32, 16)}))}, 8, true},
		"UVs not real": {[]fbxRec{fbxUVLayer("ByVertex", "Direct", fbxNode("UV", append([]float64{math.NaN(), math.Inf(1)}, eight[2:]...)))}, 8, true},
	} {
		content := fbxOf(7400, fbxNode("Objects").with(fbxBoxGeometry(1, test.layers...)))
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
	layer := fbxNode("LayerElementMaterial", int32(0)).with(fbxNode("MappingInformationType", "ByPolygon"), fbxNode("Materials", []int32{1, 0, 1, 0, 7, 0}))
	red, blue := fbxNode("Material", 3, "red\x00\x01Material", ""), fbxNode("Material", 4, "blue\x00\x01Material", "")
	content := fbxOf(7400, fbxNode("Objects").with(fbxBoxGeometry(1, layer), fbxModel(2), blue, red), fbxNode("Connections").with(fbxLink(1, 2), fbxLink(3, 2), fbxLink(4, 2)))
	_, model := inspectBeside(t, "a.fbx", content, nil)
	// The model's first material is red, which is the file's second.
	if got, want := fmt.Sprint(model.Meshes[0].Groups), "[{1 0 6} {0 6 10} {-1 10 12}]"; got != want {
		t.Errorf("groups %s, want %s", got, want)
	}
}

func TestFBXRefused(t *testing.T) {
	t.Parallel()
	mesh := func(kids ...fbxRec) string {
		return fbxOf(7400, fbxNode("Objects").with(fbxNode("Geometry", 1, "x\x00\x01Geometry", "Mesh").with(kids...)))
	}
	points, corners := fbxBox()
	vertices, faces := fbxNode("Vertices", points), fbxNode("PolygonVertexIndex", corners)
	array := func(kind byte, n, encoding, stored uint32, data string) fbxRec {
		raw := append(fbxRawProp{kind}, binary.LittleEndian.AppendUint32(nil, n)...)
		raw = binary.LittleEndian.AppendUint32(raw, encoding)
		return fbxNode("Vertices", fbxRawProp(append(binary.LittleEndian.AppendUint32(raw, stored), data...)))
	}
	_, _, bomb := fbxArrayBytes([]int8{0x78, -100, 3, 0, 0, 0, 0, 1}) // nothing, compressed
	good := fbxBox7(7400)
	at := strings.Index(good, "Objects") - 13
	reach := func(to uint32) string {
		data := []byte(good)
		binary.LittleEndian.PutUint32(data[at:], to)
		return string(data)
	}
	circle := fbxBoxScene(7400, fbxModel(2), []fbxRec{fbxModel(3)}, []fbxRec{fbxLink(2, 3), fbxLink(3, 2)})
	deep := []fbxRec{}
	var links []fbxRec
	for i := range 300 {
		deep, links = append(deep, fbxModel(i+3)), append(links, fbxLink(i+2, i+3))
	}
	channel := fbxNode("KeyCount", int32(3))
	for range 300 {
		channel = fbxNode("Channel", "X").with(channel)
	}
	uv := func(layer fbxRec) string { return mesh(vertices, faces, layer) }
	for name, test := range map[string]struct{ content, code, detail string }{
		"cut in the head":         {good[:25], "truncated", "head of 27 bytes"},
		"cut":                     {good[:200], "truncated", "within the record"},
		"a record beyond the end": {reach(math.MaxUint32), "truncated", "within the record"},
		"a record before itself":  {reach(uint32(at)), "malformed", "before its own properties"},
		"nothing":                 {fbxOf(7400), "no_content", "no mesh"},
		"not a number":            {mesh(fbxNode("Vertices", []float64{0, 0, math.NaN()}), faces), "malformed", "not finite numbers"},
		"two coordinates":         {mesh(fbxNode("Vertices", []float64{0, 0})), "malformed", "three for each vertex"},
		"coordinates as text":     {mesh(fbxNode("Vertices", []int32{0, 0, 0})), "malformed", "of kind 'i'"},
		"vertex 99":               {mesh(vertices, fbxNode("PolygonVertexIndex", []int32{0, 1, ^99})), "malformed", "vertex 99, of 8"},
		"a face that goes on":     {mesh(vertices, fbxNode("PolygonVertexIndex", []int32{0, 1, 2})), "malformed", "does not end"},
		"a property of kind ?":    {mesh(fbxNode("Vertices", fbxRawProp("?"))), "malformed", "kind '?'"},
		"a text beyond all":       {mesh(fbxNode("Vertices", fbxRawProp("S\xff\xff\xff\xff"))), "malformed", "beyond its record"},
		"4 billion numbers":       {mesh(array('d', math.MaxUint32, 0, 8, "12345678")), "malformed", "beyond its record"},
		"a bomb":                  {mesh(array('d', 60_000_000, 1, 60, strings.Repeat("x", 60))), "malformed", "compressed bytes"},
		"less than announced":     {mesh(array('d', 3, 1, uint32(len(bomb)), string(bomb))), "malformed", "less than its announced"},
		"more than announced":     {mesh(fbxNode("Vertices", fbxRawProp(strings.Replace(string(fbxAppendProp(nil, fbxPacked{make([]float64, 6)})), "d\x06", "d\x03", 1)))), "malformed", "more than its announced"},
		"not compressed":          {mesh(array('d', 3, 1, 24, strings.Repeat("x", 24))), "malformed", "not compressed"},
		"encoding 7":              {mesh(array('d', 3, 7, 24, strings.Repeat("x", 24))), "malformed", "encoded in a way"},
		"UV 99":                   {uv(fbxUVLayer("ByVertice", "IndexToDirect", fbxNode("UV", fbxUVs), fbxNode("UVIndex", []int32{99, 0, 0, 0, 0, 0, 0, 0}))), "malformed", "texture coordinates 99, of only 4"},
		"few UVs":                 {uv(fbxUVLayer("ByVertice", "Direct", fbxNode("UV", fbxUVs))), "malformed", "coordinates 4, of only 4"},
		"few UV indices":          {uv(fbxUVLayer("ByPolygonVertex", "IndexToDirect", fbxNode("UV", fbxUVs), fbxNode("UVIndex", []int32{0}))), "malformed", "for 1 corners"},
		"nodes in a circle":       {circle, "limit", "in a circle"},
		"nodes too deep":          {fbxBoxScene(7400, fbxModel(2), deep, links), "limit", "than 200"},
		"channels too deep":       {fbxBoxScene(7400, fbxModel(2), nil, nil, fbxNode("Takes").with(channel)), "limit", "channels"},
		"out of all bounds":       {fbxBoxScene(7400, fbxModel(2, fbxProp("Lcl Scaling", 1e300, 1.0, 1.0)), nil, nil), "malformed", "bounds"},
		"turned by no number":     {fbxBoxScene(7400, fbxModel(2, fbxProp("Lcl Rotation", math.NaN(), 1.0, 1.0)), nil, nil), "malformed", "bounds"},
	} {
		if got := inspect(t, "a.fbx", test.content); problemOf(got) != test.code || !strings.Contains(got.Problems[0].Detail, test.detail) {
			t.Errorf("%s: %+v, want %s: %s", name, got.Problems, test.code, test.detail)
		}
	}
	for _, content := range []string{good, fbxBox7(7500), fbxOldBox()} {
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
	for _, data := range sampleSeeds(f, "fbx") {
		f.Add(data)
	}
	material := fbxNode("Material", 3, "m\x00\x01Material", "").with(fbxNode("Properties70").with(fbxProp("DiffuseColor", 1.0, 0.5, 0.2)))
	texture := fbxNode("Texture", 4, "t\x00\x01Texture", "").with(fbxNode("RelativeFilename", "wood.png"))
	video := fbxNode("Video", 5, "v\x00\x01Video", "Clip").with(fbxNode("Content", []byte("picture")))
	full := fbxBoxScene(7400, fbxModel(2, fbxProp("Lcl Rotation", 1.0, 2.0, 3.0), fbxProp("PreRotation", 1.0, 2.0, 3.0), fbxProp("RotationActive", true)),
		[]fbxRec{material, texture, video, fbxNode("AnimationCurve", 9, "", "").with(fbxNode("KeyTime", []int64{1, 2}))}, []fbxRec{fbxLink(4, 3, "DiffuseColor"), fbxLink(5, 4), fbxLink(3, 2)},
		fbxSettings(fbxProp("UpAxis", int32(1)), fbxProp("UnitScaleFactor", 1.0)))
	for _, seed := range []string{full, fbxBox7(7500), fbxOldBox(), fbxOf(7400), "; FBX 7.3.0 project file\n"} {
		f.Add([]byte(seed))
	}
	f.Add([]byte(fbxSkin(fbxNode("Indexes", []int32{0, 1, 9}), fbxNode("Weights", []float64{1, 1, 0.5}), fbxNode("Transform", fbxMoved(1)))))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, m := inspectBeside(t, "a.fbx", string(data), nil); m != nil {
			checkMeshes(t, m)
		}
	})
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
	for name, of := range map[string]func(any) any{"stored": func(a any) any { return a }, "packed": func(a any) any { return fbxPacked{a} }} {
		mesh := fbxNode("Geometry", 1, "x\x00\x01Geometry", "Mesh").with(fbxNode("Vertices", of(points)), fbxNode("PolygonVertexIndex", of(corners)),
			fbxUVLayer("ByPolygonVertex", "IndexToDirect", fbxNode("UV", of(uvs)), fbxNode("UVIndex", of(index))),
			fbxNode("LayerElementNormal", int32(0)).with(fbxNode("MappingInformationType", "ByPolygonVertex"), fbxNode("ReferenceInformationType", "Direct"), fbxNode("Normals", of(normals))))
		content := fbxOf(7400, fbxNode("Objects").with(mesh))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			for b.Loop() {
				inspect(b, "sheet.fbx", content)
			}
		})
	}
}

// A mesh stands as its blend shapes bend it: the four points above go up as far as the
// channel takes them.
func TestFBXBlendShapes(t *testing.T) {
	t.Parallel()
	shape := func(id int, up float64) fbxRec {
		offsets := []float64{0, 0, up, 0, 0, up, 0, 0, up, 0, 0, up, 0, 0, up}
		return fbxNode("Geometry", id, "s\x00\x01Geometry", "Shape").with(fbxNode("Indexes", []int32{4, 5, 6, 7, 800}), fbxNode("Vertices", offsets))
	}
	for name, test := range map[string]struct {
		channel []fbxRec
		high    float64 // of z; 10 without
	}{
		"at rest":         {[]fbxRec{fbxNode("DeformPercent", 0.0), fbxNode("FullWeights", []float64{50, 100})}, 10},
		"nothing said":    {nil, 10},
		"half way to one": {[]fbxRec{fbxNode("DeformPercent", 25.0), fbxNode("FullWeights", []float64{50, 100})}, 12},
		"at one":          {[]fbxRec{fbxNode("DeformPercent", 50.0), fbxNode("FullWeights", []float64{50, 100})}, 14},
		"between both":    {[]fbxRec{fbxNode("DeformPercent", 75.0), fbxNode("FullWeights", []float64{50, 100})}, 17},
		"at the other":    {[]fbxRec{fbxNode("DeformPercent", 100.0), fbxNode("FullWeights", []float64{50, 100})}, 20},
		"without weights": {[]fbxRec{fbxNode("DeformPercent", 100.0)}, 20},
		"weights of text": {[]fbxRec{fbxNode("DeformPercent", 100.0), fbxNode("FullWeights", "text")}, 20},
	} {
		content := fbxBoxScene(7400, fbxModel(2), []fbxRec{
			shape(11, 4), shape(12, 10),
			fbxNode("Deformer", 9, "b\x00\x01Deformer", "BlendShape"),
			fbxNode("Deformer", 10, "c\x00\x01SubDeformer", "BlendShapeChannel").with(test.channel...),
		}, []fbxRec{fbxLink(9, 1), fbxLink(10, 9), fbxLink(11, 10), fbxLink(12, 10)})
		report := inspect(t, "a.fbx", content)
		f := report.Facts
		if report.Rejected() || f.BoundingBox.Value.Max[2] != test.high || f.Vertices.Value != 8 || !f.Watertight.Value || f.Rigged.Value {
			t.Errorf("%s: %v, %+v, %d vertices", name, report.Problems, f.BoundingBox.Value, f.Vertices.Value)
		}
	}
}
