package geometry_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// tdsChunk is a chunk of a 3DS file around texts, numbers and other chunks.
func tdsChunk(id uint16, parts ...any) string {
	var body []byte
	for _, part := range parts {
		if text, ok := part.(string); ok {
			body = append(body, text...)
			continue
		}
		var err error
		if body, err = binary.Append(body, binary.LittleEndian, part); err != nil {
			panic(err)
		}
	}
	head := binary.LittleEndian.AppendUint16(nil, id)
	return string(binary.LittleEndian.AppendUint32(head, uint32(6+len(body)))) + string(body)
}

func tdsPoints() string { return tdsChunk(0x4110, uint16(8), boxCorners) }

// tdsFaces are the twelve of the box, with more chunks in theirs.
func tdsFaces(more ...any) string {
	var faces []uint16
	for _, f := range boxFaces {
		faces = append(faces, uint16(f[0]), uint16(f[1]), uint16(f[2]), 7)
	}
	return tdsChunk(0x4120, append([]any{uint16(12), faces}, more...)...)
}

func tdsObject(name string, parts ...any) string {
	return tdsChunk(0x4000, name+"\x00", tdsChunk(0x4100, parts...))
}

func tdsMaterial(name string, parts ...any) string {
	return tdsChunk(0xAFFF, append([]any{tdsChunk(0xA000, name+"\x00")}, parts...)...)
}

// tdsScene is a file of objects and materials, and of nodes of the keyframer.
func tdsScene(edit, keys string) string {
	content := tdsChunk(0x3D3D, edit)
	if keys != "" {
		content += tdsChunk(0xB000, keys)
	}
	return tdsChunk(0x4D4D, tdsChunk(0x0002, uint32(3)), content)
}

func tdsTrack(id uint16, keys int, value ...float32) string {
	parts := []any{uint16(0), [2]uint32{}, uint32(keys)}
	for i := range keys {
		parts = append(parts, uint32(10*i), uint16(1), float32(0.5), value)
	}
	return tdsChunk(id, parts...)
}

func tdsNode(id uint16, name string, parent uint16, tracks ...any) string {
	return tdsChunk(0xB002, append([]any{tdsChunk(0xB030, id), tdsChunk(0xB010, name+"\x00", uint16(0), uint16(0), parent)}, tracks...)...)
}

func tdsBox() string { return tdsScene(tdsObject("box", tdsPoints(), tdsFaces()), "") }

func Test3DS(t *testing.T) {
	t.Parallel()
	f := inspect(t, "box.3ds", tdsBox()).Facts
	if f.Polygons.Value != 12 || f.Triangles.Value != 12 || f.Vertices.Value != 8 || !f.Watertight.Value || math.Abs(f.Volume.Value-1000) > 0.01 {
		t.Errorf("%+v", f)
	}
	if f.Units.Known() || f.UpAxis.Value != "z" || f.UVWMapping.Value || f.Materials.Value || f.Animated.Value || f.Rigged.Value {
		t.Errorf("%+v", f)
	}
	uvs := [8][2]float32{{0, 0}, {1, 0}, {1, 1}, {0, 1}}
	groups := []any{tdsChunk(0x4130, "red\x00", uint16(2), [2]uint16{5, 3}), tdsChunk(0x4130, "glass\x00", uint16(3), [3]uint16{0, 1, 3}), tdsChunk(0x4130, "nowhere\x00", uint16(1), uint16(9))}
	materials := tdsMaterial("glass", tdsChunk(0xA050, tdsChunk(0x0030, int16(25)))) +
		tdsMaterial("red", tdsChunk(0xA020, tdsChunk(0x0011, "\xff\x00\x00"), tdsChunk(0x0012, "\xff\x00\x00")), tdsChunk(0xA081), tdsChunk(0xA200, tdsChunk(0x0030, int16(100)), tdsChunk(0xA300, "RED.PNG\x00")))
	content := tdsScene(materials+tdsObject("box", tdsPoints(), tdsFaces(groups...), tdsChunk(0x4140, uint16(8), uvs)), "")
	report, model := inspectBeside(t, "box.3ds", content, map[string]string{"RED.PNG": "a picture"})
	if f := report.Facts; !f.UVWMapping.Value || !f.Materials.Value || !f.Textures.Value || f.PBR.Value || len(report.Missing) > 0 {
		t.Errorf("%+v", report)
	}
	if got, want := fmt.Sprint(model.Meshes[0].Groups), "[{1 0 2} {0 2 4} {-1 4 12}]"; got != want {
		t.Errorf("groups %s, want %s", got, want)
	}
	glass, red := model.Materials[0], model.Materials[1]
	if glass.Color[3] != 0.75 || glass.AlphaMode != "BLEND" || red.Color != [4]float32{1, 0, 0, 1} || !red.DoubleSided || pictureOf(t, red.Texture) != "a picture" {
		t.Errorf("%+v, %+v", glass, red)
	}
	if missing := inspect(t, "box.3ds", content).Missing; !slices.Equal(missing, []string{"RED.PNG"}) {
		t.Errorf("missing %v", missing)
	}
}

func Test3DSKeys(t *testing.T) {
	t.Parallel()
	object := tdsObject("box", tdsPoints(), tdsFaces(), tdsChunk(0x4160, [12]float32{1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 0, 0}))
	for name, test := range map[string]struct {
		keys      string
		animated  bool
		triangles int64
		min, max  [3]float64
	}{
		"none":     {"", false, 12, [3]float64{}, [3]float64{10, 10, 10}},
		"one key":  {tdsNode(0, "box", 0xFFFF, tdsTrack(0xB020, 1, 100, 0, 0)), false, 12, [3]float64{}, [3]float64{10, 10, 10}},
		"two keys": {tdsNode(0, "box", 0xFFFF, tdsTrack(0xB020, 2, 100, 0, 0)), true, 12, [3]float64{}, [3]float64{10, 10, 10}},
		"a camera": {tdsChunk(0xB003, tdsTrack(0xB024, 2, 1)), true, 12, [3]float64{}, [3]float64{10, 10, 10}},
		// The mesh was made about (5, 0, 0); a turn of a quarter is clockwise.
		"two places, one in the other": {
			tdsNode(0, "box", 0xFFFF, tdsTrack(0xB020, 1, 5, 0, 0)) +
				tdsNode(1, "box", 0, tdsTrack(0xB020, 1, 0, 0, 20), tdsTrack(0xB021, 1, math.Pi/2, 0, 0, 1), tdsTrack(0xB022, 1, 2, 1, 1)),
			false, 24, [3]float64{0, -10, 0}, [3]float64{15, 10, 30},
		},
		"by pivots": {
			tdsNode(0, "box", 0xFFFF, tdsTrack(0xB020, 1, 5, 0, 0)) + tdsNode(1, "box", 0xFFFF, tdsTrack(0xB020, 1, 5, 0, 0), tdsChunk(0xB013, [3]float32{1, 2, 3})),
			false, 24, [3]float64{-1, -2, -3}, [3]float64{10, 10, 10},
		},
	} {
		f := inspect(t, "a.3ds", tdsScene(object, test.keys)).Facts
		if f.Animated.Value != test.animated || f.Triangles.Value != test.triangles || f.Polygons.Value != 12 {
			t.Errorf("%s: %+v", name, f)
		}
		for i := range 3 {
			if box := f.BoundingBox.Value; math.Abs(box.Min[i]-test.min[i]) > 1e-4 || math.Abs(box.Max[i]-test.max[i]) > 1e-4 {
				t.Errorf("%s: %v to %v, want %v to %v", name, box.Min, box.Max, test.min, test.max)
				break
			}
		}
	}
}

func Test3DSRefused(t *testing.T) {
	t.Parallel()
	object := func(parts ...any) string { return tdsScene(tdsObject("box", parts...), "") }
	keys := func(nodes string) string { return tdsScene(tdsObject("box", tdsPoints(), tdsFaces()), nodes) }
	nan := tdsChunk(0x4110, uint16(1), float32(math.NaN()), [2]float32{})
	circle := tdsNode(0, "box", 1) + tdsNode(1, "box", 0)
	far := tdsNode(0, "box", 0xFFFF, tdsTrack(0xB022, 1, math.MaxFloat32, 1, 1)) + tdsNode(1, "box", 0)
	for name, test := range map[string]struct{ content, code, detail string }{
		"nothing":                {tdsScene("", ""), "no_content", "no mesh"},
		"a camera alone":         {tdsScene(tdsChunk(0x4000, "eye\x00", tdsChunk(0x4700)), ""), "no_content", "no mesh"},
		"a chunk beyond another": {tdsScene("\x00\x40\xff\xff\xff\xff", ""), "truncated", "4000"},
		"a chunk without a head": {tdsScene("\x00\x40\x05\x00\x00\x00", ""), "malformed", "less than its head"},
		"a name without an end":  {tdsScene(tdsChunk(0x4000, "box"), ""), "malformed", "name"},
		"65535 vertices":         {object(tdsChunk(0x4110, uint16(65535), float32(1))), "truncated", "65535 vertices"},
		"no number of vertices":  {object(tdsChunk(0x4110, uint8(1))), "truncated", "number of vertices"},
		"65535 faces":            {object(tdsPoints(), tdsChunk(0x4120, uint16(65535))), "truncated", "65535 faces"},
		"vertex 8":               {object(tdsPoints(), tdsChunk(0x4120, uint16(1), [4]uint16{0, 1, 8, 0})), "malformed", "vertex 8, of 8"},
		"a material for face 12": {tdsScene(tdsMaterial("red")+tdsObject("box", tdsPoints(), tdsFaces(tdsChunk(0x4130, "red\x00", uint16(1), uint16(12)))), ""), "malformed", "face 12, of 12"},
		"not a number":           {object(nan), "malformed", "not finite numbers"},
		"nodes in a circle":      {keys(circle), "limit", "circle"},
		"out of all bounds":      {keys(far), "malformed", "bounds"},
		"a track without a head": {keys(tdsNode(0, "box", 0xFFFF, tdsChunk(0xB020))), "malformed", "track"},
		"4 billion keys":         {keys(tdsNode(0, "box", 0xFFFF, tdsChunk(0xB020, uint16(0), [2]uint32{}, uint32(math.MaxUint32)))), "limit", "keys"},
	} {
		if got := inspect(t, "a.3ds", test.content); problemOf(got) != test.code || !strings.Contains(got.Problems[0].Detail, test.detail) {
			t.Errorf("%s: %+v, want %s: %s", name, got.Problems, test.code, test.detail)
		}
	}
	good := tdsBox()
	for i := range 50 {
		size := 6 + (len(good)-6)*i/50
		if got := problemOf(inspect(t, "a.3ds", good[:size])); got != "truncated" {
			t.Errorf("%d/50 of the file: %q", i, got)
		}
		// The same with a length that fits: the chunks inside are cut.
		cut := []byte(good[:6+(len(good)-6)*i/50])
		binary.LittleEndian.PutUint32(cut[2:], uint32(len(cut)))
		if report := inspect(t, "a.3ds", string(cut)); !report.Rejected() {
			t.Errorf("%d/50 of the chunks are read as whole", i)
		}
	}
}

// Fuzz3DS looks for content that panics, or fails otherwise than by a refusal.
// The length of the main chunk is put right, as the file would not be taken for
// 3DS otherwise.
func Fuzz3DS(f *testing.F) {
	for _, data := range sampleSeeds(f, "3ds") {
		f.Add(data)
	}
	f.Add([]byte(tdsBox()))
	f.Add([]byte(tdsScene(tdsMaterial("red", tdsChunk(0xA020, tdsChunk(0x0010, [3]float32{1, 2, 3})), tdsChunk(0xA200, tdsChunk(0xA300, "a.png\x00")))+
		tdsObject("box", tdsPoints(), tdsFaces(tdsChunk(0x4130, "red\x00", uint16(1), uint16(3))), tdsChunk(0x4140, uint16(1), [2]float32{}), tdsChunk(0x4160, [12]float32{1, 0, 0, 0, 1, 0, 0, 0, 1})),
		tdsNode(0, "box", 0xFFFF, tdsTrack(0xB020, 1, 5, 0, 0))+tdsNode(1, "box", 0, tdsTrack(0xB021, 2, 1, 0, 0, 1)))))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) >= 6 {
			data = slices.Clone(data)
			data[0], data[1] = 'M', 'M'
			binary.LittleEndian.PutUint32(data[2:], uint32(len(data)))
		}
		inspect(t, "a.3ds", string(data))
	})
}

// Benchmark3DS reads and measures boxes; bytes a second of one core.
func Benchmark3DS(b *testing.B) {
	content := tdsScene(strings.Repeat(tdsObject("box", tdsPoints(), tdsFaces()), 20_000), "")
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		inspect(b, "boxes.3ds", content)
	}
}
