package obj_test

import (
	"fmt"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/meshfile"
)

func TestRead(t *testing.T) {
	t.Parallel()
	plain := geometrytest.PlainBox()
	for name, test := range map[string]struct {
		content string
		uvs     bool
	}{
		"vertices alone":      {plain, false},
		"normals":             {geometrytest.OBJBox(func(v, _ int) string { return fmt.Sprintf("%d//1", v+1) }), false},
		"texture vertices":    {geometrytest.OBJBox(func(v, p int) string { return fmt.Sprintf("%d/%d", v+1, p+1) }), true},
		"all three":           {geometrytest.TexturedBox(), true},
		"counted backwards":   {geometrytest.OBJBox(func(v, p int) string { return fmt.Sprintf("%d/%d/-1", v-8, p-4) }), true},
		"zero for none":       {geometrytest.OBJBox(func(v, _ int) string { return fmt.Sprintf("%d/0/0", v+1) }), false},
		"other line ends":     {strings.ReplaceAll(plain, "\n", "\r\n"), false},
		"very old line ends":  {strings.ReplaceAll(strings.TrimPrefix(plain, "# a box\n"), "\n", "\r"), false},
		"lines that go on":    {strings.ReplaceAll(plain, " 10 ", " \\\n10 "), false},
		"tabs and blanks":     {strings.ReplaceAll(strings.ReplaceAll(plain, " ", " \t "), "\nf", "\n  f"), false},
		"comments":            {strings.ReplaceAll(plain, "\n", " # it's so\n"), false},
		"a path in a comment": {strings.Replace(plain, "# a box", "# from C:\\models\\", 1), false},
		"a mark in front":     {"\xef\xbb\xbf" + plain, false},
		"faces first":         {"vn 0 0 1\n" + plain[strings.Index(plain, "f "):] + geometrytest.OBJVertices, false},
		"other statements":    {"g a\no b c\ns off\n" + plain + "l 1 2 3\np 1\nwhatever\nusemtl\n", false},
		"exponents":           {strings.ReplaceAll(plain, "10", "+1.0E+1"), false},
		"many digits":         {strings.ReplaceAll(plain, "10", "10.0000000000000000000000000"), false},
		"no end":              {strings.TrimSuffix(plain, "\n"), false},
	} {
		report := geometrytest.Inspect(t, "box.obj", test.content)
		f := report.Facts
		if f.Polygons.Value != 6 || f.Triangles.Value != 12 || f.Vertices.Value != 8 || !f.Watertight.Value ||
			f.GeometryType.Value != "polygonal_mesh" {
			t.Errorf("%s: %+v %v", name, f, report.Problems)
		}
		if f.UVWMapping.Value != test.uvs || test.uvs && f.UnwrappedUVs.Value != "overlapping" {
			t.Errorf("%s: coordinates %v, %v", name, f.UVWMapping, f.UnwrappedUVs)
		}
		if math.Abs(f.Volume.Value-1000) > 1e-3 || math.Abs(f.SurfaceArea.Value-600) > 1e-3 || f.BoundingBox.Value.Max != [3]float64{10, 10, 10} {
			t.Errorf("%s: volume %v, area %v, box %v", name, f.Volume, f.SurfaceArea, f.BoundingBox)
		}
		if f.Units.Known() || f.UpAxis.Known() || f.Materials.Value || f.PBR.Value {
			t.Errorf("%s: OBJ says nothing of units, axes and materials here", name)
		}
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	_, model := geometrytest.InspectBeside(t, "a.obj",
		"v 0 0 0 1 0 0\nv 1e0 0 0 0 .5 0\nv -0.5 1.25e-1 1\nv 9 9 9\nvt .25 0.75\nvt nan 1\nvn 0 0 1\nf 1/1/1 2/1/1 3/2/1\nf 1/1/1 3/2/1 2/2/1\n",
		nil)
	mesh := model.Meshes[0]
	for what, diff := range map[string]string{
		"positions": cmp.Diff([]float32{0, 0, 0, 1, 0, 0, -0.5, 0.125, 1, 1, 0, 0}, mesh.Positions),
		"UVs":       cmp.Diff([]float32{0.25, 0.75, 0.25, 0.75, 0, 1, 0, 1}, mesh.UVs),
		"normals":   cmp.Diff([]float32{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, mesh.Normals),
		"colours":   cmp.Diff([]uint8{255, 0, 0, 255, 0, 128, 0, 255, 255, 255, 255, 255, 0, 128, 0, 255}, mesh.Colors),
		"indices":   cmp.Diff([]uint32{0, 1, 2, 0, 2, 3}, mesh.Indices),
	} {
		if diff != "" {
			t.Errorf("%s (-want +got):\n%s", what, diff)
		}
	}
	if mesh.Vertices != 4 || mesh.Polygons != 2 {
		t.Errorf("%d vertices, %d polygons", mesh.Vertices, mesh.Polygons)
	}
	_, model = geometrytest.InspectBeside(t, "a.obj", "v 0 0 0 255 0 128\nv 1 0 0 0 0 0\n", nil)
	if diff := cmp.Diff([]uint8{255, 0, 128, 255, 0, 0, 0, 255}, model.Meshes[0].Colors); diff != "" {
		t.Errorf("colours up to 255 (-want +got):\n%s", diff)
	}
}

// TestMixed has a vertex that no face uses, faces of positions alone, and then
// corners with more at the same positions.
func TestMixed(t *testing.T) {
	t.Parallel()
	_, model := geometrytest.InspectBeside(t, "a.obj", "v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0.5 1\nf 2 3 4\nf 2/1 4 3\nf 3 2/1 4\n", nil)
	mesh := model.Meshes[0]
	if diff := cmp.Diff([]float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0}, mesh.Positions); diff != "" {
		t.Errorf("positions (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]float32{0, 0, 0, 0, 0, 0, 0.5, 1}, mesh.UVs); diff != "" {
		t.Errorf("UVs (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]uint32{0, 1, 2, 3, 2, 1, 1, 3, 2}, mesh.Indices); diff != "" {
		t.Errorf("indices (-want +got):\n%s", diff)
	}
}

// TestConcave has faces whose fan from the first corner would lie outside.
func TestConcave(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		content string
		area    float64
		tris    int64
	}{
		"an arrow":         {"v 0 0 0\nv 4 -2 0\nv 1 0 0\nv 4 2 0\nf 2 3 4 1\n", 2, 2},
		"an L":             {"v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nf 3 4 5 6 1 2\n", 3, 4},
		"an L from behind": {"v 0 0 0\nv 0 0 2\nv 0 1 2\nv 0 1 1\nv 0 2 1\nv 0 2 0\nf 6 5 4 3 2 1\n", 3, 4},
		"a comb": {"v 0 0 0\nv 5 0 0\nv 5 3 0\nv 4 3 0\nv 4 1 0\nv 3 1 0\nv 3 3 0\nv 2 3 0\nv 2 1 0\nv 1 1 0\nv 1 3 0\nv 0 " +
			"3 0\nf 1 2 3 4 5 6 7 8 9 10 11 12\n", 11, 10},
		"a face with a hole, bridged": {"v 0 0 0\nv 3 0 0\nv 3 3 0\nv 0 3 0\nv 1 1 0\nv 1 2 0\nv 2 2 0\nv 2 1 0\nf 1 2 3 4 1 5 6 7 8 5\n", 8, 8},
		"in one point":                {"v 0 0 0\nf 1 1 1 1 1 1\n", 0, 4},
	} {
		f := geometrytest.Inspect(t, "a.obj", test.content).Facts
		if math.Abs(f.SurfaceArea.Value-test.area) > 1e-6 || f.Triangles.Value != test.tris || f.Polygons.Value != 1 {
			t.Errorf("%s: area %v, want %v; %d triangles, want %d", name, f.SurfaceArea.Value, test.area, f.Triangles.Value, test.tris)
		}
	}
}

func TestMaterials(t *testing.T) {
	t.Parallel()
	faces := geometrytest.PlainBox()
	faces = strings.Replace(faces, "\nf ", "\nusemtl red stone\nf ", 1)
	half := strings.LastIndex(faces[:len(faces)-1], "\nf ")
	faces = faces[:half] + "\nusemtl other\nusemtl glass" + faces[half:]
	const library = "newmtl red stone\nKd 1 0 0\nKs 1 1 1\nNs 200\nmap_Kd -s 2 2 -o 0.5 -clamp on C:\\textures\\my stone.png\nbump -bm 0.5 " +
		"bumps.png\n" +
		"newmtl glass\nKd 0.5\nd 0.25\nTr 0.1\nKe 0 0 1\nnewmtl unused\nmap_Kd unused.png\nPr 0.5\n"
	report, model := geometrytest.InspectBeside(t, "a.obj", "mtllib my box.mtl\n"+faces,
		map[string]string{"my box.mtl": library, "my stone.png": "picture"})
	f := report.Facts
	if !f.Materials.Value || !f.Textures.Value || f.PBR.Value || f.Polygons.Value != 6 {
		t.Errorf("%+v", f)
	}
	if diff := cmp.Diff([]string{"bumps.png"}, report.Missing); diff != "" {
		t.Errorf("missing (-want +got):\n%s", diff)
	}
	if len(model.Materials) != 2 {
		t.Fatalf("%d materials, want those in use: %+v", len(model.Materials), model.Materials)
	}
	if diff := cmp.Diff([]geometry.Group{{Material: 0, First: 0, End: 10}, {Material: 1, First: 10, End: 12}},
		model.Meshes[0].Groups); diff != "" {
		t.Errorf("groups (-want +got):\n%s", diff)
	}
	stone, glass := model.Materials[0], model.Materials[1]
	if stone.Name != "red stone" || stone.Color != [4]float32{1, 0, 0, 1} || stone.Texture == nil || stone.Roughness > 0.2 ||
		stone.AlphaMode != "" {
		t.Errorf("stone: %+v", stone)
	} else if picture, err := stone.Texture.Open(); err != nil {
		t.Error(err)
	} else if text, _ := io.ReadAll(picture); string(text) != "picture" {
		t.Errorf("the picture is %q", text)
	}
	if glass.Color[3] != 0.25 || glass.AlphaMode != "BLEND" || glass.Emissive != [3]float32{0, 0, 1} || glass.Texture != nil ||
		glass.Color[0] < 0.2 || glass.Color[0] > 0.22 {
		t.Errorf("glass: %+v", glass)
	}
}

func TestLibraries(t *testing.T) {
	t.Parallel()
	box := strings.Replace(geometrytest.PlainBox(), "\nf ", "\nusemtl m\nf ", 1)
	const textured = "newmtl m\nmap_Kd a.png\n"
	for name, test := range map[string]struct {
		mtllib  string
		beside  map[string]string
		missing []string
		pbr     bool
		found   bool
	}{
		"one":                 {"mtllib a.mtl", map[string]string{"a.mtl": textured, "a.png": ""}, nil, false, true},
		"missing":             {"mtllib a.mtl", nil, []string{"a.mtl"}, false, false},
		"its picture missing": {"mtllib a.mtl", map[string]string{"a.mtl": textured}, []string{"a.png"}, false, true},
		"several": {"mtllib a.mtl my b.MTL c.mtl", map[string]string{"my b.MTL": "newmtl m\nPr 0\n"}, []string{"a.mtl", "c.mtl"},
			true, false},
		"a name with blanks": {"mtllib  a.mtl of b.mtl ", map[string]string{"a.mtl of b.mtl": "newmtl m\nmap_Pm x.png\n", "x.png": ""}, nil,
			true, true},
		"twice": {"mtllib a.mtl\nmtllib a.mtl", nil, []string{"a.mtl"}, false, false},
		"a path": {`mtllib .\lib\a.mtl`, map[string]string{"a.mtl": "newmtl m\nmap_Kd textures/a.png\nmap_d textures/a.png",
			"a.png": ""}, nil, false, true},
		"a picture with a way out": {"mtllib a.mtl",
			map[string]string{"a.mtl": "newmtl m\nmap_Kd ../../etc/passwd\nmap_Ks /dev/zero\nnorm file:///etc/passwd\n"},
			[]string{"passwd", "zero", "file:///etc/passwd"}, false, true},
		"nothing": {"mtllib", nil, nil, false, false},
		"no library at all": {"mtllib a.mtl", map[string]string{"a.mtl": "\xff\xd8\xff\x00\n\nKd 1\nnewmtl \nKd\nmap_Kd\nmap_Kd -s\nd x\n"}, nil,
			false, false},
	} {
		report, model := geometrytest.InspectBeside(t, "a.obj", test.mtllib+"\n"+box, test.beside)
		if report.Rejected() || len(model.Materials) != 1 {
			t.Fatalf("%s: %+v", name, report)
		}
		if diff := cmp.Diff(test.missing, report.Missing); diff != "" {
			t.Errorf("%s: missing (-want +got):\n%s", name, diff)
		}
		if f := report.Facts; f.PBR.Value != test.pbr || f.Textures.Value != test.found || !f.Materials.Value {
			t.Errorf("%s: PBR %v, textures %v", name, f.PBR, f.Textures)
		}
	}
	for _, library := range []string{"../../../../etc/passwd", "..", "/etc/passwd", `..\secret.mtl`, `C:\a.mtl`,
		"https://example.org/a.mtl", "lib/../../a.mtl"} {
		if report, _ := geometrytest.InspectBeside(t, "a.obj", "mtllib "+library+"\n"+box, nil); geometrytest.ProblemOf(report) != "unsafe" {
			t.Errorf("mtllib %s: %+v", library, report.Problems)
		}
	}
	report, _ := geometrytest.InspectBeside(t, "a.obj", "mtllib a.mtl\n"+box,
		map[string]string{"a.mtl": "newmtl m\n" + strings.Repeat(" ", 17<<20)})
	if geometrytest.ProblemOf(report) != "limit" {
		t.Errorf("a library of 17 MB: %+v", report.Problems)
	}
}

func TestOthers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		content, kind string
		vertices      int64
	}{
		"points":       {"v 0 0 0\nv 1 2 3\np 1 2\n", "other", 2},
		"lines":        {"v 0 0 0\nv 1 2 3\nl 1 2\n", "other", 2},
		"vertices":     {"v 0 0 0\nv 1 2 3\nv 1 1 1\n", "other", 3},
		"a surface":    {"v 0 0 0\nv 1 2 3 1\ncstype bspline\nsurf 0 1 0 1 1 2\nend\n", "nurbs", 2},
		"two corners":  {"v 0 0 0\nv 1 2 3\nf 1 2\n", "other", 2},
		"some surface": {geometrytest.OBJVertices + "f 1 2 3\nsurf 0 1 0 1 1 2\nend\n", "polygonal_mesh", 8},
	} {
		f := geometrytest.Inspect(t, "a.obj", test.content).Facts
		if f.GeometryType.Value != test.kind || f.Vertices.Value != test.vertices || f.Watertight.Value {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// Texture vertices and normals that faces name and the file lacks leave a mesh
// without them.
func TestLoose(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		content string
		uvs     []float32
		normals bool
	}{
		"no texture vertices":   {geometrytest.OBJVertices + "f 1/1 2/2 3/3\n", nil, false},
		"a texture vertex less": {geometrytest.OBJVertices + "vt 0.5 1\nf 1/1 2/1 3/2\n", []float32{0.5, 1, 0.5, 1, 0, 0}, false},
		"no normals":            {geometrytest.OBJVertices + "f 1//1 2//2 3//3\n", nil, false},
		"a normal less":         {geometrytest.OBJVertices + "vn 0 0 1\nf 1//1 2//1 3//2\n", nil, false},
		"all there":             {geometrytest.OBJVertices + "vt 1 1\nvn 0 0 1\nf 1/1/1 2/1/1 3/1/1\n", []float32{1, 1, 1, 1, 1, 1}, true},
	} {
		report, model := geometrytest.InspectBeside(t, "a.obj", test.content, nil)
		if report.Rejected() || report.Facts.Polygons.Value != 1 || report.Facts.UVWMapping.Value != (test.uvs != nil) {
			t.Errorf("%s: %+v", name, report)
			continue
		}
		mesh := model.Meshes[0]
		if diff := cmp.Diff(test.uvs, mesh.UVs); diff != "" || (mesh.Normals != nil) != test.normals {
			t.Errorf("%s: normals %v, UVs %s", name, mesh.Normals, diff)
		}
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	box := geometrytest.PlainBox()
	for name, test := range map[string]struct{ content, code string }{
		"corner 0":                     {geometrytest.OBJVertices + "f 0 1 2\n", "malformed"},
		"a corner too many":            {geometrytest.OBJVertices + "f 1 2 9\n", "malformed"},
		"corner 4 billion":             {geometrytest.OBJVertices + "f 1 2 4000000000\n", "malformed"},
		"a corner of 30 digits":        {geometrytest.OBJVertices + "f 1 2 " + strings.Repeat("9", 30) + "\n", "malformed"},
		"before the first":             {geometrytest.OBJVertices + "f -9 -1 -2\n", "malformed"},
		"a corner of words":            {geometrytest.OBJVertices + "f a b c\n", "malformed"},
		"a corner of four":             {geometrytest.OBJVertices + "vt 0 0\nvn 0 0 1\nf 1/1/1/1 2 3\n", "malformed"},
		"a broken corner":              {geometrytest.OBJVertices + "f 1.5 2 3\n", "malformed"},
		"two coordinates":              {"v 1 2\nv 0 0 0\n", "malformed"},
		"coordinates of words":         {"v a b c\nv 0 0 0\n", "malformed"},
		"not a number":                 {"v nan 0 0\nf 1 1 1\n", "malformed"},
		"infinite":                     {"v 0 1e39 0\nf 1 1 1\n", "malformed"},
		"out of all bounds":            {"v 0 1e999 0\nf 1 1 1\n", "malformed"},
		"nothing":                      {"mtllib a.mtl\n# empty\n", "no_content"},
		"a face alone":                 {"f 1 2 3\nv 1\n", "malformed"},
		"a long line":                  {"v 0 0 0\n# " + strings.Repeat("x", 2<<20), "limit"},
		"a long line in pieces":        {"v 0 0 0\nf " + strings.Repeat("1 \\\n", 1<<20), "limit"},
		"cut in a vertex":              {"v 0 0 0\nv 1 1", "truncated"},
		"cut in front of a corner":     {geometrytest.OBJVertices + "f 1 2 -", "truncated"},
		"cut in front of its vertices": {box[:strings.Index(box, "v 10 10 10")] + "f 1 2 7\n", "malformed"},
	} {
		if got := geometrytest.Inspect(t, "a.obj", test.content); geometrytest.ProblemOf(got) != test.code {
			t.Errorf("%s: %+v, want %s", name, got.Problems, test.code)
		}
	}
	for _, content := range []string{box, geometrytest.TexturedBox()} {
		for i := 1; i < 50; i++ {
			report := geometrytest.Inspect(t, "a.obj", content[:len(content)*i/50])
			if f := report.Facts; !report.Rejected() && (f.Vertices.Value > 8 || f.Triangles.Value > 11) {
				t.Errorf("%d/50 of the file: %+v", i, f)
			}
		}
	}
}

// FuzzRead looks for content that panics, or fails otherwise than by a refusal.
func FuzzRead(f *testing.F) {
	for _, data := range geometrytest.Seeds(f, "obj") {
		f.Add(data, []byte{})
	}
	const library = "newmtl m\nKd 1 0 0\nd 0.5\nmap_Kd -s 1 1 1 a b.png\nPr 0.5\n"
	f.Add([]byte(geometrytest.PlainBox()), []byte(library))
	f.Add([]byte("mtllib a.mtl\n"+strings.Replace(geometrytest.TexturedBox(), "\nf ", "\nusemtl m\nf ", 1)), []byte(library))
	f.Add([]byte("v 0 0 0 1 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 1 \\\n 0 0 0\nf -1 \\\n-2 -3\nl 1 2\nsurf\n"), []byte("newmtl"))
	f.Add([]byte("v 0 0 0\nv 4 -2 0\nv 1 0 0\nv 4 2 0\nv 7 7 7\nf 2 3 4 1 5\nusemtl m\nf 1 5 4 3 2\n"), []byte("Kd 1"))
	f.Fuzz(func(t *testing.T, data, library []byte) {
		report, model := geometrytest.InspectBeside(t, "a.obj", "v 0 0 0\nmtllib a.mtl b.mtl\n"+string(data),
			map[string]string{"a.mtl": string(library)})
		if !report.Rejected() {
			geometrytest.CheckMeshes(t, model)
		}
	})
}

// BenchmarkRead reads and measures a sphere; bytes a second of one core.
func BenchmarkRead(b *testing.B) {
	const rings = 500
	var text strings.Builder
	file := meshfile.NewOBJ(&text, 6)
	for i := range rings + 1 {
		for j := range rings + 1 {
			theta, phi := math.Pi*float64(i)/rings, 2*math.Pi*float64(j%rings)/rings
			x, y, z := math.Sin(theta)*math.Cos(phi), math.Sin(theta)*math.Sin(phi), math.Cos(theta)
			file.Vertex(x, y, z)
			file.UV(float64(i)/rings, float64(j)/rings)
			file.Normal(x, y, z)
		}
	}
	corner := func(i, j int) meshfile.Corner {
		at := i*(rings+1) + j + 1
		return meshfile.Corner{Vertex: at, UV: at, Normal: at}
	}
	for i := range rings {
		for j := range rings {
			file.Face(corner(i, j), corner(i+1, j), corner(i+1, j+1))
			file.Face(corner(i, j), corner(i+1, j+1), corner(i, j+1))
		}
	}
	_ = file.Flush()
	content := text.String()
	b.SetBytes(int64(len(content)))
	for b.Loop() {
		geometrytest.Inspect(b, "sphere.obj", content)
	}
}
