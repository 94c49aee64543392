package meshfile_test

import (
	"bytes"
	"errors"
	"image"
	"image/jpeg"
	"io"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/source"
	"vitrine/internal/meshfile"
)

// The faces of a tetrahedron, counter-clockwise from outside.
var (
	points = [][3]float32{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}}
	faces  = [][3]uint32{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}
)

func facets(yield func(meshfile.Facet) bool) {
	for _, f := range faces {
		if !yield(meshfile.Facet{Corners: [3][3]float32{points[f[0]], points[f[1]], points[f[2]]}}) {
			return
		}
	}
}

func scene(t *testing.T) meshfile.Scene {
	t.Helper()
	var picture bytes.Buffer
	if err := jpeg.Encode(&picture, image.NewRGBA(image.Rect(0, 0, 8, 8)), nil); err != nil {
		t.Fatal(err)
	}
	painted := &meshfile.Material{Name: "painted", Color: [3]float64{1, 1, 1}, Roughness: 0.5, Texture: picture.Bytes()}
	solid := meshfile.Primitive{Material: painted, Positions: points, UVs: [][2]float32{{0, 0}, {1, 0}, {0, 1}, {1, 1}},
		Indices: slices.Concat(faces[0][:], faces[1][:], faces[2][:], faces[3][:])}
	plain := solid
	plain.Positions = [][3]float32{{9, 0, 0}, {10, 0, 0}, {9, 2, 0}, {9, 0, 3}}
	plain.Material, plain.UVs, plain.Normals = nil, nil, [][3]float32{{1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	return meshfile.Scene{Generator: "a test", Objects: []meshfile.Object{
		{Name: "one", Primitives: []meshfile.Primitive{solid, plain}},
		{Name: "two", Primitives: []meshfile.Primitive{solid},
			Spin: &meshfile.Spin{Pivot: [3]float32{5, 0, 0}, Axis: [3]float32{0, 1, 0}, Seconds: 2}},
	}}
}

func writeOBJ(w io.Writer) error {
	o := meshfile.NewOBJ(w, 3)
	o.Comment("a tetrahedron")
	o.Library("a.mtl")
	o.Object("one")
	for _, p := range points {
		o.Vertex(float64(p[0])+0.0004, float64(p[1]), float64(p[2]))
	}
	o.UV(0.5, 0.25)
	o.Normal(0, 0, -1)
	o.Material("dark oak")
	o.Face(meshfile.Corner{Vertex: 1, UV: 1, Normal: 1}, meshfile.Corner{Vertex: 3, Normal: 1}, meshfile.Corner{Vertex: 2, UV: 1})
	for _, f := range faces[1:] {
		o.Polygon(int(f[0])+1, int(f[1])+1, int(f[2])+1)
	}
	return o.Flush()
}

// TestRead reads what is written.
func TestRead(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		write                func(io.Writer) error
		polygons             int64
		textured, watertight bool
	}{
		"a.glb":    {scene(t).Write, 12, true, true},
		"a.obj":    {writeOBJ, 4, false, true},
		"a.stl":    {func(w io.Writer) error { return meshfile.WriteSTL(w, "a test", len(faces), facets) }, 4, false, true},
		"text.stl": {func(w io.Writer) error { return meshfile.WriteTextSTL(w, "a test", 'g', facets) }, 4, false, true},
	} {
		var file bytes.Buffer
		if err := tt.write(&file); err != nil {
			t.Fatal(err)
		}
		report, model, err := detect.Inspect(source.Input{File: source.File{Name: name, Size: int64(file.Len()),
			ReaderAt: bytes.NewReader(file.Bytes())}})
		if err != nil || report.Rejected() {
			t.Errorf("%s: %v %v", name, err, report.Problems)
			continue
		}
		f := report.Facts
		if f.Polygons.Value != tt.polygons || f.Textures.Value != tt.textured || f.Watertight.Value != tt.watertight || len(model.Meshes) == 0 {
			t.Errorf("%s: %d polygons, textured %v, watertight %v", name, f.Polygons.Value, f.Textures.Value, f.Watertight.Value)
		}
		if moves := f.Animated.Value; moves != (name == "a.glb") {
			t.Errorf("%s is animated: %v", name, moves)
		}
	}
}

// TestText compares the formats of lines.
func TestText(t *testing.T) {
	t.Parallel()
	var obj, mtl bytes.Buffer
	if err := writeOBJ(&obj); err != nil {
		t.Fatal(err)
	}
	const want = "# a tetrahedron\nmtllib a.mtl\no one\nv 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\nvt 0.5 0.25\nvn 0 0 -1\nusemtl dark_oak\n" +
		"f 1/1/1 3//1 2/1\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
	if got := obj.String(); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	err := meshfile.WriteMTL(&mtl, []meshfile.Paint{{Name: "dark oak", Diffuse: [3]float64{0.25, 0.5, 1}, Shininess: 64, Roughness: 0.5}})
	const oak = "newmtl dark_oak\nKd 0.2500 0.5000 1.0000\nKs 0.0000 0.0000 0.0000\nKe 0.0000 0.0000 0.0000\nNs 64.0\nPm 0.000\n" +
		"Pr 0.500\nd 1\nillum 2\n\n"
	if got := mtl.String(); err != nil || got != oak {
		t.Errorf("%v, got %s\nwant %s", err, got, oak)
	}
}

// TestTextSTL compares the two formats of numbers.
func TestTextSTL(t *testing.T) {
	t.Parallel()
	one := slices.Values([]meshfile.Facet{{Normal: [3]float32{0, 0, 1}, Corners: [3][3]float32{{0.1, 2, 30}, {1e-9, 0, 0}, {-1, 0, 0}}}})
	for format, want := range map[byte]string{
		'g': "solid a\nfacet normal 0 0 1\n  outer loop\n    vertex 0.1 2 30\n    vertex 1e-09 0 0\n" +
			"    vertex -1 0 0\n  endloop\nendfacet\nendsolid a\n",
		'e': "solid a\nfacet normal 0 0 1\n  outer loop\n" +
			"    vertex 1.000000e-01 2.000000e+00 3.000000e+01\n" +
			"    vertex 1.000000e-09 0.000000e+00 0.000000e+00\n" +
			"    vertex -1.000000e+00 0.000000e+00 0.000000e+00\n  endloop\nendfacet\nendsolid a\n",
	} {
		var file strings.Builder
		if err := meshfile.WriteTextSTL(&file, "a", format, one); err != nil || file.String() != want {
			t.Errorf("%v, got %s\nwant %s", err, file.String(), want)
		}
	}
}

// TestScene: what the parts of a scene share is written once, and a spinning one
// turns about its pivot.
func TestScene(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	if err := scene(t).Write(&file); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	for part, times := range map[string]int{`"name":"painted"`: 1, `"image/jpeg"`: 1, `"material":0`: 2, `"translation":[5,0,0]`: 1,
		`"min":[-5,0,0],"max":[-4,2,3]`: 1, `"path":"rotation"`: 1,
		`"NORMAL":`: 1, `"TEXCOORD_0":`: 2} {
		if got := strings.Count(text, part); got != times {
			t.Errorf("%s is there %d times, want %d", part, got, times)
		}
	}
}

// TestContainer: chunks are filled up to four bytes, and the lengths are right.
func TestContainer(t *testing.T) {
	t.Parallel()
	want := "glTF\x02\x00\x00\x00\x24\x00\x00\x00" + "\x04\x00\x00\x00JSON{}  " + "\x04\x00\x00\x00BIN\x00abc\x00"
	if got := string(meshfile.GLB([]byte("{}"), []byte("abc"))); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestBrokenWriter: an error of the writer comes out of each.
func TestBrokenWriter(t *testing.T) {
	t.Parallel()
	broken := errors.New("broken")
	for name, write := range map[string]func(io.Writer) error{
		"a scene": scene(t).Write, "OBJ": writeOBJ,
		"STL":  func(w io.Writer) error { return meshfile.WriteSTL(w, "", len(faces), facets) },
		"text": func(w io.Writer) error { return meshfile.WriteTextSTL(w, "", 'e', facets) },
		"MTL":  func(w io.Writer) error { return meshfile.WriteMTL(w, []meshfile.Paint{{}}) },
	} {
		if err := write(writerOf(broken)); !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

type failing struct{ err error }

func writerOf(err error) io.Writer { return failing{err} }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
