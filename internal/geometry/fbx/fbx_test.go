package fbx_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/fbx/fbxtest"
	"vitrine/internal/geometry/geometrytest"
)

func box7(version uint32) string { return fbxtest.BoxScene(version, fbxtest.Model(2), nil, nil) }

func TestRead(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{"6100": fbxtest.OldBox(), "7100": box7(7100), "7400": box7(7400), "7500": box7(7500),
		"7700": box7(7700)} {
		report := geometrytest.Inspect(t, "box.fbx", content)
		f := report.Facts
		if report.Rejected() || f.Polygons.Value != 6 || f.Triangles.Value != 12 || f.Vertices.Value != 8 {
			t.Errorf("%s: %+v", name, report)
		}
		if !f.Watertight.Value || math.Abs(f.Volume.Value-1000) > 0.01 || !f.UVWMapping.Value || f.UnwrappedUVs.Value != "overlapping" {
			t.Errorf("%s: %+v", name, f)
		}
		if old := name == "6100"; f.Animated.Value != old || f.Textures.Value != old || f.Materials.Value != old || f.Rigged.Value ||
			f.PBR.Value {
			t.Errorf("%s: %+v", name, f)
		}
	}
	old := geometrytest.Inspect(t, "box.fbx", fbxtest.OldBox())
	if old.Facts.Units.Value != "m" || old.Facts.UpAxis.Value != "z" || old.Facts.BoundingBox.Value.Max != [3]float64{15, 10, 10} ||
		!slices.Equal(old.Missing, []string{"skin.png"}) {
		t.Errorf("%+v", old)
	}
}

// What is not read has no facts.
func TestUnread(t *testing.T) {
	t.Parallel()
	array := func(n uint32) string {
		raw := append(fbxtest.RawProp{'d'}, binary.LittleEndian.AppendUint32(nil, n)...)
		raw = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(raw, 1), 600_000)
		return geometryOf(fbxtest.Node("Vertices", append(raw, make([]byte, 600_000)...)))
	}
	for name, test := range map[string]struct{ content, note string }{
		"ASCII":         {"; FBX 7.3.0 project file\nFBXHeaderExtension:  {\n}\n", "unmeasured"},
		"version 5":     {fbxtest.Of(5000), "unmeasured"},
		"version 9":     {fbxtest.Of(9000), "unmeasured"},
		"a NURBS patch": {fbxtest.Of(7400, fbxtest.Node("Objects").With(fbxtest.Node("Geometry", 1, "n\x00\x01Geometry", "NurbsSurface"))), ""},
		"600 MB":        {array(75_000_000), "limit"},
		"a bomb":        {array(36_000_000), "limit"},
	} {
		report := geometrytest.Inspect(t, "a.fbx", test.content)
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
func TestZeros(t *testing.T) {
	t.Parallel()
	zeros := fbxtest.Node("Vertices", fbxtest.Packed{Array: make([]float64, 3<<20)})
	for copies, known := range map[int]bool{1: true, 5: true, 6: false} {
		var meshes []fbxtest.Rec
		for i := range copies {
			meshes = append(meshes, fbxtest.Node("Geometry", i+1, "x\x00\x01Geometry", "Mesh").With(zeros))
		}
		report := geometrytest.Inspect(t, "a.fbx", fbxtest.Of(7400, fbxtest.Node("Objects").With(meshes...)))
		if over := geometrytest.ProblemOf(report) == "" && len(report.Notes) == 1 && report.Notes[0].Code == "limit"; over == known {
			t.Errorf("%d × 24 MiB of zeros: %+v", copies, report)
		}
	}
}

// geometryOf is a file of one mesh that nothing places.
func geometryOf(kids ...fbxtest.Rec) string {
	return fbxtest.Of(7400, fbxtest.Node("Objects").With(fbxtest.Node("Geometry", 1, "x\x00\x01Geometry", "Mesh").With(kids...)))
}

func TestSettings(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		factor    float64
		up, sign  int32
		unit, axe string
	}{
		{1, 1, 1, "cm", "y"}, {100, 2, 1, "m", "z"}, {0.1, 0, 1, "mm", "x"}, {2.54, 1, 1, "in", "y"}, {30.48, 1, 1, "ft", "y"},
		{7, 1, -1, "", ""}, {math.NaN(), 9, 1, "", ""},
	} {
		content := fbxtest.BoxScene(7400, fbxtest.Model(2), nil, nil,
			fbxtest.Settings(fbxtest.Prop("UpAxis", test.up), fbxtest.Prop("UpAxisSign", test.sign), fbxtest.Prop("UnitScaleFactor", test.factor)))
		f := geometrytest.Inspect(t, "a.fbx", content).Facts
		if f.Units.Value != test.unit || f.UpAxis.Value != test.axe {
			t.Errorf("%+v: %+v, %+v", test, f.Units, f.UpAxis)
		}
	}
	if f := geometrytest.Inspect(t, "a.fbx", box7(7400)).Facts; f.Units.Known() || f.UpAxis.Known() {
		t.Errorf("without settings: %+v, %+v", f.Units, f.UpAxis)
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	xyz := func(name string, x, y, z float64) fbxtest.Rec { return fbxtest.Prop(name, x, y, z) }
	for name, test := range map[string]struct {
		list     []fbxtest.Rec
		min, max [3]float64
	}{
		"moved":          {[]fbxtest.Rec{xyz("Lcl Translation", 1, 2, 3)}, [3]float64{1, 2, 3}, [3]float64{11, 12, 13}},
		"scaled":         {[]fbxtest.Rec{xyz("Lcl Scaling", 1, 2, -1)}, [3]float64{0, 0, -10}, [3]float64{10, 20, 0}},
		"turned about z": {[]fbxtest.Rec{xyz("Lcl Rotation", 0, 0, 90)}, [3]float64{-10, 0, 0}, [3]float64{0, 10, 10}},
		"turned x then z": {[]fbxtest.Rec{xyz("Lcl Rotation", 90, 0, 90), xyz("Lcl Scaling", 1, 2, 3)}, [3]float64{0, 0, 0},
			[3]float64{30, 10, 20}},
		"turned z then x": {[]fbxtest.Rec{xyz("Lcl Rotation", 90, 0, 90), xyz("Lcl Scaling", 1, 2, 3), fbxtest.Prop("RotationOrder", int32(5)),
			fbxtest.Prop("RotationActive", int32(1))}, [3]float64{-20, -30, 0}, [3]float64{0, 0, 10}},
		"order inactive": {[]fbxtest.Rec{xyz("Lcl Rotation", 90, 0, 90), xyz("Lcl Scaling", 1, 2, 3), fbxtest.Prop("RotationOrder", int32(5))},
			[3]float64{0, 0, 0}, [3]float64{30, 10, 20}},
		"pre and post": {[]fbxtest.Rec{xyz("PreRotation", 0, 0, 180), xyz("PostRotation", 0, 0, 90), fbxtest.Prop("RotationActive", true)},
			[3]float64{-10, 0, 0}, [3]float64{0, 10, 10}},
		"rotation pivot": {[]fbxtest.Rec{xyz("Lcl Rotation", 0, 0, 180), xyz("RotationPivot", 5, 0, 0)}, [3]float64{0, -10, 0},
			[3]float64{10, 0, 10}},
		"scaling pivot": {[]fbxtest.Rec{xyz("Lcl Scaling", 2, 1, 1), xyz("ScalingPivot", 10, 0, 0)}, [3]float64{-10, 0, 0},
			[3]float64{10, 10, 10}},
		"offsets": {[]fbxtest.Rec{xyz("RotationOffset", 1, 0, 0), xyz("ScalingOffset", 0, 1, 0)}, [3]float64{1, 1, 0}, [3]float64{11, 11, 10}},
		"geometric": {[]fbxtest.Rec{xyz("GeometricTranslation", 1, 0, 0), xyz("GeometricScaling", 2, 1, 1), xyz("GeometricRotation", 0, 0, 90)},
			[3]float64{-9, 0, 0}, [3]float64{1, 20, 10}},
	} {
		box := geometrytest.Inspect(t, "a.fbx", fbxtest.BoxScene(7400, fbxtest.Model(2, test.list...), nil, nil)).Facts.BoundingBox.Value
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
func TestInstances(t *testing.T) {
	t.Parallel()
	moved := fbxtest.Prop("Lcl Translation", 20.0, 0.0, 0.0)
	content := fbxtest.BoxScene(7400, fbxtest.Model(2), []fbxtest.Rec{fbxtest.Model(3, moved), fbxtest.Model(4, moved)},
		[]fbxtest.Rec{fbxtest.Link(3, 0), fbxtest.Link(4, 3), fbxtest.Link(1, 4)})
	f := geometrytest.Inspect(t, "a.fbx", content).Facts
	if f.Polygons.Value != 6 || f.Triangles.Value != 24 || f.Vertices.Value != 8 || f.BoundingBox.Value.Max != [3]float64{50, 10, 10} ||
		math.Abs(f.Volume.Value-2000) > 0.1 {
		t.Errorf("%+v", f)
	}
	loose := fbxtest.Of(7400, fbxtest.Node("Objects").With(fbxtest.BoxGeometry(1)))
	if f := geometrytest.Inspect(t, "a.fbx", loose).Facts; f.Polygons.Value != 6 || f.Triangles.Value != 12 || f.UVWMapping.Value {
		t.Errorf("without a model: %+v", f)
	}
}

func TestMoves(t *testing.T) {
	t.Parallel()
	curve := func(keys ...int64) []fbxtest.Rec {
		return []fbxtest.Rec{fbxtest.Node("AnimationCurve", 9, "\x00\x01AnimCurve", "").With(fbxtest.Node("KeyTime", keys))}
	}
	for name, test := range map[string]struct {
		objects          []fbxtest.Rec
		rigged, animated bool
	}{
		"nothing": {nil, false, false},
		"a skin":  {[]fbxtest.Rec{fbxtest.Node("Deformer", 9, "s\x00\x01Deformer", "Skin")}, true, false},
		"a bone":  {[]fbxtest.Rec{fbxtest.Node("NodeAttribute", 9, "b\x00\x01NodeAttribute", "LimbNode")}, true, false},
		"a blend shape": {[]fbxtest.Rec{fbxtest.Node("Deformer", 9, "s\x00\x01Deformer", "BlendShape"),
			fbxtest.Node("Geometry", 10, "x\x00\x01Geometry", "Shape")}, false, false},
		"a stack alone":   {[]fbxtest.Rec{fbxtest.Node("AnimationStack", 9, "t\x00\x01AnimStack", "")}, false, false},
		"a constant":      {curve(0), false, false},
		"two keys":        {curve(0, 1), false, true},
		"a camera's node": {[]fbxtest.Rec{fbxtest.Node("NodeAttribute", 9, "c\x00\x01NodeAttribute", "Camera")}, false, false},
	} {
		f := geometrytest.Inspect(t, "a.fbx", fbxtest.BoxScene(7400, fbxtest.Model(2), test.objects, nil)).Facts
		if f.Rigged.Value != test.rigged || f.Animated.Value != test.animated || f.Polygons.Value != 6 {
			t.Errorf("%s: rigged %v, animated %v, %d polygons", name, f.Rigged.Value, f.Animated.Value, f.Polygons.Value)
		}
	}
}

func TestMaterials(t *testing.T) {
	t.Parallel()
	material := func(model string, list ...fbxtest.Rec) fbxtest.Rec {
		return fbxtest.Node("Material", 3, "m\x00\x01Material", "").With(fbxtest.Node("ShadingModel", model),
			fbxtest.Node("Properties70").With(list...))
	}
	texture := fbxtest.Node("Texture", 4, "t\x00\x01Texture", "").With(fbxtest.Node("FileName", `C:\maps\wood.png`),
		fbxtest.Node("RelativeFilename", `maps\wood.png`))
	video := fbxtest.Node("Video", 5, "v\x00\x01Video", "Clip").With(fbxtest.Node("RelativeFilename", `wood.png`),
		fbxtest.Node("Content", []byte("picture")))
	for name, test := range map[string]struct {
		objects  []fbxtest.Rec
		links    []fbxtest.Rec
		beside   map[string]string
		pbr, tex bool
		missing  int
		picture  string
	}{
		"phong":    {objects: []fbxtest.Rec{material("phong")}},
		"Stingray": {objects: []fbxtest.Rec{material("unknown", fbxtest.Prop("Maya|TypeId", int32(1166017)))}, pbr: true},
		"3ds Max": {objects: []fbxtest.Rec{material("unknown", fbxtest.Prop("3dsMax|Parameters|base_color", 1.0, 0.0, 0.0),
			fbxtest.Prop("3dsMax|Parameters|metalness", 0.5))}, pbr: true},
		"a physical name": {objects: []fbxtest.Rec{material("Physical Material")}, pbr: true},
		"missing": {objects: []fbxtest.Rec{material("phong"), texture}, links: []fbxtest.Rec{fbxtest.Link(4, 3, "DiffuseColor")},
			tex: true, missing: 1},
		"beside": {objects: []fbxtest.Rec{material("phong"), texture}, links: []fbxtest.Rec{fbxtest.Link(4, 3, "DiffuseColor")},
			beside: map[string]string{"wood.png": "beside"}, tex: true, picture: "beside"},
		"inside": {objects: []fbxtest.Rec{material("phong"), texture, video},
			links: []fbxtest.Rec{fbxtest.Link(4, 3, "DiffuseColor"), fbxtest.Link(5, 4)}, tex: true, picture: "picture"},
		"inside by name": {objects: []fbxtest.Rec{material("phong"), texture, video}, links: []fbxtest.Rec{fbxtest.Link(4, 3, "DiffuseColor")},
			tex: true, picture: "picture"},
		"not connected": {objects: []fbxtest.Rec{material("phong"), texture}},
		"a normal map": {objects: []fbxtest.Rec{material("phong"), texture}, links: []fbxtest.Rec{fbxtest.Link(4, 3, "NormalMap")}, tex: true,
			missing: 1},
		"in layers": {objects: []fbxtest.Rec{material("phong"), texture, fbxtest.Node("LayeredTexture", 6, "l\x00\x01LayeredTexture", "")},
			links:  []fbxtest.Rec{fbxtest.Link(4, 6), fbxtest.Link(6, 3, "DiffuseColor")},
			beside: map[string]string{"wood.png": "beside"}, tex: true, picture: "beside"},
	} {
		report, model := geometrytest.InspectBeside(t, "a.fbx",
			fbxtest.BoxScene(7400, fbxtest.Model(2), test.objects, append(test.links, fbxtest.Link(3, 2))), test.beside)
		f := report.Facts
		if !f.Materials.Value || f.PBR.Value != test.pbr || f.Textures.Value != test.tex || len(report.Missing) != test.missing {
			t.Errorf("%s: %+v, missing %v", name, f, report.Missing)
		}
		if model == nil || len(model.Materials) != 1 || model.Meshes[0].Groups[0].Material != 0 {
			t.Errorf("%s: %+v", name, model)
			continue
		}
		if got := geometrytest.PictureOf(t, model.Materials[0].Texture); got != test.picture {
			t.Errorf("%s: the picture is %q, want %q", name, got, test.picture)
		}
	}
}

// Layers map in several ways; vertices are split only where values differ, and
// triangles lie together by material.
func TestLayers(t *testing.T) {
	t.Parallel()
	eight := []float64{0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 1, 0, 1}
	direct := make([]float64, 48)
	up := []float64{0, 0, 1}
	odd := slices.Clone(fbxtest.UVIndex)
	odd[3] = -1
	for name, test := range map[string]struct {
		layers   []fbxtest.Rec
		vertices int
		uvs      bool
	}{
		"none":         {nil, 8, false},
		"by vertex":    {[]fbxtest.Rec{fbxtest.UVLayer("ByVertice", "Direct", fbxtest.Node("UV", eight))}, 8, true},
		"all the same": {[]fbxtest.Rec{fbxtest.UVLayer("ByPolygonVertex", "Direct", fbxtest.Node("UV", direct))}, 8, true},
		"by corner": {[]fbxtest.Rec{fbxtest.UVLayer("ByPolygonVertex", "IndexToDirect", fbxtest.Node("UV", fbxtest.UVs),
			fbxtest.Node("UVIndex", fbxtest.UVIndex))}, 24, true},
		"by corner, a hole": {[]fbxtest.Rec{fbxtest.UVLayer("ByPolygonVertex", "IndexToDirect", fbxtest.Node("UV", fbxtest.UVs),
			fbxtest.Node("UVIndex", odd))}, 24, true},
		"by edge": {[]fbxtest.Rec{fbxtest.UVLayer("ByEdge", "Direct", fbxtest.Node("UV", eight))}, 8, false},
		"normals": {[]fbxtest.Rec{fbxtest.Node("LayerElementNormal", int32(0)).With(fbxtest.Node("MappingInformationType", "AllSame"),
			fbxtest.Node("ReferenceInformationType", "Direct"),
			fbxtest.Node("Normals", up))}, 8, false},
		"float UVs": {[]fbxtest.Rec{fbxtest.UVLayer("ByVertex", "Direct", fbxtest.Node("UV", fbxtest.Packed{Array: make([]float32, 16)}))}, 8,
			true},
		"UVs not real": {[]fbxtest.Rec{fbxtest.UVLayer("ByVertex", "Direct",
			fbxtest.Node("UV", append([]float64{math.NaN(), math.Inf(1)}, eight[2:]...)))}, 8, true},
	} {
		content := fbxtest.Of(7400, fbxtest.Node("Objects").With(fbxtest.BoxGeometry(1, test.layers...)))
		report, model := geometrytest.InspectBeside(t, "a.fbx", content, nil)
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
	layer := fbxtest.Node("LayerElementMaterial", int32(0)).With(fbxtest.Node("MappingInformationType", "ByPolygon"),
		fbxtest.Node("Materials", []int32{1, 0, 1, 0, 7, 0}))
	red, blue := fbxtest.Node("Material", 3, "red\x00\x01Material", ""), fbxtest.Node("Material", 4, "blue\x00\x01Material", "")
	content := fbxtest.Of(7400, fbxtest.Node("Objects").With(fbxtest.BoxGeometry(1, layer), fbxtest.Model(2), blue, red),
		fbxtest.Node("Connections").With(fbxtest.Link(1, 2), fbxtest.Link(3, 2), fbxtest.Link(4, 2)))
	_, model := geometrytest.InspectBeside(t, "a.fbx", content, nil)
	// The model's first material is red, which is the file's second.
	if got, want := fmt.Sprint(model.Meshes[0].Groups), "[{1 0 6} {0 6 10} {-1 10 12}]"; got != want {
		t.Errorf("groups %s, want %s", got, want)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	mesh := func(kids ...fbxtest.Rec) string {
		return fbxtest.Of(7400, fbxtest.Node("Objects").With(fbxtest.Node("Geometry", 1, "x\x00\x01Geometry", "Mesh").With(kids...)))
	}
	points, corners := fbxtest.Box()
	vertices, faces := fbxtest.Node("Vertices", points), fbxtest.Node("PolygonVertexIndex", corners)
	array := func(kind byte, n, encoding, stored uint32, data string) fbxtest.Rec {
		raw := append(fbxtest.RawProp{kind}, binary.LittleEndian.AppendUint32(nil, n)...)
		raw = binary.LittleEndian.AppendUint32(raw, encoding)
		return fbxtest.Node("Vertices", fbxtest.RawProp(append(binary.LittleEndian.AppendUint32(raw, stored), data...)))
	}
	_, _, bomb := fbxtest.ArrayBytes([]int8{0x78, -100, 3, 0, 0, 0, 0, 1}) // nothing, compressed
	good := box7(7400)
	at := strings.Index(good, "Objects") - 13
	reach := func(to uint32) string {
		data := []byte(good)
		binary.LittleEndian.PutUint32(data[at:], to)
		return string(data)
	}
	circle := fbxtest.BoxScene(7400, fbxtest.Model(2), []fbxtest.Rec{fbxtest.Model(3)}, []fbxtest.Rec{fbxtest.Link(2, 3), fbxtest.Link(3, 2)})
	deep := []fbxtest.Rec{}
	var links []fbxtest.Rec
	for i := range 300 {
		deep, links = append(deep, fbxtest.Model(i+3)), append(links, fbxtest.Link(i+2, i+3))
	}
	channel := fbxtest.Node("KeyCount", int32(3))
	for range 300 {
		channel = fbxtest.Node("Channel", "X").With(channel)
	}
	uv := func(layer fbxtest.Rec) string { return mesh(vertices, faces, layer) }
	for name, test := range map[string]struct{ content, code, detail string }{
		"cut in the head":         {good[:25], "truncated", "head of 27 bytes"},
		"cut":                     {good[:200], "truncated", "within the record"},
		"a record beyond the end": {reach(math.MaxUint32), "truncated", "within the record"},
		"a record before itself":  {reach(uint32(at)), "malformed", "before its own properties"},
		"nothing":                 {fbxtest.Of(7400), "no_content", "no mesh"},
		"not a number":            {mesh(fbxtest.Node("Vertices", []float64{0, 0, math.NaN()}), faces), "malformed", "not finite numbers"},
		"two coordinates":         {mesh(fbxtest.Node("Vertices", []float64{0, 0})), "malformed", "three for each vertex"},
		"coordinates as text":     {mesh(fbxtest.Node("Vertices", []int32{0, 0, 0})), "malformed", "of kind 'i'"},
		"vertex 99":               {mesh(vertices, fbxtest.Node("PolygonVertexIndex", []int32{0, 1, ^99})), "malformed", "vertex 99, of 8"},
		"a face that goes on":     {mesh(vertices, fbxtest.Node("PolygonVertexIndex", []int32{0, 1, 2})), "malformed", "does not end"},
		"a property of kind ?":    {mesh(fbxtest.Node("Vertices", fbxtest.RawProp("?"))), "malformed", "kind '?'"},
		"a text beyond all":       {mesh(fbxtest.Node("Vertices", fbxtest.RawProp("S\xff\xff\xff\xff"))), "malformed", "beyond its record"},
		"4 billion numbers":       {mesh(array('d', math.MaxUint32, 0, 8, "12345678")), "malformed", "beyond its record"},
		"a bomb":                  {mesh(array('d', 60_000_000, 1, 60, strings.Repeat("x", 60))), "malformed", "compressed bytes"},
		"less than announced":     {mesh(array('d', 3, 1, uint32(len(bomb)), string(bomb))), "malformed", "less than its announced"},
		"more than announced": {mesh(fbxtest.Node("Vertices",
			fbxtest.RawProp(strings.Replace(string(fbxtest.AppendProp(nil, fbxtest.Packed{Array: make([]float64, 6)})), "d\x06", "d\x03", 1)))),
			"malformed", "more than its announced"},
		"not compressed": {mesh(array('d', 3, 1, 24, strings.Repeat("x", 24))), "malformed", "not compressed"},
		"encoding 7":     {mesh(array('d', 3, 7, 24, strings.Repeat("x", 24))), "malformed", "encoded in a way"},
		"UV 99": {uv(fbxtest.UVLayer("ByVertice", "IndexToDirect", fbxtest.Node("UV", fbxtest.UVs),
			fbxtest.Node("UVIndex", []int32{99, 0, 0, 0, 0, 0, 0, 0}))), "malformed", "texture coordinates 99, of only 4"},
		"few UVs": {uv(fbxtest.UVLayer("ByVertice", "Direct", fbxtest.Node("UV", fbxtest.UVs))), "malformed",
			"coordinates 4, of only 4"},
		"few UV indices": {uv(fbxtest.UVLayer("ByPolygonVertex", "IndexToDirect", fbxtest.Node("UV", fbxtest.UVs),
			fbxtest.Node("UVIndex", []int32{0}))), "malformed", "for 1 corners"},
		"nodes in a circle": {circle, "limit", "in a circle"},
		"nodes too deep":    {fbxtest.BoxScene(7400, fbxtest.Model(2), deep, links), "limit", "than 200"},
		"channels too deep": {fbxtest.BoxScene(7400, fbxtest.Model(2), nil, nil, fbxtest.Node("Takes").With(channel)), "limit", "channels"},
		"out of all bounds": {fbxtest.BoxScene(7400, fbxtest.Model(2, fbxtest.Prop("Lcl Scaling", 1e300, 1.0, 1.0)), nil, nil), "malformed",
			"bounds"},
		"turned by no number": {fbxtest.BoxScene(7400, fbxtest.Model(2, fbxtest.Prop("Lcl Rotation", math.NaN(), 1.0, 1.0)), nil, nil),
			"malformed", "bounds"},
	} {
		if got := geometrytest.Inspect(t, "a.fbx", test.content); geometrytest.ProblemOf(got) != test.code ||
			!strings.Contains(got.Problems[0].Detail, test.detail) {
			t.Errorf("%s: %+v, want %s: %s", name, got.Problems, test.code, test.detail)
		}
	}
	for _, content := range []string{good, box7(7500), fbxtest.OldBox()} {
		whole := len(content) - len("a footer, which nobody reads")
		for i := range 50 {
			if cut := geometrytest.Inspect(t, "a.fbx", content[:whole*i/50]); !cut.Rejected() {
				t.Errorf("%d/50 of the file is read as whole", i)
			}
		}
	}
}

// FuzzRead looks for content that panics, or fails otherwise than by a refusal.
func FuzzRead(f *testing.F) {
	for _, data := range geometrytest.Seeds(f, "fbx") {
		f.Add(data)
	}
	material := fbxtest.Node("Material", 3, "m\x00\x01Material",
		"").With(fbxtest.Node("Properties70").With(fbxtest.Prop("DiffuseColor", 1.0, 0.5, 0.2)))
	texture := fbxtest.Node("Texture", 4, "t\x00\x01Texture", "").With(fbxtest.Node("RelativeFilename", "wood.png"))
	video := fbxtest.Node("Video", 5, "v\x00\x01Video", "Clip").With(fbxtest.Node("Content", []byte("picture")))
	full := fbxtest.BoxScene(7400, fbxtest.Model(2, fbxtest.Prop("Lcl Rotation", 1.0, 2.0, 3.0),
		fbxtest.Prop("PreRotation", 1.0, 2.0, 3.0), fbxtest.Prop("RotationActive", true)),
		[]fbxtest.Rec{material, texture, video, fbxtest.Node("AnimationCurve", 9, "", "").With(fbxtest.Node("KeyTime", []int64{1, 2}))},
		[]fbxtest.Rec{fbxtest.Link(4, 3, "DiffuseColor"), fbxtest.Link(5, 4), fbxtest.Link(3, 2)},
		fbxtest.Settings(fbxtest.Prop("UpAxis", int32(1)), fbxtest.Prop("UnitScaleFactor", 1.0)))
	for _, seed := range []string{full, box7(7500), fbxtest.OldBox(), fbxtest.Of(7400), "; FBX 7.3.0 project file\n"} {
		f.Add([]byte(seed))
	}
	f.Add([]byte(fbxtest.Skin(fbxtest.Node("Indexes", []int32{0, 1, 9}), fbxtest.Node("Weights", []float64{1, 1, 0.5}),
		fbxtest.Node("Transform", fbxtest.Moved(1)))))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, m := geometrytest.InspectBeside(t, "a.fbx", string(data), nil); m != nil {
			geometrytest.CheckMeshes(t, m)
		}
	})
}

// BenchmarkRead reads and measures a wavy sheet with normals and texture
// coordinates; bytes a second of one core.
func BenchmarkRead(b *testing.B) {
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
	for name, of := range map[string]func(any) any{"stored": func(a any) any { return a },
		"packed": func(a any) any { return fbxtest.Packed{Array: a} }} {
		mesh := fbxtest.Node("Geometry", 1, "x\x00\x01Geometry", "Mesh").With(fbxtest.Node("Vertices", of(points)),
			fbxtest.Node("PolygonVertexIndex", of(corners)),
			fbxtest.UVLayer("ByPolygonVertex", "IndexToDirect", fbxtest.Node("UV", of(uvs)), fbxtest.Node("UVIndex", of(index))),
			fbxtest.Node("LayerElementNormal", int32(0)).With(fbxtest.Node("MappingInformationType", "ByPolygonVertex"),
				fbxtest.Node("ReferenceInformationType", "Direct"), fbxtest.Node("Normals", of(normals))))
		content := fbxtest.Of(7400, fbxtest.Node("Objects").With(mesh))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			for b.Loop() {
				geometrytest.Inspect(b, "sheet.fbx", content)
			}
		})
	}
}

// A mesh stands as its blend shapes bend it: the four points above go up as far as the
// channel takes them.
func TestBlendShapes(t *testing.T) {
	t.Parallel()
	shape := func(id int, up float64) fbxtest.Rec {
		offsets := []float64{0, 0, up, 0, 0, up, 0, 0, up, 0, 0, up, 0, 0, up}
		return fbxtest.Node("Geometry", id, "s\x00\x01Geometry", "Shape").With(fbxtest.Node("Indexes", []int32{4, 5, 6, 7, 800}),
			fbxtest.Node("Vertices", offsets))
	}
	for name, test := range map[string]struct {
		channel []fbxtest.Rec
		high    float64 // of z; 10 without
	}{
		"at rest":         {[]fbxtest.Rec{fbxtest.Node("DeformPercent", 0.0), fbxtest.Node("FullWeights", []float64{50, 100})}, 10},
		"nothing said":    {nil, 10},
		"half way to one": {[]fbxtest.Rec{fbxtest.Node("DeformPercent", 25.0), fbxtest.Node("FullWeights", []float64{50, 100})}, 12},
		"at one":          {[]fbxtest.Rec{fbxtest.Node("DeformPercent", 50.0), fbxtest.Node("FullWeights", []float64{50, 100})}, 14},
		"between both":    {[]fbxtest.Rec{fbxtest.Node("DeformPercent", 75.0), fbxtest.Node("FullWeights", []float64{50, 100})}, 17},
		"at the other":    {[]fbxtest.Rec{fbxtest.Node("DeformPercent", 100.0), fbxtest.Node("FullWeights", []float64{50, 100})}, 20},
		"without weights": {[]fbxtest.Rec{fbxtest.Node("DeformPercent", 100.0)}, 20},
		"weights of text": {[]fbxtest.Rec{fbxtest.Node("DeformPercent", 100.0), fbxtest.Node("FullWeights", "text")}, 20},
	} {
		content := fbxtest.BoxScene(7400, fbxtest.Model(2), []fbxtest.Rec{
			shape(11, 4), shape(12, 10),
			fbxtest.Node("Deformer", 9, "b\x00\x01Deformer", "BlendShape"),
			fbxtest.Node("Deformer", 10, "c\x00\x01SubDeformer", "BlendShapeChannel").With(test.channel...),
		}, []fbxtest.Rec{fbxtest.Link(9, 1), fbxtest.Link(10, 9), fbxtest.Link(11, 10), fbxtest.Link(12, 10)})
		report := geometrytest.Inspect(t, "a.fbx", content)
		f := report.Facts
		if report.Rejected() || f.BoundingBox.Value.Max[2] != test.high || f.Vertices.Value != 8 || !f.Watertight.Value || f.Rigged.Value {
			t.Errorf("%s: %v, %+v, %d vertices", name, report.Problems, f.BoundingBox.Value, f.Vertices.Value)
		}
	}
}
