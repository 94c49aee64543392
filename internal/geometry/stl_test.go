package geometry_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"vitrine/internal/geometry"
)

// A box of 10 by 10 by 10 as twelve triangles, counter-clockwise from outside.
var boxCorners = [8][3]float32{{0, 0, 0}, {10, 0, 0}, {10, 10, 0}, {0, 10, 0}, {0, 0, 10}, {10, 0, 10}, {10, 10, 10}, {0, 10, 10}}

var boxFaces = [12][3]int{{0, 2, 1}, {0, 3, 2}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5}, {0, 5, 4}, {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6}, {3, 0, 4}, {3, 4, 7}}

func boxTriangles() [][3][3]float32 {
	var list [][3][3]float32
	for _, f := range boxFaces {
		list = append(list, [3][3]float32{boxCorners[f[0]], boxCorners[f[1]], boxCorners[f[2]]})
	}
	return list
}

func stlOf(triangles [][3][3]float32) string {
	data := make([]byte, 84, 84+50*len(triangles))
	binary.LittleEndian.PutUint32(data[80:], uint32(len(triangles)))
	for _, triangle := range triangles {
		data = append(data, make([]byte, 12)...)
		for _, corner := range triangle {
			for _, v := range corner {
				data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
			}
		}
		data = append(data, 0, 0)
	}
	return string(data)
}

func asciiSTL(triangles [][3][3]float32) string {
	var text strings.Builder
	text.WriteString("solid box\n")
	for _, triangle := range triangles {
		text.WriteString("facet normal 0 0 0\n outer loop\n")
		for _, c := range triangle {
			fmt.Fprintf(&text, "  vertex %g %g %g\n", c[0], c[1], c[2])
		}
		text.WriteString(" endloop\nendfacet\n")
	}
	text.WriteString("endsolid box\n")
	return text.String()
}

// inspect reads a file that stands alone.
func inspect(t testing.TB, name, content string) geometry.Report {
	t.Helper()
	report, _, err := geometry.Inspect(geometry.Input{Source: geometry.Source{Name: name, Size: int64(len(content)), ReaderAt: strings.NewReader(content)}})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func problemOf(report geometry.Report) string {
	if len(report.Problems) == 0 {
		return ""
	}
	return report.Problems[0].Code
}

func TestSTL(t *testing.T) {
	t.Parallel()
	box := boxTriangles()
	flipped := boxTriangles()
	flipped[3][1], flipped[3][2] = flipped[3][2], flipped[3][1]
	gap := boxTriangles()
	gap[0][0][0] += 1e-5 // of a size of 17: closed when snapped
	for name, content := range map[string]string{"binary": stlOf(box), "ASCII": asciiSTL(box), "almost closed": stlOf(gap), "upper case": strings.ToUpper(asciiSTL(box))} {
		f := inspect(t, "box.stl", content).Facts
		if f.Polygons.Value != 12 || f.Triangles.Value != 12 || !f.Watertight.Value || f.BoundaryEdges.Value != 0 {
			t.Errorf("%s: %+v", name, f)
		}
		if math.Abs(f.Volume.Value-1000) > 0.01 || math.Abs(f.SurfaceArea.Value-600) > 0.01 || f.BoundingBox.Value.Max != [3]float64{10, 10, 10} {
			t.Errorf("%s: volume %v, area %v, box %v", name, f.Volume, f.SurfaceArea, f.BoundingBox)
		}
		if name != "almost closed" && f.Vertices.Value != 8 {
			t.Errorf("%s: %d vertices", name, f.Vertices.Value)
		}
		if f.Units.Known() || f.UpAxis.Known() {
			t.Errorf("%s: STL says nothing of units and axes", name)
		}
	}
	hole := inspect(t, "hole.stl", stlOf(box[1:])).Facts
	if hole.Watertight.Value || hole.BoundaryEdges.Value != 3 || hole.Volume.Known() {
		t.Errorf("with a hole: %+v", hole)
	}
	turned := inspect(t, "flipped.stl", stlOf(flipped)).Facts
	if turned.Watertight.Value || turned.FlippedEdges.Value != 3 || turned.BoundaryEdges.Value != 0 {
		t.Errorf("with a face turned: %+v", turned)
	}
	double := inspect(t, "double.stl", stlOf(append(box, box[0]))).Facts
	if double.Watertight.Value || double.NonManifoldEdges.Value != 3 {
		t.Errorf("with a face twice: %+v", double)
	}
}

func TestSTLRefused(t *testing.T) {
	t.Parallel()
	box := stlOf(boxTriangles())
	nan := []byte(box)
	binary.LittleEndian.PutUint32(nan[96:], math.Float32bits(float32(math.NaN())))
	many := []byte(box)
	binary.LittleEndian.PutUint32(many[80:], math.MaxUint32)
	ascii := asciiSTL(boxTriangles())
	for name, test := range map[string]struct{ content, code string }{
		"cut":                  {box[:300], "truncated"},
		"cut in the head":      {box[:60], "type_mismatch"},
		"a count of 4 billion": {string(many), "limit"},
		"no triangles":         {box[:80] + "\x00\x00\x00\x00", "no_content"},
		"not a number":         {string(nan), "malformed"},
		"ASCII, cut":           {ascii[:400], "truncated"},
		"ASCII, second cut":    {ascii + ascii[:strings.Index(ascii, "endsolid")], "truncated"},
		"ASCII, no numbers":    {strings.Replace(ascii, "vertex 0 0 0", "vertex a b c", 1), "malformed"},
		"ASCII, two corners":   {strings.Replace(ascii, "  vertex 0 0 0\n", "", 1), "malformed"},
		"ASCII, a long line":   {"solid x\nfacet\n" + strings.Repeat("x", 2<<20), "limit"},
		"ASCII, nothing":       {"solid empty\nfacet\nendfacet\nendsolid empty\n", "malformed"},
	} {
		if got := inspect(t, "a.stl", test.content); problemOf(got) != test.code {
			t.Errorf("%s: %+v, want %s", name, got.Problems, test.code)
		}
	}
	for _, content := range []string{box, ascii} {
		for i := range 50 {
			cut := inspect(t, "a.stl", content[:len(content)*i/50])
			if len(cut.Problems) == 0 {
				t.Errorf("%d/50 of the file is read as whole", i)
			}
		}
	}
}

// FuzzSTL looks for content that panics, or fails otherwise than by a refusal.
func FuzzSTL(f *testing.F) {
	for _, data := range sampleSeeds(f, "stl") {
		f.Add(data)
	}
	f.Add([]byte(stlOf(boxTriangles())))
	f.Add([]byte(asciiSTL(boxTriangles())))
	f.Add([]byte("solid x\nfacet normal\nvertex 1e39 0 0\nendsolid"))
	f.Fuzz(func(t *testing.T, data []byte) { inspect(t, "a.stl", string(data)) })
}

// BenchmarkSTL reads and measures a torus; bytes a second of one core.
func BenchmarkSTL(b *testing.B) {
	const rings = 700
	at := func(i, j int) [3]float32 {
		theta, phi := 2*math.Pi*float64(i%rings)/rings, 2*math.Pi*float64(j%rings)/rings
		radius := 3 + math.Cos(theta)
		return [3]float32{float32(radius * math.Cos(phi)), float32(radius * math.Sin(phi)), float32(math.Sin(theta))}
	}
	var triangles [][3][3]float32
	for i := range rings {
		for j := range rings {
			triangles = append(triangles, [3][3]float32{at(i, j), at(i+1, j), at(i+1, j+1)}, [3][3]float32{at(i, j), at(i+1, j+1), at(i, j+1)})
		}
	}
	for name, content := range map[string]string{"binary": stlOf(triangles), "ASCII": asciiSTL(triangles)} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			for b.Loop() {
				if report := inspect(b, "torus.stl", content); !report.Facts.Watertight.Value {
					b.Fatal("the torus is not closed")
				}
			}
		})
	}
}
