package detect_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/source"
)

// samples are real files and what independent readers count in them; NOTICE
// names their sources.
var samples = []struct {
	file                          string
	polygons, triangles, vertices int64 // -1: not known
	kind                          string
	unwrapped                     string
	rigged, animated, pbr         bool
	watertight                    bool
}{
	{"3ds/test1.3ds", 108, 108, 288, "polygonal_mesh", "overlapping", false, false, false, true},
	{"3mf/cube.3mf", 12, 12, 8, "polygonal_mesh", "no", false, false, false, true},
	// Some readers leave the production extension aside and count nothing here.
	{"3mf/cube_gears_prod_req.3mf", 25692, 25692, 12864, "polygonal_mesh", "no", false, false, false, true},
	// Faces as Blender stores them; what is drawn is made by modifiers.
	{"blend/Suzanne_248.blend", 2000, -1, 1980, "polygonal_mesh", "", false, false, false, false},
	{"fbx/animation_with_skeleton.fbx", 1056, 2112, 1058, "polygonal_mesh", "non_overlapping", true, true, false, true},
	{"fbx/phong_cube.fbx", 6, 12, 8, "polygonal_mesh", "non_overlapping", false, false, false, true},
	{"glb/BoxTextured.glb", 12, 12, 24, "polygonal_mesh", "overlapping", false, false, false, true},
	// Two wheels are one mesh at two places: stored once, drawn twice.
	{"glb/CesiumMilkTruck.glb", 2856, 3624, 2978, "polygonal_mesh", "mixed", false, true, false, false},
	// Split at its normals, as glTF does; closed all the same, once welded.
	{"glb/OrientationTest.glb", 524, 524, 1048, "polygonal_mesh", "no", false, false, true, true},
	{"glb/own_cube_pbr_anim.glb", 12, 12, 24, "polygonal_mesh", "non_overlapping", false, true, true, true},
	{"gltf/AnimatedMorphCube.gltf", 12, 12, 24, "polygonal_mesh", "no", false, true, true, true},
	{"gltf/Box.gltf", 12, 12, 24, "polygonal_mesh", "no", false, false, false, true},
	{"gltf/simple_skin.gltf", 8, 8, 10, "polygonal_mesh", "no", true, true, false, false},
	// The file's own vertices: pairs of position and UV, as a renderer sees them, are more or fewer.
	{"obj/own_cube_overlap.obj", 6, 12, 24, "polygonal_mesh", "overlapping", false, false, false, true},
	{"obj/spider.obj", 1368, 1368, 762, "polygonal_mesh", "overlapping", false, false, false, false},
	{"spz/knot_v3.spz", 0, 0, 20000, "gaussian_splats", "no", false, false, false, false},
	// Welded by position: an STL has no vertices of its own.
	{"stl/Spider_ascii.stl", 1368, 1368, 722, "polygonal_mesh", "no", false, false, false, false},
	{"stl/Spider_binary.stl", 1368, 1368, 722, "polygonal_mesh", "no", false, false, false, false},
	{"stl/own_torus_closed.stl", 2304, 2304, 1152, "polygonal_mesh", "no", false, false, false, true},
	// Every edge has two faces, and some run the same way: some readers call that closed.
	{"stl/own_torus_flipped.stl", 2304, 2304, 1152, "polygonal_mesh", "no", false, false, false, false},
	{"stl/own_torus_hole.stl", 2303, 2303, 1152, "polygonal_mesh", "no", false, false, false, false},
	{"dxf/PinkEggFromLW.dxf", -1, -1, -1, "", "", false, false, false, false},
	{"usdz/BoxAnimated.usdz", -1, -1, -1, "", "", false, false, false, false},
}

// inspectSample reads a sample with those in its folder beside it.
func inspectSample(t testing.TB, path string) (detect.Report, *geometry.Model) {
	t.Helper()
	from := func(path string) (source.File, bool) {
		data, err := os.ReadFile(path)
		return source.File{Name: filepath.Base(path), Size: int64(len(data)), ReaderAt: strings.NewReader(string(data))}, err == nil
	}
	file, ok := from(path)
	if !ok {
		t.Fatalf("%s is not there", path)
	}
	report, model, err := detect.Inspect(source.Input{File: file, Sibling: func(name string) (source.File, bool) {
		return from(filepath.Join(filepath.Dir(path), name))
	}})
	if err != nil {
		t.Fatal(err)
	}
	return report, model
}

func TestSamples(t *testing.T) {
	t.Parallel()
	for _, want := range samples {
		report, _ := inspectSample(t, filepath.Join("..", "testdata", "samples", want.file))
		if report.Rejected() {
			t.Errorf("%s: %v", want.file, report.Problems)
			continue
		}
		f, got := report.Facts, want
		count := func(fact geometry.Fact[int64]) int64 {
			if !fact.Known() {
				return -1
			}
			return fact.Value
		}
		got.polygons, got.triangles, got.vertices = count(f.Polygons), count(f.Triangles), count(f.Vertices)
		got.kind, got.unwrapped, got.watertight = f.GeometryType.Value, f.UnwrappedUVs.Value, f.Watertight.Value
		got.rigged, got.animated, got.pbr = f.Rigged.Value, f.Animated.Value, f.PBR.Value
		if got != want {
			t.Errorf("%s: got %+v, want %+v", want.file, got, want)
		}
	}
}

// TestBadSamples has files that break rules or want to do harm: each is refused.
func TestBadSamples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../testdata/samples/bad/*")
	if err != nil || len(files) < 15 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	got := map[string]string{}
	for _, path := range files {
		if filepath.Ext(path) == ".mtl" {
			continue // a library is nothing by itself
		}
		report, _ := inspectSample(t, path)
		got[filepath.Base(path)] = geometrytest.ProblemOf(report)
	}
	want := map[string]string{
		"OutOfMemory.off": "limit", "RecursiveNodes_RecursiveNodes.gltf": "limit", "malformed.obj": "malformed", "own_3mf_cycle.3mf": "malformed",
		"own_3mf_laughs.3mf": "unsafe",
		"own_fbx_trunc.fbx":  "truncated", "own_glb_accoff.glb": "malformed", "own_glb_count2g.glb": "limit", "own_gltf_cycle.gltf": "limit",
		"own_gltf_passwd.gltf":  "unsafe",
		"own_obj_traversal.obj": "unsafe", "own_ply_count4g.ply": "limit", "own_stl_count4g.stl": "limit", "own_stl_trunc.stl": "truncated",
		"own_zip_names.3mf": "archive_names",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestSamplesCut cuts each sample at many places: it is refused, or what is left
// is a whole file, and never anything else.
func TestSamplesCut(t *testing.T) {
	t.Parallel()
	const places = 50
	for _, sample := range samples {
		data, err := os.ReadFile(filepath.Join("..", "testdata", "samples", sample.file))
		if err != nil {
			t.Fatal(err)
		}
		refused := 0
		for i := range places {
			cut := string(data[:len(data)*i/places])
			report, _, err := detect.Inspect(source.Input{File: source.File{Name: filepath.Base(sample.file), Size: int64(len(cut)),
				ReaderAt: strings.NewReader(cut)}})
			if err != nil {
				t.Errorf("%s, %d of %d bytes: %v", sample.file, len(cut), len(data), err)
			}
			if report.Rejected() {
				refused++
			}
		}
		// Lists of statements are whole wherever a line ends.
		if lines := strings.Contains("obj dxf", filepath.Ext(sample.file)[1:]); refused < places-1 && !lines {
			t.Errorf("%s: %d of %d cuts were refused", sample.file, refused, places)
		}
	}
}

// TestSamplesLie gives each sample the extension of every other format: it is
// refused for not being one.
func TestSamplesLie(t *testing.T) {
	t.Parallel()
	extensions := []string{"glb", "gltf", "stl", "obj", "ply", "3mf", "splat", "spz", "fbx", "dae", "3ds", "blend", "step", "igs", "usdz",
		"usdc", "dxf", "off", "zip", "rar", "7z", "png"}
	for _, sample := range samples {
		data, err := os.ReadFile(filepath.Join("..", "testdata", "samples", sample.file))
		if err != nil {
			t.Fatal(err)
		}
		for _, extension := range extensions {
			if "."+extension == filepath.Ext(sample.file) || extension == "zip" && strings.HasSuffix(sample.file, ".usdz") {
				continue // a USDZ is a ZIP too
			}
			from := source.File{Name: "a." + extension, Size: int64(len(data)), ReaderAt: strings.NewReader(string(data))}
			report, _, err := detect.Inspect(source.Input{File: from})
			if err != nil || !report.Rejected() {
				t.Errorf("%s as .%s: %+v, %v", sample.file, extension, report, err)
			}
		}
	}
}
