package detect_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/geometrytest"
)

// binarySTL is a binary STL of n triangles whose 80 free bytes begin with head.
func binarySTL(head string, n int) string {
	data := make([]byte, 84+50*n)
	copy(data, head)
	binary.LittleEndian.PutUint32(data[80:], uint32(n))
	return string(data)
}

// zipOf is a ZIP of empty files, and of one that unpacks to many zeros.
func zipOf(t testing.TB, zeros int, names ...string) string {
	t.Helper()
	var data bytes.Buffer
	w := zip.NewWriter(&data)
	for i, name := range names {
		entry, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 && zeros > 0 {
			if _, err := entry.Write(make([]byte, zeros)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return data.String()
}

func threeDS(size int) string {
	data := make([]byte, size)
	data[0], data[1] = 'M', 'M'
	binary.LittleEndian.PutUint32(data[2:], uint32(size))
	return string(data)
}

func TestDetect(t *testing.T) {
	t.Parallel()
	const facets = "solid part\n facet normal 0 0 1\n  outer loop\n"
	iges := strings.Repeat(" ", 72) + "S      1\n"
	for name, test := range map[string]struct {
		file, content string
		want          geometry.Format
		problem       string
		inside        []string
	}{
		"binary STL":                        {"a.stl", binarySTL("made by hand", 2), geometry.STL, "", nil},
		"binary STL that says solid":        {"a.stl", binarySTL("solid part", 1), geometry.STL, "", nil},
		"binary STL that begins like a PLY": {"a.stl", binarySTL("ply\n", 1), geometry.STL, "", nil},
		"binary STL without its end":        {"a.stl", binarySTL("x", 4)[:200], geometry.STL, "", nil},
		"NFF, whose f is a colour":          {"a.nff", "f 0.5 0.5 0.5 1 0 0 0 1\np 3\n0 0 0\n1 0 0\n0 1 0\n", geometry.Unknown, "", nil},
		"OBJ without an extension":          {"a", "f 1 2 3\n", geometry.OBJ, "", nil},
		"ASCII STL":                         {"a.stl", facets, geometry.STL, "", nil},
		"ASCII STL without facets":          {"a.stl", "solid empty\nendsolid empty\n", geometry.STL, "", nil},
		"GLB":                               {"a.glb", "glTF\x02\x00\x00\x00", geometry.GLB, "", nil},
		"glTF":                              {"a.gltf", ` {"asset": {"version": "2.0"}}`, geometry.GLTF, "", nil},
		"glTF that begins with a buffer": {"a.gltf",
			`{"buffers": [{"uri": "data:;base64,` + strings.Repeat("A", 70_000) + `"}], "asset": {"version": "2.0"}}`, geometry.GLTF, "", nil},
		"OBJ":                 {"a.obj", "# made by hand\n\nmtllib a.mtl\nv 0 0 0\n", geometry.OBJ, "", nil},
		"OBJ in lines of CR":  {"a.obj", "# made by hand\r# twice\rv 0 0 0\r", geometry.OBJ, "", nil},
		"PLY":                 {"a.ply", "ply\r\nformat ascii 1.0\r\n", geometry.PLY, "", nil},
		"FBX":                 {"a.fbx", "Kaydara FBX Binary  \x00\x1a\x00", geometry.FBX, "", nil},
		"ASCII FBX":           {"a.fbx", "; FBX 7.3.0 project file\n", geometry.FBX, "", nil},
		"DAE":                 {"a.dae", "\xef\xbb\xbf<?xml version=\"1.0\"?>\n<COLLADA version=\"1.4.1\">", geometry.DAE, "", nil},
		"3DS":                 {"a.3ds", threeDS(40), geometry.ThreeDS, "", nil},
		"3DS without its end": {"a.3ds", threeDS(40)[:30], geometry.ThreeDS, "", nil},
		"Blender":             {"a.blend", "BLENDER-v300", geometry.Blend, "", nil},
		"Blender, zstd":       {"a.blend", "\x28\xb5\x2f\xfd\x00", geometry.Blend, "", nil},
		"STEP":                {"a.stp", "ISO-10303-21;\nHEADER;", geometry.STEP, "", nil},
		"IGES":                {"a.igs", iges, geometry.IGES, "", nil},
		"DXF":                 {"a.dxf", "999\ncomment\n  0\nSECTION\n", geometry.DXF, "", nil},
		"OFF":                 {"a.off", "OFF\n8 6 0\n", geometry.OFF, "", nil},
		"splats":              {"a.splat", strings.Repeat("\x00\x01", 32), geometry.Splat, "", nil},
		"SPZ":                 {"a.spz", "\x1f\x8b\x08\x00", geometry.SPZ, "", nil},
		"3MF":                 {"a.3mf", zipOf(t, 0, "[Content_Types].xml", "3D/3dmodel.model"), geometry.ThreeMF, "", nil},
		"USDZ":                {"a.usdz", zipOf(t, 0, "scene.usdc", "0/t.png"), geometry.USDZ, "", nil},
		"ZIP with models": {"a.zip", geometrytest.Zip(t, "x/a.STL", facets, "x/b.obj", "v 0 0 0\n", "c.stl", "", "d.png", "",
			"readme.txt", ""), geometry.Zip, "", []string{"obj", "stl"}},
		"ZIP with names of models": {"a.zip", geometrytest.Zip(t, "a.glb", "hello", "b.stl", facets, "c.3mf", "PK\x03\x04"), geometry.Zip,
			"", []string{"3mf", "stl"}},
		"ZIP with backslashes": {"a.zip", geometrytest.Zip(t, `x\a.stl`, facets, "Chair: v2.obj", "v 0 0 0\n"), geometry.Zip, "",
			[]string{"obj", "stl"}},
		"BMP": {"a.bmp", "BM\x3a\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00\x28\x00\x00\x00" + strings.Repeat("\x00",
			40), geometry.Image, "", nil},
		"HDR":                             {"a.hdr", "#?RGBE\n", geometry.Image, "", nil},
		"binary DXF":                      {"a.dxf", "AutoCAD Binary DXF\r\n\x1a\x00\x00", geometry.DXF, "", nil},
		"STEP behind a mark and a line":   {"a.step", "\xef\xbb\xbf\nISO-10303-21;\n", geometry.STEP, "", nil},
		"OBJ behind many comments":        {"a.obj", strings.Repeat("# a comment\n", 7_000) + "v 0 0 0\n", geometry.OBJ, "", nil},
		"a drawing":                       {"a.svg", "<svg xmlns='http://www.w3.org/2000/svg'/>", geometry.Unknown, "", nil},
		"prose that begins like OFF":      {"readme.txt", "Office chair, 2024", geometry.Unknown, "", nil},
		"prose that begins like STL":      {"readme.txt", "Solid oak. Each facet is polished.", geometry.Unknown, "", nil},
		"prose that begins like a script": {"readme.txt", "#! Read this", geometry.Unknown, "", nil},
		"COFF":                            {"a.off", "# a comment\nCOFF\n8 6 0\n", geometry.OFF, "", nil},
		"RAR":                             {"a.rar", "Rar!\x1a\x07\x01\x00", geometry.RAR, "", nil},
		"7z":                              {"a.7z", "7z\xbc\xaf\x27\x1c\x00", geometry.SevenZ, "", nil},
		"a picture":                       {"a.png", "\x89PNG\r\n\x1a\n\x00", geometry.Image, "", nil},
		"words under a free name":         {"readme.txt", "Thank you for buying.", geometry.Unknown, "", nil},

		"an empty file":                    {"a.stl", "", geometry.Unknown, "empty", nil},
		"a GLB named .stl":                 {"a.stl", "glTF\x02\x00\x00\x00", geometry.GLB, "type_mismatch", nil},
		"a picture named .obj":             {"a.obj", "\xff\xd8\xff\xe0", geometry.Image, "type_mismatch", nil},
		"words named .glb":                 {"a.glb", "hello", geometry.Unknown, "type_mismatch", nil},
		"JSON named .gltf":                 {"a.gltf", `{"name": "x"}`, geometry.Unknown, "type_mismatch", nil},
		"a 3DS without its end named .stl": {"a.stl", threeDS(40)[:30], geometry.Unknown, "type_mismatch", nil},
		"a page":                           {"a.html", "<!doctype html><script>", geometry.Program, "type_mismatch", nil},
		"a page named .dae":                {"a.dae", "<?xml version=\"1.0\"?><html>", geometry.Program, "type_mismatch", nil},
		"a Windows program":                {"setup.zip", "MZ\x90\x00", geometry.Program, "type_mismatch", nil},
		"a script named .txt":              {"run.txt", "#!/bin/sh\nrm -rf /", geometry.Program, "type_mismatch", nil},
		"a ZIP named .3mf":                 {"a.3mf", geometrytest.Zip(t, "a.stl", facets), geometry.Zip, "type_mismatch", []string{"stl"}},
		"prose named .off":                 {"a.off", "Office chair, 2024", geometry.Unknown, "type_mismatch", nil},
		"a model named .txt":               {"a.txt", binarySTL("", 2), geometry.STL, "type_mismatch", nil},
		"a ZIP that leads out":             {"a.zip", zipOf(t, 0, "../../evil.stl"), geometry.Zip, "archive_names", nil},
		"a ZIP with a drive":               {"a.zip", zipOf(t, 0, `C:\evil.stl`), geometry.Zip, "archive_names", nil},
		"a ZIP with doubles":               {"a.zip", zipOf(t, 0, "a.stl", "A.STL"), geometry.Zip, "archive_names", nil},
		"a ZIP that explodes":              {"a.zip", zipOf(t, 4<<20, "a.stl"), geometry.Zip, "archive_ratio", nil},
		"a ZIP of very many files":         {"a.zip", zipOf(t, 0, many(5001)...), geometry.Zip, "archive_entries", nil},
		"a ZIP without its end":            {"a.zip", zipOf(t, 0, "a.stl", "b.stl")[:60], geometry.Zip, "broken_archive", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := detect.Detect(strings.NewReader(test.content), int64(len(test.content)), test.file)
			if err != nil {
				t.Fatal(err)
			}
			problem := ""
			if len(got.Problems) > 0 {
				problem = got.Problems[0].Code
			}
			if got.Format != test.want || problem != test.problem {
				t.Errorf("got %s with the problem %q, want %s with %q", got.Format, problem, test.want, test.problem)
			}
			if diff := cmp.Diff(test.inside, got.Inside); diff != "" {
				t.Errorf("inside (-want +got):\n%s", diff)
			}
		})
	}
}

func many(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = strings.Repeat("x", i%50) + string(rune('a'+i%26)) + strings.Repeat("y", i/50)
	}
	return names
}

// What is certainly a model of another format contradicts also a name whose own format
// has no signature, and nothing else does.
func TestContradicts(t *testing.T) {
	t.Parallel()
	const glb, step = "glTF\x02\x00\x00\x00\x0c\x00\x00\x00", "ISO-10303-21;\nHEADER;\n"
	for _, test := range []struct {
		extension, content string
		want               bool
	}{
		{"max", glb, true}, {"ma", glb, true}, {"tga", glb, true}, {"stl", glb, true}, {"max", "Kaydara FBX Binary  \x00\x1a\x00", true},
		{"c4d", "BLENDER-v300REND\x00", true}, {"skp", geometrytest.STL(geometrytest.BoxTriangles()), true}, {"dwg", step, true},
		{"vrm", step, true},
		{"glb", glb, false}, {"vrm", glb, false}, {"bin", glb, false}, {"tar", "glTF/a.bin\x00", false}, {"ifc", step, false},
		{"step", step, false},
		{"max", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", false}, {"ma", "//Maya ASCII 2024 scene\n", false}, {"md", "glTF is a format.\n", false},
		{"max", "\x89PNG\r\n\x1a\n\x00", false}, {"spp", "\x89HDF\r\n\x1a\n\x00", false}, {"unitypackage", "\x1f\x8b\x08\x00", false},
		{"f3d", geometrytest.Zip(t, "a", "b"), false},
	} {
		name := "file." + test.extension
		detected, err := detect.Detect(strings.NewReader(test.content), int64(len(test.content)), name)
		if got := detected.Contradicts(test.extension); err != nil || got != test.want {
			t.Errorf("%s with %.12q: %v, %v, want %v", name, test.content, got, err, test.want)
		}
	}
}

// FuzzDetect looks for content that panics or is read for too long.
func FuzzDetect(f *testing.F) {
	f.Add([]byte("solid x\nfacet"), "a.stl")
	f.Add([]byte(binarySTL("", 1)), "a.stl")
	f.Add([]byte("glTF"), "a.glb")
	f.Add([]byte("ply\nformat ascii 1.0\n"), "a.ply")
	f.Add([]byte(zipOf(f, 100, "3D/3dmodel.model")), "a.3mf")
	f.Add([]byte(zipOf(f, 0, "a.usda")), "a.usdz")
	f.Add([]byte(threeDS(16)), "a.3ds")
	f.Add([]byte("<?xml ?><COLLADA>"), "a.dae")
	f.Add([]byte("0\nSECTION\n"), "a.dxf")
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		got, err := detect.Detect(bytes.NewReader(data), int64(len(data)), name)
		if err != nil {
			t.Errorf("a file that can be read gives %v", err)
		}
		if got.Format == "" {
			t.Error("no format, not even unknown")
		}
	})
}
