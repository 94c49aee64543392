package ply_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"vitrine/internal/geometry"
	"vitrine/internal/geometry/detect"
	"vitrine/internal/geometry/geometrytest"
	"vitrine/internal/geometry/source"
)

// file writes a PLY in any of its forms: lines of a header, and rows of
// numbers that each know their type.
type file struct {
	header string // between format and end_header
	rows   [][]any
}

func (p file) as(format string) string {
	var order binary.AppendByteOrder = binary.LittleEndian
	if format == "binary_big_endian" {
		order = binary.BigEndian
	}
	data := []byte("ply\nformat " + format + " 1.0\n" + p.header + "end_header\n")
	for _, row := range p.rows {
		for _, v := range row {
			if format == "ascii" {
				data = fmt.Appendf(data, "%v ", v)
				continue
			}
			switch v := v.(type) {
			case uint8:
				data = append(data, v)
			case int8:
				data = append(data, byte(v))
			case uint16:
				data = order.AppendUint16(data, v)
			case int16:
				data = order.AppendUint16(data, uint16(v))
			case uint32:
				data = order.AppendUint32(data, v)
			case int32:
				data = order.AppendUint32(data, uint32(v))
			case float32:
				data = order.AppendUint32(data, math.Float32bits(v))
			case float64:
				data = order.AppendUint64(data, math.Float64bits(v))
			default:
				panic(fmt.Sprintf("a %T in a PLY", v))
			}
		}
		if format == "ascii" {
			data = append(data, '\n')
		}
	}
	return string(data)
}

var forms = []string{"ascii", "binary_little_endian", "binary_big_endian"}

// box is the box as six quads, its vertices with a colour.
func box() file {
	p := file{header: "comment made by hand\nobj_info none\nelement vertex 8\nproperty float x\nproperty float y\nproperty float " +
		"z\nproperty " +
		"uchar red\nproperty uchar green\nproperty uchar blue\n" +
		"element face 6\nproperty list uchar int vertex_indices\n"}
	for i, c := range geometrytest.BoxCorners {
		p.rows = append(p.rows, []any{c[0], c[1], c[2], uint8(255), uint8(i), uint8(0)})
	}
	for _, quad := range geometrytest.BoxQuads {
		p.rows = append(p.rows, []any{uint8(4), int32(quad[0]), int32(quad[1]), int32(quad[2]), int32(quad[3])})
	}
	return p
}

// around is the box with doubles, the other spellings, and elements and
// properties around it that nobody knows.
func around() file {
	p := file{header: "element before 2\nproperty int8 a\nproperty list uint16 float64 b\nelement face 6\nproperty int16 c\nproperty list " +
		"int32 uint16 vertex_index\nproperty list uint8 float32 d\n" +
		"element between 1\nproperty list uint32 int8 e\nelement nothing 1000000000000\nelement vertex 8\nproperty list uint8 uint8 " +
		"f\nproperty " +
		"float64 z\nproperty float64 x\nproperty uint32 g\nproperty float64 y\n" +
		"element edge 1\nproperty int vertex1\nproperty int vertex2\n"}
	p.rows = append(p.rows, []any{int8(-1), uint16(2), 1.5, 2.5}, []any{int8(-1), uint16(0)})
	for _, quad := range geometrytest.BoxQuads {
		p.rows = append(p.rows, []any{int16(-300), int32(4), uint16(quad[0]), uint16(quad[1]), uint16(quad[2]), uint16(quad[3]), uint8(1),
			float32(9)})
	}
	p.rows = append(p.rows, []any{uint32(3), int8(1), int8(2), int8(3)})
	for _, c := range geometrytest.BoxCorners {
		p.rows = append(p.rows, []any{uint8(1), uint8(7), float64(c[2]), float64(c[0]), uint32(7), float64(c[1])})
	}
	p.rows = append(p.rows, []any{int32(0), int32(1)})
	return p
}

// strips is the box as strips of triangles.
func strips() file {
	p := file{header: "element vertex 8\nproperty float x\nproperty float y\nproperty float z\nelement tristrips 1\nproperty list int int " +
		"vertex_indices\n"}
	for _, c := range geometrytest.BoxCorners {
		p.rows = append(p.rows, []any{c[0], c[1], c[2]})
	}
	strip := []any{int32(29)}
	for i, quad := range geometrytest.BoxQuads {
		if i > 0 {
			strip = append(strip, int32(-1))
		}
		strip = append(strip, int32(quad[0]), int32(quad[1]), int32(quad[3]), int32(quad[2]))
	}
	p.rows = append(p.rows, strip)
	return p
}

func TestRead(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		file     file
		polygons int64
	}{"a box": {box(), 6}, "with much around it": {around(), 6}, "strips": {strips(), 12}} {
		for _, form := range forms {
			report := geometrytest.Inspect(t, "box.ply", test.file.as(form))
			f := report.Facts
			if f.Polygons.Value != test.polygons || f.Triangles.Value != 12 || f.Vertices.Value != 8 || !f.Watertight.Value ||
				f.GeometryType.Value != "polygonal_mesh" {
				t.Errorf("%s, %s: %+v %v", name, form, f, report.Problems)
			}
			if math.Abs(f.Volume.Value-1000) > 1e-3 || f.BoundingBox.Value.Max != [3]float64{10, 10, 10} {
				t.Errorf("%s, %s: volume %v, box %v", name, form, f.Volume, f.BoundingBox)
			}
			if f.Units.Known() || f.UpAxis.Known() || f.UVWMapping.Value || f.Materials.Value {
				t.Errorf("%s, %s: says what the file doesn't: %+v", name, form, f)
			}
		}
	}
	text := box().as("ascii")
	for name, content := range map[string]string{
		"other line ends":    strings.ReplaceAll(text, "\n", "\r\n"),
		"very old line ends": strings.ReplaceAll(text, "\n", "\r"),
		"empty lines":        strings.ReplaceAll(text, " \n", "\n\n \n"),
		"no end":             strings.TrimRight(text, " \n"),
		"records in pieces":  strings.ReplaceAll(text, " 10 ", "\n10 "),
		"words behind":       strings.ReplaceAll(text, " \n", " 17 18\n"),
		"a face of two":      strings.Replace(text, "face 6", "face 7", 1) + "2 0 1\n",
		"a vertex unused":    strings.Replace(strings.Replace(text, "vertex 8", "vertex 9", 1), "\n4 ", "\n99 99 99 0 0 0\n4 ", 1),
	} {
		f := geometrytest.Inspect(t, "box.ply", content).Facts
		if f.Polygons.Value != 6 || !f.Watertight.Value || f.BoundingBox.Value.Max != [3]float64{10, 10, 10} {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// TestValues reads values of vertices by each of their names.
func TestValues(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		properties string
		values     []any
		color      []uint8
		uv         []float32
		normal     []float32
	}{
		"nothing": {"", nil, nil, nil, nil},
		"bytes":   {"uchar red,uchar green,uchar blue", []any{uint8(1), uint8(2), uint8(3)}, []uint8{1, 2, 3, 255}, nil, nil},
		"bytes, alpha first": {"uchar alpha,uchar red,uchar green,uchar blue", []any{uint8(9), uint8(1), uint8(2), uint8(3)},
			[]uint8{1, 2, 3, 9}, nil, nil},
		"floats": {"float r,float g,float b,float a", []any{float32(0), float32(1), float32(2), float32(0.2)},
			[]uint8{0, 255, 255, 51}, nil, nil},
		"words": {"ushort diffuse_red,ushort diffuse_green,ushort diffuse_blue", []any{uint16(65535), uint16(257), uint16(0)},
			[]uint8{255, 1, 0, 255}, nil, nil},
		"two of three colours": {"uchar red,uchar green", []any{uint8(1), uint8(2)}, nil, nil, nil},
		"s and t":              {"float s,float t", []any{float32(0.5), float32(0.25)}, nil, []float32{0.5, 0.25}, nil},
		"u and v":              {"double v,double u", []any{0.5, 0.25}, nil, []float32{0.25, 0.5}, nil},
		"texture_u":            {"float texture_u,float texture_v", []any{float32(0.5), float32(math.NaN())}, nil, []float32{0.5, 0}, nil},
		"normals":              {"float nx,float ny,float nz", []any{float32(0), float32(0), float32(1)}, nil, nil, []float32{0, 0, 1}},
	} {
		p := file{header: "element vertex 1\nproperty float x\nproperty float y\nproperty float z\n",
			rows: [][]any{append([]any{float32(1), float32(2), float32(3)}, test.values...)}}
		for _, property := range strings.Split(test.properties, ",") {
			if property != "" {
				p.header += "property " + property + "\n"
			}
		}
		for _, form := range forms {
			_, model := geometrytest.InspectBeside(t, "a.ply", p.as(form), nil)
			if model == nil {
				t.Fatalf("%s, %s: refused", name, form)
			}
			mesh := model.Meshes[0]
			if diff := cmp.Diff([]any{[]float32{1, 2, 3}, test.color, test.uv, test.normal},
				[]any{mesh.Positions, mesh.Colors, mesh.UVs, mesh.Normals}); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", name, form, diff)
			}
			if !mesh.Points {
				t.Errorf("%s: a vertex alone is a point", name)
			}
		}
	}
}

// faces are two triangles with coordinates, colours and pictures of their own.
func faces() file {
	p := file{header: "comment TextureFile my wood.png\ncomment TextureFile C:\\x\\stone.png\nelement vertex 4\nproperty float x\nproperty " +
		"float y\nproperty float z\n" +
		"element face 3\nproperty list uchar uint vertex_indices\nproperty list uchar float texcoord\nproperty int texnumber\nproperty uchar " +
		"red\nproperty uchar green\nproperty uchar blue\n"}
	for i := range 4 {
		p.rows = append(p.rows, []any{geometrytest.BoxCorners[i][0], geometrytest.BoxCorners[i][1], geometrytest.BoxCorners[i][2]})
	}
	zero, half, one := float32(0), float32(0.5), float32(1)
	face := func(a, b, c uint32, picture int32, uvs ...any) []any {
		row := append([]any{uint8(3), a, b, c, uint8(len(uvs))}, uvs...)
		return append(row, picture, uint8(picture), uint8(0), uint8(7))
	}
	p.rows = append(p.rows, face(0, 1, 2, 0, zero, zero, half, zero, half, half), face(0, 2, 3, 0, zero, zero, half, half, zero, half),
		face(0, 2, 1, 1, half, half, one, one, one, half))
	return p
}

func TestFaces(t *testing.T) {
	t.Parallel()
	for _, form := range forms {
		report, model := geometrytest.InspectBeside(t, "a.ply", faces().as(form), map[string]string{"my wood.png": ""})
		if report.Rejected() {
			t.Fatalf("%s: %v", form, report.Problems)
		}
		f := report.Facts
		if f.Vertices.Value != 4 || f.Polygons.Value != 3 || f.UnwrappedUVs.Value != "non_overlapping" || !f.Textures.Value ||
			!f.Materials.Value || f.PBR.Value {
			t.Errorf("%s: %+v", form, f)
		}
		if diff := cmp.Diff([]string{"stone.png"}, report.Missing); diff != "" {
			t.Errorf("missing (-want +got):\n%s", diff)
		}
		mesh := model.Meshes[0]
		for what, diff := range map[string]string{
			"groups":  cmp.Diff([]geometry.Group{{Material: 0, First: 0, End: 2}, {Material: 1, First: 2, End: 3}}, mesh.Groups),
			"UVs":     cmp.Diff([]float32{0, 0, 0.5, 0, 0.5, 0.5, 0, 0.5, 0.5, 0.5, 1, 1, 1, 0.5}, mesh.UVs),
			"colours": cmp.Diff([]uint8{0, 0, 7, 255, 1, 0, 7, 255}, append(mesh.Colors[:4:4], mesh.Colors[24:]...)),
			"indices": cmp.Diff([]uint32{0, 1, 2, 0, 2, 3, 4, 5, 6}, mesh.Indices),
		} {
			if diff != "" {
				t.Errorf("%s: %s (-want +got):\n%s", form, what, diff)
			}
		}
	}
	report, model := geometrytest.InspectBeside(t, "a.ply",
		strings.Replace(box().as("ascii"), "comment", "comment TextureFile ../a.png\ncomment", 1), nil)
	if report.Rejected() || len(model.Meshes[0].Groups) != 1 || model.Meshes[0].Groups[0].Material != 0 || report.Missing[0] != "a.png" {
		t.Errorf("one picture: %+v", report)
	}
}

// TestPacked takes PlayCanvas' compressed splats for what they are.
func TestPacked(t *testing.T) {
	t.Parallel()
	const header = "ply\nformat binary_little_endian 1.0\nelement chunk 1\nproperty float min_x\nelement vertex 3\nproperty uint " +
		"packed_position\nproperty uint packed_color\nend_header\n"
	f := geometrytest.Inspect(t, "a.ply", header+strings.Repeat("x", 28)).Facts
	want := geometry.Facts{GeometryType: geometry.Fact[string]{Value: "gaussian_splats", Certainty: geometry.Declared}}
	if diff := cmp.Diff(want, f); diff != "" {
		t.Error(diff)
	}
	if got := geometrytest.Inspect(t, "a.ply", header+strings.Repeat("x", 27)); geometrytest.ProblemOf(got) != "truncated" {
		t.Errorf("cut: %+v", got.Problems)
	}
}

func TestRefused(t *testing.T) {
	t.Parallel()
	box := box()
	text, little := box.as("ascii"), box.as("binary_little_endian")
	change := func(content, old, with string) string {
		if !strings.Contains(content, old) {
			t.Errorf("no %q to change", old)
		}
		return strings.Replace(content, old, with, 1)
	}
	for name, test := range map[string]struct{ content, code string }{
		"no format":                 {change(text, "format ascii 1.0\n", ""), "malformed"},
		"an unknown format":         {change(text, "ascii", "binary_middle_endian"), "malformed"},
		"an unknown type":           {change(text, "property float x", "property quad x"), "malformed"},
		"a list of an unknown type": {change(text, "list uchar int", "list uchar quad"), "malformed"},
		"a list without a length":   {change(text, "list uchar int", "list int"), "malformed"},
		"a property first":          {change(text, "element vertex 8", "property float x\nelement vertex 8"), "malformed"},
		"a count of words":          {change(text, "vertex 8", "vertex many"), "malformed"},
		"a count below zero":        {change(text, "vertex 8", "vertex -8"), "malformed"},
		"no count":                  {change(text, "vertex 8", "vertex"), "malformed"},
		"4 billion vertices":        {change(little, "vertex 8", "vertex 4000000000"), "limit"},
		"4 billion faces":           {change(little, "face 6", "face 4000000000"), "limit"},
		"a million vertices":        {change(little, "vertex 8", "vertex 1000000"), "truncated"},
		"a million vertices, text":  {change(text, "vertex 8", "vertex 1000000"), "truncated"},
		"no vertices":               {change(text, "element vertex 8", "element vertex 0"), "no_content"},
		"no vertex element":         {change(text, "element vertex", "element corner"), "no_content"},
		"no x":                      {change(text, "float x", "float w"), "malformed"},
		"vertices of nothing": {"ply\nformat ascii 1.0\nelement vertex 3\nelement face 1\nproperty list uchar int " +
			"vertex_indices\nend_header\n3 0 1 2\n", "malformed"},
		"x is a list":               {change(text, "property float x", "property list uchar float x"), "malformed"},
		"faces without a list":      {change(text, "property list uchar int vertex_indices", "property int vertex_indices"), "malformed"},
		"faces of floats":           {change(text, "list uchar int vertex_indices", "list uchar float else"), "malformed"},
		"no such vertex":            {change(text, "4 0 3 2 1", "4 0 3 2 8"), "malformed"},
		"a vertex below zero":       {change(text, "4 0 3 2 1", "4 0 3 2 -1"), "malformed"},
		"half a vertex":             {change(text, "4 0 3 2 1", "4 0 3 2 0.5"), "malformed"},
		"a list of -1":              {change(change(text, "list uchar", "list char"), "4 0 3 2 1", "-1 0 3 2 1"), "malformed"},
		"a list of half":            {change(text, "4 0 3 2 1", "0.5 0 3 2 1"), "malformed"},
		"a list of 4 billion":       {change(change(text, "list uchar", "list uint"), "4 0 3 2 1", "4000000000 0 3 2 1"), "truncated"},
		"a list longer than a file": {little[:len(little)-17] + "\xff" + little[len(little)-16:], "truncated"},
		"words":                     {change(text, "4 0 3 2 1", "4 0 three 2 1"), "malformed"},
		"not a number":              {change(text, "10 10 10 ", "10 nan 10 "), "malformed"},
		"infinite":                  {change(text, "10 10 10 ", "10 1e300 10 "), "malformed"},
		"a face missing":            {change(text, "face 6", "face 7"), "truncated"},
		"no end of the header":      {text[:strings.Index(text, "end_header")], "truncated"},
		"a header of 2 MB":          {change(text, "comment", "comment "+strings.Repeat("x", 2<<20)+"\ncomment"), "limit"},
		"a line of 2 MB":            {change(text, "4 0 3 2 1", strings.Repeat(" ", 2<<20)+"4 0 3 2 1"), "limit"},
		"a strip that leads out":    {change(strips().as("ascii"), "29 0 3", "29 0 9"), "malformed"},
	} {
		if got := geometrytest.Inspect(t, "a.ply", test.content); geometrytest.ProblemOf(got) != test.code {
			t.Errorf("%s: %+v, want %s", name, got.Problems, test.code)
		}
	}
	for _, file := range []file{box, around(), strips(), faces()} {
		for _, form := range forms {
			content := strings.TrimRight(file.as(form), " \n")
			if form != "ascii" {
				content = file.as(form)
			}
			for i := 1; i < 50; i++ {
				report := geometrytest.Inspect(t, "a.ply", content[:len(content)*i/50])
				if len(report.Problems) == 0 {
					t.Errorf("%s: %d/50 of the file is read as whole", form, i)
				}
			}
		}
	}
}

// FuzzRead looks for content that panics, or fails otherwise than by a refusal.
func FuzzRead(f *testing.F) {
	for _, data := range geometrytest.Seeds(f, "ply") {
		f.Add(data)
	}
	for _, file := range []file{box(), around(), strips(), faces()} {
		for _, form := range forms {
			f.Add([]byte(file.as(form)))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		report, model := geometrytest.InspectBeside(t, "a.ply", string(data), map[string]string{"a.png": ""})
		if !report.Rejected() {
			geometrytest.CheckMeshes(t, model)
		}
	})
}

// BenchmarkRead reads and measures a sphere; bytes a second of one core.
func BenchmarkRead(b *testing.B) {
	const rings = 500
	p := file{header: fmt.Sprintf("element vertex %d\nproperty float x\nproperty float y\nproperty float z\nelement face %d\nproperty list "+
		"uchar int vertex_indices\n", (rings+1)*rings, 2*rings*rings)}
	round := func(v float64) float32 { return float32(math.Round(1e6*v) / 1e6) } // so that the poles are points
	for i := range rings + 1 {
		for j := range rings {
			theta, phi := math.Pi*float64(i)/rings, 2*math.Pi*float64(j)/rings
			p.rows = append(p.rows, []any{round(math.Sin(theta) * math.Cos(phi)), round(math.Sin(theta) * math.Sin(phi)), round(math.Cos(theta))})
		}
	}
	for i := range rings {
		for j := range rings {
			at := func(i, j int) int32 { return int32(i*rings + j%rings) }
			p.rows = append(p.rows, []any{uint8(3), at(i, j), at(i+1, j), at(i+1, j+1)}, []any{uint8(3), at(i, j), at(i+1, j+1), at(i, j+1)})
		}
	}
	var contents []string
	for _, form := range forms {
		contents = append(contents, p.as(form))
	}
	p.rows = nil // or the collector looks through them again and again
	for i, content := range contents {
		b.Run(forms[i], func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			for b.Loop() {
				geometrytest.Inspect(b, "sphere.ply", content)
			}
		})
	}
}

// headOnly is a file of which no more than the beginning may be read.
type headOnly struct {
	t    *testing.T
	head string
}

func (h headOnly) ReadAt(p []byte, at int64) (int, error) {
	if at > 1<<20 {
		h.t.Errorf("%d bytes are read at %d", len(p), at)
	}
	clear(p)
	if at < int64(len(h.head)) {
		copy(p, h.head[at:])
	}
	return len(p), nil
}

// What is more than can be held is known from the header, whatever the table.
func TestCountsBeforeReading(t *testing.T) {
	t.Parallel()
	for _, table := range []string{"element face 100000000\nproperty list uchar int vertex_index\n",
		"element edge 100000000\nproperty uchar a\n"} {
		head := "ply\nformat binary_little_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n" + table +
			"end_header\n"
		report, _, err := detect.Inspect(source.Input{File: source.File{Name: "a.ply", Size: 4 << 30, ReaderAt: headOnly{t, head}}})
		if err != nil || geometrytest.ProblemOf(report) != "limit" {
			t.Errorf("%q: %v, %+v", table, err, report.Problems)
		}
	}
}
