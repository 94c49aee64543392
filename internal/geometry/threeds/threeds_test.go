package threeds_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/threeds/threedstest"
)

func track(id uint16, keys int, value ...float32) string {
	parts := []any{uint16(0), [2]uint32{}, uint32(keys)}
	for i := range keys {
		parts = append(parts, uint32(10*i), uint16(1), float32(0.5), value)
	}
	return threedstest.Chunk(id, parts...)
}

func node(id uint16, name string, parent uint16, tracks ...any) string {
	return threedstest.Chunk(0xB002, append([]any{threedstest.Chunk(0xB030, id),
		threedstest.Chunk(0xB010, name+"\x00", uint16(0), uint16(0), parent)}, tracks...)...)
}

func box() string {
	return threedstest.Scene(threedstest.Object("box", threedstest.Points(), threedstest.Faces()), "")
}

func TestRead(t *testing.T) {
	t.Parallel()
	f := geometrytest.Inspect(t, "box.3ds", box()).Facts
	if f.Polygons.Value != 12 || f.Triangles.Value != 12 || f.Vertices.Value != 8 || !f.Watertight.Value ||
		math.Abs(f.Volume.Value-1000) > 0.01 {
		t.Errorf("%+v", f)
	}
	if f.Units.Known() || f.UpAxis.Value != "z" || f.UVWMapping.Value || f.Materials.Value || f.Animated.Value || f.Rigged.Value {
		t.Errorf("%+v", f)
	}
	uvs := [8][2]float32{{0, 0}, {1, 0}, {1, 1}, {0, 1}}
	groups := []any{threedstest.Chunk(0x4130, "red\x00", uint16(2), [2]uint16{5, 3}),
		threedstest.Chunk(0x4130, "glass\x00", uint16(3), [3]uint16{0, 1, 3}), threedstest.Chunk(0x4130, "nowhere\x00", uint16(1), uint16(9))}
	materials := threedstest.Material("glass", threedstest.Chunk(0xA050, threedstest.Chunk(0x0030, int16(25)))) +
		threedstest.Material("red", threedstest.Chunk(0xA020, threedstest.Chunk(0x0011, "\xff\x00\x00"),
			threedstest.Chunk(0x0012, "\xff\x00\x00")), threedstest.Chunk(0xA081), threedstest.Chunk(0xA200, threedstest.Chunk(0x0030,
			int16(100)), threedstest.Chunk(0xA300, "RED.PNG\x00")))
	content := threedstest.Scene(materials+threedstest.Object("box", threedstest.Points(), threedstest.Faces(groups...),
		threedstest.Chunk(0x4140, uint16(8), uvs)), "")
	report, model := geometrytest.InspectBeside(t, "box.3ds", content, map[string]string{"RED.PNG": "a picture"})
	if f := report.Facts; !f.UVWMapping.Value || !f.Materials.Value || !f.Textures.Value || f.PBR.Value || len(report.Missing) > 0 {
		t.Errorf("%+v", report)
	}
	if got, want := fmt.Sprint(model.Meshes[0].Groups), "[{1 0 2} {0 2 4} {-1 4 12}]"; got != want {
		t.Errorf("groups %s, want %s", got, want)
	}
	glass, red := model.Materials[0], model.Materials[1]
	if glass.Color[3] != 0.75 || glass.AlphaMode != "BLEND" || red.Color != [4]float32{1, 0, 0, 1} || !red.DoubleSided ||
		geometrytest.PictureOf(t, red.Texture) != "a picture" {
		t.Errorf("%+v, %+v", glass, red)
	}
	if missing := geometrytest.Inspect(t, "box.3ds", content).Missing; !slices.Equal(missing, []string{"RED.PNG"}) {
		t.Errorf("missing %v", missing)
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	object := threedstest.Object("box", threedstest.Points(), threedstest.Faces(),
		threedstest.Chunk(0x4160, [12]float32{1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 0, 0}))
	for name, test := range map[string]struct {
		keys      string
		animated  bool
		triangles int64
		min, max  [3]float64
	}{
		"none":     {"", false, 12, [3]float64{}, [3]float64{10, 10, 10}},
		"one key":  {node(0, "box", 0xFFFF, track(0xB020, 1, 100, 0, 0)), false, 12, [3]float64{}, [3]float64{10, 10, 10}},
		"two keys": {node(0, "box", 0xFFFF, track(0xB020, 2, 100, 0, 0)), true, 12, [3]float64{}, [3]float64{10, 10, 10}},
		"a camera": {threedstest.Chunk(0xB003, track(0xB024, 2, 1)), true, 12, [3]float64{}, [3]float64{10, 10, 10}},
		// The mesh was made about (5, 0, 0); a turn of a quarter is clockwise.
		"two places, one in the other": {
			node(0, "box", 0xFFFF, track(0xB020, 1, 5, 0, 0)) +
				node(1, "box", 0, track(0xB020, 1, 0, 0, 20), track(0xB021, 1, math.Pi/2, 0, 0, 1), track(0xB022, 1, 2, 1, 1)),
			false, 24, [3]float64{0, -10, 0}, [3]float64{15, 10, 30},
		},
		"by pivots": {
			node(0, "box", 0xFFFF, track(0xB020, 1, 5, 0, 0)) + node(1, "box", 0xFFFF, track(0xB020, 1, 5, 0, 0),
				threedstest.Chunk(0xB013, [3]float32{1, 2, 3})),
			false, 24, [3]float64{-1, -2, -3}, [3]float64{10, 10, 10},
		},
	} {
		f := geometrytest.Inspect(t, "a.3ds", threedstest.Scene(object, test.keys)).Facts
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

func TestRefused(t *testing.T) {
	t.Parallel()
	object := func(parts ...any) string { return threedstest.Scene(threedstest.Object("box", parts...), "") }
	keys := func(nodes string) string {
		return threedstest.Scene(threedstest.Object("box", threedstest.Points(), threedstest.Faces()), nodes)
	}
	nan := threedstest.Chunk(0x4110, uint16(1), float32(math.NaN()), [2]float32{})
	circle := node(0, "box", 1) + node(1, "box", 0)
	far := node(0, "box", 0xFFFF, track(0xB022, 1, math.MaxFloat32, 1, 1)) + node(1, "box", 0)
	for name, test := range map[string]struct{ content, code, detail string }{
		"nothing": {threedstest.Scene("", ""), "no_content", "no mesh"},
		"a camera alone": {threedstest.Scene(threedstest.Chunk(0x4000, "eye\x00", threedstest.Chunk(0x4700)), ""), "no_content",
			"no mesh"},
		"a chunk beyond another": {threedstest.Scene("\x00\x40\xff\xff\xff\xff", ""), "truncated", "4000"},
		"a chunk without a head": {threedstest.Scene("\x00\x40\x05\x00\x00\x00", ""), "malformed", "less than its head"},
		"a name without an end":  {threedstest.Scene(threedstest.Chunk(0x4000, "box"), ""), "malformed", "name"},
		"65535 vertices":         {object(threedstest.Chunk(0x4110, uint16(65535), float32(1))), "truncated", "65535 vertices"},
		"no number of vertices":  {object(threedstest.Chunk(0x4110, uint8(1))), "truncated", "number of vertices"},
		"65535 faces":            {object(threedstest.Points(), threedstest.Chunk(0x4120, uint16(65535))), "truncated", "65535 faces"},
		"vertex 8": {object(threedstest.Points(), threedstest.Chunk(0x4120, uint16(1), [4]uint16{0, 1, 8, 0})), "malformed",
			"vertex 8, of 8"},
		"a material for face 12": {threedstest.Scene(threedstest.Material("red")+threedstest.Object("box", threedstest.Points(),
			threedstest.Faces(threedstest.Chunk(0x4130, "red\x00", uint16(1), uint16(12)))), ""), "malformed", "face 12, of 12"},
		"not a number":           {object(nan), "malformed", "not finite numbers"},
		"nodes in a circle":      {keys(circle), "limit", "circle"},
		"out of all bounds":      {keys(far), "malformed", "bounds"},
		"a track without a head": {keys(node(0, "box", 0xFFFF, threedstest.Chunk(0xB020))), "malformed", "track"},
		"4 billion keys": {keys(node(0, "box", 0xFFFF, threedstest.Chunk(0xB020, uint16(0), [2]uint32{}, uint32(math.MaxUint32)))),
			"limit", "keys"},
	} {
		if got := geometrytest.Inspect(t, "a.3ds", test.content); geometrytest.ProblemOf(got) != test.code ||
			!strings.Contains(got.Problems[0].Detail, test.detail) {
			t.Errorf("%s: %+v, want %s: %s", name, got.Problems, test.code, test.detail)
		}
	}
	good := box()
	for i := range 50 {
		size := 6 + (len(good)-6)*i/50
		if got := geometrytest.ProblemOf(geometrytest.Inspect(t, "a.3ds", good[:size])); got != "truncated" {
			t.Errorf("%d/50 of the file: %q", i, got)
		}
		// The same with a length that fits: the chunks inside are cut.
		cut := []byte(good[:6+(len(good)-6)*i/50])
		binary.LittleEndian.PutUint32(cut[2:], uint32(len(cut)))
		if report := geometrytest.Inspect(t, "a.3ds", string(cut)); !report.Rejected() {
			t.Errorf("%d/50 of the chunks are read as whole", i)
		}
	}
}

// FuzzRead looks for content that panics, or fails otherwise than by a refusal.
// The length of the main chunk is put right, as the file would not be taken for
// 3DS otherwise.
func FuzzRead(f *testing.F) {
	for _, data := range geometrytest.Seeds(f, "3ds") {
		f.Add(data)
	}
	f.Add([]byte(box()))
	f.Add([]byte(threedstest.Scene(threedstest.Material("red", threedstest.Chunk(0xA020, threedstest.Chunk(0x0010, [3]float32{1, 2, 3})),
		threedstest.Chunk(0xA200, threedstest.Chunk(0xA300, "a.png\x00")))+
		threedstest.Object("box", threedstest.Points(), threedstest.Faces(threedstest.Chunk(0x4130, "red\x00", uint16(1), uint16(3))),
			threedstest.Chunk(0x4140, uint16(1), [2]float32{}), threedstest.Chunk(0x4160, [12]float32{1, 0, 0, 0, 1, 0, 0, 0, 1})),
		node(0, "box", 0xFFFF, track(0xB020, 1, 5, 0, 0))+node(1, "box", 0, track(0xB021, 2, 1, 0, 0, 1)))))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) >= 6 {
			data = slices.Clone(data)
			data[0], data[1] = 'M', 'M'
			binary.LittleEndian.PutUint32(data[2:], uint32(len(data)))
		}
		geometrytest.Inspect(t, "a.3ds", string(data))
	})
}

// BenchmarkRead reads and measures boxes; bytes a second of one core.
func BenchmarkRead(b *testing.B) {
	content := threedstest.Scene(strings.Repeat(threedstest.Object("box", threedstest.Points(), threedstest.Faces()), 20_000), "")
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		geometrytest.Inspect(b, "boxes.3ds", content)
	}
}
